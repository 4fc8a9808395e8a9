"""The test sheet for a printer's second side: a cross and eight vernier scales, half on the front, half on the back.

Held against the light, the lines of the front end on a base line where those of the back begin. The front's stand
4.0 mm apart, the back's 3.8 mm: the pair that meets tells in fifths of a millimetre how far the back is off. A back
that is off by 3.8 mm more reads the same; the cross in the middle tells the two apart, in whole mm on its rulers.
From what was read, the printer's error is worked out, and the shift that brings a back behind its front.
"""

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.core.choices import UNPRINTABLE, Edge, um
from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import Mark, Matrix, Paint, Shape, inverse, moved, multiply
from generator.sheet.backs import flip
from generator.sheet.impose import slug_marks
from generator.sheet.margin_text import SheetLabel, width_of, written
from generator.sheet.page import Page, Rectangle, meet, rect_of
from generator.sheet.slug_boxes import SLUG, SlugBox, find_slug_boxes


class Reading(Struct, frozen=True):
    """How far the back was found from where it belongs, along one axis, at one place; all mm, seen from the front."""

    x: float
    y: float
    axis: str  # "x" or "y"
    off: float


class Error(Struct, frozen=True):
    """What a printer does to a back, seen from the front: offset in mm, turn in degrees clockwise, scale."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    scale: float = 1.0

    def matrix(self, width: float, height: float) -> Matrix:
        """From where a back belongs to where the printer puts it, about the centre of paper of this size."""
        angle = math.radians(self.turn)
        cos, sin = self.scale * math.cos(angle), self.scale * math.sin(angle)
        cx, cy = width / 2, height / 2
        return (cos, sin, -sin, cos, cx + self.x - cos * cx + sin * cy, cy + self.y - sin * cx - cos * cy)


def solve(readings: Sequence[Reading], width: float, height: float) -> tuple[Error, float]:
    """The error that explains the readings best, and the largest difference that is left (mm).

    Raises:
        ValueError: offset, turn and scale cannot be told apart from these readings.
    """
    rows, values = [], []
    for reading in readings:
        u, v = reading.x - width / 2, reading.y - height / 2
        rows.append([1.0, 0.0, -v, u] if reading.axis == "x" else [0.0, 1.0, u, v])
        values.append(reading.off)
    x, y, turn, sigma = _least_squares(rows, values)
    left = [
        abs(sum(a * b for a, b in zip(row, (x, y, turn, sigma), strict=True)) - value)
        for row, value in zip(rows, values, strict=True)
    ]
    return Error(x, y, math.degrees(turn), 1 + sigma), max(left)


def combined(first: Error, then: Error) -> Error:
    """The error of a printer that errs like ``first`` and then like ``then``: a profile, and what it left over."""
    angle = math.radians(then.turn)
    cos, sin = then.scale * math.cos(angle), then.scale * math.sin(angle)
    return Error(
        cos * first.x - sin * first.y + then.x,
        sin * first.x + cos * first.y + then.y,
        first.turn + then.turn,
        first.scale * then.scale,
    )


def correction(error: Error, width: float, height: float, edge: Edge) -> Matrix:
    """The shift for pages of backs, in the coordinates of the back: what undoes the error."""
    over = flip(width, height, edge)
    return multiply(over, multiply(inverse(error.matrix(width, height)), over))


def _least_squares(rows: list[list[float]], values: list[float]) -> list[float]:
    """The solution of the normal equations."""
    if not rows:
        raise ValueError("there are no readings")
    unknowns = range(len(rows[0]))
    squares = [[sum(row[i] * row[j] for row in rows) for j in unknowns] for i in unknowns]
    right = [sum(row[i] * value for row, value in zip(rows, values, strict=True)) for i in unknowns]
    try:
        return solve_linear(squares, right, least=1e-9)
    except ValueError:
        raise ValueError("offset, turn and scale cannot be told apart from these readings") from None


def solve_linear(matrix: Sequence[Sequence[float]], right: Sequence[float], *, least: float = 0.0) -> list[float]:
    """Solve a square system by Gauss's elimination with pivots.

    Args:
        matrix: its rows.
        right: the right side, as long as the matrix has rows.
        least: pivots that are smaller than this, or 0, do not determine the unknowns.

    Raises:
        ValueError: the equations do not determine the unknowns.
    """
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for index in range(size):
        pivot = max(range(index, size), key=lambda row: abs(rows[row][index]))
        if abs(rows[pivot][index]) < least or not rows[pivot][index]:
            raise ValueError("the equations do not determine the unknowns")
        rows[index], rows[pivot] = rows[pivot], rows[index]
        for row in rows[index + 1 :]:
            ratio = row[index] / rows[index][index]
            if ratio:
                for column in range(index, size + 1):
                    row[column] -= ratio * rows[index][column]
    result = [0.0] * size
    for index in reversed(range(size)):
        solved = sum(rows[index][column] * result[column] for column in range(index + 1, size))
        result[index] = (rows[index][size] - solved) / rows[index][index]
    return result


PITCH = 4.0  # mm between the front's lines
STEP = 0.2  # mm that a back's line is nearer each time; between two lines that nearly meet lies half a number
REACH = 9  # the front's lines on either side of the middle
BACK_REACH = REACH + 2  # the back's, so that each line of the front has one to meet where the back is far off
MIDDLE_REACH = 8  # mm that the rulers of the cross measure
AGREE = 1.0  # mm between the cross and the scales' mean; a cross misread by half of 3.8 would be taken for another
LINE = Paint(stroke="#000000", width=0.18)
SIZE = 2.6  # mm, of the numbers
TITLE_SIZE, TITLE_PITCH = 3.1, 4.8  # mm, of the text and from line to line
BESIDE_TITLE = 31.0  # mm left and right of the text, for the scales
CROSS_ROOM = 13.0  # mm from the cross's middle to the end of its longest line and numbers
CORNERS = ("tl", "tr", "bl", "br")  # top left, top right, bottom left, bottom right, seen from the front
MIDDLE = "mid"
PLACES = (MIDDLE, *CORNERS)


class Vernier(Struct, frozen=True):
    """One vernier: its middle in mm seen from the front, and the axis it measures."""

    corner: str
    axis: str
    x: float
    y: float

    @property
    def room(self) -> Rectangle:
        """What its lines and numbers on both sides take."""
        if self.axis == "x":
            return Rectangle(self.x - 44, self.y - 15, 88, 25)
        return Rectangle(self.x - 11, self.y - 47, 21, 91)


def scales(width: float, height: float) -> list[Vernier]:
    """The eight scales of a sheet: for each corner one along x and one along y."""
    rows = []
    for corner in CORNERS:
        left, top = corner[1] == "l", corner[0] == "t"
        rows.append(Vernier(corner, "x", width / 4 + 4 if left else 3 * width / 4 - 4, 22.0 if top else height - 22.0))
        rows.append(Vernier(corner, "y", 20.0 if left else width - 20.0, height / 2 - 48 if top else height / 2 + 48))
    return rows


def readings(numbers: dict[str, tuple[float, float]], width: float, height: float) -> list[Reading]:
    """Readings from the numbers of the lines that meet: for each corner that of the x and that of the y scale.

    Args:
        numbers: x and y of each corner, and of the cross in the middle in mm; without that one, the printer is taken
            to be off by no more than the scales tell.
        width: of the paper in mm.
        height: the same.

    Raises:
        ValueError: a place is missing, a number is beyond its scale, or the scales and the cross contradict each other.
    """
    missing = [place for place in CORNERS if place not in numbers]
    if missing:
        raise ValueError(f"no reading for {', '.join(missing)}; all of {', '.join(CORNERS)} are needed")
    for place, pair in numbers.items():
        reach = MIDDLE_REACH if place == MIDDLE else REACH
        for number in pair:
            if abs(number) > reach:
                raise ValueError(f"{place} is {number:g}; it goes from {-reach} to {reach}")
    measured = []
    for scale in scales(width, height):
        axis = "xy".index(scale.axis)
        fine = numbers[scale.corner][axis] * STEP
        coarse = numbers[MIDDLE][axis] if MIDDLE in numbers else fine
        lines = round((coarse - fine) / (PITCH - STEP))  # that the back is off as a whole
        measured.append(Reading(scale.x, scale.y, scale.axis, fine + lines * (PITCH - STEP)))
    for number, axis_name in zip(numbers.get(MIDDLE, ()), "xy", strict=False):
        mean = sum(reading.off for reading in measured if reading.axis == axis_name) / len(CORNERS)
        if abs(mean - number) > AGREE:
            raise ValueError(
                f"the cross says {number:g} mm along {axis_name}, but the scales {mean:.1f} mm: read {MIDDLE} once more"
            )
    return measured


def calibration_pages(
    width: float, height: float, edge: Edge, fonts: Sequence[Font], title: str, label: SheetLabel, shift: Matrix
) -> list[Page]:
    """The front and the back of the test sheet.

    Args:
        width: of the paper in mm.
        height: the same.
        edge: the edge about which the paper is turned.
        fonts: for all that is written.
        title: what to do with the sheet, line by line; what is too wide for the sheet is broken.
        label: what it is, for the margin.
        shift: of the back, to try out a printer's profile.

    Raises:
        ValueError: the sheet does not fit the paper, or no font has some character of its texts.
    """
    room = (width - 2 * BESIDE_TITLE) / TITLE_SIZE
    lines = [part for line in title.rstrip("\n").split("\n") for part in _broken(line, fonts, room)]
    wide = max(width_of(line, fonts) for line in lines) * TITLE_SIZE
    top = height / 2 - CROSS_ROOM - len(lines) * TITLE_PITCH
    text = Rectangle((width - wide) / 2, top, wide, height / 2 + CROSS_ROOM - top)
    front: list[Mark] = [
        *slug_marks(_slug_boxes(width, height, text), label, fonts),
        *_rulers(width / 2, height / 2, fonts),
    ]
    behind: list[Shape] = list(_cross(width / 2, height / 2))
    for scale in scales(width, height):
        front += _front(scale, fonts)
        behind += _lines(scale, PITCH - STEP, BACK_REACH, -1.5)
    for row, line in enumerate(lines, start=1):
        front += written(line, fonts, TITLE_SIZE, text.x, top + row * TITLE_PITCH - 1.5)
    back = tuple(Shape(moved(mark.path, flip(width, height, edge)), mark.paint) for mark in behind)
    return [
        Page(width, height, (), slug=tuple(front), label="front"),
        Page(width, height, (), slug=back, label="back", side="back", shift=shift),
    ]


def _slug_boxes(width: float, height: float, text: Rectangle) -> tuple[SlugBox, ...]:
    """Room for the square, the ruler and the label below the cross.

    Raises:
        ValueError: they, the text or the scales do not fit the paper.
    """
    edge = um(UNPRINTABLE)
    rooms = [rect_of(scale.room) for scale in scales(width, height)]
    block = rect_of(text)
    occupied = [block, *rooms]
    inside = all(
        edge <= room.x1 and edge <= room.y1 and room.x2 <= um(width) - edge and room.y2 <= um(height) - edge
        for room in occupied
    )
    apart = not any(meet(first, second) for number, first in enumerate(occupied) for second in occupied[:number])
    slug_boxes = find_slug_boxes(SLUG, ("bottom",), (block,), (), (width, height), rooms) if inside and apart else None
    if slug_boxes is None:
        raise ValueError(
            f"the calibration sheet does not fit paper of {width:g} × {height:g} mm;"
            " measure the printer on larger paper, such as --paper a4"
        )
    return slug_boxes


def _broken(line: str, fonts: Sequence[Font], room: float) -> Iterator[str]:
    """A line, or as many as it takes; those that go on begin below the text of a numbered one."""
    indent = "   " if line[:1].isdigit() or line.startswith("   ") else ""
    current = line[: len(line) - len(line.lstrip())]
    for word in line.split():
        joined = f"{current} {word}" if current.strip() else current + word
        if current.strip() and width_of(joined, fonts) > room:
            yield current
            joined = indent + word
        current = joined
    yield current


def _lines(scale: Vernier, pitch: float, reach: int, side: float) -> Iterator[Shape]:
    """Lines on one side of the base line; those of each third number are longer, and that of 0 the longest."""
    for number in range(-reach, reach + 1):
        length = side * (6.0 if number == 0 else 4.5 if number % 3 == 0 else 3.0)
        at = number * pitch
        if scale.axis == "x":
            path = (("M", scale.x + at, scale.y), ("L", scale.x + at, scale.y - length))
        else:
            path = (("M", scale.x, scale.y + at), ("L", scale.x - length, scale.y + at))
        yield Shape(path, LINE)


def _front(scale: Vernier, fonts: Sequence[Font]) -> Iterator[Mark]:
    yield from _lines(scale, PITCH, REACH, 1)
    reach = REACH * PITCH
    if scale.axis == "x":
        yield Shape((("M", scale.x - reach, scale.y), ("L", scale.x + reach, scale.y)), LINE)
    else:
        yield Shape((("M", scale.x, scale.y - reach), ("L", scale.x, scale.y + reach)), LINE)
    for number in range(-REACH, REACH + 1, 3):
        text = _number(number)
        wide = width_of(text, fonts) * SIZE
        if scale.axis == "x":
            yield from written(text, fonts, SIZE, scale.x + number * PITCH - wide / 2, scale.y - 7.0)
        else:
            yield from written(text, fonts, SIZE, scale.x - 7.0 - wide, scale.y + number * PITCH + SIZE / 3)
    name = f"{scale.corner} {scale.axis}"
    if scale.axis == "x":
        yield from written(name, fonts, 3.2, scale.x - width_of(name, fonts) * 1.6, scale.y - 11.5)
    else:
        yield from written(name, fonts, 3.2, scale.x - 9.0, scale.y - 43.5)


def _rulers(x: float, y: float, fonts: Sequence[Font]) -> Iterator[Mark]:
    """The front's two rulers in mm, with their 0 at the same place."""
    for across in (True, False):
        for mm in range(-MIDDLE_REACH, MIDDLE_REACH + 1):
            half = 1.5 if mm in (-MIDDLE_REACH, -5, 0, 5, MIDDLE_REACH) else 0.8
            ends = ((mm, -half), (mm, half)) if across else ((-half, mm), (half, mm))
            yield Shape((("M", x + ends[0][0], y + ends[0][1]), ("L", x + ends[1][0], y + ends[1][1])), LINE)
        dx, dy = (MIDDLE_REACH, 0) if across else (0, MIDDLE_REACH)
        yield Shape((("M", x - dx, y - dy), ("L", x + dx, y + dy)), LINE)
        for mm in (-MIDDLE_REACH, MIDDLE_REACH):  # those of 5 would stand in each other's way
            text = _number(mm)
            wide = width_of(text, fonts) * SIZE
            at = (x + mm - wide / 2, y + 4.5) if across else (x - 2.2 - wide, y + mm + SIZE / 3)
            yield from written(text, fonts, SIZE, *at)
    yield from written(MIDDLE, fonts, 3.2, x + 3.0, y - 4.0)


def _cross(x: float, y: float) -> tuple[Shape, Shape]:
    """The back's lines; long enough to cross the rulers wherever these can say where they are."""
    arm = CROSS_ROOM - 1
    return (Shape((("M", x - arm, y), ("L", x + arm, y)), LINE), Shape((("M", x, y - arm), ("L", x, y + arm)), LINE))


def _number(number: int) -> str:
    return f"\u2212{-number}" if number < 0 else str(number)
