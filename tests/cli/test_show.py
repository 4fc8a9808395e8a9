"""``pnp show``."""

import json
import shutil
from pathlib import Path

import pytest
from each import each
from typer.testing import CliRunner

from generator.cli.commands import app

ROOT = Path(__file__).parents[2]


def show(*arguments: str) -> tuple[int, str, str]:
    folders = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]
    result = CliRunner().invoke(app, ["show", *arguments, *folders])
    return result.exit_code, result.stdout, result.stderr


def test_a_card_is_reported_in_the_order_it_applies_with_the_reason_in_both_languages() -> None:
    status, text, _ = show("surprise-cards/giant-lollipop")
    assert status == 0
    assert "1. Give back 1\u00a0mask (masks -1)\n    2. Draw 3\u00a0treats (treats +3)\n" in text
    assert "(treats +3)\n    The lowest effect is a loss" in text
    assert "1. Rends 1\u00a0masque (masks -1)\n    2. Pioche 3\u00a0friandises" in text


@pytest.mark.slow
def test_json_has_the_positions_in_the_order_they_apply() -> None:
    status, text, _ = show("surprise-cards/giant-lollipop", "--format", "json")
    account = json.loads(text)
    assert status == 0
    assert account["order"] == [1, 0]
    assert account["fields"]["effects"] == [{"treats": 3}, {"masks": -1}]


@pytest.mark.slow
def test_a_hand_is_played() -> None:
    status, text, _ = show("surprise-cards/giant-lollipop", "--hand", "treats=1,masks=3", "--format", "json")
    hand = json.loads(text)["hand"]
    assert status == 0
    assert hand["after"] == {"treats": 4, "tricks": 0, "masks": 2, "costumes": 0}


@pytest.mark.slow
def test_an_item_of_a_kind_without_a_procedure_is_told_by_its_fields() -> None:
    status, text, _ = show("characters/sniper")
    assert status == 0
    assert "name: en: Sniper" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("item", "field"), [("housing-tiles/granny-nibbles-cottage", "difficulty"), ("blueprints/bullet", "value")]
)
def test_a_number_of_nought_is_reported(item: str, field: str) -> None:
    assert f"  {field}: 0\n" in show(item)[1]
    assert json.loads(show(item, "--format", "json")[1])["fields"][field] == 0


@pytest.fixture
def special(tmp_path: Path) -> list[str]:
    """A card with a special above a gain, and one that is blank."""
    shutil.copytree(ROOT / "data/tricks-or-treats", tmp_path / "tricks-or-treats")
    cards = "- {id: two, title: T, effects: [{surprises: 1}, {treats: +2}]}\n- {id: none, title: N, effects: [], blank: true}\n"
    (tmp_path / "tricks-or-treats/surprise-cards.yaml").write_text(cards, encoding="utf-8")
    return ["--data", str(tmp_path), "--templates", str(ROOT / "templates")]


@pytest.mark.slow
def test_a_special_has_no_sign_and_is_left_out_where_it_is_void(special: list[str]) -> None:
    text = CliRunner().invoke(app, ["show", "surprise-cards/two", *special]).stdout
    assert "1. Draw 1\u00a0Surprise (surprises 1)\n    2. Draw 2\u00a0treats (treats +2)" in text
    drawn = ["show", "surprise-cards/two", "--hand", "treats=0", "--drawn-by-surprise", *special]
    account = json.loads(CliRunner().invoke(app, [*drawn, "--format", "json"]).stdout)
    assert account["order"] == [1]
    assert account["hand"]["after"]["treats"] == 2
    text = CliRunner().invoke(app, drawn).stdout
    assert "Surprise (surprises" not in text
    assert "special comes" not in text
    assert "The special is void" in text


@pytest.mark.slow
def test_a_blank_card_says_what_becomes_of_it(special: list[str]) -> None:
    text = CliRunner().invoke(app, ["show", "surprise-cards/none", *special]).stdout
    assert "  en:\n    A blank card: ignore it and draw another.\n" in text
    assert "Carte vierge" in text


@pytest.mark.slow
@each(
    ("arguments", "words"),
    [
        (["surprise-cards/giant-lolipop"], "did you mean surprise-cards/giant-lollipop?"),
        (["nothing/at-all"], "there is no item"),
        (["sweet-downpour"], "sweet-downpour is not a kind; did you mean surprise-cards/sweet-downpour?"),
        (["surprise-cards/giant-lollipop", "--game", "chess"], "no game 'chess'"),
        (["surprise-cards/giant-lollipop", "--hand", "treats=x"], "write name=number"),
        (["surprise-cards/giant-lollipop", "--hand", "treats=1,treats=2"], "holds treats twice"),
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
