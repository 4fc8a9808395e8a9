"""List markers, which stand in the margin of an indented paragraph: a bullet, a number, the mark of a ruling."""

from collections.abc import Sequence

from msgspec.structs import replace

from generator.draw.marks.fonts import split_by_font
from generator.draw.marks.marks import Mark, TextRun
from generator.draw.marks.picture import Picture
from generator.draw.text.prose_style import ListMarker, Type
from generator.draw.text.row import Row, shifted

_MIDDLE = 0.3  # of the em above the baseline: between the middle of small letters and that of capitals
_DOT = "•"
_APART = 1.2  # mm between a marker and the text, at least


def bullet(picture: Picture | None, height: float, indent: float, type_: Type) -> list[Mark]:
    """A picture beside the first line, in the middle of the indent; without one, a dot of the text's own fonts."""
    if picture is None:
        dot, wide = _written(_DOT, type_, 0.0, type_.baseline)
        left = max((indent - _APART - wide) / 2, 0.0)
        return [replace(mark, x=mark.x + left) for mark in dot if isinstance(mark, TextRun)]
    width = height * picture.width / picture.height
    left = max((indent - _APART - width) / 2, 0.0)
    return [picture.placed(left, type_.baseline - _MIDDLE * type_.em - height / 2, width, height)]


def step_number(number: int, marker: ListMarker, type_: Type) -> list[Mark]:
    """A step's number: in its picture if it has one, else with a full stop at the text's baseline."""
    own = marker.type
    assert own is not None
    picture, size = marker.picture, marker.height
    if picture is None:
        return _written(f"{number}.", own, 0.0, type_.baseline)[0]
    marks, wide = _written(str(number), own, 0.0, 0.0)
    middle, width = type_.pitch / 2, size * picture.width / picture.height
    place = ((width - wide) / 2, middle + own.fonts[0].cap_height * own.em / 2)
    moved = [replace(mark, x=mark.x + place[0], y=place[1]) for mark in marks if isinstance(mark, TextRun)]
    return [picture.placed(0.0, middle - size / 2, width, size), *moved]


def with_marker(rows: Sequence[Row], marks: Sequence[Mark], type_: Type) -> list[Row]:
    """The rows of a paragraph, with ``marks`` beside the first."""
    if rows and rows[0].height > type_.pitch:  # something is above its words
        marks = shifted(marks, 0.0, rows[0].height - type_.pitch)
    return [replace(row, marks=(*marks, *row.marks)) if at == 0 else row for at, row in enumerate(rows)]


def _written(text: str, type_: Type, x: float, y: float) -> tuple[list[Mark], float]:
    """Text without a break, and how wide it is."""
    marks: list[Mark] = []
    start = x
    for font, run in split_by_font(text, type_.fonts)[0]:
        marks.append(TextRun(run, font, type_.em, x, y))
        x += font.width(run) * type_.em
    return marks, x - start
