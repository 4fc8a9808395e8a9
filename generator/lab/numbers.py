"""Exact figures of numbers that are there so and so often: mean, variance, quantiles."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from generator.core.distribution import quantile

Counts = Mapping[Fraction, int]


class Summary(Struct, frozen=True):
    """Numbers in short. ``variance`` is that of the whole deck, which is not a sample of anything."""

    count: int
    lowest: Fraction
    quartiles: tuple[Fraction, Fraction, Fraction]
    highest: Fraction
    mean: Fraction
    variance: Fraction


def counted(pairs: Iterable[tuple[Fraction, int]]) -> dict[Fraction, int]:
    """How often each number is there, from the lowest; ``pairs`` are numbers and how often each."""
    counts: dict[Fraction, int] = {}
    for value, often in pairs:
        counts[value] = counts.get(value, 0) + often
    return dict(sorted(counts.items()))


def mean(counts: Counts) -> Fraction:
    """The mean of numbers, of which there is one at least."""
    return sum((value * often for value, often in counts.items()), Fraction(0)) / sum(counts.values())


def summarised(counts: Counts) -> Summary:
    """Numbers, of which there is one at least, in short."""
    middle, total = mean(counts), sum(counts.values())
    variance = sum(((value - middle) ** 2 * often for value, often in counts.items()), Fraction(0)) / total
    lower, median, upper = (quantile(counts, Fraction(part, 4)) for part in (1, 2, 3))
    return Summary(total, min(counts), (lower, median, upper), max(counts), middle, variance)
