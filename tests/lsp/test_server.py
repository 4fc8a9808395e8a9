"""``pnp lsp`` as an editor has it: over the protocol, with a stranger's game."""

import base64
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest
from each import each
from fox_hunt import FILES, write_fox_hunt
from language_server import PATIENCE, LanguageServer

ITEMS = "data/fox-hunt/animals.yaml"
COMMAND = [sys.executable, "-m", "generator", "lsp"]


class Editor(LanguageServer):
    """A client with files of a project open."""

    def __init__(self, root: Path, errors: IO[str] | None = None) -> None:
        super().__init__(root, COMMAND, errors=errors)
        self.root = root
        self.version = 0

    def write(self, name: str, text: str) -> list[dict[str, Any]]:
        """Open a file with a text, or type it; what is then wrong with it."""
        uri = (self.root / name).as_uri()
        self.version += 1
        document = {"uri": uri, "version": self.version}
        if uri not in self.versions:
            self.tell("textDocument/didOpen", {"textDocument": {**document, "languageId": "yaml", "text": text}})
        else:
            self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
        end = time.monotonic() + PATIENCE
        while self.versions.get(uri) != self.version:
            self.take(self.receive(end))
        return self.diagnostics[uri]

    def until(self, condition: Callable[[], bool]) -> bool:
        """Take what is published until a condition holds: the first list after a change is not the last."""
        end = time.monotonic() + PATIENCE
        while not condition() and time.monotonic() < end:
            self.take(self.receive(end))
        return condition()

    def where(self, name: str, mark: str, further: int = 0) -> dict[str, Any]:
        """The place of a text in a file as it was written at first."""
        before = FILES[name].partition(mark)[0]
        return self.at(self.root / name, before.count("\n"), len(before) - before.rfind("\n") - 1 + further)

    def offered(self, name: str, text: str) -> list[str]:
        """What is offered where ``|`` stands in a text."""
        before, _, after = text.partition("|")
        self.write(name, before + after)
        place = self.at(self.root / name, before.count("\n"), len(before) - before.rfind("\n") - 1)
        return [item["label"] for item in self.ask("textDocument/completion", place)["items"]]


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    editor = Editor(write_fox_hunt(tmp_path_factory.mktemp("project")))
    yield editor
    assert editor.end() == 0


@pytest.fixture(autouse=True)
def _as_at_first(request: pytest.FixtureRequest) -> None:
    if "editor" in request.fixturenames:
        request.getfixturevalue("editor").write(ITEMS, FILES[ITEMS])


def place(line: int, start: int, end: int) -> dict[str, Any]:
    return {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}


def test_problems_are_told_of_a_text_that_is_not_saved(editor: Editor) -> None:
    assert editor.write(ITEMS, FILES[ITEMS]) == []
    (wrong,) = editor.write(ITEMS, FILES[ITEMS].replace("prey: goose", "prey: gose"))
    assert (wrong["code"], wrong["severity"], wrong["source"]) == ("unknown-reference", 1, "pnp")
    assert wrong["range"] == place(8, 8, 12)
    assert wrong["message"] == "'gose' is not an item of animals\ndid you mean goose?"


def test_places_count_as_the_protocol_does(editor: Editor) -> None:
    (wrong,) = editor.write(ITEMS, FILES[ITEMS].replace("{en: Red fox,", "{en: 🦊🦊, fr: x,"))
    assert wrong["code"] == "unknown-field"
    assert wrong["range"] == place(1, 19, 21)  # each fox is two units of UTF-16


@each(
    ("name", "old", "new"),
    [
        ("data/fox-hunt/balance.yaml", "max: 9\n", "maxx: 9\n"),
        ("data/fox-hunt/forge.yaml", "recipe: ensemble", "recipe: ensembl"),
        ("data/fox-hunt/lab.yaml", "animals: {weight", "animal: {weight"),
        ("data/fox-hunt/game.yaml", "size: poker", "size: pokr"),
        ("templates/fox-hunt/style.yaml", "Andika_400Regular", "Andika"),
        ("templates/fox-hunt/words.yaml", "speed: {en:", "speed: {fr:"),
        ("templates/fox-hunt/animal.svg", 'data-field="name"', 'data-field="nam"'),
        ("templates/fox-hunt/art/fox.svg", "<circle", "<blink"),
        ("pnp.yaml", "paper: letter", "paper: leter"),
    ],
)
def test_every_file_of_a_game_is_checked_as_it_is_typed(editor: Editor, name: str, old: str, new: str) -> None:
    assert editor.write(name, FILES[name]) == []
    assert old in FILES[name]
    editor.write(name, FILES[name].replace(old, new))
    assert editor.until(lambda: any(editor.diagnostics.values()))
    assert editor.write(name, FILES[name]) == []
    assert editor.until(lambda: not any(editor.diagnostics.values()))


def test_keys_choices_ids_and_art_are_offered(editor: Editor) -> None:
    text = FILES[ITEMS]
    assert {"shy", "prey", "lair", "art"} <= set(editor.offered(ITEMS, text + "  |"))
    assert "name" not in editor.offered(ITEMS, text + "  |")  # it is there already
    assert editor.offered(ITEMS, text.replace("family: fur", "family: |")) == ["fur", "feather", "2"]
    assert editor.offered(ITEMS, text.replace("prey: goose", "prey: g|")) == ["red-fox", "goose"]
    assert editor.offered(ITEMS, text.replace("shy: true", "shy: |")) == ["true", "false"]
    assert editor.offered(ITEMS, text.replace("art: fox", "art: |")) == ["fox"]
    assert editor.offered(ITEMS, text.replace("{steps: -1}", "{|}")) == ["coins", "steps"]
    assert "speed" in editor.offered(ITEMS, text.replace("waive: {speed:", "waive: {|:"))
    assert editor.offered(ITEMS, text.replace("de: Rotfuchs", "|")) == ["de"]


def test_settings_of_the_check_that_a_rule_names_are_offered(editor: Editor) -> None:
    name = "data/fox-hunt/balance.yaml"
    text = FILES[name]
    assert {"total", "level"} <= set(editor.offered(name, text.replace("  total: 5\n", "  |\n")))
    assert "total" not in editor.offered(name, text.replace("  min: 1\n  max: 9\n", "  |\n", 1))
    assert "number-range" in editor.offered(name, text.replace("check: sum-of", "check: |"))
    editor.write(name, text)


def test_icons_are_offered_in_texts(editor: Editor) -> None:
    style = "templates/fox-hunt/style.yaml"
    editor.write(style, FILES[style] + 'icons: {"{fox}": art/fox.svg}\n')
    assert editor.offered(ITEMS, FILES[ITEMS].replace("name: 007", 'name: "a {|"')) == ["{fox}"]
    assert editor.offered(ITEMS, FILES[ITEMS].replace("name: 007", "name: a {f|}")) == ["{fox}"]
    editor.write(style, FILES[style])


def test_hover_tells_fields_rules_problems_and_shows_faces(editor: Editor) -> None:
    def told(name: str, mark: str, further: int = 1) -> str:
        found = editor.ask("textDocument/hover", editor.where(name, mark, further))
        assert found["contents"]["kind"] == "markdown"
        return str(found["contents"]["value"])

    assert "a whole number or X; needed" in told(ITEMS, "speed: 7")
    assert "The track has nine squares." in told(ITEMS, "speed: as fast")
    face = told(ITEMS, "goose\n  lair")
    assert face.startswith("**goose** (animals)")
    assert base64.b64decode(face.partition("base64,")[2].partition(")")[0]).startswith(b"\x89PNG")
    assert "sum-of" in told("data/fox-hunt/balance.yaml", "points")
    editor.write(ITEMS, FILES[ITEMS].replace("prey: goose", "prey: gose "))
    assert "unknown-reference" in told(ITEMS, "goose\n  lair")
    assert editor.ask("textDocument/hover", editor.at(editor.root / ITEMS, 900, 3)) is None


def test_definitions_and_references_of_ids(editor: Editor) -> None:
    uri = (editor.root / ITEMS).as_uri()
    own, use = place(13, 6, 11), place(8, 8, 13)
    assert editor.ask("textDocument/definition", editor.where(ITEMS, "goose\n  lair")) == {"uri": uri, "range": own}
    for mark in ("goose\n  lair", "goose\n  name"):
        asked = {**editor.where(ITEMS, mark, 2), "context": {"includeDeclaration": True}}
        found = editor.ask("textDocument/references", asked)
        assert [one["range"] for one in found] == [own, use]
    rule = editor.ask("textDocument/definition", editor.where(ITEMS, "speed: as fast"))
    assert rule["uri"].endswith("balance.yaml")
    assert rule["range"] == place(0, 8, 13)
    kind = editor.ask("textDocument/definition", editor.where("data/fox-hunt/balance.yaml", "animals"))
    assert (kind["uri"].rpartition("/")[2], kind["range"]) == ("game.yaml", place(6, 2, 9))
    assert editor.ask("textDocument/definition", editor.where(ITEMS, "fur")) is None


@each(
    ("right", "wrong", "title"),
    [
        ("prey: goose", "prey: gose", "write goose"),
        ("family: fur", "family: furr", "write fur"),
        ('family: "fur"', 'family: "furr"', 'write "fur"'),
        ("teeth: 3", "teth: 3", "write teeth"),
        ("claws: 2", 'claws: "2"', "write 2"),
        ("id: red-fox", "id: Red Fox", "write red-fox"),
    ],
)
def test_a_quick_fix_writes_what_the_hint_says(editor: Editor, right: str, wrong: str, title: str) -> None:
    whole = FILES[ITEMS].replace("family: fur", right) if '"fur"' in right else FILES[ITEMS]
    text = whole.replace(right, wrong, 1)
    problems = [one for one in editor.write(ITEMS, text) if one["range"]["start"] != one["range"]["end"]]
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    asked = {"textDocument": {"uri": (editor.root / ITEMS).as_uri()}, "range": everything}
    actions = editor.ask("textDocument/codeAction", {**asked, "context": {"diagnostics": problems}})
    action = next(one for one in actions if one["title"] == title)
    ((_, (edit,)),) = action["edit"]["changes"].items()
    lines = text.split("\n")
    start, end = edit["range"]["start"], edit["range"]["end"]
    row = lines[start["line"]]
    lines[start["line"]] = row[: start["character"]] + edit["newText"] + row[end["character"] :]
    assert "\n".join(lines) == whole


@each(
    "text",
    [
        "- id: [",
        "\t- x",
        "a: b",
        "",
        "- id: &a x",
        "\x00",
        "- " * 60,
        "- id: 'x\n",
        "\ud800",
        "%YAML 9\n---\n",
        "﻿- id: a",
    ],
)
def test_broken_files_are_answered_like_others(editor: Editor, text: str) -> None:
    editor.write(ITEMS, text)
    for line, character in ((0, 0), (0, 3), (5, 5), (2**31 - 1, 2**31 - 1)):
        there = editor.at(editor.root / ITEMS, line, character)
        for method in ("completion", "hover", "definition"):
            editor.ask(f"textDocument/{method}", there)
        editor.ask("textDocument/references", {**there, "context": {"includeDeclaration": True}})


def test_files_of_no_game_get_no_answers_and_do_no_harm(editor: Editor, tmp_path: Path) -> None:
    for uri in (
        (tmp_path / "shopping.yaml").as_uri(),
        "untitled:Untitled-1",
        "git:/x.yaml?y",
        "file:///%00",
        "nonsense",
    ):
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": "- milk\n"}
        editor.tell("textDocument/didOpen", {"textDocument": document})
        there = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 3}}
        for method in ("completion", "hover", "definition"):
            assert editor.ask(f"textDocument/{method}", there) is None
        editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert editor.write(ITEMS, FILES[ITEMS]) == []


@pytest.mark.slow
def test_a_game_that_is_deleted_and_comes_again(tmp_path: Path) -> None:
    editor = Editor(write_fox_hunt(tmp_path))
    game = tmp_path / "data/fox-hunt/game.yaml"
    assert editor.write(ITEMS, FILES[ITEMS].replace("prey: goose", "prey: gose"))
    game.rename(game.with_name("away.yaml"))
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": game.as_uri(), "type": 3}]})
    end = time.monotonic() + PATIENCE
    while editor.diagnostics[(tmp_path / ITEMS).as_uri()]:
        editor.take(editor.receive(end))
    game.with_name("away.yaml").rename(game)
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": game.as_uri(), "type": 1}]})
    while not editor.diagnostics[(tmp_path / ITEMS).as_uri()]:
        editor.take(editor.receive(end))
    assert editor.end() == 0


def test_without_shutdown_its_status_is_1(tmp_path: Path) -> None:
    editor = Editor(write_fox_hunt(tmp_path))
    editor.tell("exit", None)
    editor.process.communicate(timeout=PATIENCE)
    assert editor.process.returncode == 1


@pytest.mark.slow
def test_it_ends_with_its_client(tmp_path: Path) -> None:
    client = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    server = LanguageServer(write_fox_hunt(tmp_path), COMMAND, client.pid)
    client.communicate()
    assert server.process.wait(PATIENCE) == 1
    server.close()
    with (tmp_path / "errors").open("w") as errors:
        silent = Editor(tmp_path, errors)
    silent.process.communicate(timeout=PATIENCE)  # its input ends, without a request to end
    assert (silent.process.returncode, (tmp_path / "errors").read_text()) == (1, "")


@pytest.mark.slow
def test_a_signal_ends_it(tmp_path: Path) -> None:
    editor = Editor(tmp_path)
    editor.process.terminate()
    editor.process.communicate(timeout=PATIENCE)
    assert editor.process.returncode == 128 + 15


@pytest.mark.slow
def test_what_is_not_protocol_does_no_harm(tmp_path: Path) -> None:
    editor = Editor(tmp_path)
    for number, method in enumerate(("completion", "hover", "definition"), 1000):
        place = {"textDocument": {"uri": tmp_path.as_uri()}, "position": {"line": -1, "character": 0}}
        editor.send({"id": number, "method": f"textDocument/{method}", "params": place})
        answer = editor.receive(time.monotonic() + PATIENCE)
        while answer.get("id") != number:
            answer = editor.receive(time.monotonic() + PATIENCE)
        assert answer["error"]["code"] == -32602
    editor.tell("$/unheardOf", {"a": json.loads("[1]")})
    editor.tell("textDocument/didOpen", {"nothing": 1})
    assert editor.end() == 0
