"""Fonts of a few hundred bytes, made letter by letter (OpenType's tables of these names), for what real ones seldom have."""

import struct
from collections.abc import Collection, Mapping

SQUARE = struct.pack(">5h", 1, 50, 0, 450, 700) + struct.pack(">HH", 3, 0) + b"\1" * 4
SQUARE += struct.pack(">4h", 50, 400, 0, -400) + struct.pack(">4h", 0, 0, 700, 0)
EMPTY, NO_CONTOURS = b"", bytes(12)


def made_of(*numbers: int) -> bytes:
    """A glyph composed of others."""
    parts = [struct.pack(">HHbb", 0x22 if at < len(numbers) - 1 else 0x02, one, 0, 0) for at, one in enumerate(numbers)]
    data = struct.pack(">5h", -1, 50, 0, 450, 700) + b"".join(parts)
    return data + bytes(len(data) % 2)


def tiny_font(
    letters: Mapping[str, bytes],
    axes: Mapping[str, float] | None = None,
    without: Collection[str] = (),
    more: Mapping[str, bytes] | None = None,
) -> bytes:
    """A TrueType font: glyph 0 is a square, then come the letters' in order, each 500 units wide of 1,000.

    Args:
        letters: their outlines.
        axes: those of a variable font, with their defaults; all from 100 to 900.
        without: tables that are left out.
        more: tables besides.
    """
    glyphs = [SQUARE, EMPTY, *letters.values()]
    count, places = len(glyphs), [0]
    for glyph in glyphs:
        places.append(places[-1] + len(glyph))
    tables = {
        "OS/2": struct.pack(">H30x4I4s28x", 4, 0, 0, 0, 0, b"none"),
        "cmap": _cmap(dict(enumerate([" ", *letters], 1))),
        "glyf": b"".join(glyphs),
        "head": struct.pack(">4I2H16x4h2H3h", 0x10000, 0x10000, 0, 0x5F0F3CF5, 0, 1000, 0, 0, 450, 700, 0, 8, 2, 1, 0),
        "hhea": struct.pack(">I3hH22xH", 0x10000, 800, -200, 0, 500, count),
        "hmtx": struct.pack(">Hh", 500, 0) * count,
        "loca": struct.pack(f">{len(places)}I", *places),
        "maxp": struct.pack(">IH26x", 0x10000, count),
        "name": _names("Tiny"),
        "post": struct.pack(">I28x", 0x30000),
        **(more or {}),
    }
    if axes:
        rows = [
            struct.pack(">4s3i2H", tag.encode(), 100 << 16, round(at * 65536), 900 << 16, 0, 256)
            for tag, at in axes.items()
        ]
        tables["fvar"] = struct.pack(">8H", 1, 0, 16, 2, len(rows), 20, 0, 4 + 4 * len(rows)) + b"".join(rows)
    tables = {tag: data for tag, data in tables.items() if tag not in without}
    at = 12 + 16 * len(tables)
    directory, body = struct.pack(">IHHHH", 0x10000, len(tables), 0, 0, 0), b""
    for tag in sorted(tables):
        directory += struct.pack(">4sIII", tag.encode(), 0, at + len(body), len(tables[tag]))
        body += tables[tag] + bytes(-len(tables[tag]) % 4)
    return directory + body


def _cmap(characters: Mapping[int, str]) -> bytes:
    mapped = sorted((ord(character), glyph) for glyph, character in characters.items())
    groups = b"".join(struct.pack(">III", code, code, glyph) for code, glyph in mapped)
    return (
        struct.pack(">HHHHI", 0, 1, 3, 10, 12) + struct.pack(">HHIII", 12, 0, 16 + len(groups), 0, len(mapped)) + groups
    )


def _names(name: str) -> bytes:
    text = name.encode("utf-16-be")
    rows = [struct.pack(">6H", 3, 1, 0x409, number, len(text), 0) for number in (1, 4, 6)]
    return struct.pack(">3H", 0, len(rows), 6 + 12 * len(rows)) + b"".join(rows) + text
