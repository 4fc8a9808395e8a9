"""Blank forms and the box in a browser."""

import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

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
    assert 'href="../surprise-cards-blank.pdf?lang=en&amp;ink=full"' in page.text
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
