"""Places on boards: hexes and squares in columns and rows with their addresses, and places along lines and rings.

Columns and rows are counted from 1; lengths are mm; angles are degrees, clockwise, as those of ``rotate()`` in SVG.
Everything that cannot be is a `ValueError` in a designer's words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin, sqrt
from typing import NamedTuple

Point = tuple[float, float]

# Of the first place: the column, what stands between, the row; each a letter, or a number with as many figures.
_FORM = re.compile(r"([Aa]|0{0,3}1)([^\w\s]?)([Aa]|0{0,3}1)")
USUAL_FORMS = ("A1", "0101", "1.1", "001001")  # tried in turn where no form is named
HEX_SIDES = {True: ("ne", "e", "se", "sw", "w", "nw"), False: ("n", "ne", "se", "s", "sw", "nw")}  # by pointed
SQUARE_SIDES = ("n", "e", "s", "w")


class Link(NamedTuple):
    """A straight line, with its middle; ``upright`` is its angle for words, which are never upside down on it."""

    x: float
    y: float
    x1: float
    y1: float
    x2: float
    y2: float
    length: float
    angle: float
    upright: float
    path: str


class Step(NamedTuple):
    """A place on a track; ``angle`` is the way on, and turns what stands there with its foot to the track's right."""

    number: int
    x: float
    y: float
    angle: float


class Place(NamedTuple):
    """A hex or a square: its middle, its corners clockwise from the side named first, and its outline as a path."""

    column: int
    row: int
    address: str
    x: float
    y: float
    path: str
    corners: tuple[Point, ...]
    sides: tuple[str, ...]


class Grid(NamedTuple):
    """A board's places. Of hexes, ``size`` is the width across the flat sides; of squares, the side."""

    is_hex: bool = True
    columns: int = 0  # 0: no end, as with rows
    rows: int = 0
    side: int = 0  # of a board that is a hexagon itself: hexes along each of its sides (then `shift` follows from it)
    size: float = 10.0
    pointed: bool = False  # whether hexes have a corner at the top, not a side
    shift: str = "even"  # which columns lie half a hex lower; of pointed hexes, which rows lie half a hex to the right
    x: float = 0.0  # the top left corner of the board
    y: float = 0.0
    form: str = ""  # the address of the first place; A1 of squares, 0101 of hexes
    diagonal: bool = False  # whether rows of addresses go straight through hexes (columns, if pointed)

    def place(self, column: int, row: int) -> Place:
        """The place in a column and a row."""
        x, y = self._middle(column, row)
        around = _around(self.size, self.pointed) if self.is_hex else _around_square(self.size)
        corners = tuple([(x + across, y + down) for across, down in around])
        sides = HEX_SIDES[self.pointed] if self.is_hex else SQUARE_SIDES
        return Place(column, row, self.address(column, row), x, y, path(corners, closed=True), corners, sides)

    def places(self) -> Iterator[Place]:
        """All places of a board, row after row."""
        whole = 2 * self.side - 1
        for row in range(1, (self.rows or whole) + 1):
            for column in range(1, (self.columns or whole) + 1):
                if not self.side or self._is_on(column, row):
                    yield self.place(column, row)

    def address(self, column: int, row: int) -> str:
        """What a place is called."""
        if min(column, row) < 1 or not self._is_on(column, row):
            raise ValueError(f"column {column}, row {row} is not on the board{self._extent()}")
        across, down = self._slant(column, row)
        return address(column + across, row + down, self.form or self._usual_form(column + across, row + down))

    def at(self, text: str) -> Place:
        """The place with an address."""
        column, row = read_address(text, self.form)
        if self.diagonal and self.pointed:
            column -= self._slant(column, row)[0]
        elif self.diagonal:
            row -= self._slant(column, row)[1]
        if min(column, row) < 1 or not self._is_on(column, row):
            raise ValueError(f"{text} is not on the board{self._extent()}")
        return self.place(column, row)

    def neighbours(self, column: int, row: int) -> set[tuple[int, int]]:
        """Column and row of each place that shares a side with one, be it on the board or beyond it."""
        if not self.is_hex:
            return {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}
        (q, r), steps = self._axial(column, row), ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
        around = {(column + across, row + down) for across in (-1, 0, 1) for down in (-1, 0, 1)}
        return {place for place in around if any(self._axial(*place) == (q + a, r + b) for a, b in steps)}

    def _usual_form(self, *numbers: int) -> str:
        """As many figures as the highest number on the board has: of hexes two, or three."""
        slanting = (self.columns + self.rows) * self.diagonal
        return USUAL_FORMS[0 if not self.is_hex else 3 if max(self.columns, self.rows, slanting, *numbers) > 99 else 1]

    def _middle(self, column: int, row: int) -> Point:
        size, along = self.size, row if self.pointed else column
        if not self.is_hex:
            return self.x + size * (column - 0.5), self.y + size * (row - 0.5)
        lower = size / 2 if (along % 2 == 0) == (self.shift == "even") else 0.0
        far = size / sqrt(3)  # from the middle to a corner
        if self.pointed:
            return self.x + size * (column - 0.5) + lower, self.y + far * (1.5 * row - 0.5)
        return self.x + far * (1.5 * column - 0.5), self.y + size * (row - 0.5) + lower

    def _is_on(self, column: int, row: int) -> bool:
        if self.side:
            middle, reach = self.side, self.side - 1
            (q, r), (q0, r0) = self._axial(column, row), self._axial(middle, middle)
            return max(abs(q - q0), abs(r - r0), abs(q - q0 + r - r0)) <= reach
        return column <= (self.columns or column) and row <= (self.rows or row)

    def _axial(self, column: int, row: int) -> tuple[int, int]:
        """Steps along two of the three directions in which hexes lie in straight lines."""
        across, along = (row, column) if self.pointed else (column, row)
        return across, along - (across - (self.shift == "even")) // 2

    def _slant(self, column: int, row: int) -> tuple[int, int]:
        """By how much the numbers in an address are higher than column and row."""
        if not self.diagonal:
            return 0, 0
        odd = self.shift == "odd"
        return ((row - odd) // 2, 0) if self.pointed else (0, (column - odd) // 2)

    def _extent(self) -> str:
        if self.side:
            return f" of {self.side} hexes a side"
        return f" of {self.columns or 'any'} × {self.rows or 'any'}" if self.columns or self.rows else ""


@lru_cache(maxsize=64)
def _around(size: float, pointed: bool) -> tuple[Point, ...]:  # noqa: FBT001
    """The corners of a hex round its middle, clockwise; the first two are the ends of its first side."""
    first, far = (-90 if pointed else -120), size / sqrt(3)
    turns = [radians(first + 60 * number) for number in range(6)]
    return tuple((far * cos(turn), far * sin(turn)) for turn in turns)


def _around_square(size: float) -> tuple[Point, ...]:
    half = size / 2
    return (-half, -half), (half, -half), (half, half), (-half, half)


def column_name(column: int) -> str:
    """A, B … Z, AA, AB …; columns are counted from 0."""
    head, last = divmod(column, 26)
    return (column_name(head - 1) if head else "") + chr(ord("A") + last)


def column_number(letters: str) -> int:
    """The column that letters name, in any case; columns are counted from 1 here, as in addresses."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _parts(form: str) -> tuple[str, str, str]:
    match = _FORM.fullmatch(form)
    if match is None:
        raise ValueError(f"{form[:20]!r} is no form of addresses; write the first one, such as A1, 0101, AA or 1-1")
    return match[1], match[2], match[3]


def address(column: int, row: int, form: str = "") -> str:
    """What the place in a column and a row is called, in the form that the first one shows; A1 where none is named."""
    if min(column, row) < 1:
        raise ValueError("columns and rows are counted from 1")
    first, between, second = _parts(form or USUAL_FORMS[0])
    is_run = not between and first.isdigit() == second.isdigit()  # nothing else shows where the row begins
    words = []
    for number, example in ((column, first), (row, second)):
        word = str(number).zfill(len(example)) if example.isdigit() else column_name(number - 1)
        if is_run and len(word) > len(example):
            raise ValueError(f"{number} is too large for addresses such as {form}")
        words.append(word.lower() if example == "a" else word)
    return between.join(words)


def read_address(text: str, form: str = "") -> tuple[int, int]:
    """The column and the row that an address names."""
    for each in (form,) if form else USUAL_FORMS:
        first, between, second = _parts(each)
        is_run = not between and first.isdigit() == second.isdigit()
        pattern = [
            f"([0-9]{{{len(example)}}})" if is_run and example.isdigit()
            else "([0-9]{1,4})" if example.isdigit()
            else f"([A-Za-z]{{1,{1 if is_run else 3}}})"
            for example in (first, second)
        ]  # fmt: skip
        if match := re.fullmatch(re.escape(between).join(pattern), text):
            column, row = (int(word) if word.isdigit() else column_number(word) for word in match.groups())
            if min(column, row) < 1 or address(column, row, each) == text:  # neither a1 nor A01 for A1: texts compare
                return column, row
    meant = form or " or ".join(USUAL_FORMS[:2])
    raise ValueError(f"{text[:20]!r} is not an address; the first one is {meant}")


def link(start: Point, end: Point, gap: float = 0.0, gap_at_end: float | None = None) -> Link:
    """The line between two points, without ``gap`` mm at its start and as much, or ``gap_at_end``, at its end."""
    (ax, ay), (bx, by) = start, end
    whole, last = hypot(bx - ax, by - ay), gap if gap_at_end is None else gap_at_end
    length = whole - gap - last
    if length < 0:
        raise ValueError(f"the places are {whole:.4g} mm apart, and the gaps take {gap + last:.4g} mm")
    across, down = ((bx - ax) / whole, (by - ay) / whole) if whole else (1.0, 0.0)
    x1, y1, x2, y2 = ax + gap * across, ay + gap * down, bx - last * across, by - last * down
    angle = degrees(atan2(down, across))
    upright = angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle
    return Link((x1 + x2) / 2, (y1 + y2) / 2, x1, y1, x2, y2, length, angle, upright, path([(x1, y1), (x2, y2)]))


def edge(place: Place, side: str) -> Link:
    """A side of a hex or a square, by where it lies: ``ne``."""
    if side not in place.sides:
        raise ValueError(f"{str(side)[:20]!r} is not a side here; it has {', '.join(place.sides)}")
    at = place.sides.index(side)
    return link(place.corners[at], place.corners[(at + 1) % len(place.corners)])


def border(places: Iterable[Place]) -> str:
    """The sides round places, as the ``d`` of a path: those that only one of the places has."""
    sides: dict[Point, list[str]] = {}
    for line in (edge(place, side) for place in places for side in place.sides):
        sides.setdefault((round(line.x, 3), round(line.y, 3)), []).append(line.path)
    return "".join(paths[0] for paths in sides.values() if len(paths) == 1)


def ring(count: int, radius: float, x: float = 0.0, y: float = 0.0, start: float = 0.0) -> list[Step]:
    """Places at even steps round a circle, clockwise from the top, or from ``start`` degrees behind it."""
    turns = [start + 360 * number / count for number in range(count)]
    return [
        Step(number, x + radius * sin(radians(turn)), y - radius * cos(radians(turn)), turn)
        for number, turn in enumerate(turns, start=1)
    ]


def along(points: Sequence[Point], count: int, *, closed: bool = False) -> list[Step]:
    """Places at even steps along a line of straight legs: from its start to its end, or all round if it is closed."""
    legs = [(start, link(start, end)) for start, end in pairwise([*points, *points[:1]] if closed else points)]
    legs = [(start, leg) for start, leg in legs if leg.length]
    if not legs:
        raise ValueError("a line needs two points that are apart")
    pace = sum(leg.length for _, leg in legs) / (count if closed else max(count - 1, 1))
    steps, at, before = [], 0, 0.0
    for number in range(count):
        far = number * pace
        while at + 1 < len(legs) and far > before + legs[at][1].length - 1e-9:
            before += legs[at][1].length
            at += 1
        (x, y), leg = legs[at]
        part = (far - before) / leg.length
        steps.append(Step(number + 1, x + part * (leg.x2 - leg.x1), y + part * (leg.y2 - leg.y1), leg.angle))
    return steps


def path(points: Sequence[Point], *, closed: bool = False, gap: float = 0.0) -> str:
    """A line through points, or the outline that they enclose, as the ``d`` of a path; ``gap`` mm less at both ends."""
    if gap and len(points) > 2:
        first, last = link(points[0], points[1], gap, 0.0), link(points[-2], points[-1], 0.0, gap)
        points = [(first.x1, first.y1), *points[1:-1], (last.x2, last.y2)]
    elif gap and points:
        only = link(points[0], points[-1], gap)
        points = [(only.x1, only.y1), (only.x2, only.y2)]
    return "M" + "L".join([f"{x:.3f} {y:.3f}" for x, y in points]) + ("Z" if closed else "") if points else ""
