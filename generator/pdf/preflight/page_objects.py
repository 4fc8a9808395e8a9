"""What a page draws: texts, lines, pictures and places of components, from the objects that pdfium makes of it.

Patterns, shadings and annotations are left out: the picture of the page has them.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from ctypes import POINTER, byref, c_float, c_int, c_uint, c_ulong, c_void_p, cast, create_string_buffer
from functools import lru_cache
from math import hypot, sqrt
from typing import Any

import pypdfium2.raw as pdfium
from msgspec.structs import replace

from generator.core.choices import MM_PER_INCH
from generator.draw.marks.marks import Matrix, Point, multiply
from generator.pdf.preflight.facts import (
    SMALLEST_PIECE,
    PageRect,
    PdfFont,
    PdfPage,
    Piece,
    PlacedPicture,
    PlacedText,
    Stroke,
)
from generator.pdf.preflight.objects import Unreadable

_DEEPEST = 24  # forms in forms
_MOST_SORTS = 5_000  # of texts, lines or pictures on one page
_MOST_PIECES = 5_000
_MOST_POINTS = 200  # of a path that are looked at: longer ones are maps and drawings, not lines
_MOST_SAMPLE = 40  # characters shown of a text
_SLENDER = 5.0  # times as long as thick: what is filled so is a line
_INVISIBLE = pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP
_HAS_NO_HEIGHT = 0.001  # mm

Sums = dict[Hashable, tuple[Any, list[int]]]  # the first fact of a sort, and how many there are


class PageObjects:
    """Reads the objects of one page, whose own coordinates ``upright`` turns into mm of the page as it is shown."""

    def __init__(self, page: Any, frame: PdfPage, upright: Matrix, hidden: frozenset[str]) -> None:
        self._page, self._frame, self._upright, self._hidden = page, frame, upright, hidden
        self._paper = PageRect(0.0, 0.0, frame.width, frame.height)
        self._texts: Sums = {}
        self._strokes: Sums = {}
        self._pictures: Sums = {}
        self._pieces = dict.fromkeys(frame.pieces)
        self._fonts: dict[int | None, tuple[PdfFont, bool]] = {}  # and whether its glyphs are drawings
        self._rightward = 0  # texts that run to the right, less those that run to the left
        self._words: Any = None  # pdfium's reading of the page's words

    def read(self) -> PdfPage:
        """The page with all that it draws.

        Raises:
            Unreadable: forms are too deep in each other.
        """
        try:
            for at in range(pdfium.FPDFPage_CountObjects(self._page)):
                self._read(pdfium.FPDFPage_GetObject(self._page, at), self._upright, 0)
        finally:
            if self._words is not None:
                pdfium.FPDFText_ClosePage(self._words)
        return replace(
            self._frame,
            reads=(self._rightward > 0) - (self._rightward < 0),
            fonts=tuple(dict.fromkeys(font for font, _ in self._fonts.values())),
            texts=_summed(self._texts),
            strokes=_summed(self._strokes),
            pictures=_summed(self._pictures),
            pieces=tuple(self._pieces),
        )

    def _read(self, item: Any, outer: Matrix, depth: int) -> None:
        box = _box(item, outer)
        if (self._hidden and self._is_hidden(item)) or not box.meets(self._paper):
            return
        for corners in _clips(item):
            points = [_at(outer, *corner) for corner in corners]
            if not box.meets(_around(points)):
                return
            self._add_piece(points)
        pdfium.FPDFPageObj_GetMatrix(item, _TO_MATRIX)
        matrix = multiply(outer, (_MATRIX.a, _MATRIX.b, _MATRIX.c, _MATRIX.d, _MATRIX.e, _MATRIX.f))
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            self._read_text(item, outer, matrix)
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            self._read_path(item, matrix, box)
        elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            self._read_picture(item, matrix)
        elif kind == pdfium.FPDF_PAGEOBJ_FORM:
            if depth == _DEEPEST:
                raise Unreadable("damaged", "a drawing is too deep inside others", "make the file again")
            self._add_piece(_corners(box))
            for at in range(pdfium.FPDFFormObj_CountObjects(item)):
                self._read(pdfium.FPDFFormObj_GetObject(item, at), matrix, depth + 1)

    def _is_hidden(self, item: Any) -> bool:
        """Whether it lies on a layer that is switched off."""
        marks = (pdfium.FPDFPageObj_GetMark(item, at) for at in range(pdfium.FPDFPageObj_CountMarks(item)))
        return any(
            _string(pdfium.FPDFPageObjMark_GetName, mark) == "OC"
            and _string(pdfium.FPDFPageObjMark_GetParamStringValue, mark, b"Name") in self._hidden
            for mark in marks
        )

    def _read_text(self, item: Any, outer: Matrix, matrix: Matrix) -> None:
        if pdfium.FPDFTextObj_GetTextRenderMode(item) in _INVISIBLE:
            return
        handle = pdfium.FPDFTextObj_GetFont(item)
        key = cast(handle, c_void_p).value
        font, drawn = self._fonts.get(key) or self._fonts.setdefault(key, self._font(handle))
        a, b, c, d, x, y = matrix
        along, tall = hypot(a, b), _height(item, outer)
        if not along or tall < _HAS_NO_HEIGHT:  # spaces, which nobody sees whatever their size
            return
        pdfium.FPDFTextObj_GetFontSize(item, _TO_NUMBER)
        height = tall if drawn else abs(_NUMBER.value * (a * d - b * c) / along)
        if abs(a) > abs(b):
            self._rightward += 1 if a > 0 else -1
        sort = font, round(height, 4)
        sample = "" if sort in self._texts else self._text(item)
        _count(self._texts, sort, PlacedText(height, font.name, sample, 1, x, y))

    def _font(self, handle: Any) -> tuple[PdfFont, bool]:
        """What a font is, and whether its glyphs are drawings in the file: such a one has no program."""
        length = pdfium.FPDFFont_GetBaseFontName(handle, None, 0)
        buffer, program = create_string_buffer(max(length, 1)), c_ulong()
        pdfium.FPDFFont_GetBaseFontName(handle, buffer, length)
        pdfium.FPDFFont_GetFontData(handle, None, 0, byref(program))
        embedded = bool(pdfium.FPDFFont_GetIsEmbedded(handle))
        drawn = embedded and not program.value
        font = PdfFont.named(buffer.value.decode("utf-8", "replace"), embedded=embedded, drawn=drawn)
        same = (listed for listed in self._frame.fonts if (listed.name, listed.embedded) == (font.name, embedded))
        return next(same, font), drawn  # pdfium leaves out by what a subset is known

    def _text(self, item: Any) -> str:
        """How a text starts."""
        if self._words is None:
            self._words = pdfium.FPDFText_LoadPage(self._page)
        length = pdfium.FPDFTextObj_GetText(item, self._words, None, 0)
        buffer = create_string_buffer(length)
        pdfium.FPDFTextObj_GetText(item, self._words, cast(buffer, POINTER(pdfium.FPDF_WCHAR)), length)
        return buffer.raw.decode("utf-16-le", "replace").rstrip("\0").strip()[:_MOST_SAMPLE].strip()

    def _read_path(self, item: Any, matrix: Matrix, box: PageRect) -> None:
        pdfium.FPDFPath_GetDrawMode(item, *_TO_FLAGS)
        fill, stroke = (flag.value for flag in _FLAGS)
        stroked = stroke and _is_seen(pdfium.FPDFPageObj_GetStrokeColor, item)
        filled = not stroke and fill and _is_seen(pdfium.FPDFPageObj_GetFillColor, item)
        if stroked:
            pdfium.FPDFPageObj_GetStrokeWidth(item, _TO_NUMBER)
            width = _least(*matrix[:4]) * _NUMBER.value
            is_new = round(width, 4) not in self._strokes
            start = _point(pdfium.FPDFPath_GetPathSegment(item, 0)) if is_new else (0.0, 0.0)
            self._add_stroke(width, _at(matrix, *start))
        if filled or (stroked and min(box.right - box.left, box.bottom - box.top) >= SMALLEST_PIECE):
            for corners in _four_corners(item):
                self._read_shape([_at(matrix, *corner) for corner in corners], filled=bool(filled))

    def _read_shape(self, corners: Sequence[Point], *, filled: bool) -> None:
        """Count a painted shape of four straight sides: a line if it is filled and slender, else a place."""
        (x, y), (ax, ay), (bx, by), (cx, cy) = corners
        length = max(hypot(ax - x, ay - y), hypot(cx - x, cy - y))
        area = abs((bx - x) * (cy - ay) - (by - y) * (cx - ax)) / 2
        thick = area / length if length else 0.0
        if filled and length > _SLENDER * thick:
            self._add_stroke(thick, (x, y))
        else:
            self._add_piece(corners)

    def _add_stroke(self, width: float, start: Point) -> None:
        _count(self._strokes, round(width, 4), Stroke(width, 1, *start))

    def _read_picture(self, item: Any, matrix: Matrix) -> None:
        pdfium.FPDFImageObj_GetImagePixelSize(item, *_TO_PARTS[:2])
        across, down = (part.value for part in _PARTS[:2])
        a, b, c, d, e, f = matrix
        width, height = hypot(a, b) / MM_PER_INCH, hypot(c, d) / MM_PER_INCH
        if width > 0 and height > 0 and across and down:
            pixels, dpi = (across, down), min(across / width, down / height)
            _count(
                self._pictures, (pixels, round(dpi, 2)), PlacedPicture(dpi, pixels, 1, (a + c) / 2 + e, (b + d) / 2 + f)
            )
        self._add_piece([(e, f), (a + e, b + f), (a + c + e, b + d + f), (c + e, d + f)])

    def _add_piece(self, corners: Sequence[Point]) -> None:
        (x, y), (ax, ay), (bx, by), (cx, cy) = corners
        width, height = hypot(ax - x, ay - y), hypot(cx - x, cy - y)
        if min(width, height) >= SMALLEST_PIECE and len(self._pieces) < _MOST_PIECES:
            middle = (x + bx) / 2, (y + by) / 2
            self._pieces[Piece(*(round(each, 3) for each in (*middle, width, height)))] = None


def _count(sums: Sums, key: Hashable, new: Any) -> None:
    if key in sums:
        sums[key][1][0] += 1
    elif len(sums) < _MOST_SORTS:
        sums[key] = new, [1]


def _summed(sums: Sums) -> tuple[Any, ...]:
    return tuple(replace(first, count=count) for first, (count,) in sums.values())


def _at(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _around(points: Sequence[Point]) -> PageRect:
    across, down = [x for x, _ in points], [y for _, y in points]
    return PageRect(min(across), min(down), max(across), max(down))


def _corners(box: PageRect) -> list[Point]:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


@lru_cache(maxsize=64)  # most objects have the same
def _least(a: float, b: float, c: float, d: float) -> float:
    """The factor of a matrix where it leaves least of a length: the smaller of its singular values."""
    both, area = a * a + b * b + c * c + d * d, a * d - b * c
    return sqrt(max(both - sqrt(max(both * both - 4 * area * area, 0.0)), 0.0) / 2)


# What pdfium writes its answers into: to make these anew for each of ten thousand objects costs more than to ask.
_EDGES = c_float(), c_float(), c_float(), c_float()
_PARTS = c_uint(), c_uint(), c_uint(), c_uint()
_NUMBER, _FLAGS, _MATRIX, _QUAD = c_float(), (c_int(), c_int()), pdfium.FS_MATRIX(), pdfium.FS_QUADPOINTSF()
_TO_EDGES, _TO_PARTS, _TO_FLAGS = ([byref(each) for each in place] for place in (_EDGES, _PARTS, _FLAGS))
_TO_NUMBER, _TO_MATRIX, _TO_QUAD = map(byref, (_NUMBER, _MATRIX, _QUAD))


def _box(item: Any, matrix: Matrix) -> PageRect:
    """The box around an object, moved by ``matrix``."""
    pdfium.FPDFPageObj_GetBounds(item, *_TO_EDGES)
    left, lower, right, upper = _EDGES[0].value, _EDGES[1].value, _EDGES[2].value, _EDGES[3].value
    a, b, c, d, e, f = matrix
    if b or c:
        return PageRect(left, lower, right, upper).moved_by(matrix)
    x, far, y, deep = a * left + e, a * right + e, d * lower + f, d * upper + f
    return PageRect(min(x, far), min(y, deep), max(x, far), max(y, deep))


def _height(item: Any, outer: Matrix) -> float:
    """How tall the ink of a text is."""
    pdfium.FPDFPageObj_GetRotatedBounds(item, _TO_QUAD)
    a, b, c, d, _, _ = outer
    x, y = _QUAD.x4 - _QUAD.x1, _QUAD.y4 - _QUAD.y1
    return hypot(a * x + c * y, b * x + d * y)


def _is_seen(colour_of: Any, item: Any) -> bool:
    """Whether a colour is neither white nor clear."""
    if not colour_of(item, *_TO_PARTS):
        return True  # a pattern
    red, green, blue, alpha = (part.value for part in _PARTS)
    return alpha > 0 and not red == green == blue == 255


def _point(segment: Any) -> Point:
    pdfium.FPDFPathSegment_GetPoint(segment, _TO_EDGES[0], _TO_EDGES[1])
    return _EDGES[0].value, _EDGES[1].value


def _clips(item: Any) -> Iterator[list[Point]]:
    """The corners of the rectangles to which an object is clipped."""
    clip = pdfium.FPDFPageObj_GetClipPath(item)
    for path in range(pdfium.FPDFClipPath_CountPaths(clip)):
        count = pdfium.FPDFClipPath_CountPathSegments(clip, path)
        if count in (4, 5):
            segments = [pdfium.FPDFClipPath_GetPathSegment(clip, path, at) for at in range(count)]
            yield from _outlines(segments)


def _four_corners(item: Any) -> Iterator[list[Point]]:
    """The corners of the outlines of four straight sides in a path."""
    count = min(pdfium.FPDFPath_CountSegments(item), _MOST_POINTS)
    yield from _outlines(pdfium.FPDFPath_GetPathSegment(item, at) for at in range(count))


def _outlines(segments: Iterable[Any]) -> Iterator[list[Point]]:
    """The corners of the parts of a path that have four straight sides, up to the first that has others."""
    corners: list[Point] = []
    for segment in segments:
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            if _are_four(corners):
                yield corners[:4]
            corners = []
        if kind == pdfium.FPDF_SEGMENT_BEZIERTO or len(corners) > 4:
            return
        corners.append(_point(segment))
    if _are_four(corners):
        yield corners[:4]


def _are_four(corners: list[Point]) -> bool:
    return len(corners) == 4 or (len(corners) == 5 and corners[4] == corners[0])


def _string(read: Any, *holder: Any) -> str:
    """A string of a mark, by the function that reads it; nothing where it has none."""
    length = c_ulong()
    read(*holder, None, 0, byref(length))
    buffer = create_string_buffer(length.value)
    read(*holder, cast(buffer, POINTER(pdfium.FPDF_WCHAR)), length, byref(length))
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\0")
