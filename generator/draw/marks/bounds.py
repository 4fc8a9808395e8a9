"""The boxes that outlines fill: tight ones, as SVG measures them, without the width of strokes."""

from collections.abc import Iterable
from math import inf, sqrt

from generator.draw.marks.marks import IDENTITY, Mark, Matrix, Outline, PlacedRaster, Shape, leaves, moved, multiply
from generator.draw.marks.picture import box_path

Bounds = tuple[float, float, float, float]  # left, top, right, bottom

_SQUARE = box_path(0.0, 0.0, 1.0, 1.0)
_NOTHING = (inf, inf, -inf, -inf)


def bounds(path: Outline) -> Bounds | None:
    """The box round an outline; None where it has no point."""
    found = _path_bounds(path)
    return found if found[0] <= found[2] else None


def bounds_of(marks: Iterable[Mark], matrix: Matrix = IDENTITY) -> Bounds | None:
    """The box round all outlines and pixels of marks, placed by ``matrix``; clips, masks and texts don't count."""
    found = _NOTHING
    for mark, placed in leaves(marks, matrix):
        if isinstance(mark, Shape):
            found = _joined(found, _path_bounds(moved(mark.path, placed)))
        elif isinstance(mark, PlacedRaster):
            found = _joined(found, _path_bounds(moved(_SQUARE, multiply(placed, mark.matrix))))
    return found if found[0] <= found[2] else None


def _joined(one: Bounds, other: Bounds) -> Bounds:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _path_bounds(path: Outline) -> Bounds:
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for step in path:
        if step[0] == "C":
            _, x1, y1, x2, y2, x3, y3 = step
            xs += _extremes(x, x1, x2, x3)
            ys += _extremes(y, y1, y2, y3)
        if len(step) > 1:
            x, y = step[-2:]
            xs.append(x)
            ys.append(y)
    return (min(xs), min(ys), max(xs), max(ys)) if xs else _NOTHING


def _extremes(a: float, b: float, c: float, d: float) -> list[float]:
    """Values of a cubic from ``a`` to ``d`` where it turns round, if that is between its ends."""
    if min(a, d) <= min(b, c) and max(b, c) <= max(a, d):
        return []
    # The derivative over 3: (1-t)² (b-a) + 2 t (1-t) (c-b) + t² (d-c).
    p, q, r = b - a, c - b, d - c
    square, half = p - 2 * q + r, q - p
    if abs(square) < 1e-12:
        roots = [-p / (2 * half)] if half else []
    else:
        under = half * half - square * p
        roots = [(-half + sign * sqrt(under)) / square for sign in (1, -1)] if under >= 0 else []
    return [
        (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t**3 * d for t in roots if 0 < t < 1
    ]
