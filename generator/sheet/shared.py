"""Sheets of several sizes: what `packing` finds, with room for ruler, square and label. All lengths are mm."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeVar

from generator.core.choices import Marks, Size, um
from generator.sheet.crop_marks import CLEARANCE, SHORTEST
from generator.sheet.grid import Grid, SheetArea, label_opposite, with_slug
from generator.sheet.packing import Lot, PackedBlock, pack_lots
from generator.sheet.page import Rect, Rectangle, Slot, around, rect_of, slot_at
from generator.sheet.slug_boxes import SLUG, SQUARE

BETWEEN = SHORTEST + 2 * CLEARANCE + 0.5
INSET = SHORTEST + CLEARANCE + 0.1  # room for marks at the edge of what can be printed

OnSheet = TypeVar("OnSheet")
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

    @property
    def area(self) -> Rect:
        """What components may take, marks round them reckoned in; in whole micrometres."""
        edge = um(self.margin) + um(INSET)
        return Rect(edge, edge, um(self.paper[0]) - edge, um(self.paper[1]) - edge)


@lru_cache(maxsize=256)  # a box and its plan ask for the same sheets again and again
def shared_grids(pieces: tuple[SharedSize, ...], sheet: SheetSpec) -> tuple[SharedGrid, ...] | None:
    """The sheets of several sizes, each slot as large as its component; None where ruler, square or label lack room.

    Of the ways to leave room (below, beside, or wherever some is left over) it is the first with the fewest sheets.
    """
    lots = [Lot(piece.number, um(piece.card[0]), um(piece.card[1]), um(piece.gutter)) for piece in pieces]
    area = sheet.area
    room = SQUARE.depth + max(SQUARE.clear, um(CLEARANCE) + um(sheet.bleed))
    below, right = min(area.y2, um(sheet.paper[1]) - um(5) - room), min(area.x2, um(sheet.paper[0]) - um(5) - room)
    best: tuple[SharedGrid, ...] | None = None
    for usable in (area._replace(y2=below), area._replace(x2=right), area):
        grids = place_lots(lots, usable, sheet, _grid)
        if grids is not None and (best is None or len(grids) < len(best)):
            best = grids
    return best


def place_lots(
    lots: Sequence[Lot],
    usable: Rect,
    sheet: SheetSpec,
    make_sheet: Callable[[Sequence[PackedBlock], SheetArea], OnSheet | None],
) -> tuple[OnSheet, ...] | None:
    """What is made of the blocks on each sheet that lots take; None where one has no room, or nothing is made of it.

    Args:
        lots: the components.
        usable: what of a sheet they may take.
        sheet: the paper.
        make_sheet: takes a sheet's blocks, and what they are put on.
    """
    zones = tuple(rect_of(zone) for zone in sheet.zones)
    between = max(um(BETWEEN) + 2 * um(sheet.bleed), *(lot.gutter for lot in lots))
    try:
        packs = pack_lots(lots, usable, between, zones)
    except ValueError:
        return None
    contents = [make_sheet(blocks, SheetArea(sheet.paper, sheet.margin, zones, sheet.bleed)) for blocks in packs]
    sheets = tuple(content for content in contents if content is not None)
    return sheets if len(sheets) == len(contents) else None


def _grid(blocks: Sequence[PackedBlock], area: SheetArea) -> SharedGrid | None:
    """The sheet of these blocks, in the middle of the paper as far as ruler, square and label let it."""
    boxes = [entry.block.box for entry in blocks]
    used = around(boxes)
    across, down = (
        (um(side) - low - high) // 2 for side, low, high in zip(area.paper, used[:2], used[2:], strict=True)
    )
    moves = ((across, down), (across, 0), (0, down), (0, 0)) if not area.zones else ((0, 0),)
    for x, y in moves:
        slots: list[Slot] = []
        for _, block, count in blocks:
            for place in islice(block.places(), count):
                slots.append(slot_at(place.moved(x, y), len(slots) + 1, turned=block.turned))
        around_blocks = [box.moved(x, y).grown(um(area.bleed)) for box in boxes]
        if grid := with_slug(slots, SLUG, around_blocks, area):
            lots = tuple(lot for lot, _, count in blocks for _ in range(count))
            return label_opposite(grid, area.bleed), lots
    return None
