"""Several sizes on shared sheets: blocks of alike components, parted so that each can be cut off straight.

Blocks are laid into free rectangles, and each leaves two smaller ones, as a guillotine would cut them. Which block goes
where is found by keeping the best few of all ways after each (a beam), in several orders of the sizes: the same lots
give the same sheets. Lengths of lots and blocks are whole micrometres; of `SharedSize` and `SheetSpec`, mm.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, permutations
from typing import NamedTuple, TypeVar

from generator.core.choices import Marks, Size, um
from generator.sheet.crop_marks import CLEARANCE, SHORTEST
from generator.sheet.grid import Grid, SheetArea, label_opposite, with_slug
from generator.sheet.layouts import SlotBlock
from generator.sheet.page import Rect, Rectangle, Slot, around, meet, rect_of, slot_at
from generator.sheet.slug_boxes import SLUG, SQUARE

_BEAM, _NARROW_BEAM = 12, 4
_FEW = 5  # sizes; of more, fewer ways are kept
_MOST_ORDERS = 6


class Lot(NamedTuple):
    """So many components of one size."""

    number: int
    width: int
    height: int
    gutter: int


class PackedBlock(NamedTuple):
    """Components of one lot at their place: the first ``number`` of the block's places are taken."""

    lot: int
    block: SlotBlock
    number: int


class _Ways(NamedTuple):
    """A way in which some of the lots lie: on each sheet what is free, and what lies there."""

    free: tuple[tuple[Rect, ...], ...]
    placed: tuple[tuple[PackedBlock, ...], ...]

    @property
    def merit(self) -> tuple[int, int, int]:
        """Smaller is better: few sheets, what is free in large pieces, few blocks."""
        large = sum(((r.x2 - r.x1) * (r.y2 - r.y1)) ** 2 for rects in self.free for r in rects)
        return len(self.free), -large, sum(len(blocks) for blocks in self.placed)


def pack_lots(
    lots: Sequence[Lot], area: Rect, between: int, zones: Iterable[Rect] = ()
) -> tuple[tuple[PackedBlock, ...], ...]:
    """All lots on as few sheets as are found; what lies on each, lot after lot.

    Args:
        lots: the components; each must fit the area.
        area: of a sheet that may be used.
        between: what parts blocks.
        zones: what must stay free of the area.

    Raises:
        ValueError: a component does not fit.
    """
    free = tuple(_free(area, zones))
    best: _Ways | None = None
    for order in _orders(lots):
        ways = _in_order(lots, order, free, between)
        if best is None or _outcome(ways) < _outcome(best):
            best = ways
    placed = best.placed if best else ()
    return tuple(tuple(sorted(blocks, key=lambda own: (own.lot, own.block.y, own.block.x))) for blocks in placed)


def _outcome(ways: _Ways) -> tuple[int, int]:
    return len(ways.free), sum(len(blocks) for blocks in ways.placed)


def _free(area: Rect, zones: Iterable[Rect]) -> list[Rect]:
    """The area without the zones, as rectangles as wide as can be."""
    free = [area]
    for zone in zones:
        parts: list[Rect] = []
        for rect in free:
            parts += _without(rect, zone) if meet(rect, zone) else [rect]
        free = parts
    return sorted(free, key=lambda r: (-(r.x2 - r.x1) * (r.y2 - r.y1), r))


def _without(rect: Rect, zone: Rect) -> Iterator[Rect]:
    top, bottom = max(rect.y1, zone.y1), min(rect.y2, zone.y2)
    parts = (
        Rect(rect.x1, rect.y1, rect.x2, top),
        Rect(rect.x1, bottom, rect.x2, rect.y2),
        Rect(rect.x1, top, max(rect.x1, zone.x1), bottom),
        Rect(min(rect.x2, zone.x2), top, rect.x2, bottom),
    )
    return (part for part in parts if part.x1 < part.x2 and part.y1 < part.y2)


def _orders(lots: Sequence[Lot]) -> list[tuple[int, ...]]:
    """Orders in which the lots are laid: those that are large, long or of large pieces first, and a few others."""
    numbers = range(len(lots))
    large = [lot.width * lot.height for lot in lots]
    measures = [max(lot.width, lot.height) for lot in lots], large, [lots[n].number * large[n] for n in numbers]
    orders = [tuple(sorted(numbers, key=lambda n: -measure[n])) for measure in measures]
    if len(lots) <= _FEW - 1:
        orders += list(permutations(numbers))
    return list(dict.fromkeys(orders))[: _MOST_ORDERS if len(lots) > 2 else 2]


def _in_order(lots: Sequence[Lot], order: Sequence[int], free: tuple[Rect, ...], between: int) -> _Ways:
    beam = [_Ways((), ())]
    width = _BEAM if len(lots) <= _FEW else _NARROW_BEAM
    for place, number in enumerate(order):
        lot = lots[number]
        least = min((min(lots[n][1:3]) for n in order[place:]), default=0)
        waiting, done = [(ways, lot.number) for ways in beam], list[_Ways]()
        while waiting:
            further = [
                step
                for ways, left in waiting
                for step in _steps(ways, number, lot._replace(number=left), between, least)
            ]
            further += [
                step
                for ways, left in waiting
                if not any(state is ways for state, _ in further) and not _fits(ways, lot)
                for step in _steps(_opened(ways, free), number, lot._replace(number=left), between, least)
            ]
            done += [ways for ways, left in further if left == 0]
            open_ways = [(ways, left) for ways, left in further if left]
            waiting = sorted(open_ways, key=lambda state: (state[0].merit[0], state[1], state[0].merit))[:width]
        if not done:
            raise ValueError("a component does not fit the sheet")
        beam = sorted(dict.fromkeys(done), key=lambda ways: ways.merit)[:width]
    return beam[0]


def _opened(ways: _Ways, free: tuple[Rect, ...]) -> _Ways:
    return _Ways((*ways.free, free), (*ways.placed, ()))


def _fits(ways: _Ways, lot: Lot) -> bool:
    return any(
        w <= rect.x2 - rect.x1 and h <= rect.y2 - rect.y1
        for rects in ways.free
        for rect in rects
        for w, h in ((lot.width, lot.height), (lot.height, lot.width))
    )


def _steps(ways: _Ways, number: int, lot: Lot, between: int, least: int) -> Iterator[tuple[_Ways, int]]:
    """Each way of laying a block of the lot into a free rectangle, and how many are left to be laid."""
    for sheet, rects in enumerate(ways.free):
        for at, rect in enumerate(rects):
            for block, count in _blocks(rect, lot):
                blocks = (*ways.placed[sheet], PackedBlock(number, block, count))
                for remainder in _rests(rect, block.box, between, least):
                    left = (*rects[:at], *rects[at + 1 :], *remainder)
                    free = (*ways.free[:sheet], left, *ways.free[sheet + 1 :])
                    yield _Ways(free, (*ways.placed[:sheet], blocks, *ways.placed[sheet + 1 :])), lot.number - count


def _blocks(rect: Rect, lot: Lot) -> Iterator[tuple[SlotBlock, int]]:
    """Blocks of the lot that fit a rectangle: full, or as many as are left, as wide, as high or as square as can be."""
    gap = lot.gutter
    for turned in (False,) if lot.width == lot.height else (False, True):
        width, height = (lot.height, lot.width) if turned else (lot.width, lot.height)
        columns, rows = (rect.x2 - rect.x1 + gap) // (width + gap), (rect.y2 - rect.y1 + gap) // (height + gap)
        if columns <= 0 or rows <= 0:
            continue
        shapes: dict[tuple[int, int], None] = {}
        if lot.number >= columns * rows:
            shapes[columns, rows] = None
        else:
            for wide in {columns, -(-lot.number // rows), _root(lot.number)}:
                wide = min(max(wide, -(-lot.number // rows)), columns, lot.number)
                high = -(-lot.number // wide)
                shapes[-(-lot.number // high), high] = None
            if lot.number % columns and lot.number > columns:
                shapes[columns, lot.number // columns] = None  # full rows, and the rest elsewhere
        for wide, high in sorted(shapes):
            yield SlotBlock(rect.x1, rect.y1, wide, high, turned, width, height, gap), min(lot.number, wide * high)


def _root(count: int) -> int:
    return max(int(count**0.5), 1)


def _rests(rect: Rect, box: Rect, between: int, least: int) -> Iterator[tuple[Rect, ...]]:
    """What is left of a rectangle beside and below a block, cut first across or first along."""
    x, y = box.x2 + between, box.y2 + between
    ways = (
        (Rect(x, rect.y1, rect.x2, box.y2), Rect(rect.x1, y, rect.x2, rect.y2)),
        (Rect(x, rect.y1, rect.x2, rect.y2), Rect(rect.x1, y, box.x2, rect.y2)),
    )
    choices = [tuple(part for part in parts if min(part.x2 - part.x1, part.y2 - part.y1) >= least) for parts in ways]
    return iter(dict.fromkeys(choices))


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
