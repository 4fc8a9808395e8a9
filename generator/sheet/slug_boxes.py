"""Where the slug goes: the square, the ruler and the line of text that every sheet carries.

The pieces lie beside the block of components, inside what a home printer can print, clear of crop marks.
All lengths here are whole micrometres, but for the ``SlugBox`` that comes out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.sheet.crop_marks import CLEARANCE
from generator.sheet.page import CutLine, Rectangle, Slot
from generator.sizes import UNPRINTABLE, Size
from generator.units import um

SlugName = Literal["square", "ruler", "text"]
Margin = Literal["bottom", "right", "top", "left"]


class Rect(NamedTuple):
    """A rectangle in whole micrometres."""

    x1: int
    y1: int
    x2: int
    y2: int


class SlugItem(NamedTuple):
    """Something that needs room in a margin. ``length`` runs along the margin; the longest that fits is used."""

    name: SlugName
    lengths: tuple[int, ...]
    depth: int


@dataclass(frozen=True, slots=True)
class SlugBox:
    """The room for one piece, in mm. ``turned``: it is read with the sheet's right edge down."""

    name: SlugName
    margin: Margin
    box: Rectangle
    turned: bool


# 100 mm and 10 mm between the middles of 0.2 mm lines; the ruler has its length written at its end.
SQUARE = SlugItem("square", (um(10.2),), um(10.2))
RULER = SlugItem("ruler", (um(109),), um(2.7))
TEXT = SlugItem("text", (um(110), um(60)), um(3))  # one line of 6.5 pt
SLUG = (SQUARE, RULER, TEXT)

BESIDE = um(2)  # between two pieces in one line; CLEARANCE is enough between lines


class Band(NamedTuple):
    """A margin's printable part, seen with u along it and v across it, as its pieces are read."""

    margin: Margin
    area: Rect

    @property
    def turned(self) -> bool:
        return self.margin in ("left", "right")

    @property
    def length(self) -> int:
        return self.area.y2 - self.area.y1 if self.turned else self.area.x2 - self.area.x1

    @property
    def depth(self) -> int:
        return self.area.x2 - self.area.x1 if self.turned else self.area.y2 - self.area.y1

    def seen(self, rect: Rect) -> Rect:
        """A rectangle of the sheet in this band's u and v."""
        if self.turned:
            return Rect(self.area.y2 - rect.y2, rect.x1 - self.area.x1, self.area.y2 - rect.y1, rect.x2 - self.area.x1)
        return Rect(rect.x1 - self.area.x1, rect.y1 - self.area.y1, rect.x2 - self.area.x1, rect.y2 - self.area.y1)

    def on_sheet(self, rect: Rect) -> Rect:
        """The reverse of ``seen``."""
        if self.turned:
            return Rect(self.area.x1 + rect.y1, self.area.y2 - rect.x2, self.area.x1 + rect.y2, self.area.y2 - rect.x1)
        return Rect(self.area.x1 + rect.x1, self.area.y1 + rect.y1, self.area.x1 + rect.x2, self.area.y1 + rect.y2)


def find_slug_boxes(
    pieces: Sequence[SlugItem],
    margins: Sequence[Margin],
    block: Rect,
    marks: Iterable[CutLine],
    paper: Size,
    zones: Iterable[Rect] = (),
) -> tuple[SlugBox, ...] | None:
    """Room for all ``pieces`` in these margins around the block of components and out of ``zones``, or None.

    Each piece takes the place nearest to the block (in the bottom and right margin) and farthest left in
    the first of ``margins`` that has room; the last piece then takes what is left of its line.
    """
    bands = [_band(margin, block, paper) for margin in margins]
    inks = [*(_ink(mark) for mark in marks), *zones]
    taken: list[Rect] = []
    slug_boxes: list[SlugBox] = []
    for piece in pieces:
        found = _first_fit(piece, bands, inks, taken)
        if found is None:
            return None
        band, rect = found
        if piece is pieces[-1]:
            rect = _stretched(rect, band, _obstacles(band, inks, taken))
        on_sheet = band.on_sheet(rect)
        taken.append(on_sheet)
        slug_boxes.append(SlugBox(piece.name, band.margin, _box(on_sheet), band.turned))
    return tuple(slug_boxes)


def _band(margin: Margin, block: Rect, paper: Size) -> Band:
    edge, clear = um(UNPRINTABLE), um(CLEARANCE)
    right, bottom = um(paper[0]) - edge, um(paper[1]) - edge
    areas: dict[Margin, Rect] = {
        "bottom": Rect(edge, block.y2 + clear, right, bottom),
        "right": Rect(block.x2 + clear, edge, right, bottom),
        "top": Rect(edge, edge, right, block.y1 - clear),
        "left": Rect(edge, edge, block.x1 - clear, bottom),
    }
    return Band(margin, areas[margin])


def _ink(mark: CutLine) -> Rect:
    half = um(mark.width) // 2
    across, along = (half, 0) if mark.x1 == mark.x2 else (0, half)
    return Rect(um(mark.x1) - across, um(mark.y1) - along, um(mark.x2) + across, um(mark.y2) + along)


def _obstacles(band: Band, inks: Iterable[Rect], taken: Iterable[Rect]) -> list[Rect]:
    """What a piece in this band must not meet, with the distances to be kept added."""
    clear = um(CLEARANCE)
    marks = [_grown(band.seen(ink), clear, clear) for ink in inks]
    return marks + [_grown(band.seen(piece), BESIDE, clear) for piece in taken]


def _first_fit(
    piece: SlugItem, bands: Sequence[Band], inks: Sequence[Rect], taken: Sequence[Rect]
) -> tuple[Band, Rect] | None:
    for length in piece.lengths:
        for band in bands:
            if piece.depth > band.depth or length > band.length:
                continue
            # A lowest, leftmost place always touches the band's or an obstacle's edge in both directions.
            obstacles = _obstacles(band, inks, taken)
            for v in sorted({0, *(o.y2 for o in obstacles if 0 < o.y2 <= band.depth - piece.depth)}):
                for u in sorted({0, *(o.x2 for o in obstacles if 0 < o.x2 <= band.length - length)}):
                    rect = Rect(u, v, u + length, v + piece.depth)
                    if not any(meet(rect, obstacle) for obstacle in obstacles):
                        return band, rect
    return None


def _stretched(rect: Rect, band: Band, obstacles: Iterable[Rect]) -> Rect:
    ends = [o.x1 for o in obstacles if o.x1 >= rect.x2 and o.y1 < rect.y2 and rect.y1 < o.y2]
    return rect._replace(x2=min([band.length, *ends]))


def _grown(rect: Rect, along: int, across: int) -> Rect:
    return Rect(rect.x1 - along, rect.y1 - across, rect.x2 + along, rect.y2 + across)


def rect_of(box: Rectangle | Slot) -> Rect:
    """A box in mm, in whole micrometres."""
    return Rect(um(box.x), um(box.y), um(box.x + box.width), um(box.y + box.height))


def meet(one: Rect, other: Rect) -> bool:
    """Whether two rectangles have more than an edge in common."""
    return one.x1 < other.x2 and other.x1 < one.x2 and one.y1 < other.y2 and other.y1 < one.y2


def _box(rect: Rect) -> Rectangle:
    return Rectangle(rect.x1 / 1000, rect.y1 / 1000, (rect.x2 - rect.x1) / 1000, (rect.y2 - rect.y1) / 1000)
