"""Fitting text into a box: wrap at spaces, shrink to a floor, keep inline icons whole, never cut in silence.

Widths are those at size 1, scaled, so that trying another size costs an addition a word; lines are made only at the
size that is chosen.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil
from typing import Literal, NamedTuple

from generator.marks.fonts import Font, clusters
from generator.marks.picture import Picture
from generator.text.words import Atom, Ruler, Word
from generator.units import mm_from_points

LINE_HEIGHT = 1.2  # of the font size
STEP = 0.25  # points between two sizes tried

Align = Literal["left", "center", "right"]
VAlign = Literal["top", "middle", "bottom"]

_HYPHENS = frozenset("-\u2010\u2013\u2014/")  # a word may be broken behind them
# Thai, Lao, Tibetan, Burmese, Khmer; the wide characters of East Asia besides.
_UNSPACED = re.compile(r"[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff]")

_BALANCING = 7  # halvings of the line's width
_HAIR = 1e-6  # what sums of widths may be out by


@dataclass(frozen=True, slots=True)
class TextArea:
    """A rectangle for text, in mm; sizes in points."""

    x: float
    y: float
    width: float
    height: float
    fonts: tuple[Font, ...]  # the box's own, then its fallbacks
    largest: float
    smallest: float
    align: Align = "left"
    valign: VAlign = "top"
    leading: float = LINE_HEIGHT
    most_lines: int = 0  # 0: as many as fit
    icons: "dict[str, Picture]" = field(default_factory=dict, hash=False)
    colour: str = "#000000"
    outline: float = 0.0  # mm: the line of letters drawn as outlines; 0: filled
    outlined_above: float = 0.0  # points: up to this size they are filled nevertheless


@dataclass(frozen=True, slots=True)
class TextLine:
    """The runs of one line, with its width at size 1."""

    atoms: tuple[Atom, ...]
    width: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text in its box: the size chosen (points) and the lines; or, where it does not fit, what is too much."""

    size: float
    lines: tuple[TextLine, ...]
    missing: tuple[str, ...] = ()  # characters that no font has
    lines_over: int = 0  # lines too many at the smallest size
    broken: tuple[str, ...] = ()  # words that are cut in two where nothing shows it, as "over|flow"


class _Paragraph(NamedTuple):
    """Words in a row, and where each begins and ends if they stand on one line, at size 1."""

    words: list[Word]
    lefts: list[float]
    rights: list[float]


_Starts = list[list[int]]  # of each paragraph, the words that begin a line


class Fitter:
    """Fits texts into the boxes of one theme."""

    def __init__(self) -> None:
        self._ruler = Ruler()

    def fit(self, text: str, box: TextArea) -> Fitted:
        """The largest size at which ``text`` fits ``box``, between its smallest and largest, and its lines."""
        paragraphs, missing = self._read(text, box)
        if not any(paragraph.words for paragraph in paragraphs):
            return Fitted(box.largest, (), missing)
        step = _largest(paragraphs, box)
        starts = _starts_at(step, paragraphs, box)
        if starts is None:
            return _squeezed(paragraphs, box, missing)
        if box.align == "center" and any(len(begins) > 1 for begins in starts):
            starts = _balanced(paragraphs, box.width / mm_from_points(_size(box, step)), starts)
        lines = [_line(row.words[begin:end]) for row, begin, end in _spans(paragraphs, starts)]
        return Fitted(_size(box, step), tuple(lines), missing)

    def check(self, text: str, box: TextArea) -> Fitted:
        """What is wrong with a text in a box, as `fit` finds it; its size and lines are not worked out."""
        paragraphs, missing = self._read(text, box)
        words = any(paragraph.words for paragraph in paragraphs)
        if words and _starts_at(_last_step(box), paragraphs, box) is None:
            return replace(_squeezed(paragraphs, box, missing), lines=())
        return Fitted(box.smallest, (), missing)

    def _read(self, text: str, box: TextArea) -> tuple[list[_Paragraph], tuple[str, ...]]:
        """A text's paragraphs, and the characters that no font has."""
        if not text.isascii():
            text = unicodedata.normalize("NFC", text)
        paragraphs: list[_Paragraph] = []
        missing: list[str] = []
        for part in text.split("\n"):
            words, lost = self._ruler.words(part, box.fonts, box.icons)
            paragraphs.append(_in_a_row(words))
            missing += lost
        return paragraphs, tuple(dict.fromkeys(missing))


def _largest(paragraphs: list[_Paragraph], box: TextArea) -> int:
    """The step of the largest size at which a text fits without breaking words; the last one where none does."""
    last = _last_step(box)
    if not last or _starts_at(0, paragraphs, box) is not None:
        return 0
    # What fits at one size fits at every smaller one.
    return bisect_left(range(last), 1, lo=1, key=lambda step: int(_starts_at(step, paragraphs, box) is not None))


def _in_a_row(words: list[Word]) -> _Paragraph:
    lefts, rights, x = [], [], 0.0
    for _, width, _, space in words:
        lefts.append(x + space)
        x += space + width
        rights.append(x)
    return _Paragraph(words, lefts, rights)


def _size(box: TextArea, step: int) -> float:
    """The size tried at a step: a quarter of a point less each, and the smallest at last."""
    return max(box.largest - step * STEP, box.smallest)


def _last_step(box: TextArea) -> int:
    return ceil((box.largest - box.smallest) / STEP - _HAIR)


def _room(box: TextArea, size: float) -> int:
    """How many lines the box has room for."""
    lines = int((box.height + 0.01) / (mm_from_points(size) * box.leading))
    return min(lines, box.most_lines) if box.most_lines else lines


def _starts_at(step: int, paragraphs: list[_Paragraph], box: TextArea) -> _Starts | None:
    size = _size(box, step)
    return _starts(paragraphs, box.width / mm_from_points(size), _room(box, size))


def _starts(paragraphs: list[_Paragraph], limit: float, room: int) -> _Starts | None:
    """Where lines no wider than ``limit`` (at size 1) begin; None where a word is wider, or lines are too many."""
    limit += _HAIR
    starts: _Starts = []
    for words, lefts, rights in paragraphs:
        begins = [0]
        at, end = 0, bisect_right(rights, lefts[0] + limit) if words else 0
        while end < len(words):
            if end == at:
                return None
            begins.append(end)
            at, end = end, bisect_right(rights, lefts[end] + limit)
        room -= len(begins)
        if room < 0:
            return None
        starts.append(begins)
    return starts


def _spans(paragraphs: list[_Paragraph], starts: _Starts) -> Iterator[tuple[_Paragraph, int, int]]:
    """Each line as its paragraph, its first word and the word after its last."""
    for paragraph, begins in zip(paragraphs, starts, strict=True):
        for begin, end in zip(begins, [*begins[1:], len(paragraph.words)], strict=True):
            yield paragraph, begin, end


def _line(words: Sequence[Word]) -> TextLine:
    atoms: list[Atom] = []
    total = 0.0
    for number, (runs, width, before, space) in enumerate(words):
        if number:
            atoms += before
            total += space
        atoms += runs
        total += width
    return TextLine(tuple(atoms), total)


def _balanced(paragraphs: list[_Paragraph], limit: float, starts: _Starts) -> _Starts:
    """The same number of lines, as even as they can be: centred text with one word on its last line looks lost."""
    count = sum(map(len, starts))
    widths = [row.rights[end - 1] - row.lefts[begin] for row, begin, end in _spans(paragraphs, starts) if row.words]
    narrow, wide = max(widths) / 2, limit
    for _ in range(_BALANCING):
        middle = (narrow + wide) / 2
        tried = _starts(paragraphs, middle, count)
        if tried is not None:
            starts, wide = tried, middle
        else:
            narrow = middle
    return starts


def _squeezed(paragraphs: list[_Paragraph], box: TextArea, missing: tuple[str, ...]) -> Fitted:
    """Text that fits at the smallest size if words wider than a line are broken; or how much of it does not."""
    limit, room = box.width / mm_from_points(box.smallest) + _HAIR, _room(box, box.smallest)
    lines: list[TextLine] = []
    broken: list[str] = []
    for words, _, _ in paragraphs:
        rest: list[Word] = []  # of the line not yet full
        for word in words:
            if rest and _line([*rest, word]).width > limit:
                lines.append(_line(rest))
                rest = []
            if word.width > limit:
                *full, last = parts = _broken(word, limit)
                broken += [f"{_text(one)}|{_text(two)}" for one, two in pairwise(parts) if _is_cut(one, two)]
                lines += full
                word = Word(last.atoms, last.width, (), 0.0)
            rest.append(word)
        lines.append(_line(rest))
    if any(line.width > limit for line in lines):  # a single letter, or an icon
        room = 0
    if len(lines) > room:
        return Fitted(box.smallest, (), missing, len(lines) - room)
    return Fitted(box.smallest, tuple(lines), missing, broken=tuple(broken))


def _text(line: TextLine) -> str:
    return "".join(text for _, text, _ in line.atoms)


def _is_cut(one: TextLine, two: TextLine) -> bool:
    """Whether a reader would take two parts of a word for two words: no hyphen stands between them, and no icon.

    Scripts without spaces between their words are broken anywhere.
    """
    (source, before, _), (other, after, _) = one.atoms[-1], two.atoms[0]
    if isinstance(source, Picture) or isinstance(other, Picture):
        return False
    return all(sign.isalnum() and not _is_unspaced(sign) for sign in (before[-1], after[0]))


def _is_unspaced(character: str) -> bool:
    """Whether words of the character's script are not parted by spaces: Chinese, Japanese, Thai and the like."""
    return unicodedata.east_asian_width(character) in ("W", "F") or bool(_UNSPACED.match(character))


def _broken(word: Word, limit: float) -> list[TextLine]:
    """A word wider than a line, cut after its hyphens where it has some, else between any two characters."""
    lines: list[TextLine] = []
    pieces: list[Atom] = []
    for source, text, width in word.atoms:
        if isinstance(source, Picture):
            pieces.append((source, text, width))
        else:
            pieces += [(source, cluster, source.width(cluster)) for cluster in clusters(text)]
    at = 0
    while at < len(pieces):
        end, total = at, 0.0
        while end < len(pieces) and (end == at or total + pieces[end][2] <= limit):
            total += pieces[end][2]
            end += 1
        if end < len(pieces):
            end = next((cut for cut in range(end, at, -1) if pieces[cut - 1][1] in _HYPHENS), end)
        while (line := _joined(pieces[at:end])).width > limit and end > at + 1:  # joined, some letters get wider
            end -= 1
        lines.append(line)
        at = end
    return lines


def _joined(pieces: Sequence[Atom]) -> TextLine:
    atoms: list[Atom] = []
    for source, text, width in pieces:
        if atoms and atoms[-1][0] is source and not isinstance(source, Picture):
            atoms[-1] = (source, atoms[-1][1] + text, 0.0)
        else:
            atoms.append((source, text, width))
    measured = [atom if isinstance(atom[0], Picture) else (atom[0], atom[1], atom[0].width(atom[1])) for atom in atoms]
    return TextLine(tuple(measured), sum([width for _, _, width in measured]))
