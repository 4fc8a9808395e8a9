"""A face as both writers show it: its PDF by pdfium, its SVG by resvg, and how far the two are apart."""

import io
import re
from math import ceil, sqrt

import pytest
from PIL import Image, ImageChops, ImageFilter
from pypdfium2 import PdfDocument

from generator.core.choices import MM_PER_INCH, POINTS_PER_INCH
from generator.draw.marks.marks import Face
from generator.pdf.face_svg import face_svg
from generator.pdf.pdf import write_pdf
from generator.sheet.page import Document, Page, Placement, Slot

# Edges fall on pixels otherwise in two rasterisers, so both draw large and are made small.
FINER = 4
DPI = 150  # of the pictures that are compared, and less for large faces
MOST_PIXELS = 2_500_000  # of those drawn large
FAR = 48  # of 255: more than edges leave of a difference


def share_apart(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that are unlike all pixels near by in the other picture; both are of one size.

    So a hair's breadth is forgiven (pdfium rounds a letter's width to a thousandth of an em, and so moves the end of
    a long line), and a line, letter or colour that one of the two lacks is not.
    """
    assert one.size == other.size
    beyond = ImageChops.lighter(_beyond(one, other), _beyond(other, one))
    return sum(beyond.histogram()[FAR + 1 :]) / (one.width * one.height)


def _beyond(picture: Image.Image, other: Image.Image) -> Image.Image:
    """How far each pixel lies outside the range of those round it in the other picture, in its worst colour."""
    darkest, lightest = other.filter(ImageFilter.MinFilter(3)), other.filter(ImageFilter.MaxFilter(3))
    out = ImageChops.lighter(ImageChops.subtract(darkest, picture), ImageChops.subtract(picture, lightest))
    red, green, blue = out.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def both(face: Face, most: int = MOST_PIXELS) -> tuple[Image.Image, Image.Image]:
    """The face by its SVG and by its PDF, on white."""
    dpi = min(DPI, int(sqrt(most / (face.width * face.height)) * MM_PER_INCH / FINER))
    fine = FINER * dpi
    # Whole pixels of the larger pictures: both rasterisers would stretch a part of one.
    wide, high = (FINER * ceil(length / MM_PER_INCH * dpi) for length in (face.width, face.height))
    page = (wide - 0.01) / fine * MM_PER_INCH, (high - 0.01) / fine * MM_PER_INCH  # a touch less: they round up
    trim = 0, 0, int(face.width / MM_PER_INCH * dpi), int(face.height / MM_PER_INCH * dpi)
    drawn = _as_svg(face, page, fine), _as_pdf(face, page, fine)
    return drawn[0].reduce(FINER).crop(trim), drawn[1].reduce(FINER).crop(trim)


def _as_svg(face: Face, page: tuple[float, float], dpi: int) -> Image.Image:
    resvg_py = pytest.importorskip("resvg_py")
    text = face_svg(face, "a face").decode()
    size = f'width="{page[0]}mm" height="{page[1]}mm" viewBox="0 0 {page[0]} {page[1]}"'
    text, changed = re.subn('width="[^"]*" height="[^"]*" viewBox="[^"]*"', size, text, count=1)
    assert changed
    drawn = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=dpi)))).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, "white")
    paper.alpha_composite(drawn)
    return paper.convert("RGB")


def _as_pdf(face: Face, page: tuple[float, float], dpi: int) -> Image.Image:
    placement = Placement(Slot(1, 0, 0, face.width, face.height), face, "", clip=face.outline)
    buffer = io.BytesIO()
    write_pdf(Document("a face", "en"), [Page(*page, (placement,))], buffer)
    document = PdfDocument(buffer.getvalue())
    try:
        drawn: Image.Image = document[0].render(scale=dpi / POINTS_PER_INCH).to_pil()
        return drawn.convert("RGB")
    finally:
        document.close()
