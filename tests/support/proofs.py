"""Small pages to write, and ways to look at what came out."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image
from pypdf import PdfReader

from generator.core.choices import MM_PER_INCH
from generator.draw.marks.marks import Face, Mark, Outline
from generator.pdf.pdf import write_pdf
from generator.pdf.png import page_png
from generator.sheet.page import Document, Page, Placement, Slot

FONTS = Path(__file__).parents[2] / "templates" / "common" / "fonts"
PLAIN = Document("Proof", "en")


# Taken off a page, as pdfium makes room for any part of a pixel and then stretches the page to it.
PART = 0.001


def page_of(face: Face, *, turned: bool = False, copies: int = 1) -> Page:
    """A page as large as its one face, or a row of its copies."""
    width, height = (face.height, face.width) if turned else (face.width, face.height)
    placements = tuple(
        Placement(Slot(at + 1, at * width, 0, width, height, turned), face, "proof") for at in range(copies)
    )
    return Page(width * copies - PART, height - PART, placements)


def pdf_of(pages: Iterable[Page], document: Document = PLAIN) -> bytes:
    target = BytesIO()
    write_pdf(document, pages, target)
    return target.getvalue()


def pdf_with(*marks: Mark, width: float = 60, height: float = 30) -> bytes:
    return pdf_of([page_of(Face(width, height, marks))])


def reader(pdf: bytes) -> PdfReader:
    return PdfReader(BytesIO(pdf), strict=True)


def root(pdf: bytes) -> Any:
    """The catalogue, which says how the whole file is to be shown."""
    return reader(pdf).trailer["/Root"].get_object()


def fonts_of(pdf: bytes) -> dict[str, Any]:
    """The fonts that the first page may use, by their names in its content."""
    fonts: Any = reader(pdf).pages[0].get_object()
    return {name: font.get_object() for name, font in fonts["/Resources"]["/Font"].items()}


def operators(pdf: bytes, page: int = 0) -> str:
    """A page's content stream."""
    contents = reader(pdf).pages[page].get_contents()
    assert contents is not None
    return contents.get_data().decode("ascii")


def text_lines(pdf: bytes, page: int = 0) -> list[str]:
    """A page's text as pdfium reads it, which is what a reader copies and searches."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return str(document[page].get_textpage().get_text_range()).split("\r\n")
    finally:
        document.close()


def picture(pdf: bytes, page: int = 0) -> list[str]:
    """A page at a pixel a millimetre: # is dark, + is grey, . is light."""
    with Image.open(BytesIO(page_png(pdf, page, MM_PER_INCH))) as image:
        grey = image.convert("L")
        pixels = grey.tobytes()
        rows = [pixels[start : start + grey.width] for start in range(0, len(pixels), grey.width)]
    return ["".join("#" if value < 85 else "+" if value < 190 else "." for value in row) for row in rows]


def polygon(*points: Sequence[float]) -> Outline:
    return (("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",))


def box(left: float, top: float, right: float, bottom: float) -> Outline:
    """A rectangle a tenth of a millimetre within whole pixels, so that no rounding decides."""
    left, top, right, bottom = left + 0.1, top + 0.1, right - 0.1, bottom - 0.1
    return polygon((left, top), (right, top), (right, bottom), (left, bottom))
