"""Hexagons nest: each row reaches half a hexagon aside into the row before it, and neighbours share their edges.

Any hexagon with two upright (or two lying) edges whose opposite sides are alike tiles a sheet so; a regular one is the
common case. All lengths here are whole micrometres, but for the outline that comes in.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from generator.core.choices import um
from generator.draw.marks.marks import Outline, Point

_CLOSE = 30  # micrometres that a corner may be off: outlines are drawn with a tenth or a hundredth of a mm


class Hexagon(NamedTuple):
    """A hexagon with its points up and down (or, ``lying``, left and right) that fills its box. In whole micrometres.

    ``long`` is the side of the box from point to point, ``across`` the other one; ``slope`` is how far a slanting edge
    runs along the long side.
    """

    long: int
    across: int
    slope: int
    lying: bool


class Nesting(Struct, frozen=True):
    """How hexagons lie: in rows (or columns, where their points lie left and right) that reach into each other."""

    hexagon: Hexagon  # as it lies on the sheet
    turned: bool  # by a quarter of a turn, from how it is drawn
    gutter: int
    short: bool = False  # each second row has one less, and no row stands out

    @property
    def step(self) -> int:
        """From one row to the next."""
        across, slope = self.hexagon.across, self.hexagon.slope
        edge = math.hypot(across / 2, slope)
        # Slanting edges are as far apart as upright ones.
        return self.hexagon.long - slope + math.ceil(self.gutter * (2 * edge - slope) / across)

    @property
    def shift(self) -> int:
        """How far each second row stands aside."""
        return (self.hexagon.across + self.gutter) // 2

    def most(self, width: int, height: int) -> tuple[int, int]:
        """How many fit in a row, and how many rows."""
        along, away = (height, width) if self.hexagon.lying else (width, height)
        rows = (away - self.hexagon.long) // self.step + 1 if away >= self.hexagon.long else 0
        room = along - (self.shift if rows > 1 and not self.short else 0)
        return max((room + self.gutter) // (self.hexagon.across + self.gutter), 0), rows

    def places(self, in_row: int, rows: int) -> Iterator[tuple[int, int]]:
        """The corners of the hexagons' boxes, row by row."""
        for row in range(rows):
            for number in range(in_row - (1 if self.short and row % 2 else 0)):
                along = number * (self.hexagon.across + self.gutter) + row % 2 * self.shift
                away = row * self.step
                yield (away, along) if self.hexagon.lying else (along, away)

    def extent(self, in_row: int, rows: int) -> tuple[int, int]:
        """Width and height of the box round so many."""
        along = in_row * (self.hexagon.across + self.gutter) - self.gutter
        along += self.shift if rows > 1 and not self.short else 0
        away = (rows - 1) * self.step + self.hexagon.long
        return (away, along) if self.hexagon.lying else (along, away)


def nestings(outline: Outline, width: float, height: float, gutter: int) -> tuple[Nesting, ...]:
    """How components of this outline nest, upright and turned; nothing where they are not hexagons that do.

    Args:
        outline: from the component's trim corner, mm.
        width: of its trim, mm.
        height: of its trim, mm.
        gutter: between neighbours, in whole micrometres.
    """
    hexagon = hexagon_of(outline, width, height)
    if hexagon is None:
        return ()
    lying = hexagon._replace(lying=not hexagon.lying)
    return tuple(
        Nesting(shape, turned, gutter, short)
        for short in (False, True)
        for shape, turned in ((hexagon, False), (lying, True))
    )


def hexagon_of(outline: Outline, width: float, height: float) -> Hexagon | None:
    """The hexagon that an outline is, if it is one that nests and fills its trim box."""
    corners = _corners(outline)
    if len(corners) != 6:
        return None
    box = um(width), um(height)
    for lying in (False, True):
        turned = [(y, x) for x, y in corners] if lying else corners
        across, long = box[::-1] if lying else box
        slope = min((y for x, y in turned if abs(x) <= _CLOSE), default=0)
        points = {(across // 2, 0), (across // 2, long)}
        expected = points | {(x, y) for x in (0, across) for y in (slope, long - slope)}
        if 0 < 2 * slope < long and all(_is_near(corner, turned) for corner in expected):
            return Hexagon(long, across, slope, lying)
    return None


def _corners(outline: Outline) -> list[tuple[int, int]]:
    """The corners of a polygon of one run; none where it is another shape."""
    points: list[Point] = []
    for number, step in enumerate(outline):
        if step[0] == "C" or (step[0] == "M") != (number == 0):
            return []
        if step[0] in "ML":
            points.append((step[1], step[2]))
    corners = [(um(x), um(y)) for x, y in points]
    return corners[:-1] if len(corners) > 1 and _is_near(corners[-1], corners[:1]) else corners


def _is_near(corner: tuple[int, int], corners: Sequence[tuple[int, int]]) -> bool:
    return any(abs(corner[0] - x) <= _CLOSE and abs(corner[1] - y) <= _CLOSE for x, y in corners)


def widen(outline: Outline, by: float) -> Outline:
    """A convex polygon with all its edges moved outwards by this many mm."""
    points = [(step[1], step[2]) for step in outline if step[0] in "ML"]
    points = points[:-1] if len(points) > 1 and math.dist(points[0], points[-1]) < _CLOSE / 1000 else points
    if by == 0 or len(points) < 3:
        return outline
    turn = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, (*points[1:], points[0]), strict=True))
    sign = 1 if turn > 0 else -1
    corners = []
    for number, (x, y) in enumerate(points):
        before, after = points[number - 1], points[(number + 1) % len(points)]
        n, m = _normal(before, (x, y), sign), _normal((x, y), after, sign)
        scale = by / (1 + n[0] * m[0] + n[1] * m[1])
        corners.append((x + (n[0] + m[0]) * scale, y + (n[1] + m[1]) * scale))
    return (("M", *corners[0]), *(("L", *corner) for corner in corners[1:]), ("Z",))


def _normal(start: Point, end: Point, sign: int) -> Point:
    length = math.dist(start, end)
    return sign * (end[1] - start[1]) / length, -sign * (end[0] - start[0]) / length
