"""The chances that digit pieces run out, against writing every code on every stand."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_games import shipped_game
from shelves import OneGame, answered

from generator.lab.ask import ask
from generator.lab.question import BadQuestion
from generator.model.load import load_game
from play.odds.digits import best_split, demanded, enough

GAME = shipped_game("star-road")
codes = st.lists(st.sampled_from(["0001", "0012", "0120", "0333", "2222", "1103"]), min_size=1, max_size=4)


def asked(*values: str) -> dict[str, Any]:
    return answered("star-road/digits", *values, game=GAME)


def digits_of(texts: list[str]) -> Counter[tuple[int, ...]]:
    return Counter(tuple(text.count(digit) for digit in "0123") for text in texts)


def written(texts: list[str], stands: int) -> list[tuple[int, ...]]:
    """The digits needed for every way to put codes on the stands."""
    return [tuple("".join(row).count(digit) for digit in "0123") for row in product(texts, repeat=stands)]


@pytest.mark.slow
@settings(deadline=None)
@given(codes, st.integers(1, 2), st.integers(1, 2), st.tuples(*[st.integers(0, 9)] * 4))
def test_chances_are_what_writing_every_code_gives(
    texts: list[str], players: int, stands: int, split: tuple[int, ...]
) -> None:
    found = enough(digits_of(texts), players, stands, split)
    for number, chance in enumerate(found, 1):
        ways = written(texts, players * number)
        good = sum(all(need <= pieces for need, pieces in zip(needed, split, strict=True)) for needed in ways)
        assert chance == Fraction(good, len(ways))
    for digit in range(4):
        counts = Counter(needed[digit] for needed in written(texts, stands))
        ways_found = demanded(digits_of(texts), stands, digit)
        assert {need: count for need, count in enumerate(ways_found) if count} == counts


@settings(deadline=None, max_examples=30)
@given(codes, st.integers(1, 2), st.integers(0, 10))
def test_the_best_split_has_the_largest_product_of_all(texts: list[str], stands: int, pieces: int) -> None:
    demand = [demanded(digits_of(texts), stands, digit) for digit in range(4)]

    def worth(split: tuple[int, ...]) -> int:
        return prod(sum(ways[: number + 1]) for ways, number in zip(demand, split, strict=True))

    found = best_split(demand, pieces)
    assert sum(found) == pieces
    assert worth(found) == max(worth(split) for split in product(range(pieces + 1), repeat=4) if sum(split) == pieces)


@pytest.mark.slow
def test_the_facts_about_set_1_come_out() -> None:
    data = asked("players=8", "stands=6")
    assert data["split"]["pieces"] == (112, 56, 44, 44)
    assert [round(float(need) / 48, 2) for need in data["needed"]] == [2.17, 0.96, 0.46, 0.42]
    assert sum(data["needed"]) == 4 * 48
    assert all(one <= other for one, other in zip(data["split"]["any"], data["split"]["any"][1:], strict=False))
    assert data["best"]["any"][-1] < data["split"]["any"][-1] < Fraction(1, 10)
    assert max(data["split"]["digits"]) <= data["split"]["any"][-1] <= sum(data["split"]["digits"])


def test_sets_and_splits_are_named() -> None:
    assert asked("players=1", "stands=1", "sets=1,2,3")["needed"][0] == Fraction(124, 72)
    data = asked("players=1", "stands=1", "split=1,3,3,3")
    assert data["split"]["pieces"] == (1, 3, 3, 3)
    two_zeros_or_more = sum(
        item.fields["code"].count("0") > 1 for item in GAME.kinds["blueprints"].items if item.fields["set"] == "1"
    )
    assert data["split"]["digits"][0] == Fraction(two_zeros_or_more, 24)


@each(
    ("values", "message"),
    [
        ([], "players=N is missing"),
        (["players=9"], "players: 9 is out of reach; 1 to 8"),
        (["players=2", "stands=9"], "stands: 9 is out of reach"),
        (["players=2", "sets=7"], "star-road has no blueprints of set 7"),
        (["players=2", "split=1,2,3"], "split: 3 numbers are given; one for each of the digits"),
        (["players=8", "split=999,999,999,999"], "999, 999, 999, 999 pieces on 64 stands cost too much"),
        (["players=2", "split=1,2,3,x"], "split: 'x' is not a whole number"),
    ],
)
def test_bad_questions_about_digits_get_one_clear_line(values: list[str], message: str) -> None:
    with pytest.raises(BadQuestion) as found:
        asked(*values)
    assert message in str(found.value)


def test_codes_and_pieces_of_another_form_are_refused(tmp_path: Path) -> None:
    fields = "fields: {set: {type: string}, code: {type: string}, digit: {type: whole}}"
    kinds = f"blueprints: {{title: B, {fields}}}, digit-pieces: {{title: D, {fields}}}"
    (tmp_path / "game.yaml").write_text(f"name: F\nkinds: {{{kinds}}}\n")
    (tmp_path / "digit-pieces.yaml").write_text("- {id: a, digit: 7}\n")
    for code, message in (
        ("0014", "a: '0014' is not a code of four digits"),
        ("0001", "digit-pieces/a: 7 is not a digit"),
    ):
        (tmp_path / "blueprints.yaml").write_text(f"- {{id: a, set: '1', code: '{code}'}}\n")
        with pytest.raises(BadQuestion, match=message):
            ask("star-road/digits", ["players=2"], OneGame(load_game(tmp_path, "fair")[0]))
