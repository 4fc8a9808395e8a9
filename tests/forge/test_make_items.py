"""Items made together, as the command and the workshop hand them out; and what they are worth beside the deck."""

from fractions import Fraction
from pathlib import Path

import pytest
from projects import ROOT
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.core.folders import Project
from generator.forge.item_rules import read_item
from generator.forge.make_items import GeneratedItems, make_items
from generator.forge.request import GenerateOptions
from generator.forge.worth_scale import worth_scale
from generator.lab.lab_file import Lab, read_lab
from generator.model.game import Item
from generator.rules.rulebook import read_rulebook

SHIPPED = Project(ROOT / "data", ROOT / "templates")


def read_back(batch: GeneratedItems) -> list[Item]:
    return [read_item(batch.kind, item.fields, batch.game.languages)[0] for item in batch.items]


@pytest.fixture(scope="module")
def cards() -> GeneratedItems:
    return make_items(GenerateOptions("surprise-cards", "tricks-or-treats", 3, 7), SHIPPED)


@pytest.mark.slow
@pytest.mark.parametrize("named", [[], ["--game", "tricks-or-treats"]])
def test_a_batch_reads_as_the_command_writes_it_whether_the_game_is_named_or_not(
    named: list[str], cards: GeneratedItems
) -> None:
    options = ["--data", str(SHIPPED.data), "--templates", str(SHIPPED.templates)]
    made = CliRunner().invoke(app, ["generate", "surprise-cards", *named, "--count", "3", "--seed", "7", *options])
    assert made.stdout == cards.text
    assert cards.text.startswith("# pnp generate surprise-cards --count 3 --seed 7 (data ")


@pytest.mark.slow
def test_a_kind_that_several_games_have_is_made_with_the_game_named() -> None:
    batch = make_items(GenerateOptions("characters", "collectors", 1, 7), SHIPPED)
    assert batch.text.startswith("# pnp generate characters --game collectors --count 1 --seed 7 (data ")


@pytest.mark.slow
def test_items_of_a_batch_are_read_back_as_from_a_file(cards: GeneratedItems) -> None:
    assert [item.id for item in read_back(cards)] == [item.id for item in cards.items]
    assert not any(item.broken for item in read_back(cards))


def test_the_scale_of_a_worth_rule_holds_the_deck_and_the_new_items(cards: GeneratedItems) -> None:
    rules = read_rulebook(cards.game)[0]
    scale = worth_scale(cards.kind, rules, Lab(), read_back(cards))
    assert scale is not None
    assert scale.name == "card-worth"
    assert scale.limits == (scale.low, scale.high) == (Fraction(-10), Fraction(10))
    assert set(scale.of) == {item.id for item in cards.items}
    assert sum(scale.at_hand.values()) == sum(item.copies for item in cards.kind.items)


@pytest.mark.slow
def test_without_a_worth_rule_the_labs_first_measure_is_the_scale() -> None:
    batch = make_items(GenerateOptions("characters", "collectors", 2, 7), SHIPPED)
    scale = worth_scale(batch.kind, [], read_lab(batch.game)[0], read_back(batch))
    assert scale is not None
    assert scale.limits is None
    assert all(scale.low <= worth <= scale.high for worth in scale.of.values())
    assert all(isinstance(worth, Fraction) for worth in scale.of.values())


def test_a_kind_with_neither_has_no_scale(cards: GeneratedItems) -> None:
    assert worth_scale(cards.kind, [], Lab(), []) is None


def test_a_batch_writes_nothing(tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    make_items(GenerateOptions("housing-tiles", None, 1, 1), SHIPPED)
    assert sorted(tmp_path.iterdir()) == before
