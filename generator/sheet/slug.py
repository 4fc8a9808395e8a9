"""What each sheet carries in its margin: a test square, a ruler, a note, and the label it is sorted by."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from generator.escape import escaped
from generator.marks.fonts import Font, split_by_font
from generator.marks.marks import IDENTITY, Mark, Matrix, Outline, Paint, Shape, TextRun, moved
from generator.sheet.grid import Grid
from generator.sheet.slug_boxes import SlugBox
from generator.units import mm_from_points

NOTE = "print at 100 %"
SIZE = mm_from_points(6.5)
SMALLEST = mm_from_points(5)

_INK = Paint(fill="#000000", even_odd=True)
_BROAD = 0.7  # mm, of the square's frame
_BAR = 1.0  # mm, of each half of the ruler
_AFTER_NOTE = 3.0
_ELLIPSIS = "…"


def sheet_label(game: str, kind: str, language: str, page: int, pages: int, data: str) -> str:
    """The text by which a printed sheet is sorted, and a reprint told from an old one.

    ``page`` counts from 1; ``data`` is the short hash of the game's data.
    """
    return escaped(f"{_one_line(game)} · {_one_line(kind)} · {language} · page {page} of {pages} · data {data}")


def label_texts(game: str, kind: str) -> tuple[str, ...]:
    """All that `slug` writes on the sheets of a kind, but for digits: what its fonts have to have characters for."""
    return NOTE, sheet_label(_one_line(game), _one_line(kind), "", 0, 0, "0123456789abcdef"), f"10 mm{_ELLIPSIS}"


def _one_line(text: str) -> str:
    return re.sub(r"[ \t\r\n]+", " ", text).strip(" ")


def slug(grid: Grid, label: str, fonts: Sequence[Font]) -> tuple[Mark, ...]:
    """The margin's marks on one sheet, at the places that the grid keeps for them.

    Text is set in the first of ``fonts`` that has its characters. A label too long for its room is set
    smaller, down to 5 pt, and then loses its middle.

    Raises:
        ValueError: no font has some character of the label.
    """
    return slug_marks(grid.slug, label, fonts)


def slug_marks(slug_boxes: Sequence[SlugBox], label: str, fonts: Sequence[Font]) -> tuple[Mark, ...]:
    """`slug`, at places that no grid keeps."""
    marks: list[Mark] = []
    for slug_box in slug_boxes:
        if slug_box.name == "square":
            marks += _square(slug_box, fonts)
        elif slug_box.name == "ruler":
            marks += _ruler(slug_box, fonts)
        else:
            marks += _text_line(slug_box, label, fonts)
    return tuple(marks)


def _square(slug_box: SlugBox, fonts: Sequence[Font]) -> Iterator[Mark]:
    """A broad frame whose outer edges are 10 mm apart: nobody takes it for a line to cut along."""
    path: Outline = (*_box(0, 0, 10, 10), *_box(_BROAD, _BROAD, 10 - _BROAD, 10 - _BROAD))
    yield Shape(moved(path, _to_sheet(slug_box)), _INK)
    yield from written("10 mm", fonts, SMALLEST, 2.5, 5.7, _to_sheet(slug_box))


def _ruler(slug_box: SlugBox, fonts: Sequence[Font]) -> Iterator[Mark]:
    """A bar as maps have it, of centimetres by turns above and below; its ends are 100 mm apart."""
    path: Outline = ()
    for mm in range(0, 100, 10):
        top = _BAR if mm % 20 else 0.0
        path += _box(mm, top, mm + 10, top + _BAR)
    yield Shape(moved(path, _to_sheet(slug_box)), _INK)
    yield from written("100 mm", fonts, SMALLEST, 101.2, 2 * _BAR, _to_sheet(slug_box))


def _box(left: float, top: float, right: float, bottom: float) -> Outline:
    return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))


def _text_line(slug_box: SlugBox, label: str, fonts: Sequence[Font]) -> Iterator[Mark]:
    matrix, baseline = _to_sheet(slug_box), SIZE
    yield from written(NOTE, fonts, SIZE, 0.0, baseline, matrix)
    start = width_of(NOTE, fonts) * SIZE + _AFTER_NOTE
    room = max(slug_box.box.width, slug_box.box.height) - start
    size = SIZE
    if width_of(label, fonts) * size > room:
        label = _shortened(label, fonts, room / SMALLEST)
        size = min(SIZE, room / width_of(label, fonts))
    yield from written(label, fonts, size, start, baseline, matrix)


def _shortened(text: str, fonts: Sequence[Font], room: float) -> str:
    """``text`` with as little as possible cut out of its middle to be ``room`` wide at size 1."""

    def shorter(kept: int) -> str:
        head = kept // 2
        return text[:head].rstrip() + _ELLIPSIS + text[len(text) - (kept - head) :].lstrip()

    if width_of(text, fonts) <= room:
        return text
    # What fits with so many characters left fits with fewer.
    tried = range(len(text) - 1, 2, -1)
    return shorter(next(iter(tried[bisect_left(tried, 1, key=lambda n: width_of(shorter(n), fonts) <= room) :]), 2))


def _runs(text: str, fonts: Sequence[Font]) -> list[tuple[Font, str]]:
    runs, missing = split_by_font(text, fonts)
    if missing:
        raise ValueError(f"no font has {missing[0]!r} (U+{ord(missing[0]):04X}) of {text!r}")
    return runs


def width_of(text: str, fonts: Sequence[Font]) -> float:
    """The advance of ``text`` at size 1."""
    return sum(font.width(run) for font, run in _runs(text, fonts))


def written(
    text: str, fonts: Sequence[Font], size: float, x: float, y: float, matrix: Matrix = IDENTITY
) -> Iterator[Mark]:
    """One line of text from ``x`` on the base line ``y``; mm.

    Raises:
        ValueError: no font has some character of it.
    """
    for font, run in _runs(text, fonts):
        yield TextRun(run, font, size, x, y, matrix)
        x += font.width(run) * size


def _to_sheet(slug_box: SlugBox) -> Matrix:
    """From a box's own corner, as it is read, to the sheet."""
    if slug_box.turned:
        return (0.0, -1.0, 1.0, 0.0, slug_box.box.x, slug_box.box.y + slug_box.box.height)
    return (1.0, 0.0, 0.0, 1.0, slug_box.box.x, slug_box.box.y)
