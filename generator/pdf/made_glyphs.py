"""Glyphs that a font's file does not have: letters with their marks in place, made for a PDF.

In a PDF a mark that is raised above its letter would be a text of its own on a line of its own, for whoever copies or
searches. So letter and marks become one glyph, made of those that the font has (OpenType, *glyf*: composite glyphs).
"""

import struct
from collections.abc import Collection, Sequence
from copy import copy
from itertools import accumulate
from typing import Any

from generator.draw.marks.fonts import Font
from generator.draw.marks.shaping import Glyph
from generator.pdf.quadratic import quadratic_glyph

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
