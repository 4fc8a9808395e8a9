"""Paragraphs: runs in several fonts to words, words to lines that are about equally long."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from generator.draw.marks.fonts import named
from generator.draw.marks.picture import Picture
from generator.draw.text.line_breaks import is_unspaced
from generator.draw.text.text_lines import TextLine, directed_words, line_of
from generator.draw.text.words import MOST_ATOMS, Icons, Ruler, Run, Word

Note = Callable[[str, str, int, int], None]  # rule, what is wrong with the word, line, column

_HAIR = 1e-6  # what sums of widths may be out by
_MOST_ON_A_LINE = 400  # words; keeps the time linear whatever the words
_OPERATORS = frozenset("+−±×=/–—")  # no line starts with one
_WEAK = re.compile("[(“«]?[+−±]?[0-9]{1,3}|[^\\W\\d_]")  # a number parted from what it counts; a single letter
_LONGEST_WEAK = 5  # characters
_WEAK_COST = 0.02
_HYPHEN_COST = 0.01  # a line had better not end within a word
_STUB = 0.14  # a last line shorter than this share of the width looks lost ...
_STUB_COST = 0.12  # ... as much as lines that are this much shorter, squared, than they could be


class PlacedWord(NamedTuple):
    """A word, and where it is in its file. ``weak``: a line had better not end with it."""

    word: Word
    line: int
    column: int
    weak: bool = False
    leftwards: bool = False  # its paragraph runs from right to left


def split(
    runs: Sequence[Run], ruler: Ruler, icons: Icons, note: Note, language: str = "", base: int | None = None
) -> list[PlacedWord]:
    """The words of a paragraph. A word may change its font within; characters that no font has are noted.

    With a ``language`` words may be broken behind its syllables. ``base`` is as `levels` takes it.
    """
    runs = [run._replace(text=unicodedata.normalize("NFC", run.text)) for run in runs]
    line = ruler.line(runs, icons, language)
    for number, character in dict.fromkeys(line.missing):
        run = runs[number]
        note("missing-glyph", named([character]), run.line, run.column + max(run.text.find(character), 0))
    words: list[PlacedWord] = []
    at, before = 0, -1
    directed, leftwards = directed_words(line.words, base)
    for word, number in zip(directed, line.parts, strict=True):
        run = runs[number]
        at = at if number == before else 0
        at = max(run.text.find(word.atoms[0].text, at) if word.atoms else at, at)
        words.append(PlacedWord(word, run.line, run.column + at, leftwards=leftwards))
        before = number
    return _tied(words)


def _tied(words: Sequence[PlacedWord]) -> list[PlacedWord]:
    """The words, those put together between which no line should break."""
    tied: list[PlacedWord] = []
    for placed in words:
        atoms = placed.word.atoms
        texts = atoms[0].text if len(atoms) == 1 else "".join([atom.text for atom in atoms])
        icon = bool(atoms) and isinstance(atoms[0].source, Picture)
        if tied and (icon or texts in _OPERATORS) and len(tied[-1].word.atoms) < MOST_ATOMS:
            tied[-1] = tied[-1]._replace(word=tied[-1].word.joined(placed.word), weak=False)
        elif len(texts) <= _LONGEST_WEAK and _WEAK.fullmatch(texts) and not is_unspaced(texts[-1]):
            tied.append(placed._replace(weak=True))
        else:
            tied.append(placed)
    return tied


def natural_width(words: Sequence[PlacedWord]) -> float:
    """The width of all words on one line, at size 1."""
    return sum(placed.word.width + (placed.word.space if number else 0.0) for number, placed in enumerate(words))


def break_lines(words: Sequence[PlacedWord], limit: float) -> list[TextLine]:
    """Lines no wider than ``limit`` (at size 1), as few as can be and as even as they then can be.

    A word that is wider stands on a line of its own.
    """
    ends = _ends(words, limit)
    lines: list[TextLine] = []
    at = 0
    leftwards = bool(words) and words[0].leftwards
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


def _ends(words: Sequence[PlacedWord], limit: float) -> list[int]:
    """Where a line that begins with each word had better end: the number of the word after it."""
    count, room = len(words), limit + _HAIR
    widths = [placed.word.width for placed in words]
    onward = [placed.word.width + placed.word.space for placed in words]
    tails = [placed.word.tail for placed in words] if any(placed.word.hyphen for placed in words) else []
    best = [0.0] * (count + 1)  # the cost of all lines from this word on
    ends = [0] * count
    line_cost = 10.0 * limit * limit  # one line fewer is worth more than any evenness
    weak_cost, stub_cost, hyphen_cost = (share * limit * limit for share in (_WEAK_COST, _STUB_COST, _HYPHEN_COST))
    for start in range(count - 1, -1, -1):
        least, choice, width = float("inf"), 0, widths[start] + words[start].word.lead
        for end in range(start + 1, min(count, start + _MOST_ON_A_LINE) + 1):
            if end > start + 1:
                width += onward[end - 1]
                if width > room:
                    break
                if tails and width + tails[end - 1] > room:
                    continue
            if end == count:
                cost = line_cost + (stub_cost if width < _STUB * limit else 0.0)
            else:
                slack = limit - width if width < limit else 0.0
                cost = line_cost + best[end] + slack * slack
                if tails and words[end - 1].word.hyphen:
                    cost += hyphen_cost
                if words[end - 1].weak:
                    cost += weak_cost
            if cost <= least:
                least, choice = cost, end
        best[start], ends[start] = least, choice
    return ends
