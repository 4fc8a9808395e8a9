"""Reads a PDF file back by pypdf, within limits, into the values that rules look at."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from math import hypot, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.face.marks import Matrix
from generator.press.preflight.content import Forms, read_content
from generator.press.preflight.fonts import FontShelf
from generator.press.preflight.objects import Allowance, Unreadable, number, resolved, unpacked, value
from generator.press.preflight.resources import Resources, box_of, hidden_layers
from generator.press.preflight.tally import Drawn, Factors, Sort, meet, through
from generator.press.preflight.values import Expected, Missing, Pdf, PdfPage, Picture, Piece, Rect, Stroke, Text, Turned
from generator.units import MM_PER_INCH, mm_from_points

if TYPE_CHECKING:
    from pypdf import PdfReader

MOST_BYTES = 200_000_000
MOST_PAGES = 1_000
MOST_CONTENT = 100_000_000  # bytes of drawing, unpacked
_HEADER, _TRAILER = 1024, 2048  # how far from the file's start and end readers look for its marks
_SMALLEST_PIECE = 10.0  # mm; what is smaller is no component
_MOST_NAMED = 12  # missing characters that are named
_MOST_SAMPLE = 40
_DUPLEX: dict[str, Turned] = {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}


def read_pdf(path: Path, expected: Expected | None = None) -> Pdf:
    """Read a file. Limits of size hold for files that are not our own, which are those with nothing ``expected``.

    Raises:
        Unreadable: it is no PDF file, damaged, locked or too large.
        OSError: it cannot be opened.
    """
    with path.open("rb") as file:
        _check_frame(file, path.stat().st_size, limited=expected is None)
        with _guarded("the file"):
            from pypdf import PdfReader

            reader = PdfReader(file, strict=False)
            if reader.is_encrypted:
                raise Unreadable("encrypted", "the file is locked with a password", "save it again without one")
            count = len(reader.pages)
            catalog = resolved(reader.trailer["/Root"])
        if not count:
            raise Unreadable("damaged", "the file has no pages", "make it anew, or load it again")
        if count > MOST_PAGES and expected is None:
            raise Unreadable("too-large", f"{count} pages; {MOST_PAGES} at most are looked at", "split the file")
        pages = tuple(_pages(reader, catalog, limited=expected is None))
        with _guarded("the catalogue"):
            preferences = value(catalog, "/ViewerPreferences")
            scaling = value(preferences, "/PrintScaling")
            duplex = _DUPLEX.get(str(value(preferences, "/Duplex")))
    return Pdf(pages, str(scaling) if scaling is not None else None, duplex, expected=expected)


def _check_frame(file: Any, size: int, *, limited: bool) -> None:
    """That the file looks like a whole PDF file at both ends."""
    if limited and size > MOST_BYTES:
        message = f"{size // 1_000_000} MB; files of {MOST_BYTES // 1_000_000} MB at most are looked at"
        raise Unreadable("too-large", message, "split the file, or make its pictures smaller")
    if b"%PDF-" not in file.read(_HEADER):
        raise Unreadable("not-a-pdf", "this is no PDF file: it does not start as one")
    file.seek(max(size - _TRAILER, 0))
    if b"%%EOF" not in file.read():
        message = "the end of the file is missing: it was cut off, or never finished"
        raise Unreadable("damaged", message, "make it anew, or load it again")
    file.seek(0)


@contextmanager
def _guarded(what: str) -> Iterator[None]:
    """Whatever pypdf stumbles over is the file's damage, and it stumbles silently."""
    logger = logging.getLogger("pypdf")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    except (Unreadable, OSError):
        raise
    except Exception as error:
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise Unreadable("damaged", f"{what} cannot be read: {reason}", "make it anew, or load it again") from error
    finally:
        logger.setLevel(level)


def _pages(reader: "PdfReader", catalog: Any, *, limited: bool) -> Iterator[PdfPage]:
    most = MOST_CONTENT if limited else 1 << 62
    forms, shelf, hidden = Forms(Allowance(most, most)), FontShelf(), hidden_layers(catalog)
    labels = _labels(reader)
    for index in range(len(reader.pages)):
        with _guarded(f"page {index + 1}"):
            page = reader.pages[index]
            resources = Resources(value(page, "/Resources"), shelf, hidden)
            found = _page(page, index + 1, labels[index] if index < len(labels) else "", resources, forms)
        yield found


def _labels(reader: "PdfReader") -> list[str]:
    """The pages' names; none where the file has none, or they make no sense."""
    try:
        with _guarded("the page labels"):
            return list(reader.page_labels) if "/PageLabels" in reader.root_object else []
    except Unreadable:
        return []


def _page(page: Any, number_: int, label: str, resources: Resources, forms: Forms) -> PdfPage:
    media, crop = box_of(page, "/MediaBox"), box_of(page, "/CropBox")
    shown = _shared(media, crop) or [0.0, 0.0, 0.0, 0.0]
    upright = _upright(shown, int(number(page.get("/Rotate")) or 0), number(page.get("/UserUnit")) or 1.0)
    paper = through(upright, Rect(*shown))
    drawn = read_content(_contents(page, forms.allowance), resources, forms, upright)
    return PdfPage(
        number_,
        paper.right,
        paper.bottom,
        media=_placed(media, upright),
        trim=_placed(box_of(page, "/TrimBox"), upright),
        bleed=_placed(box_of(page, "/BleedBox"), upright),
        label=label,
        fonts=tuple(dict.fromkeys(font.facts for font in drawn.fonts.values())),
        texts=tuple(_texts(drawn, paper)),
        strokes=tuple(_strokes(drawn, paper)),
        pictures=tuple(_pictures(drawn, paper)),
        missing=tuple(_missing(drawn)),
        pieces=tuple(_pieces(drawn)),
    )


def _shared(media: list[float] | None, crop: list[float] | None) -> list[float] | None:
    """The part of the page that is shown: its crop box as far as there is a page."""
    if media is None or crop is None:
        return media
    left, lower, right, upper = max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])
    return [left, lower, right, upper] if left < right and lower < upper else media


def _upright(box: list[float], turned: int, unit: float) -> Matrix:
    """From the page's own points to mm on the page as it is shown."""
    mm = mm_from_points(unit)
    left, lower, right, upper = (edge * mm for edge in box)
    turns: tuple[Matrix, ...] = (
        (mm, 0.0, 0.0, -mm, -left, upper),
        (0.0, mm, mm, 0.0, -lower, -left),
        (-mm, 0.0, 0.0, mm, right, -lower),
        (0.0, -mm, -mm, 0.0, upper, right),
    )
    return turns[turned // 90 % 4]


def _placed(box: list[float] | None, upright: Matrix) -> Rect | None:
    return through(upright, Rect(*box)) if box is not None else None


def _contents(page: Any, allowance: Allowance) -> bytes:
    contents = value(page, "/Contents")
    streams = [resolved(part) for part in contents] if isinstance(contents, list) else [contents]
    return b"\n".join(unpacked(stream, allowance) for stream in streams)


def _on_page(sort: Sort, paper: Rect) -> bool:
    return meet(sort.around, paper)


def _texts(drawn: Drawn, paper: Rect) -> Iterator[Text]:
    for (key, factors), sort in drawn.texts.items():
        a, b, c, d = factors
        along = hypot(a, b)
        if along and _on_page(sort, paper):
            font = drawn.fonts[key]
            sample = font.text(sort.sample).strip()[:_MOST_SAMPLE]
            yield Text(abs(a * d - b * c) / along, font.facts.name, sample, sort.count, sort.x, sort.y)


def _strokes(drawn: Drawn, paper: Rect) -> Iterator[Stroke]:
    for (_, factors), sort in drawn.strokes.items():
        if _on_page(sort, paper):
            yield Stroke(_least(factors), sort.count, sort.x, sort.y)


def _least(factors: Factors) -> float:
    """The thickness of a line where a matrix leaves least of it: the smaller of its singular values."""
    a, b, c, d = factors
    both, area = a * a + b * b + c * c + d * d, a * d - b * c
    return sqrt(max(both - sqrt(max(both * both - 4 * area * area, 0.0)), 0.0) / 2)


def _pictures(drawn: Drawn, paper: Rect) -> Iterator[Picture]:
    for (pixels, (a, b, c, d)), sort in drawn.pictures.items():
        width, height = hypot(a, b) / MM_PER_INCH, hypot(c, d) / MM_PER_INCH
        if width > 0 and height > 0 and _on_page(sort, paper):
            yield Picture(min(pixels[0] / width, pixels[1] / height), pixels, sort.count, sort.x, sort.y)  # type: ignore[index]


def _missing(drawn: Drawn) -> Iterator[Missing]:
    for key, counts in drawn.codes.items():
        font = drawn.fonts[key]
        codes = font.missing(counts)
        if codes:
            count = sum(counts[code] for code in codes)
            yield Missing(font.facts.name, font.text(codes[:_MOST_NAMED]), count)


def _pieces(drawn: Drawn) -> Iterator[Piece]:
    for a, b, c, d, e, f in dict.fromkeys(drawn.pieces):
        width, height = hypot(a, b), hypot(c, d)
        if min(width, height) >= _SMALLEST_PIECE:
            yield Piece((a + c) / 2 + e, (b + d) / 2 + f, width, height)
