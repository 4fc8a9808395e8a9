"""Crop marks: short lines outside the components that show where to cut.

They start clear of the trim at each corner and run outwards, so that a knife laid along two of them
cuts the edge and no mark is left on the component.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from generator.sheet.page import Line
from generator.sizes import UNPRINTABLE, Size
from generator.units import um

THICKNESS = 0.2
CLEARANCE = 0.5  # to every trim edge
LONGEST = 4.0
SHORTEST = 2.0  # less is of no use to a knife


Interval = tuple[int, int]  # start, end, in whole micrometres


class Trim(Protocol):
    """A component's place on the paper, in mm."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...


class Span(NamedTuple):
    """A rectangle in whole micrometres, seen along the axis in which marks are being drawn."""

    start: int
    end: int
    low: int  # across
    high: int


def crop_marks(trims: Iterable[Trim], paper: Size) -> tuple[Line, ...]:
    """The marks of these components and no others, on paper of this size. All in mm.

    Each is ``THICKNESS`` thick, ``CLEARANCE`` clear of every component, up to ``LONGEST`` long and no
    shorter than ``SHORTEST``, and keeps out of the unprintable edge. A mark that two components share is
    there once; marks that overlap on one line are drawn as one.
    """
    boxes = [(um(trim.x), um(trim.y), um(trim.x + trim.width), um(trim.y + trim.height)) for trim in trims]
    width, height = um(paper[0]), um(paper[1])
    lying = _marks_along([Span(x1, x2, y1, y2) for x1, y1, x2, y2 in boxes], width, height)
    standing = _marks_along([Span(y1, y2, x1, x2) for x1, y1, x2, y2 in boxes], height, width)
    return tuple(
        [Line(start / 1000, at / 1000, end / 1000, at / 1000, THICKNESS) for at, start, end in lying]
        + [Line(at / 1000, start / 1000, at / 1000, end / 1000, THICKNESS) for at, start, end in standing]
    )


def _marks_along(spans: Sequence[Span], length: int, breadth: int) -> list[tuple[int, int, int]]:
    """The marks that run along one axis as (place across, start, end), in order and merged."""
    edge, half = um(UNPRINTABLE), um(THICKNESS) // 2
    reach = um(CLEARANCE) + half
    printable = (edge, length - edge)
    marks: list[tuple[int, int, int]] = []
    for at in sorted({place for span in spans for place in (span.low, span.high)}):
        if not edge <= at - half < at + half <= breadth - edge:
            continue
        near = [span for span in spans if span.low - reach < at < span.high + reach]
        intervals = [
            interval
            for span in near
            if at in (span.low, span.high)
            for interval in (_before(span.start, near, printable), _after(span.end, near, printable))
            if interval is not None
        ]
        marks += [(at, start, end) for start, end in _merged(intervals)]
    return marks


def _after(corner: int, near: Sequence[Span], printable: Interval) -> Interval | None:
    """The mark that runs from a corner in the direction of the axis, if there is room for one."""
    start = corner + um(CLEARANCE)
    ends = [other.start - um(CLEARANCE) for other in near if other.end + um(CLEARANCE) > start]
    end = min([start + um(LONGEST), printable[1], *ends])
    return (start, end) if start >= printable[0] and end - start >= um(SHORTEST) else None


def _before(corner: int, near: Sequence[Span], printable: Interval) -> Interval | None:
    """The mark that runs from a corner against the direction of the axis: ``_after`` in a mirror."""
    mirrored = [Span(-other.end, -other.start, other.low, other.high) for other in near]
    found = _after(-corner, mirrored, (-printable[1], -printable[0]))
    return (-found[1], -found[0]) if found else None


def _merged(intervals: Iterable[Interval]) -> list[Interval]:
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
