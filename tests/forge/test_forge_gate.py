"""What is made keeps every rule of its game, whatever the recipe; what cannot be kept is said before anything is."""

from pathlib import Path
from typing import Any

import pytest
from each import each
from fairs import BAG, BUDGET, DESIGNS, DRAW, ENSEMBLE, FIELDS, MEMBERS, NAMED, PRIZES, SPANS, WORTH, fair
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tries import slow_but, tries
from workbench import Bench, as_text, bench, with_them

from generator.core.problem import Faulty, Infeasible, Problem
from generator.rules.apply import check_balance

KINDS = [
    *(("tricks-or-treats", "surprise-cards"), ("tricks-or-treats", "housing-tiles")),
    *(("star-road", "blueprints"), ("collectors", "characters")),
]
AT_HAND = "- {id: a, length: 1, price: 7, side: left}\n- {id: b, length: 2, price: 8, side: left}\n"
NAMES = "- {id: a, name: A, length: 1, price: 2, side: left}\n- {id: b, name: B, length: 2, price: 3, side: left}\n"


def errors(stalls: Bench, made: list[Any], folder: Path) -> list[Problem]:
    """What the checker calls an error once the new items stand in the game's own file."""
    (folder / "with").mkdir(exist_ok=True)
    return [problem for problem in with_them(stalls, made, folder / "with")[1] if problem.level == "error"]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), slow_but(1, KINDS))
@settings(max_examples=tries(3), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(count=st.integers(1, 30), seed=st.integers(0, 2**32))
def test_whatever_is_made_the_game_keeps_its_rules(game: str, kind: str, tmp_path: Path, count: int, seed: int) -> None:
    known = bench(game, kind)
    assert errors(known, known.make(count, seed), tmp_path) == check_balance(known.game)[0] == []


BITING = [
    (DRAW, FIELDS, [*SPANS, "slow; expression, that: price >= 2 * length"], AT_HAND),
    (DRAW, FIELDS, [*SPANS, "far; expression, that: side == 'left' or price > 6"], AT_HAND),
    (DRAW, FIELDS, [*SPANS, "once; unique, field: price"], AT_HAND),
    (DRAW, FIELDS, [*SPANS, "pair; unique, field: length, within: side"], AT_HAND),
    (MEMBERS, PRIZES, BAG, "[]\n"),
    (MEMBERS, PRIZES, [*BAG, "odd; expression, each: prizes, that: member.value != 2"], "[]\n"),
    (MEMBERS, PRIZES, [*BAG, "alone; expression, that: prizes|length == 1"], "[]\n"),
    (
        MEMBERS,
        PRIZES,
        [*BAG, "tight; key-range, when: prizes|length > 1, field: prizes, keys: {coins: [2, 3]}"],
        "[]\n",
    ),
    (DESIGNS, NAMED, WORTH, NAMES),
    (DESIGNS, NAMED, [*WORTH, "even; shares, by: side, of: {left: 50, right: 50}, tolerance: 20"], NAMES),
    (DESIGNS, NAMED, [*WORTH, "once; unique, field: price, within: side"], NAMES),
    (DESIGNS, NAMED, [*WORTH, "named; unique, field: name"], NAMES),
    (ENSEMBLE, NAMED, BUDGET, "[]\n"),
    (ENSEMBLE, NAMED, [*BUDGET, "small; expression, that: length < price"], "[]\n"),
    (ENSEMBLE, NAMED, [*BUDGET, "right; expression, that: side == 'left' or price > 3"], "[]\n"),
    (ENSEMBLE, NAMED, [*BUDGET, "once; unique, field: length"], "[]\n"),
]


@pytest.mark.parametrize(("forge", "fields", "rules", "items"), slow_but(3, BITING))
@each("count", [1, 4])
def test_rules_that_bite_are_kept(
    forge: str, fields: str, rules: list[str], items: str, count: int, tmp_path: Path
) -> None:
    stalls = fair(tmp_path, forge, fields, rules, items)
    for seed in range(6):
        made = stalls.make(count, seed)
        assert len(made) == count
        assert errors(stalls, made, tmp_path) == []
        assert as_text(stalls.make(count, seed)) == as_text(made)


@pytest.mark.slow
@each(
    ("forge", "fields", "rules", "items", "message"),
    [
        (
            DRAW,
            FIELDS,
            [*SPANS, "size; how-many, max: 3"],
            AT_HAND,
            "4 stalls that keep the rules were not found: size: ",
        ),
        (DRAW, FIELDS, [*SPANS, "row; sequence, field: price"], "[]\n", "row: "),
        (DRAW, FIELDS, [*SPANS, "known; refers, fields: [side], key: id"], "[]\n", "no item of stalls has the id"),
        (
            DRAW,
            FIELDS,
            [*SPANS, "short; unique, field: side"],
            "[]\n",
            "4 were asked for, but the rules and lists of forge.yaml leave 2 stalls",
        ),
        (DRAW, NAMED, SPANS, "[]\n", "missing-field: stalls: name is missing (and 3 more)"),
        (DESIGNS, NAMED, [*WORTH, "one; unique, field: side"], "[]\n", "4 were asked for, but the designs"),
        (MEMBERS, PRIZES, [*BAG, "few; expression, that: prizes.0.value > 9"], "[]\n", "not found: few: "),
        (ENSEMBLE, NAMED, [*BUDGET, "one; how-many, exactly: 3"], "[]\n", "4; 3 wanted"),
    ],
)
def test_what_cannot_be_kept_is_said(
    forge: str, fields: str, rules: list[str], items: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(Infeasible) as told:
        fair(tmp_path, forge, fields, rules, items).make(4)
    assert message in str(told.value)


@pytest.mark.slow
def test_a_warning_is_written_and_noted(tmp_path: Path) -> None:
    notes: list[str] = []
    rule = "size; how-many, max: 3, level: warning"
    made = fair(tmp_path, DRAW, FIELDS, [*SPANS, rule], AT_HAND).make(4, notes=notes)
    assert len(made) == 4
    assert notes == ["size: 6; 3 at the most wanted; that is a warning"]


def test_nothing_is_said_of_a_deck_of_which_a_value_could_not_be_read(tmp_path: Path) -> None:
    stalls = fair(tmp_path, DRAW, FIELDS, [*SPANS, "row; sequence, field: price"], AT_HAND)
    with pytest.raises(Infeasible):
        stalls.make(4)
    stalls.kind.items[0].wrong = frozenset({"price"})
    assert len(stalls.make(4)) == 4


def test_what_was_wrong_before_does_not_count(tmp_path: Path) -> None:
    at_hand = AT_HAND.replace("length: 1", "length: 9")
    notes: list[str] = []
    assert len(fair(tmp_path, DRAW, FIELDS, SPANS, at_hand).make(4, notes=notes)) == 4
    assert notes == []


@each(
    "rule",
    [
        "slow; expression, that: price / (length - 3) > -99",
        "slow; expression, when: price / (length - 3) > -99, that: price > 0",
        "slow; mean, of: price / (length - 3), min: 0, max: 3",
        "slow; sequence, field: price, when: price / (length - 3) > 99",
    ],
)
def test_a_rule_that_cannot_be_worked_out_for_new_items_stops_it(rule: str, tmp_path: Path) -> None:
    with pytest.raises(Faulty) as told:
        fair(tmp_path, DRAW, FIELDS, [*SPANS, rule], AT_HAND).make(10)
    (problem,) = told.value.problems
    assert (problem.rule, problem.line) == ("rule-syntax", 3)
    assert problem.file.endswith("balance.yaml")
    assert "it divides by 0" in problem.message
