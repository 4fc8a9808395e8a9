"""Where the slug goes: the square, the ruler and the line of text that every sheet carries.

The pieces lie beside the block of components, inside what a home printer can print, clear of crop marks.
The square and the ruler stand farther off than the label: nobody is to take them for something that is cut.
All lengths here are whole micrometres, but for the ``SlugBox`` that comes out.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from generator.core.choices import UNPRINTABLE, Size, um
from generator.sheet.crop_marks import CLEARANCE
from generator.sheet.page import CutLine, Rect, Rectangle, around, leftmost

SlugName = Literal["square", "ruler", "text", "map"]
Margin = Literal["bottom", "right", "top", "left", "inside"]
ANYWHERE: tuple[Margin, ...] = ("bottom", "right", "top", "left", "inside")


class SlugItem(NamedTuple):
    """Something that needs room in a margin. ``length`` runs along the margin; the longest that fits is used."""

    name: SlugName
    lengths: tuple[int, ...]
    depth: int
    clear: int  # of every component


class SlugBox(Struct, frozen=True):
    """The room for one piece, in mm. ``turned``: it is read with the sheet's right edge down."""

    name: SlugName
    margin: Margin
    box: Rectangle
    turned: bool


WELL_CLEAR = um(3)
APART = um(0.1)
# The ruler has its length written at its end.
SQUARE = SlugItem("square", (um(10),), um(10), WELL_CLEAR)
RULER = SlugItem("ruler", (um(109),), um(2.4), WELL_CLEAR)
TEXT = SlugItem("text", (um(110), um(60)), um(3), um(CLEARANCE))  # one line of 6.5 pt
SLUG = (SQUARE, RULER, TEXT)
# Where a machine cuts, nobody takes anything for a line to cut along, and its marks leave little room.
SLUG_OF_MACHINES = tuple(piece._replace(clear=um(CLEARANCE)) for piece in SLUG)


def beside_bleed(pieces: Iterable[SlugItem], bleed: int) -> tuple[SlugItem, ...]:
    """The pieces beside a bleed of this many micrometres: what is well clear of the trim need only not touch it."""
    return tuple(
        piece._replace(clear=max(piece.clear - bleed, APART)) if piece.clear > um(CLEARANCE) else piece
        for piece in pieces
    )


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


def may_fit(pieces: Sequence[SlugItem], margins: Sequence[Margin], blocks: Sequence[Rect], paper: Size) -> bool:
    """Whether each of ``pieces`` would have room in these margins if there were no marks and no other pieces."""
    bands = _bands(margins, blocks, paper, _least_clear(pieces))
    return all(
        any(piece.depth <= band.depth and min(piece.lengths) <= band.length for band in bands) for piece in pieces
    )


def find_slug_boxes(
    pieces: Sequence[SlugItem],
    margins: Sequence[Margin],
    blocks: Sequence[Rect],
    marks: Iterable[CutLine],
    paper: Size,
    zones: Iterable[Rect] = (),
) -> tuple[SlugBox, ...] | None:
    """Room for all ``pieces`` in these margins around the blocks of components and out of ``zones``, or None.

    Each piece takes the place nearest to the block (in the bottom and right margin) and farthest left in
    the first of ``margins`` that has room; the last piece then takes what is left of its line. ``inside`` is all of the
    paper, between several blocks too.
    """
    bands = _bands(margins, blocks, paper, _least_clear(pieces))
    inks = [*(_ink(mark) for mark in marks), *zones]
    used: list[Rect] = []
    slug_boxes: list[SlugBox] = []
    for piece in pieces:
        fit = _first_fit(piece, bands, inks, blocks, used)
        if fit is None:
            return None
        band, rect = fit
        if piece is pieces[-1]:
            rect = _stretched(rect, band, _obstacles(band, inks, [block.grown(piece.clear) for block in blocks], used))
        on_sheet = band.on_sheet(rect)
        used.append(on_sheet)
        slug_boxes.append(SlugBox(piece.name, band.margin, _box(on_sheet), band.turned))
    return tuple(slug_boxes)


def _least_clear(pieces: Iterable[SlugItem]) -> int:
    return min((piece.clear for piece in pieces), default=um(CLEARANCE))


def _bands(margins: Sequence[Margin], blocks: Sequence[Rect], paper: Size, clear: int) -> list[Band]:
    block = around(blocks)
    return [_band(margin, block, paper, clear) for margin in margins if margin != "inside" or len(blocks) > 1]


def _band(margin: Margin, block: Rect, paper: Size, clear: int) -> Band:
    edge = um(UNPRINTABLE)
    right, bottom = um(paper[0]) - edge, um(paper[1]) - edge
    areas: dict[Margin, Rect] = {
        "bottom": Rect(edge, block.y2 + clear, right, bottom),
        "right": Rect(block.x2 + clear, edge, right, bottom),
        "top": Rect(edge, edge, right, block.y1 - clear),
        "left": Rect(edge, edge, block.x1 - clear, bottom),
        "inside": Rect(edge, edge, right, bottom),
    }
    return Band(margin, areas[margin])


def _ink(mark: CutLine) -> Rect:
    half = um(mark.width) // 2
    across, along = (half, 0) if mark.x1 == mark.x2 else (0, half)
    return Rect(um(mark.x1) - across, um(mark.y1) - along, um(mark.x2) + across, um(mark.y2) + along)


def _obstacles(band: Band, inks: Iterable[Rect], blocks: Iterable[Rect], used: Iterable[Rect]) -> list[Rect]:
    """What a piece in this band must not meet, with the distances to be kept added; ``blocks`` have theirs."""
    clear = um(CLEARANCE)
    marks = [band.seen(ink).grown(clear) for ink in inks]
    return marks + [band.seen(block) for block in blocks] + [band.seen(piece).grown(BESIDE, clear) for piece in used]


def _first_fit(
    piece: SlugItem, bands: Sequence[Band], inks: Sequence[Rect], blocks: Sequence[Rect], used: Sequence[Rect]
) -> tuple[Band, Rect] | None:
    clear_of = [block.grown(piece.clear) for block in blocks]
    for length in piece.lengths:
        for band in bands:
            if piece.depth > band.depth or length > band.length:
                continue
            # A lowest, leftmost place always touches the band's or an obstacle's edge in both directions.
            obstacles = sorted(_obstacles(band, inks, clear_of, used))
            for v in sorted({0, *(o.y2 for o in obstacles if 0 < o.y2 <= band.depth - piece.depth)}):
                u = leftmost(length, (v, v + piece.depth), (0, band.length), obstacles)
                if u is not None:
                    return band, Rect(u, v, u + length, v + piece.depth)
    return None


def _stretched(rect: Rect, band: Band, obstacles: Iterable[Rect]) -> Rect:
    ends = [o.x1 for o in obstacles if o.x1 >= rect.x2 and o.y1 < rect.y2 and rect.y1 < o.y2]
    return rect._replace(x2=min([band.length, *ends]))


def _box(rect: Rect) -> Rectangle:
    return Rectangle(rect.x1 / 1000, rect.y1 / 1000, (rect.x2 - rect.x1) / 1000, (rect.y2 - rect.y1) / 1000)
