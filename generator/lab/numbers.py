"""Exact figures of numbers that are there so and so often: mean, variance, quantiles; the line that two follow."""

from collections.abc import Iterable, Mapping, Sequence
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


FAR = 2  # standard deviations: whoever lies farther off is an outlier


class CurvePoint(Struct, frozen=True):
    """An item's place; ``copies`` is its weight."""

    id: str
    x: Fraction
    y: Fraction
    copies: int


class CurveLine(Struct, frozen=True):
    """``y = intercept + slope * x``. ``explained`` is the part of y's variance that it explains (r squared)."""

    slope: Fraction
    intercept: Fraction
    explained: Fraction
    variance: Fraction  # of the residuals

    def residual(self, point: CurvePoint) -> Fraction:
        """How far a point lies above the line."""
        return point.y - self.intercept - self.slope * point.x

    def is_far(self, point: CurvePoint) -> bool:
        """Whether a point is an outlier."""
        return self.residual(point) ** 2 > FAR**2 * self.variance


class CurvePart(Struct, frozen=True):
    """The items of one sort with their line; None where all have the same x."""

    sort: str
    points: Sequence[CurvePoint]
    line: CurveLine | None

    @property
    def means(self) -> list[tuple[Fraction, Fraction, int]]:
        """For each x the mean of y and the number of components."""
        sums: dict[Fraction, tuple[Fraction, int]] = {}
        for point in self.points:
            total, number = sums.get(point.x, (Fraction(0), 0))
            sums[point.x] = total + point.y * point.copies, number + point.copies
        return [(x, total / number, number) for x, (total, number) in sorted(sums.items())]

    @property
    def outliers(self) -> list[tuple[CurvePoint, Fraction]]:
        """Points far off the line with their residuals, the farthest first."""
        line = self.line
        if line is None:
            return []
        residuals = [(point, line.residual(point)) for point in self.points if line.is_far(point)]
        return sorted(residuals, key=lambda pair: (-abs(pair[1]), pair[0].id))


class Curve(Struct, frozen=True):
    """One number against another, a part for each sort."""

    x: str
    y: str
    by: str | None
    parts: Sequence[CurvePart]


def fitted(points: Sequence[CurvePoint]) -> CurveLine | None:
    """The line of least squares, copies counted; None where it would stand upright, or there is nothing to fit."""
    number = sum(point.copies for point in points)
    if len({point.x for point in points}) < 2 or not number:
        return None
    mean_x = sum((point.x * point.copies for point in points), Fraction(0)) / number
    mean_y = sum((point.y * point.copies for point in points), Fraction(0)) / number
    across, mixed, upward = Fraction(0), Fraction(0), Fraction(0)
    for point in points:
        right, up = point.x - mean_x, point.y - mean_y
        across += point.copies * right * right
        mixed += point.copies * right * up
        upward += point.copies * up * up
    slope = mixed / across
    explained = slope * mixed / upward if upward else Fraction(1)
    return CurveLine(slope, mean_y - slope * mean_x, explained, (upward - slope * mixed) / number)
