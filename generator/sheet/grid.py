"""How many components fit a sheet, and where they lie.

As many as fit, upright or turned, but with room left for the slug: a sheet without its ruler and
label can't be checked or sorted. All comparisons are in whole micrometres, so that nine cards fit a sheet
that is exactly nine cards large.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, lru_cache, partial
from itertools import product
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.core.choices import UNPRINTABLE, Size, um
from generator.draw.marks.marks import Face, Outline, PlacedDrawing, drawing_of, moved
from generator.sheet.crop_marks import CLEARANCE, SHORTEST, RawMarks, crop_marks, cut_marks, raw_marks
from generator.sheet.layouts import BETWEEN_BLOCKS, Layout, Room, TurnedPlace, layouts
from generator.sheet.nesting import nestings
from generator.sheet.page import CutLine, Rect, Rectangle, Slot, around, meet, rect_of, slot_at
from generator.sheet.slug_boxes import (
    ANYWHERE,
    SLUG,
    SLUG_OF_MACHINES,
    TEXT,
    Margin,
    SlugBox,
    SlugItem,
    beside_bleed,
    find_slug_boxes,
    may_fit,
)

# Raise it with any change that moves a slot or a mark: cutting files and printed backs depend on the places.
LAYOUT_VERSION = 5

SHIFT_STEP = um(0.1)
MARK = um(CLEARANCE + SHORTEST)  # room for one
_SMALL = 120.0  # mm: narrower paper has no room for long labels beside its components
_OPPOSITE: dict[Margin, Margin] = {"bottom": "top", "right": "left"}
_MOST_ALIKE = 3  # layouts with as many components that are tried for the sake of marks


class Grid(Struct, frozen=True):
    """The places on a sheet, in mm: on every sheet of one component, or on one that several share."""

    paper: Size
    slots: tuple[Slot, ...]  # row by row, from the top left; block after block where some lie turned
    slug: tuple[SlugBox, ...]  # room for the square, the ruler and the label; less than all where there is none
    nested: bool = False  # hexagons that share their edges

    @property
    def card(self) -> Size:
        """The size of a component, upright; of the first where there are several sizes."""
        return self.slots[0].card


@lru_cache(maxsize=256)  # the same kinds are asked for again: while an order is examined, printed, cut
def fit_grid(
    paper: Size,
    card: Size,
    *,
    gutter: float = 0.0,
    margin: float = UNPRINTABLE,
    keep_out: tuple[SlugItem, ...] = SLUG,
    zones: tuple[Rectangle, ...] = (),
    bleed: float = 0.0,
    outline: Outline = (),
    marked: bool = True,
) -> Grid:
    """The grid for components of this size on this paper; all lengths in mm.

    The block of components stands in the middle, moved up or to the left by no more than it takes to make
    room for the slug in ``keep_out``. A row or column is given up for it only where there is no other
    way and ``margin`` keeps to what home printers can print; where it still finds no room, pieces are left out.

    Marks and slug keep clear of the ``bleed`` that components have beyond their trim.
    Nothing lies in ``zones``: slots that would are left out, and of all grids it is the one with the most of the slug,
    then the most slots. Components whose ``outline`` is a hexagon nest. If they are
    to be ``marked``, the block is moved where that gives more cuts their marks.

    Raises:
        ValueError: not one component fits.
    """
    keep_out = beside_bleed(keep_out, um(bleed))
    hexagons = nestings(outline, *card, um(gutter)) if outline else ()
    width, height = (um(side) - 2 * um(margin) for side in paper)
    room = Room(width, height, um(gutter), BETWEEN_BLOCKS + 2 * um(bleed), hexagons)
    # Whoever prints into the edge wants all of the paper.
    ways = layouts(room, (um(card[0]), um(card[1])), all_of_it=um(margin) < um(UNPRINTABLE))
    sheet = SheetArea(paper, margin, tuple(rect_of(zone) for zone in zones), bleed)
    # The square needs the widest margin, so it is first and is the first to be left out.
    most: Grid | None = None
    for left_out in range(len(keep_out) + 1):
        best = None
        for layout in ways if zones or not left_out else ways[:1]:
            if best is None or layout.total > len(best.slots):
                grid = _Block(layout, keep_out[left_out:], sheet).settled()
                best = grid if best is None or (grid and len(grid.slots) > len(best.slots)) else best
        if best is not None and (most is None or len(best.slots) > len(most.slots)):
            most, pieces = best, keep_out[left_out:]
        # The ruler proves the scale too: the square is not worth more than a tenth of all components. On small paper
        # its room is the label's.
        is_dear = not (left_out or zones or min(paper) < _SMALL) and most and len(most.slots) < 0.9 * ways[0].total
        if most is not None and not is_dear:
            alike = [layout for layout in ways if layout.total == len(most.slots)][:_MOST_ALIKE]
            if zones:
                return most
            grid = _marked(most, (_Block(way, pieces, sheet) for way in alike), bleed) if marked else most
            return label_opposite(grid, bleed)
    raise ValueError(
        f"a component of {card[0]:g} × {card[1]:g} mm does not fit paper of {paper[0]:g} × {paper[1]:g} mm"
        f" with a margin of {margin:g} mm" + (" and free corners" if zones else "")
    )


def placed_grid(
    name: str, paper: Size, size: Size, corners: Sequence[tuple[float, float]], card: Size, bleed: float = 0.0
) -> Grid:
    """The grid with slots of a size at these corners, and as much of the slug as finds room; lengths in mm.

    Raises:
        ValueError: the sheet, which messages ``name``, is for components of another size.
    """
    upright, own = tuple(map(um, card)), tuple(map(um, size))
    if own not in (upright, upright[::-1]):
        raise ValueError(f"the sheet {name} is for {size[0]:g} × {size[1]:g} mm, not {card[0]:g} × {card[1]:g} mm")
    turns = int(own != upright)
    slots = tuple(Slot(number, x, y, *size, turns) for number, (x, y) in enumerate(corners, start=1))
    block = around(rect_of(slot) for slot in slots).grown(um(bleed))
    area = SheetArea(paper, UNPRINTABLE, (), bleed)
    grids = (with_slug(slots, SLUG[left_out:], [block], area) for left_out in range(len(SLUG)))
    return next((grid for grid in grids if grid is not None), Grid(paper, slots, ()))


class SheetArea(NamedTuple):
    """What components are put on: sizes in mm, what must stay free in whole micrometres."""

    paper: Size
    margin: float
    zones: tuple[Rect, ...]
    bleed: float


def with_slug(
    slots: Sequence[Slot], pieces: Iterable[SlugItem], blocks: Sequence[Rect], sheet: SheetArea
) -> Grid | None:
    """The grid of slots, which lie in these blocks, with all pieces of the slug beside them; None without room."""
    marks = crop_marks(slots, sheet.paper, sheet.bleed)
    clear = beside_bleed(pieces, um(sheet.bleed))
    boxes = find_slug_boxes(clear, ANYWHERE, blocks, marks, sheet.paper, sheet.zones)
    return None if boxes is None else Grid(sheet.paper, tuple(slots), boxes)


def label_opposite(grid: Grid, bleed: float) -> Grid:
    """The grid with its label across the sheet from the ruler, where that margin has room for a line of it."""
    margins = {entry.name: entry.margin for entry in grid.slug}
    opposite = _OPPOSITE.get(margins.get("ruler", "inside"))
    if opposite is None or margins.get("text") != margins["ruler"]:
        return grid
    block = around(rect_of(slot) for slot in grid.slots).grown(um(bleed))
    marks = () if grid.nested else crop_marks(grid.slots, grid.paper, bleed)
    line = TEXT._replace(lengths=TEXT.lengths[:1])
    boxes = find_slug_boxes((line,), (opposite,), [block], marks, grid.paper)
    return grid if boxes is None else replace(grid, slug=(*grid.slug[:-1], *boxes))


class _Block:
    """Components as a layout has them, to be put on a sheet with pieces of the slug beside them."""

    def __init__(self, layout: Layout, pieces: Sequence[SlugItem], sheet: SheetArea) -> None:
        self.layout, self.pieces, self.sheet = layout, pieces, sheet
        # From where to where its corner may be, across and down.
        low, size = um(sheet.margin), zip(sheet.paper, layout.size, strict=True)
        self.room = [(low, um(side) - low - length) for side, length in size]
        self._marks_at = cache(self._place)

    @cached_property
    def _raw(self) -> RawMarks:
        """Its marks on endless paper: most of the work is the same wherever it is put."""
        return self._marks_of(self.layout.places)

    def put(self, margins: Sequence[Margin], x: int, y: int) -> Grid | None:
        """The grid with its corner at ``x``, ``y``, if a slot is free and all pieces then fit these margins."""
        sheet = self.sheet
        blocks = [block.box.moved(x, y).grown(um(sheet.bleed)) for block in self.layout.blocks]
        if not may_fit(self.pieces, margins, blocks, sheet.paper):  # far quicker than to draw the marks of many places
            return None
        free, marks = self._marks_at(x, y)
        slug_boxes = find_slug_boxes(self.pieces, margins, blocks, marks, sheet.paper, sheet.zones)
        if slug_boxes is None or not free:
            return None
        places = enumerate(free, start=1)
        slots = tuple(slot_at(place.moved(x, y), number, turned=turned) for number, (place, turned) in places)
        return Grid(sheet.paper, slots, slug_boxes, _is_nested(self.layout))

    def settled(self) -> Grid | None:
        """The grid with all pieces in its margins and its block moved as little as possible, or None."""
        if self.pieces and not self._has_depth():
            return None
        (least, most), (high, low) = self.room
        left, top = (least + most) // 2, (high + low) // 2
        choices: Sequence[tuple[Sequence[Margin], Sequence[Margin]]]
        choices = (("bottom",), ("right",)), (ANYWHERE, ANYWHERE)
        for below, right in choices:
            centred = self.put(below, left, top) or self.put(right, left, top)
            if centred:
                return centred
            up = _least_shift(partial(self.put, below), (left, top), (0, -1), top - high)
            aside = _least_shift(partial(self.put, right), (left, top), (-1, 0), left - least)
            moved = [candidate for candidate in (up, aside) if candidate is not None]
            if moved:
                return min(moved, key=lambda candidate: candidate[0])[1]
        return None

    def elsewhere(self, marks: int) -> Grid | None:
        """The grid with most marks, and more than so many: in the middle, at the paper's edges or one mark away."""
        across, down = (
            dict.fromkeys(at for at in ((low + high) // 2, low + MARK, high - MARK, low, high) if low <= at <= high)
            for low, high in self.room
        )
        better = [(x, y) for x, y in product(across, down) if len(self._marks_at(x, y)[1]) > marks]
        better.sort(key=lambda corner: -len(self._marks_at(*corner)[1]))
        return next(filter(None, (self.put(ANYWHERE, x, y) for x, y in better)), None)

    def _has_depth(self) -> bool:
        """Whether anything as deep as the deepest piece could lie beside some block, wherever that is moved."""
        deepest = max(piece.depth + piece.clear for piece in self.pieces)
        across, down = (um(side) - 2 * um(UNPRINTABLE) for side in self.sheet.paper)
        return any(max(across - block.box.x2, down - block.box.y2) >= deepest for block in self.layout.blocks)

    def _place(self, x: int, y: int) -> tuple[Sequence[TurnedPlace], tuple[CutLine, ...]]:
        """The places that are free with its corner at ``x``, ``y``, before they are moved there, and their marks."""
        places, zones = self.layout.places, self.sheet.zones
        free = [at for at in places if not any(meet(at[0].moved(x, y), zone) for zone in zones)] if zones else places
        raw = self._raw if len(free) == len(places) else self._marks_of(free)
        return free, raw.on(self.sheet.paper, x, y)

    def _marks_of(self, places: Iterable[TurnedPlace]) -> RawMarks:
        return raw_marks([] if _is_nested(self.layout) else [place for place, _ in places], self.sheet.bleed)


def _marked(settled: Grid, blocks: Iterable[_Block], bleed: float) -> Grid:
    """The grid, or where not all of its cuts find marks, one of these blocks in a place where more of them do."""

    def bare(grid: Grid) -> tuple[int, int]:
        marks, cuts = cut_marks(grid.slots, grid.paper, bleed)
        return sum(not cut.marks for cut in cuts), -len(marks)

    if settled.nested or not bare(settled)[0]:
        return settled
    marks = len(crop_marks(settled.slots, settled.paper, bleed))
    return min(filter(None, [settled, *(block.elsewhere(marks) for block in blocks)]), key=bare)


def _is_nested(layout: Layout) -> bool:
    return any(block.nesting for block in layout.blocks)


def _least_shift(
    put: Callable[[int, int], Grid | None], start: tuple[int, int], way: tuple[int, int], most: int
) -> tuple[int, Grid] | None:
    """The smallest shift, in steps, with which ``put`` succeeds; a larger shift only makes more room."""

    def attempt(shift: int) -> Grid | None:
        return put(start[0] + way[0] * shift, start[1] + way[1] * shift)

    grid = attempt(most) if most > 0 else None
    if grid is None:
        return None
    low, high = 0, most
    while high - low > SHIFT_STEP:
        middle = low + max((high - low) // SHIFT_STEP // 2, 1) * SHIFT_STEP
        candidate = attempt(middle)
        if candidate is None:
            low = middle
        else:
            high, grid = middle, candidate
    return high, grid


def enlarged(
    paper: Size, card: Size, *, margin: float = UNPRINTABLE, zones: tuple[Rectangle, ...] = (), bleed: float = 0.0
) -> Grid:
    """The grid of one component a sheet, as large as it can be beside the slug. ``card`` of the grid is that size.

    Raises:
        ValueError: the component does not even fit at its own size.
    """

    def fit(factor: float) -> Grid:
        pieces = SLUG_OF_MACHINES if zones else SLUG
        size = card[0] * factor, card[1] * factor
        return fit_grid(paper, size, margin=margin, keep_out=pieces, zones=zones, bleed=bleed)

    pieces = len(fit(1).slug)

    def is_too_large(hundredths: int) -> bool:
        try:
            return len(fit(hundredths / 100).slug) < pieces
        except ValueError:
            return True

    largest = 100 + bisect_left(range(101, 3001), True, key=is_too_large)  # noqa: FBT003 - the first that is
    grid = fit(largest / 100)
    return replace(grid, slots=grid.slots[:1])


def scaled(face: Face, size: Size) -> Face:
    """The face at another size of the same proportions; its lines grow with it."""
    factor = size[0] / face.width
    matrix = (factor, 0.0, 0.0, factor, 0.0, 0.0)
    marks = (PlacedDrawing(drawing_of(face.marks), matrix),)
    folds = tuple(moved(fold, matrix) for fold in face.folds)
    return Face(size[0], size[1], marks, moved(face.outline, matrix), folds)
