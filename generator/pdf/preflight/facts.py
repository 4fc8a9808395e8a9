"""What preflight knows of a PDF file: facts as immutable values, as a reader shows the pages.

Lengths are mm, y grows downwards, the origin is the top left corner of the page as it is shown and printed: cut to
its crop box, turned as its ``/Rotate`` says. Rules look at these values only.
"""

from typing import Literal, NamedTuple

from msgspec import Struct

from generator.core.choices import Edge
from generator.core.problem import Level
from generator.draw.marks.marks import IDENTITY, Matrix
from generator.draw.marks.picture import moved_box

PageEdge = Literal["left", "top", "right", "bottom"]

BACK = " back"  # how the label of a page ends that is a back
SMALLEST_PIECE = 10.0  # mm; what is smaller is not a component
_TAG = 7  # six capitals and a plus before a subset's name


class PageRect(NamedTuple):
    """A box of a page."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, box: "PageRect") -> bool:
        """Whether two boxes have a point in common."""
        left, top, right, bottom = box
        return self.left <= right and left <= self.right and self.top <= bottom and top <= self.bottom

    def moved_by(self, matrix: Matrix) -> "PageRect":
        """A box around this one when it was moved."""
        return PageRect(*moved_box(self, matrix))


class Piece(NamedTuple):
    """A place for one component, by its middle: a clip, a picture, a form or a painted rectangle."""

    x: float
    y: float
    width: float
    height: float


class Interval(NamedTuple):
    """From where to where there is ink, along one axis."""

    start: float
    end: float


class PdfFont(Struct, frozen=True):
    """A font that shows text on a page."""

    name: str  # without a subset's tag
    embedded: bool
    subset: bool

    @classmethod
    def named(cls, name: str, *, embedded: bool, drawn: bool) -> "PdfFont":
        """A font by the name that the file gives it; ``drawn``: its glyphs are drawn in the file itself (Type 3)."""
        tagged = name[_TAG - 1 : _TAG] == "+" and name[: _TAG - 1].isupper()
        return cls(name[_TAG:] if tagged else name or "a font without a name", embedded or drawn, tagged or drawn)


class PlacedText(Struct, frozen=True):
    """Texts of one font and size: how many, and how the first one starts and where."""

    size: float
    font: str
    sample: str
    count: int
    x: float
    y: float


class Stroke(Struct, frozen=True):
    """Lines of one thickness, stroked or filled: how many, and where the first starts. A width of 0 is a hairline."""

    width: float
    count: int
    x: float
    y: float


class PlacedPicture(Struct, frozen=True):
    """Pictures of one size and resolution: how many, and the middle of the first."""

    dpi: float
    pixels: tuple[int, int]
    count: int
    x: float
    y: float


class Cells(NamedTuple):
    """A page in squares, row by row: 1 where there is ink, else 0."""

    dark: bytes
    width: int  # squares in a row
    side: float  # of a square, mm


class InkUse(Struct, frozen=True):
    """What the page looks like, from its picture."""

    coverage: float  # share of the paper's area, 0 to 1; grey counts for as much as it is dark
    reach: dict[PageEdge, float | None]  # how near ink comes to each edge; None: not into what is examined
    columns: tuple[Interval, ...]  # where there is ink, seen from above and from the side
    rows: tuple[Interval, ...]
    blocks: tuple[Piece, ...]  # ink with paper around it
    cells: Cells


class PageFrame(Struct, frozen=True):
    """What is kept of each page while the others are read."""

    number: int  # from 1
    width: float
    height: float
    media: PageRect | None
    trim: PageRect | None  # None: not set
    bleed: PageRect | None
    label: str
    turned: int = 0  # by its ``/Rotate``, clockwise: 0, 90, 180 or 270 degrees
    unit: float = 1.0  # points of 1/72 inch in one of its own
    reads: int = 0  # 1: most of its texts run to the right, as it is shown; -1: to the left; 0: neither
    fonts: tuple[PdfFont, ...] = ()


class PdfPage(PageFrame, frozen=True):
    """One page with all that it draws."""

    texts: tuple[PlacedText, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    pictures: tuple[PlacedPicture, ...] = ()
    pieces: tuple[Piece, ...] = ()
    marks: tuple[PageRect, ...] = ()  # boxes of crop marks, of pages of ours
    ink: InkUse | None = None  # None: not looked at

    def frame(self) -> PageFrame:
        """The page without what it draws."""
        return PageFrame(*(getattr(self, name) for name in PageFrame.__struct_fields__))


class PieceSize(NamedTuple):
    """Sides of a component, mm."""

    short: float
    long: float

    def is_like(self, size: "PieceSize", within: float) -> bool:
        """Whether two components are of one size, to this many mm."""
        return abs(self.short - size.short) <= within and abs(self.long - size.long) <= within


class Way(NamedTuple):
    """From where a back ought to be to where it is, mm."""

    right: float
    down: float


class Meeting(Struct, frozen=True):
    """Components that both sides of a sheet have: how many, and how far the backs lie off their fronts."""

    size: PieceSize
    count: int
    lost: int  # backs that are further off than any printer puts them
    mean: Way
    most: float  # mm
    apart: float  # mm by which one way differs from the mean at the most
    by_ink: bool  # they are blocks of ink, which are less exact
    again: bool  # the back shows the front once more, in the same places


class Sheet(Struct, frozen=True):
    """What is known of the two sides of a sheet of paper, when its pages are gone."""

    front: PageFrame
    back: PageFrame
    meeting: Meeting | None = None  # None: there are no components that both sides have
    is_empty: bool = False  # the back is
    components: tuple[PieceSize, int] | None = None  # of the front, where there is no meeting: their size, and how many
    singles: tuple[PieceSize, ...] = ()  # the same, things that stand alone
    bare: int = 0  # components with no ink behind them
    beside: float | None = None  # mm between the ink of both sides, where it has one outline


class ExpectedPage(Struct, frozen=True):
    """What a page must turn out to be, where we made it."""

    width: float
    height: float
    pieces: tuple[Piece, ...]
    shift: Matrix = IDENTITY  # by which the whole page is moved, to suit a printer
    marks: tuple[PageRect, ...] = ()  # two for each straight cut, in the places that show it


class ExpectedFile(Struct, frozen=True):
    """What a file must turn out to be, page by page."""

    pages: tuple[ExpectedPage, ...]
    duplex: Edge | None


class Pdf(Struct, frozen=True):
    """One file."""

    count: int  # of its pages
    print_scaling: str | None  # as the file says it; None: it says nothing
    duplex: Edge | None  # None: one-sided, or nothing said
    two_sided: bool  # every second page is a back: by ``duplex``, or by the pages' labels
    paper: tuple[float, float] | None = None  # the size that all pages must have; None: a paper by name
    expected: ExpectedFile | None = None
    hidden: frozenset[str] = frozenset()  # layers that are switched off
    pages: tuple[PageFrame, ...] = ()  # those that were read, and their sheets
    sheets: tuple[Sheet, ...] = ()


class Finding(Struct, frozen=True):
    """A breach of a rule on a page (1: also for the whole file)."""

    page: int
    message: str
    hint: str = ""
    level: Level = "error"
