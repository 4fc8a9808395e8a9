"""Rolls of dice, against rolling every way there is."""

import time
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.core.dice import COMPARISONS, DiceError, roll
from generator.core.distribution import expected, most_explosions


def shares(outcomes: list[int]) -> dict[int, Fraction]:
    return {value: Fraction(count, len(outcomes)) for value, count in sorted(Counter(outcomes).items())}


def every(*sides: int) -> list[tuple[int, ...]]:
    return list(product(*(range(1, side + 1) for side in sides)))


@each(
    ("text", "chance"),
    [
        ("d12+4>=10", Fraction(7, 12)),
        ("2d6=7", Fraction(1, 6)),
        ("2d6==7", Fraction(1, 6)),
        ("d6 != 1", Fraction(5, 6)),
        ("d6 > d6", Fraction(15, 36)),
        ("best 1 of 2d12 >= 12", Fraction(23, 144)),
        ("worst 1 of 2d12 + 4 >= 16", Fraction(1, 144)),
        ("1 < 2", Fraction(1)),
        ("3>4", Fraction(0)),
    ],
)
def test_a_comparison_has_a_chance(text: str, chance: Fraction) -> None:
    assert roll(text) == chance


@given(st.integers(1, 4), st.integers(1, 5))
def test_the_sum_of_dice_is_what_rolling_every_way_gives(number: int, sides: int) -> None:
    assert roll(f"{number}d{sides}") == shares([sum(dice) for dice in every(*[sides] * number)])


@given(st.integers(1, 4), st.integers(1, 5), st.data())
def test_the_best_and_worst_dice_are_what_rolling_every_way_gives(number: int, sides: int, data: st.DataObject) -> None:
    keep = data.draw(st.integers(1, number))
    rolls = every(*[sides] * number)
    assert roll(f"best {keep} of {number}d{sides}") == shares([sum(sorted(dice)[-keep:]) for dice in rolls])
    assert roll(f"worst {keep} of {number}d{sides}") == shares([sum(sorted(dice)[:keep]) for dice in rolls])


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 9), st.sampled_from(sorted(COMPARISONS)))
def test_sums_products_brackets_and_signs_are_those_of_arithmetic(a: int, b: int, n: int, sign: str) -> None:
    outcomes = [2 * (one - n) + -other * one_more for one, other, one_more in every(a, b, 2)]
    text = f"2*(d{a}-{n}) + -d{b}*d2"
    assert roll(text) == shares(outcomes)
    held = sum(COMPARISONS[sign](value, n) for value in outcomes)
    assert roll(f"{text} {sign} {n}") == Fraction(held, len(outcomes))


@each(
    ("text", "message"),
    [
        ("", "a number or a die such as d6 is wanted at the end"),
        ("2d", "a number or a die such as d6 is wanted at the end"),
        ("d6 +", "is wanted at the end"),
        ("d6 d6", "nothing can follow at 'd'"),
        ("(d6", r"'\)' is wanted at the end"),
        ("d6 > 1 > 0", "nothing can follow at '>'"),
        ("d6 ^ 2", r"'\^' has no place in a roll"),
        ("best 3 of 2d6", "best 3 of 2: 1 to 2 can be kept"),
        ("best 1 of d6 of", "nothing can follow"),
        ("best of 2d6", "a number or a die"),
        ("count 5d6", "count needs a comparison such as >= 5 at the end"),
        ("count d6 >= d6", "a number or a die"),
        ("count 5 >= 5", "'d' is wanted at '>='"),
        ("5d6 keep", "a number or a die"),
        ("5d6 keep 6", "highest 6 of 5: 1 to 5 can be kept"),
        ("explode 5", "'d' is wanted at the end"),
        ("explode d1", "would explode for ever"),
        ("explode explode d6", "a number or a die"),
        ("0d6", "1 to 1,000 dice of 1 to 1,000 sides"),
        ("d0", "1 to 1,000 dice of 1 to 1,000 sides"),
        ("100000d6", "1 to 1,000 dice"),
        ("best 1 of 101d6", "of 100 dice at the most"),
        ("99999999999999999999", "too large a number"),
        ("9" * 300, "at most 200 characters"),
        ("(" * 60 + "1", "nested more than 20 deep"),
        ("-" * 60 + "1", "nested more than 20 deep"),
        ("²", "has no place in a roll"),
        ("d٣", "has no place in a roll"),
    ],
)
def test_what_is_no_roll_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(DiceError, match=message):
        roll(text)


@pytest.mark.slow
@each(
    "text",
    [
        "1000d1000",
        "best 50 of 100d1000",
        "explode 1000d1000",
        "1000d6*1000d6",
        "999d6 > 999d7*2",
        "d1000*d1000*d1000",
        "*".join(["d99"] * 40),
    ],
)
def test_what_costs_too_much_is_refused_soon(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(DiceError, match="costs too much"):
        roll(text)
    assert time.process_time() - begun < 5


@given(st.integers(1, 4), st.integers(1, 5), st.integers(0, 6), st.sampled_from(sorted(COMPARISONS)), st.data())
def test_pools_are_what_rolling_every_way_gives(
    number: int, sides: int, side: int, sign: str, data: st.DataObject
) -> None:
    rolls, keep = every(*[sides] * number), data.draw(st.integers(1, number))
    shown = [sum(COMPARISONS[sign](die, side) for die in dice) for dice in rolls]
    pool = f"{number}d{sides}"
    assert roll(f"count {pool} {sign} {side}") == shares(shown)
    assert roll(f"count {pool} {sign} {side} >= 2") == Fraction(sum(hits >= 2 for hits in shown), len(rolls))
    assert roll(f"{pool} keep {keep}") == roll(f"{pool} keep highest {keep}") == roll(f"best {keep} of {pool}")
    assert roll(f"{pool} keep lowest {keep} + 1") == shares([sum(sorted(dice)[:keep]) + 1 for dice in rolls])


def exploded(sides: int, depth: int) -> list[tuple[int, Fraction]]:
    """What an exploding die comes to, roll by roll."""
    found = [(side, Fraction(1, sides)) for side in range(1, sides + (depth == 0))]
    again = exploded(sides, depth - 1) if depth else []
    return found + [(sides + more, chance / sides) for more, chance in again]


@pytest.mark.parametrize("sides", [2, 3, 6])
def test_an_exploding_die_is_rolled_again_and_again(sides: int) -> None:
    times = most_explosions(sides)
    die = roll(f"explode d{sides}")
    assert die == dict(sorted(exploded(sides, times)))
    assert sides**times >= 10**6
    endless = Fraction(sides + 1, 2) * Fraction(sides, sides - 1)
    assert abs(float(expected(die) - endless)) < 1e-5  # type: ignore[arg-type]
    two = Counter[int]()
    for (one, a), (other, b) in product(exploded(sides, times), repeat=2):
        two[one + other] += a * b  # type: ignore[assignment]
    assert roll(f"explode 2d{sides}") == two
    high = sum((a * b for (one, a), (other, b) in product(exploded(sides, times), repeat=2) if max(one, other) > sides))
    assert roll(f"explode 2d{sides} keep 1 > {sides}") == high
    assert roll(f"count explode 2d{sides} > {sides} >= 1") == high
