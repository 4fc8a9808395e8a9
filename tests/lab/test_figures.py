"""What a deck is made of, against the same counted item by item, for decks of any making."""

import itertools
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from decks import game_of
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.lab.as_data import data_of, spread_of
from generator.lab.columns import FieldColumn
from generator.lab.figures import figures
from generator.lab.lab_file import Lab, read_lab
from generator.lab.numbers import CurvePart, CurvePoint, fitted
from generator.lab.twins import dominated, dominates, near_twins, traits_of, twins
from generator.model.game import Game

items = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "value": st.sampled_from([1, 2, 3, 0.5, 1.5, "X"]),
            "cost": st.integers(0, 4),
            "sort": st.sampled_from(["weapon", "shield"]),
            "open": st.booleans(),
            "text": st.sampled_from(["run", "hide"]),
            "tags": st.lists(st.sampled_from(["hot", "cold"]), max_size=3),
            "prizes": st.lists(
                st.one_of(st.builds(lambda n: {"coins": n}, st.integers(-2, 2)), st.just({"dolls": 1})), max_size=3
            ),
            "crate": st.fixed_dictionaries({}, optional={"height": st.integers(1, 3)}).filter(bool),
            "copies": st.integers(0, 3),
        },
    ),
    min_size=1,
    max_size=9,
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("decks")


def told(game: Game) -> Any:
    return data_of(figures(game, Lab()))["kinds"]["stalls"]


def components(deck: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The deck with every copy by itself."""
    return [item for item in deck for _ in range(item.get("copies", 1))]


@pytest.mark.slow
@settings(max_examples=40)
@given(deck=items)
def test_columns_are_what_counting_every_component_gives(home: Path, deck: list[dict[str, Any]]) -> None:
    found, whole = told(game_of(home, deck)), components(deck)
    assert found["components"] == len(whole)
    assert found["items"] + found["kept_out"] == len(deck)
    if not whole:
        return
    fields = found["fields"]
    numbers = Counter(Fraction(str(item["value"])) for item in whole if item.get("value", "X") != "X")
    assert {Fraction(value): often for value, often in fields["value"]["values"]} == numbers
    words = {entry["word"]: entry["count"] for entry in fields["value"].get("words", [])}
    assert words == Counter("X" for item in whole if item.get("value") == "X")
    assert fields["cost"]["components"] == sum("cost" in item for item in whole)
    flags = {entry["word"]: entry["count"] for entry in fields["open"].get("words", [])}
    assert flags == Counter({True: "yes", False: "no"}[item["open"]] for item in whole if "open" in item)
    lengths = dict(fields["tags.length"]["values"])
    assert lengths == Counter(len(item.get("tags", [])) for item in whole)
    tags = fields["tags.*"].get("words", [])
    assert {tag["word"]: tag["count"] for tag in tags} == Counter(tag for item in whole for tag in item.get("tags", []))
    for tag in tags:
        assert tag["components"] == sum(tag["word"] in item.get("tags", []) for item in whole)
    coins = Counter(prize["coins"] for item in whole for prize in item.get("prizes", []) if "coins" in prize)
    assert dict(fields["prizes.*.coins"]["values"]) == coins
    heights = Counter(item["crate"]["height"] for item in whole if "height" in item.get("crate", {}))
    assert dict(fields["crate.height"]["values"]) == heights


@pytest.mark.slow
@settings(max_examples=40)
@given(deck=items)
def test_tables_are_what_counting_every_component_gives(home: Path, deck: list[dict[str, Any]]) -> None:
    whole = components(deck)
    for table in told(game_of(home, deck))["tables"]:
        for row, counts in zip(table["rows"], table["counts"], strict=True):
            for column, count in zip(table["columns"], counts, strict=True):
                assert count == naive(table, row, column, whole)


def naive(table: dict[str, Any], row: Any, column: Any, whole: list[dict[str, Any]]) -> int:
    """A cell of a table counted by itself."""
    down, across = table["down"], table["across"]
    if across == "beside":
        return sum(row in kinds and column in kinds for kinds in (listed(item, down) for item in whole))
    if across == "number":
        pairs = [(key, value) for item in whole for prize in item.get("prizes", []) for key, value in prize.items()]
        return pairs.count((row, column))
    return sum(shown(item, down) == row and shown(item, across) == column for item in whole)


def listed(item: dict[str, Any], name: str) -> list[str]:
    return [member if isinstance(member, str) else next(iter(member)) for member in item.get(name, [])]


def shown(item: dict[str, Any], title: str) -> Any:
    if title.startswith("how many "):
        return len(item.get(title.removeprefix("how many "), []))
    if title == "crate: height":
        return item.get("crate", {}).get("height")
    value = item.get(title)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return Fraction(str(value)) if isinstance(value, float) else value


points = st.lists(
    st.tuples(st.fractions(-5, 5, max_denominator=3), st.fractions(-5, 5, max_denominator=3), st.integers(1, 4)),
    min_size=1,
    max_size=8,
)


@pytest.mark.slow
@given(points)
def test_no_line_lies_nearer_than_the_one_fitted(places: list[tuple[Fraction, Fraction, int]]) -> None:
    found = [CurvePoint(f"i{place}", x, y, copies) for place, (x, y, copies) in enumerate(places)]
    line = fitted(found)
    if len({x for x, _, _ in places}) < 2:
        assert line is None
        return
    assert line is not None
    whole = [point for point in found for _ in range(point.copies)]  # each copy by itself
    residuals = [line.residual(point) for point in whole]
    # A line is the nearest where the residuals sum to nothing, and so do their products with x.
    assert sum(residuals) == 0
    assert sum(residual * point.x for residual, point in zip(residuals, whole, strict=True)) == 0
    assert line.variance == sum(residual**2 for residual in residuals) / len(whole)
    mean = sum(point.y for point in whole) / len(whole)
    spread = sum((point.y - mean) ** 2 for point in whole) / len(whole)
    assert line.explained == (1 - line.variance / spread if spread else 1)
    far = {point.id for point in found if line.residual(point) ** 2 > 4 * line.variance}
    assert {point.id for point, _ in CurvePart("", found, fitted(found)).outliers} == far
    for x, mean_y, number in CurvePart("", found, fitted(found)).means:
        there = [point.y for point in whole if point.x == x]
        assert (mean_y, number) == (sum(there) / len(there), len(there))


ranks = st.lists(st.tuples(st.sampled_from("ab"), st.tuples(*[st.integers(0, 3).map(Fraction)] * 3)), max_size=12)


@pytest.mark.slow
@given(ranks)
def test_the_outdone_are_those_that_some_other_outdoes(found: list[tuple[str, tuple[Fraction, ...]]]) -> None:
    rated = [(f"i{place}", (sort,), rank) for place, (sort, rank) in enumerate(found)]
    others = {
        name: [other for other, its_sort, its in rated if its_sort == sort and dominates(its, rank)]
        for name, sort, rank in rated
    }
    worse = dominated(rated)
    assert list(worse) == [name for name, above in others.items() if above]
    for name, above in worse.items():  # told are the best of those that outdo it
        assert sorted(above) == sorted(other for other in others[name] if not others[other])


@pytest.mark.slow
@settings(max_examples=40)
@given(deck=items)
def test_twins_are_those_that_differ_in_nothing_or_in_one_number(home: Path, deck: list[dict[str, Any]]) -> None:
    kind = figures(game_of(home, deck), Lab()).kinds[0]
    names = [f"i{place}" for place, item in enumerate(deck) if item.get("copies", 1)]
    traits = traits_of(kind.columns, names)
    for one, other in itertools.combinations(names, 2):
        same = any(one in group and other in group for group in twins(traits))
        assert same == (bag(kind.columns, names.index(one)) == bag(kind.columns, names.index(other)))
    pairs = {
        frozenset((one, other)) for pair in near_twins(traits) for one, other in itertools.product(pair.one, pair.other)
    }
    expected = {
        frozenset((one, other))
        for one, other in itertools.combinations(names, 2)
        if apart(one, other, kind.columns, names)
    }
    assert pairs == expected


def bag(columns: Any, place: int) -> Counter[Any]:
    """All that an item is made of."""
    return Counter((column.path, value) for column in columns if column.path != "name" for value in column.cells[place])


def apart(one: str, other: str, columns: Sequence[FieldColumn], names: list[str]) -> bool:
    """Whether two items differ in one number by 1 or less, and no third lies between them."""
    first, second = bag(columns, names.index(one)), bag(columns, names.index(other))
    left, right = list((first - second).elements()), list((second - first).elements())
    if len(left) != 1 or len(right) != 1 or left[0][0] != right[0][0] or (first & second).total() < 2:
        return False
    (path, low), (_, high) = left[0], right[0]
    if isinstance(low, str) or isinstance(high, str) or abs(low - high) > 1:
        return False
    for third in names:
        between = bag(columns, names.index(third))
        odd = list((between - (first & second)).elements())
        if between.total() == first.total() and len(odd) == 1 and odd[0][0] == path:
            value = odd[0][1]
            if not isinstance(value, str) and min(low, high) < value < max(low, high):
                return False
    return True


def test_without_a_lab_what_is_paid_is_held_against_the_rest(tmp_path: Path) -> None:
    deck = [
        {"cost": cost, "value": value, "sort": "weapon"} for cost, value in ((1, 1), (2, 3), (3, 5), (3, 2), (4, 7))
    ]
    kind = figures(game_of(tmp_path, deck), Lab()).kinds[0]
    assert [(curve.x, curve.y) for curve in kind.curves] == [("cost", "value")]
    assert kind.outdone is not None
    assert kind.outdone.guessed
    assert kind.outdone.better == {"value": "high", "cost": "low", "sort": "same"}
    assert kind.outdone.items == {"i3": ["i1", "i2"]}


def test_the_lab_says_what_is_measured_and_what_is_better(tmp_path: Path) -> None:
    deck: list[dict[str, Any]] = [
        {"cost": 1, "value": 3, "sort": "weapon", "copies": 3},
        {"cost": 2, "value": 3, "sort": "weapon"},
        {"cost": 0, "value": 1, "sort": "shield"},
        {"cost": 4, "value": 2, "sort": "shield"},
        {"cost": 4, "sort": "mix"},
    ]
    lab = """
measures: [{name: for money, kind: stalls, expression: value / cost, by: sort, unit: coins}]
curves: [{kind: stalls, x: cost, y: value, where: sort == 'weapon'}]
better: {stalls: {cost: high, value or 0: low}}
"""
    game = game_of(tmp_path, deck, lab)
    found, report = read_lab(game)
    assert report.problems == []
    kind = figures(game, found).kinds[0]
    (measured,) = kind.measures
    assert dict(measured.parts) == {
        None: {Fraction(1, 2): 1, Fraction(3, 2): 1, Fraction(3): 3},
        "weapon": {Fraction(3, 2): 1, Fraction(3): 3},
        "shield": {Fraction(1, 2): 1},
    }
    assert measured.best[0] == ("i0", Fraction(3))
    assert measured.worst[0] == ("i3", Fraction(1, 2))
    (curve,) = kind.curves
    assert [point.id for point in curve.parts[0].points] == ["i0", "i1"]
    assert curve.parts[0].line is not None
    assert curve.parts[0].line.slope == 0
    assert kind.outdone is not None
    assert kind.outdone.items == {"i0": ["i4"], "i1": ["i4"], "i2": ["i4"], "i3": ["i4"]}


def test_what_no_component_shows_is_no_column_with_figures(tmp_path: Path) -> None:
    kind = figures(game_of(tmp_path, [{"copies": 0, "cost": 3}]), Lab()).kinds[0]
    assert (kind.components, kind.kept_out) == (0, 1)
    assert all(spread_of(column, kind) == ({}, {}) for column in kind.columns)
