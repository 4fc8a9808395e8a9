"""Refusals are said in the language of the page, and only those that the code gives have words."""

import re
from collections.abc import Callable

import pytest
import yaml
from projects import ROOT, Project
from starlette.testclient import TestClient

from generator.printing.finished_files import on_no_sheet
from generator.web.errands import Busy
from generator.web.speech import FOLDER, refusal_in

Serve = Callable[..., TestClient]
KNOWN = yaml.safe_load((FOLDER / "refusals" / "fr.yaml").read_bytes())


def test_every_refusal_that_is_put_into_french_is_one_that_the_code_gives() -> None:
    code = " ".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "generator").rglob("*.py")))
    code = re.sub(r'"\s+f?"', "", code) + on_no_sheet(["one"], "") + on_no_sheet(["one", "two"], "")
    for text, said in KNOWN.items():
        assert text.count("{}") >= said.count("{}")
        for part in text.split("{}"):
            assert part.strip(" ;:") in code, part


def test_a_page_and_a_script_are_refused_in_french(project: Project, serve: Serve) -> None:
    client = serve()
    for accept in ("text/html", "application/json"):
        headers = {"accept": accept, "accept-language": "fr"}
        answer = client.get("/fair/stalls/none", headers=headers)
        said = answer.json()["error"] if "json" in accept else answer.text
        assert "pas d’élément stalls/none" in said
        assert "no item stalls/none" in client.get("/fair/stalls/none", headers={"accept": accept}).text
    assert refusal_in("fr", "never said") == "never said"
    assert refusal_in("en", "nothing is written here") == "nothing is written here"


def test_where_too_many_wait_one_is_told_when_to_come_again(
    project: Project, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise Busy

    monkeypatch.setattr("generator.web.errands.Errands.carry_out", refuse)
    answer = serve().get("/fair/stalls.pdf", headers={"accept-language": "fr", "accept": "text/html"})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "30")
    assert "trop de demandes attendent" in answer.text
