"""Fonts: TrueType files with their widths, read by reportlab so that what is measured is what is printed."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from generator.escape import CONTROL
from generator.marks.fontfile import MAX_BYTES, check_font

# Drawn with the next character where a font lacks the first: they differ in width or breaking only.
STAND_INS = {"\u202f": "\u00a0", "\u00a0": " ", "\u2011": "-", "\u2010": "-"}


# What reading a font may raise whose tables are there, but hold nonsense.
_DAMAGE = (struct.error, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Font:
    """One TrueType file. Equal and hashed by its name, which is also its name in a PDF canvas."""

    name: str
    path: Path = field(compare=False)
    ascent: float = field(compare=False)  # of an em of 1
    descent: float = field(compare=False)  # of an em of 1, negative
    cap_height: float = field(compare=False)  # of an em of 1
    widths: dict[int, float] = field(compare=False, repr=False)  # by code point, of an em of 1
    reportlab: Any = field(compare=False, repr=False)  # its TTFont, registered

    def has(self, character: str) -> bool:
        """Whether the font can draw this character."""
        return ord(character) in self.widths

    def width(self, text: str) -> float:
        """The advance of ``text`` at size 1. Every character must be in the font."""
        widths = self.widths
        return sum([widths[ord(character)] for character in text])


@lru_cache(maxsize=64)
def widest(one: Font, other: Font) -> Font | None:
    """A font to measure with alone, each of whose letters is as wide as the wider of two fonts' is.

    What fits in it fits in both. None where they do not have the same characters.
    """
    if one.widths.keys() != other.widths.keys():
        return None
    widths = {code: max(width, other.widths[code]) for code, width in one.widths.items()}
    return replace(one, name=f"{one.name}, {other.name}", widths=widths)


@lru_cache(maxsize=64)
def load(path: Path) -> Font:
    """Read and register a TrueType font file.

    Raises:
        ValueError: the file is not a TrueType font with glyf outlines, or may not be embedded.
    """
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    name = path.stem
    try:
        check_font(_bytes(path))
        font = TTFont(name, str(path))
        face = font.face
        default = face.defaultWidth
        # Some fonts have glyphs, empty ones, for characters that only steer: none is to reach a page.
        drawable = (code for code in face.charToGlyph if not CONTROL.match(chr(code)))
        widths = {code: face.charWidths.get(code, default) / 1000 for code in drawable}
        measures = face.ascent / 1000, face.descent / 1000, face.capHeight / 1000
        loaded = Font(name, path, *measures, widths, font)
    except OSError as error:
        raise ValueError(f"{path.name}: {(error.strerror or 'it cannot be read').lower()}") from None
    except (TTFError, *_DAMAGE) as error:
        raise ValueError(f"{path.name}: {error}") from None
    pdfmetrics.registerFont(font)
    return loaded


def _bytes(path: Path) -> bytes:
    if not path.is_file():  # a folder, or a device or pipe, which may never end
        raise ValueError("this is no file")
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"the file is larger than {MAX_BYTES // 1024**2} MiB")
    return data


def split_by_font(text: str, fonts: Sequence[Font]) -> tuple[list[tuple[Font, str]], list[str]]:
    """Cut ``text`` into runs, each in the first font of the chain that has its characters.

    Returns the runs and the characters that no font has (these are left out of the runs).
    """
    first = fonts[0]
    if all(ord(character) in first.widths for character in text):
        return [(first, text)] if text else [], []
    runs: list[tuple[Font, str]] = []
    missing: list[str] = []
    for character in text:
        found = _font_for(character, fonts)
        if found is None:
            missing.append(character)
            continue
        font, drawn = found
        if runs and runs[-1][0] is font:
            runs[-1] = (font, runs[-1][1] + drawn)
        else:
            runs.append((font, drawn))
    return runs, missing


def _font_for(character: str, fonts: Sequence[Font]) -> tuple[Font, str] | None:
    drawn: str | None = character
    while drawn is not None:
        for font in fonts:
            if font.has(drawn):
                return font, drawn
        drawn = STAND_INS.get(drawn)
    return None
