"""A pen with an unsteady hand: shapes in, crooked shapes out, as plain data that a template draws.

Lengths are mm in a box of 40 × 40, y downwards. Every point goes through one warp, so that windows lean with the wall
that they are in.

Drawings stand in a text file (`drawings`): a name on a line, then a stroke a line, with the width of its line in mm
(0: none), its fill and its path. Two sorts of paths are known:

- A stamp, in a box of 10 × 10 around its middle, has SVG's absolute M, L, C and Z: ``M-4 -2.6L4 -2.6Z``.
- A figure has points that depend on values, as sums of products: ``M-half-0.4,high L0.5half*lean,28 Z``. Besides M, L,
  C and Z it knows whole shapes: ``O`` an oval (middle, radii), ``R`` a rectangle and ``A`` an arch (two corners; the
  arch's ``point`` may follow), ``T`` teeth and ``S`` scallops (both ends, then the depth and how many).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from math import cos, radians, sin
from pathlib import Path
from typing import NamedTuple

PenPoint = tuple[float, float]
Segment = tuple[str, tuple[PenPoint, ...]]  # M, L, C or Z, with its points
PenPath = list[Segment]
PenStroke = tuple[str, float, str]  # a path, the width of its line in mm (0: none), its fill
Strokes = tuple[PenStroke, ...]
Sum = tuple[tuple[float, tuple[str, ...]], ...]  # numbers, each with the names that it is multiplied by

GROUND = 36.0
UNBENT = 4.0  # lines up to this long stay straight
_TOKEN = re.compile(r"[MLCZ]|-?\d*\.?\d+")
_TAKES = {"M": 1, "L": 1, "C": 3, "Z": 0}
_ROUND = 0.5523  # a cubic's handles for a quarter of a circle
_SHAPE = re.compile(r"([A-Z])([^A-Z]*)")
_TERM = re.compile(r"([+-]?[\d.]*)([a-z*]*)")
_OFFSET = {"O": 1, "R": 2, "A": 2, "T": 2, "S": 2}  # how many of a shape's pairs are points; all of M, L and C


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
        warp = tuple if straight else self.warped
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

    def figure(self, strokes: Sequence[PenStroke], x: float = 0.0, y: float = 0.0, **values: float) -> None:
        """Add a figure, its points counted from ``x``, ``y``.

        Strokes in which ``s`` occurs are drawn on both sides, unless it is among the values: those that follow each
        other with an ``s`` of -1, then with one of 1.
        """
        for both, group in groupby(strokes, key=lambda stroke: "s" not in values and _has_sides(stroke[0])):
            drawn = list(group)
            for side in (-1, 1) if both else (0,):
                for text, width, fill in drawn:
                    self.draw(_placed_figure(text, x, y, {"s": side, **values}), width, fill)

    def stamp(self, strokes: Sequence[PenStroke], x: float, y: float, size: float, *, turn: float = 0.0,
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
        x, y = point
        height = (GROUND - y) / GROUND
        x += self.lean * height * (1 - self.bend + self.bend * height)
        swing = 0.0 if height <= 0 else self.wobble * (height * 8) if height < 1 / 8 else self.wobble  # feet stay put
        return x + swing * sin(0.31 * y + self.phase), y + swing * sin(0.27 * x + 2 * self.phase)


def stamp_room(
    strokes: Sequence[PenStroke], size: float, *, turn: float = 0.0, flip: bool = False
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


def teeth(start: PenPoint, end: PenPoint, size: PenPoint) -> PenPath:
    """A saw's edge to go on with; ``size`` is the depth of its teeth, which point down if it is more than 0, and how
    many there are."""
    step = (end[0] - start[0]) / (2 * int(size[1]))
    return [
        ("L", ((start[0] + index * step, start[1] + (size[0] if index % 2 else 0.0)),))
        for index in range(2 * int(size[1]) + 1)
    ]


def scallops(start: PenPoint, end: PenPoint, size: PenPoint) -> PenPath:
    """An open row of round tiles; ``size`` is their depth, and how many there are."""
    (left, y), (depth, count) = start, size
    step = (end[0] - left) / int(count)
    path: PenPath = [("M", (start,))]
    for index in range(int(count)):
        begin, stop = left + index * step, left + (index + 1) * step
        path.append(("C", ((begin + step * 0.1, y + depth * 1.3), (stop - step * 0.1, y + depth * 1.3), (stop, y))))
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


def _placed(strokes: Sequence[PenStroke], size: float, *, turn: float, flip: bool) -> list[list[tuple[PenPoint, ...]]]:
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


@cache
def drawings(file: Path) -> dict[str, Strokes]:
    """The drawings of a text file by their names."""
    strokes_by_name: dict[str, list[PenStroke]] = {}
    name = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line[:1].isalpha():
            name = line
            strokes_by_name[name] = []
        elif line[:1].isdigit():
            width, fill, path = line.split(" ", 2)
            strokes_by_name[name].append((path, float(width), fill))
    return {drawing_name: tuple(strokes) for drawing_name, strokes in strokes_by_name.items()}


def _placed_figure(text: str, x: float, y: float, values: Mapping[str, float]) -> PenPath:
    """The path of a figure's stroke for some values."""
    path: PenPath = []
    for name, pairs in _figure(text):
        points = len(pairs) if name in _TAKES else _OFFSET[name]
        points_at = [
            (_sum(dx, values, x if at < points else 0.0), _sum(two, values, y if at < points else 0.0))
            for at, (dx, two) in enumerate(pairs)
        ]
        path += [(name, tuple(points_at))] if name in _TAKES else _SHAPES[name](*points_at)
    return path


def _sum(terms: Sum, values: Mapping[str, float], start: float) -> float:
    for number, names in terms:
        for name in names:
            number *= values[name]
        start += number
    return start


@lru_cache(maxsize=512)
def _figure(text: str) -> tuple[tuple[str, tuple[tuple[Sum, Sum], ...]], ...]:
    """The shapes of a figure's stroke, each with its pairs of sums."""
    return tuple(
        (name, tuple((_terms(x), _terms(two)) for x, _, two in (pair.partition(",") for pair in pairs.split())))
        for name, pairs in _SHAPE.findall(text)
    )


def _terms(text: str) -> Sum:
    terms = [(number, names) for number, names in _TERM.findall(text) if number or names]
    return tuple(
        (float(f"{number}1" if number in ("", "+", "-") else number), tuple(filter(None, names.split("*"))))
        for number, names in terms
    )


@lru_cache(maxsize=512)
def _has_sides(text: str) -> bool:
    return any("s" in names for _, pairs in _figure(text) for pair in pairs for terms in pair for _, names in terms)


_SHAPES: dict[str, Callable[..., PenPath]] = {  # of points
    "O": lambda middle, radii: oval(*middle, *radii),
    "R": lambda one, other: box(*one, *other),
    "A": lambda one, other, point=(0.0,): arch(*one, *other, point=point[0]),
    "T": teeth,
    "S": scallops,
}


def _between(start: PenPoint, end: PenPoint, share: float) -> PenPoint:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
