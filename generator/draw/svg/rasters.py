"""Pictures of pixels: PNG, JPEG and WebP files, looked at before they are unpacked. File in, picture out.

What is read is what a file says that its pixels are, whatever its name ends with; that the two agree is asked for, as
other programs follow the name. Pillow unpacks each once, so that a damaged file is found before it is printed.
"""

import base64
import binascii
import io
import re
import struct
import warnings
import zlib
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from generator.core.kept_pixels import keep_pixels, kept_pixels
from generator.core.prepared import prepared
from generator.core.problem import Problem
from generator.draw.marks.marks import Matrix, PlacedRaster, Raster, drawing_of, multiply
from generator.draw.marks.picture import Picture, coarsest
from generator.draw.svg.attributes import MM_PER_PX
from generator.draw.svg.path import excerpt

if TYPE_CHECKING:
    from PIL.Image import Image


SUFFIXES = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WebP"}
MAX_BYTES = 32 * 1024 * 1024
MAX_PIXELS = 25_000_000  # A4 at 500 dpi
MAX_SIDE = 20_000
# The most that is made smaller, which takes four bytes a pixel; of a JPEG a half or less is unpacked.
_MOST_SCALED = {"JPEG": 120_000_000, "PNG": 50_000_000, "WebP": 50_000_000}
_SCALED_MODES = frozenset({"1", "P", "L", "LA", "RGB", "RGBA", "CMYK"})

# What a picture's place among its file's corners is by the number that cameras note (EXIF 2.3, tag 274).
_TURNS: dict[int, Matrix] = {
    2: (-1.0, 0.0, 0.0, 1.0, 1.0, 0.0),
    3: (-1.0, 0.0, 0.0, -1.0, 1.0, 1.0),
    4: (1.0, 0.0, 0.0, -1.0, 0.0, 1.0),
    5: (0.0, 1.0, 1.0, 0.0, 0.0, 0.0),
    6: (0.0, 1.0, -1.0, 0.0, 1.0, 0.0),
    7: (0.0, -1.0, -1.0, 0.0, 1.0, 1.0),
    8: (0.0, -1.0, 1.0, 0.0, 0.0, 1.0),
}
_ORIENTATION = 274
# What Pillow may raise of a file that isn't what it begins as.
_DAMAGE = (
    OSError, SyntaxError, struct.error, zlib.error, EOFError, ArithmeticError, LookupError, TypeError, ValueError,
)  # fmt: skip


class TooLargeError(ValueError):
    """A picture that would take too much to unpack; ``size`` is its own, in pixels, if that is known."""

    size = 0, 0


def read_pixels(path: Path) -> Picture:
    """The picture in a PNG, JPEG or WebP file, at 96 pixels an inch.

    Raises:
        TooLargeError: it is larger than what is unpacked.
        ValueError: it is no such file, or is damaged, or its name says that it is another sort.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    return picture_of(data, path, SUFFIXES[path.suffix.lower()])


def picture_of(data: bytes, source: Path | None, expected: str) -> Picture:
    """The picture in ``data``, which are those of the file ``source`` or its only copy; raises as `read_pixels`."""
    if len(data) > MAX_BYTES:
        raise TooLargeError(f"the file is larger than {MAX_BYTES // 1024**2} MiB")
    sort = sort_of(data)
    if sort is None:
        raise ValueError(f"this is not a valid {expected} file")
    if sort != expected:
        raise ValueError(f"this is a {sort} file by its content, and {expected} by its name")
    notes: tuple[Problem, ...] = ()
    grown = 1.0
    try:
        width, height, turn = _looked_at(data, sort)
    except TooLargeError as error:
        data = _smaller(data, sort, error)
        width, height, turn = _looked_at(data, sort_of(data))
        message = f"{error}: drawn with {width:,} × {height:,} of them"
        notes = (Problem(source.as_posix() if source else "", 1, 1, "note", "drawn-otherwise", message),)
        source, grown = None, max(error.size) / max(width, height)
    raster = Raster(sha256(data).hexdigest()[:16], width, height, source if source is not None else data)
    if turn in (5, 6, 7, 8):
        width, height = height, width
    wide, high = [pixels * (grown) * MM_PER_PX for pixels in (width, height)]
    matrix: Matrix = (wide, 0.0, 0.0, high, 0.0, 0.0)
    marks = (PlacedRaster(raster, multiply(matrix, _TURNS[turn]) if turn in _TURNS else matrix),)
    return Picture(drawing_of(marks), wide, high, 1, coarsest(marks), notes=notes)


def sort_of(data: bytes) -> str | None:
    """What a file is by its first bytes: a name among those of `SUFFIXES`; None where it is none of them."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    return "WebP" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else None


@prepared(tuple[int, int, int])
def _looked_at(data: bytes, sort: str) -> tuple[int, int, int]:
    """Width and height in pixels as stored, and how a camera was held; all of it is unpacked on the way."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes, which are examined here, and of what cameras note
            if sort == "PNG":
                Image.open(io.BytesIO(data), formats=("PNG",)).verify()  # sums, at which loading does not look
            with Image.open(io.BytesIO(data), formats=(sort.upper(),)) as picture:
                width, height = picture.size
                _check_size(width, height)
                if sort != "JPEG" and getattr(picture, "n_frames", 1) > 1:
                    raise ValueError("the picture moves: save one frame of it")
                if sort == "JPEG":
                    picture.draft(None, (max(width // 8, 1), max(height // 8, 1)))  # all is read, an eighth unpacked
                picture.load()  # before notes are asked for: Pillow would load it then, and not load it again
                turn = _orientation(picture)
    except TooLargeError:
        raise
    except Image.DecompressionBombError:
        raise TooLargeError(f"the picture has more than {MAX_PIXELS:,} pixels") from None
    except _DAMAGE as error:
        raise ValueError(f"the picture cannot be read: {str(error) or type(error).__name__}") from None
    return width, height, turn


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        most = f"{MAX_PIXELS:,} pixels and sides of {MAX_SIDE:,} are the most"
        refusal = TooLargeError(f"the picture has {width:,} × {height:,} pixels; {most}")
        refusal.size = width, height
        raise refusal


def _smaller(data: bytes, sort: str, refusal: TooLargeError) -> bytes:
    """A picture with as many pixels as are read, upright: as JPEG if it was one, else as PNG. It is kept.

    Raises:
        TooLargeError: it is larger than what is made smaller.
        ValueError: it is damaged.
    """
    key = sha256(b"smaller\n" + data).hexdigest()
    if kept := kept_pixels(key):
        return kept
    from PIL import Image, ImageOps

    buffer = io.BytesIO()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=(sort.upper(),)) as picture:
                width, height = picture.size
                if width * height > _MOST_SCALED[sort] or picture.mode not in _SCALED_MODES:
                    raise refusal
                ratio = min((MAX_PIXELS / (width * height)) ** 0.5, MAX_SIDE / max(width, height))
                size = max(int(width * ratio), 1), max(int(height * ratio), 1)
                picture.draft(None, size)
                profile, is_clear = picture.info.get("icc_profile"), "transparency" in picture.info
                plain = picture.convert("RGBA" if is_clear else "RGB") if picture.mode in ("1", "P") else picture
                plain.thumbnail(size, reducing_gap=None)
                upright = ImageOps.exif_transpose(plain)
                upright.save(buffer, "JPEG" if sort == "JPEG" else "PNG", quality=92, icc_profile=profile)
    except TooLargeError:
        raise
    except Image.DecompressionBombError:
        raise refusal from None
    except _DAMAGE as error:
        raise ValueError(f"the picture cannot be read: {str(error) or type(error).__name__}") from None
    keep_pixels(key, buffer.getvalue())
    return buffer.getvalue()


def _orientation(picture: "Image") -> int:
    try:
        return int(picture.getexif().get(_ORIENTATION, 1))
    except _DAMAGE:  # what a camera noted is not part of the picture
        return 1


_URI = re.compile(r"data:([\w.+-]+/[\w.+-]+)?((?:;[\w=.-]+)*),", re.A)
_SORTS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/jpg": "JPEG", "image/webp": "WebP"}


@lru_cache(maxsize=16)
def embedded_picture(href: str) -> Picture:
    """The picture in a ``data:`` address.

    Raises:
        TooLargeError: it is larger than what is unpacked.
        ValueError: it is none that is read.
    """
    match = _URI.match(href)
    if match is None or match[1] not in _SORTS:
        raise ValueError(f"{excerpt(href)} is not the data of a PNG, JPEG or WebP")
    payload = href[match.end() :]
    try:
        if ";base64" in match[2]:
            data = base64.b64decode("".join(payload.split()), validate=True)
        else:
            data = unquote_to_bytes(payload)
    except (binascii.Error, ValueError):
        raise ValueError(f"{excerpt(href)} is not base64") from None
    return picture_of(data, None, _SORTS[match[1]])
