"""Distributions of a number: exact chances, or numbers of equally likely ways, by value."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb

Distribution = dict[int, Fraction]  # by value, from the lowest; the chances sum to 1
Ways = Mapping[int, int]  # equally likely ways by value


def as_chances(ways: Ways) -> Distribution:
    """Chances out of numbers of equally likely ways, of which there is one at least."""
    total = sum(ways.values())
    return {value: Fraction(ways[value], total) for value in sorted(ways) if ways[value]}


def expected(chances: Distribution) -> Fraction:
    """The mean of a distribution."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def hypergeometric(deck: int, marked: int, draws: int) -> list[Fraction]:
    """The chances of 0, 1, … ``draws`` marked cards among those drawn without putting back.

    Args:
        deck: the cards in all.
        marked: those that are looked for.
        draws: the cards drawn, at most ``deck``.
    """
    ways = comb(deck, draws)
    return [Fraction(comb(marked, found) * comb(deck - marked, draws - found), ways) for found in range(draws + 1)]


def at_least(chances: Sequence[Fraction], number: int) -> Fraction:
    """The chance of ``number`` or more, where ``chances`` are those of 0, 1, …."""
    return sum(chances[number:], Fraction(0))
