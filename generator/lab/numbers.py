"""Exact figures of numbers that are there so and so often: mean, variance, quantiles."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import isfinite, lcm
from typing import Any

from msgspec import Struct

FINEST = 10**9  # denominators: 0.1 is taken for 1/10, though no float is

LARGEST_COMMON = 10**40

Counts = Mapping[Fraction, int]


class Summary(Struct, frozen=True):
    """Numbers in short. ``variance`` is that of the whole deck, which is no sample of anything."""

    count: int
    lowest: Fraction
    quartiles: tuple[Fraction, Fraction, Fraction]
    highest: Fraction
    mean: Fraction
    variance: Fraction


def exact(value: Any) -> Fraction | None:
    """A number as a fraction, a yes or no as 1 or 0; None for what is no finite number."""
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, float) and isfinite(value):
        return Fraction(value).limit_denominator(FINEST)
    return None


def exact_all(values: Iterable[Any]) -> list[Fraction | None]:
    """`exact` of each value, so that they can be reckoned with.

    Thousands of thirds, sevenths and elevenths have a common denominator of thousands of digits: where it would be
    larger than any deck needs, all are rounded to a billionth.
    """
    found = [exact(value) for value in values]
    common = 1
    for number in found:
        if number is not None:
            common = lcm(common, number.denominator)
            if common > LARGEST_COMMON:
                return [None if one is None else Fraction(round(one * FINEST), FINEST) for one in found]
    return found


def counted(pairs: Iterable[tuple[Fraction, int]]) -> dict[Fraction, int]:
    """How often each number is there, from the lowest; ``pairs`` are numbers and how often each."""
    counts: dict[Fraction, int] = {}
    for value, often in pairs:
        counts[value] = counts.get(value, 0) + often
    return dict(sorted(counts.items()))


def mean(counts: Counts) -> Fraction:
    """The mean of numbers, of which there is one at least."""
    return sum((value * often for value, often in counts.items()), Fraction(0)) / sum(counts.values())


def quantile(counts: Counts, at: Fraction) -> Fraction:
    """The smallest number that so large a part (``at``, above 0 and up to 1) of all does not exceed."""
    wanted, so_far = at * sum(counts.values()), 0
    for value in sorted(counts):
        so_far += counts[value]
        if so_far >= wanted:
            return value
    raise ValueError(f"no part {at} of {sum(counts.values())} numbers")


def summarised(counts: Counts) -> Summary:
    """Numbers, of which there is one at least, in short."""
    middle, total = mean(counts), sum(counts.values())
    variance = sum(((value - middle) ** 2 * often for value, often in counts.items()), Fraction(0)) / total
    lower, median, upper = (quantile(counts, Fraction(part, 4)) for part in (1, 2, 3))
    return Summary(total, min(counts), (lower, median, upper), max(counts), middle, variance)
