"""Whether a font is sound enough to be read and cut down for printing.

Who reads fonts afterwards trusts what they say of themselves: counts, places, lengths. A damaged file, or one made to
do harm, is refused here with what is wrong. Source: the OpenType specification's tables of these names.
"""

import struct
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import NamedTuple

# Of two files with one name, the first is taken; what cannot be used is told with what to do.
FONT_ENDINGS = (".ttf", ".otf", ".ttc", ".woff", ".woff2")

MAX_BYTES = 32 * 1024 * 1024
MAX_TABLES = 64
MAX_MAPPED = 500_000  # characters of all parts of a cmap; the largest scripts take a seventh in each

POSTSCRIPT = ("CFF ", "CFF2")  # tables of outlines
_REQUIRED = ("head", "hhea", "maxp", "hmtx", "cmap", "name", "post")
_TRUETYPE = ("loca", "glyf")
_COLOURS = ("COLR", "CPAL")
_OF_PICTURES = ("CBDT", "EBDT", "sbix", "SVG ")  # tables of glyphs that are no outlines
_MORE, _WORDS, _SCALE, _TWO_SCALES, _MATRIX = 0x20, 0x01, 0x08, 0x40, 0x80  # flags of a part of a composite glyph

_PART = struct.Struct(">HH")  # flags of a composite glyph's part, and its glyph


class Axis(NamedTuple):
    """What a variable font varies in, such as ``wght``."""

    tag: str
    low: float
    default: float
    high: float


class ColourLayer(NamedTuple):
    """A glyph in one colour, which is a part of another glyph."""

    glyph: int
    colour: str | None  # #rrggbb; None: that of the text
    opacity: float


class FontFile(NamedTuple):
    """What is asked of a sound font beside its letters."""

    unseen: frozenset[int]  # the numbers of glyphs without an outline, if these are TrueType's
    axes: tuple[Axis, ...]  # of a variable font
    is_postscript: bool  # its outlines are PostScript's
    is_restricted: bool  # it says that it must not be embedded, or not in part (OS/2, fsType)
    layers: dict[int, tuple[ColourLayer, ...]]  # of glyphs that are drawn in colours (COLR, version 0), from the back


def check_font(data: bytes) -> FontFile:
    """Refuse what is not a sound font with outlines.

    Raises:
        ValueError: what is wrong with it.
    """
    try:
        tables = tables_of(data, 0)
        _require(tables)
        _check_metrics(data, tables)
        unseen = _check_glyphs(data, tables) if "glyf" in tables else frozenset[int]()
        _check_cmap(data, *tables["cmap"])
        axes = tuple(_axes(data, tables["fvar"][0])) if "fvar" in tables else ()
        rights = struct.unpack_from(">H", data, tables["OS/2"][0] + 8)[0] if "OS/2" in tables else 0
        layers = _layers(data, *[tables[tag][0] for tag in _COLOURS]) if all(tag in tables for tag in _COLOURS) else {}
        return FontFile(unseen, axes, "glyf" not in tables, rights & 0xF == 2 or bool(rights & 0x300), layers)
    except struct.error:
        raise ValueError("the file is damaged: it ends too early") from None


def tables_of(data: bytes, at: int) -> dict[str, tuple[int, int]]:
    """Start and length of each table of the font that begins at a byte."""
    if data[at : at + 4] not in (b"\0\1\0\0", b"true", b"OTTO"):
        raise ValueError("it is not a font with outlines (.ttf, .otf, .ttc, .woff, .woff2)")
    (count,) = struct.unpack_from(">H", data, at + 4)
    if count > MAX_TABLES:
        raise ValueError(f"the file is damaged: it names {count:,} tables")
    tables = {}
    for entry in range(at + 12, at + 12 + 16 * count, 16):
        tag, _, start, length = struct.unpack_from(">4sIII", data, entry)
        name = tag.decode("latin-1")
        if start + length > len(data):
            raise ValueError(f"the file is damaged: its table {name!r} ends beyond it")
        tables[name] = (start, length)
    return tables


def _require(tables: Collection[str]) -> None:
    """Refuse a font without the tables that are needed, or without outlines."""
    outlines = () if any(tag in tables for tag in POSTSCRIPT) else _TRUETYPE
    missing = [name for name in (*_REQUIRED, *outlines) if name not in tables]
    pictures = next((name for name in _OF_PICTURES if name in tables), "")
    if "glyf" in missing and pictures:
        raise ValueError(f"it holds pictures ({pictures.strip()}) in place of outlines; take a font with outlines")
    if missing:
        raise ValueError(f"the file is damaged, or of another sort: it has no table {missing[0]!r}")


def _axes(data: bytes, start: int) -> Iterator[Axis]:
    first, _, count, size = struct.unpack_from(">4H", data, start + 4)
    for at in range(start + first, start + first + size * min(count, MAX_TABLES), size or 1):
        tag, *ends = struct.unpack_from(">4s3i", data, at)
        yield Axis(tag.decode("latin-1"), *[end / 65_536 for end in ends])


def _layers(data: bytes, colr: int, cpal: int) -> dict[int, tuple[ColourLayer, ...]]:
    """By glyph, what it is drawn of; in the first palette."""
    _, bases, bases_at, layers_at, count = struct.unpack_from(">HHIIH", data, colr)
    entries, records_at, first = struct.unpack_from(">2xH4xIH", data, cpal)
    colours = [struct.unpack_from("4B", data, cpal + records_at + 4 * (first + entry)) for entry in range(entries)]
    drawn = struct.unpack_from(f">{2 * count}H", data, colr + layers_at)
    palette = [(f"#{red:02x}{green:02x}{blue:02x}", alpha / 255) for blue, green, red, alpha in colours]
    parts = [
        ColourLayer(glyph, *(palette[entry] if entry < entries else (None, 1.0)))
        for glyph, entry in zip(drawn[::2], drawn[1::2], strict=True)
    ]
    rows = struct.iter_unpack(">3H", data[colr + bases_at : colr + bases_at + 6 * bases])
    return {glyph: tuple(parts[start : start + number]) for glyph, start, number in rows}


def _check_metrics(data: bytes, tables: dict[str, tuple[int, int]]) -> None:
    """Refuse a font whose widths are not all there."""
    (units,) = struct.unpack_from(">H", data, tables["head"][0] + 18)
    (form,) = struct.unpack_from(">h", data, tables["head"][0] + 50)
    (glyphs,) = struct.unpack_from(">H", data, tables["maxp"][0] + 4)
    (measured,) = struct.unpack_from(">H", data, tables["hhea"][0] + 34)
    if not 16 <= units <= 16_384 or not glyphs or form not in (0, 1):
        raise ValueError("the file is damaged: its head makes no sense")
    if not 1 <= measured <= glyphs or 4 * measured + 2 * (glyphs - measured) > tables["hmtx"][1]:
        raise ValueError("the file is damaged: its widths are not all there")


def _check_glyphs(data: bytes, tables: dict[str, tuple[int, int]]) -> frozenset[int]:
    """Refuse glyphs that are not all there; the numbers of those without an outline."""
    (form,) = struct.unpack_from(">h", data, tables["head"][0] + 50)
    (glyphs,) = struct.unpack_from(">H", data, tables["maxp"][0] + 4)
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
