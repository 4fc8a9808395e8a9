"""PNG files of every sort that the format knows, which Pillow reads and does not write (PNG specification, 2003)."""

import struct
import zlib
from collections.abc import Callable

HEAD = b"\x89PNG\r\n\x1a\n"
GREY, COLOUR, PALETTE, GREY_ALPHA, COLOUR_ALPHA = 0, 2, 3, 4, 6
SAMPLES = {GREY: 1, COLOUR: 3, PALETTE: 1, GREY_ALPHA: 2, COLOUR_ALPHA: 4}
DEPTHS = {GREY: (1, 2, 4, 8, 16), PALETTE: (1, 2, 4, 8)}  # others: 8, 16
# Adam7: where the first pixel of each pass lies, and how far apart its pixels are.
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))

Samples = Callable[[int, int], tuple[int, ...]]  # of the pixel at x, y


def png_file(
    size: tuple[int, int],
    sort: int,
    depth: int,
    samples: Samples,
    *,
    interlaced: bool = False,
    chunks: dict[bytes, bytes] | None = None,
) -> bytes:
    """Encode a picture; ``chunks`` (palette, transparency) stand before its data."""
    wide, high = size
    rows = bytearray()
    for left, top, across, down in PASSES if interlaced else ((0, 0, 1, 1),):
        for y in range(top, high, down):
            row = [value for x in range(left, wide, across) for value in samples(x, y)]
            if row:
                rows += b"\0" + _packed(row, depth)
    head = struct.pack(">IIBBBBB", wide, high, depth, sort, 0, 0, int(interlaced))
    parts = {b"IHDR": head, **(chunks or {}), b"IDAT": zlib.compress(bytes(rows)), b"IEND": b""}
    return HEAD + b"".join(chunk(name, data) for name, data in parts.items())


def chunk(name: bytes, data: bytes) -> bytes:
    """A part of a file, with its length and sum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _packed(row: list[int], depth: int) -> bytes:
    if depth == 16:
        return struct.pack(f">{len(row)}H", *row)
    bits = "".join(f"{value:0{depth}b}" for value in row)
    return bytes(int(bits[at : at + 8].ljust(8, "0"), 2) for at in range(0, len(bits), 8))
