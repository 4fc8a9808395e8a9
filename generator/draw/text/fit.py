"""Fitting text into a box: wrap at spaces, shrink to a floor, keep inline icons whole, never cut in silence.

Widths are those at size 1, scaled, so that another size costs an addition a word; lines are made at the one chosen.
"""

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil
from typing import Literal, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from generator.core.choices import mm_from_points
from generator.draw.marks.bidi import LEFTWARDS, mostly_leftwards
from generator.draw.marks.fonts import Font, clusters
from generator.draw.marks.picture import Picture
from generator.draw.text import markup
from generator.draw.text.line_breaks import BREAKABLE, is_unspaced
from generator.draw.text.markup import MARKED, Stretch
from generator.draw.text.text_lines import TextLine, directed_words, height_of, line_of, simple_line
from generator.draw.text.words import PLAIN, Atom, Fonts, Look, Ruler, Run, Word, with_reading

LINE_HEIGHT = 1.2  # of the font size
STEP = 0.25  # points between two sizes tried


class StyledFonts(Protocol):
    """The fonts of a family."""

    def __call__(self, bold: bool, italic: bool, text: str) -> Fonts:  # noqa: FBT001
        """Those for a text in bold, in italic, or in both; none where there are none."""

    def plain(self, bold: bool, italic: bool, text: str) -> list[str]:  # noqa: FBT001
        """Those behind them, by name, that draw its letters though they are not so."""

    def fitting(self, fonts: Fonts, text: str) -> Fonts:
        """The fonts of the family's role for a text, as bold and as slanted as the first of them."""


Align = Literal["left", "center", "right", "start", "justify"]  # start: where reading begins
VAlign = Literal["top", "middle", "bottom"]

_HYPHENS = frozenset("-\u2010\u2013\u2014/")  # a word may be broken behind them
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
    styled: "StyledFonts | None" = field(default=None, compare=False)  # bold and italic, each with its fallbacks
    looks: "dict[str, Look]" = field(default_factory=dict, hash=False)  # by the name of a style
    language: str = ""  # by whose syllables words may be broken; empty: not at all
    leftwards: bool = False  # a text without letters runs from right to left


class FittedText(Struct, frozen=True):
    """Text in its box: the size chosen (points) and the lines; or, where it does not fit, what is too much."""

    size: float
    lines: tuple[TextLine, ...]
    missing: tuple[str, ...] = ()  # characters that no font has
    lines_over: int = 0  # lines too many at the smallest size
    broken: tuple[str, ...] = ()  # words that are cut in two where nothing shows it, as "over|flow"
    unstyled: tuple[tuple[str, str], ...] = ()  # a font, and what it has not: "bold", "italic", "bold italic"


class _Paragraph(NamedTuple):
    """Words in a row, and where each begins and ends if they stand on one line, at size 1."""

    words: list[Word]
    lefts: list[float]
    rights: list[float]
    ends: list[float]  # of a line that ends with the word: its hyphen counts
    heights: list[float]  # of the line's, where some words are larger than the others; else none
    leftwards: bool  # it runs from right to left
    simple: bool  # all words look alike, run rightwards and are parted by spaces


_Starts = list[list[int]]  # of each paragraph, the words that begin a line


class Fitter:
    """Fits texts into the boxes of one theme."""

    def __init__(self) -> None:
        self._ruler = Ruler()

    def fit(self, text: str, box: TextArea) -> FittedText:
        """The largest size at which ``text`` fits ``box``, between its smallest and largest, and its lines."""
        paragraphs, faults = self._read(text, box)
        if not any(paragraph.words for paragraph in paragraphs):
            return replace(faults, size=box.largest)
        step, starts = _largest(paragraphs, box)
        if starts is None:
            return _squeezed(paragraphs, box, faults)
        if box.align == "center" and any(len(begins) > 1 for begins in starts):
            starts = _balanced(paragraphs, box.width / mm_from_points(_size(box, step)), starts)
        lines = [
            simple_line(row.words[begin:end]) if row.simple else line_of(row.words[begin:end], row.leftwards)
            for row, begin, end in _spans(paragraphs, starts)
        ]
        if box.align == "justify" or any(line.align for line in lines):
            limit = box.width / mm_from_points(_size(box, step))
            ends = [end == len(row.words) for row, _, end in _spans(paragraphs, starts)]
            lines = [
                line if end or (line.align or box.align) != "justify" else line.justified(limit)
                for line, end in zip(lines, ends, strict=True)
            ]
        return FittedText(_size(box, step), tuple(lines), faults.missing, unstyled=faults.unstyled)

    def check(self, text: str, box: TextArea) -> FittedText:
        """What is wrong with a text in a box, as `fit` finds it; its size and lines are not worked out."""
        paragraphs, faults = self._read(text, box)
        words = any(paragraph.words for paragraph in paragraphs)
        if words and _starts_at(_last_step(box), paragraphs, box) is None:
            return replace(_squeezed(paragraphs, box, faults), lines=())
        return faults

    def _read(self, text: str, box: TextArea) -> tuple[list[_Paragraph], FittedText]:
        """A text's paragraphs, and what is wrong with it whatever its size."""
        ascii_only = text.isascii()
        if not ascii_only:
            text = unicodedata.normalize("NFC", text)
        paragraphs: list[_Paragraph] = []
        missing: list[str] = []
        around = int(box.leftwards or mostly_leftwards(text))
        if not MARKED.search(text):
            fonts = box.fonts if box.styled is None else box.styled.fitting(box.fonts, text)
            plain = ascii_only or not (LEFTWARDS.search(text) or BREAKABLE.search(text))
            simple = plain and not (box.language or around)
            for part in text.split("\n"):
                words, lost = self._ruler.words(part, fonts, box.icons, language=box.language)
                leftwards = False
                if not simple:
                    words, leftwards = directed_words(words, around=around)
                paragraphs.append(_in_a_row(words, leftwards=leftwards, simple=simple))
                missing += lost
            return paragraphs, FittedText(box.smallest, (), tuple(dict.fromkeys(missing)))
        unstyled: dict[tuple[str, str], None] = {}
        for stretches in markup.paragraphs(markup.read_marks(text, box.icons, box.looks)):
            line = self._ruler.line([_part(stretch, box, unstyled) for stretch in stretches], box.icons, box.language)
            words, leftwards = directed_words(line.words, around=around)
            paragraphs.append(_in_a_row(words, leftwards=leftwards))
            missing += [character for _, character in line.missing]
        return paragraphs, FittedText(box.smallest, (), tuple(dict.fromkeys(missing)), unstyled=tuple(unstyled))


def _part(stretch: Stretch, box: TextArea, unstyled: dict[tuple[str, str], None]) -> Run:
    """A stretch in the fonts and the look that it asks for; what there is no font for is noted."""
    fonts = box.fonts if box.styled is None else box.styled.fitting(box.fonts, stretch.text)
    if stretch.bold or stretch.italic:
        style = stretch.bold, stretch.italic
        styled_fonts = box.styled(*style, stretch.text) if box.styled else ()
        lacking = [] if styled_fonts or not stretch.text.strip() else [fonts[0].name]
        if styled_fonts and box.styled and not stretch.text.isascii():
            lacking = box.styled.plain(*style, stretch.text)
        fonts = styled_fonts or fonts
        style_name = " ".join(["bold"] * stretch.bold + ["italic"] * stretch.italic)
        unstyled.update(dict.fromkeys([(name, style_name) for name in lacking]))
    look = PLAIN
    for name in stretch.styles:
        own = box.looks[name]
        scale, align = own.scale * look.scale, own.align or look.align
        lines = tuple(sorted({*look.lines, *own.lines}))
        look = Look(own.colour or look.colour, scale, own.effect or look.effect, align=align, lines=lines)
    if stretch.reading:
        read = with_reading(look, stretch.reading, fonts)
        # What no font has is told of it, as if it stood behind the words.
        return Run(stretch.text if read else stretch.text + stretch.reading, fonts, look=read or look)
    return Run(stretch.text, fonts, look=look)


def _largest(paragraphs: list[_Paragraph], box: TextArea) -> tuple[int, _Starts | None]:
    """The step of the largest size at which a text fits without breaking words, and where its lines begin then.

    Where it fits at none that is the last step.
    """
    last = _last_step(box)
    starts = _starts_at(0, paragraphs, box)
    if not last or starts is not None:
        return 0, starts
    # What fits at one size fits at every smaller one.
    step = bisect_left(range(last), 1, lo=1, key=lambda step: int(_starts_at(step, paragraphs, box) is not None))
    return step, _starts_at(step, paragraphs, box)


def _in_a_row(words: list[Word], *, leftwards: bool = False, simple: bool = False) -> _Paragraph:
    lefts, rights, x = [], [], 0.0
    for word in words:
        lefts.append(x + word.space - word.lead)
        x += word.space + word.width
        rights.append(x)
    ends = rights
    if not simple and any(word.hyphen for word in words):
        ends = [right + word.tail for right, word in zip(rights, words, strict=True)]
    heights = [] if simple else [height_of(word.atoms) for word in words]
    if all(high == 1 for high in heights):
        heights = []
    return _Paragraph(words, lefts, rights, ends, heights, leftwards, simple)


def _size(box: TextArea, step: int) -> float:
    """The size tried at a step: a quarter of a point less each, and the smallest at last."""
    return max(box.largest - step * STEP, box.smallest)


def _last_step(box: TextArea) -> int:
    return ceil((box.largest - box.smallest) / STEP - _HAIR)


def _room(box: TextArea, size: float) -> float:
    """How many lines the box has room for, and what is left over."""
    lines = (box.height + 0.01) / (mm_from_points(size) * box.leading)
    return min(lines, box.most_lines + _HAIR) if box.most_lines else lines


def _starts_at(step: int, paragraphs: list[_Paragraph], box: TextArea) -> _Starts | None:
    size = _size(box, step)
    return _starts(paragraphs, box.width / mm_from_points(size), _room(box, size))


def _starts(paragraphs: list[_Paragraph], limit: float, room: float) -> _Starts | None:
    """Where lines no wider than ``limit`` (at size 1) begin; None where a word is wider, or lines are too many."""
    limit += _HAIR
    starts: _Starts = []
    for words, lefts, rights, ends, heights, *_ in paragraphs:
        begins = [0]
        at, end = 0, bisect_right(ends, lefts[0] + limit) if words else 0
        while end < len(words):
            if end == at:
                return None
            begins.append(end)
            at, end = end, bisect_right(ends, lefts[end] + limit)
        if len(begins) > 1 and begins[-1] == len(words) - 1 and words[-1].is_icon:
            _keep_icon(begins, lefts, rights, limit)
        room -= len(begins)
        if heights:
            room -= sum([max(heights[begin:end]) - 1 for begin, end in pairwise([*begins, len(words)])])
        if room < 0:
            return None
        starts.append(begins)
    return starts


def _keep_icon(begins: list[int], lefts: list[float], rights: list[float], limit: float) -> None:
    """An icon that would be a line of its own takes the word before it along, if they fit and that is not alone."""
    last = len(rights) - 1
    if begins[-2] < last - 1 and rights[last] - lefts[last - 1] <= limit:
        begins[-1] = last - 1


def _spans(paragraphs: list[_Paragraph], starts: _Starts) -> Iterator[tuple[_Paragraph, int, int]]:
    """Each line as its paragraph, its first word and the word after its last."""
    for paragraph, begins in zip(paragraphs, starts, strict=True):
        for begin, end in zip(begins, [*begins[1:], len(paragraph.words)], strict=True):
            yield paragraph, begin, end


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


def _squeezed(paragraphs: list[_Paragraph], box: TextArea, faults: FittedText) -> FittedText:
    """Text that fits at the smallest size if words wider than a line are broken; or how much of it does not."""
    limit, room = box.width / mm_from_points(box.smallest) + _HAIR, _room(box, box.smallest)
    lines: list[TextLine] = []
    broken: list[str] = []
    for words, *_, leftwards, _ in paragraphs:
        line_words: list[Word] = []  # of the line not yet full
        for word in words:
            if line_words and line_of([*line_words, word]).width > limit:
                lines.append(line_of(line_words, leftwards))
                line_words = []
            if word.width > limit:
                *full, last = parts = _broken(word, limit)
                broken += [f"{_text(a)}|{_text(b)}" for a, b in pairwise(parts) if _is_cut(a, b)]
                lines += [line_of([Word(part.atoms, part.width, (), 0.0)], leftwards) for part in full]
                word = Word(last.atoms, last.width, (), 0.0)
            line_words.append(word)
        lines.append(line_of(line_words, leftwards))
    if any(line.width > limit for line in lines):  # a single letter, or an icon
        room = 0
    over = sum([line.height for line in lines]) - room
    if over > 0:
        return replace(faults, lines_over=ceil(over))
    return replace(faults, lines=tuple(lines), broken=tuple(broken))


def _text(line: TextLine) -> str:
    return "".join([atom.text for atom in line.atoms])


def _is_cut(first: TextLine, second: TextLine) -> bool:
    """Whether a reader would take two parts of a word for two words: no hyphen is between them, and no icon.

    Scripts without spaces between their words are broken anywhere.
    """
    (source, before, *_), (next_source, after, *_) = first.atoms[-1], second.atoms[0]
    if isinstance(source, Picture) or isinstance(next_source, Picture):
        return False
    return all(sign.isalnum() and not is_unspaced(sign) for sign in (before[-1], after[0]))


def _broken(word: Word, limit: float) -> list[TextLine]:
    """A word wider than a line, cut after its hyphens where it has some, else between any two characters."""
    lines: list[TextLine] = []
    pieces: list[Atom] = []
    for atom in word.atoms:
        parts = [atom.text] if isinstance(atom.source, Picture) else clusters(atom.text)
        pieces += [atom.measured(part) for part in parts]
    at = 0
    while at < len(pieces):
        end, total = at, 0.0
        while end < len(pieces) and (end == at or total + pieces[end].width <= limit):
            total += pieces[end].width
            end += 1
        if end < len(pieces):
            end = next((cut for cut in range(end, at, -1) if pieces[cut - 1].text in _HYPHENS), end)
        while (line := _joined(pieces[at:end])).width > limit and end > at + 1:  # joined, some letters get wider
            end -= 1
        lines.append(line)
        at = end
    return lines


def _joined(pieces: Sequence[Atom]) -> TextLine:
    atoms: list[Atom] = []
    for piece in pieces:
        if atoms and atoms[-1].goes_with(piece):
            atoms[-1] = atoms[-1]._replace(text=atoms[-1].text + piece.text)
        else:
            atoms.append(piece)
    atoms = [atom.measured(atom.text) for atom in atoms]
    return TextLine(tuple(atoms), sum([atom.width for atom in atoms]), height_of(atoms))
