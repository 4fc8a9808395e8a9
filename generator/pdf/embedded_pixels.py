"""Pictures of pixels in an SVG file: PNG or JPEG, no larger than can be seen, without what cameras note.

Browsers obey what a file notes of how the camera was held; the marks have that in their matrix already.
"""

import base64
import io
from collections.abc import Iterable
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from generator.core.choices import MM_PER_INCH
from generator.core.prepared import MissingAnswer, prepared
from generator.draw.marks.marks import IDENTITY, Mark, Matrix, Raster
from generator.draw.marks.picture import placed_rasters
from generator.pdf.pixels import JPEG, PNG, content, has_alpha, of_eight_bits, plain_jpeg, png_chunks

if TYPE_CHECKING:
    from PIL import Image

FINEST = 300 / MM_PER_INCH  # pixels a mm: what home printers show, and twice what screens do
_QUALITY = 90
_KEPT_CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"iCCP", b"IDAT", b"IEND")


class EmbeddedPicture(NamedTuple):
    """A picture as it is in an SVG file: its size in pixels, and its data as an address."""

    width: int
    height: int
    address: str


def pixels_per_mm(marks: Iterable[Mark], matrix: Matrix = IDENTITY) -> dict[Raster, float]:
    """How many pixels each picture has to a mm, of its longer side, where it is largest."""
    densities: dict[Raster, float] = {}
    for raster, width, height in placed_rasters(marks, matrix):
        fine = min(raster.width / (width or 1e-9), raster.height / (height or 1e-9))
        densities[raster] = min(fine, densities.get(raster, fine))
    return densities


@lru_cache(maxsize=32)
def embedded(raster: Raster, fine: float) -> EmbeddedPicture:
    """A picture for a place where it has ``fine`` pixels to a mm: with fewer of them where that is more than is seen.

    Raises:
        OSError: its file cannot be read, or is another one than was checked.
    """
    data = content(raster)
    if fine <= FINEST:
        as_it_is = _unaltered(data)
        if as_it_is is not None:
            return EmbeddedPicture(raster.width, raster.height, as_it_is)
    try:
        return _redone(data, min(FINEST / fine, 1.0))
    except MissingAnswer as missing:  # a card that a visitor thought of shows it in a size that no other card does
        as_it_is = _unaltered(data)
        if as_it_is is not None:
            return EmbeddedPicture(raster.width, raster.height, as_it_is)
        if not missing.near:
            raise
        largest: EmbeddedPicture = max(missing.near)
        return largest


def _unaltered(data: bytes) -> str | None:
    """A file with its pixels as they are; None where browsers may not know its sort."""
    if data.startswith(JPEG):
        jpeg = plain_jpeg(data)
        return None if jpeg is None or jpeg.colours == 4 else _address("jpeg", jpeg.data)
    return _address("png", _stripped(data)) if data.startswith(PNG) else None


@prepared(EmbeddedPicture)
def _redone(data: bytes, share: float) -> EmbeddedPicture:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as stored:
        profile = stored.info.get("icc_profile")
        is_opaque = not has_alpha(stored)
        picture: Image.Image = _plain_mode(stored, is_opaque=is_opaque)
        size = ceil(stored.width * share), ceil(stored.height * share)
        if size != picture.size:
            picture = picture.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)
        target = io.BytesIO()
        options = {"icc_profile": profile} if isinstance(profile, bytes) and stored.mode != "CMYK" else {}
        is_photo = data.startswith(JPEG) or (not data.startswith(PNG) and is_opaque)
        picture.info.clear()
        if is_photo:
            picture.save(target, "JPEG", quality=_QUALITY, **options)
        else:
            picture.save(target, "PNG", **options)
    return EmbeddedPicture(*size, _address("jpeg" if is_photo else "png", target.getvalue()))


def _plain_mode(stored: "Image.Image", *, is_opaque: bool) -> "Image.Image":
    picture: Image.Image = of_eight_bits(stored)
    if not is_opaque:
        return picture.convert("RGBA")
    return picture.convert("L" if picture.mode in ("1", "L") else "RGB")


def _stripped(data: bytes) -> bytes:
    """A PNG with its pixels, palette, transparency and profile, and nothing else that a browser might obey."""
    chunks = [data[at:end] for name, at, end in png_chunks(data) if name in _KEPT_CHUNKS]
    return b"".join((PNG, *chunks))


def _address(sort: str, data: bytes) -> str:
    return f"data:image/{sort};base64,{base64.b64encode(data).decode('ascii')}"
