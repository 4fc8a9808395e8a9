"""Texts changed in the browser: comments and all other bytes stay, nobody's change is lost, nothing is half written."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from projects import Project as Fair
from starlette.testclient import TestClient

from generator.check.workspace import Workspace
from generator.core.folders import Project
from generator.web.first_look import DraftTable, StaleDraft

Serve = Callable[..., TestClient]
COMMENTED = """\
# All stalls of the fair.
- id: cake   # the best
  name: {en: Cake stall, fr: Gâteaux}
  price: 3

# Darts came second.
- id: darts
  name: {en: Darts, fr: Fléchettes}
  price: 5
# The end.
"""


@pytest.fixture
def desk(project: Fair, writer: Serve) -> TestClient:
    """A client that may write, and a file with comments."""
    project.write("stalls.yaml", COMMENTED)
    return writer()


def read(client: TestClient, item: str = "darts") -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/fair/stalls/{item}/text").json()
    return found


def test_an_item_is_changed_and_all_else_stays(desk: TestClient, project: Fair) -> None:
    darts = read(desk)
    assert darts["text"].splitlines()[:2] == ["# Darts came second.", "- id: darts"]
    assert darts["line"] == 6
    new = darts["text"].replace("price: 5", "price: 6 # dearer")
    saved = desk.put("/fair/stalls/darts/text", json={"text": new, "version": darts["version"]})
    assert (saved.status_code, saved.json()["id"], saved.json()["problems"]) == (200, "darts", [])
    text = project.path("stalls.yaml").read_text(encoding="utf-8")
    assert text == COMMENTED.replace("price: 5", "price: 6 # dearer")
    assert read(desk)["version"] == saved.json()["version"]


def test_the_files_own_line_ends_and_rights_stay(desk: TestClient, project: Fair) -> None:
    path = project.write("stalls.yaml", COMMENTED.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    cake = read(desk, "cake")
    assert "\r" not in cake["text"]
    desk.put("/fair/stalls/cake/text", json={"text": cake["text"].replace("3", "4"), "version": cake["version"]})
    assert path.read_bytes() == COMMENTED.replace("price: 3", "price: 4").replace("\n", "\r\n").encode()
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_another_changed_meanwhile_is_shown_and_not_overwritten(desk: TestClient, project: Fair) -> None:
    darts = read(desk)
    project.change("stalls.yaml", "price: 5", "price: 9")
    before = project.path("stalls.yaml").read_bytes()
    answer = desk.put("/fair/stalls/darts/text", json={"text": "- id: darts\n", "version": darts["version"]})
    assert answer.status_code == 409
    assert "price: 9" in answer.json()["text"]
    assert project.path("stalls.yaml").read_bytes() == before
    again = desk.put("/fair/stalls/darts/text", json={"text": darts["text"], "version": answer.json()["version"]})
    assert again.status_code == 200


@pytest.mark.slow
def test_a_draft_tells_the_problems_that_the_terminal_would(desk: TestClient, project: Fair) -> None:
    darts = read(desk)
    new = darts["text"].replace("price: 5", "price: five")
    told = desk.post("/fair/stalls/darts/text/draft", json={"text": new, "editor": "a"})
    assert told.status_code == 200, told.text
    assert (told.json()["sound"], told.json()["front"]) == (False, None)
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == COMMENTED
    assert desk.get("/fair/problems.json").json() == []
    project.change("stalls.yaml", "price: 5", "price: five")
    known = ("file", "line", "column", "level", "rule", "message", "hint")
    assert [{name: one[name] for name in known} for one in told.json()["problems"]] == [
        {name: getattr(problem, name) for name in known} for problem in project.check()
    ]


@pytest.mark.slow
def test_a_face_is_drawn_first_as_it_is_drawn_with_all_else(desk: TestClient) -> None:
    darts = desk.get("/fair/stalls/darts/text").json()
    for old, new in (
        ("price: 5", "price: 77"),
        ("price: 5", "price: five"),
        ("name:", "nome:"),
        ("id: darts", "id: ["),
    ):
        sent = {"text": darts["text"].replace(old, new), "version": darts["version"]}
        whole = desk.post("/fair/stalls/darts/text/draft", json=sent).json()
        first = desk.post("/fair/stalls/darts/text/draft", json={**sent, "first": True}).json()
        assert whole.pop("problems") is not None
        assert first == whole
    saved = desk.get("/fair/stalls/darts/text").json()
    assert saved == darts


def test_a_draft_shows_what_the_item_would_look_like(desk: TestClient) -> None:
    darts = read(desk)
    new = darts["text"].replace("Darts,", "Arrows,")
    told = desk.post("/fair/stalls/darts/text/draft", json={"text": new, "version": darts["version"]}).json()
    assert (told["id"], told["name"], told["sound"], told["back"]) == ("darts", "Arrows", True, None)
    assert told["front"] != desk.get("/fair/stalls/darts.svg").text
    desk.put("/fair/stalls/darts/text", json={"text": new, "version": darts["version"]})
    assert told["front"] == desk.get("/fair/stalls/darts.svg").text


def test_a_whole_file_is_changed_too(desk: TestClient, project: Fair) -> None:
    people = desk.get("/-/files/fair/people.yaml").json()
    new = people["text"] + "- id: bob\n  name: Bob\n"
    saved = desk.put("/-/files/fair/people.yaml", json={"text": new, "version": people["version"]})
    assert saved.status_code == 200
    assert desk.get("/fair/people/bob").status_code == 200
    told = desk.post("/-/files/fair/people.yaml/draft", json={"text": new.replace("Bob", "[")}).json()
    assert [problem["rule"] for problem in told["problems"]] == ["yaml-syntax"]


def test_what_could_not_be_read_any_more_is_not_saved(desk: TestClient, project: Fair) -> None:
    darts = read(desk)
    answer = desk.put("/fair/stalls/darts/text", json={"text": "- id: [darts\n", "version": darts["version"]})
    assert (answer.status_code, answer.json()["problems"][0]["rule"]) == (409, "yaml-syntax")
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == COMMENTED


@pytest.mark.parametrize(
    "name", ["../../pnp.yaml", "..%2f..%2fpnp.yaml", ".hidden.yaml", "notes.txt", "away.yaml", "pipe.yaml", "no.yaml"]
)
def test_no_other_files_are_read_or_written(desk: TestClient, project: Fair, name: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text("secret")
    folder = project.path("stalls.yaml").parent
    (folder / "away.yaml").symlink_to(outside)
    os.mkfifo(folder / "pipe.yaml")
    for name_, text in ((".hidden.yaml", "a"), ("notes.txt", "b")):
        (folder / name_).write_text(text)
    assert desk.get(f"/-/files/fair/{name}").status_code in (400, 404)
    assert desk.put(f"/-/files/fair/{name}", json={"text": "x", "version": ""}).status_code in (400, 404, 405)
    assert outside.read_text() == "secret"


def test_a_link_that_is_put_in_a_files_place_is_not_followed(
    desk: TestClient, project: Fair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text("secret")
    file = project.path("people.yaml")

    def swapped(path: object) -> str:
        found = os.path.realpath(str(path))
        if found == str(file):
            file.unlink()
            file.symlink_to(outside)
        return found

    monkeypatch.setattr("generator.web.source_files.realpath", swapped)
    answer = desk.get("/-/files/fair/people.yaml")
    assert (answer.status_code, "secret" in answer.text) == (404, False)


def test_half_a_character_is_no_text(desk: TestClient, project: Fair) -> None:
    version = read(desk)["version"]
    half = json.dumps({"text": "- id: darts # \ud800\n", "version": version, "line": 1, "column": 1})
    for method, path in (("PUT", "text"), ("POST", "text/draft"), ("POST", "offers")):
        headers = {"content-type": "application/json"}
        answer = desk.request(method, f"/fair/stalls/darts/{path}", content=half, headers=headers)
        assert answer.status_code == 400, path
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == COMMENTED


def test_who_has_no_token_or_comes_from_elsewhere_writes_nothing(desk: TestClient, project: Fair, serve: Serve) -> None:
    darts = read(desk)
    path, body = "/fair/stalls/darts/text", {"text": "- id: x\n", "version": darts["version"]}
    token = desk.headers["x-pnp-token"]
    cases: list[tuple[dict[str, Any], int]] = [
        ({"headers": {"x-pnp-token": "no"}, "json": body}, 403),
        ({"headers": {"origin": "http://evil.example"}, "json": body}, 403),
        ({"headers": {"origin": "null"}, "json": body}, 403),
        ({"headers": {"sec-fetch-site": "cross-site"}, "json": body}, 403),
        ({"headers": {"sec-fetch-site": "same-site"}, "json": body}, 403),
        ({"headers": {"host": "evil.example"}, "json": body}, 421),
        ({"content": b"x" * 2_100_000, "headers": {"content-type": "application/json"}}, 413),
        ({"content": b"[1]", "headers": {"content-type": "application/json"}}, 400),
        ({"content": b"{}", "headers": {"content-type": "text/plain"}}, 415),
    ]
    for case, status in cases:
        assert desk.put(path, **case).status_code == status, case
    bare = serve(token=token)
    assert bare.put(path, json=body, headers={"x-pnp-token": token}).status_code == 403  # without the cookie
    assert serve(read_only=True).put(path, json=body, headers={"x-pnp-token": token}).status_code == 403
    assert desk.delete(path).status_code == 405
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == COMMENTED


def test_a_text_that_a_newer_one_overtook_is_not_looked_at(project: Fair) -> None:
    table = DraftTable(Workspace(Project(Path("data"), Path("templates")), Path("output")))
    file = project.path("stalls.yaml")
    older, newer = table.ticket("me"), table.ticket("me")
    other = table.ticket("you")
    with pytest.raises(StaleDraft):
        table.look("fair", file, COMMENTED, "me", older)
    for editor, ticket in (("me", newer), ("you", other)):
        assert table.look("fair", file, COMMENTED, editor, ticket).problems == []
