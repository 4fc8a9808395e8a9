"""The table: what lies on it by the game's own files, and what the game's procedures make of a hand."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from each import each
from projects import Project
from starlette.testclient import TestClient

from generator.web.screens.table import MOST_COMPONENTS

Serve = Callable[..., TestClient]
SCRIPTS = Path(__file__).parent / "js"


def laid(client: TestClient, address: str) -> dict[str, Any]:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def pieces(told: dict[str, Any], kind: str) -> int:
    return sum(item["copies"] for deck in told["decks"] if deck["kind"] == kind for item in deck["items"])


@pytest.mark.slow
def test_what_lies_where_is_the_same_by_all_acts_and_seeds() -> None:
    """The rules of the table itself, run by node where there is one."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node here; the browser's tests try the same table")
    done = subprocess.run([node, "--test", str(SCRIPTS)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout


def test_any_game_lies_on_the_table_with_no_further_setting(project: Project, serve: Serve) -> None:
    told = laid(serve(), "/fair/table.json")
    stalls = next(deck for deck in told["decks"] if deck["kind"] == "stalls")
    assert stalls["size"] == [50, 40]
    assert {item["id"]: item["copies"] for item in stalls["items"]} == {"cake": 2, "darts": 1}
    assert stalls["items"][0]["fields"]["price"] == ["3"]
    assert told["counters"] == []
    assert not any(deck["plays"] for deck in told["decks"])
    page = serve().get("/fair/table")
    assert page.status_code == 200
    assert "style=" not in page.text


@pytest.mark.slow
def test_so_many_players_have_the_box_that_the_game_plans_for_them(shipped_shop: TestClient) -> None:
    two, three = (laid(shipped_shop, f"/collectors/table.json?players={number}") for number in (2, 3))
    assert pieces(two, "characters") == 2
    assert pieces(three, "characters") == 3
    assert pieces(laid(shipped_shop, "/collectors/table.json"), "items") > pieces(three, "items")
    assert [deck["title"] for deck in two["decks"] if deck["kind"] == "items"] == ["Items: Hats", "Items: Keys"]


def test_a_game_has_its_own_dice_beside_the_usual_ones(shipped_shop: TestClient) -> None:
    told = laid(shipped_shop, "/collectors/table.json")
    assert told["ownDice"] == [12]
    assert told["dice"] == [4, 6, 8, 10, 12, 20]


@pytest.mark.slow
def test_a_card_is_applied_by_the_games_own_procedure(shipped_shop: TestClient) -> None:
    told = laid(shipped_shop, "/tricks-or-treats/table.json")
    assert told["counters"] == ["treats", "tricks", "masks", "costumes"]
    assert any(deck["plays"] for deck in told["decks"] if deck["kind"] == "surprise-cards")
    address = "/tricks-or-treats/surprise-cards/ankle-grabber/effect.json"
    done = laid(shipped_shop, f"{address}?hand=treats=3,tricks=1&ui=en")
    assert (done["after"]["treats"], done["moved"]) == (2, -7)
    assert done["notes"] == ["treats 3 → 2.", "Move back 7."]
    assert laid(shipped_shop, f"{address}?ui=fr")["notes"][-1] == "Reculez de 7."


@each(
    "address",
    [
        "/tricks-or-treats/surprise-cards/ankle-grabber/effect.json?hand=nothing=1",
        "/tricks-or-treats/surprise-cards/ankle-grabber/effect.json?hand=treats=-1",
        "/tricks-or-treats/housing-tiles/crooked-manor/effect.json?hand=treats=1",
        "/tricks-or-treats/table.json?players=99",
        "/tricks-or-treats/table.json?players=3&mode=none",
        "/tricks-or-treats/table?other=1",
    ],
)
def test_what_cannot_be_had_is_refused(shipped_shop: TestClient, address: str) -> None:
    assert 400 <= shipped_shop.get(address).status_code < 500


def test_what_is_too_much_for_one_table_is_left_off(project: Project, serve: Serve) -> None:
    many = "".join(f"- id: s{number}\n  name: Stall\n  price: 1\n  copies: 100\n" for number in range(51))
    assert MOST_COMPONENTS < 100 * 51
    project.write("data/fair/stalls.yaml", many)
    told = laid(serve(), "/fair/table.json")
    assert told["leftOff"]
    assert pieces(told, "stalls") == 0


def test_it_is_there_where_nothing_is_written(project: Project, serve: Serve) -> None:
    told = laid(serve(), "/fair/table.json")
    assert laid(serve(read_only=True), "/fair/table.json") == told


def test_the_words_of_the_table_are_those_of_the_interface(shipped_shop: TestClient) -> None:
    words = [laid(shipped_shop, f"/collectors/table.json?ui={tongue}")["words"] for tongue in ("en", "fr")]
    assert words[0].keys() == words[1].keys()
    assert json.dumps(words[0]) != json.dumps(words[1])
