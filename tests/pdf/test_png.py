"""Pictures of pages, whole and in part."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from proofs import box, page_of, pdf_of

from generator.core.choices import MM_PER_INCH
from generator.draw.marks.marks import Face, Paint, Shape
from generator.pdf.png import page_png
from generator.sheet.page import Rectangle, Slot

PDF = pdf_of([page_of(Face(40, 30, (Shape(box(10, 20, 15, 30), Paint(fill="#000000")),)))])


def size_of(png: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(png)) as image:
        assert image.format == "PNG"
        return image.size


def test_a_page_has_a_pixel_a_millimetre_at_that_resolution() -> None:
    assert size_of(page_png(PDF, 0, MM_PER_INCH)) == (40, 30)
    assert size_of(page_png(PDF, 0, 10 * MM_PER_INCH)) == (400, 300)


def test_a_slot_can_be_cut_out() -> None:
    png = page_png(PDF, 0, MM_PER_INCH, Slot(1, 10, 20, 5, 9))
    with Image.open(BytesIO(png)) as image:
        assert image.size == (5, 9)
        assert image.getpixel((2, 5)) == (0, 0, 0)


def test_a_file_can_be_read_and_is_let_go_of(tmp_path: Path) -> None:
    path = tmp_path / "Ä & b#1.pdf"
    path.write_bytes(PDF)
    assert page_png(path, 0, 50) == page_png(PDF, 0, 50)
    path.unlink()


def test_a_page_that_is_not_there_is_an_error() -> None:
    with pytest.raises(IndexError, match="no page 1: the file has 1"):
        page_png(PDF, 1)


def test_a_box_beyond_the_page_is_an_error() -> None:
    with pytest.raises(ValueError, match="beyond the page"):
        page_png(PDF, 0, 50, Rectangle(30, 0, 11, 10))
