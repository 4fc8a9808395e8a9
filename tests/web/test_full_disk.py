"""On a full disk every address that writes answers in a line, without a traceback, and leaves all files as they were."""

import errno
import logging
import os
from pathlib import Path
from typing import Any, NoReturn

import pytest
from addresses import RULE, text, writing
from projects import Project
from starlette.testclient import TestClient

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
CSV = b"id,name.en,name.fr,price\nkites,Kites,Vents,7\n"
ROW = {"id": "cake", "cells": {"price": "8"}}
CAKE = "- id: cake\n  name: {en: Cake stall, fr: G\u00e2teaux}\n  price: 9\n"
NO_PROJECT = ("draft", "/impose", "/-/calibrate", "offers", "/-/jobs")  # what writes nothing of the project


def sent(client: TestClient, method: str, address: str) -> dict[str, Any]:
    """What is sent to an address so that it writes."""
    version = client.get("/-/files/fair/stalls.yaml", headers={"accept": "application/json"}).json()["version"]
    bodies: dict[str, Any] = {
        "/fair/stalls/cake/text": {"text": CAKE, "version": version},
        "/-/files/fair/stalls.yaml": {"text": CAKE, "version": version},
        "/fair/stalls/grid": {"version": version, "rows": [ROW]},
        "/fair/translations": {"versions": {"stalls": version}, "texts": [text("stalls", "name", "fr")]},
        "/-/items/fair/stalls/cake": {"do": "duplicate"},
        "/-/balance/fair": RULE,
        "/-/games": {"name": "Night", "languages": "en", "sort.cards": "1"},
        "/-/kinds/fair": {"sort": "tokens", "name": "Coins"},
        "/-/icons/fair": {"name": "cake-slice"},
        "/-/back/fair": {"number": str(_last(client))},
    }
    if address.startswith("/-/pictures/"):
        return {"content": SVG}
    if address.startswith("/-/import/") and method == "PUT":
        return {"content": CSV, "params": {"name": "a.csv", "version": version}}
    if address.endswith("/design"):
        page = client.get("/-/files/fair/templates/stall.svg", headers={"accept": "application/json"}).json()
        return {"json": {"version": page["version"], "changes": {"1": {"x": "4"}}}}
    return {"json": bodies.get(address, {})}


def _last(client: TestClient) -> int:
    found = client.app.state.workshop.history.last("fair")  # type: ignore[attr-defined]
    return found.number if found is not None else 0


@pytest.mark.slow
def test_a_full_disk_is_said_in_a_line_wherever_something_is_written(
    project: Project, desk: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    project.change("game.yaml", "  stalls:\n", "  stalls:\n    source: {file: stalls.csv}\n")
    project.write("stalls.csv", CSV)
    for price in (8, 7):  # so that there is something to undo, and to do again
        version = desk.get("/fair/stalls/darts/text").json()["version"]
        body = {"text": f"- id: darts\n  name: {{en: Darts, fr: D}}\n  price: {price}\n", "version": version}
        assert desk.put("/fair/stalls/darts/text", json=body).status_code == 200
    assert desk.post("/-/undo/fair", json={}).status_code == 200
    before = {path: path.read_bytes() for path in project.folder.rglob("*") if path.is_file()}

    def full(*paths: Any, **_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(paths[0]))

    asked = [(method, address) for method, address in writing(desk) if not any(one in address for one in NO_PROJECT)]
    bodies = {one: sent(desk, *one) for one in asked}
    refused = set()
    for name in ("write_bytes", "write_text"):
        monkeypatch.setattr(Path, name, full)
    monkeypatch.setattr("generator.core.atomic.os.replace", full)
    with caplog.at_level(logging.ERROR):
        for one in asked:
            answer = desk.request(*one, headers={"accept": "application/json"}, follow_redirects=False, **bodies[one])
            assert answer.status_code != 500, (one, answer.text)
            if "no space left on device" in answer.text:
                refused.add(one[1])
                assert answer.status_code == 422, one
                assert answer.json()["error"].count("\n") == 0
                assert str(project.folder) not in answer.text, one  # where the server keeps it is nobody's business
    assert caplog.records == []
    assert {path: path.read_bytes() for path in project.folder.rglob("*") if path.is_file()} == before
    wanted = {address for (_, address), body in bodies.items() if body.get("json") or body.get("content")}
    assert {*wanted, "/-/undo/fair", "/-/redo/fair", "/-/items/fair/stalls", "/-/import/fair/stalls"} <= refused
