"""What pages look like: pictures of them by pdfium, in greys, and what can be distinguished from those."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import groupby
from math import floor, inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from generator.core.choices import MM_PER_INCH, POINTS_PER_INCH, UNPRINTABLE
from generator.pdf.preflight.facts import SMALLEST_PIECE, Cells, InkUse, Interval, PageEdge, PdfPage, Piece
from generator.pdf.preflight.objects import DamagedFile
from generator.pdf.preflight.page_reading import shared_box, upright_of

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 100.0  # pdfium makes lines a pixel thick at least: coarser, and all line art would seem darker than it is
_MOST_PIXELS = 8_000_000
_PAPER = 250  # greys from here on are paper
_DARK = 200  # and up to here ink, where its outline is what counts
_GAP = 2.0  # mm of paper between two components, seen along a whole axis
_SLIT = 0.6  # the same, between two blocks: less than the gutters in use, and than what parts lines of text
_CELL = 2.0  # mm
_MOST_CUTS = 1_000
_BOX: Any = 4  # Pillow's number for resizing by mean; its name would load Pillow before there is a page
_NEAREST = 1  # pixels that smoothing may darken


def read_ink(path: Path) -> Generator[InkUse, None, None]:
    """What each page of a file looks like, one after the other.

    Raises:
        Unreadable: pdfium can't draw it.
    """
    for page, _ in _shown_pages(path):
        yield _page_ink(page, 1.0)


def read_pages(path: Path, frames: Iterable[PdfPage], hidden: frozenset[str]) -> Generator[PdfPage, None, None]:
    """The pages of a file with all that they draw and what they look like, but for its ``hidden`` layers.

    Raises:
        Unreadable: pdfium can't draw it.
    """
    from generator.pdf.preflight.page_objects import PageObjects  # which loads pdfium

    for frame, (page, visible) in zip(frames, _shown_pages(path), strict=False):
        upright = upright_of(visible, page.get_rotation() // 90, frame.unit)
        yield replace(PageObjects(page.raw, frame, upright, hidden).read(), ink=_page_ink(page, frame.unit))


def _shown_pages(path: Path) -> Iterator[tuple[Any, Sequence[float]]]:
    """The pages of a file, each with the part of it that is shown. Raises `Unreadable` where pdfium can't draw it."""
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        document = PdfDocument(path)
    except PdfiumError as error:
        raise DamagedFile("the file cannot be drawn: it is damaged") from error
    try:
        for index in range(len(document)):
            try:
                page, visible = shown_page(document, index)
            except PdfiumError as error:
                raise DamagedFile(f"page {index + 1} cannot be drawn: it is damaged") from error
            yield page, visible
            page.close()
    finally:
        document.close()


def shown_page(document: Any, index: int) -> tuple[Any, Sequence[float]]:
    """A page of a file, and the part of it that is shown, in its own points."""
    page = document[index]
    if min(page.get_size()) > 0:
        return page, page.get_bbox()  # as pdfium shows it: boxes may come from the pages' tree
    left, lower, right, upper = page.get_mediabox()
    media = [min(left, right), min(lower, upper), max(left, right), max(lower, upper)]
    visible = box_on_page(media, page.get_cropbox())
    if media[0] < media[2] and media[1] < media[3]:  # pdfium shows nothing of it
        page.set_cropbox(*visible)
    return page, visible


def box_on_page(page: Sequence[float], box: Sequence[float]) -> Sequence[float]:
    """The part of a page that a box is, which may name its corners in any order."""
    left, lower, right, upper = box
    return shared_box(page, (min(left, right), min(lower, upper), max(left, right), max(lower, upper))) or page


def _page_ink(page: Any, unit: float) -> InkUse:
    from pypdfium2 import PdfiumError

    width, height = page.get_size()
    inches = max(width * unit, 1) * max(height * unit, 1) / POINTS_PER_INCH**2
    dpi = min(DPI, (_MOST_PIXELS / inches) ** 0.5)
    try:
        grey: Image = page.render(scale=dpi * unit / POINTS_PER_INCH, grayscale=True).to_pil()
    except PdfiumError as error:
        raise DamagedFile("a page cannot be drawn: it is damaged") from error
    per_mm = dpi / MM_PER_INCH
    ink = grey.point(lambda value: 255 if value < _PAPER else 0)  # however light: the outline does not matter
    dark = grey.point(lambda value: 255 if value < _DARK else 0)
    columns, rows = dark.getprojection()
    return InkUse(
        coverage(grey),
        _reach(ink, per_mm),
        _intervals(columns, per_mm),
        _intervals(rows, per_mm),
        tuple(_blocks(dark, per_mm)),
        _cells(ink, per_mm),
    )


def _cells(ink: "Image", per_mm: float) -> Cells:
    """The page in squares."""
    width, height = (max(round(length / per_mm / _CELL), 1) for length in ink.size)
    return Cells(ink.resize((width, height), _BOX).point(lambda value: 1 if value else 0).tobytes(), width, _CELL)


def _blocks(dark: "Image", per_mm: float) -> Iterator[Piece]:
    """Ink with paper around it, large enough for a component; found by cutting along paper until nothing is parted."""
    waiting = [(0, 0, *dark.size)]
    cuts = 0
    while waiting and cuts < _MOST_CUTS:
        left, top, right, bottom = waiting.pop()
        cuts += 1
        columns, rows = dark.crop((left, top, right, bottom)).getprojection()
        across, down = _intervals(columns, per_mm, _SLIT), _intervals(rows, per_mm, _SLIT)
        parts = [(x.start, y.start, x.end, y.end) for y in down for x in across]
        boxes = [
            (left + round(x * per_mm), top + round(y * per_mm), left + round(end * per_mm), top + round(low * per_mm))
            for x, y, end, low in parts
            if min(end - x, low - y) >= SMALLEST_PIECE
        ]
        if boxes == [(left, top, right, bottom)]:
            width, height = (right - left) / per_mm, (bottom - top) / per_mm
            yield Piece(left / per_mm + width / 2, top / per_mm + height / 2, width, height)
        else:
            waiting += reversed(boxes)


def coverage(grey: "Image") -> float:
    """The share of a picture that is ink, 0 to 1."""
    histogram = grey.histogram()
    return sum((255 - value) * count for value, count in enumerate(histogram)) / (255 * max(sum(histogram), 1))


def _reach(ink: "Image", per_mm: float) -> dict[PageEdge, float | None]:
    """How many mm of paper there are at each edge, where ink comes nearer than printers print."""
    deep = max(floor(UNPRINTABLE * per_mm) - _NEAREST, 1)
    left, top, right, bottom = ink.getbbox() or (inf, inf, -inf, -inf)
    paper: dict[PageEdge, float] = {
        "left": left, "top": top, "right": ink.width - right, "bottom": ink.height - bottom,
    }  # fmt: skip
    return {side: pixels / per_mm if pixels < deep else None for side, pixels in paper.items()}


def _intervals(seen: list[int], per_mm: float, gap: float = _GAP) -> tuple[Interval, ...]:
    """Where there is ink along an axis; smaller gaps, in mm, are passed over."""
    intervals: list[Interval] = []
    at = 0
    for inked, run in groupby(seen, key=bool):
        start, at = at, at + len(list(run))
        if not inked:
            continue
        if intervals and start / per_mm - intervals[-1].end < gap:
            intervals[-1] = intervals[-1]._replace(end=at / per_mm)
        else:
            intervals.append(Interval(start / per_mm, at / per_mm))
    return tuple(intervals)
