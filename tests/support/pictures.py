"""Pages as pictures for tests to measure, without the way through a PNG file."""

from pathlib import Path

from PIL import Image
from pypdfium2 import PdfDocument

from generator.core.choices import POINTS_PER_INCH


def page_picture(pdf: Path | bytes, page: int, dpi: float) -> Image.Image:
    """A page of a PDF file in shades of grey, 0 black to 255 white."""
    document = PdfDocument(pdf)
    try:
        picture: Image.Image = document[page].render(scale=dpi / POINTS_PER_INCH, grayscale=True).to_pil()
        return picture.copy()
    finally:
        document.close()
