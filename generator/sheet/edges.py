"""Edges that neighbours share, each once: drawn and cut twice, a line becomes thick, and the paper frays."""

from collections.abc import Iterable, Iterator, Sequence

from generator.core.choices import um
from generator.draw.marks.marks import Outline, PathStep, Point

_CLOSE = 20  # micrometres between the ends of edges that are taken for one

Vertex = tuple[int, int]


class _Corners:
    """Corners of polygons; those that are nearly at one place are one."""

    def __init__(self) -> None:
        self._known: dict[Vertex, Vertex] = {}

    def at(self, point: Point) -> Vertex:
        """The corner that stands for all at this place."""
        x, y = um(point[0]), um(point[1])
        column, row = x // _CLOSE, y // _CLOSE
        for near in ((column + i, row + j) for i in (0, -1, 1) for j in (0, -1, 1)):
            known = self._known.get(near)
            if known is not None and abs(known[0] - x) <= _CLOSE and abs(known[1] - y) <= _CLOSE:
                return known
        self._known[column, row] = (x, y)
        return x, y


def runs_once(polygons: Iterable[Sequence[Point]]) -> Iterator[tuple[Point, ...]]:
    """The edges of polygons, given by their corners, as runs of points; of edges that several share, one.

    A polygon none of whose edges was there before comes back closed: its first corner is its last too.
    """
    corners, drawn = _Corners(), set[tuple[Vertex, Vertex]]()
    for polygon in polygons:
        found = [corners.at(point) for point in polygon]
        if len(found) > 1 and found[0] == found[-1]:
            found.pop()
        pairs = list(zip(found, (*found[1:], *found[:1]), strict=True))
        new = [(min(pair), max(pair)) not in drawn for pair in pairs]
        drawn |= {(min(pair), max(pair)) for pair in pairs}
        start = new.index(False) if False in new else 0
        run: list[Vertex] = []
        for (one, other), fresh in zip((*pairs[start:], *pairs[:start]), (*new[start:], *new[:start]), strict=True):
            if fresh:
                run = run or [one]
                run.append(other)
            elif run:
                yield _in_mm(run)
                run = []
        if run:
            yield _in_mm(run)


def _in_mm(run: Iterable[Vertex]) -> tuple[Point, ...]:
    return tuple((x / 1000, y / 1000) for x, y in run)


def edges_once(outlines: Iterable[Outline]) -> Iterator[Outline]:
    """Outlines of straight edges, those that neighbours share drawn once."""
    polygons = ([(step[1], step[2]) for step in outline if step[0] in "ML"] for outline in outlines)
    for run in runs_once(polygons):
        steps: list[PathStep] = [("M", *run[0]), *(("L", *point) for point in run[1:])]
        yield (*steps[:-1], ("Z",)) if run[0] == run[-1] else tuple(steps)
