"""Whether a TrueType file is sound enough to be read and cut down for printing.

Who reads fonts afterwards trusts what they say of themselves: counts, places, lengths. A damaged file, or one made to
do harm, is refused here with what is wrong. Source: the OpenType specification's tables of these names.
"""

import struct
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

# Of two files with one name, the first is taken; what cannot be used is told with what to do.
FONT_ENDINGS = (".ttf", ".otf", ".ttc", ".woff", ".woff2")

MAX_BYTES = 32 * 1024 * 1024
MAX_TABLES = 64
MAX_MAPPED = 500_000  # characters of all parts of a cmap; the largest scripts take a seventh in each

_CONVERT = "take the family's .ttf files, or convert it in FontForge (File, Generate Fonts, TrueType)"
_OTHER_SORTS = {  # of files, by how they begin
    b"OTTO": f"it has PostScript outlines (CFF), which are not supported; {_CONVERT}",
    b"ttcf": "it is a collection of fonts; take the .ttf file of one of them",
    b"wOFF": f"it is a font for web pages (WOFF); {_CONVERT}",
    b"wOF2": f"it is a font for web pages (WOFF2); {_CONVERT}",
}
_REQUIRED = ("head", "hhea", "maxp", "hmtx", "cmap", "loca", "glyf", "name", "post")
_OF_PICTURES = ("CBDT", "EBDT", "sbix", "SVG ")  # tables of glyphs that are no outlines
_MORE, _WORDS, _SCALE, _TWO_SCALES, _MATRIX = 0x20, 0x01, 0x08, 0x40, 0x80  # flags of a part of a composite glyph

_PART = struct.Struct(">HH")  # flags of a composite glyph's part, and its glyph


class FontFile(NamedTuple):
    """What is asked of a sound font beside its letters."""

    unseen: frozenset[int]  # the numbers of glyphs without an outline
    axes: tuple[tuple[str, float], ...]  # of a variable font, each with its default


def check_font(data: bytes) -> FontFile:
    """Refuse what is not a sound TrueType font with outlines.

    Raises:
        ValueError: what is wrong with it.
    """
    try:
        tables = _tables(data)
        unseen = _check_glyphs(data, tables)
        _check_cmap(data, *tables["cmap"])
        return FontFile(unseen, tuple(_axes(data, tables["fvar"][0])) if "fvar" in tables else ())
    except struct.error:
        raise ValueError("the file is damaged: it ends too early") from None


def _tables(data: bytes) -> dict[str, tuple[int, int]]:
    """Start and length of each table."""
    if data[:4] not in (b"\0\1\0\0", b"true"):
        raise ValueError(_OTHER_SORTS.get(data[:4], "it is not a TrueType font (.ttf) with glyf outlines"))
    (count,) = struct.unpack_from(">H", data, 4)
    if count > MAX_TABLES:
        raise ValueError(f"the file is damaged: it names {count:,} tables")
    tables = {}
    for at in range(12, 12 + 16 * count, 16):
        tag, _, start, length = struct.unpack_from(">4sIII", data, at)
        name = tag.decode("latin-1")
        if start + length > len(data):
            raise ValueError(f"the file is damaged: its table {name!r} ends beyond it")
        tables[name] = (start, length)
    missing = [name for name in _REQUIRED if name not in tables]
    pictures = next((name for name in _OF_PICTURES if name in tables), "")
    if "glyf" in missing and pictures:
        raise ValueError(f"it holds pictures ({pictures.strip()}) in place of outlines; take a font with outlines")
    if missing:
        raise ValueError(f"the file is damaged, or of another sort: it has no table {missing[0]!r}")
    return tables


def _axes(data: bytes, start: int) -> Iterator[tuple[str, float]]:
    first, _, count, size = struct.unpack_from(">4H", data, start + 4)
    for at in range(start + first, start + first + size * min(count, MAX_TABLES), size or 1):
        tag, _, default = struct.unpack_from(">4sii", data, at)
        yield tag.decode("latin-1"), default / 65_536


def _check_glyphs(data: bytes, tables: dict[str, tuple[int, int]]) -> frozenset[int]:
    """Refuse glyphs that are not all there; the numbers of those without an outline."""
    (units,) = struct.unpack_from(">H", data, tables["head"][0] + 18)
    (form,) = struct.unpack_from(">h", data, tables["head"][0] + 50)
    (glyphs,) = struct.unpack_from(">H", data, tables["maxp"][0] + 4)
    (measured,) = struct.unpack_from(">H", data, tables["hhea"][0] + 34)
    if not 16 <= units <= 16_384 or not glyphs or form not in (0, 1):
        raise ValueError("the file is damaged: its head makes no sense")
    if not 1 <= measured <= glyphs or 4 * measured + 2 * (glyphs - measured) > tables["hmtx"][1]:
        raise ValueError("the file is damaged: its widths are not all there")
    start, length = tables["loca"]
    if (glyphs + 1) * (4 if form else 2) > length:
        raise ValueError("the file is damaged: its glyphs are not all there")
    places = struct.unpack_from(f">{glyphs + 1}{'I' if form else 'H'}", data, start)
    if not form:
        places = tuple([2 * place for place in places])
    if list(places) != sorted(places) or places[-1] > tables["glyf"][1]:
        raise ValueError("the file is damaged: its glyphs are not where it says")
    glyf = tables["glyf"][0]
    unseen, composites = set[int](), dict[int, set[int]]()
    for number, (before, after) in enumerate(pairwise(places)):
        first = data[glyf + before] if after > before else 0
        if first & 0x80:  # less than no contours: made of others
            composites[number] = _parts(data[glyf + before : glyf + after], glyphs)
        elif not first and (after == before or not data[glyf + before + 1]):
            unseen.add(number)
    return frozenset(unseen | {number for number, parts in composites.items() if parts <= unseen})


def _parts(glyph: bytes, glyphs: int) -> set[int]:
    """The glyphs that a composite one is made of."""
    at, flags, parts = 10, _MORE, set[int]()
    while flags & _MORE:
        flags, part = _PART.unpack_from(glyph, at)
        if part >= glyphs:
            raise ValueError("the file is damaged: a glyph is made of one that is not there")
        parts.add(part)
        at += 8 if flags & _WORDS else 6
        at += 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0
    return parts


def _check_cmap(data: bytes, start: int, length: int) -> None:
    """Refuse a cmap whose parts are not all there, or stand for more characters than any script has."""
    end = start + length
    (count,) = struct.unpack_from(">H", data, start + 2)
    mapped = 0
    if count > MAX_TABLES:
        raise ValueError(f"the file is damaged: its cmap has {count:,} parts")
    for number in range(count):
        at = start + struct.unpack_from(">I", data, start + 8 + 8 * number)[0]
        (form,) = struct.unpack_from(">H", data, at)
        if form == 4:
            segments = struct.unpack_from(">H", data, at + 6)[0] // 2
            ends = struct.unpack_from(f">{segments}H", data, at + 14)
            starts = struct.unpack_from(f">{segments}H", data, at + 16 + 2 * segments)
            mapped += sum(max(last - first + 1, 0) for first, last in zip(starts, ends, strict=True))
        elif form in (8, 12, 13):
            groups = at + (16 if form != 8 else 8208)
            (size,) = struct.unpack_from(">I", data, groups - 4)
            if groups + 12 * size > end:
                raise ValueError("the file is damaged: its cmap ends beyond it")
            for first, last, _ in struct.iter_unpack(">III", data[groups : groups + 12 * size]):
                mapped += max(last - first + 1, 0)
        elif form == 10:
            mapped += struct.unpack_from(">I", data, at + 16)[0]
        if mapped > MAX_MAPPED:
            raise ValueError(f"its cmap has more than {MAX_MAPPED:,} characters")
