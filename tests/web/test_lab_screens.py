"""The lab in a browser: figures, chances, games that are played."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from each import each
from projects import ROOT, Project
from starlette.testclient import TestClient
from tries import slow_but

from generator.lab.plots.svg import STYLE

Serve = Callable[..., TestClient]
LAB = "/tricks-or-treats/lab"


@pytest.mark.slow
def test_the_figures_and_questions_of_a_game_stand_on_its_page(shipped_shop: TestClient) -> None:
    page = shipped_shop.get(LAB)
    assert page.status_code == 200
    assert 'id="tricks-or-treats-surprise-cards"' in page.text
    assert "✓ kept" in page.text
    assert " style=" not in page.text  # which the policy of the page forbids


def test_a_page_shows_the_figures_of_one_kind(shipped_shop: TestClient) -> None:
    page = shipped_shop.get(LAB + "?kind=costumes").text
    assert 'id="tricks-or-treats-costumes"' in page
    assert 'id="tricks-or-treats-surprise-cards"' not in page
    plot, _, after = page.partition('<section class="first-plot"')[2].partition("</svg>")
    assert re.match(r"[^>]*><div[^>]*><svg class=\W?plot", plot), plot[
        :200
    ]  # before all else, the answer in words beside it
    assert "82.6 % (204/247)" in after.partition("</section>")[0]


def test_figures_follow_the_files(project: Project, serve: Serve) -> None:
    client = serve()
    before = client.get("/fair/lab").text
    project.change("stalls.yaml", "copies: 2", "copies: 7")
    client.app.state.workshop.look()  # type: ignore[attr-defined]
    after = client.get("/fair/lab").text
    assert "lab.yaml" in before
    assert "Stalls: " in before.partition('<section class="first-plot"')[2].partition("</h2>")[0]
    assert before != after


def test_a_game_with_errors_is_told_to_mend_them_first(project: Project, serve: Serve) -> None:
    project.change("stalls.yaml", "copies: 2", "copies: two")
    assert "Fix the errors first" in serve().get("/fair/lab").text


def test_plots_are_drawn_with_the_style_that_they_are_made_for() -> None:
    css = ROOT / "generator" / "web" / "static" / "css" / "plots.css"
    assert css.read_text(encoding="utf-8").endswith(STYLE)


@pytest.mark.parametrize(
    "game, there, not_there",
    [
        ("tricks-or-treats", "tricks-or-treats/door", "collectors/duel"),
        ("collectors", "collectors/duel", "tricks-or-treats/door"),
    ],
)
def test_a_games_own_questions_and_those_of_any_game_are_listed(
    shipped_shop: TestClient, game: str, there: str, not_there: str
) -> None:
    page = shipped_shop.get(f"/{game}/lab/odds").text
    assert f'href="odds/{there}"' in page
    assert 'href="odds/draw"' in page
    assert not_there not in page


@pytest.mark.parametrize(
    "query",
    slow_but(
        2,
        [
            "tricks-or-treats/door?difficulty=12&gathering=4&held=3",
            "tricks-or-treats/surprise?hand.treats=1&hand.masks=3",
            "dice?roll=2d6",
            "tricks-or-treats/surprise?hand=treats:1,masks:3",
            "sum?kind=trick-tickets&draws=3&of=value&at-least=15",
        ],
    ),
)
def test_an_answer_is_reported_in_words_and_bars_with_the_command_that_asks_the_same(
    shipped_shop: TestClient, project: Project, query: str
) -> None:
    page = unescape(shipped_shop.get(f"{LAB}/odds/{query}").text)
    assert 'class="bar"' in page
    command = re.search(r"<code>pnp (odds [^<]*)</code>", page)
    assert command is not None
    told = project.pnp(*command[1].split(), "--data", str(ROOT / "data")).stdout
    assert told.strip() in page


@each(
    "query, status",
    [
        ("tricks-or-treats/door?difficulty=1000&gathering=1", 422),
        ("tricks-or-treats/door?gathering=1", 422),
        ("tricks-or-treats/door?colour=red", 400),
        ("dice?roll=d0", 422),
        ("collectors/duel", 404),
        ("nothing", 404),
    ],
)
def test_what_cannot_be_asked_is_said_on_a_page(shipped_shop: TestClient, query: str, status: int) -> None:
    page = shipped_shop.get(f"{LAB}/odds/{query}")
    assert page.status_code == status
    assert "<h1>" in page.text


@pytest.mark.slow
def test_every_question_of_the_shipped_games_has_a_form(shipped_shop: TestClient) -> None:
    for game in ("tricks-or-treats", "collectors", "star-road"):
        for path in re.findall(r'href="(odds/[^"]+)"', shipped_shop.get(f"/{game}/lab/odds").text):
            if path.rpartition("/")[2] not in (
                "doors",
                "lines",
                "checks",
                "battles",
            ):  # which answer with no value, at length
                assert "<form" in shipped_shop.get(f"/{game}/lab/{path}").text


@pytest.mark.slow
def test_games_are_played_as_the_command_plays_them(shipped_shop: TestClient, project: Project) -> None:
    page = unescape(shipped_shop.get("/collectors/lab/games?players=2&games=5&seed=3&policy=greedy&policy=random").text)
    words = ["simulate", "collectors", "--players", "2", "--games", "5", "--seed", "3", "--policy", "greedy,random"]
    told = project.pnp(*words, "--workers", "1", "--data", str(ROOT / "data")).stdout
    assert told.strip() in page
    assert "<svg" in page


@pytest.mark.parametrize("query, status", [("games=0", 400), ("games=20001", 400), ("games=5&players=9", 422)])
def test_games_that_cannot_be_played_are_refused(shipped_shop: TestClient, query: str, status: int) -> None:
    assert shipped_shop.get(f"/collectors/lab/games?{query}").status_code == status


def test_a_game_whose_rules_nobody_knows_says_so(project: Project, serve: Serve) -> None:
    page = serve().get("/fair/lab/games")
    assert page.status_code == 200
    assert "This game cannot be simulated" in page.text
