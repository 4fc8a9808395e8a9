"""What pages look like: pictures of them by pdfium, in greys, and what can be told from those."""

from collections.abc import Iterator
from itertools import groupby
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.press.preflight.objects import Unreadable
from generator.press.preflight.values import Ink, Interval, Side
from generator.sizes import UNPRINTABLE
from generator.units import MM_PER_INCH, POINTS_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 100.0  # pdfium makes lines a pixel thick at least: coarser, and all line art would seem darker than it is
_MOST_PIXELS = 8_000_000
_PAPER = 250  # greys from here on are paper
_DARK = 200  # and up to here ink, where its outline is what counts
_GAP = 2.0  # mm of paper between two components
_NEAREST = 1  # pixels that smoothing may darken


def read_ink(path: Path) -> Iterator[Ink]:
    """What each page of a file looks like, one after the other.

    Raises:
        Unreadable: pdfium can't draw it.
    """
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        document = PdfDocument(path)
    except PdfiumError as error:
        raise Unreadable("damaged", f"the file cannot be drawn: {error}", "make it anew, or load it again") from error
    try:
        for number in range(len(document)):
            try:
                yield _page_ink(document[number])
            except PdfiumError as error:
                raise Unreadable("damaged", f"page {number + 1} cannot be drawn: {error}") from error
    finally:
        document.close()


def _page_ink(page: Any) -> Ink:
    width, height = page.get_size()
    inches = max(width, 1) * max(height, 1) / POINTS_PER_INCH**2
    dpi = min(DPI, (_MOST_PIXELS / inches) ** 0.5)
    grey: Image = page.render(scale=dpi / POINTS_PER_INCH, grayscale=True).to_pil()
    page.close()
    per_mm = dpi / MM_PER_INCH
    dark = grey.point(lambda value: 255 if value < _DARK else 0)
    columns, rows = dark.getprojection()
    return Ink(coverage(grey), _reach(grey, per_mm), _intervals(columns, per_mm), _intervals(rows, per_mm))


def coverage(grey: "Image") -> float:
    """The share of a picture that is ink, 0 to 1."""
    histogram = grey.histogram()
    return sum((255 - value) * count for value, count in enumerate(histogram)) / (255 * max(sum(histogram), 1))


def _reach(grey: "Image", per_mm: float) -> dict[Side, float | None]:
    """How many mm of paper there are at each edge, where ink comes nearer than printers print."""
    ink = grey.point(lambda value: 255 if value < _PAPER else 0)
    width, height = ink.size
    deep = max(floor(UNPRINTABLE * per_mm) - _NEAREST, 1)
    strips: dict[Side, tuple[int, int, int, int]] = {
        "left": (0, 0, deep, height),
        "top": (0, 0, width, deep),
        "right": (width - deep, 0, width, height),
        "bottom": (0, height - deep, width, height),
    }
    found: dict[Side, float | None] = {}
    for side, strip in strips.items():
        box = ink.crop(strip).getbbox()
        if box is None:
            found[side] = None
            continue
        nearest = {"left": box[0], "top": box[1], "right": deep - box[2], "bottom": deep - box[3]}[side]
        found[side] = nearest / per_mm
    return found


def _intervals(seen: list[int], per_mm: float) -> tuple[Interval, ...]:
    """Where there is ink along an axis; gaps that part no components are passed over."""
    intervals: list[Interval] = []
    at = 0
    for inked, run in groupby(seen, key=bool):
        start, at = at, at + len(list(run))
        if not inked:
            continue
        if intervals and start / per_mm - intervals[-1].end < _GAP:
            intervals[-1] = intervals[-1]._replace(end=at / per_mm)
        else:
            intervals.append(Interval(start / per_mm, at / per_mm))
    return tuple(intervals)
