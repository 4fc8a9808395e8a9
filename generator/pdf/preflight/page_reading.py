"""One page of a PDF file as the value that rules look at."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import hypot, sqrt
from typing import Any

from msgspec.structs import replace

from generator.core.choices import MM_PER_INCH, mm_from_points
from generator.draw.marks.marks import Matrix, multiply
from generator.pdf.preflight.facts import (
    SMALLEST_PIECE,
    Missing,
    PageRect,
    PdfPage,
    Piece,
    PlacedPicture,
    PlacedText,
    Stroke,
)
from generator.pdf.preflight.objects import Allowance, number, resolved, unpacked, value
from generator.pdf.preflight.resources import Resources, box_of
from generator.pdf.preflight.text_reading import Drawn, Factors, meet, through

_MOST_NAMED = 12  # missing characters that are named
_MOST_SAMPLE = 40  # characters shown of a text

# How `generator.pdf.operators` begins a page, and places a face on it.
_OUR_PAGE = re.compile(rb"((?:[-\d.]+ ){6})cm ")
_OUR_MARKS = re.compile(rb"0 G 0 J \[\] 0 d\n[\d.]+ w\n((?:[\d. ]+ m [\d. ]+ l S\n?)+)")
_OUR_PLACE = re.compile(rb"q ((?:[-\d.]+ ){6})cm ((?:[-\d.]+ ){4})re W n\n")


def page_reader() -> Callable[[Any, int, str, Resources], PdfPage]:
    """What reads a page with all that its content draws, for the pages of one file, by what `read_our_page` takes.

    It raises `Unreadable` where the file unpacks to more than is read.
    """
    from generator.pdf.preflight.content import Forms, read_content  # what of ours is proved is not read

    forms = Forms(Allowance())

    def read_page(page: Any, index: int, label: str, resources: Resources) -> PdfPage:
        frame, upright = _frame(page, index, label)
        paper = PageRect(0.0, 0.0, frame.width, frame.height)
        drawn = read_content(_contents(page, forms.allowance), resources, forms, upright)
        forms.allowance.take(marks=drawn.marks)
        return replace(
            frame,
            reads=_reads(drawn, paper),
            fonts=tuple(dict.fromkeys(font.facts for font in drawn.fonts.values())),
            texts=tuple(_texts(drawn, paper)),
            strokes=tuple(_strokes(drawn, paper)),
            pictures=tuple(_pictures(drawn, paper)),
            missing=tuple(_missing(drawn)),
            pieces=tuple(_pieces(drawn)),
        )

    return read_page


def read_our_page(page: Any, index: int, label: str, resources: Resources) -> PdfPage:
    """A page of ours, as quickly as can be: its boxes, the fonts that it may use, and where its faces are placed."""
    frame, upright = _frame(page, index, label)
    content = _contents(page)
    start = _OUR_PAGE.match(content)
    base = multiply(upright, _matrix(start[1])) if start else upright
    places = []
    for place in _OUR_PLACE.finditer(content):
        x, y, width, height = map(float, place[2].split())
        places.append(multiply(multiply(base, _matrix(place[1])), (width, 0.0, 0.0, height, x, y)))
    fonts = tuple(dict.fromkeys(font.facts for font in resources.fonts()))
    drawn = _OUR_MARKS.search(content)
    marks = _marks(drawn[1], base) if drawn else ()
    return replace(frame, fonts=fonts, pieces=tuple(map(_piece, places)), marks=marks)


@lru_cache(maxsize=64)  # most pages have the same
def _marks(text: bytes, base: Matrix) -> tuple[PageRect, ...]:
    """Crop marks as `generator.pdf.operators` writes them, in mm of the page."""
    lines = (line.replace(b"m", b"").replace(b"l S", b"").split() for line in text.splitlines())
    return tuple(through(base, PageRect(*map(float, ends))) for ends in lines)


def _frame(page: Any, index: int, label: str) -> tuple[PdfPage, Matrix]:
    """The page without its content, and the way from its own points to mm on the page as it is shown."""
    media, crop = box_of(page, "/MediaBox"), box_of(page, "/CropBox")
    shown = shared_box(media, crop) or [0.0, 0.0, 0.0, 0.0]
    turned = int(number(page.get("/Rotate")) or 0) // 90 % 4
    unit = number(page.get("/UserUnit")) or 1.0
    unit = unit if unit > 0 else 1.0
    upright = _upright(shown, turned, unit)
    paper = through(upright, PageRect(*shown))
    given = media, box_of(page, "/TrimBox"), box_of(page, "/BleedBox")
    boxes = [through(upright, PageRect(*box)) if box is not None else None for box in given]
    cut, bleed = (
        box if box is not None and box.left < box.right and box.top < box.bottom else None for box in boxes[1:]
    )
    return PdfPage(index + 1, paper.right, paper.bottom, boxes[0], cut, bleed, label, 90 * turned, unit), upright


def shared_box(media: Sequence[float] | None, crop: Sequence[float] | None) -> Sequence[float] | None:
    """What of a box of the page there is on it: all of the page where there is nothing (ISO 32000-1, 14.11.2)."""
    if media is None or crop is None:
        return media
    left, lower = max(media[0], crop[0]), max(media[1], crop[1])
    right, upper = min(media[2], crop[2]), min(media[3], crop[3])
    return [left, lower, right, upper] if left < right and lower < upper else media


def _upright(box: Sequence[float], turned: int, unit: float) -> Matrix:
    mm = mm_from_points(unit)
    left, lower, right, upper = (edge * mm for edge in box)
    turns: tuple[Matrix, ...] = (
        (mm, 0.0, 0.0, -mm, -left, upper),
        (0.0, mm, mm, 0.0, -lower, -left),
        (-mm, 0.0, 0.0, mm, right, -lower),
        (0.0, -mm, -mm, 0.0, upper, right),
    )
    return turns[turned]


def _contents(page: Any, allowance: Allowance | None = None) -> bytes:
    contents = value(page, "/Contents")
    streams = [resolved(part) for part in contents] if isinstance(contents, list) else [contents]
    return b"\n".join(unpacked(stream, allowance) for stream in streams)


def _matrix(text: bytes) -> Matrix:
    a, b, c, d, e, f = map(float, text.split())
    return a, b, c, d, e, f


def _texts(drawn: Drawn, paper: PageRect) -> Iterator[PlacedText]:
    for (key, (a, b, c, d)), sort in drawn.texts.items():
        along = hypot(a, b)
        if along and meet(sort.around, paper):
            font = drawn.fonts[key]
            sample = font.text(sort.sample[:_MOST_SAMPLE]).strip()
            yield PlacedText(abs(a * d - b * c) / along, font.facts.name, sample, sort.count, sort.x, sort.y)


def _reads(drawn: Drawn, paper: PageRect) -> int:
    """Whether more texts run to the right (1) than to the left (-1)."""
    level = [
        sort.count if a > 0 else -sort.count
        for (_, (a, b, _, _)), sort in drawn.texts.items()
        if abs(a) > abs(b) and meet(sort.around, paper)
    ]
    return (sum(level) > 0) - (sum(level) < 0)


def _strokes(drawn: Drawn, paper: PageRect) -> Iterator[Stroke]:
    for (_, factors), sort in drawn.strokes.items():
        if meet(sort.around, paper):
            yield Stroke(_least(factors), sort.count, sort.x, sort.y)


def _least(factors: Factors) -> float:
    """The thickness of a line where a matrix leaves least of it: the smaller of its singular values."""
    a, b, c, d = factors
    both, area = a * a + b * b + c * c + d * d, a * d - b * c
    return sqrt(max(both - sqrt(max(both * both - 4 * area * area, 0.0)), 0.0) / 2)


def _pictures(drawn: Drawn, paper: PageRect) -> Iterator[PlacedPicture]:
    for (_, (a, b, c, d)), sort in drawn.pictures.items():
        width, height = hypot(a, b) / MM_PER_INCH, hypot(c, d) / MM_PER_INCH
        if width > 0 and height > 0 and meet(sort.around, paper):
            across, down = sort.sample
            yield PlacedPicture(min(across / width, down / height), (across, down), sort.count, sort.x, sort.y)


def _missing(drawn: Drawn) -> Iterator[Missing]:
    for key, counts in drawn.codes.items():
        font = drawn.fonts[key]
        codes = font.missing(counts)
        if codes:
            yield Missing(font.facts.name, font.text(codes[:_MOST_NAMED]), sum(counts[code] for code in codes))


def _pieces(drawn: Drawn) -> Iterator[Piece]:
    for piece in map(_piece, dict.fromkeys([*drawn.pieces, *drawn.boxes])):
        if min(piece.width, piece.height) >= SMALLEST_PIECE:
            yield piece


def _piece(square: Matrix) -> Piece:
    a, b, c, d, e, f = square
    return Piece((a + c) / 2 + e, (b + d) / 2 + f, hypot(a, b), hypot(c, d))
