"""What measuring texts takes of a TrueType file: how high its letters are, and which glyph a character has.

Of fonts as nearly all are. What is unusual in one, or wrong, is left to reportlab, which knows more and says what is
wrong; `read_tables` gives what that would. Source: the OpenType specification's tables of these names.
"""

import struct
from typing import NamedTuple

from generator.core.escape import CONTROL

_MAGIC = 0x5F0F3CF5
_NAMES = (1, 2, 3, 4, 6)  # that reportlab reads: family, style, identifier, full name, PostScript name
_POSTSCRIPT = 6
_APART = frozenset(b" [](){}<>/%")  # not in a font's name in a PDF
_NO_SUBSET = 0x0302  # any of these bits of fsType may forbid to cut the font down


class FontTables(NamedTuple):
    """Heights are of an em of 1000."""

    units: int  # to an em
    ascent: float
    descent: float
    cap_height: float
    glyphs: dict[int, int]  # by code point


class _UnusualError(Exception):
    """Not for this reader."""


def read_tables(data: bytes) -> FontTables | None:
    """What reportlab would read of a font that `check_font` has passed; None where only that can tell."""
    try:
        return _read(data)
    except (_UnusualError, struct.error, LookupError, ValueError):
        return None


def steering(glyphs: dict[int, int]) -> set[int]:
    """The code points among these that only steer; some fonts have glyphs for them, empty ones."""
    return set(map(ord, CONTROL.findall("".join(map(chr, glyphs)))))


def _read(data: bytes) -> FontTables:
    (count,) = struct.unpack_from(">H", data, 4)
    rows = [struct.unpack_from(">4sIII", data, at) for at in range(12, 12 + 16 * count, 16)]
    tables = {tag.decode(): (start, length) for tag, _, start, length in rows}
    _want(len(tables) == count)
    _check_name(data, *tables["name"])
    head, hhea, maxp = (tables[tag][0] for tag in ("head", "hhea", "maxp"))
    _want(_ushort(data, head) == 1 and struct.unpack_from(">I", data, head + 12)[0] == _MAGIC)
    _want(_ushort(data, head + 52) == 0)  # the glyphs' format
    _want(_ushort(data, hhea) == 1 and _ushort(data, hhea + 32) == 0 and _ushort(data, maxp) == 1)
    post = tables["post"][0]
    _want(_ushort(data, post) in (1, 2, 3, 4) and post + 16 <= len(data))
    glyphs = _read_cmap(data, tables["cmap"][0])
    number = _ushort(data, maxp + 4)
    _share_blank(glyphs, number)
    units = _ushort(data, head + 18)
    heights = _heights(data, *tables["OS/2"])
    per_em = 1000 / units
    ascent, descent, capitals = heights if units == 1000 else [height * per_em for height in heights]
    return FontTables(units, ascent, descent, capitals, glyphs)


def _want(usual: bool) -> None:  # noqa: FBT001 - what is wanted reads as a sentence
    if not usual:
        raise _UnusualError


def _ushort(data: bytes, at: int) -> int:
    number: int = struct.unpack_from(">H", data, at)[0]
    return number


def _check_name(data: bytes, start: int, length: int) -> None:
    """Have all names whole, and the one for PDF files plain."""
    form, count, texts = struct.unpack_from(">HHH", data, start)
    _want(form == 0)
    plain = False
    for at in range(start + 6, start + 6 + 12 * count, 12):
        platform, encoding, language, name, size, offset = struct.unpack_from(">HHHHHH", data, at)
        if name not in _NAMES:
            continue
        if (platform, encoding, language) not in ((3, 1, 0x409), (1, 0, 0)):
            continue
        _want(texts + offset + size <= length and (platform != 3 or size % 2 == 0))
        if name == _POSTSCRIPT:
            text = data[start + texts + offset : start + texts + offset + size]
            text = text.decode("utf-16-be" if platform == 3 else "mac-roman").encode().replace(b" ", b"-")
            _want(bool(text) and max(text) < 127 and _APART.isdisjoint(text))
            plain = True
    _want(plain)


def _heights(data: bytes, start: int, length: int) -> tuple[int, int, int]:
    """Ascent, descent and the height of capitals, in units."""
    version, fs_type = _ushort(data, start), _ushort(data, start + 8)
    _want(not fs_type & _NO_SUBSET and length >= (90 if version > 1 else 72))
    ascent, descent = struct.unpack_from(">hh", data, start + 68)
    return ascent, descent, struct.unpack_from(">h", data, start + 88)[0] if version > 1 else ascent


def _read_cmap(data: bytes, start: int) -> dict[int, int]:
    """The glyphs by code point, of the part of the cmap that reportlab takes."""
    version, count = struct.unpack_from(">HH", data, start)
    _want(count > 0 and version == 0)
    chosen, unicode = None, False
    for at in range(start + 4, start + 4 + 8 * count, 8):
        platform, encoding, offset = struct.unpack_from(">HHI", data, at)
        if platform == 3 or (platform, encoding) == (1, 1) or (platform == 0 and encoding != 5):
            chosen, unicode = offset, True
        elif (platform, encoding) == (1, 0) and not unicode:
            chosen = offset
    _want(chosen is not None and unicode)
    assert chosen is not None
    form = _ushort(data, start + chosen)
    _want(form in (4, 12))
    return _segments(data, start + chosen) if form == 4 else _groups(data, start + chosen)


def _segments(data: bytes, start: int) -> dict[int, int]:
    """A cmap's part of format 4."""
    length, doubled = _ushort(data, start + 2), _ushort(data, start + 6)
    count = doubled // 2
    row = f">{count}H"
    ends = struct.unpack_from(row, data, start + 14)
    firsts = struct.unpack_from(row, data, start + 16 + 2 * count)
    deltas = struct.unpack_from(row, data, start + 16 + 4 * count)
    places = start + 16 + 6 * count
    offsets = struct.unpack_from(row, data, places)
    glyphs: dict[int, int] = {}
    for number, (first, last, delta, offset) in enumerate(zip(firsts, ends, deltas, offsets, strict=True)):
        codes = range(first, last + 1)
        if not offset:
            glyphs.update(zip(codes, [(code + delta) & 0xFFFF for code in codes], strict=True))
            continue
        at = places + 2 * number + offset
        held = min(len(codes), max((start + length - at + 1) // 2, 0))  # the others have none
        found = struct.unpack_from(f">{held}H", data, at) if held else ()
        shown = [(glyph + delta) & 0xFFFF if glyph else 0 for glyph in found]
        glyphs.update(zip(codes, shown + [0] * (len(codes) - held), strict=True))
    return glyphs


def _groups(data: bytes, start: int) -> dict[int, int]:
    """A cmap's part of format 12."""
    (count,) = struct.unpack_from(">I", data, start + 12)
    groups = data[start + 16 : start + 16 + 12 * count]
    _want(len(groups) == 12 * count)
    glyphs: dict[int, int] = {}
    for first, last, glyph in struct.iter_unpack(">III", groups):
        if first == last:  # as it is with most groups of most fonts
            glyphs[first] = glyph
        else:
            codes = range(first, last + 1)
            glyphs.update(zip(codes, range(glyph, glyph + len(codes)), strict=True))
    return glyphs


def _share_blank(glyphs: dict[int, int], count: int) -> None:
    """Have a space and a no-break space be one glyph, as reportlab has it."""
    for one, other in ((0x20, 0xA0), (0xA0, 0x20)):
        if one in glyphs:
            _want(glyphs[one] < count)
            glyphs[other] = glyphs[one]
            return
