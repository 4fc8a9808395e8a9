"""The straight cuts of a sheet, and the crop marks that show where each of them is.

A cut runs along edges of components as far as no other component lies in its way. It is found by two marks on its line
with such an edge between them. Where paper or neighbours leave no room for that beyond the bleed, marks lie on it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from generator.core.choices import Size, um
from generator.sheet.crop_marks import CutInterval, Trim, crop_marks, uncross
from generator.sheet.page import CutLine, Rect, StraightCut, rect_of


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
