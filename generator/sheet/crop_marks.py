"""Crop marks: short lines outside the components that show where to cut.

They start clear of the trim at each corner and run outwards, so that a knife laid along two of them
cuts the edge and no mark is left on the component.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from msgspec.structs import replace

from generator.core.choices import UNPRINTABLE, Size, um
from generator.draw.marks.marks import Paint
from generator.sheet.page import CutLine, Rect, Rectangle, Slot, StraightCut, rect_of

THICKNESS = 0.2
CLEARANCE = 0.5  # to every trim edge
LONGEST = 4.0
SHORTEST = 2.0  # less is of no use to a knife
CUT = Paint(stroke="#000000", width=THICKNESS)  # a cut line on the face itself

_HALF, _CLEAR, _LONG, _SHORT, _EDGE = (um(mm) for mm in (THICKNESS / 2, CLEARANCE, LONGEST, SHORTEST, UNPRINTABLE))

CutInterval = tuple[int, int]  # start, end, in whole micrometres


Trim = Slot | Rectangle  # a component's place on the paper


class RawMark(NamedTuple):
    """A mark on endless paper, in micrometres along its line: it begins ``after`` a corner or ends before one."""

    start: int
    end: int
    after: bool


class RawMarks(NamedTuple):
    """The marks of some components on endless paper, by the place of their lines: along x, and along y."""

    lying: Sequence[tuple[int, Sequence[RawMark]]]
    standing: Sequence[tuple[int, Sequence[RawMark]]]

    def on(self, paper: Size, x: int = 0, y: int = 0) -> tuple[CutLine, ...]:
        """What of them is on paper of this size in mm, with all that has them moved by ``x``, ``y`` micrometres."""
        width, height = um(paper[0]), um(paper[1])
        lying = _clipped(self.lying, (width, height), (x, y))
        standing = _clipped(self.standing, (height, width), (y, x))
        return tuple(
            [CutLine(start / 1000, at / 1000, end / 1000, at / 1000, THICKNESS) for at, start, end in lying]
            + [CutLine(at / 1000, start / 1000, at / 1000, end / 1000, THICKNESS) for at, start, end in standing]
        )


def crop_marks(
    trims: Iterable[Trim], paper: Size, bleed: float = 0.0, unmarked: Iterable[Trim] = ()
) -> tuple[CutLine, ...]:
    """The marks of these components and no others, on paper of this size. All in mm.

    Each is ``THICKNESS`` thick, ``CLEARANCE`` clear of every component with its ``bleed``, ``unmarked`` ones too, up to
    ``LONGEST`` long and no shorter than ``SHORTEST``, and keeps out of the unprintable edge. A mark that two components
    share is there once; marks that overlap on one line are drawn as one.
    """
    return raw_marks([rect_of(trim) for trim in trims], bleed, [rect_of(trim) for trim in unmarked]).on(paper)


def raw_marks(boxes: Sequence[Rect], bleed: float = 0.0, unmarked: Sequence[Rect] = ()) -> RawMarks:
    """The marks of components in these boxes, as `crop_marks` has them, before it is known where they lie on paper."""
    clear = _CLEAR + um(bleed)
    turned, turned_unmarked = ([box.transposed for box in some] for some in (boxes, unmarked))
    return RawMarks(_marks_along(boxes, unmarked, clear), _marks_along(turned, turned_unmarked, clear))


def uncross(marks: tuple[CutLine, ...]) -> tuple[CutLine, ...]:
    """The same marks, but of two that cross, as between blocks of different sizes, one ends before the other."""
    lying = [mark for mark in marks if mark.y1 == mark.y2]
    standing = [mark for mark in marks if mark.x1 == mark.x2]
    for row, across in enumerate(lying):
        for column, down in enumerate(standing):
            if across.x1 < down.x1 < across.x2 and down.y1 < across.y1 < down.y2:
                start, end = _longer((across.x1, across.x2), down.x1)
                top, bottom = _longer((down.y1, down.y2), across.y1)
                if end - start > bottom - top:
                    lying[row] = across = replace(across, x1=start, x2=end)
                else:
                    standing[column] = replace(down, y1=top, y2=bottom)
    return (*lying, *standing)


def _longer(ends: tuple[float, float], crossing: float) -> tuple[float, float]:
    """What lies on one side of a crossing, clear of it."""
    start, end = ends
    return (start, crossing - CLEARANCE) if crossing - start > end - crossing else (crossing + CLEARANCE, end)


def _marks_along(boxes: Sequence[Rect], unmarked: Sequence[Rect], clear: int) -> list[tuple[int, list[RawMark]]]:
    """The marks of boxes that run along x, by the place of their line across, in order."""
    reach = clear + _HALF
    rows, all_rows = _rows(boxes), _rows((*boxes, *unmarked))
    marks: list[tuple[int, list[RawMark]]] = []
    cache: dict[tuple[frozenset[CutInterval], frozenset[CutInterval]], list[RawMark]] = {}  # most rows are alike
    for at in sorted({place for row in rows for place in row}):
        own = frozenset[CutInterval]().union(*(rows[row] for row in rows if at in row))
        near = frozenset[CutInterval]().union(
            *(covered for (low, high), covered in all_rows.items() if low - reach < at < high + reach)
        )
        if (own, near) not in cache:
            cache[own, near] = _marks_of_line(own, near, clear)
        marks.append((at, cache[own, near]))
    return marks


def _marks_of_line(own: Iterable[CutInterval], near: Iterable[CutInterval], clear: int) -> list[RawMark]:
    """The marks on one line of the components ``own`` that end at it, clear of all that are ``near``."""
    after, before = _Neighbours(near, clear), _Neighbours([(-end, -start) for start, end in near], clear)
    marks = [RawMark(*mark, after=True) for _, end in own if (mark := after.mark(end))]
    return marks + [RawMark(-mark[1], -mark[0], after=False) for start, _ in own if (mark := before.mark(-start))]


def _clipped(
    marks: Iterable[tuple[int, Iterable[RawMark]]], paper: tuple[int, int], moved: tuple[int, int]
) -> Iterator[tuple[int, int, int]]:
    """The marks along x on paper, moved along and across, as (place across, start, end), in order and merged."""
    (length, breadth), (along, across) = paper, moved
    for line, raw in marks:
        at, intervals = line + across, list[CutInterval]()
        if not _EDGE <= at - _HALF < at + _HALF <= breadth - _EDGE:
            continue
        for start, end, after in raw:
            start, end = start + along, end + along
            if start >= _EDGE if after else end <= length - _EDGE:  # a mark begins near its corner, or is none
                intervals.append((max(start, _EDGE), min(end, length - _EDGE)))
        yield from ((at, *mark) for mark in _merged(mark for mark in intervals if mark[1] - mark[0] >= _SHORT))


def _rows(boxes: Iterable[Rect]) -> dict[CutInterval, set[CutInterval]]:
    """Components that lie in one row, by where that is across: what they cover along it."""
    rows: dict[CutInterval, set[CutInterval]] = {}
    for box in boxes:
        rows.setdefault((box.y1, box.y2), set()).add((box.x1, box.x2))
    return rows


class _Neighbours:
    """The components near one line, in the order in which they end, to find the next one after a corner quickly."""

    def __init__(self, near: Iterable[CutInterval], clear: int) -> None:
        ordered = sorted(near, key=lambda interval: interval[1])
        self.ends = [end for _, end in ordered]
        self.first_start = list(accumulate((start for start, _ in reversed(ordered)), min))[::-1]
        self.clear = clear

    def mark(self, corner: int) -> CutInterval | None:
        """The mark that runs on from a corner, if there is room for one."""
        start = corner + self.clear
        end = start + _LONG
        behind = bisect_right(self.ends, corner)
        if behind < len(self.ends):
            end = min(end, self.first_start[behind] - self.clear)
        return (start, end) if end - start >= _SHORT else None


def _merged(intervals: Iterable[CutInterval]) -> list[CutInterval]:
    merged: list[CutInterval] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


class CutRun(NamedTuple):
    """One cut along x, in whole micrometres."""

    at: int  # where it is across
    edges: list[CutInterval]  # of components, in order
    free: CutInterval  # how far nothing lies in its way


def cut_runs(trims: Iterable[Rect], everything: Sequence[Rect]) -> Iterator[CutRun]:
    """The cuts along x by the edges of these trim boxes, in order; none crosses any of ``everything``."""
    lines: dict[int, list[CutInterval]] = {}
    for start, low, end, high in trims:
        for at in (low, high):
            lines.setdefault(at, []).append((start, end))
    for at in sorted(lines):
        blocked = [(start, end) for start, low, end, high in everything if low < at < high]
        runs: list[list[CutInterval]] = []
        reached = 0
        for start, end in sorted(lines[at]):
            if not runs or any(reached <= block < start for block, _ in blocked):
                runs.append([])
            runs[-1].append((start, end))
            reached = max(reached, end)
        for edges in runs:
            first, last = edges[0][0], max(end for _, end in edges)
            low = max((end for _, end in blocked if end <= first), default=-_FAR)
            yield CutRun(at, edges, (low, min((start for start, _ in blocked if start >= last), default=_FAR)))


_FAR = um(10_000)


@lru_cache(maxsize=64)  # most sheets have the same
def cut_marks(
    trims: tuple[Trim, ...], paper: Size, bleed: float = 0.0, unmarked: tuple[Trim, ...] = ()
) -> tuple[tuple[CutLine, ...], tuple[StraightCut, ...]]:
    """Crop marks for these components, as `crop_marks` takes them, and the cuts that they show or have no room for."""
    marks = uncross(crop_marks(trims, paper, bleed, unmarked))
    cuts = _cuts(trims, unmarked, marks)
    if bleed and not all(cut.marks for cut in cuts):
        bare = {(cut.upright, um(cut.at)) for cut in cuts if not cut.marks}
        on_bleed = [mark for mark in crop_marks(trims, paper, 0.0, unmarked) if _line(mark) in bare]
        added = [replace(mark, on_art=True) for mark in on_bleed if not any(_overlap(mark, drawn) for drawn in marks)]
        marks = uncross((*marks, *added))
        cuts = _cuts(trims, unmarked, marks)
    return marks, cuts


def _cuts(trims: Sequence[Trim], unmarked: Sequence[Trim], marks: Iterable[CutLine]) -> tuple[StraightCut, ...]:
    """The cuts, each with two marks that show it, if there are such."""
    boxes, bare = [rect_of(trim) for trim in trims], [rect_of(trim) for trim in unmarked]
    cuts: list[StraightCut] = []
    on_line: dict[tuple[bool, int], list[CutLine]] = {}
    for mark in marks:
        on_line.setdefault(_line(mark), []).append(mark)
    for upright in (False, True):
        own, every = ([box.transposed if upright else box for box in some] for some in (boxes, [*boxes, *bare]))
        numbers: dict[int, int] = {}
        for at, edges, (low, high) in cut_runs(own, every):
            number = numbers.setdefault(at, len(numbers) + 1)
            there = [(*_interval(mark), mark) for mark in on_line.get((upright, at), ())]
            near = [entry for entry in there if low <= entry[0] and entry[1] <= high]
            pair: tuple[CutLine, ...] = ()
            if near:
                first, last = min(near, key=lambda entry: entry[1]), max(near, key=lambda entry: entry[0])
                if any(first[1] <= start and end <= last[0] for start, end in edges):
                    pair = first[2], last[2]
            cuts.append(StraightCut(upright, number, at / 1000, pair))
    return tuple(cuts)


def _line(mark: CutLine) -> tuple[bool, int]:
    """Whether a mark stands upright, and where it is across."""
    upright = mark.x1 == mark.x2
    return upright, um(mark.x1 if upright else mark.y1)


def _interval(mark: CutLine) -> CutInterval:
    return (um(mark.y1), um(mark.y2)) if mark.x1 == mark.x2 else (um(mark.x1), um(mark.x2))


def _overlap(first: CutLine, second: CutLine) -> bool:
    (a, b), (c, d) = _interval(first), _interval(second)
    return _line(first) == _line(second) and a < d and c < b


def named_cuts(cuts: Collection[StraightCut]) -> str:
    """Cuts by their numbers: vertical cuts 1 to 4, horizontal cut 2."""
    named = []
    for upright, name in ((True, "vertical"), (False, "horizontal")):
        numbers = sorted({cut.number for cut in cuts if cut.upright == upright})
        starts = [number for number in numbers if number - 1 not in numbers]
        ends = [number for number in numbers if number + 1 not in numbers]
        runs = [f"{a}" if a == b else f"{a} to {b}" for a, b in zip(starts, ends, strict=True)]
        if numbers:
            named.append(f"{name} cut{'s' if len(numbers) > 1 else ''} {', '.join(runs)}")
    return " and ".join(named)
