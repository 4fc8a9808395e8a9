"""How running text is set, as values that `generator.draw.prose_theme` reads from ``style.yaml``; and the marks of
lists."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.marks.fonts import split_by_font
from generator.draw.marks.marks import Mark, TextRun
from generator.draw.marks.picture import Picture
from generator.draw.text.fit import Align, StyledFonts
from generator.draw.text.flow import Row, shifted
from generator.draw.text.words import Fonts
from generator.read.blocks import Figure


class Type(Struct, frozen=True):
    """A font at a size, in mm."""

    fonts: Fonts
    em: float
    leading: float

    @property
    def pitch(self) -> float:
        """From baseline to baseline."""
        return self.em * self.leading

    @property
    def baseline(self) -> float:
        """Where the baseline lies in a line: capitals stand in its middle."""
        return (self.pitch + self.fonts[0].cap_height * self.em) / 2


class Inset(Struct, frozen=True):
    """How far what is inside stands from the edges, mm."""

    left: float
    top: float
    right: float
    bottom: float


class Background(Struct, frozen=True):
    """A text on a drawing that grows with it: a heading, a box. ``ground`` is a template, or empty."""

    type: Type
    ground: str
    inset: Inset
    align: Align
    before: float  # white above
    after: float


class ListMarker(Struct, frozen=True):
    """What stands before an indented text: a bullet, a number, the mark of a ruling."""

    indent: float
    gap: float  # white between items
    picture: Picture | None
    height: float  # of the picture
    type: Type | None = None  # of a number


class TableStyle(Struct, frozen=True):
    """Cells, their head and the white round them."""

    type: Type
    head: Fonts
    between: float  # columns
    pad: float  # above and below the text of a row


class LeadWordStyle(Struct, frozen=True):
    """Paragraphs that begin with these words, and how they are distinguished from the others."""

    words: Callable[[str, str], str]  # in a language, or else in a second one
    fonts: Fonts
    picture: Picture | None
    height: float


class FigureStyle(Struct, frozen=True):
    """A picture in the text, with its caption below."""

    type: Type
    align: Align  # of picture and caption
    before: float  # white above
    gap: float  # between the picture and its caption


class NoPicture(Struct, frozen=True):
    """Why a figure has no picture."""

    rule: str
    message: str
    hint: str


class Figures(Protocol):
    """Where the pictures of figures come from."""

    def size(self, figure: Figure) -> tuple[float, float] | NoPicture | None:
        """How wide and high (mm) a figure is; why it is none; or None where that is reported elsewhere."""

    def picture(self, figure: Figure, width: float) -> Picture:
        """The picture of a figure that has a size, this many mm wide."""


class ProseStyle(Struct, frozen=True):
    """All that setting a text asks for."""

    body: Type
    gap: float  # white between paragraphs
    icons: float  # how high icons are, of the font size
    bold: Fonts
    italic: Fonts
    section: Background
    step: Background
    bullets: ListMarker
    numbers: ListMarker
    table: TableStyle
    box: Background
    marks: tuple[LeadWordStyle, ...]
    figure: FigureStyle | None = None  # as the body is set, in the middle, if None
    keeps_steps: bool = False  # whether a numbered list is parted only where no column can hold it
    justified: bool = False  # lines are as wide as their column, but for the last of a paragraph
    hyphenates: bool = False  # words may be broken behind their syllables
    families: dict[str, StyledFonts] = {}  # of "bold" and "italic"
    roles: dict[Fonts, StyledFonts] = {}  # by the fonts of each role

    @property
    def figures(self) -> FigureStyle:
        """How figures are set."""
        return self.figure or FigureStyle(self.body, "center", max(self.gap, 2.0), 1.5)


_MIDDLE = 0.3  # of the em above the baseline: between the middle of small letters and that of capitals
_DOT = "•"
_APART = 1.2  # mm between a marker and the text, at least


def bullet(picture: Picture | None, height: float, indent: float, type_: Type, right: float = 0.0) -> list[Mark]:
    """A picture beside the first line, in the middle of the indent; without one, a dot of the text's own fonts.

    The indent is at the left, or left of ``right`` where that is given.
    """
    if picture is None:
        dot, wide = _written(_DOT, type_, 0.0, type_.baseline)
        left = _beside(max((indent - _APART - wide) / 2, 0.0), wide, right)
        return shifted(dot, left, 0.0)
    width = height * picture.width / picture.height
    left = _beside(max((indent - _APART - width) / 2, 0.0), width, right)
    return [picture.placed(left, type_.baseline - _MIDDLE * type_.em - height / 2, width, height)]


def step_number(number: int, marker: ListMarker, type_: Type, right: float = 0.0) -> list[Mark]:
    """A step's number: in its picture if it has one, else with a full stop at the text's baseline.

    It begins at the left, or ends at ``right`` where that is given.
    """
    own = marker.type
    assert own is not None
    picture, size = marker.picture, marker.height
    if picture is None:
        marks, wide = _written(f".{number}" if right else f"{number}.", own, 0.0, type_.baseline)
        return shifted(marks, _beside(0.0, wide, right), 0.0)
    marks, wide = _written(str(number), own, 0.0, 0.0)
    middle, width = type_.pitch / 2, size * picture.width / picture.height
    left = _beside(0.0, width, right)
    place = (left + (width - wide) / 2, middle + own.fonts[0].cap_height * own.em / 2)
    return [picture.placed(left, middle - size / 2, width, size), *shifted(marks, *place)]


def _beside(left: float, wide: float, right: float) -> float:
    return right - left - wide if right else left


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
