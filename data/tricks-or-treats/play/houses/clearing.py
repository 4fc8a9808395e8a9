"""Where a picture is still empty: what stands round a house keeps clear of it, of each other and of the tile's print.

The box of 40 × 40 is divided into cells of half a mm, a row of them a whole number, a bit for each cell that something
lies on. A shape covers all between its leftmost and its rightmost point of a row, which is never less than it fills.
"""

import re
from collections.abc import Iterable, Iterator
from functools import reduce
from math import ceil, floor
from operator import or_

from generator.games.pen import PenPart, PenPoint

CELL = 0.5
CELLS = 80
GAP = 1.3  # between two things that don't belong together: more than 1 mm at the size at which a house is printed
_SEGMENT = re.compile("[MLCZ][^MLCZ]*")
_CURVE = tuple(((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3) for t in (0.25, 0.5, 0.75, 1.0))
_BEYOND = 1 << CELLS  # a bit to the right of the picture: taken in every row

Patch = tuple[float, float, float, float]  # left, top, right, bottom


class Clearing:
    """The cells of a picture that are taken."""

    def __init__(self) -> None:
        self.rows = [_BEYOND] * CELLS

    def cover(self, parts: Iterable[PenPart]) -> None:
        """Take all that these shapes lie on."""
        for part in parts:
            pen, (lows, highs) = part.width / 2, _sides(part.d)
            for row, low in lows.items():
                if 0 <= row < CELLS:
                    self.rows[row] |= _bits(low - pen, highs[row] + pen)

    def take(self, bounds: Patch) -> None:
        """Take a rectangle; what of it lies outside the picture does not matter."""
        bits = _bits(bounds[0], bounds[2])
        for row in range(CELLS)[_rows(bounds[1], bounds[3])]:
            self.rows[row] |= bits

    def free(self, room: Patch, places: Iterable[PenPoint], within: Patch) -> Iterator[PenPoint]:
        """Those of these places where a thing is clear of all that is taken, and `GAP` all round it.

        Args:
            room: how far it reaches from its place: left, up, right, down.
            places: where it may stand. Many share their x or their y, for which what is asked is worked out once.
            within: the bounds that it must not cross.
        """
        left, up, right, down = room
        across: dict[float, int] = {}
        along: dict[float, int] = {}
        for place in places:
            x, y = place
            bits = across.get(x)
            if bits is None:
                inside = within[0] <= x + left and x + right <= within[2]
                bits = across[x] = _bits(x + left - GAP, x + right + GAP) if inside else _BEYOND
            taken = along.get(y)
            if taken is None:
                inside = within[1] <= y + up and y + down <= within[3]
                rows = _rows(y + up - GAP, y + down + GAP)
                taken = along[y] = reduce(or_, self.rows[rows], _BEYOND) if inside else -1
            if not bits & taken:
                yield place


def _rows(top: float, bottom: float) -> slice:
    return slice(max(0, floor(top / CELL)), max(0, ceil(bottom / CELL)))


def _bits(left: float, right: float) -> int:
    low, high = floor(left / CELL), ceil(right / CELL)
    if low < 0:
        low = 0
    if high > CELLS:
        high = CELLS
    return (1 << high) - (1 << low) if low < high else 0


def _sides(text: str) -> tuple[dict[int, float], dict[int, float]]:
    """How far a path of the pen's reaches to the left, and how far to the right, in each row that it goes through.

    It is followed in steps of a cell at most, from one row to the next.
    """
    lows: dict[int, float] = {}
    highs: dict[int, float] = {}
    x = y = start_x = start_y = 0.0
    for segment in _SEGMENT.findall(text):
        name, numbers = segment[0], list(map(float, segment[1:].split()))
        if name == "M":
            start_x, start_y = x, y = numbers
        ends = _on_curve(x, y, *numbers) if name == "C" else [(start_x, start_y) if name == "Z" else numbers]
        for end_x, end_y in ends:
            wide, high = end_x - x, end_y - y
            steps = ceil(abs(high) / CELL) or 1
            for step in range(1, steps + 1):
                here = x + wide * step / steps
                row = floor((y + high * step / steps) / CELL)
                if row not in lows:
                    lows[row] = highs[row] = here
                elif here < lows[row]:
                    lows[row] = here
                elif here > highs[row]:
                    highs[row] = here
            x, y = end_x, end_y
    return lows, highs


def _on_curve(x: float, y: float, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> list[PenPoint]:
    return [(a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3) for a, b, c, d in _CURVE]
