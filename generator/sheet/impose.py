"""Imposition: faces into the slots of sheets, one ``Page`` a sheet."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from generator.core.choices import Marks, mm_from_points, um
from generator.draw.marks.fonts import Font, split_by_font
from generator.draw.marks.marks import Face, Mark, Outline, moved
from generator.draw.marks.picture import edge_of
from generator.sheet.cutting import edges_once
from generator.sheet.grid import Grid
from generator.sheet.margin_text import SheetLabel, width_of, written
from generator.sheet.nesting import widen
from generator.sheet.page import Page, Placement, Rectangle, Slot, to_sheet
from generator.sheet.slug import slug
from generator.sheet.straight_cuts import cut_marks

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
