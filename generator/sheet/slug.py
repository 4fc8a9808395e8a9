"""What each sheet carries in its margin: a test square, a ruler, a note, and the label it is sorted by."""

from collections.abc import Iterable, Iterator, Sequence

from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import Mark, Matrix, Outline, Paint, Shape, moved
from generator.draw.marks.picture import edges_path
from generator.sheet.grid import Grid
from generator.sheet.margin_text import SMALLEST, SheetLabel, in_margins, in_one_line, width_of, written
from generator.sheet.page import CutLine, Rectangle, grown
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
