"""Crop marks: short lines outside the components that show where to cut.

They start clear of the trim at each corner and run outwards, so that a knife laid along two of them
cuts the edge and no mark is left on the component.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple, Protocol

from generator.marks.marks import Paint
from generator.sheet.page import CutLine
from generator.sizes import UNPRINTABLE, Size
from generator.units import um

THICKNESS = 0.2
CLEARANCE = 0.5  # to every trim edge
LONGEST = 4.0
SHORTEST = 2.0  # less is of no use to a knife
CUT = Paint(stroke="#000000", width=THICKNESS)  # a cut line on the face itself

_THICK, _CLEAR, _LONG, _SHORT, _EDGE = (um(mm) for mm in (THICKNESS, CLEARANCE, LONGEST, SHORTEST, UNPRINTABLE))

CutInterval = tuple[int, int]  # start, end, in whole micrometres


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


class AxisSpan(NamedTuple):
    """A rectangle in whole micrometres, seen along the axis in which marks are being drawn."""

    start: int
    end: int
    low: int  # across
    high: int

    @property
    def across(self) -> "AxisSpan":
        """The same rectangle, seen along the other axis."""
        return AxisSpan(self.low, self.high, self.start, self.end)


def crop_marks(
    trims: Iterable[Trim], paper: Size, bleed: float = 0.0, unmarked: Iterable[Trim] = ()
) -> tuple[CutLine, ...]:
    """The marks of these components and no others, on paper of this size. All in mm.

    Each is ``THICKNESS`` thick, ``CLEARANCE`` clear of every component with its ``bleed``, ``unmarked`` ones too, up to
    ``LONGEST`` long and no shorter than ``SHORTEST``, and keeps out of the unprintable edge. A mark that two components
    share is there once; marks that overlap on one line are drawn as one.
    """
    boxes, others = _boxes(trims), _boxes(unmarked)
    width, height = um(paper[0]), um(paper[1])
    clear = _CLEAR + um(bleed)
    lying = _marks_along(boxes, others, (width, height), clear)
    standing = _marks_along([box.across for box in boxes], [box.across for box in others], (height, width), clear)
    return tuple(
        [CutLine(start / 1000, at / 1000, end / 1000, at / 1000, THICKNESS) for at, start, end in lying]
        + [CutLine(at / 1000, start / 1000, at / 1000, end / 1000, THICKNESS) for at, start, end in standing]
    )


def _boxes(trims: Iterable[Trim]) -> list[AxisSpan]:
    return [AxisSpan(um(trim.x), um(trim.x + trim.width), um(trim.y), um(trim.y + trim.height)) for trim in trims]


def _marks_along(
    spans: Sequence[AxisSpan], others: Sequence[AxisSpan], paper: tuple[int, int], clear: int
) -> list[tuple[int, int, int]]:
    """The marks of ``spans`` that run along one axis as (place across, start, end), in order and merged."""
    length, breadth = paper
    half = _THICK // 2
    reach = clear + half
    marks: list[tuple[int, int, int]] = []
    for at in sorted({place for span in spans for place in (span.low, span.high)}):
        if not _EDGE <= at - half < at + half <= breadth - _EDGE:
            continue
        own = [span for span in spans if at in (span.low, span.high)]
        near = [span for span in (*spans, *others) if span.low - reach < at < span.high + reach]
        after = _Neighbours([(span.start, span.end) for span in near], (_EDGE, length - _EDGE), clear)
        before = _Neighbours([(-span.end, -span.start) for span in near], (_EDGE - length, -_EDGE), clear)
        # Neighbours on both sides of a line have the same corners.
        found = [after.mark(end) for end in {span.end for span in own}]
        mirrored = [before.mark(-start) for start in {span.start for span in own}]
        intervals = [mark for mark in found if mark] + [(-mark[1], -mark[0]) for mark in mirrored if mark]
        marks += [(at, start, end) for start, end in _merged(intervals)]
    return marks


class _Neighbours:
    """The components near one line, in the order in which they end, to find the next one after a corner quickly."""

    def __init__(self, near: Sequence[CutInterval], printable: CutInterval, clear: int) -> None:
        ordered = sorted(near, key=lambda interval: interval[1])
        self.ends = [end for _, end in ordered]
        self.first_start = list(accumulate((start for start, _ in reversed(ordered)), min))[::-1]
        self.printable, self.clear = printable, clear

    def mark(self, corner: int) -> CutInterval | None:
        """The mark that runs on from a corner, if there is room for one."""
        start = corner + self.clear
        end = min(start + _LONG, self.printable[1])
        behind = bisect_right(self.ends, corner)
        if behind < len(self.ends):
            end = min(end, self.first_start[behind] - self.clear)
        return (start, end) if start >= self.printable[0] and end - start >= _SHORT else None


def _merged(intervals: Iterable[CutInterval]) -> list[CutInterval]:
    merged: list[CutInterval] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
