"""The test sheet for a printer's second side: eight vernier scales, half on the front and half on the back.

Held against the light, the lines of the front end on a base line where those of the back begin. The front's stand
4.0 mm apart, the back's 3.8 mm: the pair that meets tells in fifths of a millimetre how far the back is off.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.face.fonts import Font, split_by_font
from generator.face.marks import Mark, Matrix, Paint, Shape, Text, moved
from generator.sheet.backs import Edge, mirrors_across
from generator.sheet.page import Page
from generator.sheet.register import Reading

PITCH = 4.0  # mm between the front's lines; what is off by half of it and more could be read two ways
STEP = 0.2  # mm that a back's line is nearer each time; between two lines that nearly meet lies half a number
REACH = 9  # lines on either side of the middle: 1.8 mm
LINE = Paint(stroke="#000000", width=0.18)
SIZE = 2.6  # mm, of the numbers
CORNERS = ("tl", "tr", "bl", "br")  # top left, top right, bottom left, bottom right, seen from the front


@dataclass(frozen=True, slots=True)
class Scale:
    """One vernier: its middle in mm seen from the front, and the axis it measures."""

    corner: str
    axis: str
    x: float
    y: float


def scales(width: float, height: float) -> list[Scale]:
    """The eight scales of a sheet: for each corner one along x and one along y."""
    found = []
    for corner in CORNERS:
        left, top = corner[1] == "l", corner[0] == "t"
        found.append(Scale(corner, "x", width / 4 + 4 if left else 3 * width / 4 - 4, 22.0 if top else height - 22.0))
        found.append(Scale(corner, "y", 20.0 if left else width - 20.0, height / 2 - 48 if top else height / 2 + 48))
    return found


def readings(numbers: dict[str, tuple[float, float]], width: float, height: float) -> list[Reading]:
    """Readings from the numbers of the lines that meet: for each corner that of the x and that of the y scale.

    Raises:
        ValueError: a corner is missing, or a number is beyond the scale.
    """
    missing = [corner for corner in CORNERS if corner not in numbers]
    if missing:
        raise ValueError(f"no reading for {', '.join(missing)}; all of {', '.join(CORNERS)} are needed")
    found = []
    for scale in scales(width, height):
        number = numbers[scale.corner][0 if scale.axis == "x" else 1]
        if abs(number) > REACH:
            raise ValueError(f"{scale.corner} is {number:g}; the scales go from {-REACH} to {REACH}")
        found.append(Reading(scale.x, scale.y, scale.axis, number * STEP))
    return found


def calibration_pages(
    width: float, height: float, edge: Edge, fonts: Sequence[Font], title: str, shift: Matrix
) -> list[Page]:
    """The front and the back of the test sheet; ``shift`` is the printer's profile, to try it out."""
    front: list[Mark] = []
    back: list[Mark] = []
    if mirrors_across(edge, width, height):
        flip: Matrix = (-1.0, 0.0, 0.0, 1.0, width, 0.0)
    else:
        flip = (1.0, 0.0, 0.0, -1.0, 0.0, height)
    for scale in scales(width, height):
        front += _front(scale, fonts)
        back += [Shape(moved(mark.path, flip), mark.paint) for mark in _lines(scale, PITCH - STEP, -1)]
    lines = title.split("\n")
    for row, line in enumerate(lines):
        front += _words(line, 40.0, height / 2 + 6 * (row - len(lines) / 2), fonts, 3.4)
    return [
        Page(width, height, (), furniture=tuple(front), label="front"),
        Page(width, height, (), furniture=tuple(back), label="back", side="back", shift=shift),
    ]


def _lines(scale: Scale, pitch: float, side: int) -> Iterator[Shape]:
    """Lines on one side of the base line; those of the tens are longer."""
    for number in range(-REACH, REACH + 1):
        length = side * (6.0 if number == 0 else 4.5 if number % 3 == 0 else 3.0)
        at = number * pitch
        if scale.axis == "x":
            path = (("M", scale.x + at, scale.y), ("L", scale.x + at, scale.y - length))
        else:
            path = (("M", scale.x, scale.y + at), ("L", scale.x - length, scale.y + at))
        yield Shape(path, LINE)


def _front(scale: Scale, fonts: Sequence[Font]) -> Iterator[Mark]:
    yield from _lines(scale, PITCH, 1)
    reach = REACH * PITCH
    if scale.axis == "x":
        yield Shape((("M", scale.x - reach, scale.y), ("L", scale.x + reach, scale.y)), LINE)
    else:
        yield Shape((("M", scale.x, scale.y - reach), ("L", scale.x, scale.y + reach)), LINE)
    for number in range(-REACH, REACH + 1, 3):
        text = f"\u2212{-number}" if number < 0 else str(number)
        wide = fonts[0].width(text) * SIZE
        if scale.axis == "x":
            yield from _words(text, scale.x + number * PITCH - wide / 2, scale.y - 7.0, fonts, SIZE)
        else:
            yield from _words(text, scale.x - 7.0 - wide, scale.y + number * PITCH + SIZE / 3, fonts, SIZE)
    name = f"{scale.corner} {scale.axis}"
    if scale.axis == "x":
        yield from _words(name, scale.x - fonts[0].width(name) * 1.6, scale.y + 12.0, fonts, 3.2)
    else:
        yield from _words(name, scale.x + (9.0 if scale.corner[1] == "l" else -20.0), scale.y, fonts, 3.2)


def _words(text: str, x: float, y: float, fonts: Sequence[Font], size: float) -> Iterator[Text]:
    for font, run in split_by_font(text, fonts)[0]:
        yield Text(run, font, size, x, y)
        x += font.width(run) * size
