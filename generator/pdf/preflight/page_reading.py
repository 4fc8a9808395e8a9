"""One page of a PDF file as the value that rules look at."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import Any

from msgspec.structs import replace

from generator.core.choices import mm_from_points
from generator.draw.marks.marks import Matrix, multiply
from generator.pdf.preflight.facts import PageRect, PdfFont, PdfPage, Piece
from generator.pdf.preflight.objects import box_of, number, resolve, unpack_stream, value

_MOST_FORMS = 500  # on a page, of which fonts are looked for
_PROGRAMS = ("/FontFile", "/FontFile2", "/FontFile3")

# How `generator.pdf.operators` begins a page, and places a face on it.
_OUR_PAGE = re.compile(rb"((?:[-\d.]+ ){6})cm ")
_OUR_MARKS = re.compile(rb"0 G 0 J \[\] 0 d\n[\d.]+ w\n((?:[\d. ]+ m [\d. ]+ l S\n?)+)")
_OUR_PLACE = re.compile(rb"q ((?:[-\d.]+ ){6})cm ((?:[-\d.]+ ){4})re W n\n")


def read_frame(page: Any, index: int, label: str) -> PdfPage:
    """A page without what it draws, but for the fonts that it may use, and places that are written as ours are."""
    frame, _, _ = _read_places(page, index, label)
    return replace(frame, fonts=tuple(dict.fromkeys(_fonts(value(page, "/Resources"), set()))))


def read_our_page(page: Any, index: int, label: str) -> PdfPage:
    """A page of ours, as quickly as can be: its boxes, the fonts that it may use, and where its faces are placed."""
    frame, base, content = _read_places(page, index, label)
    drawn = _OUR_MARKS.search(content)
    fonts = tuple(dict.fromkeys(_own_fonts(value(page, "/Resources"))))
    return replace(frame, fonts=fonts, marks=_marks(drawn[1], base) if drawn else ())


def _read_places(page: Any, index: int, label: str) -> tuple[PdfPage, Matrix, bytes]:
    """The page with where faces are placed, the way from the points of its content to mm, and its content."""
    frame, upright = _frame(page, index, label)
    content = _contents(page)
    start = _OUR_PAGE.match(content)
    base = multiply(upright, _matrix(start[1])) if start else upright
    places = []
    for place in _OUR_PLACE.finditer(content):
        x, y, width, height = map(float, place[2].split())
        places.append(multiply(multiply(base, _matrix(place[1])), (width, 0.0, 0.0, height, x, y)))
    return replace(frame, pieces=tuple(map(_piece, places))), base, content


@lru_cache(maxsize=64)  # most pages have the same
def _marks(text: bytes, base: Matrix) -> tuple[PageRect, ...]:
    """Crop marks as `generator.pdf.operators` writes them, in mm of the page."""
    lines = (line.replace(b"m", b"").replace(b"l S", b"").split() for line in text.splitlines())
    return tuple(PageRect(*map(float, ends)).moved_by(base) for ends in lines)


def _frame(page: Any, index: int, label: str) -> tuple[PdfPage, Matrix]:
    """The page without its content, and the way from its own points to mm on the page as it is shown."""
    media, crop = box_of(page, "/MediaBox"), box_of(page, "/CropBox")
    visible = shared_box(media, crop) or [0.0, 0.0, 0.0, 0.0]
    turned = int(number(page.get("/Rotate")) or 0) // 90 % 4
    unit = number(page.get("/UserUnit")) or 1.0
    unit = unit if unit > 0 else 1.0
    upright = upright_of(visible, turned, unit)
    paper = PageRect(*visible).moved_by(upright)
    raw_boxes = media, box_of(page, "/TrimBox"), box_of(page, "/BleedBox")
    boxes = [PageRect(*box).moved_by(upright) if box is not None else None for box in raw_boxes]
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


def upright_of(box: Sequence[float], turned: int, unit: float) -> Matrix:
    """The way from a page's own points to mm on the page as it is shown, of which ``box`` is shown.

    ``turned`` is the page's quarter turns, ``unit`` points of 1/72 inch in one of its own.
    """
    mm = mm_from_points(unit)
    left, lower, right, upper = (edge * mm for edge in box)
    turns: tuple[Matrix, ...] = (
        (mm, 0.0, 0.0, -mm, -left, upper),
        (0.0, mm, mm, 0.0, -lower, -left),
        (-mm, 0.0, 0.0, mm, right, -lower),
        (0.0, -mm, -mm, 0.0, upper, right),
    )
    return turns[turned]


def _contents(page: Any) -> bytes:
    contents = value(page, "/Contents")
    streams = [resolve(part) for part in contents] if isinstance(contents, list) else [contents]
    return b"\n".join(map(unpack_stream, streams))


def _fonts(resources: Any, seen: set[int]) -> Iterator[PdfFont]:
    """The fonts of a page and of the forms on it, of which each is ``seen`` once."""
    yield from _own_fonts(resources)
    forms = value(resources, "/XObject")
    for name in forms if isinstance(forms, dict) else ():
        number = getattr(forms.get(name), "idnum", 0)
        if number not in seen and len(seen) < _MOST_FORMS:
            seen.add(number)
            yield from _fonts(value(value(forms, name), "/Resources"), seen)


def _own_fonts(resources: Any) -> Iterator[PdfFont]:
    listed = value(resources, "/Font")
    for name in listed if isinstance(listed, dict) else ():
        yield _font(value(listed, name))


def _font(entry: Any) -> PdfFont:
    inner = (value(entry, "/DescendantFonts") or [entry])[0].get_object()
    descriptor = value(inner, "/FontDescriptor")
    embedded = any(value(descriptor, key) is not None for key in _PROGRAMS)
    drawn = value(entry, "/Subtype") == "/Type3"
    name = value(entry, "/BaseFont") or value(descriptor, "/FontName") or ""
    return PdfFont.named(str(name).lstrip("/"), embedded=embedded, drawn=drawn)


def _matrix(text: bytes) -> Matrix:
    a, b, c, d, e, f = map(float, text.split())
    return a, b, c, d, e, f


def _piece(square: Matrix) -> Piece:
    a, b, c, d, e, f = square
    return Piece((a + c) / 2 + e, (b + d) / 2 + f, hypot(a, b), hypot(c, d))
