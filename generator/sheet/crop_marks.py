"""Crop marks: short lines outside the components that show where to cut.

They start clear of the trim at each corner and run outwards, so that a knife laid along two of them
cuts the edge and no mark is left on the component.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from generator.core.choices import UNPRINTABLE, Size, um
from generator.draw.marks.marks import Paint
from generator.sheet.page import CutLine, Rect, Rectangle, Slot, rect_of

THICKNESS = 0.2
CLEARANCE = 0.5  # to every trim edge
LONGEST = 4.0
SHORTEST = 2.0  # less is of no use to a knife
CUT = Paint(stroke="#000000", width=THICKNESS)  # a cut line on the face itself

_THICK, _CLEAR, _LONG, _SHORT, _EDGE = (um(mm) for mm in (THICKNESS, CLEARANCE, LONGEST, SHORTEST, UNPRINTABLE))

CutInterval = tuple[int, int]  # start, end, in whole micrometres


Trim = Slot | Rectangle  # a component's place on the paper


def crop_marks(
    trims: Iterable[Trim], paper: Size, bleed: float = 0.0, unmarked: Iterable[Trim] = ()
) -> tuple[CutLine, ...]:
    """The marks of these components and no others, on paper of this size. All in mm.

    Each is ``THICKNESS`` thick, ``CLEARANCE`` clear of every component with its ``bleed``, ``unmarked`` ones too, up to
    ``LONGEST`` long and no shorter than ``SHORTEST``, and keeps out of the unprintable edge. A mark that two components
    share is there once; marks that overlap on one line are drawn as one.
    """
    boxes, others = [rect_of(trim) for trim in trims], [rect_of(trim) for trim in unmarked]
    width, height = um(paper[0]), um(paper[1])
    clear = _CLEAR + um(bleed)
    lying = _marks_along(boxes, others, (width, height), clear)
    turned, beside = ([box.transposed for box in some] for some in (boxes, others))
    standing = _marks_along(turned, beside, (height, width), clear)
    return tuple(
        [CutLine(start / 1000, at / 1000, end / 1000, at / 1000, THICKNESS) for at, start, end in lying]
        + [CutLine(at / 1000, start / 1000, at / 1000, end / 1000, THICKNESS) for at, start, end in standing]
    )


def uncrossed(marks: tuple[CutLine, ...]) -> tuple[CutLine, ...]:
    """The same marks, but of two that cross, as between blocks of different sizes, one ends before the other."""
    lying = [mark for mark in marks if mark.y1 == mark.y2]
    standing = [mark for mark in marks if mark.x1 == mark.x2]
    for row, one in enumerate(lying):
        for column, other in enumerate(standing):
            if one.x1 < other.x1 < one.x2 and other.y1 < one.y1 < other.y2:
                start, end = _longer((one.x1, one.x2), other.x1)
                top, bottom = _longer((other.y1, other.y2), one.y1)
                if end - start > bottom - top:
                    lying[row] = one = CutLine(start, one.y1, end, one.y1, THICKNESS)
                else:
                    standing[column] = CutLine(other.x1, top, other.x1, bottom, THICKNESS)
    return (*lying, *standing)


def _longer(ends: tuple[float, float], crossing: float) -> tuple[float, float]:
    """What lies on one side of a crossing, clear of it."""
    start, end = ends
    return (start, crossing - CLEARANCE) if crossing - start > end - crossing else (crossing + CLEARANCE, end)


def _marks_along(
    boxes: Sequence[Rect], others: Sequence[Rect], paper: tuple[int, int], clear: int
) -> list[tuple[int, int, int]]:
    """The marks of boxes that run along x as (place across, start, end), in order and merged."""
    length, breadth = paper
    half = _THICK // 2
    reach = clear + half
    rows, all_rows = _rows(boxes), _rows((*boxes, *others))
    marks: list[tuple[int, int, int]] = []
    known: dict[tuple[frozenset[CutInterval], frozenset[CutInterval]], list[CutInterval]] = {}  # most rows are alike
    for at in sorted({place for row in rows for place in row}):
        if not _EDGE <= at - half < at + half <= breadth - _EDGE:
            continue
        own = frozenset[CutInterval]().union(*(rows[row] for row in rows if at in row))
        near = frozenset[CutInterval]().union(
            *(covered for (low, high), covered in all_rows.items() if low - reach < at < high + reach)
        )
        if (own, near) not in known:
            known[own, near] = _marks_of_line(own, near, (_EDGE, length - _EDGE), clear)
        marks += [(at, start, end) for start, end in known[own, near]]
    return marks


def _marks_of_line(
    own: Iterable[CutInterval], near: Iterable[CutInterval], printable: CutInterval, clear: int
) -> list[CutInterval]:
    """The marks on one line of the components ``own`` that end at it, clear of all that are ``near``."""
    after = _Neighbours(near, printable, clear)
    before = _Neighbours([(-end, -start) for start, end in near], (-printable[1], -printable[0]), clear)
    found = [after.mark(end) for _, end in own]
    mirrored = [before.mark(-start) for start, _ in own]
    return _merged([mark for mark in found if mark] + [(-mark[1], -mark[0]) for mark in mirrored if mark])


def _rows(boxes: Iterable[Rect]) -> dict[CutInterval, set[CutInterval]]:
    """Components that lie in one row, by where that is across: what they cover along it."""
    rows: dict[CutInterval, set[CutInterval]] = {}
    for box in boxes:
        rows.setdefault((box.y1, box.y2), set()).add((box.x1, box.x2))
    return rows


class _Neighbours:
    """The components near one line, in the order in which they end, to find the next one after a corner quickly."""

    def __init__(self, near: Iterable[CutInterval], printable: CutInterval, clear: int) -> None:
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
