"""Pictures of finished pages, by pdfium from the PDF itself: what is seen is what is printed."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from generator.core.choices import POINTS_PER_INCH, points_from_mm
from generator.sheet.page import Rectangle, Slot

if TYPE_CHECKING:
    from PIL import Image


def page_image(pdf: Path | bytes, page: int, dpi: float = 150, box: Rectangle | Slot | None = None) -> "Image.Image":
    """A page of a PDF file in colour; arguments and errors as `page_png`."""
    from pypdfium2 import PdfDocument

    document = PdfDocument(pdf)
    try:
        if not 0 <= page < len(document):
            raise IndexError(f"no page {page}: the file has {len(document)}")
        sheet = document[page]
        crop = _crop(box, sheet.get_size()) if box else (0, 0, 0, 0)
        picture: Image.Image = sheet.render(scale=dpi / POINTS_PER_INCH, crop=crop).to_pil()
        return picture.convert("RGB")
    finally:
        document.close()


def page_images(pdf: bytes, dpi: float) -> Iterator["Image.Image"]:
    """All pages of a PDF file in colour."""
    from pypdfium2 import PdfDocument

    document = PdfDocument(pdf)
    try:
        for number in range(len(document)):
            sheet = document[number]  # by its number: what is drawn of a page is forgotten with it
            yield sheet.render(scale=dpi / POINTS_PER_INCH).to_pil().convert("RGB")
            sheet.close()
    finally:
        document.close()


def page_png(pdf: Path | bytes, page: int, dpi: float = 150, box: Rectangle | Slot | None = None) -> bytes:
    """A page of a PDF file as a PNG file's bytes.

    Args:
        pdf: the file, or its contents.
        page: its number, from 0.
        dpi: pixels per inch of paper.
        box: the part of the page to show, in mm from its top left corner, such as a slot's; all of it where None.

    Raises:
        IndexError: there is no such page.
        ValueError: the box reaches beyond the page.
    """
    # level 6 takes longer than drawing and saves a tenth
    return png_bytes(page_image(pdf, page, dpi, box), compress_level=1)


def png_bytes(image: "Image.Image", **how: int) -> bytes:
    """A picture as a PNG file's bytes."""
    target = BytesIO()
    image.save(target, "PNG", **how)
    return target.getvalue()


def _crop(box: Rectangle | Slot, size: tuple[float, float]) -> tuple[float, float, float, float]:
    """What to cut off the page on the left, bottom, right and top, in points."""
    right = size[0] - points_from_mm(box.x + box.width)
    bottom = size[1] - points_from_mm(box.y + box.height)
    crop = points_from_mm(box.x), bottom, right, points_from_mm(box.y)
    if min(crop) < -0.01:
        raise ValueError(f"{box} reaches beyond the page")
    left, bottom, right, top = (max(cut, 0.0) for cut in crop)
    return left, bottom, right, top
