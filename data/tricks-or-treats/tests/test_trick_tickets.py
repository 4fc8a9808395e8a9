"""The Trick tickets that ship: how likely a handful meets a door, as the sources tell it."""

from collections import Counter
from itertools import combinations_with_replacement, product
from math import comb, prod
from pathlib import Path
from statistics import mean

import pytest
from tries import slow_but

from generator.model.load import load_game

DATA = Path(__file__).parents[1]


def met(hand: tuple[int, ...]) -> set[int]:
    """The Difficulties that a hand can meet: one ticket first, each other one added, subtracted or kept."""
    found = set()
    for position, first in enumerate(hand):
        others = hand[:position] + hand[position + 1 :]
        for signs in product((-1, 0, 1), repeat=len(others)):
            found.add(first + sum(sign * other for sign, other in zip(signs, others, strict=True)))
    return found


def chance(counts: Counter[int], held: int, doors: range) -> float:
    """The chance that a hand drawn at random meets a door, all doors being equally likely."""
    total = 0.0
    for hand in combinations_with_replacement(sorted(counts), held):
        ways = prod(comb(counts[value], number) for value, number in Counter(hand).items())
        total += ways * mean(door in met(hand) for door in doors) if ways else 0.0
    return total / comb(counts.total(), held)


@pytest.mark.parametrize(
    ("held", "doors", "percent"),
    slow_but(1, [(2, range(3, 19), 18), (3, range(3, 19), 46), (4, range(3, 19), 77), (4, range(19, 31), 7)]),
)
def test_a_handful_meets_a_door_as_often_as_the_sources_say(held: int, doors: range, percent: int) -> None:
    items = load_game(DATA, "tricks-or-treats")[0].kinds["trick-tickets"].items
    counts: Counter[int] = Counter()
    for item in items:
        counts[item.fields["value"]] += item.copies
    assert round(100 * chance(counts, held, doors)) == percent
