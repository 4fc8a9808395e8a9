"""The print page: what, how, and the sheets as they will come out."""

import re
from collections.abc import Callable
from enum import StrEnum
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from each import each
from projects import Project
from starlette.testclient import TestClient

from generator.core.choices import Backs, Edge, InkName, JoinName, Marks, PrintInk, TrimName
from generator.printing.sheets import Sheets
from generator.web.speech import tongues, vocabulary

Serve = Callable[..., TestClient]
BLANK = "/tricks-or-treats/print?what=blank&kind=surprise-cards"
PNG = BLANK.replace("print?", "print.png?")


@each(
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


@pytest.mark.slow
def test_a_page_of_blank_forms_shows_the_sheets_and_prints_them(shipped_shop: TestClient) -> None:
    page = shipped_shop.get(BLANK)
    assert page.status_code == 200
    assert "Sheet 1 of 1" in page.text
    assert (
        'href="/tricks-or-treats/surprise-cards-blank.pdf?lang=en&amp;paper=a4&amp;backs=none&amp;ink=full"'
        in page.text
    )
    assert shipped_shop.get(f"{PNG}&style=picture&lang=fr").headers["content-type"] == "image/png"


def test_the_sheets_of_forms_are_counted_with_their_guide(shipped_shop: TestClient) -> None:
    assert "Sheet 1 of 2" in shipped_shop.get(f"{BLANK}&count=9").text
    assert "Sheet 1 of 1" in shipped_shop.get(f"{BLANK}&count=8").text


@each(
    "old, new",
    [
        ("stalls/blank?count=2&paper=letter", "what=blank&kind=stalls&count=2&paper=letter"),
        ("box?players=3&backs=long", "what=box&players=3&backs=long"),
        ("box", "what=box"),
    ],
)
def test_old_addresses_lead_to_the_one_page_with_all_that_they_say(
    project: Project, serve: Serve, old: str, new: str
) -> None:
    answer = serve().get(f"/fair/{old}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, f"/fair/print?{new}")


@each(
    "query, status",
    [("&count=0", 400), ("&paper=tissue", 400), ("&lang=tlh", 404), ("&colour=red", 400), ("&players=9&what=box", 400)],
)
def test_what_cannot_be_had_is_refused_on_a_page(shipped_shop: TestClient, query: str, status: int) -> None:
    page = shipped_shop.get(BLANK + query)
    assert page.status_code == status
    assert "<h1>" in page.text


def test_what_another_kind_has_is_left_aside_when_the_kind_is_changed(project: Project, serve: Serve) -> None:
    """A form sends the style of the forms, and the items, that were chosen of the kind before."""
    page = serve().get("/fair/print?what=blank&kind=stalls&style=none&art=none")
    assert page.status_code == 200
    assert "style" not in address_on(page.text, "stalls-blank.pdf")
    chosen = serve().get("/fair/print?kind=stalls&item=cake&item=ann").text
    assert address_on(chosen, "stalls.pdf")["item"] == "cake"
    assert "no item" in serve().get("/fair/print?kind=stalls&item=nobody").text


@pytest.mark.slow
@each(
    "query, says",
    [
        ("kind=people", "no faces to print"),
        ("what=blank&kind=people", "no faces to print"),
        ("what=box", "plan:"),
        ("what=forged&kind=stalls", "no cards of the forge"),
    ],
)
def test_where_there_is_nothing_to_print_the_page_says_why(
    project: Project, serve: Serve, query: str, says: str
) -> None:
    page = serve().get(f"/fair/print?{query}")
    assert (page.status_code, says in page.text) == (200, True)
    assert "Print (PDF)" not in page.text


def test_a_kind_without_forms_or_items_says_so(project: Project, serve: Serve, shipped_shop: TestClient) -> None:
    assert "running text" in shipped_shop.get("/tricks-or-treats/print?what=blank&kind=rules").text
    project.write("stalls.yaml", "")
    page = serve().get("/fair/print?kind=stalls")
    assert page.status_code == 200
    assert "no components yet" in page.text


def test_errors_stand_before_the_sheets(project: Project, serve: Serve) -> None:
    project.change("stalls.yaml", "copies: 2", "copies: two")
    client = serve()
    client.get("/fair/problems")  # it waits until they are known
    page = client.get("/fair/print?kind=stalls").text
    assert "a whole number" in page
    assert "print.png" not in page


def test_cuts_that_the_paper_has_no_room_to_mark_are_told(project: Project, serve: Serve) -> None:
    page = serve().get("/fair/print?kind=stalls&paper=105x90").text
    assert "no-room-for-marks" in page


def test_a_sheet_that_is_not_there_is_the_last_one(project: Project, serve: Serve) -> None:
    client = serve()
    assert "Sheet 1 of 1" in client.get("/fair/print?kind=stalls&sheet=9").text
    assert client.get("/fair/print.png?kind=stalls&sheet=9").status_code == 404
    assert client.get("/fair/print.png?kind=stalls&side=back").status_code == 404


def test_sheets_that_nobody_looks_at_are_not_drawn(
    project: Project, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, drawn = serve(), list[tuple[object, ...]]()
    client.get("/fair/stalls/")
    monkeypatch.setattr(Sheets, "_behind", lambda *_: pytest.fail("no back is looked at"))
    fronts = Sheets._fronts

    def counted(self: Sheets, *how: Any) -> Any:
        drawn.append(how)
        return fronts(self, *how)

    monkeypatch.setattr(Sheets, "_fronts", counted)
    page = client.get("/fair/print?kind=stalls&copies=99&sheet=3").text
    client.get("/fair/print.png?kind=stalls&copies=99&sheet=3")
    assert "Sheet 3 of" in page
    assert drawn == [(None, 2, 3)]


@pytest.mark.slow
def test_the_box_tells_what_the_plan_tells(shipped_shop: TestClient) -> None:
    page = shipped_shop.get("/tricks-or-treats/print?what=box&players=2&paper=letter&backs=long")
    assert page.status_code == 200
    found = address_on(page.text, "box.pdf")
    assert found == {"players": "2", "lang": "en", "paper": "letter", "backs": "long", "ink": "full"}
    assert "one for each collector" in page.text


@pytest.mark.slow
@pytest.mark.parametrize(
    "query, status",
    [
        ("&players=9", 422),
        ("&players=no", 400),
        ("&mode=chess", 422),
        ("&backs=up", 400),
        ("&backs=long&printer=x", 422),
    ],
)
def test_a_box_that_cannot_be_had_is_refused_on_a_page(shipped_shop: TestClient, query: str, status: int) -> None:
    page = shipped_shop.get("/tricks-or-treats/print?what=box" + query)
    assert page.status_code == status
    assert "<h1>" in page.text


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
    (found,) = re.findall(rf'href="[^"]*/{re.escape(file)}\?([^"]*)"', page)
    return dict(parse_qsl(unescape(found)))


def test_what_the_project_says_is_shown_and_printed(told: Project, serve: Serve) -> None:
    with (told.folder / "pnp.yaml").open("a") as file:
        file.write("printer: attic\n")
    client = serve()
    page = client.get("/fair/print?kind=stalls").text
    assert address_on(page, "stalls.pdf") == SAID | {"printer": "attic"}
    assert 'src="stalls/cake.svg?lang=fr&amp;ink=low&amp;v=' in page
    for name, value in SAID.items():
        assert re.search(rf'name="{name}"[^>]* value="{value}"|<option value="{value}" selected', page), name
    assert (
        address_on(client.get("/fair/print?what=box").text, "box.pdf").items()
        >= {"lang": "fr", "paper": "letter"}.items()
    )
    form = address_on(client.get("/fair/print?what=blank").text, "stalls-blank.pdf")
    assert (form["lang"], form["ink"]) == ("fr", "low")
    for asked in ("box", "kind"):  # what somebody asks for goes before it
        assert re.search(r"\.pdf\?[^\"]*lang=en", client.get(f"/fair/print?what={asked}&lang=en").text)


def test_marks_and_lengths_that_nobody_names_are_the_kinds_own(project: Project, serve: Serve) -> None:
    project.change("game.yaml", "template: stall.svg", "template: stall.svg\n    marks: guides\n    gutter: 2.5")
    page = serve().get("/fair/print?kind=stalls").text
    assert '<option value="guides" selected' in page
    assert re.search(r'name="gutter"[^>]*placeholder="2.5"', page)


@pytest.mark.slow
def test_forms_are_shown_in_the_edition_and_cut_that_are_printed(told: Project, serve: Serve) -> None:
    front = told.path("templates/fair/cut.svg").read_text()
    told.write("templates/fair/cut.low.svg", front.replace(DRAWN_IN, f'<circle cx="9" cy="9" r="3"/>{DRAWN_IN}', 1))
    client, shown = serve(), "/fair/print.png?what=blank&kind=stalls"
    low, full = (client.get(f"{shown}{query}").content for query in ("", "&ink=full"))
    (told.folder / "pnp.yaml").write_text("ink: low\n")
    client.app.state.workshop.look()  # type: ignore[attr-defined]
    straight = client.get(f"{shown}&ink=full").content
    assert len({low, full, straight}) == 3


def test_full_ink_can_be_chosen_where_the_project_prints_with_less(told: Project, serve: Serve) -> None:
    client = serve()
    for page in ("/fair/stalls/", "/fair/stalls/cake"):
        assert 'href="?ink=full"' in client.get(page).text
        assert re.search(r'src="[^"]*cake\.svg\?lang=en&amp;ink=full', client.get(f"{page}?ink=full").text)
        assert not re.search(r"\.svg\?[^\"]*ink=", client.get(page).text)
    assert "print?lang=en&amp;ink=full&amp;kind=stalls" in client.get("/fair/stalls/?ink=full").text
