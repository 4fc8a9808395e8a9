"""A pen with an unsteady hand: shapes in, crooked shapes out, as plain data that a template draws.

Lengths are mm in a box of 40 × 40, y downwards. Every point goes through one warp, so that windows lean with the wall
that they are in.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple

PenPoint = tuple[float, float]
Segment = tuple[str, tuple[PenPoint, ...]]  # M, L, C or Z, with its points
PenPath = list[Segment]

GROUND = 36.0
UNBENT = 4.0  # lines up to this long stay straight
_TOKEN = re.compile(r"[MLCZ]|-?\d*\.?\d+")
_TAKES = {"M": 1, "L": 1, "C": 3, "Z": 0}
_ROUND = 0.5523  # a cubic's handles for a quarter of a circle


class PenPart(NamedTuple):
    """One shape: an SVG path, the width of its line in mm (0: none), its fill, what it is a part of, its tint."""

    d: str
    width: float
    fill: str
    of: str = ""
    tint: str = ""


class Pen:
    """Draws into ``parts``. ``lean`` is how far the top of a house hangs over, ``bend`` how much of that is a curve.

    ``of`` names what the parts that follow belong to, ``tint`` the tint of those that are white.
    """

    def __init__(self, lean: float, bend: float, wobble: float, phase: float) -> None:
        self.lean, self.bend, self.wobble, self.phase = lean, bend, wobble, phase
        self.parts: list[PenPart] = []
        self.of = self.tint = ""

    def draw(self, path: PenPath, width: float = 0.5, fill: str = "#fff", *, straight: bool = False) -> None:
        """Add a path; ``straight``: as it is, for what does not belong to the house."""
        warp = _same if straight else self._warp
        out: list[str] = []
        here = (0.0, 0.0)
        for name, points in path:
            if name == "L" and max(abs(points[0][0] - here[0]), abs(points[0][1] - here[1])) > UNBENT:
                name, points = "C", (_between(here, points[0], 1 / 3), _between(here, points[0], 2 / 3), points[0])
            written = ["%.2f %.2f" % warp(point) for point in points]  # noqa: UP031 - takes two thirds of an f-string
            out.append(name + " ".join(written))
            here = points[-1] if points else here
        self.parts.append(PenPart("".join(out), width, fill, self.of, self.tint if fill == "#fff" else ""))

    def lines(self, *lines: Sequence[PenPoint], width: float = 0.25, straight: bool = False) -> None:
        """Add open lines as one path."""
        path = [segment for line in lines for segment in polygon(*line)[:-1]]
        if path:
            self.draw(path, width, "none", straight=straight)

    def stamp(self, strokes: Sequence[tuple[str, float, str]], x: float, y: float, size: float, *, turn: float = 0.0,
              flip: bool = False, straight: bool = True) -> None:  # fmt: skip
        """Add a drawing made in a box of 10 × 10 around its middle, ``size`` mm wide, at ``x``, ``y``."""
        for (text, width, fill), place in zip(strokes, _placed(strokes, size, turn=turn, flip=flip), strict=True):
            path = [
                (name, tuple((x + u, y + v) for u, v in points))
                for (name, _), points in zip(read(text), place, strict=True)
            ]
            self.draw(path, width, fill, straight=straight)

    def warped(self, point: PenPoint) -> PenPoint:
        """Where a point of the house really comes to lie."""
        return self._warp(point)

    def _warp(self, point: PenPoint) -> PenPoint:
        x, y = point
        height = (GROUND - y) / GROUND
        x += self.lean * height * (1 - self.bend + self.bend * height)
        swing = 0.0 if height <= 0 else self.wobble * (height * 8) if height < 1 / 8 else self.wobble  # feet stay put
        return x + swing * sin(0.31 * y + self.phase), y + swing * sin(0.27 * x + 2 * self.phase)


def stamp_room(
    strokes: Sequence[tuple[str, float, str]], size: float, *, turn: float = 0.0, flip: bool = False
) -> tuple[float, float, float, float]:
    """How far a drawing reaches from its middle: left, up, right, down, half the width of its lines included."""
    points = [point for stroke in _placed(strokes, size, turn=turn, flip=flip) for points in stroke for point in points]
    pen = max(width for _, width, _ in strokes) / 2
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - pen, min(ys) - pen, max(xs) + pen, max(ys) + pen


def polygon(*points: PenPoint) -> PenPath:
    """A closed path of straight lines."""
    return [("M", (points[0],)), *[("L", (point,)) for point in points[1:]], ("Z", ())]


def box(left: float, top: float, right: float, bottom: float) -> PenPath:
    """A rectangle by its edges."""
    return polygon((left, top), (right, top), (right, bottom), (left, bottom))


def plank(x: float, y: float, half: float, rise: float, thick: float) -> PenPath:
    """A board across a point: ``half`` as long as it is, its right end lower than its middle by ``rise``."""
    left, high, right, low = x - half, y - rise, x + half, y + rise
    return polygon((left, high - thick), (right, low - thick), (right, low + thick), (left, high + thick))


def curve(*points: PenPoint) -> PenPath:
    """An open curve from the first point: three more for each piece, two handles and an end."""
    pieces = [points[at : at + 3] for at in range(1, len(points), 3)]
    return [("M", (points[0],)), *[("C", piece) for piece in pieces]]


def oval(x: float, y: float, rx: float, ry: float | None = None) -> PenPath:
    """An ellipse, or a circle, around a point."""
    ry = rx if ry is None else ry
    u, v = rx * _ROUND, ry * _ROUND
    return [
        ("M", ((x + rx, y),)),
        ("C", ((x + rx, y + v), (x + u, y + ry), (x, y + ry))),
        ("C", ((x - u, y + ry), (x - rx, y + v), (x - rx, y))),
        ("C", ((x - rx, y - v), (x - u, y - ry), (x, y - ry))),
        ("C", ((x + u, y - ry), (x + rx, y - v), (x + rx, y))),
        ("Z", ()),
    ]


def arch(left: float, top: float, right: float, bottom: float, *, point: float = 0.0) -> PenPath:
    """A doorway: straight below, round above; ``point`` makes it Gothic."""
    middle, rise = (left + right) / 2, min((right - left) / 2, (bottom - top) * 0.6)
    v, u = rise * _ROUND, (right - left) / 2 * _ROUND * (1 - point)
    return [
        ("M", ((left, bottom),)),
        ("L", ((left, top + rise),)),
        ("C", ((left, top + rise - v), (middle - u, top), (middle, top))),
        ("C", ((middle + u, top), (right, top + rise - v), (right, top + rise))),
        ("L", ((right, bottom),)),
        ("Z", ()),
    ]


def zigzag(left: float, right: float, y: float, depth: float, teeth: int) -> list[PenPoint]:
    """Points of a saw's edge from ``left`` to ``right``; teeth point down where ``depth`` is more than 0."""
    step = (right - left) / (2 * teeth)
    return [(left + index * step, y + (depth if index % 2 else 0.0)) for index in range(2 * teeth + 1)]


def scallops(left: float, right: float, y: float, depth: float, count: int) -> PenPath:
    """An open row of round tiles."""
    step = (right - left) / count
    path: PenPath = [("M", ((left, y),))]
    for index in range(count):
        start, end = left + index * step, left + (index + 1) * step
        path.append(("C", ((start + step * 0.1, y + depth * 1.3), (end - step * 0.1, y + depth * 1.3), (end, y))))
    return path


@lru_cache(maxsize=256)
def read(text: str) -> tuple[Segment, ...]:
    """A path from SVG's absolute M, L, C and Z."""
    tokens = _TOKEN.findall(text)
    path: list[Segment] = []
    name, at = "", 0
    while at < len(tokens):
        if tokens[at] in _TAKES:
            name, at = tokens[at], at + 1
        numbers = [float(token) for token in tokens[at : at + 2 * _TAKES[name]]]
        at += len(numbers)
        path.append((name, tuple(zip(numbers[::2], numbers[1::2], strict=True))))
    return tuple(path)


def _placed(
    strokes: Sequence[tuple[str, float, str]], size: float, *, turn: float, flip: bool
) -> list[list[tuple[PenPoint, ...]]]:
    """The points of each stroke of a drawing, turned and as large as wanted, around its middle."""
    scale, sign = size / 10, -1 if flip else 1
    across, down = cos(radians(turn)) * scale, sin(radians(turn)) * scale
    return [
        [
            tuple((sign * u * across - v * down, sign * u * down + v * across) for u, v in points)
            for _, points in read(text)
        ]
        for text, _, _ in strokes
    ]


def _same(point: PenPoint) -> PenPoint:
    return point


def _between(start: PenPoint, end: PenPoint, share: float) -> PenPoint:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
