"""``pnp show``."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli.app import app

ROOT = Path(__file__).parent.parent


def show(*arguments: str) -> tuple[int, str, str]:
    folders = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]
    result = CliRunner().invoke(app, ["show", *arguments, *folders])
    return result.exit_code, result.stdout, result.stderr


def test_a_card_is_told_in_the_order_it_applies_with_the_reason_in_both_languages() -> None:
    status, text, _ = show("surprise-cards/giant-lollipop")
    assert status == 0
    assert "1. Give back 1\u00a0mask (masks -1)\n    2. Take 3\u00a0treats (treats +3)\n" in text
    assert "(treats +3)\n    The lowest effect is a loss" in text
    assert "1. Rends 1\u00a0masque (masks -1)\n    2. Prends 3\u00a0friandises" in text


def test_json_has_the_positions_in_the_order_they_apply() -> None:
    status, text, _ = show("surprise-cards/giant-lollipop", "--format", "json")
    account = json.loads(text)
    assert status == 0
    assert account["order"] == [1, 0]
    assert account["fields"]["effects"] == [{"treats": 3}, {"masks": -1}]


def test_a_hand_is_played() -> None:
    status, text, _ = show("surprise-cards/giant-lollipop", "--hand", "treats=1,masks=3", "--format", "json")
    hand = json.loads(text)["hand"]
    assert status == 0
    assert hand["after"] == {"treats": 4, "tricks": 0, "masks": 2, "costumes": 0}


def test_an_item_of_a_kind_without_a_procedure_is_told_by_its_fields() -> None:
    status, text, _ = show("characters/sniper")
    assert status == 0
    assert "name: en: Sniper" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["surprise-cards/giant-lolipop"], "did you mean surprise-cards/giant-lollipop?"),
        (["nothing/at-all"], "there is no item"),
        (["surprise-cards/giant-lollipop", "--game", "chess"], "no game 'chess'"),
        (["surprise-cards/giant-lollipop", "--hand", "treats=x"], "write name=number"),
        (["surprise-cards/giant-lollipop", "--hand", "sweets=1"], "no holding 'sweets'"),
        (["characters/sniper", "--hand", "treats=1"], "changes no hand"),
        (["surprise-cards/giant-lollipop", "--drawn-by-surprise"], "goes with --hand"),
    ],
)
def test_wrong_use_is_one_clear_line(arguments: list[str], words: str) -> None:
    status, text, error = show(*arguments)
    assert (status, text) == (2, "")
    assert words in error
    assert error.count("\n") == 1
