"""What is downloaded is, byte for byte, what the commands write."""

import re
from collections.abc import Callable
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from projects import GAME, ROOT
from projects import Project as Fair
from starlette.testclient import TestClient
from tries import slow_but

from generator.web.errands import Errands

Serve = Callable[..., TestClient]
PLAN = "\nplayers: [2, 4]\nplan: [{kind: stalls, sets: players, source: ours, why: {en: all, fr: tout}}]\n"
FOLDERS = ("--data", str(ROOT / "data"), "--templates", str(ROOT / "templates"))


def written(fair: Fair, *arguments: str) -> bytes:
    """The one file that a command writes."""
    fair.pnp(*arguments, "--out", "made")
    (file,) = [path for path in Path("made").rglob("*") if path.is_file()]
    return file.read_bytes()


@pytest.mark.parametrize(
    "path, command",
    slow_but(1, [
        ("stalls.pdf", ("render", "fair", "--kind", "stalls")),
        ("stalls.pdf?lang=fr&paper=letter&skip=1,2&marks=guides", ("render", "fair", "--kind", "stalls", "--lang", "fr", "--paper", "letter", "--skip", "1,2", "--marks", "guides")),
        ("stalls.pdf?copies=3&bleed=2&ink=low", ("render", "fair", "--kind", "stalls", "--copies", "3", "--bleed", "2", "--ink", "low")),
        ("stalls-blank.pdf?count=3", ("blank", "fair", "--kind", "stalls", "--count", "3")),
    ]),
)  # fmt: skip
def test_sheets_are_those_of_the_command(project: Fair, serve: Serve, path: str, command: tuple[str, ...]) -> None:
    answer = serve().get(f"/fair/{path}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content == written(project, *command)
    again = serve().get(f"/fair/{path}", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert 'attachment; filename="stalls' in answer.headers["content-disposition"]


def test_a_box_is_that_of_the_command(project: Fair, serve: Serve) -> None:
    project.write("game.yaml", GAME + PLAN)
    answer = serve().get("/fair/box.pdf?players=3&paper=letter")
    assert answer.content == written(project, "plan", "fair", "--players", "3", "--render", "--paper", "letter")


SHEET = "- {sheet: mine, paper: a5, size: [50, 40], slots: [[10, 10], [70, 12.5]]}\n"
PRINTER = "- {printer: attic, front_x: 1.5, front_y: -2}\n"


@pytest.mark.parametrize(
    "query, options",
    slow_but(1, [
        ("ink=none&name-paper=1&marks=guides-both&backs=long", ("--ink", "none", "--name-paper", "--marks", "guides-both", "--backs", "long")),
        ("bleed=1&bleed-backs=3&bleed-outside=1&backs=short", ("--bleed", "1", "--bleed-backs", "3", "--bleed-outside", "--backs", "short")),
        ("on-sheet=mine", ("--on-sheet", "mine")),
        ("printer=attic", ("--printer", "attic")),
        ("paper=a5&join=butt", ("--paper", "a5", "--join", "butt")),
    ]),
)  # fmt: skip
def test_wishes_of_people_who_print_are_those_of_the_command(
    project: Fair, serve: Serve, query: str, options: tuple[str, ...]
) -> None:
    project.change("game.yaml", "template: stall.svg", "template: stall.svg\n    back: stall.svg")
    Path("sheets.yaml").write_text(SHEET)
    Path("printers.yaml").write_text(PRINTER)
    client = serve()
    shown = client.get(f"/fair/print?kind=stalls&{query}").text
    (address,) = re.findall(r'href="(/fair/stalls\.pdf\?[^"]*)"', shown)
    answer = client.get(unescape(address))
    assert answer.content == written(project, "render", "fair", "--kind", "stalls", *options)
    for said in query.split("&"):
        name, _, value = said.partition("=")
        assert f"{name}={value}" in address
        assert re.search(rf'name="{name}"', shown)


@pytest.mark.slow
def test_backs_and_cut_lines_are_those_of_the_command(project: Fair, serve: Serve) -> None:
    project.change("game.yaml", "template: stall.svg", "template: stall.svg\n    back: stall.svg")
    client, options = serve(), ("--backs", "separate", "--cut", "svg", "--cutter", "cricut")
    query = "?backs=separate&cut=svg&cutter=cricut"
    assert "stalls-blank-cut.zip?" in client.get(f"/fair/print{query}&what=blank").text
    for name, command in (("stalls", "render"), ("stalls-blank", "blank")):
        project.pnp(command, "fair", "--kind", "stalls", *options, "--out", "made")
        assert client.get(f"/fair/{name}-backs.pdf{query}").content == Path(f"made/fair/{name}-backs.pdf").read_bytes()
        with ZipFile(BytesIO(client.get(f"/fair/{name}-cut.zip{query}").content)) as cuts:
            drawn = {path.name: path.read_bytes() for path in Path("made/fair").glob(f"{name}-cut-*.svg")}
            assert {file: cuts.read(file) for file in cuts.namelist()} == drawn != {}
    assert client.get("/fair/stalls-cut.zip").status_code == 400


def test_a_file_is_made_once_while_nothing_changes(
    project: Fair, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    carry_out = Errands.carry_out

    def counted(self: Errands, request: Any, function: Any, *values: Any, **options: Any) -> Any:
        made.append(function.__name__)
        return carry_out(self, request, function, *values, **options)

    monkeypatch.setattr(Errands, "carry_out", counted)
    client = serve()
    first = client.get("/fair/stalls-blank.pdf").content
    assert client.get("/fair/stalls-blank.pdf?ui=fr&job=12345678").content == first
    assert made == ["sheets"]
    project.change("game.yaml", "Village fair", "Country fair")
    assert (
        client.get("/fair/stalls-blank.pdf").content == written(project, "blank", "fair", "--kind", "stalls") != first
    )
    assert made == ["sheets"] * 2


@pytest.mark.slow
def test_new_items_are_those_of_the_command(project: Fair, shipped_shop: TestClient) -> None:
    answer = shipped_shop.get("/collectors/characters/forge.yaml?count=3&seed=7")
    made = project.pnp("generate", "characters", "--game", "collectors", "--count", "3", "--seed", "7", *FOLDERS)
    assert answer.text == made.stdout


@pytest.mark.parametrize(
    "path, status",
    [
        ("fair/stalls.pdf?lang=xx", 404),
        ("fair/stalls.pdf?colour=red", 400),
        ("fair/stalls.pdf?paper=napkin", 400),
        ("fair/stalls.pdf?copies=0", 400),
        ("fair/stalls.pdf?skip=1,x", 400),
        ("fair/stalls.pdf?lang=en&lang=fr", 400),
        ("fair/stalls.pdf?paper=50x50", 422),
        ("fair/nothing.pdf", 404),
        ("fair/box.pdf", 400),
        ("fair/people/forge.yaml", 422),
        ("fair/stalls-backs.pdf", 400),
    ],
)
def test_what_cannot_be_had_is_refused_in_one_line(desk: TestClient, path: str, status: int) -> None:
    answer = desk.get(f"/{path}")
    assert (answer.status_code, answer.text.count("\n")) == (status, 1), answer.text
    assert answer.headers["content-type"].startswith("text/plain")


def test_nothing_is_printed_while_there_are_errors(project: Fair, serve: Serve) -> None:
    project.change("stalls.yaml", "copies: 2", "copies: two")
    answer = serve().get("/fair/stalls.pdf")
    assert (answer.status_code, "a whole number" in answer.text) == (409, True), answer.text


def test_the_projects_defaults_hold_here_too(project: Fair, serve: Serve) -> None:
    (project.folder / "pnp.yaml").write_text("paper: letter\nlang: fr\nink: low\n", encoding="utf-8")
    answer = serve().get("/fair/stalls.pdf")
    assert answer.content == written(project, "render", "fair", "--kind", "stalls")
    assert 'filename="stalls.fr.pdf"' in answer.headers["content-disposition"]
