"""A finished sheet as a value: everything is placed when it exists, and ``press`` decides nothing.

Lengths are mm, y grows downwards, the origin is the paper's top left corner.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from generator.core.choices import Edge, um
from generator.draw.marks.marks import IDENTITY, Face, Mark, Matrix, Outline, Paint, Shape
from generator.draw.marks.picture import edge_of


class Rect(NamedTuple):
    """A rectangle in whole micrometres."""

    x1: int
    y1: int
    x2: int
    y2: int

    def moved(self, x: int, y: int) -> "Rect":
        """The rectangle so much farther right and down."""
        return Rect(self.x1 + x, self.y1 + y, self.x2 + x, self.y2 + y)

    def grown(self, by: int) -> "Rect":
        """The rectangle with so much more on all sides."""
        return Rect(self.x1 - by, self.y1 - by, self.x2 + by, self.y2 + by)


OUTLINE = Paint(stroke="#000000", width=0.2)  # of a component whose face is left out
PageSide = Literal["front", "back"]


class Slot(Struct, frozen=True):
    """A place for one component: its trim box on the paper. ``turns``: quarter turns clockwise that the face makes."""

    number: int  # from 1, row by row
    x: float
    y: float
    width: float
    height: float
    turns: int = 0

    @property
    def turned(self) -> bool:
        """Whether the face's width runs down the paper."""
        return self.turns % 2 == 1

    @property
    def card(self) -> tuple[float, float]:
        """The size of the component, upright."""
        return (self.height, self.width) if self.turned else (self.width, self.height)


def to_sheet(slot: Slot) -> Matrix:
    """From a face's trim corner to the sheet."""
    right, bottom = slot.x + slot.width, slot.y + slot.height
    turned: tuple[Matrix, ...] = (
        (1.0, 0.0, 0.0, 1.0, slot.x, slot.y),
        (0.0, 1.0, -1.0, 0.0, right, slot.y),
        (-1.0, 0.0, 0.0, -1.0, right, bottom),
        (0.0, -1.0, 1.0, 0.0, slot.x, bottom),
    )
    return turned[slot.turns % 4]


class Placement(Struct, frozen=True):
    """A face in its slot."""

    slot: Slot
    face: Face
    item: str  # id of the item shown, for outlines and messages
    clip: Outline = ()  # on the face: nothing is seen beyond it, for neighbours lie within its box


_EMPTY = Face(0.0, 0.0, ())


@lru_cache(maxsize=16)  # most sheets have the same: of many that are kept it takes memory once
def _empty(slots: tuple[Slot, ...]) -> tuple[Placement, ...]:
    return tuple(Placement(slot, _EMPTY, "") for slot in slots)


class CutLine(Struct, frozen=True):
    """A straight line, for crop marks. ``width`` is its thickness."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float


class Rectangle(Struct, frozen=True):
    """A rectangle on the paper."""

    x: float
    y: float
    width: float
    height: float


class Page(Struct, frozen=True):
    """One side of one sheet of paper."""

    width: float
    height: float
    placements: tuple[Placement, ...]
    cuts: tuple[CutLine, ...] = ()  # crop marks
    outlines: tuple[Outline, ...] = ()  # where scissors go round components that are not rectangles
    slug: tuple[Mark, ...] = ()  # ruler, test square, sheet label: what lies in the margin
    label: str = ""  # the page's name in the PDF, as a reader shows it
    trim: Rectangle | None = None  # the used area; the whole page where None
    bleed: float = 0.0  # how far faces reach beyond their trim
    side: PageSide = "front"
    shift: Matrix = IDENTITY  # what the printer needs to bring a back behind its front; applied to the whole page

    def outlined(self) -> "Page":
        """The page with nothing on it: its sizes, its name, and where components lie, without what they are."""
        empty = _empty(tuple(placement.slot for placement in self.placements))
        return replace(self, placements=empty, cuts=(), outlines=(), slug=())


def emptied(page: Page) -> Page:
    """A page without its faces: each component's outline, and what is in the margins."""
    bare = tuple(replace(placement, face=_bare(placement.face)) for placement in page.placements)
    return replace(page, placements=bare)


def _bare(face: Face) -> Face:
    return Face(face.width, face.height, (Shape(edge_of(face), OUTLINE),), face.outline, face.folds)


class PageRun(NamedTuple):
    """Pages that can be made from any sheet on."""

    sheets: int
    between: Callable[[int, int], Iterator[Page]]  # from one sheet, counted from 0, to before another; both its sides


class Document(Struct, frozen=True):
    """What a file is, apart from its pages."""

    title: str
    language: str  # BCP 47
    subject: str = ""
    duplex: Edge | None = None
    bookmarks: tuple[tuple[str, int], ...] = field(default=())  # title, page number from 0


def rect_of(box: Rectangle | Slot) -> Rect:
    """A box in mm, in whole micrometres."""
    return Rect(um(box.x), um(box.y), um(box.x + box.width), um(box.y + box.height))


def meet(one: Rect, other: Rect) -> bool:
    """Whether two rectangles have more than an edge in common."""
    return one.x1 < other.x2 and other.x1 < one.x2 and one.y1 < other.y2 and other.y1 < one.y2
