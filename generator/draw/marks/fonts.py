"""Fonts: files with their widths. What reportlab would not print in is refused as it refuses it."""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any
from unicodedata import category, combining

from generator.core.escape import CONTROL
from generator.draw.marks.font_sources import at_weight, open_font, without_outlines
from generator.draw.marks.fontfile import MAX_BYTES, Axis, ColourLayer, check_font
from generator.draw.marks.shaping import Glyph, Shaper, is_ignored

# Drawn with the next character where a font lacks the first: they differ in width or breaking only.
STAND_INS = {"\u202f": "\u00a0", "\u00a0": " ", "\u2011": "-", "\u2010": "-", "\u3000": "\u2003", "\t": " "}
STAND_INS |= dict.fromkeys("\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u205f", " ")

MOST_NAMED = 5  # characters in a message
MOST_MARKS = 30  # on one letter, as in Unicode's stream-safe texts (UAX #15); each is drawn above the one before

# What reading a font may raise whose tables are there, but hold nonsense.
_DAMAGE = (struct.error, ArithmeticError, AttributeError, LookupError, TypeError)

# What is one sign with the character before it: am in Thai and Lao, tones of skin; or with the one behind it: vowels
# that are written before their consonant, and what joins emoji. Two letters of flags are one flag.
_BEHIND = frozenset("\u0e33\u0eb3\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
_BEFORE = frozenset("\u200d\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4")
_FLAGS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
_VIRAMA = 9  # joins a letter of India to the next

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159")  # letters and signs that are empty on purpose


@dataclass(frozen=True, slots=True)
class Font:
    """One font. Equal and hashed by its name, which is also its name in a PDF canvas, and by how it is set."""

    name: str
    path: Path = field(compare=False)
    ascent: float = field(compare=False)  # of an em of 1
    descent: float = field(compare=False)  # of an em of 1, negative
    cap_height: float = field(compare=False)  # of an em of 1
    glyphs: dict[int, int] = field(compare=False, repr=False)  # by code point
    shaper: Shaper = field(compare=False, repr=False)
    face: Any = field(compare=False, repr=False)  # as reportlab reads it, and prints in it
    ligatures: bool = True  # whether letters may be joined to one sign
    axes: tuple[Axis, ...] = field(default=(), compare=False)  # it varies along these, and is at their defaults
    layers: dict[int, tuple[ColourLayer, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )  # of letters in colours
    is_postscript: bool = field(default=False, compare=False)  # then ``face`` has no outlines, but ``shaper``
    is_restricted: bool = field(default=False, compare=False)  # it says that it must not be embedded

    def has(self, character: str) -> bool:
        """Whether the font can draw this character."""
        return ord(character) in self.glyphs

    def glyphs_of(self, word: str, *, leftwards: bool = False) -> Sequence[Glyph]:
        """The glyphs of a word from left to right.

        Raises:
            ValueError: the font lacks a character.
        """
        glyphs = self.shaper.word(word, leftwards=leftwards).glyphs if word else ()
        if any(not glyph.number for glyph in glyphs):
            lost = next((sign for sign in word if not self.has(sign)), word[0])
            raise ValueError(f"{self.name} has no {lost!r} (U+{ord(lost):04X})")
        return glyphs

    def width(self, text: str, *, leftwards: bool = False) -> float:
        """The advance of ``text`` at size 1. Every character must be in the font."""
        return self.shaper.width(text, leftwards=leftwards)


@lru_cache(maxsize=64)
def load(path: Path, *, ligatures: bool = True, number: int = 0, weight: float | None = None) -> Font:
    """Read a font file.

    Args:
        path: a TrueType or OpenType font, alone, in a collection or packed for web pages.
        ligatures: whether letters may be joined to one sign.
        number: of the font in a collection, from 1 on.
        weight: of a variable font.

    Raises:
        ValueError: the file is not a font with outlines, or is damaged.
    """
    try:
        data = open_font(_bytes(path), number)
        file = check_font(data)
        if weight is not None:
            data = at_weight(data, file.axes, weight)
            file = check_font(data)
        face = _face(path, without_outlines(data) if file.is_postscript else data)
        shaper = Shaper(data, face.unitsPerEm, () if ligatures else (("liga", False), ("clig", False)))

        def is_unseen(glyph: int) -> bool:
            bare = not shaper.has_outline(glyph) if file.is_postscript else glyph in file.unseen
            return bare and not file.layers.get(glyph)

        # Some fonts have glyphs, empty ones, for characters that only steer or whose colours are elsewhere: none is to
        # reach a page.
        glyphs = {
            code: glyph
            for code, glyph in face.charToGlyph.items()
            if not (CONTROL.match(chr(code)) or (_has_ink(chr(code)) and is_unseen(glyph)))
        }
        ascent, descent, capitals = [height / 1000 for height in (face.ascent, face.descent, face.capHeight)]
        name = path.stem + (f"#{number}" if number else "") + ("" if weight is None else f"@{weight:g}")
        rest = file.axes, file.layers, file.is_postscript, file.is_restricted
        return Font(name, path, ascent, descent, capitals, glyphs, shaper, face, ligatures, *rest)
    except OSError as error:
        raise ValueError(f"{path.name}: {(error.strerror or 'it cannot be read').lower()}") from None
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}") from None
    except _DAMAGE:
        raise ValueError(f"{path.name}: the file is damaged: its tables make no sense") from None


def _has_ink(character: str) -> bool:
    """Whether a character is seen: letters, figures and signs are; marks need not be where fonts join them."""
    return category(character)[0] in "LNPS" and character not in _BLANK


def forget_fonts() -> None:
    """Read every font again from now on (for a program that runs while files change)."""
    load.cache_clear()


def _bytes(path: Path) -> bytes:
    if not path.is_file():  # a folder, or a device or pipe, which may never end
        raise ValueError("this is not a file")
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"the file is larger than {MAX_BYTES // 1024**2} MiB")
    return data


def _face(path: Path, data: bytes) -> Any:
    """A font's bytes as reportlab reads them, whatever the file holds by now.

    Raises:
        ValueError: it cannot read them.
    """
    from reportlab.pdfbase.ttfonts import TTFError, TTFontFace

    file = BytesIO(data)
    file.name = str(path)
    try:
        return TTFontFace(file)
    except TTFError as error:
        raise ValueError(str(error)) from None


def split_by_font(text: str, fonts: Sequence[Font]) -> tuple[list[tuple[Font, str]], list[str]]:
    """Cut ``text`` into runs, each in the first font of the chain that has its characters.

    Returns the runs and the characters that no font has (these are left out of the runs): also a letter with more
    marks on it than are drawn.
    """
    first = fonts[0]
    short = len(text) <= MOST_MARKS or text.isascii()
    if all(ord(character) in first.glyphs for character in text) and (short or not any(map(_is_heap, clusters(text)))):
        return [(first, text)] if text else [], []
    runs: list[tuple[Font, str]] = []
    missing: list[str] = []
    for cluster in clusters(text):
        if _is_heap(cluster):
            missing.append(cluster)
            continue
        cluster_runs = _font_for(cluster, fonts)
        if cluster_runs is None:
            cluster_runs, lost = _by_characters(cluster, fonts)
            missing += lost
        for font, drawn in cluster_runs:
            if runs and runs[-1][0] is font:
                runs[-1] = (font, runs[-1][1] + drawn)
            elif drawn:
                runs.append((font, drawn))
    return runs, missing


def clusters(text: str) -> Iterator[str]:
    """A text's characters, each with what is one sign with it and is to come from the same font."""
    start = 0
    for at in range(1, len(text)):
        sign, before = text[at], text[at - 1]
        is_joined = sign in _BEHIND or before in _BEFORE or combining(before) == _VIRAMA
        is_joined |= at == start + 1 and sign in _FLAGS and before in _FLAGS
        if not (is_joined or is_ignored(sign) or category(sign)[0] == "M"):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def named(missing: Sequence[str]) -> str:
    """What no font has, as `split_by_font` gives it, for a message."""
    return ", ".join(map(_named, dict.fromkeys(missing[:MOST_NAMED])))


def _named(lost: str) -> str:
    if len(lost) > 1:
        return f"{lost[0]!r} (U+{ord(lost[0]):04X}) with more than {MOST_MARKS} marks on it"
    return f"{lost!r} (U+{ord(lost):04X})"


def _is_heap(cluster: str) -> bool:
    """Whether a letter has more marks on it than are drawn."""
    return len(cluster) > MOST_MARKS and sum(category(sign)[0] == "M" for sign in cluster[1:]) > MOST_MARKS


def _font_for(cluster: str, fonts: Sequence[Font]) -> list[tuple[Font, str]] | None:
    """The first font that has all of a cluster's characters, with that or with what stands in for it."""
    drawn: str | None = cluster
    while drawn is not None:
        for font in fonts:
            if all(font.has(character) or is_ignored(character) for character in drawn):
                return [(font, drawn)]
        drawn = STAND_INS.get(drawn)
    return None


def _by_characters(cluster: str, fonts: Sequence[Font]) -> tuple[list[tuple[Font, str]], list[str]]:
    """Each character of a cluster in a font of its own, and those that no font has."""
    runs: list[tuple[Font, str]] = []
    missing: list[str] = []
    for character in cluster:
        character_runs = _font_for(character, fonts)
        if character_runs is None:
            missing.append(character)
        else:
            runs += character_runs
    return runs, missing
