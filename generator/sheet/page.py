"""A finished sheet as a value: everything is placed when it exists, and ``press`` decides nothing.

Lengths are mm, y grows downwards, the origin is the paper's top left corner.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from generator.core.choices import Edge, um
from generator.draw.marks.marks import (
    IDENTITY,
    Face,
    Mark,
    Matrix,
    Outline,
    Paint,
    PlacedDrawing,
    Shape,
    drawing_of,
    inverse,
    moved,
)
from generator.draw.marks.picture import edge_of, edges_path


class Rect(NamedTuple):
    """A rectangle in whole micrometres."""

    x1: int
    y1: int
    x2: int
    y2: int

    @property
    def transposed(self) -> "Rect":
        """The rectangle with its x for y."""
        return Rect(self.y1, self.x1, self.y2, self.x2)

    def moved(self, x: int, y: int) -> "Rect":
        """The rectangle so much farther right and down."""
        return Rect(self.x1 + x, self.y1 + y, self.x2 + x, self.y2 + y)

    def grown(self, by: int, down: int | None = None) -> "Rect":
        """The rectangle with so much more on all sides, or above and below so much more ``down``."""
        down = by if down is None else down
        return Rect(self.x1 - by, self.y1 - down, self.x2 + by, self.y2 + down)


def around(rects: Iterable[Rect]) -> Rect:
    """The rectangle round rectangles."""
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    return Rect(min(lefts), min(tops), max(rights), max(bottoms))


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


def slot_at(place: Rect, number: int, *, turned: bool) -> Slot:
    """The slot at a place."""
    width, height = (place.x2 - place.x1) / 1000, (place.y2 - place.y1) / 1000
    return Slot(number, place.x1 / 1000, place.y1 / 1000, width, height, int(turned))


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


class Rectangle(Struct, frozen=True):
    """A rectangle on the paper."""

    x: float
    y: float
    width: float
    height: float


def grown(box: Rectangle | Slot, by: float) -> Rectangle:
    """The rectangle with so much more on all sides, mm."""
    return Rectangle(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


class CutLine(Struct, frozen=True):
    """A straight line, for crop marks. ``width`` is its thickness."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    on_art: bool = False  # drawn in white outline, to be seen on what is dark

    @property
    def box(self) -> Rectangle:
        """What it covers, with half its thickness at its ends too."""
        x, y = min(self.x1, self.x2), min(self.y1, self.y2)
        return grown(Rectangle(x, y, abs(self.x2 - self.x1), abs(self.y2 - self.y1)), self.width / 2)


class StraightCut(NamedTuple):
    """A straight cut through a sheet, and what shows where it is."""

    upright: bool
    number: int  # among those of its direction, from the left or from the top; from 1
    at: float  # mm from the left, or from the top
    marks: tuple[CutLine, ...]  # two of its crop marks, with an edge of a component between them; none without room


class Page(Struct, frozen=True):
    """One side of one sheet of paper."""

    width: float
    height: float
    placements: tuple[Placement, ...]
    cuts: tuple[CutLine, ...] = ()  # crop marks
    straight: tuple[StraightCut, ...] = ()  # what these are to show
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


def meet(first: Rect, second: Rect) -> bool:
    """Whether two rectangles have more than an edge in common."""
    return first.x1 < second.x2 and second.x1 < first.x2 and first.y1 < second.y2 and second.y1 < first.y2


def leftmost(length: int, across: tuple[int, int], along: tuple[int, int], obstacles: Iterable[Rect]) -> int | None:
    """Where ``length`` finds room between obstacles, which are in the order of their left edges, or None.

    Args:
        length: of what is to lie there.
        across: from where to where it reaches down.
        along: from where to where there is room.
        obstacles: what it may not meet.
    """
    at, end = along
    for x1, y1, x2, y2 in obstacles:
        if y1 < across[1] and across[0] < y2:
            if at + length <= x1:
                return at
            at = max(at, x2)
    return at if at + length <= end else None


def outside_only(placements: Sequence[Placement], bleed: float) -> tuple[Placement, ...]:
    """The placements with each face ending in the middle between it and a neighbour nearer than twice the ``bleed``."""
    rects = [rect_of(placement.slot) for placement in placements]
    return tuple(
        placement if placement.clip else replace(placement, clip=_clip(placement, rect, rects, um(bleed)))
        for placement, rect in zip(placements, rects, strict=True)
    )


def mirrored_clip(placement: Placement) -> Outline:
    """What its back may show: left and right are swapped behind it."""
    if placement.face.outline or not placement.clip:  # hexagons are the same from behind
        return placement.clip
    return moved(placement.clip, (-1.0, 0.0, 0.0, 1.0, placement.slot.card[0], 0.0))


def _clip(placement: Placement, rect: Rect, near: Sequence[Rect], bleed: int) -> Outline:
    """The rectangle, on the face, that it may show."""
    room = [bleed] * 4  # left, top, right, bottom
    for box in near:
        gaps = (rect.x1 - box.x2, rect.y1 - box.y2, box.x1 - rect.x2, box.y1 - rect.y2)
        across, down = box.y1 < rect.y2 and rect.y1 < box.y2, box.x1 < rect.x2 and rect.x1 < box.x2
        for side, gap in enumerate(gaps):
            if gap >= 0 and (down if side % 2 else across):
                room[side] = min(room[side], gap // 2)
    left, top = (rect.x1 - room[0]) / 1000, (rect.y1 - room[1]) / 1000
    right, bottom = (rect.x2 + room[2]) / 1000, (rect.y2 + room[3]) / 1000
    return moved(edges_path(left, top, right, bottom), inverse(to_sheet(placement.slot)))


Edges = tuple[float, float, float, float]  # left, top, right, bottom, in mm


def mirrored_round(marks: Sequence[Mark], edges: Edges) -> tuple[PlacedDrawing, ...]:
    """What of the marks lies within these edges, and on all sides of it the same in a mirror."""
    within = drawing_of(marks, edges)
    return tuple(PlacedDrawing(within, _mirror(across, down, edges)) for across in (-1, 0, 1) for down in (-1, 0, 1))


def _mirror(across: int, down: int, edges: Edges) -> Matrix:
    """The neighbour of a box on one side, as a mirror at that edge shows it."""
    left, top, right, bottom = edges
    x = (1.0, 0.0) if not across else (-1.0, 2 * (left if across < 0 else right))
    y = (1.0, 0.0) if not down else (-1.0, 2 * (top if down < 0 else bottom))
    return (x[0], 0.0, 0.0, y[0], x[1], y[1])
