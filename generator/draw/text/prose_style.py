"""How running text is set, as values. `generator.draw.prose_theme` reads them from ``prose:`` in ``style.yaml``."""

from collections.abc import Callable

from msgspec import Struct

from generator.draw.marks.picture import Picture
from generator.draw.text.fit import Align, StyledFonts
from generator.draw.text.words import Fonts


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
    """What stands left of an indented text: a bullet, a number, the mark of a ruling."""

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


class Marked(Struct, frozen=True):
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
    marks: tuple[Marked, ...]
    figure: FigureStyle | None = None  # as the body is set, in the middle, if None
    keeps_steps: bool = False  # whether a numbered list is parted only where no column can hold it
    justified: bool = False  # lines are as wide as their column, but for the last of a paragraph
    hyphenates: bool = False  # words may be broken behind their syllables
    families: dict[str, StyledFonts] = {}  # of "bold" and "italic"

    @property
    def figures(self) -> FigureStyle:
        """How figures are set."""
        return self.figure or FigureStyle(self.body, "center", max(self.gap, 2.0), 1.5)
