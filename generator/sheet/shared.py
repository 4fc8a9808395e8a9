"""Sheets of several sizes: what `packing` finds, with room for ruler, square and label. All lengths are mm."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from generator.core.choices import Marks, Size, um
from generator.sheet.crop_marks import CLEARANCE, SHORTEST, crop_marks
from generator.sheet.grid import Grid
from generator.sheet.page import Rect, Rectangle, Slot, rect_of
from generator.sheet.slug_boxes import SLUG, SQUARE, Margin, beside_bleed, find_slug_boxes

if TYPE_CHECKING:
    from generator.sheet.packing import Lot, PackedBlock

BETWEEN = SHORTEST + 2 * CLEARANCE + 0.5
INSET = SHORTEST + CLEARANCE + 0.1  # room for marks at the edge of what can be printed
ANYWHERE: tuple[Margin, ...] = ("bottom", "right", "top", "left", "inside")

SharedGrid = tuple[Grid, tuple[int, ...]]  # the slots of a sheet, and the piece that each is for


class SharedSize(NamedTuple):
    """So many components of one size."""

    number: int
    card: Size
    gutter: float


class SheetSpec(NamedTuple):
    """The paper, and what of it can be used."""

    paper: Size
    margin: float
    zones: tuple[Rectangle, ...] = ()
    bleed: float = 0.0
    marks: Marks = Marks.crop


@lru_cache(maxsize=256)  # a box and its plan ask for the same sheets again and again
def shared_grids(pieces: tuple[SharedSize, ...], sheet: SheetSpec) -> tuple[SharedGrid, ...] | None:
    """The sheets of several sizes, each slot as large as its component; None where ruler, square or label lack room.

    Of the ways to leave room (below, beside, or wherever some is left over) it is the first with the fewest sheets.
    """
    from generator.sheet.packing import Lot

    lots = [Lot(piece.number, um(piece.card[0]), um(piece.card[1]), um(piece.gutter)) for piece in pieces]
    edge = um(sheet.margin) + um(INSET)
    area = Rect(edge, edge, um(sheet.paper[0]) - edge, um(sheet.paper[1]) - edge)
    room = SQUARE.depth + max(SQUARE.clear, um(CLEARANCE) + um(sheet.bleed))
    below, beside = min(area.y2, um(sheet.paper[1]) - um(5) - room), min(area.x2, um(sheet.paper[0]) - um(5) - room)
    best: tuple[SharedGrid, ...] | None = None
    for usable in (area._replace(y2=below), area._replace(x2=beside), area):
        found = _laid(lots, usable, sheet)
        if found is not None and (best is None or len(found) < len(best)):
            best = found
    return best


def _laid(lots: "Sequence[Lot]", usable: Rect, sheet: SheetSpec) -> tuple[SharedGrid, ...] | None:
    from generator.sheet.packing import packed

    zones = [rect_of(zone) for zone in sheet.zones]
    try:
        sheets = packed(lots, usable, um(BETWEEN) + 2 * um(sheet.bleed), zones)
    except ValueError:
        return None
    grids = [_grid(blocks, sheet, zones) for blocks in sheets]
    found = tuple(grid for grid in grids if grid is not None)
    return found if len(found) == len(grids) else None


def _grid(blocks: "Sequence[PackedBlock]", sheet: SheetSpec, zones: Sequence[Rect]) -> SharedGrid | None:
    slots: list[Slot] = []
    lots: list[int] = []
    for lot, block, count in blocks:
        for place, _ in zip(block.places(), range(count), strict=False):
            width, height = (place.x2 - place.x1) / 1000, (place.y2 - place.y1) / 1000
            slots.append(Slot(len(slots) + 1, place.x1 / 1000, place.y1 / 1000, width, height, int(block.turned)))
            lots.append(lot)
    boxes = [one.block.box.grown(um(sheet.bleed)) for one in blocks]
    marks = crop_marks(slots, sheet.paper, sheet.bleed)
    slug_boxes = find_slug_boxes(beside_bleed(SLUG, um(sheet.bleed)), ANYWHERE, boxes, marks, sheet.paper, zones)
    return None if slug_boxes is None else (Grid(sheet.paper, tuple(slots), slug_boxes), tuple(lots))
