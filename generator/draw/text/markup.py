r"""Marks within a text: ``**bold**``, ``_italic_``, ``{style: words}``, ``\n`` for a line break, ``\*`` for the sign;
``{漢字|かんじ}`` has its reading above.

Only a pair is a mark, and only at the edges of words: ``snake_case``, ``2 * 3`` and a lone ``**`` print as they are.
A style is one of the theme's; other words in braces are left to the icons, or print as they are.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize

from generator.core.readings import READING
from generator.draw.text.line_breaks import is_unspaced

# A text without any of these has no marks.
MARKED = re.compile(r"[\\_{]|\*\*")

_ESCAPE = r"\\[!-/:-@\[-`{-~n]"


class Stretch(NamedTuple):
    """A part of a text in one look."""

    text: str
    bold: bool = False
    italic: bool = False
    styles: tuple[str, ...] = ()  # the outermost first
    reading: str = ""  # what is above it in small letters


class _Sign(NamedTuple):
    kind: str  # "**", "***", "_", "{", "}", or empty where it is none
    text: str  # what prints where it is not a mark
    name: str = ""  # of the style that it opens
    apart: bool = False  # what prints is not to be read together with what is beside it
    reading: str = ""  # what is above it


def read_marks(text: str, icons: Iterable[str], styles: Iterable[str]) -> list[Stretch]:
    """The stretches of a text, in order; never a problem: what is not a mark prints as it is.

    Args:
        text: as it is written; line breaks stay in the stretches.
        icons: what stands for a picture; marks inside are none.
        styles: the names of the theme's.
    """
    signs = _signs(text, _pattern(tuple(icons), tuple(styles)))
    pairs = _pairs(text, signs)
    stretches: list[Stretch] = []
    bold = italic = 0
    names: tuple[str, ...] = ()
    together = False  # with what is before
    for number, (_, sign) in enumerate(signs):
        if number not in pairs:
            if together and not sign.apart:
                stretches[-1] = stretches[-1]._replace(text=stretches[-1].text + sign.text)
            else:
                stretches.append(Stretch(sign.text, bold > 0, italic > 0, names, sign.reading))
            together = not sign.apart
            continue
        together = False
        step = 1 if pairs[number] > number else -1
        bold += step * sign.kind.startswith("**")
        italic += step * (sign.kind in ("_", "***"))
        if sign.kind == "{":
            names = (*names, sign.name)
        elif sign.kind == "}":
            names = names[:-1]
    return stretches


def lone_marks(text: str, icons: Iterable[str], styles: Iterable[str]) -> list[tuple[int, str]]:
    """Where ``**``, or what begins a style, stands without its other half, and what is there."""
    signs = _signs(text, _pattern(tuple(icons), tuple(styles)))
    pairs = _pairs(text, signs)
    lone = [signs[number] for number in range(len(signs)) if number not in pairs]
    return [(at, sign.text) for at, sign in lone if sign.kind in ("**", "***", "{")]


def crossed_marks(text: str, icons: Iterable[str], styles: Iterable[str]) -> list[int]:
    """Where ``_`` opens words that end beyond those around them, as in ``**one _two** three_``; neither counts."""
    signs = _signs(text, _pattern(tuple(icons), tuple(styles)))
    pairs = _pairs(text, signs)
    lines = [n for n, (_, sign) in enumerate(signs) if sign.kind == "_" and n not in pairs]
    ends = sorted(n for n, closer in pairs.items() if closer < n)
    return [
        signs[opener][0]
        for opener, closer in pairwise(lines)
        if _opens(text, signs[opener][0], "_")
        and text[signs[closer][0] - 1].strip()
        and any(pairs[end] < opener < end < closer for end in ends)
    ]


def in_capitals(text: str, icons: Iterable[str], styles: Iterable[str], language: str = "") -> str:
    """The text in capitals as its language has them, but for the names of icons and styles."""
    pattern = _pattern(tuple(icons), tuple(styles))
    parts: list[str] = []
    at = 0
    for match in pattern.finditer(text):
        parts += [_capitals(text[at : match.start()], language[:2]), match[0]]
        at = match.end()
    return "".join([*parts, _capitals(text[at:], language[:2])])


def _capitals(text: str, language: str) -> str:
    if language in ("tr", "az"):
        text = text.replace("i", "İ")
    elif language == "el":  # capitals have no accents, but for the two dots
        text = normalize("NFC", re.sub("(?<=[Α-ω])(\u0308?)\u0301", r"\1", normalize("NFD", text)))
    return text.upper()


def paragraphs(stretches: Iterable[Stretch]) -> Iterator[list[Stretch]]:
    """The stretches of each line that the writer broke."""
    here: list[Stretch] = []
    for stretch in stretches:
        first, *lines = stretch.text.split("\n")
        here.append(stretch._replace(text=first))
        for line in lines:
            yield here
            here = [stretch._replace(text=line)]
    yield here


@lru_cache(maxsize=64)
def _pattern(icons: tuple[str, ...], styles: tuple[str, ...]) -> re.Pattern[str]:
    tokens = "|".join(re.escape(token) for token in sorted(icons, key=len, reverse=True) if token)
    names = "|".join(re.escape(name) for name in sorted(styles, key=len, reverse=True) if name)
    opens = rf"\{{(?P<name>{names}): *|(?P<end>\}})" if names else r"(?P<name>(?!))|(?P<end>(?!))"
    stress = rf"(?P<escape>{_ESCAPE})|(?P<stars>\*\*+)|(?P<lines>_+)"
    return re.compile(rf"(?P<icon>{tokens or '(?!)'})|{stress}|{READING}|{opens}")


def _signs(text: str, pattern: re.Pattern[str]) -> list[tuple[int, _Sign]]:
    """All that may be a mark, and what is between, each with where it begins."""
    signs: list[tuple[int, _Sign]] = []
    at = 0
    for match in pattern.finditer(text):
        if match.start() > at:
            signs.append((at, _Sign("", text[at : match.start()])))
        at = match.end()
        kind = ""
        sign_text = match[0]
        if match["escape"]:
            sign_text = "\n" if sign_text == "\\n" else sign_text[1]
        elif (match["stars"] and len(sign_text) <= 3) or sign_text == "_":
            kind = sign_text
        elif match["base"]:
            sign_text = match["base"]
        elif match["name"]:
            kind = "{"
        elif match["end"]:
            kind = "}"
        apart = bool(match["escape"] or match["icon"] or match["base"])
        signs.append((match.start(), _Sign(kind, sign_text, match["name"] or "", apart, match["reading"] or "")))
    if at < len(text):
        signs.append((at, _Sign("", text[at:])))
    return signs


def _pairs(text: str, signs: list[tuple[int, _Sign]]) -> dict[int, int]:
    """By its number, the other sign of each that belongs to a pair. Pairs lie in one another or apart."""
    pairs: dict[int, int] = {}
    opened: list[tuple[str, int]] = []
    count = {"**": 0, "***": 0, "_": 0, "{": 0}
    for number, (at, sign) in enumerate(signs):
        if not sign.kind:
            continue
        closes = "{" if sign.kind == "}" else sign.kind
        if sign.kind != "{" and count[closes] and (sign.kind == "}" or _closes(text, at, sign.kind, opened, signs)):
            while True:
                kind, start = opened.pop()
                count[kind] -= 1
                if kind == closes:
                    break
            pairs[start], pairs[number] = number, start
        elif sign.kind == "{" or (sign.kind != "}" and _opens(text, at, sign.kind)):
            opened.append((sign.kind, number))
            count[sign.kind] += 1
    return pairs


def _opens(text: str, at: int, kind: str) -> bool:
    after = text[at + len(kind) : at + len(kind) + 1]
    return bool(after.strip()) and (kind != "_" or not _is_word(text[at - 1 : at]))


def _closes(text: str, at: int, kind: str, opened: list[tuple[str, int]], signs: list[tuple[int, _Sign]]) -> bool:
    before, after = text[max(at - 1, 0) : at], text[at + len(kind) : at + len(kind) + 1]
    if not before.strip():
        return False
    if not _is_word(after):
        return True
    # In the middle of a word a pair ends where it began at a word's edge: **Un**lucky.
    start = next(signs[number][0] for name, number in reversed(opened) if name == kind)
    return kind != "_" and not (start and _is_word(text[start - 1]))


def _is_word(character: str) -> bool:
    """Whether a character is part of a word; in scripts without spaces all edges are."""
    return character.isalnum() and not is_unspaced(character)
