"""Imposition: faces into the slots of sheets, one ``Page`` a sheet."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from generator.choices import Marks
from generator.marks.fonts import Font
from generator.marks.marks import Face, Outline, moved
from generator.sheet.crop_marks import crop_marks
from generator.sheet.grid import Grid
from generator.sheet.margin_text import SheetLabel
from generator.sheet.page import Page, Placement, Rectangle, Slot, to_sheet
from generator.sheet.slug import slug
from generator.units import um


@dataclass(frozen=True, slots=True)
class Placeable:
    """One component to print: a face, and the id of the item it shows."""

    item: str
    face: Face


def impose(
    items: Iterable[Placeable],
    grid: Grid,
    *,
    page_labels: Sequence[str],
    sheet_label: Callable[[int], SheetLabel],
    fonts: Sequence[Font],
    skip: Collection[int] = (),
    marks: Marks = Marks.crop,
    bleed: float = 0.0,
    zones: Sequence[Rectangle] = (),
) -> Iterator[Page]:
    """Yield the sheets of one group of components, filled row by row. Lazy: items are taken a sheet at a time.

    Args:
        items: in printing order, a component for each copy.
        page_labels: the pages' names in the PDF, one a sheet.
        sheet_label: the text in the margin of the sheet of this number, counted from 0.
        fonts: for the margin's text, the first that has a character is used.
        skip: numbers of slots to leave empty on the first sheet, one that was used in part.
        marks: crop marks round the block, thin guides along every edge, or none. What is no rectangle has its
            outline in any case but the last.
        bleed: how far faces reach beyond their trim, mm.
        zones: where no text may stand in the margins.

    A last sheet that is partly full keeps the grid and has the crop marks of its components only; one that is
    exactly full is not followed by an empty one.

    Raises:
        ValueError: a face is not of the size that the grid is for, there are too few page labels, or no font
            has some character of a label.
    """
    rest = iter(items)
    full_marks = crop_marks(grid.slots, grid.paper, bleed)
    number = 0
    free = [slot for slot in grid.slots if slot.number not in skip]
    if not free:
        raise ValueError(f"all {len(grid.slots)} slots of the first sheet are to stay empty")
    while batch := tuple(islice(rest, len(free))):
        if number >= len(page_labels):
            raise ValueError(f"{len(page_labels)} page labels are too few: there is a sheet {number + 1}")
        placements = tuple(_place(item, slot, grid) for item, slot in zip(batch, free, strict=False))
        free = list(grid.slots)
        straight = [placement.slot for placement in placements if not placement.face.outline and marks == Marks.crop]
        yield Page(
            grid.paper[0],
            grid.paper[1],
            placements,
            cuts=full_marks if len(straight) == len(grid.slots) else crop_marks(straight, grid.paper, bleed),
            outlines=_outlines(placements, marks),
            slug=slug(grid, sheet_label(number), fonts, bleed=bleed, cuts=full_marks, zones=zones),
            label=page_labels[number],
            trim=_block(grid) if bleed else None,
            bleed=bleed,
        )
        number += 1


def count_pages(group_sizes: Iterable[int], per_sheet: int, skipped: int = 0) -> int:
    """How many sheets groups of so many components take, each group starting on a sheet of its own.

    ``skipped`` slots of the first sheet stay empty.
    """
    sizes = list(group_sizes)
    if sizes:
        sizes[0] += skipped
    return sum(-(-size // per_sheet) for size in sizes)


def _outlines(placements: Sequence[Placement], marks: Marks) -> tuple[Outline, ...]:
    if marks == Marks.none:
        return ()
    return tuple(
        moved(placement.face.outline or _rectangle(placement.face), to_sheet(placement.slot))
        for placement in placements
        if placement.face.outline or marks == Marks.guides
    )


def _rectangle(face: Face) -> Outline:
    corners = ((face.width, 0.0), (face.width, face.height), (0.0, face.height))
    return (("M", 0.0, 0.0), *(("L", *corner) for corner in corners), ("Z",))


def _block(grid: Grid) -> Rectangle:
    """The box round all slots."""
    left, top = min(slot.x for slot in grid.slots), min(slot.y for slot in grid.slots)
    right, bottom = max(slot.x + slot.width for slot in grid.slots), max(slot.y + slot.height for slot in grid.slots)
    return Rectangle(left, top, right - left, bottom - top)


def _place(item: Placeable, slot: Slot, grid: Grid) -> Placement:
    size, wanted = (item.face.width, item.face.height), grid.card
    if (um(size[0]), um(size[1])) != (um(wanted[0]), um(wanted[1])):
        raise ValueError(
            f"{item.item} is {size[0]:g} × {size[1]:g} mm, on a sheet for {wanted[0]:g} × {wanted[1]:g} mm"
        )
    return Placement(slot, item.face, item.item)
