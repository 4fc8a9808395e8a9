"""Components on sheets without bleed or cutting machine, as tests want them."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from generator.draw.marks.fonts import Font
from generator.sheet.grid import Grid
from generator.sheet.impose import Placeable, filled, sheet_page
from generator.sheet.margin_text import SheetLabel
from generator.sheet.page import Page


def impose(
    items: Iterable[Placeable],
    grid: Grid,
    *,
    page_labels: Sequence[str],
    sheet_label: Callable[[int], SheetLabel],
    fonts: Sequence[Font],
) -> Iterator[Page]:
    """The sheets, with the pages' names in the PDF, and the text in the margin of each, counted from 0."""
    for number, batch in enumerate(filled(items, grid)):
        yield sheet_page(batch, page_labels[number], sheet_label(number), fonts)
