"""Imposition: faces into the slots of sheets, one ``Page`` a sheet."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from generator.face.fonts import Font
from generator.face.marks import Face, moved
from generator.sheet.furniture import furniture
from generator.sheet.grid import Grid
from generator.sheet.marks import crop_marks
from generator.sheet.page import Page, Placement, Slot, to_sheet
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
    sheet_label: Callable[[int], str],
    fonts: Sequence[Font],
) -> Iterator[Page]:
    """Yield the sheets of one group of components, filled row by row. Lazy: items are taken a sheet at a time.

    Args:
        items: in printing order, a component for each copy.
        page_labels: the pages' names in the PDF, one a sheet.
        sheet_label: the text in the margin of the sheet of this number, counted from 0.
        fonts: for the margin's text, the first that has a character is used.

    A last sheet that is partly full keeps the grid and has the crop marks of its components only; one that is
    exactly full is not followed by an empty one.

    Raises:
        ValueError: a face is not of the size that the grid is for, there are too few page labels, or no font
            has some character of a label.
    """
    rest = iter(items)
    full_marks = crop_marks(grid.slots, grid.paper)
    number = 0
    while batch := tuple(islice(rest, len(grid.slots))):
        if number >= len(page_labels):
            raise ValueError(f"{len(page_labels)} page labels are too few: there is a sheet {number + 1}")
        placements = tuple(_place(item, slot, grid) for item, slot in zip(batch, grid.slots, strict=False))
        cut_out = tuple(moved(p.face.outline, to_sheet(p.slot)) for p in placements if p.face.outline)
        straight = [placement.slot for placement in placements if not placement.face.outline]
        yield Page(
            grid.paper[0],
            grid.paper[1],
            placements,
            cuts=full_marks if len(straight) == len(grid.slots) else crop_marks(straight, grid.paper),
            outlines=cut_out,
            furniture=furniture(grid, sheet_label(number), fonts),
            label=page_labels[number],
        )
        number += 1


def count_pages(group_sizes: Iterable[int], per_sheet: int) -> int:
    """How many sheets groups of so many components take, each group starting on a sheet of its own."""
    return sum(-(-size // per_sheet) for size in group_sizes)


def _place(item: Placeable, slot: Slot, grid: Grid) -> Placement:
    size, wanted = (item.face.width, item.face.height), grid.card
    if (um(size[0]), um(size[1])) != (um(wanted[0]), um(wanted[1])):
        raise ValueError(
            f"{item.item} is {size[0]:g} × {size[1]:g} mm, on a sheet for {wanted[0]:g} × {wanted[1]:g} mm"
        )
    return Placement(slot, item.face, item.item)

