"""Pictures of pixels no larger than they show where a page is drawn in pixels, drawn to exactly the same picture.

pdfium first brings an upright picture to the whole pixels that it touches, and then places it there. What it makes of
a large picture is made once here, by pdfium too, and given to it again: for art that many cards share.
"""

import io
from collections.abc import Iterable
from functools import lru_cache
from math import ceil, floor
from pathlib import Path
from typing import Any

from generator.draw.marks.marks import IDENTITY, Matrix, PlacedRaster, Raster, leaves, multiply
from generator.pdf.pdf import write_pdf
from generator.pdf.pixels import Pack, PixelStreams, content, pack, packed_pixels, unpacked
from generator.pdf.png import page_images
from generator.sheet.page import Document, Page

PixelSize = tuple[int, int]
_WORTH = 4  # times as many pixels as show
_UNSURE = 0.01  # pixels: so near to a whole one, pdfium's own sums decide
_MODES = ("L", "P", "RGB")


def packs(pages: Iterable[Page], dpi: float) -> Pack:
    """Packs the pictures on some pages for a look at so many pixels an inch."""
    sizes = shown_sizes(pages, dpi)

    def pack_shown(raster: Raster) -> PixelStreams:
        size = sizes.get(raster)
        small = _reduced(raster, size) if size is not None else None
        return small or pack(raster)

    return pack_shown


def shown_sizes(pages: Iterable[Page], dpi: float) -> dict[Raster, PixelSize | None]:
    """In how many pixels each picture shows; None where that is not the same everywhere, or it is not upright."""
    sizes: dict[Raster, PixelSize | None] = {}
    for page in pages:
        across, down = _pixels_a_mm(page.width, page.height, dpi)
        for placement in page.placements:
            base = (across, 0.0, 0.0, down, placement.slot.x * across, placement.slot.y * down)
            for mark, placed in leaves(placement.face.marks, base, unseen=True):
                if isinstance(mark, PlacedRaster) and isinstance(mark.raster.source, bytes | Path):
                    size = _pixels(multiply(placed, mark.matrix))
                    sizes[mark.raster] = size if sizes.get(mark.raster, size) == size else None
    return {
        raster: size if size and raster.width * raster.height > _WORTH * size[0] * size[1] else None
        for raster, size in sizes.items()
    }


@lru_cache(maxsize=16)
def _pixels_a_mm(width: float, height: float, dpi: float) -> tuple[float, float]:
    """How pdfium scales a page: it comes to whole pixels."""
    pdf = io.BytesIO()
    write_pdf(Document("", "en"), [Page(width, height, ())], pdf)
    (image,) = page_images(pdf.getvalue(), dpi)
    return image.width / width, image.height / height


def _pixels(matrix: Matrix) -> PixelSize | None:
    a, b, c, d, e, f = matrix
    edges = (e, e + a, f, f + d)
    if b or c or a <= 0 or d <= 0 or any(abs(edge - round(edge)) < _UNSURE for edge in edges):
        return None
    return ceil(edges[1]) - floor(edges[0]), ceil(edges[3]) - floor(edges[2])


@lru_cache(maxsize=512)
def _reduced(raster: Raster, size: PixelSize) -> PixelStreams | None:
    """A picture in fewer pixels; None where its colours are not plainly those of a screen."""
    from PIL import Image

    with Image.open(io.BytesIO(content(raster))) as picture:
        if picture.info.get("icc_profile") or picture.mode == "CMYK":
            return None
        picture.load()
        colours, alpha = unpacked(picture)
        if colours.mode not in _MODES:
            return None
        colours = _stretched(colours.convert("RGB"), size)
        clear = None if alpha is None else packed_pixels(_stretched(alpha, size).convert("L"))
        return packed_pixels(colours), clear, None


def _stretched(picture: Any, size: PixelSize) -> Any:
    """A picture as pdfium brings it to a size."""
    from pypdfium2 import PdfBitmap, PdfDocument, PdfImage, PdfMatrix

    document = PdfDocument.new()
    try:
        page, image = document.new_page(*size), PdfImage.new(document)
        image.set_bitmap(PdfBitmap.from_pil(picture))
        image.set_matrix(PdfMatrix(size[0], *IDENTITY[1:3], size[1], 0, 0))
        page.insert_obj(image)
        page.gen_content()
        return page.render(scale=1).to_pil().convert("RGB")
    finally:
        document.close()
