"""The levers as data: what can be asked of each kind, within which limits, and why not."""

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from smithy import Smithy, effects_of

from generator.core.problem import Infeasible
from generator.forge.forge import forge, levers
from generator.forge.request import SPECIAL, Lever, LeverForm, Request
from generator.forge.spec import ForgeSpec, read_forge
from generator.forge.worth_scale import share_tables
from generator.model.game import Game
from generator.model.load import load_game
from generator.rules.rulebook import read_rulebook

DATA = Path(__file__).parents[2] / "data"
GAMES = ("collectors", "star-road", "tricks-or-treats")
FORMS: set[LeverForm] = {"number", "decimal", "span", "choice", "choices", "flag", "file"}


def opened(name: str) -> tuple[Game, ForgeSpec]:
    game, _ = load_game(DATA / name, name)
    return game, read_forge(game)[0]


def levers_of(smithy: Smithy, kind: str) -> dict[str, Lever]:
    return {lever.name: lever for lever in levers(smithy.game, smithy.game.kinds[kind], smithy.book, smithy.rules)}


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_tells_every_lever_with_its_limits_or_the_reason_why_not(name: str) -> None:
    game, book = opened(name)
    rules = read_rulebook(game)[0]
    for kind in book.entries:
        found = levers(game, game.kinds[kind], book, rules)
        assert [lever.name for lever in found] == ["count", "seed", "language", *SPECIAL]
        assert {lever.name for lever in found if not lever.reason} - {"count", "seed", "language"} <= book.entries[
            kind
        ].recipe.OPTIONS
        for lever in found:
            assert lever.form in FORMS
            assert lever.says
            assert lever.option.startswith("--")
            if not lever.reason and lever.form in ("choice", "choices"):
                assert lever.of
            if lever.least is not None and lever.most is not None:
                assert lever.least <= lever.most


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_had_is_refused_by_the_forge(name: str) -> None:
    game, book = opened(name)
    rules = read_rulebook(game)[0]
    values: dict[str, Any] = {"mean": Fraction(0), "swing": "calm", "lengths": (1, 1), "repeats": True}
    for kind, entry in book.entries.items():
        for option in {*values} - entry.recipe.OPTIONS:
            request = replace(Request(1), **{option: values[option]})
            with pytest.raises(Infeasible, match=f"{SPECIAL[option][0].option} does not apply to {kind}"):
                forge(game, game.kinds[kind], book, request, Random(1), rules=rules)


def test_limits_are_those_of_the_rules(smithy: Smithy) -> None:
    found = levers_of(smithy, "surprise-cards")
    lengths, mean = found["lengths"], found["mean"]
    assert [lengths.least, lengths.most, lengths.default] == [1, 3, "1..3"]
    assert [mean.least, mean.most] == [-10, 10]
    assert found["only"].of == ("costumes", "masks", "movements", "surprises", "treats", "tricks")
    assert found["count"].most == 59_429
    assert found["swing"].default == "lively"


def test_without_a_scale_of_worth_the_reason_is_reported(smithy: Smithy) -> None:
    bare = Smithy(smithy.game, smithy.book, [rule for rule in smithy.rules if rule.check_name != "worth"])
    assert levers_of(bare, "surprise-cards")["mean"].reason == "balance.yaml has no `worth` rule for surprise-cards"


def test_a_kind_without_a_recipe_has_no_levers(smithy: Smithy) -> None:
    found = levers_of(smithy, "odds-cards")
    assert all(lever.reason for lever in found.values())
    assert found["count"].reason == "forge.yaml has no recipe for odds-cards"


def test_a_game_in_one_language_has_no_choice_of_languages() -> None:
    game, book = opened("star-road")
    found = {lever.name: lever for lever in levers(game, game.kinds["blueprints"], book, read_rulebook(game)[0])}
    assert found["language"].reason == "star-road is written in en alone"
    assert found["count"].most == 183


@pytest.mark.slow
def test_each_card_has_its_worth_and_the_shares_are_reported_before_and_after(smithy: Smithy) -> None:
    made = smithy.make(20, 3)
    halves = {"treats": 4, "tricks": 2, "masks": 2, "movements": 1, "costumes": 6, "surprises": 2}
    for item in made:
        assert item.worth == Fraction(sum(halves[key] * value for key, value in effects_of(item)), 2)
    tables = {table.name: table for table in share_tables(smithy.game, smithy.kind, smithy.rules, made)}
    icons = {line.sort: line for line in tables["icon-shares"].lines}
    assert icons["treats"].wanted == Fraction(26, 100)
    assert icons["treats"].before == 40
    assert tables["icon-shares"].after - tables["icon-shares"].before == sum(len(i.fields["effects"]) for i in made)


def test_a_choice_of_the_kind_is_a_table_too(smithy: Smithy) -> None:
    kind = smithy.game.kinds["housing-tiles"]
    made = forge(smithy.game, kind, smithy.book, Request(8), Random(2), rules=smithy.rules)
    (arrows,) = share_tables(smithy.game, kind, smithy.rules, made)
    assert arrows.name == "arrow"
    assert [line.after - line.before for line in arrows.lines] == [2, 2, 2, 2]
