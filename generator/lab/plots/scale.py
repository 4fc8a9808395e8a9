"""Axes: from values to places on a plot, with ticks at round values."""

from collections.abc import Iterator
from math import ceil, floor, log10

from msgspec import Struct

from generator.lab.plots.svg import label, tag

NAME_ABOVE = 24  # pixels: the name of an upward axis stands above the figures of its highest bar


class Scale(Struct, frozen=True):
    """Values from ``low`` to ``high`` on places from ``start`` to ``end``."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Where a value lies."""
        return self.start + (value - self.low) * (self.end - self.start) / ((self.high - self.low) or 1.0)


def step_for(span: float, most: int, *, whole: bool = False) -> float:
    """The smallest round step (1, 2 or 5 times a power of ten) that cuts a span into ``most`` parts or fewer."""
    least = span / most if span > 0 else 1.0
    power = 10.0 ** floor(log10(least))
    step = next(power * part for part in (1, 2, 5, 10) if power * part >= least * (1 - 1e-9))
    return max(1.0, step) if whole else step


def ticks(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Round values between two bounds."""
    step = step_for(high - low, most, whole=whole)
    return [place * step for place in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def written(value: float) -> str:
    """A value at a tick, with a true minus sign."""
    return f"{value:.6g}".replace("-", "−")


def across(scale: Scale, y: float, name: str, marks: list[float]) -> Iterator[str]:
    """An axis along the bottom with its ticks and its name."""
    yield tag("path", class_="axis", d=f"M{scale.start:.1f} {y:.1f}H{scale.end:.1f}")
    for value in marks:
        yield label(written(value), scale.place(value), y + 14, "middle", "quiet")
    yield label(name, (scale.start + scale.end) / 2, y + 29, "middle")


def upward(scale: Scale, x: float, right: float, name: str, marks: list[float]) -> Iterator[str]:
    """An axis on the left with its ticks, a faint line for each, and its name above it."""
    for value in marks:
        y = scale.place(value)
        yield tag("path", class_="grid", d=f"M{x:.1f} {y:.1f}H{right:.1f}")
        yield label(written(value), x - 5, y + 4, "end", "quiet")
    yield label(name, 0, scale.end - NAME_ABOVE, "start")
