"""Fonts inside a PDF: the glyphs that are used and no others, and the way back from them to text.

Takes the place of reportlab's own bookkeeping, which turns a no-break space into a space, embeds all of ASCII
whether used or not, and can't name characters above U+FFFF for searching and copying. The subset of the
font file itself is reportlab's work.
"""

import struct
from collections.abc import Collection, Iterable, Sequence
from copy import copy
from functools import cached_property
from itertools import accumulate
from typing import Any
from unicodedata import mirrored

from generator.draw.marks.fonts import Font
from generator.draw.marks.shaping import Glyph
from generator.pdf.quadratic import quadratic_glyph

# Codes below are ASCII characters as themselves, so that the first part's strings stay readable.
_FIRST_CODE = 128
_PER_PART = 256 - _FIRST_CODE
_ESCAPED = {"(": "\\(", ")": "\\)", "\\": "\\\\"}

_GlyphText = tuple[int, str]  # a glyph's number, and what it stands for
_MOST_WORDS = 20_000  # remembered


class EmbeddedFont:
    """One font in one PDF. PDF's simple fonts have 256 codes, so it is cut into parts, one for nearly all texts.

    A code stands for a glyph with a meaning: one glyph that means different things has a code for each. ``number``
    tells the PDF's fonts apart. ``name`` is the first part's name in content streams; the others add ``.1``, ``.2``, ….
    """

    def __init__(self, font: Font, number: int) -> None:
        self.font = font
        self.name = f"F{number}"
        self._number = number
        self._parts: list[dict[int, _GlyphText]] = [{}]  # of each part, what each code shows
        self._others = 0  # codes other than ASCII's so far
        self._codes: dict[_GlyphText, tuple[int, str]] = {}  # part and string, escaped
        # By font and direction, of each word what is in a TJ's brackets; None where that is not enough.
        self._words: dict[tuple[bool, bool], dict[str, str | None]] = {}
        self._made = CompositeGlyphs(font)

    @property
    def codes(self) -> int:
        """How many codes were given out so far."""
        return len(self._codes)

    def encode(self, text: str, font: Font | None = None, *, leftwards: bool = False) -> Sequence[tuple[str, str]]:
        """The text as (part's name, operator that shows it) in order.

        Args:
            text: of one line.
            font: this one, or the same file set otherwise.
            leftwards: it runs from right to left.

        Raises:
            ValueError: the font lacks a character.
        """
        if not text:
            return ()
        font = font or self.font
        cache = self._words.setdefault((font.ligatures, leftwards), {})
        words = text.split(" ")
        if leftwards:
            words.reverse()
        inner: list[str] = []
        for word in words:
            if word not in cache:
                if len(cache) >= _MOST_WORDS:
                    cache.clear()
                pieces = self._pieces(word, font, leftwards=leftwards)
                cache[word] = "".join([code for _, code in pieces]) if all(not part for part, _ in pieces) else None
            code = cache[word]
            if code is None:
                return self._by_part(words, font, leftwards=leftwards)
            inner.append(code)
        return ((self.name, _array(self._code(self.font.glyphs.get(32, 0), " ")[1].join(inner))),)

    def _by_part(self, words: Sequence[str], font: Font, *, leftwards: bool) -> list[tuple[str, str]]:
        space = self._code(self.font.glyphs.get(32, 0), " ")
        runs: list[tuple[int, str]] = []
        for number, word in enumerate(words):
            for part, operator in [*([space] if number else []), *self._pieces(word, font, leftwards=leftwards)]:
                if runs and runs[-1][0] == part:
                    runs[-1] = part, runs[-1][1] + operator
                else:
                    runs.append((part, operator))
        return [(self._part_name(part), _array(operator)) for part, operator in runs]

    def _pieces(self, word: str, font: Font, *, leftwards: bool) -> list[tuple[int, str]]:
        """The part of each of a word's glyphs, and what is in a TJ's brackets for it."""
        pieces: list[tuple[int, str]] = []
        for cluster in _clusters(font.glyphs_of(word, leftwards=leftwards)):
            text = "".join([glyph.text for glyph in cluster])
            if leftwards and len(cluster) == 1 and mirrored(text[:1]):
                text = self._characters.get(cluster[0].number, text)  # the bracket that it looks like
            if leftwards and len(text) > 1:  # readers turn round what they find, also within what one code means
                pieces += [self._code(self._made.empty(), sign) for sign in reversed(text[1:])]
                text = text[0]
            pieces.append(self._shown(cluster, text))
        return pieces

    def _shown(self, cluster: Sequence[Glyph], text: str) -> tuple[int, str]:
        advance = sum([glyph.advance for glyph in cluster])
        number, x = cluster[0].number, cluster[0].x
        if self.font.layers:
            cluster = [glyph._replace(number=self._blank(glyph.number)) for glyph in cluster]
            number = cluster[0].number
        if len(cluster) > 1 or cluster[0].y:
            number, x = self._made.composite(cluster), 0
        per_em = 1000 / self.font.shaper.units
        part, literal = self._code(number, text)
        after = self._made.advance(number) + x - advance
        return part, f"{_moved(-x * per_em)}{literal}{_moved(after * per_em)}"

    def _blank(self, number: int) -> int:
        """The glyph itself; for one that is drawn in colours, besides the text, one that is as wide and empty."""
        return self._made.empty(self._made.advance(number)) if number in self.font.layers else number

    @cached_property
    def _characters(self) -> dict[int, str]:
        """By glyph, the last mirrored character that it is for."""
        return {glyph: chr(code) for code, glyph in self.font.glyphs.items() if mirrored(chr(code))}

    def _part_name(self, part: int) -> str:
        return f"{self.name}.{part}" if part else self.name

    def _code(self, glyph: int, text: str) -> tuple[int, str]:
        """The part and the string, escaped, of a glyph that stands for a text."""
        code = self._codes.get((glyph, text))
        if code is None:
            code = self._codes[glyph, text] = self._assign(glyph, text)
        return code

    def _assign(self, glyph: int, text: str) -> tuple[int, str]:
        if len(text) == 1 and " " <= text <= "~" and self.font.glyphs.get(ord(text)) == glyph:
            self._parts[0][ord(text)] = glyph, text
            return 0, _ESCAPED.get(text, text)
        part, code = self._others // _PER_PART, _FIRST_CODE + self._others % _PER_PART
        self._others += 1
        if part == len(self._parts):
            self._parts.append({})
        self._parts[part][code] = glyph, text
        return part, f"\\{code:o}"

    def addObjects(self, doc: Any) -> None:  # noqa: N802 - the name that reportlab calls as it finishes the file
        """Add the font's parts to a reportlab document."""
        from reportlab.pdfbase import pdfdoc

        face = self._made.face([glyph for glyph_texts in self._parts for glyph, _ in glyph_texts.values()])
        per_em = 1000 / self.font.shaper.units
        fonts = doc.idToObject["BasicFonts"].dict
        for part, glyph_texts in enumerate(self._parts):
            codes = range(max(glyph_texts, default=0) + 1)
            face.charToGlyph = {code: glyph for code, (glyph, _) in glyph_texts.items()}  # the subset is made by codes
            base = f"{_subset_tag(self._number, part)}+{face.name.decode('latin-1')}"
            entry = pdfdoc.PDFTrueTypeFont()
            entry.Name = self._part_name(part)
            entry.BaseFont = base
            entry.FirstChar = 0
            entry.LastChar = len(codes) - 1
            widths = [self._made.advance(glyph_texts[code][0]) * per_em if code in glyph_texts else 0 for code in codes]
            entry.Widths = pdfdoc.PDFArray([round(width, 3) if width % 1 else int(width) for width in widths])
            to_unicode = pdfdoc.PDFStream(content=_to_unicode(base, glyph_texts), filters=[pdfdoc.PDFZCompress])
            entry.ToUnicode = doc.Reference(to_unicode, f"toUnicode:{entry.Name}")
            entry.FontDescriptor = face.addSubsetObjects(doc, base, codes)
            fonts[entry.Name] = entry


def _clusters(glyphs: Iterable[Glyph]) -> list[list[Glyph]]:
    """The glyphs, those together that together stand for something."""
    clusters: list[list[Glyph]] = []
    for glyph in glyphs:
        if glyph.text or not clusters:
            clusters.append([glyph])
        else:
            clusters[-1].append(glyph)
    return clusters


def _moved(by: float) -> str:
    """A movement to the left within a TJ's brackets, in thousandths of an em; empty where there is none."""
    distance = f"{by:.1f}".removesuffix(".0")
    return "" if distance in ("0", "-0") else f"){distance}("


def _array(inner: str) -> str:
    """The operator that shows what is in a TJ's brackets."""
    if ")" not in inner.replace("\\)", ""):
        return f"({inner}) Tj"
    return f"[({inner})] TJ".replace("[()", "[").replace("()]", "]").replace(")(", "")


def _utf16(text: str) -> str:
    return text.encode("utf-16-be").hex().upper()


def _subset_tag(font: int, part: int) -> str:
    """Six capitals before a subset's name (ISO 32000-1, 9.6.4), no two alike in a file: three for each number."""
    return "".join(chr(ord("A") + number // 26**place % 26) for number in (font, part) for place in (2, 1, 0))


def _to_unicode(name: str, glyph_texts: dict[int, _GlyphText]) -> str:
    """The CMap from codes to UTF-16 (ISO 32000-1, 9.10.3), in blocks of at most 100."""
    pairs = [f"<{code:02X}> <{_utf16(text)}>" for code, (_, text) in sorted(glyph_texts.items()) if text]
    blocks = [
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar"
        for block in (pairs[at : at + 100] for at in range(0, len(pairs), 100))
    ]
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            f"/CMapName /{name} def /CMapType 2 def",
            "1 begincodespacerange <00> <FF> endcodespacerange",
            *blocks,
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        ]
    )


# Flags of a part: its place is two words, and in the font's units; another part follows.
_WORDS, _PLACES, _MORE = 0x0001, 0x0002, 0x0020

_LEAST, _MOST = -0x8000, 0x7FFF  # of what is in a glyph: words of 16 bits, in units of the font

_Part = tuple[int, int, int]  # a glyph and its place


class CompositeGlyphs:
    """The glyphs of one font and those made for one PDF, which have the numbers behind the font's."""

    def __init__(self, font: Font) -> None:
        self._font, self._face = font, font.face
        self._first = len(self._face.glyphPos)  # the place behind the last glyph counts as one
        self._advances: list[tuple[int, int]] = list(self._face.hmetrics)
        self._parts: list[tuple[_Part, ...]] = []
        self._widths: list[int] = []
        self._known: dict[tuple[tuple[_Part, ...], int], int] = {}

    def advance(self, number: int) -> int:
        """How wide a glyph is, in the font's units."""
        return self._advances[number][0] if number < self._first else self._widths[number - self._first]

    def empty(self, width: int = 0) -> int:
        """A glyph that draws nothing, and takes this room in the font's units."""
        return self._make((), width)

    def composite(self, glyphs: Sequence[Glyph]) -> int:
        """A glyph that draws these at their places, or as near to those as a glyph reaches."""
        parts: list[_Part] = []
        pen = 0
        for glyph in glyphs:
            parts.append(self._within_reach(glyph.number, pen + glyph.x, glyph.y))
            pen += glyph.advance
        return self._make(tuple(parts), pen)

    def _make(self, parts: tuple[_Part, ...], width: int) -> int:
        number = self._known.get((parts, width))
        if number is None:
            number = self._known[parts, width] = self._first + len(self._parts)
            self._parts.append(parts)
            self._widths.append(width)
        return number

    def face(self, used: Collection[int]) -> Any:
        """A copy of reportlab's reading of the font that has the made glyphs too.

        Args:
            used: the numbers of glyphs that are shown; of PostScript outlines only theirs are in it.
        """
        face = copy(self._face)
        start = self._face.get_table_pos("glyf")[0]
        data, own_places = self._face._ttf_data, self._face.glyphPos
        metrics = [*self._advances, *[(0, 0)] * (self._first - len(self._advances))]
        if self._font.is_postscript:
            shown = {0, *used, *(number for parts in self._parts for number, *_ in parts)}
            drawn = {number: quadratic_glyph(self._font.shaper, number) for number in shown if number < self._first - 1}
            lengths = [len(drawn.get(number, b"")) for number in range(self._first - 1)]
            own_places, data = [*accumulate(lengths, initial=0)], data + b"".join(drawn[each] for each in sorted(drawn))
            for number, glyph in drawn.items():  # where it begins to be drawn, by which readers place it
                metrics[number] = metrics[number][0], struct.unpack_from(">H", glyph, 2)[0] if glyph else 0
        outlines = [self._outline(parts) for parts in self._parts]
        face._ttf_data = data + b"".join(outlines)
        face.glyphPos = [*own_places, *accumulate(map(len, outlines), initial=len(data) - start)]
        face.hmetrics = metrics
        for parts, width in zip(self._parts, self._widths, strict=True):
            face.hmetrics.append((min(max(width, 0), 0xFFFF), self._box(parts)[0] & 0xFFFF))
        table = self._face.get_table
        face.get_table = lambda tag: face._ttf_data[start:] if tag == "glyf" else table(tag)
        return face

    def _outline(self, parts: Sequence[_Part]) -> bytes:
        if not parts:
            return b""
        data = struct.pack(">hhhhh", -1, *self._box(parts))
        for at, (number, x, y) in enumerate(parts, 1):
            flags = _WORDS | _PLACES | (_MORE if at < len(parts) else 0)
            data += struct.pack(">HHhh", flags, number, x, y)
        return data

    def _within_reach(self, number: int, x: int, y: int) -> _Part:
        """A glyph at a place; where that is too far off, at the nearest that is not."""
        left, bottom, right, top = self._box(((number, 0, 0),))
        return number, max(min(x, _MOST - right), _LEAST - left), max(min(y, _MOST - top), _LEAST - bottom)

    def _box(self, parts: Sequence[_Part]) -> tuple[int, int, int, int]:
        """What parts reach together: left, bottom, right, top."""
        start = self._face.get_table_pos("glyf")[0]
        boxes: list[tuple[int, int, int, int]] = []
        for number, x, y in parts:
            if self._font.is_postscript:
                if glyph := quadratic_glyph(self._font.shaper, number):
                    left, bottom, right, top = struct.unpack_from(">hhhh", glyph, 2)
                    boxes.append((left + x, bottom + y, right + x, top + y))
                continue
            begin, end = self._face.glyphPos[number], self._face.glyphPos[number + 1]
            if end > begin:
                left, bottom, right, top = struct.unpack_from(">hhhh", self._face._ttf_data, start + begin + 2)
                boxes.append((left + x, bottom + y, right + x, top + y))
        if not boxes:
            return (0, 0, 0, 0)
        lefts, bottoms, rights, tops = zip(*boxes, strict=True)
        return min(lefts), min(bottoms), max(rights), max(tops)
