"""Files of fonts of all sorts as one font with outlines each: out of collections and web containers, at one weight.

Sources: OpenType (collections), WOFF 1.0 and 2.0 of the W3C. What comes out still has to be checked.
"""

import logging
import struct
import zlib
from collections.abc import Mapping, Sequence
from io import BytesIO
from types import SimpleNamespace

from generator.core.prepared import prepared
from generator.draw.marks.fontfile import MAX_BYTES, MAX_TABLES, POSTSCRIPT, Axis, tables_of

_NOT_UNPACKED = "the file is damaged: it cannot be unpacked"
_TOO_LARGE = f"unpacked it is larger than {MAX_BYTES // 1024**2} MiB"


def open_font(data: bytes, number: int = 0) -> bytes:
    """Take one font out of its container; a plain font comes back as it is.

    Args:
        data: a file of fonts.
        number: of a font in a collection, from 1 on; 0 if none is asked for, which is the first.

    Raises:
        ValueError: the container is damaged, or has no such font.
    """
    try:
        if data[:4] == b"wOFF":
            data = _unpacked_woff(data)
        elif data[:4] == b"wOF2":
            data = _unpacked_woff2(data)
        elif data[:4] == b"ttcf":
            (count,) = struct.unpack_from(">I", data, 8)
            if number > count:
                raise ValueError(f"it holds {count} fonts, #1 to #{count}, and no #{number}")
            (at,) = struct.unpack_from(">I", data, 8 + 4 * max(number, 1))
            tables = {tag: data[start : start + size] for tag, (start, size) in tables_of(data, at).items()}
            return sfnt_of(data[at : at + 4], tables)
    except struct.error:
        raise ValueError("the file is damaged: it ends too early") from None
    if number:
        raise ValueError(f"it holds one font and is no collection, so there is no #{number} in it")
    return data


def sfnt_of(sort: bytes, tables: Mapping[str, bytes]) -> bytes:
    """A font file of tables, which lie in it in the order that they have here."""
    places, body = dict[str, bytes](), bytearray()
    first = 12 + 16 * len(tables)
    for tag, table in tables.items():
        places[tag] = struct.pack(">4sIII", tag.encode("latin-1"), 0, first + len(body), len(table))
        body += table + bytes(-len(table) % 4)
    head = sort + struct.pack(">HHHH", len(tables), 0, 0, 0)
    return head + b"".join(places[tag] for tag in sorted(places)) + bytes(body)


def at_weight(data: bytes, axes: Sequence[Axis], weight: float) -> bytes:
    """A variable font at one weight, and at the defaults of its other axes.

    Raises:
        ValueError: it does not vary in weight, or not as far.
    """
    import uharfbuzz

    axis = next((axis for axis in axes if axis.tag == "wght"), None)
    if axis is None:
        raise ValueError("it has one weight only; take the file of the weight that is meant")
    if not axis.low <= weight <= axis.high:
        raise ValueError(f"its weights go from {axis.low:g} to {axis.high:g}, so {weight:g} is not among them")
    face, subset = uharfbuzz.Face(data), uharfbuzz.SubsetInput()
    subset.keep_everything()
    subset.flags |= uharfbuzz.SubsetFlags.DOWNGRADE_CFF2
    subset.pin_all_axes_to_default(face)
    subset.pin_axis_location(face, "wght", float(weight))
    try:
        return bytes(uharfbuzz.subset(face, subset).blob.data)
    except RuntimeError:
        raise ValueError("the file is damaged: its weights cannot be told apart") from None


def without_outlines(data: bytes) -> bytes:
    """A font with PostScript outlines as one with TrueType outlines that are all empty, for what reads only these."""
    tables = {tag: data[start : start + size] for tag, (start, size) in tables_of(data, 0).items()}
    (glyphs,) = struct.unpack_from(">H", tables["maxp"], 4)
    kept = {tag: table for tag, table in tables.items() if tag not in (*POSTSCRIPT, "loca", "glyf")}
    most = (0x4000, 0x1000, 0x4000, 0x1000, 2, 0, 0, 0, 0, 0, 0, 64, 2)  # points, contours …: no less than is there
    kept["maxp"] = struct.pack(">IH13H", 0x10000, glyphs, *most)
    kept["head"] = tables["head"][:50] + struct.pack(">h", 1) + tables["head"][52:]  # long places
    return sfnt_of(b"\0\1\0\0", {**kept, "loca": bytes(4 * glyphs + 4), "glyf": b""})


def _unpacked_woff(data: bytes) -> bytes:
    (count,) = struct.unpack_from(">H", data, 12)
    if count > MAX_TABLES:
        raise ValueError(f"the file is damaged: it names {count:,} tables")
    tables = dict[str, bytes]()
    for at in range(44, 44 + 20 * count, 20):
        tag, start, packed, size = struct.unpack_from(">4sIII", data, at)
        if sum(map(len, tables.values())) + size > MAX_BYTES:
            raise ValueError(_TOO_LARGE)
        table = data[start : start + packed]
        try:
            tables[tag.decode("latin-1")] = table if packed >= size else zlib.decompressobj().decompress(table, size)
        except zlib.error:
            raise ValueError(_NOT_UNPACKED) from None
    return sfnt_of(data[4:8], tables)


@prepared(bytes)
def _unpacked_woff2(data: bytes) -> bytes:
    try:
        import brotli
        from fontTools.ttLib import TTFont, TTLibError, woff2
    except ImportError:
        raise ValueError("it is a font for web pages (WOFF2), which needs fontTools and brotli here") from None

    def unpack(packed: bytes) -> bytes:
        engine = brotli.Decompressor()
        unpacked: bytes = engine.process(packed, output_buffer_limit=MAX_BYTES)
        if not engine.is_finished():
            raise ValueError(_TOO_LARGE if len(unpacked) >= MAX_BYTES else _NOT_UNPACKED)
        return unpacked

    woff2.brotli = SimpleNamespace(**{**vars(brotli), "decompress": unpack})  # fontTools would unpack whatever comes
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    unpacked = BytesIO()
    try:
        font = TTFont(BytesIO(data), recalcTimestamp=False, recalcBBoxes=False)
        font.flavor = None
        font.save(unpacked, reorderTables=None)
    except (TTLibError, brotli.error, AssertionError, struct.error, ArithmeticError, AttributeError, LookupError,
            TypeError, NotImplementedError):  # fmt: skip
        raise ValueError(_NOT_UNPACKED) from None
    return unpacked.getvalue()
