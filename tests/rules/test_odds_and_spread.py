"""The checks that ask the lab: a draw, a roll, the spread of an expression."""

import time
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from each import each
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.model.game import Game
from generator.model.load import load_game
from generator.rules.apply import check_balance

GAME = """\
name: Example
kinds:
  things:
    title: Things
    fields:
      cost: {type: number}
      gold: {type: flag}
      parts: {type: list, of: {type: record, fields: {worth: {type: whole}}}}
"""


def told(folder: Path, rule: str, things: str) -> list[tuple[str, str]]:
    (folder / "game.yaml").write_text(GAME)
    (folder / "balance.yaml").write_text(
        f"- {{rule: the-rule, kind: things, source: t, why: t, pass: {{}}, fail: {{}}, {rule}}}\n"
    )
    (folder / "things.yaml").write_text(things)
    game, problems = load_game(folder, "example")
    assert problems == []
    return told_of(game)


def told_of(game: Game) -> list[tuple[str, str]]:
    """What is wrong; that the examples, which are none, do not hold is not reported."""
    return [(found.rule, found.message) for found in check_balance(game)[0] if found.rule != "example-fails"]


GOLD = "- {id: a, gold: true, copies: 2, cost: 1}\n- {id: b, gold: false, copies: 3, cost: 4}\n"


@each(
    ("rule", "message"),
    [
        ("draws: 2, where: gold, max: 0.5", "the chance is 70.0 % (7/10); 0 to 0.5 wanted"),
        ("draws: 2, where: gold, at_least: 2, min: 0.2", "the chance is 10.0 % (1/10); 0.2 to 1 wanted"),
        ("draws: 2, where: gold, exactly: 1, max: 0.5", "the chance is 60.0 % (3/5); 0 to 0.5 wanted"),
        ("draws: 2, where: gold, exactly: 3, min: 0.1", "the chance is 0.0 % (0); 0.1 to 1 wanted"),
        ("roll: 2d6 >= 10, min: 0.5, what: a good roll", "a good roll is 16.7 % (1/6); 0.5 to 1 wanted"),
    ],
)
def test_odds_beyond_their_limits_are_reported_with_the_numbers(rule: str, message: str, tmp_path: Path) -> None:
    assert told(tmp_path, f"check: odds, {rule}", GOLD) == [("the-rule", message)]


@each(
    "rule",
    [
        "draws: 2, where: gold, min: 0.7, max: 0.7",  # 7/10 and no less, whatever floats make of it
        "draws: 2, where: gold, at_least: 0, min: 1",
        "draws: 1, when: gold, where: gold, min: 1",
        "roll: d10 > 3, min: 0.7, max: 0.7",
    ],
)
def test_odds_within_their_limits_are_let_pass(rule: str, tmp_path: Path) -> None:
    assert told(tmp_path, f"check: odds, {rule}", GOLD) == []


@each(
    ("settings", "rule", "message"),
    [
        ("min: 0.5", "missing-field", "draws or roll is missing"),
        ("draws: 1, where: gold, roll: d6 > 1", "unknown-field", "draws and roll exclude each other"),
        ("draws: 1, where: gold, at_least: 1, exactly: 1", "unknown-field", "at_least and exactly exclude each other"),
        ("draws: 1000000000, where: gold", "number-range", "1 to 1000 are possible"),
        ("draws: 1, where: gold, min: 0.8, max: 0.2", "number-range", "no number is between"),
        ("draws: 1, where: silver", "unknown-reference", "'silver' is not a field"),
        ("roll: d6", "wrong-type", "'d6' compares nothing"),
        ("roll: 1000d1000 > 2", "wrong-type", "costs too much"),
    ],
)
def test_a_rule_about_odds_that_cannot_be_asked_is_a_mistake_of_the_rule(
    settings: str, rule: str, message: str, tmp_path: Path
) -> None:
    ((name, said),) = told(tmp_path, f"check: odds, {settings}", GOLD)
    assert name == rule
    assert message in said


def test_more_draws_than_the_deck_has_cards_break_the_rule(tmp_path: Path) -> None:
    assert told(tmp_path, "check: odds, draws: 6, where: gold", GOLD) == [
        ("the-rule", "6 cannot be drawn: the deck holds 5")
    ]


def test_a_rule_about_odds_takes_less_than_a_tenth_of_a_second(tmp_path: Path) -> None:
    things = "".join(
        f"- {{id: t{number}, gold: {'true' if number % 3 else 'false'}, copies: 20}}\n" for number in range(500)
    )
    rules = ("draws: 1000, where: gold, at_least: 700, min: 1", "roll: 100d100 > 5000, min: 1")
    for rule in rules:
        (tmp_path / "game.yaml").write_text(GAME)
        (tmp_path / "balance.yaml").write_text(
            f"- {{rule: the-rule, check: odds, kind: things, source: t, why: t, pass: {{}}, fail: {{}}, {rule}}}\n"
        )
        (tmp_path / "things.yaml").write_text(things)
        game, _ = load_game(tmp_path, "example")
        begun = time.process_time()
        assert len(told_of(game)) == 1
        assert time.process_time() - begun < 0.5  # a loaded machine; 0.1 s on one that is not


def test_an_empty_kind_keeps_every_rule(tmp_path: Path) -> None:
    assert told(tmp_path, "check: odds, draws: 2, where: gold, min: 1", "[]\n") == []
    assert told(tmp_path, "check: spread, of: cost, min: 9", "[]\n") == []


@each(
    ("rule", "message"),
    [
        ("of: cost, max: 2.7", "the mean of cost is 2.8 over 5; 2.7 at the most wanted"),
        ("of: cost, what: quantile, min: 4.5", "the quantile 0.5 of cost is 4 over 5; 4.5 at the least wanted"),
        ("of: cost, what: quantile, at: 0.4, min: 2", "the quantile 0.4 of cost is 1 over 5; 2 at the least wanted"),
        ("of: gold, what: share, min: 0.5, max: 0.6", "the share of gold is 0.4 over 5; 0.5 to 0.6 wanted"),
    ],
)
def test_a_spread_beyond_its_limits_is_reported_with_the_numbers(rule: str, message: str, tmp_path: Path) -> None:
    assert told(tmp_path, f"check: spread, {rule}", GOLD) == [("the-rule", message)]


def test_a_spread_may_be_one_of_members(tmp_path: Path) -> None:
    things = "- {id: a, parts: [{worth: 1}, {worth: 4}]}\n- {id: b, parts: [], copies: 9}\n"
    assert told(tmp_path, "check: spread, of: member.worth, each: parts, min: 2.5, max: 2.5", things) == []


def test_absent_fields_and_too_few_items_are_left_alone(tmp_path: Path) -> None:
    things = GOLD + "- {id: c, copies: 90}\n"
    assert told(tmp_path, "check: spread, of: cost, min: 2.8, max: 2.8", things) == []
    assert told(tmp_path, "check: spread, of: cost, min: 9, least: 6", things) == []


def test_tenths_are_tenths(tmp_path: Path) -> None:
    things = "- {id: a, cost: 0.1}\n- {id: b, cost: 0.2}\n"
    assert told(tmp_path, "check: spread, of: cost * 3, min: 0.45, max: 0.45", things) == []


def test_a_quantile_beyond_the_deck_is_a_mistake_of_the_rule(tmp_path: Path) -> None:
    ((name, said),) = told(tmp_path, "check: spread, of: cost, what: quantile, at: 1.5, max: 9", GOLD)
    assert (name, said) == ("number-range", "1.5 is given; above 0, up to 1 is possible")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20, deadline=None)
@given(
    st.lists(st.tuples(st.booleans(), st.integers(1, 3)), min_size=1, max_size=4), st.integers(1, 4), st.integers(0, 4)
)
def test_the_chance_is_what_counting_all_hands_gives(
    tmp_path: Path, deck: list[tuple[bool, int]], draws: int, least: int
) -> None:
    cards = [gold for gold, copies in deck for _ in range(copies)]
    draws = min(draws, len(cards))
    hands = [sum(hand) for hand in combinations(cards, draws)]
    chance = Fraction(sum(found >= least for found in hands), len(hands))
    things = "".join(f"- {{id: t{n}, gold: {str(gold).lower()}, copies: {k}}}\n" for n, (gold, k) in enumerate(deck))
    found = told(tmp_path, f"check: odds, draws: {draws}, where: gold, at_least: {least}, min: 2, max: 2", things)
    assert found == [("the-rule", f"the chance is {float(100 * chance):.1f} % ({chance}); 2 to 2 wanted")]
