"""Components larger than the paper: in which pieces they are cut, and on which sheets these lie.

Pieces are the fields of columns and rows; their edges are the seams. A piece may go on under the next one, to be glued
there: its flap. What is left of the component's length is a narrow piece or is shared out evenly, whichever takes fewer
sheets; seams keep out of texts as far as there is play. All lengths are mm but for those of packing.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, islice, pairwise, product
from math import ceil
from typing import NamedTuple

from msgspec import Struct

from generator.core.choices import UNPRINTABLE, Size, um
from generator.core.places import column_name
from generator.sheet.grid import Grid, SheetArea, with_slug
from generator.sheet.packing import BETWEEN, Lot, PackedBlock, SheetSpec, place_lots
from generator.sheet.page import Rect, Rectangle, Slot, rect_of
from generator.sheet.slug_boxes import RULER, SQUARE, TEXT, WELL_CLEAR, SlugItem

MOST_PIECES = 400
CLEAR = 1.0  # mm beside a text that seams keep out of, too, if that costs nothing
LEAST = 20.0  # mm of a piece beside its flap: less is hard to glue
CELL, MAP_HEIGHT, MAP_WIDTH = 5.0, 10.0, 30.0  # of the drawing of how pieces lie: mm of a cell, and of all at the most
NAME_HEIGHT, NAME_WIDTH, NAME_INSET = 2.1, 12.0, 4.0  # of a piece's name above its corner

# What a sheet carries, less where that has no room; None stands for the drawing.
_SLUGS: tuple[tuple[SlugItem | None, ...], ...] = (
    (SQUARE, None, RULER, TEXT), (None, RULER, TEXT), (None, TEXT), (TEXT,),
)  # fmt: skip

Texts = tuple[tuple[float, float, float, float], ...]  # left, top, right, bottom of what is not to be cut through


class BoardPiece(NamedTuple):
    """A piece of a component: what it shows of it, with its flaps."""

    name: str  # its column and row: B2
    column: int  # from 0
    row: int
    left: float
    top: float
    right: float
    bottom: float
    flap_right: float = 0.0  # mm that lie under the next piece
    flap_below: float = 0.0
    meets_right: bool = False  # the next piece is set edge to edge there
    meets_below: bool = False

    @property
    def size(self) -> Size:
        """Width and height."""
        return self.right - self.left, self.bottom - self.top


class JointSheet(NamedTuple):
    """A sheet with some of the pieces: a slot for each of them."""

    grid: Grid
    pieces: tuple[BoardPiece, ...]


class Joint(Struct, frozen=True):
    """How a component is put together."""

    columns: int
    rows: int
    sheets: tuple[JointSheet, ...]
    torn: int  # how many texts seams run through


class _Split(NamedTuple):
    """A way to part a component, row after row."""

    columns: int
    pieces: tuple[BoardPiece, ...]
    usable: Rect
    least: tuple[int, int, int, int]  # sheets by area, texts torn, pieces, and how unevenly these lie on as many sheets


@lru_cache(maxsize=64)
def joined(card: Size, overlap: float, sheet: SheetSpec, texts: Texts = ()) -> Joint:
    """The joint of a component that takes the fewest sheets; then the one with the fewest texts torn, and pieces.

    Args:
        card: the size of the component.
        overlap: mm that pieces lie under each other.
        sheet: the paper.
        texts: where texts stand on it.

    Raises:
        ValueError: the paper is too small.
    """
    for slug in _SLUGS:
        splits = [split for usable in _areas(sheet, slug) for split in _splits(card, overlap, usable, texts)]
        best: tuple[tuple[int, ...], Joint] | None = None
        for number, split in sorted(enumerate(splits), key=lambda entry: entry[1].least):
            if best is not None and (*split.least, number) > best[0]:
                break
            sheets = _on_sheets(split, sheet, slug)
            if sheets is not None:
                uneven = sum(len(entry.pieces) ** 2 for entry in sheets)
                key = (len(sheets), *split.least[1:3], uneven, number)
                joint = Joint(split.columns, len(split.pieces) // split.columns, sheets, split.least[1])
                best = (key, joint) if best is None or key < best[0] else best
        if best is not None:
            return best[1]
    raise ValueError(
        f"a component of {card[0]:g} × {card[1]:g} mm cannot be joined from sheets of"
        f" {sheet.paper[0]:g} × {sheet.paper[1]:g} mm: take larger paper"
    )


def map_size(columns: int) -> Size:
    """How large the drawing of this many columns of pieces is."""
    return min(columns * CELL, MAP_WIDTH), MAP_HEIGHT


def _areas(sheet: SheetSpec, slug: Sequence[SlugItem | None]) -> Iterator[Rect]:
    """Where pieces may lie: above what the sheet carries, or to the left of it."""
    area = sheet.area
    depth = max(um(MAP_HEIGHT) if piece is None else piece.depth for piece in slug)
    room = depth + max(WELL_CLEAR, um(sheet.bleed)) + um(UNPRINTABLE)
    for usable in (
        area._replace(y2=min(area.y2, um(sheet.paper[1]) - room)),
        area._replace(x2=min(area.x2, um(sheet.paper[0]) - room)),
    ):
        if usable.x2 - usable.x1 > um(LEAST) and usable.y2 - usable.y1 > um(LEAST):
            yield usable


def _splits(card: Size, overlap: float, usable: Rect, texts: Texts) -> Iterator[_Split]:
    """Ways to part a component in pieces that are no larger than ``usable``, all upright or all turned."""
    wide, high = [(text[0], text[2]) for text in texts], [(text[1], text[3]) for text in texts]
    torn_across, torn_down = torn_by(wide), torn_by(high)
    whole = (usable.x2 - usable.x1) * (usable.y2 - usable.y1)
    room = (usable.x2 - usable.x1) / 1000, (usable.y2 - usable.y1) / 1000
    seams = (
        product(_seams(card[0], across, overlap, wide), _seams(card[1], down, overlap, high))
        for across, down in dict.fromkeys((room, room[::-1]))
    )
    for columns, rows in chain.from_iterable(seams):
        if (len(columns) - 1) * (len(rows) - 1) > MOST_PIECES:
            continue
        pieces = tuple(_pieces(columns, rows, overlap))
        areas = [um(piece.size[0]) * um(piece.size[1]) for piece in pieces]
        sheets = max(ceil(sum(areas) / whole), sum(2 * area > whole for area in areas))
        torn = sum(map(torn_across, columns[1:-1])) + sum(map(torn_down, rows[1:-1]))
        yield _Split(len(columns) - 1, pieces, usable, (sheets, torn, len(pieces), ceil(len(pieces) ** 2 / sheets)))


def _seams(length: float, most: float, overlap: float, texts: Sequence[tuple[float, float]]) -> list[tuple[float, ...]]:
    """Ways to part a length in as few pieces as can be: both its ends, and the seams between them."""
    if length <= most:
        return [(0.0, length)]
    if most <= overlap + LEAST:
        return []
    count = ceil((length - overlap) / (most - overlap) - 1e-9)
    even = [number * (length - overlap) / count for number in range(1, count)]
    full = [min(number * (most - overlap), length - LEAST) for number in range(1, count)]
    roomy = [(start - CLEAR, end + CLEAR) for start, end in texts]
    ways = (
        _clear_of_texts(seam_places, length, most, overlap, avoided)
        for avoided in ((roomy, texts, ()) if texts else ((),))
        for seam_places in (even, full)
    )
    return list(dict.fromkeys(ways))


def _clear_of_texts(
    seam_places: Sequence[float], length: float, most: float, overlap: float, texts: Sequence[tuple[float, float]]
) -> tuple[float, ...]:
    """The seams, each moved as little as it takes to tear the fewest texts while all pieces stay small enough."""
    seams, pieces, torn = [0.0], len(seam_places) + 1, torn_by(texts)
    edges = {edge for text in texts for edge in text}
    for number, at in enumerate(seam_places, start=1):
        high = seams[-1] + most - overlap
        low = max(length - ((pieces - number) * (most - overlap) + overlap), seams[-1] + LEAST)
        places = [min(max(at, low), high), *(edge for edge in edges if low <= edge <= high)]
        seams.append(min(places, key=lambda place: (torn(place), abs(place - at), place)))
    return (*seams, length)


def torn_by(texts: Iterable[tuple[float, float]]) -> Callable[[float], int]:
    """How many texts a seam at a place runs through: those that begin before it, less those that end before it."""
    inside = [(start + 1e-6, end - 1e-6) for start, end in texts if start + 1e-6 < end - 1e-6]
    starts, ends = sorted(start for start, _ in inside), sorted(end for _, end in inside)
    return lambda at: bisect_left(starts, at) - bisect_right(ends, at)


def _pieces(columns: Sequence[float], rows: Sequence[float], overlap: float) -> Iterator[BoardPiece]:
    for (row, (top, below)), (column, (left, right_edge)) in product(
        enumerate(pairwise(rows)), enumerate(pairwise(columns))
    ):
        right = overlap if right_edge < columns[-1] else 0.0
        under = overlap if below < rows[-1] else 0.0
        name = f"{column_name(column)}{row + 1}"
        meets = not overlap and right_edge < columns[-1], not overlap and below < rows[-1]
        yield BoardPiece(name, column, row, left, top, right_edge + right, below + under, right, under, *meets)


def _on_sheets(split: _Split, sheet: SheetSpec, slug: Sequence[SlugItem | None]) -> tuple[JointSheet, ...] | None:
    """The pieces on sheets; None where what a sheet carries has no room."""
    sizes: dict[tuple[int, int], list[BoardPiece]] = {}
    for piece in split.pieces:
        sizes.setdefault((um(piece.size[0]), um(piece.size[1])), []).append(piece)
    between = um(BETWEEN) + 2 * um(sheet.bleed)
    lots = [Lot(len(own), *size, between) for size, own in sizes.items()]
    wide, high = map_size(split.columns)
    carried = [SlugItem("map", (um(wide),), um(high), WELL_CLEAR) if item is None else item for item in slug]
    return place_lots(lots, split.usable, sheet, partial(_sheet, list(sizes.values()), carried))


def _sheet(
    waiting: Sequence[list[BoardPiece]], slug: Sequence[SlugItem], blocks: Sequence[PackedBlock], area: SheetArea
) -> JointSheet | None:
    slots: list[Slot] = []
    pieces: list[BoardPiece] = []
    for lot, block, count in blocks:
        for place in islice(block.places(), count):
            piece = waiting[lot].pop(0)
            size = piece.size[::-1] if block.turned else piece.size
            slots.append(Slot(len(slots) + 1, place.x1 / 1000, place.y1 / 1000, *size, int(block.turned)))
            pieces.append(piece)
    boxes = [rect_of(slot).grown(um(area.bleed)) for slot in slots]
    names = [rect_of(name_box(slot, area.bleed)) for slot in slots]
    seams = (seam_boxes(slot, piece, area.bleed) for slot, piece in zip(slots, pieces, strict=True))
    names += [rect_of(box) for own in seams for box in own.values()]
    grid = with_slug(slots, slug, boxes, area._replace(zones=(*area.zones, *names)))
    return None if grid is None else JointSheet(grid, tuple(pieces))


def name_box(slot: Slot, bleed: float) -> Rectangle:
    """Where the name of a piece stands: above its top left corner."""
    return Rectangle(slot.x + NAME_INSET, slot.y - bleed - 0.4 - NAME_HEIGHT, NAME_WIDTH, NAME_HEIGHT)


def seam_boxes(slot: Slot, piece: BoardPiece, bleed: float) -> dict[str, Rectangle]:
    """Where it stands, beyond the seams of a piece, which one is set edge to edge there: by the name of that one.

    Boxes to the right and left of the slot are higher than wide.
    """
    x, y, wide, high = slot.x, slot.y, slot.width, slot.height
    off = bleed + 0.4
    across, down = x + (wide - NAME_WIDTH) / 2, y + (high - NAME_WIDTH) / 2
    sides = (
        Rectangle(x + wide + off, down, NAME_HEIGHT, NAME_WIDTH),
        Rectangle(across, y + high + off, NAME_WIDTH, NAME_HEIGHT),
        Rectangle(x - off - NAME_HEIGHT, down, NAME_HEIGHT, NAME_WIDTH),
        Rectangle(across, y - off - NAME_HEIGHT, NAME_WIDTH, NAME_HEIGHT),
    )
    meets = {
        f"{column_name(piece.column + 1)}{piece.row + 1}": (0, piece.meets_right),
        f"{column_name(piece.column)}{piece.row + 2}": (1, piece.meets_below),
    }
    return {name: sides[(side + slot.turns) % 4] for name, (side, there) in meets.items() if there}
