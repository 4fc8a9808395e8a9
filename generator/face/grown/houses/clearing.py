"""Where a picture is still empty: what stands round a house keeps clear of it, of each other and of the tile's print.

The box of 40 × 40 is divided into cells of half a mm, a row of them a whole number, a bit for each cell that something
lies on. A shape covers all between its leftmost and its rightmost point of a row, which is never less than it fills.
"""

from collections.abc import Iterable
from math import ceil, floor

from generator.face.grown.houses.pen import PenPart, PenPoint, read

CELL = 0.5
CELLS = 80
GAP = 1.3  # between two things that don't belong together: more than 1 mm at the size at which a house is printed
_CURVE = tuple(number / 4 for number in range(1, 5))

Patch = tuple[float, float, float, float]  # left, top, right, bottom


class Clearing:
    """The cells of a picture that are taken."""

    def __init__(self) -> None:
        self.rows = [0] * CELLS

    def cover(self, parts: Iterable[PenPart]) -> None:
        """Take all that these shapes lie on."""
        for part in parts:
            spans: dict[int, tuple[float, float]] = {}
            for x, y in _along(part):
                row = floor(y / CELL)
                low, high = spans.get(row, (x, x))
                spans[row] = min(low, x), max(high, x)
            pen = part.width / 2
            for row, (low, high) in spans.items():
                self.take((low - pen, row * CELL, high + pen, (row + 1) * CELL))

    def take(self, bounds: Patch) -> None:
        """Take a rectangle; what of it lies outside the picture does not matter."""
        bits = _bits(bounds)
        for row in _rows(bounds):
            self.rows[row] |= bits

    def is_free(self, bounds: Patch) -> bool:
        """Whether a rectangle is empty, and `GAP` all round it."""
        wide = bounds[0] - GAP, bounds[1] - GAP, bounds[2] + GAP, bounds[3] + GAP
        bits = _bits(wide)
        return not any(self.rows[row] & bits for row in _rows(wide))


def _rows(bounds: Patch) -> range:
    return range(max(0, floor(bounds[1] / CELL)), min(CELLS, ceil(bounds[3] / CELL)))


def _bits(bounds: Patch) -> int:
    low, high = max(0, floor(bounds[0] / CELL)), min(CELLS, ceil(bounds[2] / CELL))
    return (1 << high) - (1 << low) if low < high else 0


def _along(part: PenPart) -> Iterable[PenPoint]:
    """Points along the outline of a part, no two of them more than about a cell apart."""
    here = start = (0.0, 0.0)
    for name, points in read(part.d):
        if name == "M":
            here = start = points[0]
            yield here
        elif name == "C":
            start_of_curve = here
            for share in _CURVE:
                end = _on_curve(start_of_curve, points, share)
                yield from _on_line(here, end)
                here = end
        else:
            end = points[0] if points else start
            yield from _on_line(here, end)
            here = end


def _on_curve(start: PenPoint, points: tuple[PenPoint, ...], share: float) -> PenPoint:
    rest = 1 - share
    weights = rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3
    x, y = (
        sum(weight * point[axis] for weight, point in zip(weights, (start, *points), strict=True)) for axis in (0, 1)
    )
    return x, y


def _on_line(start: PenPoint, end: PenPoint) -> Iterable[PenPoint]:
    steps = max(1, ceil(abs(end[1] - start[1]) / CELL))
    for step in range(1, steps + 1):
        yield start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps
