"""What the workshop wrote can be undone, for a day, over restarts, and only where nobody changed the file since."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from projects import Project as Fair
from starlette.testclient import TestClient

from generator.web import history
from generator.web.history import FileChange, History

Serve = Callable[..., TestClient]


def change(item: str, before: bytes = b"before") -> FileChange:
    return FileChange(0, "fair", "stalls.yaml", "deleted", "stalls", item, before, "v")


def test_changes_are_kept_over_restarts_and_forgotten_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "history"
    first = History(folder)
    for item in ("a", "b"):
        first.remember(change(item))
    again = History(folder)
    last = again.last("fair")
    assert last is not None
    assert (last.item, last.other, again.last("other")) == ("b", b"before", None)
    again.turned(replace(last, other=b"after", version="w"))
    third = History(folder)
    undone, before = third.last("fair", undone=True), third.last("fair")
    assert (undone and undone.item, undone and undone.other, before and before.item) == ("b", b"after", "a")
    third.remember(change("c"))
    assert third.last("fair", undone=True) is None
    monkeypatch.setattr(history, "DAY", -1.0)
    assert third.last("fair") is None
    assert History(folder).last("fair") is None
    assert list(folder.iterdir()) == []


def test_a_folder_that_others_write_in_is_not_read(tmp_path: Path) -> None:
    History(tmp_path / "history").remember(change("a"))
    os.chmod(tmp_path / "history", 0o777)
    assert History(tmp_path / "history").last("fair") is None


@pytest.mark.slow
def test_saves_and_deletes_are_undone_one_after_the_other_and_done_again(project: Fair, writer: Serve) -> None:
    client = writer()
    states = [project.path("stalls.yaml").read_bytes()]
    for text in ("- id: cake\n  name: {en: Cake stall, fr: Gâteaux}\n  price: 9\n", ""):
        version = client.get("/fair/stalls/cake/text").json()["version"]
        answer = client.put("/fair/stalls/cake/text", json={"text": text, "version": version})
        assert (answer.status_code, answer.json()["deleted"]) == (200, not text)
        states.append(project.path("stalls.yaml").read_bytes())
    assert "“cake” was deleted" in client.get("/fair/stalls/").text
    assert "“cake” was deleted" in client.get("/fair/stalls/cake", headers={"accept": "text/html"}).text
    told = client.post("/-/undo/fair", json={}).json()
    assert (told["kind"], told["item"], project.path("stalls.yaml").read_bytes()) == ("stalls", "cake", states[1])
    assert "was deleted" not in client.get("/fair/stalls/").text
    client.post("/-/undo/fair", json={})
    assert project.path("stalls.yaml").read_bytes() == states[0]
    assert client.post("/-/undo/fair", json={}).status_code == 404
    for state in states[1:]:
        assert client.post("/-/redo/fair", json={}).status_code == 200
        assert project.path("stalls.yaml").read_bytes() == state
    project.change("stalls.yaml", "price: 5", "price: 6")
    assert client.post("/-/undo/fair", json={}).status_code == 409
    assert "price: 6" in project.path("stalls.yaml").read_text(encoding="utf-8")


def test_headings_between_items_belong_to_none(project: Fair, serve: Serve) -> None:
    text = project.path("stalls.yaml").read_text(encoding="utf-8")
    heading = "\n# ---- Games ----\n\n# Darts are sharp.\n"
    project.write("stalls.yaml", text.replace("- id: darts", f"  # its own\n{heading}- id: darts") + "\n# The end.\n")
    client = serve()
    cake, darts = (client.get(f"/fair/stalls/{item}/text").json()["text"] for item in ("cake", "darts"))
    assert cake.endswith("  copies: 2\n  # its own\n")
    assert (darts.splitlines()[0], darts.splitlines()[-1]) == ("# Darts are sharp.", "  price: 5")
