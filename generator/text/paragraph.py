"""Paragraphs: runs in several fonts to words, words to lines that are about equally long."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from generator.marks.picture import Picture
from generator.text.direction import directed_words, runs_leftwards
from generator.text.fit import TextLine, line_of
from generator.text.line_breaks import is_unspaced
from generator.text.words import MOST_ATOMS, PLAIN, Fonts, Icons, Look, Ruler, TextPart, Word

Note = Callable[[str, str, int, int], None]  # rule, what is wrong with the word, line, column

_HAIR = 1e-6  # what sums of widths may be out by
_MOST_ON_A_LINE = 400  # words; keeps the time linear whatever the words
_OPERATOR = re.compile("[+−±×=/–—]")  # no line starts with one
_WEAK = re.compile("[(“«]?[+−±]?[0-9]{1,3}|[^\\W\\d_]")  # a number parted from what it counts; a single letter
_WEAK_COST = 0.02
_STUB = 0.14  # a last line shorter than this share of the width looks lost ...
_STUB_COST = 0.12  # ... as much as lines that are this much shorter, squared, than they could be


class Run(NamedTuple):
    """Text in one font (with its fallbacks behind it), and where it stands in its file."""

    text: str
    fonts: Fonts
    line: int
    column: int
    look: Look = PLAIN


class PlacedWord(NamedTuple):
    """A word, and where it stands in its file. ``weak``: a line had better not end with it."""

    word: Word
    line: int
    column: int
    weak: bool = False


def split(runs: Sequence[Run], ruler: Ruler, icons: Icons, note: Note) -> list[PlacedWord]:
    """The words of a paragraph. A word may change its font within; characters that no font has are noted."""
    texts = [unicodedata.normalize("NFC", run.text) for run in runs]
    line = ruler.line([TextPart(text, run.fonts, run.look) for text, run in zip(texts, runs, strict=True)], icons)
    for number, character in dict.fromkeys(line.missing):
        run, name = runs[number], f"{character!r} (U+{ord(character):04X})"
        note("missing-glyph", name, run.line, run.column + max(texts[number].find(character), 0))
    words: list[PlacedWord] = []
    at, before = 0, -1
    directed, _ = directed_words(line.words)
    for word, number in zip(directed, line.parts, strict=True):
        run = runs[number]
        at = at if number == before else 0
        at = max(texts[number].find(word.atoms[0].text, at) if word.atoms else at, at)
        words.append(PlacedWord(word, run.line, run.column + at))
        before = number
    return _tied(words)


def _tied(words: Sequence[PlacedWord]) -> list[PlacedWord]:
    """The words, those put together between which no line should break."""
    tied: list[PlacedWord] = []
    for placed in words:
        texts = "".join([atom.text for atom in placed.word.atoms])
        icon = bool(placed.word.atoms) and isinstance(placed.word.atoms[0].source, Picture)
        room = tied and len(tied[-1].word.atoms) < MOST_ATOMS
        if room and (icon or _OPERATOR.fullmatch(texts)):
            tied[-1] = tied[-1]._replace(word=tied[-1].word.joined(placed.word), weak=False)
        else:
            tied.append(placed._replace(weak=_WEAK.fullmatch(texts) is not None and not is_unspaced(texts[-1])))
    return tied


def natural_width(words: Sequence[PlacedWord]) -> float:
    """The width of all words on one line, at size 1."""
    return sum(placed.word.width + (placed.word.space if number else 0.0) for number, placed in enumerate(words))


def break_lines(words: Sequence[PlacedWord], limit: float) -> list[TextLine]:
    """Lines no wider than ``limit`` (at size 1), as few as can be and as even as they then can be.

    A word that is wider stands on a line of its own.
    """
    best = [0.0] * (len(words) + 1)  # the cost of all lines from this word on
    ends = [0] * len(words)
    line_cost = 10.0 * limit * limit  # one line fewer is worth more than any evenness
    for start in range(len(words) - 1, -1, -1):
        best[start] = float("inf")
        width = 0.0
        for end in range(start + 1, min(len(words), start + _MOST_ON_A_LINE) + 1):
            word = words[end - 1].word
            width += word.width + (word.space if end - 1 > start else 0.0)
            if width > limit + _HAIR and end > start + 1:
                break
            cost = line_cost + best[end] + _unevenness(width, limit, last=end == len(words))
            if words[end - 1].weak and end < len(words):
                cost += _WEAK_COST * limit * limit
            if cost <= best[start]:
                best[start], ends[start] = cost, end
    lines: list[TextLine] = []
    at = 0
    leftwards = runs_leftwards(words[0].word.atoms) if words else False
    while at < len(words):
        lines.append(line_of([placed.word for placed in words[at : ends[at]]], leftwards))
        at = ends[at]
    return lines


def count_lines(words: Sequence[PlacedWord], limit: float) -> int:
    """How many lines `break_lines` makes: a paragraph without words none."""
    lines, width = 0, 0.0
    for placed in words:
        word = placed.word
        if lines and width + word.space + word.width <= limit + _HAIR:
            width += word.space + word.width
        else:
            lines, width = lines + 1, word.width
    return lines


def _unevenness(width: float, limit: float, *, last: bool) -> float:
    slack = max(limit - width, 0.0)
    if last:
        return _STUB_COST * limit * limit if width < _STUB * limit else 0.0
    return slack * slack
