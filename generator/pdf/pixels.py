"""Pictures of pixels as image XObjects (ISO 32000-1, 8.9.5); JPEG files without what cameras note.

A JPEG's data go into the file as they are, and so do those of a PNG that PDF knows: greys, colours and palettes of up
to 8 bits, not interlaced, without transparency. All else is unpacked and packed again, without loss; what is
transparent becomes a soft mask. A colour profile goes with the picture. Contents are read as the file is finished, one
at a time.
"""

import io
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import msgpack
from reportlab.pdfbase.pdfdoc import PDFObject, PDFObjectReference

from generator.core.kept_pixels import keep_pixels, kept_pixels
from generator.core.prepared import prepared
from generator.draw.marks.marks import Raster

_LARGEST_PROFILE = 4 * 1024 * 1024  # bytes
PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"
_SPACES = {1: ("DeviceGray", b"GRAY"), 3: ("DeviceRGB", b"RGB "), 4: ("DeviceCMYK", b"CMYK")}


class Pixels(NamedTuple):
    """One picture as PDF has it: the entries of its dictionary, and its data."""

    entries: str
    data: bytes
    colours: int  # 0: a palette, whose entry is among the others


PixelStreams = tuple[Pixels, Pixels | None, bytes | None]  # colours, transparency and colour profile, if any
Pack = Callable[[Raster], PixelStreams]


def content(raster: Raster) -> bytes:
    """The bytes of a picture's file.

    Raises:
        OSError: the file cannot be read, or is another one than was checked.
    """
    if isinstance(raster.source, bytes):
        return raster.source
    assert isinstance(raster.source, Path), "islands are drawn before they are written"
    data = raster.source.read_bytes()
    if sha256(data).hexdigest()[: len(raster.name)] != raster.name:
        raise OSError(f"{raster.source.name} was changed while it was printed")
    return data


_KEPT_AS = b"packed 1\n"  # another number for another way of packing


def pack(raster: Raster) -> PixelStreams:
    """A picture as PDF has it.

    Raises:
        OSError: see `content`.
    """
    return pixels(content(raster))


@prepared(PixelStreams)
def pixels(data: bytes) -> PixelStreams:
    """A picture's file as PDF has it: its colours, its transparency and its colour profile, if any."""
    from PIL import Image

    plain = _from_jpeg(data) if data.startswith(JPEG) else _from_png(data) if data.startswith(PNG) else None
    key = sha256(_KEPT_AS + data).hexdigest() if plain is None else ""
    if plain is None and (kept := kept_pixels(key)):
        known: PixelStreams = msgpack.decode(kept, type=PixelStreams)
        return known
    with Image.open(io.BytesIO(data)) as picture:
        profile = picture.info.get("icc_profile")
        if plain is not None:
            return plain, None, _fitting(profile, plain.colours)
        picture.load()  # by what is known of it, which `packed_pixels` takes away
        colours, alpha = unpacked(picture)
        packed = packed_pixels(colours)
        clear = None if alpha is None else packed_pixels(alpha)
        parts = packed, clear, _fitting(profile, packed.colours)
    keep_pixels(key, msgpack.encode(parts))
    return parts


class RasterObject(PDFObject):  # type: ignore[misc]  # reportlab has no types
    """A picture of a file. Written as reportlab comes to it, so that no two pictures are held unpacked at a time."""

    __RefOnly__ = 1

    def __init__(self, raster: Raster, pack: Pack = pack) -> None:
        self.raster, self.pack = raster, pack

    def format(self, document: Any) -> bytes:
        colours, alpha, profile = self.pack(self.raster)
        entries = colours.entries
        if alpha is not None:
            # Referred to by the number that the document gives it.
            entries += f" /SMask {_reference(document, _StreamObject(_image(alpha), alpha.data))}"
        if colours.colours:
            entries += f" /ColorSpace {_space(document, colours.colours, profile)}"
        return stream_object(f"/Type /XObject /Subtype /Image {entries}", colours.data)


class _StreamObject(PDFObject):  # type: ignore[misc]
    """A stream whose data are packed already."""

    __RefOnly__ = 1

    def __init__(self, entries: str, data: bytes) -> None:
        self.entries, self.data = entries, data

    def format(self, _: Any) -> bytes:
        return stream_object(self.entries, self.data)


def _image(alpha: Pixels) -> str:
    return f"/Type /XObject /Subtype /Image /ColorSpace /DeviceGray {alpha.entries}"


def stream_object(entries: str, data: bytes) -> bytes:
    """A stream as it is in a file, of data that are packed already."""
    head = f"<< {entries} /Length {len(data)} >>\nstream\n".encode("latin-1")
    return b"".join((head, data, b"\nendstream\n"))


def _reference(document: Any, thing: PDFObject, name: str | None = None) -> str:
    exists = name is not None and name in document.idToObject
    reference = PDFObjectReference(name) if exists else document.Reference(thing, name)
    return str(reference.format(document).decode("ascii"))


def _space(document: Any, colours: int, profile: bytes | None) -> str:
    """A colour space: by the picture's profile, of which each is in the file once, else the device's own."""
    device = _SPACES[colours][0]
    if profile is None:
        return f"/{device}"
    packed = _StreamObject(f"/N {colours} /Alternate /{device}", profile)
    return f"[/ICCBased {_reference(document, packed, f'Profile.{sha256(profile).hexdigest()[:16]}')}]"


def _fitting(profile: object, colours: int) -> bytes | None:
    """A colour profile, if it is one and for pictures of this many colours."""
    if not isinstance(profile, bytes) or not 128 <= len(profile) <= _LARGEST_PROFILE or colours not in _SPACES:
        return None
    return profile if profile[36:40] == b"acsp" and profile[16:20] == _SPACES[colours][1] else None


def _from_jpeg(data: bytes) -> Pixels | None:
    jpeg = plain_jpeg(data)
    if jpeg is None:
        return None
    entries = f"/Width {jpeg.width} /Height {jpeg.height} /BitsPerComponent 8 /Filter /DCTDecode"
    if jpeg.colours == 4:  # inks are stored as what they leave white: so Pillow takes all such files
        entries += " /Decode [1 0 1 0 1 0 1 0]"
    return Pixels(entries, jpeg.data, jpeg.colours)


def _from_png(data: bytes) -> Pixels | None:
    """A PNG file's own packed rows, where PDF knows their form (ISO 32000-1, 7.4.4.4, predictor 15)."""
    chunks: dict[bytes, bytes] = {}
    rows: list[bytes] = []
    for name, at, end in png_chunks(data):
        if name == b"IDAT":
            rows.append(data[at + 8 : end - 4])
        else:
            chunks.setdefault(name, data[at + 8 : end - 4])
    head = chunks[b"IHDR"]
    width, height = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    depth, sort, interlaced = head[8], head[9], head[12]
    if depth > 8 or sort not in (0, 2, 3) or interlaced or b"tRNS" in chunks:
        return None
    colours = 3 if sort == 2 else 1
    entries = (
        f"/Width {width} /Height {height} /BitsPerComponent {depth} /Filter /FlateDecode"
        f" /DecodeParms << /Predictor 15 /Colors {colours} /BitsPerComponent {depth} /Columns {width} >>"
    )
    if sort == 3:
        palette = chunks[b"PLTE"]
        entries += f" /ColorSpace [/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]"
    return Pixels(entries, b"".join(rows), 0 if sort == 3 else colours)


def png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """The chunks of a PNG file: the name of each, where it starts, and where it ends."""
    at = len(PNG)
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], at, end
        at = end


def packed_pixels(picture: Any) -> Pixels:
    """A picture of 1, 8 or 24 bits, or with a palette."""
    target = io.BytesIO()
    picture.info.clear()  # or it would write what is transparent, and what a camera noted
    picture.save(target, "PNG", compress_level=3)  # 6 takes half as long again and saves a sixteenth
    packed = _from_png(target.getvalue())
    assert packed is not None
    return packed


def unpacked(picture: Any) -> tuple[Any, Any | None]:
    """A picture's colours, and what of it is opaque, if not all is."""
    picture = of_eight_bits(picture)
    if has_alpha(picture):
        picture = picture.convert("LA" if picture.mode in ("1", "L", "LA", "La") else "RGBA")
        alpha = picture.getchannel("A")
        colours = picture.convert("L" if picture.mode == "LA" else "RGB")
        return colours, None if alpha.getextrema()[0] == 255 else alpha
    return (picture if picture.mode in ("1", "L", "P", "RGB") else picture.convert("RGB")), None


def of_eight_bits(picture: Any) -> Any:
    """A picture without what a printer does not show of 16 bits of grey: all beyond the first 8."""
    if not picture.mode.startswith("I"):
        return picture
    grey = picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if (clear := picture.info.get("transparency")) is not None:  # one of the 65,536 greys
        grey.putalpha(picture.convert("I").point([255 * (value != clear) for value in range(65_536)], "L"))
    return grey


def has_alpha(picture: Any) -> bool:
    """Whether something of a picture may be transparent."""
    return "transparency" in picture.info or picture.mode in ("LA", "La", "PA", "RGBA", "RGBa")


_STANDALONE = {0x01, *range(0xD0, 0xD8)}  # markers without a length: TEM and restarts
_START, _END, _SCAN, _EXIF = 0xD8, 0xD9, 0xDA, 0xE1
_FRAMES = {0xC0: "baseline", 0xC1: "extended", 0xC2: "progressive"}
_RESTART = re.compile(rb"\xff[\xd0-\xd7]")
_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]")
_OTHER_FRAMES = {0xC3, *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)}


class Jpeg(NamedTuple):
    """A JPEG file that PDF shows as it is."""

    data: bytes
    width: int
    height: int
    colours: int  # 1 grey, 3 red, green and blue, 4 inks


def plain_jpeg(data: bytes) -> Jpeg | None:
    """The picture in a JPEG file, up to its end and without what cameras note in it (place and turn above all).

    None where PDF's decoders don't know its sort.
    """
    segments: list[bytes] = [data[:2]]
    frame: tuple[int, int, int] | None = None
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:  # a filler
            at += 1
            continue
        if marker == _END:
            break
        end = at + 2 if marker in _STANDALONE else at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker in _OTHER_FRAMES:
            return None
        if marker in _FRAMES:
            bits, colours = data[at + 4], data[at + 9]
            if bits != 8 or colours not in (1, 3, 4):
                return None
            frame = int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big"), colours
        if marker == _SCAN:
            start, end = end, _after_scan(data, end)
            restarts = _RESTART.findall(data, start, end)
            if any(restart[1] != 0xD0 + number % 8 for number, restart in enumerate(restarts)):
                return None  # decoders go on each in its own way where a restart is lost
        if marker != _EXIF:
            segments.append(data[at:end])
        at = end
    # A file that lacks its end marker is shown all the same.
    if frame and data[at : at + 2] == bytes((0xFF, _END)):
        segments.append(data[at : at + 2])
    return frame and Jpeg(b"".join(segments), frame[0], frame[1], frame[2])


def _after_scan(data: bytes, at: int) -> int:
    """Where the next marker stands that is not part of a scan's own data."""
    marker = _MARKER.search(data, at)
    return marker.start() if marker else len(data)
