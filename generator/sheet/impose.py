"""Imposition: faces into the slots of sheets, one ``Page`` a sheet."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from generator.core.choices import Marks, mm_from_points, um
from generator.draw.marks.fonts import Font, split_by_font
from generator.draw.marks.marks import Face, Mark, Matrix, Outline, Paint, Shape, moved
from generator.draw.marks.picture import edge_of, edges_path
from generator.sheet.crop_marks import cut_marks
from generator.sheet.cutting import edges_once
from generator.sheet.grid import Grid
from generator.sheet.margin_text import SMALLEST, SheetLabel, in_margins, in_one_line, width_of, written
from generator.sheet.nesting import widen
from generator.sheet.page import CutLine, Page, Placement, Rectangle, Slot, grown, to_sheet
from generator.sheet.slug_boxes import RULER, SlugBox

LENGTHS = "10 mm", "100 mm"  # of the square and the ruler, as they are written in every language

_INK = Paint(fill="#000000", even_odd=True)
_BROAD = 0.7  # mm, of the square's frame
_BAR = 1.0  # mm, of each half of the ruler
_RULER_TEXT = 101.2  # mm from the ruler's start


def slug(
    grid: Grid,
    label: SheetLabel,
    fonts: Sequence[Font],
    *,
    bleed: float = 0.0,
    cuts: Iterable[CutLine] = (),
    zones: Iterable[Rectangle] = (),
) -> tuple[Mark, ...]:
    """The margin's marks on one sheet, at the places that the grid keeps for them.

    A label too long for its place goes where the margins have room for it.

    Args:
        grid: the places.
        label: what the sheet says of itself.
        fonts: each character is set in the first that has it.
        bleed: how far faces reach beyond their slots, mm.
        cuts: the crop marks of a full sheet.
        zones: what has to stay free besides.

    Raises:
        ValueError: no font has some character of the label.
    """
    marks: list[Mark] = []
    for slug_box in grid.slug:
        if slug_box.name != "text":
            marks += slug_marks([slug_box], label, fonts)
        elif line := _one_line(slug_box, label, fonts):
            marks += line
        else:
            faces = [grown(slot, bleed) for slot in grid.slots]
            occupied = [entry.box for entry in grid.slug if entry.name != "text"] + [cut.box for cut in cuts]
            marks += in_margins(label, fonts, grid.paper, faces, [*occupied, *zones])
    return tuple(marks)


def slug_marks(slug_boxes: Sequence[SlugBox], label: SheetLabel, fonts: Sequence[Font]) -> tuple[Mark, ...]:
    """`slug`, at places that no grid keeps and where the label fits."""
    marks: list[Mark] = []
    for slug_box in slug_boxes:
        if slug_box.name == "square":
            marks += _square(slug_box, fonts)
        elif slug_box.name == "ruler":
            marks += _ruler(slug_box, fonts)
        else:
            marks += _one_line(slug_box, label, fonts)
    return tuple(marks)


def _square(slug_box: SlugBox, fonts: Sequence[Font]) -> Iterator[Mark]:
    """A broad frame whose outer edges are 10 mm apart: nobody takes it for a line to cut along."""
    path: Outline = (*edges_path(0, 0, 10, 10), *edges_path(_BROAD, _BROAD, 10 - _BROAD, 10 - _BROAD))
    yield Shape(moved(path, _to_sheet(slug_box)), _INK)
    start = (10 - width_of(LENGTHS[0], fonts) * SMALLEST) / 2
    yield from written(LENGTHS[0], fonts, SMALLEST, start, 5.7, _to_sheet(slug_box))


def _ruler(slug_box: SlugBox, fonts: Sequence[Font]) -> Iterator[Mark]:
    """A bar as maps have it, of centimetres by turns above and below; its ends are 100 mm apart."""
    path: Outline = ()
    for mm in range(0, 100, 10):
        top = _BAR if mm % 20 else 0.0
        path += edges_path(mm, top, mm + 10, top + _BAR)
    yield Shape(moved(path, _to_sheet(slug_box)), _INK)
    end = RULER.lengths[0] / 1000 - width_of(LENGTHS[1], fonts) * SMALLEST
    yield from written(LENGTHS[1], fonts, SMALLEST, min(_RULER_TEXT, end), 2 * _BAR, _to_sheet(slug_box))


def _one_line(slug_box: SlugBox, label: SheetLabel, fonts: Sequence[Font]) -> tuple[Mark, ...]:
    return in_one_line(label, fonts, max(slug_box.box.width, slug_box.box.height), _to_sheet(slug_box))


def _to_sheet(slug_box: SlugBox) -> Matrix:
    """From a box's own corner, as it is read, to the sheet."""
    if slug_box.turned:
        return (0.0, -1.0, 1.0, 0.0, slug_box.box.x, slug_box.box.y + slug_box.box.height)
    return (1.0, 0.0, 0.0, 1.0, slug_box.box.x, slug_box.box.y)


_GAP_SIZE, _GAP_LEAST = mm_from_points(14), mm_from_points(6)
_GAP_INSET = 2.0  # mm


class Placeable(Struct, frozen=True):
    """One component to print: a face, and the id of the item it shows."""

    item: str
    face: Face


class Batch(NamedTuple):
    """What one sheet holds: a component for each of these slots, and texts where a gap parts groups."""

    grid: Grid
    slots: Sequence[Slot]
    components: Sequence[Placeable]
    gaps: Sequence[tuple[Slot, str]] = ()


def filled(items: Iterable[Placeable], grid: Grid, skip: Collection[int] = ()) -> Iterator[Batch]:
    """Yield the sheets of one group of components, filled row by row. Lazy: items are taken a sheet at a time.

    Args:
        items: in printing order, a component for each copy.
        grid: of every sheet.
        skip: numbers of slots to leave empty on the first sheet, one that was used in part.

    A last sheet that is partly full keeps the grid; one that is exactly full is not followed by an empty one.
    """
    remaining = iter(items)
    free = [slot for slot in grid.slots if slot.number not in skip]
    while components := tuple(islice(remaining, len(free))):
        yield Batch(grid, free[: len(components)], components)
        free = list(grid.slots)


def sheet_page(
    batch: Batch,
    page_label: str,
    label: SheetLabel,
    fonts: Sequence[Font],
    *,
    marks: Marks = Marks.crop,
    bleed: float = 0.0,
    zones: Sequence[Rectangle] = (),
) -> Page:
    """One sheet.

    Args:
        batch: what lies where.
        page_label: the page's name in the PDF.
        label: the text in the margin.
        fonts: for the margin's text, the first that has a character is used.
        marks: crop marks round the block, thin guides along every edge, or none. What is not a rectangle has its
            outline in any case but the last.
        bleed: how far faces reach beyond their trim, mm.
        zones: where no text may be in the margins.

    Raises:
        ValueError: a face is not of its slot's size, or no font has some character of a label.
    """
    grid = batch.grid
    pairs = zip(batch.components, batch.slots, strict=True)
    placements = tuple(_place(item, slot, bleed, nested=grid.nested) for item, slot in pairs)
    straight = tuple(placement.slot for placement in placements if not placement.face.outline and marks == Marks.crop)
    full = () if grid.nested else cut_marks(grid.slots, grid.paper, bleed)[0]
    unmarked = tuple(slot for slot in batch.slots if slot not in straight)
    cuts, straight_cuts = cut_marks(straight, grid.paper, bleed, unmarked)
    margin = slug(grid, label, fonts, bleed=bleed, cuts=full, zones=zones)
    return Page(
        grid.paper[0],
        grid.paper[1],
        placements,
        cuts=cuts,
        straight=straight_cuts,
        outlines=outlines_of(placements, marks, shared=grid.nested),
        slug=(*margin, *_gap_texts(batch.gaps, fonts)),
        label=page_label,
        trim=block_of(grid.slots) if bleed else None,
        bleed=bleed,
    )


def _gap_texts(gaps: Iterable[tuple[Slot, str]], fonts: Sequence[Font]) -> Iterator[Mark]:
    """What follows a gap, written in it from its top left corner, as large as goes."""
    for slot, text in gaps:
        width, height = slot.card
        if text and not split_by_font(text, fonts)[1]:
            size = min(_GAP_SIZE, (width - 2 * _GAP_INSET) / width_of(text, fonts), height - 2 * _GAP_INSET)
            if size >= _GAP_LEAST:
                yield from written(text, fonts, size, _GAP_INSET, _GAP_INSET + size, to_sheet(slot))


def outlines_of(placements: Sequence[Placement], marks: Marks, *, shared: bool) -> tuple[Outline, ...]:
    """Where scissors go; ``shared``: a line that two components have is there once."""
    if marks == Marks.none:
        return ()
    outlines = tuple(
        moved(edge_of(placement.face), to_sheet(placement.slot))
        for placement in placements
        if placement.face.outline or marks in (Marks.guides, Marks.both)
    )
    return tuple(edges_once(outlines)) if shared else outlines


def block_of(slots: Sequence[Slot]) -> Rectangle:
    """The box round slots."""
    left, top = min(slot.x for slot in slots), min(slot.y for slot in slots)
    right, bottom = max(slot.x + slot.width for slot in slots), max(slot.y + slot.height for slot in slots)
    return Rectangle(left, top, right - left, bottom - top)


def _place(item: Placeable, slot: Slot, bleed: float, *, nested: bool) -> Placement:
    size, slot_size = (item.face.width, item.face.height), slot.card
    if (um(size[0]), um(size[1])) != (um(slot_size[0]), um(slot_size[1])):
        raise ValueError(
            f"{item.item} is {size[0]:g} × {size[1]:g} mm, on a sheet for {slot_size[0]:g} × {slot_size[1]:g} mm"
        )
    return Placement(slot, item.face, item.item, widen(item.face.outline, bleed) if nested else ())
