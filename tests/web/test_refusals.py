"""Refusals are said in the language of the page, and only those that the code gives have words."""

import re
from collections.abc import Callable

import yaml
from projects import ROOT, Project
from starlette.testclient import TestClient

from generator.web.speech import FOLDER, refusal_in

Serve = Callable[..., TestClient]
KNOWN = yaml.safe_load((FOLDER / "refusals" / "fr.yaml").read_bytes())


def test_every_refusal_that_is_put_into_french_is_one_that_the_code_gives() -> None:
    code = " ".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "generator").rglob("*.py")))
    code = re.sub(r'"\s+f?"', "", code)
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
