"""Ways in which components of one size can lie side by side, as many as there is room for.

Plain grids, upright or turned; two such blocks beside each other where a part that is turned uses the room better; and
nested rows for hexagons, whose edges are shared. A block is parted from the next by room for the marks of both, so that
all of them are cut straight. All lengths here are whole micrometres.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from generator.core.choices import um
from generator.sheet.crop_marks import CLEARANCE, SHORTEST
from generator.sheet.nesting import Nesting
from generator.sheet.page import Rect

BETWEEN_BLOCKS = um(SHORTEST + 2 * CLEARANCE)  # one shortest mark, clear of both


class SlotBlock(NamedTuple):
    """Columns and rows of components of one size that lie alike. Its corner is ``x``, ``y``.

    Of hexagons, ``columns`` is how many lie in a row; they may run down the sheet.
    """

    x: int
    y: int
    columns: int
    rows: int
    turned: bool
    width: int  # of one component, as it lies
    height: int
    gutter: int
    nesting: Nesting | None = None  # hexagons: rows (or columns) that reach into each other

    @property
    def total(self) -> int:
        """How many components it holds."""
        short = self.nesting is not None and self.nesting.short
        return self.columns * self.rows - (self.rows // 2 if short else 0)

    @property
    def box(self) -> Rect:
        """The box round all of them."""
        if self.nesting is not None:
            wide, high = self.nesting.extent(self.columns, self.rows)
        else:
            wide = self.columns * (self.width + self.gutter) - self.gutter
            high = self.rows * (self.height + self.gutter) - self.gutter
        return Rect(self.x, self.y, self.x + wide, self.y + high)

    def places(self) -> Iterator[Rect]:
        """The trim boxes, row by row."""
        if self.nesting is not None:
            corners = self.nesting.places(self.columns, self.rows)
        else:
            across, down = self.width + self.gutter, self.height + self.gutter
            corners = ((column * across, row * down) for row in range(self.rows) for column in range(self.columns))
        for x, y in corners:
            yield Rect(self.x + x, self.y + y, self.x + x + self.width, self.y + y + self.height)


TurnedPlace = tuple[Rect, bool]  # a trim box, and whether a component lies turned there


class Layout(Struct, frozen=True, dict=True):
    """Blocks of components, not yet at their place on the paper: the box round all of them starts at 0, 0."""

    blocks: tuple[SlotBlock, ...]

    @property
    def total(self) -> int:
        """How many components it holds."""
        return sum(block.total for block in self.blocks)

    @cached_property
    def places(self) -> tuple[TurnedPlace, ...]:
        """The trim boxes, and whether a component lies turned there."""
        return tuple((place, block.turned) for block in self.blocks for place in block.places())

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height of all components together."""
        boxes = [block.box for block in self.blocks]
        return max(box.x2 for box in boxes), max(box.y2 for box in boxes)


class Room(NamedTuple):
    """What components may lie on, and how they lie."""

    width: int
    height: int
    gutter: int
    between: int  # blocks
    nestings: tuple[Nesting, ...] = ()  # of hexagons: upright, and turned


def layouts(room: Room, card: tuple[int, int], *, all_of_it: bool = False) -> list[Layout]:
    """What may be tried for components of this size, most components first: all that fit and, below that, less.

    With ``all_of_it`` nothing is given up.
    """
    nested = list(_nested(room, card))
    plain = list(_plain(room, card))
    full = nested or plain
    most = max((block.total for block in full), default=0)
    best = [Layout((block,)) for block in full]
    if not nested:
        best += [layout for layout in _mixed(room, card) if layout.total > most]
    best.sort(key=lambda layout: (-layout.total, len(layout.blocks)))
    if all_of_it:
        return [layout for layout in best if layout.total == best[0].total]
    less = [Layout((block,)) for block in chain.from_iterable(_one_less(block) for block in full)]
    holed = [] if nested else list(chain.from_iterable(_with_a_hole(block) for block in full))
    return sorted(best + holed + less, key=lambda layout: (-layout.total, len(layout.blocks)))


def _fitting(room: Room, card: tuple[int, int], x: int, y: int, *, turned: bool) -> SlotBlock | None:
    """As many columns and rows as fit from a corner on; nothing where none fit."""
    width, height = card[::-1] if turned else card
    gap = room.gutter
    columns, rows = (room.width - x + gap) // (width + gap), (room.height - y + gap) // (height + gap)
    return SlotBlock(x, y, columns, rows, turned, width, height, gap) if columns > 0 and rows > 0 else None


def _orientations(card: tuple[int, int]) -> tuple[bool, ...]:
    return (False,) if card[0] == card[1] else (False, True)


def _plain(room: Room, card: tuple[int, int]) -> Iterator[SlotBlock]:
    for turned in _orientations(card):
        block = _fitting(room, card, 0, 0, turned=turned)
        if block is not None:
            yield block


def _mixed(room: Room, card: tuple[int, int]) -> Iterator[Layout]:
    """Some upright columns (or rows), and beside (or below) them as many turned ones as fit."""
    between = max(room.between, room.gutter)
    if card[0] == card[1]:
        return
    for first in _plain(room, card):
        blocks_right = [first._replace(columns=columns) for columns in range(1, first.columns + 1)]
        blocks_below = [first._replace(rows=rows) for rows in range(1, first.rows + 1)]
        corners = [(block, block.box.x2 + between, 0) for block in blocks_right]
        corners += [(block, 0, block.box.y2 + between) for block in blocks_below]
        for block, x, y in corners:
            turned_block = _fitting(room, card, x, y, turned=not first.turned)
            if turned_block is not None:
                yield Layout((block, turned_block))


def _nested(room: Room, card: tuple[int, int]) -> Iterator[SlotBlock]:
    for nesting in room.nestings:
        columns, rows = nesting.most(room.width, room.height)
        if columns > 0 and rows > 0:
            turned = nesting.turned
            width, height = card[::-1] if turned else card
            yield SlotBlock(0, 0, columns, rows, turned, width, height, room.gutter, nesting)


def _one_less(full: SlotBlock) -> list[SlotBlock]:
    fewer = full._replace(rows=full.rows - 1), full._replace(columns=full.columns - 1)
    return [block for block in fewer if block.total]


def _with_a_hole(full: SlotBlock) -> Iterator[Layout]:
    """Without the last components of the last row: what else a sheet carries has room there."""
    last = full._replace(y=full.y + (full.rows - 1) * (full.height + full.gutter), rows=1)
    for columns in range(full.columns - 1, 0, -1):
        last_row = last._replace(columns=columns)
        yield Layout((full._replace(rows=full.rows - 1), last_row) if full.rows > 1 else (last_row,))
