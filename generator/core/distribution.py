"""Distributions of a number: exact chances, or numbers of equally likely ways, by value."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import TypeVar

AnyNumber = TypeVar("AnyNumber", int, Fraction)
Distribution = dict[int, Fraction]  # by value, from the lowest; the chances sum to 1
Ways = Mapping[int, int]  # equally likely ways by value


def as_chances(ways: Ways) -> Distribution:
    """Chances out of numbers of equally likely ways, of which there is one at least."""
    total = sum(ways.values())
    return {value: Fraction(ways[value], total) for value in sorted(ways) if ways[value]}


def expected(chances: Distribution) -> Fraction:
    """The mean of a distribution."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def quantile(counts: Mapping[AnyNumber, int], at: Fraction) -> AnyNumber:
    """The smallest number that so large a part (``at``, above 0 and up to 1) of all does not exceed.

    Args:
        counts: how often each number is there; there is one at least.
        at: the part.
    """
    wanted, numbers = at * sum(counts.values()), sorted(counts)
    reached = accumulate(counts[number] for number in numbers)
    return next(number for number, so_far in zip(numbers, reached, strict=True) if so_far >= wanted)


def ways_to_draw(deck: int, marked: int, draws: int) -> list[int]:
    """In how many ways 0, 1, … ``draws`` marked cards are among those drawn without putting back.

    Args:
        deck: the cards in all.
        marked: those that are looked for.
        draws: the cards drawn, at most ``deck``.
    """
    others = deck - marked
    fewest = max(0, draws - others)
    ways = [0] * (draws + 1)
    if fewest <= draws:
        ways[fewest] = comb(marked, fewest) * comb(others, draws - fewest)
    for found in range(fewest, min(draws, marked)):  # from each to the next: far quicker than binomials
        more = ways[found] * (marked - found) * (draws - found)
        ways[found + 1] = more // ((found + 1) * (others - draws + found + 1))
    return ways


def hypergeometric(deck: int, marked: int, draws: int) -> list[Fraction]:
    """The chances of 0, 1, … ``draws`` marked cards; see `ways_to_draw`."""
    total = comb(deck, draws)
    return [Fraction(ways, total) for ways in ways_to_draw(deck, marked, draws)]


def chance_of(deck: int, marked: int, draws: int, *, at_least: int = 0, exactly: int | None = None) -> Fraction:
    """The chance of this many marked cards or more, or of exactly this many; see `ways_to_draw`."""
    ways = ways_to_draw(deck, marked, draws)
    wanted = ways[max(0, at_least) :] if exactly is None else ways[exactly : exactly + 1] if exactly >= 0 else []
    return Fraction(sum(wanted), comb(deck, draws))
