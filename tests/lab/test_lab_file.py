"""``lab.yaml``: what is wrong with it is reported at its place, and ``pnp check`` keeps what its questions expect."""

from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from decks import flow, game_of
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import ROOT, Project

from generator.lab import as_words
from generator.lab.answers import answered, check_lab, tried_lab
from generator.lab.as_data import json_of
from generator.lab.as_page import page
from generator.lab.deck import spread
from generator.lab.figures import figures
from generator.lab.lab_file import read_lab
from generator.lab.question import BadQuestion
from generator.model.load import load_game

GAMES = sorted(path.parent.name for path in (ROOT / "data").glob("*/lab.yaml"))


@pytest.mark.parametrize(
    ("lab", "place", "rule", "said"),
    [
        ("- measures", (1, 1), "wrong-type", "a mapping with measures"),
        ("mesures: []", (1, 1), "unknown-field", "'mesures' is not a field"),
        ("measures: 3", (1, 11), "wrong-type", "a list is wanted here, not '3'"),
        ("measures: [3]", (1, 12), "wrong-type", "a mapping is wanted here, not '3'"),
        ("measures: [{name: n, kind: stalls}]", (1, 12), "missing-field", "expression is missing"),
        ("measures: [{name: n, kind: stall, expression: price}]", (1, 28), "unknown-reference", "'stall' is not a kind"),
        ("measures: [{name: n, kind: stalls, expression: cost}]", (1, 48), "unknown-reference", "no field 'cost'"),
        ("measures: [{name: n, kind: stalls, expression: price +}]", (1, 48), "lab-syntax", "cannot read"),
        ("measures: [{name: n, kind: stalls, expression: price, by: sort}]", (1, 59), "unknown-reference", "'sort'"),
        ("measures: [{name: n, kind: stalls, expression: price % 'a'}]", (1, 48), "lab-syntax", "numbers only"),
        ("measures: [{name: n, kind: stalls, expression: price, colour: red}]", (1, 55), "unknown-field", "'colour'"),
        ("curves: [{kind: stalls, x: price, y: weigth}]", (1, 38), "unknown-reference", "'weigth'"),
        ("curves: [{kind: stalls, x: price, y: name.fair}]", (1, 38), "lab-syntax", "fair"),
        ("better: [stalls]", (1, 9), "wrong-type", "a mapping of kinds"),
        ("better: {stall: {price: low}}", (1, 10), "unknown-reference", "'stall' is not a kind"),
        ("better: {stalls: low}", (1, 18), "wrong-type", "fields with low, high or same"),
        ("better: {stalls: {prize: low}}", (1, 19), "unknown-reference", "'prize'"),
        ("better: {stalls: {price: lower}}", (1, 26), "not-one-of", "'lower' is none of low, high, same"),
        ("better: {stalls: {price: same}}", (1, 18), "missing-field", "nothing is low or high"),
        ("questions: [{name: n}]", (1, 13), "missing-field", "it asks nothing"),
        ("questions: [{name: n, drawn: {}}]", (1, 23), "unknown-field", "'drawn'"),
        ("questions: [{name: n, draw: 3}]", (1, 29), "wrong-type", "a mapping of the question's values"),
        (
            "questions: [{name: n, dice: {roll: d6}, draw: {kind: stalls, draws: 1, where: price}}]",
            (1, 41), "wrong-type", "one is asked",
        ),
        ("questions: [{name: n, draw: {kind: stalls, draws: {a: b}, where: price}}]", (1, 51), "wrong-type", "a value"),
        ("questions: [{name: n, draw: {kind: stalls, draws: 1, where: cost}}]", (1, 61), "unknown-reference", "'cost'"),
        ("questions: [{name: n, draw: {kind: stalls, draws: 9, where: price}}]", (1, 51), "lab-syntax", "holds 3"),
        ("questions: [{name: n, draw: {kind: stalls, draws: many, where: price}}]", (1, 51), "lab-syntax", "not a whole"),
        ("questions: [{name: n, dice: {roll: d0>1}}]", (1, 36), "lab-syntax", "1 to 1,000 sides"),
        ("questions: [{name: n, dice: {roll: 2d6}}]", (1, 13), "lab-syntax", "no 'chance'"),
        ("questions: [{name: n, dice: {roll: 2d6}, take: median}]", (1, 48), "lab-syntax", "no 'median'"),
        ("questions: [{name: n, dice: {roll: 2d6}, take: distribution}]", (1, 48), "lab-syntax", "not a number"),
        ("questions: [{name: n, dice: {roll: 2d6=7}, expect: 0.5}]", (1, 52), "wrong-type", "the lowest and the highest"),
        ("questions: [{name: n, dice: {roll: 2d6=7}, expect: [0.5]}]", (1, 52), "wrong-type", "the lowest and"),
        ("questions: [{name: n, dice: {roll: 2d6=7}, expect: [0.5, x]}]", (1, 58), "wrong-type", "a number"),
        ("questions: [{name: n, dice: {roll: 2d6=7}, expect: [0.5, 0.4]}]", (1, 52), "number-range", "lowest is 0.5"),
        ("questions: [{name: n, spread: {kind: stalls}}]", (1, 31), "lab-syntax", "of=EXPR is missing"),
        ("questions: [{name: n, spread: {kind: stalls, of: price, at: 2}}]", (1, 61), "lab-syntax", "not a part"),
        ("questions: [{name: n, spread: {kind: stalls, of: price, what: most}}]", (1, 63), "lab-syntax", "none of mean"),
        ("questions: [{name: n, spread: {kind: stalls, of: name}}]", (1, 50), "lab-syntax", "no item of stalls"),
        ("questions: [{name: n, dice: {roll: 2d6=7}, expect: [0.5, 1]}]", (1, 52), "lab-expectation", "16.7 % (1/6)"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_at_its_place(
    project: Project, lab: str, place: tuple[int, int], rule: str, said: str
) -> None:
    project.write("lab.yaml", lab)
    (found,) = project.check()
    assert (found.file, (found.line, found.column), found.rule) == ("data/fair/lab.yaml", place, rule)
    assert said in found.message


def test_a_question_may_only_warn(project: Project) -> None:
    project.write("lab.yaml", "questions: [{name: seven, dice: {roll: 2d6=7}, expect: [0.5, 1], level: warning}]")
    (found,) = project.check()
    assert (found.level, found.rule) == ("warning", "lab-expectation")
    assert found.message == "seven: 16.7 % (1/6); 50 to 100 % expected"
    assert project.pnp("check").exit_code == 0
    assert project.pnp("check", "--strict").exit_code == 1


def test_the_lab_is_a_file_of_the_game_that_can_be_checked_alone(project: Project) -> None:
    project.write("lab.yaml", "questions: [{name: seven, dice: {roll: 2d6=7}, expect: [0.5, 1]}]")
    project.change("stalls.yaml", "price: 3", "price: slow")
    assert [found.rule for found in project.check("data/fair/lab.yaml")] == []  # not asked of a broken deck
    project.change("stalls.yaml", "price: slow", "price: 3")
    assert [found.rule for found in project.check("data/fair/lab.yaml")] == ["lab-expectation"]
    assert project.check("data/fair/people.yaml") == []


def test_an_expression_that_only_the_items_left_out_would_break_is_no_mistake(tmp_path: Path) -> None:
    lab = "measures: [{name: n, kind: stalls, expression: value * 2, where: value != 'X'}]"
    game = game_of(tmp_path, [{"value": "X"}, {"value": 2}, {"cost": 1}], lab)
    assert check_lab(game) == []
    every = game_of(tmp_path, [{"value": "X"}], lab.replace(", where: value != 'X'", ""))
    assert [problem.rule for problem in check_lab(every)] == ["lab-syntax"]


def test_dividing_by_nothing_leaves_an_item_out(tmp_path: Path) -> None:
    lab = "measures: [{name: n, kind: stalls, expression: value / cost}]"
    assert check_lab(game_of(tmp_path, [{"value": 3, "cost": 0}, {"value": 3, "cost": 1}], lab)) == []


decks = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3)), min_size=1, max_size=6)


@settings(max_examples=30)
@given(decks, st.sampled_from(["0.25", "0.5", "1"]))
def test_a_spread_is_what_the_deck_written_out_gives(deck: list[tuple[int, int]], at: str) -> None:
    with TemporaryDirectory() as folder:
        game = game_of(Path(folder), [{"cost": cost, "copies": copies} for cost, copies in deck])
    whole = sorted(cost for cost, copies in deck for _ in range(copies))
    given_ = ["kind=stalls", "of=cost"]
    assert spread(given_, game) == Fraction(sum(whole), len(whole))
    share = spread(["kind=stalls", "of=cost > 2", "what=share"], game)
    assert share == Fraction(sum(cost > 2 for cost in whole), len(whole))
    quantile = spread([*given_, "what=quantile", f"at={at}"], game)
    assert quantile == next(
        cost for cost in whole if sum(other <= cost for other in whole) >= Fraction(at) * len(whole)
    )
    large = [cost for cost in whole if cost > 2]
    if large:
        assert spread([*given_, "where=cost > 2"], game) == Fraction(sum(large), len(large))
    else:
        with pytest.raises(BadQuestion, match="no item of stalls"):
            spread([*given_, "where=cost > 2"], game)


WORDS = [
    *("stalls", "people", "cost", "value", "cost / value", "value / 0", "tags|length", "sort == 'mix'", "nothing"),
    *("a +", "low", "high", "same", "share", "mean", "quantile", "0.5", "-1", "9" * 30, "chance", "distribution.0"),
    *("2d6", "d6 >= 3", '"\\n"', "~", "id", "copies", "[1, 2]", "[0.1, x]", "{a: b}", "name.first", "true"),
]
values = st.sampled_from(WORDS)


def mostly(*good: str) -> st.SearchStrategy[str]:
    """What can be meant, now and then anything."""
    return st.one_of(*[st.sampled_from(good)] * 9, values)


kinds = mostly("stalls")
numeric = mostly(
    "cost", "copies", "cost / copies", "value / cost", "tags|length", "cost - 1", "1 / (cost - 1)", "cost > 1"
)
sorts = mostly("sort", "cost", "open", "id", "value", "cost > 1")
measures = st.fixed_dictionaries(
    {"name": values, "kind": kinds, "expression": numeric}, optional={"by": sorts, "where": numeric, "unit": values}
)
curves = st.fixed_dictionaries({"kind": kinds, "x": numeric, "y": numeric}, optional={"by": sorts, "where": numeric})
questions = st.builds(
    lambda question, more: {"name": "n", **question, **more},
    st.one_of(
        st.builds(
            lambda values: {"spread": values},
            st.fixed_dictionaries(
                {"kind": kinds, "of": numeric}, optional={"what": mostly("share", "mean"), "at": values}
            ),
        ),
        st.builds(
            lambda values: {"draw": values},
            st.fixed_dictionaries(
                {"kind": kinds, "draws": mostly("1"), "where": numeric}, optional={"exactly": mostly("1")}
            ),
        ),
        st.builds(lambda roll: {"dice": {"roll": roll}, "take": "mean"}, mostly("2d6")),
    ),
    st.fixed_dictionaries({}, optional={"expect": mostly("[0, 1]", "[0.2, 0.3]"), "take": values, "why": values}),
)
labs = st.fixed_dictionaries(
    {},
    optional={
        "measures": st.lists(measures, max_size=2),
        "curves": st.lists(curves, max_size=2),
        "better": st.dictionaries(kinds, st.dictionaries(numeric, mostly("low", "high"), min_size=1), max_size=1),
        "questions": st.lists(questions, max_size=2),
    },
)


@pytest.mark.slow
@settings(max_examples=150)
@given(
    labs, st.lists(st.fixed_dictionaries({"cost": st.integers(0, 3), "value": st.sampled_from([1, "X"])}), max_size=4)
)
def test_whatever_is_asked_ends_in_figures_or_problems(lab: dict[str, Any], deck: list[dict[str, Any]]) -> None:
    with TemporaryDirectory() as folder:
        game = game_of(Path(folder), deck, flow(lab) if lab else "{}")
        problems = check_lab(game)
        found, report = tried_lab(game)
        if not report.problems:
            told = figures(game, found)
            assert as_words.told(told)
            assert json_of([told])
            assert page([told])
    assert all(problem.line >= 1 and problem.message for problem in problems)


@pytest.mark.slow
def test_each_game_ships_a_lab_worth_reading() -> None:
    assert GAMES == ["collectors", "star-road", "tricks-or-treats"]
    for name in GAMES:
        lab, report = read_lab(load_game(ROOT / "data" / name, name)[0])
        assert report.problems == []
        assert lab.measures
        assert lab.curves
        assert lab.better
        assert sum(question.expect is not None for question in lab.questions) >= 5


@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_game_keeps_what_its_lab_expects(name: str) -> None:
    game = load_game(ROOT / "data" / name, name)[0]
    answers = answered(game, read_lab(game)[0])
    assert [answer.question.name for answer in answers if answer.holds is not True] == []


@pytest.mark.parametrize(
    ("name", "kind", "change", "missed"),
    [
        ("tricks-or-treats", "surprise-cards", {"copies": 40}, "treats to expect of a card"),
        ("tricks-or-treats", "trick-tickets", {"copies": 30}, "a ticket of 7 or more among the first five"),
        ("star-road", "blueprints", {"copies": 60}, "cost of an object of set 1"),
        ("collectors", "items", {"copies": 200}, "items that harm whoever holds them"),
    ],
)
def test_what_a_lab_expects_has_teeth(name: str, kind: str, change: dict[str, Any], missed: str) -> None:
    game = load_game(ROOT / "data" / name, name)[0]
    for field, value in change.items():
        setattr(game.kinds[kind].items[0], field, value)
    found = [problem.message for problem in check_lab(game) if problem.rule == "lab-expectation"]
    assert any(message.startswith(missed) for message in found), found
