"""Words as glyphs: kerned, joined and put in order by HarfBuzz, each word once.

Words are shaped apart from one another: what a font would do across a space is not done, so that a word is as wide
wherever it stands.
"""

from functools import cached_property
from typing import Any, NamedTuple

from generator.draw.marks.bidi import STEERING, STEERS

MOST_WORDS = 20_000  # remembered of a font
# Steer shaping and breaking, draw nothing.
_IGNORED = frozenset("\u00ad\u034f\u200b\u200c\u200d\u2060\ufe0e\ufe0f" + STEERS)


class Glyph(NamedTuple):
    """A glyph of a shaped word; lengths in units of the font."""

    number: int
    text: str  # what it stands for; empty where the glyph before it stands for that too
    advance: int
    x: int  # how far it is drawn from where it is
    y: int


class ShapedWord(NamedTuple):
    """A word's glyphs from left to right, and its width at size 1."""

    glyphs: tuple[Glyph, ...]
    width: float


class Shaper:
    """Shapes words in one font, remembering them."""

    def __init__(self, data: bytes, units: int, features: tuple[tuple[str, bool], ...] = ()) -> None:
        self.data = data
        self.units = units
        self._features = dict(features)
        self._known: tuple[dict[str, ShapedWord], dict[str, ShapedWord]] = ({}, {})  # rightwards, leftwards
        self._glyphs: dict[Glyph, Glyph] = {}  # each once, as words share them

    @cached_property
    def _engine(self) -> tuple[Any, Any]:
        import uharfbuzz

        return uharfbuzz, uharfbuzz.Font(uharfbuzz.Face(self.data))

    @cached_property
    def blank(self) -> float:
        """The width of a space at size 1."""
        return self.word(" ").width

    def word(self, text: str, *, leftwards: bool = False) -> ShapedWord:
        """The glyphs of a text without spaces. What the font lacks is glyph 0."""
        cache = self._known[leftwards]
        shaped = cache.get(text)
        if shaped is None:
            if len(cache) >= MOST_WORDS:
                cache.clear()
                self._glyphs.clear()
            shaped = cache[text] = self._shape(text, leftwards=leftwards)
        return shaped

    def width(self, text: str, *, leftwards: bool = False) -> float:
        """The advance of a text at size 1."""
        if " " not in text:
            return self.word(text, leftwards=leftwards).width if text else 0.0
        words = text.split(" ")
        wide = sum([self.word(word, leftwards=leftwards).width for word in words if word])
        return wide + (len(words) - 1) * self.blank

    def outline(self, number: int, pen: Any) -> None:
        """Have a glyph's outline drawn by a pen (fontTools' names: ``moveTo`` …), in units of the font, y upwards."""
        self._engine[1].draw_glyph_with_pen(number, pen)

    def has_outline(self, number: int) -> bool:
        """Whether a glyph draws anything by itself."""
        extents = self._engine[1].get_glyph_extents(number)
        return extents is not None and bool(extents.width and extents.height)

    def advance(self, number: int) -> int:
        """How wide a glyph is, in units of the font."""
        return int(self._engine[1].get_glyph_h_advance(number))

    def _shape(self, text: str, *, leftwards: bool) -> ShapedWord:
        text = STEERING.sub("", text)
        if not text:
            return ShapedWord((), 0.0)
        library, font = self._engine
        buffer = library.Buffer()
        buffer.cluster_level = library.BufferClusterLevel.MONOTONE_GRAPHEMES
        buffer.flags = library.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if leftwards else "ltr"
        library.shape(font, buffer, self._features)
        starts = [info.cluster for info in buffer.glyph_infos]
        texts = _texts(text, starts)
        glyphs = [
            Glyph(info.codepoint, part, place.x_advance, place.x_offset, place.y_offset)
            for info, part, place in zip(buffer.glyph_infos, texts, buffer.glyph_positions, strict=True)
        ]
        glyphs = [self._glyphs.setdefault(glyph, glyph) for glyph in glyphs]
        return ShapedWord(tuple(glyphs), sum([glyph.advance for glyph in glyphs]) / self.units)


def is_ignored(character: str) -> bool:
    """Whether a character draws nothing in any font, and need be in none."""
    return character in _IGNORED


def _texts(text: str, starts: list[int]) -> list[str]:
    """The part of a text that each glyph stands for, by where the glyphs' clusters start."""
    order = sorted(set(starts))
    bounds = [0, *order[1:], len(text)]
    parts = {start: text[begin:end] for start, begin, end in zip(order, bounds, bounds[1:], strict=False)}
    return [parts.pop(start, "") for start in starts]
