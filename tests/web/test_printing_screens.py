"""Blank forms and the box in a browser."""

import re
from collections.abc import Callable
from enum import StrEnum
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from projects import Project
from starlette.testclient import TestClient

from generator.core.choices import Backs, Edge, InkName, JoinName, Marks, PrintInk, TrimName
from generator.web.speech import tongues, vocabulary

Serve = Callable[..., TestClient]
BLANK = "/tricks-or-treats/surprise-cards/blank"


@pytest.mark.parametrize(
    "begins, choices",
    [
        ("backs", Backs),
        ("edge", Edge),
        ("ink", PrintInk),
        ("join", JoinName),
        ("edition", InkName),
        ("marks", Marks),
        ("trim", TrimName),
    ],
)
def test_each_choice_of_a_form_has_its_words_in_each_tongue(begins: str, choices: type[StrEnum]) -> None:
    wanted = {f"{begins}-{choice.value}" for choice in choices}
    assert {tongue: wanted - vocabulary(tongue).keys() for tongue in tongues()} == {
        tongue: set() for tongue in tongues()
    }


def test_a_page_of_blank_forms_shows_the_first_sheet_and_prints_it(shipped_shop: TestClient) -> None:
    page = shipped_shop.get(BLANK)
    assert page.status_code == 200
    assert len(re.findall(r"<image ", page.text)) == 9  # eight forms and the guide
    assert 'href="../surprise-cards-blank.pdf?paper=a4&amp;backs=none&amp;ink=full&amp;lang=en"' in page.text
    assert shipped_shop.get(f"{BLANK}/form.svg?style=picture&lang=fr").headers["content-type"] == "image/svg+xml"
    assert shipped_shop.get(f"{BLANK}/form.svg?side=guide").status_code == 200


def test_the_sheets_of_forms_are_counted_with_their_guide(shipped_shop: TestClient) -> None:
    assert ">2 sheets " in shipped_shop.get(f"{BLANK}?count=9").text
    assert ">One sheet " in shipped_shop.get(f"{BLANK}?count=8").text


def test_the_pages_print_button_gives_the_commands_file(project: Project, serve: Serve) -> None:
    client = serve()
    page = client.get("/fair/stalls/blank?count=2").text
    address = re.search(r'href="\.\./(stalls-blank\.pdf\?[^"]*)"', page)
    assert address is not None
    got = client.get("/fair/" + address[1].replace("&amp;", "&"))
    assert project.pnp("blank", "fair", "--kind", "stalls", "--count", "2", "--out", "o").exit_code == 0
    assert got.content == Path("o/fair/stalls-blank.pdf").read_bytes()


@pytest.mark.parametrize(
    "query, status",
    [("?style=none", 422), ("?art=none", 422), ("?count=0", 400), ("?paper=tissue", 400), ("?lang=tlh", 404)],
)
def test_forms_that_cannot_be_had_are_refused_on_a_page(shipped_shop: TestClient, query: str, status: int) -> None:
    page = shipped_shop.get(BLANK + query)
    assert page.status_code == status
    assert "<h1>" in page.text


def test_a_kind_without_blank_forms_says_why(project: Project, serve: Serve, shipped_shop: TestClient) -> None:
    assert "has no faces" in serve().get("/fair/people/blank").text
    assert "running text" in shipped_shop.get("/tricks-or-treats/rules/blank").text


@pytest.mark.dear
def test_the_box_tells_what_the_plan_tells(shipped_shop: TestClient) -> None:
    page = shipped_shop.get("/tricks-or-treats/box?players=2&paper=letter&backs=long")
    assert page.status_code == 200
    assert 'href="box.pdf?players=2&amp;lang=en&amp;paper=letter&amp;backs=long&amp;ink=full"' in page.text
    assert "one for each collector" in page.text


@pytest.mark.parametrize(
    "query, status",
    [
        ("?players=9", 422),
        ("?players=no", 400),
        ("?mode=chess", 422),
        ("?backs=up", 400),
        ("?backs=long&printer=x", 422),
    ],
)
def test_a_box_that_cannot_be_had_is_refused_on_a_page(shipped_shop: TestClient, query: str, status: int) -> None:
    page = shipped_shop.get("/tricks-or-treats/box" + query)
    assert page.status_code == status
    assert "<h1>" in page.text


def test_a_game_without_a_plan_says_how_to_have_one(project: Project, serve: Serve) -> None:
    page = serve().get("/fair/box")
    assert page.status_code == 200
    assert "plan:" in page.text


SAID = {
    "lang": "fr",
    "paper": "letter",
    "ink": "low",
    "trim": "shaped",
    "marks": "guides",
    "bleed": "1.5",
    "join": "butt",
}
DRAWN_IN = '<rect data-field="price"'  # where the template of stalls goes on


@pytest.fixture
def told(project: Project) -> Project:
    """A project whose ``pnp.yaml`` says how to print, and whose stalls are cut in two ways and planned for a box."""
    (project.folder / "pnp.yaml").write_text("".join(f"{key}: {value}\n" for key, value in SAID.items()))
    Path("printers.yaml").write_text("- {printer: attic, front_x: 1.5, front_y: -2}\n")
    plan = 'plan: [{kind: stalls, sets: "1", source: ours, why: all}]\nplayers: [2, 3]\nkinds:\n'
    project.change("game.yaml", "kinds:\n", plan)
    project.change("game.yaml", "template: stall.svg", "template: stall.svg\n    shaped: cut.svg")
    front = project.path("templates/fair/stall.svg").read_text()
    star = '<polygon data-cut="true" points="1,1 49,1 49,39 9,39"/>'
    project.write("templates/fair/cut.svg", front.replace(DRAWN_IN, f"{star}{DRAWN_IN}", 1))
    return project


def address_on(page: str, file: str) -> dict[str, str]:
    """The options of the address of a PDF that a page offers."""
    (found,) = re.findall(rf'href="(?:\.\./)?{re.escape(file)}\?([^"]*)"', page)
    return dict(parse_qsl(unescape(found)))


def test_what_the_project_says_is_shown_and_printed(told: Project, serve: Serve) -> None:
    with (told.folder / "pnp.yaml").open("a") as file:
        file.write("printer: attic\n")
    client = serve()
    page = client.get("/fair/print").text
    assert address_on(page, "stalls.pdf") == SAID | {"backs": "none", "printer": "attic"}
    assert 'src="stalls/cake.svg?lang=fr&amp;ink=low&amp;v=' in page
    for name, value in SAID.items():
        assert re.search(rf'name="{name}"[^>]* value="{value}"|<option value="{value}" selected', page), name
    assert address_on(client.get("/fair/box").text, "box.pdf").items() >= {"lang": "fr", "paper": "letter"}.items()
    form = address_on(client.get("/fair/stalls/blank").text, "stalls-blank.pdf")
    assert (form["lang"], form["ink"]) == ("fr", "low")
    for asked in ("box", "print"):  # what somebody asks for goes before it
        assert re.search(r"\.pdf\?[^\"]*lang=en", client.get(f"/fair/{asked}?lang=en").text)


def test_marks_and_lengths_that_nobody_names_are_the_kinds_own(project: Project, serve: Serve) -> None:
    project.change("game.yaml", "template: stall.svg", "template: stall.svg\n    marks: guides\n    gutter: 2.5")
    page = serve().get("/fair/print").text
    assert '<option value="guides" selected' in page
    assert re.search(r'name="gutter"[^>]*placeholder="2.5"', page)


def test_a_form_is_shown_in_the_edition_and_cut_that_are_printed(told: Project, serve: Serve) -> None:
    front = told.path("templates/fair/cut.svg").read_text()
    told.write("templates/fair/cut.low.svg", front.replace(DRAWN_IN, f'<circle cx="9" cy="9" r="3"/>{DRAWN_IN}', 1))
    client = serve()
    low, full = (client.get(f"/fair/stalls/blank/form.svg{query}").text for query in ("", "?ink=full"))
    (told.folder / "pnp.yaml").write_text("ink: low\n")
    client.app.state.workshop.look()  # type: ignore[attr-defined]
    straight = client.get("/fair/stalls/blank/form.svg?ink=full").text
    assert len({low, full, straight}) == 3


def test_a_form_is_shown_turned_where_it_is_printed_so(project: Project, serve: Serve) -> None:
    client = serve()
    upright, turned = (client.get(f"/fair/stalls/blank?paper={paper}&count=1").text for paper in ("80x60", "a4"))
    assert "rotate(" not in upright
    (placed,) = re.findall(
        r'<image x="([^"]*)" y="([^"]*)" width="50.0" height="40.0"\s+transform="rotate\((\d+) (\S+) (\S+)\)"', turned
    )
    x, y, turns, across, down = map(float, placed)
    assert (turns % 180, x + 25, y + 20) == (90, across, down)


def test_full_ink_can_be_chosen_where_the_project_prints_with_less(told: Project, serve: Serve) -> None:
    client = serve()
    for page in ("/fair/stalls/", "/fair/stalls/cake"):
        assert 'href="?ink=full"' in client.get(page).text
        assert re.search(r'src="[^"]*cake\.svg\?lang=en&amp;ink=full', client.get(f"{page}?ink=full").text)
        assert not re.search(r"\.svg\?[^\"]*ink=", client.get(page).text)
    assert "stalls.pdf?lang=en&amp;ink=full" in client.get("/fair/stalls/?ink=full").text
