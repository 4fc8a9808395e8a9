"""Fitting text into a box: wrap at spaces, shrink to a floor, keep inline icons whole, never cut in silence.

Widths are kept for a size of 1 and scaled, so that trying another size costs an addition a word.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from generator.face.fonts import Font, split_by_font
from generator.face.marks import IDENTITY, Mark, Matrix, Placed, Text, multiply
from generator.face.drawing import Picture
from generator.units import mm_from_points

LINE_HEIGHT = 1.2  # of the font size
STEP = 0.25  # points between two sizes tried
ICON_HEIGHT = 1.0  # of the font size
ICON_DROP = 0.14  # how far an icon reaches below the baseline, of the font size

Align = Literal["left", "center", "right"]
VAlign = Literal["top", "middle", "bottom"]

# Marks that French sets apart with a space stay with their word, whatever sort of space was typed.
KEEPS_BEFORE = re.compile(r"[!?:;»%€]+")
KEEPS_AFTER = re.compile(r"«")
WORDS = re.compile(r" +")


@dataclass(frozen=True, slots=True)
class Box:
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


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text in its box: the size chosen (points) and the lines; or, where it does not fit, what is too much."""

    size: float
    lines: "tuple[Line, ...]"
    missing: tuple[str, ...] = ()  # characters that no font has
    lines_over: int = 0  # lines too many at the smallest size


Atom = tuple[Font | Picture, str, float]  # font and its run (or an icon and its name), width at size 1


@dataclass(frozen=True, slots=True)
class Line:
    """The runs of one line, with its width at size 1."""

    atoms: tuple[Atom, ...]
    width: float


@dataclass(slots=True)
class _Word:
    atoms: list[Atom]
    width: float
    space: float  # width of the spaces before it, at size 1


class Fitter:
    """Fits texts into boxes, remembering the words it has measured."""

    def __init__(self) -> None:
        self._words: dict[tuple[tuple[Font, ...], str], tuple[list[Atom], float, tuple[str, ...]]] = {}

    def fit(self, text: str, box: Box) -> Fitted:
        """The largest size at which ``text`` fits ``box``, between its smallest and largest."""
        text = unicodedata.normalize("NFC", text) if not text.isascii() else text
        missing: list[str] = []
        paragraphs = [self._measure(part, box, missing) for part in text.split("\n")]
        if not any(paragraphs):
            return Fitted(box.largest, (), tuple(dict.fromkeys(missing)))
        size = box.largest
        while True:
            whole = size - STEP >= box.smallest - 1e-9
            limit = box.width / mm_from_points(size)
            lines = _wrap(paragraphs, limit, break_words=not whole)
            room = _room(box, size)
            if lines is not None and len(lines) <= room:
                if box.align == "center" and len(lines) > len(paragraphs):
                    lines = _balanced(paragraphs, limit, lines)
                return Fitted(size, tuple(lines), tuple(dict.fromkeys(missing)))
            if not whole:
                over = len(lines or ()) - room
                return Fitted(size, (), tuple(dict.fromkeys(missing)), over)
            size = max(size - STEP, box.smallest)

    def _measure(self, paragraph: str, box: Box, missing: list[str]) -> list[_Word]:
        words: list[_Word] = []
        glue = 0.0
        stick = False
        for piece in _pieces(paragraph):
            if piece.isspace() and piece[0] == " ":
                glue = len(piece) * box.fonts[0].width(" ")
                continue
            atoms, width, lost = self._word(piece, box)
            missing += lost
            if words and (stick or KEEPS_BEFORE.fullmatch(piece)):
                last = words[-1]
                if glue:
                    last.atoms = [*last.atoms, (box.fonts[0], " ", glue)]
                last.atoms, last.width = [*last.atoms, *atoms], last.width + glue + width
            else:
                words.append(_Word(atoms, width, glue))
            stick, glue = bool(KEEPS_AFTER.fullmatch(piece)), 0.0
        return words

    def _word(self, word: str, box: Box) -> tuple[list[Atom], float, tuple[str, ...]]:
        key = (box.fonts, word)
        known = self._words.get(key)
        if known is None:
            known = self._words[key] = _atoms(word, box)
        return known


def _pieces(paragraph: str) -> list[str]:
    pieces, end = [], 0
    for match in WORDS.finditer(paragraph):
        if match.start() > end:
            pieces.append(paragraph[end : match.start()])
        pieces.append(match.group())
        end = match.end()
    if end < len(paragraph):
        pieces.append(paragraph[end:])
    return pieces


def _atoms(word: str, box: Box) -> tuple[list[Atom], float, tuple[str, ...]]:
    atoms: list[Atom] = []
    missing: list[str] = []
    for part in _icon_parts(word, box.icons):
        picture = box.icons.get(part)
        if picture is not None:
            atoms.append((picture, part, ICON_HEIGHT * picture.width / picture.height))
            continue
        runs, lost = split_by_font(part, box.fonts)
        missing += lost
        atoms += [(font, run, font.width(run)) for font, run in runs]
    return atoms, sum(width for _, _, width in atoms), tuple(missing)


def _icon_parts(word: str, icons: dict[str, Picture]) -> list[str]:
    if not any(token in word for token in icons):
        return [word]
    pattern = "|".join(re.escape(token) for token in sorted(icons, key=len, reverse=True))
    return [part for part in re.split(f"({pattern})", word) if part]


def _room(box: Box, size: float) -> int:
    lines = int((box.height + 0.01) / (mm_from_points(size) * box.leading))
    return min(lines, box.most_lines) if box.most_lines else lines


def _wrap(paragraphs: list[list[_Word]], limit: float, *, break_words: bool) -> list[Line] | None:
    """Lines no wider than ``limit`` (at size 1); None where a word is wider and may not be broken."""
    limit += 1e-6
    lines: list[Line] = []
    for words in paragraphs:
        atoms: list[Atom] = []
        width = 0.0
        for word in words:
            if word.width > limit:
                if not break_words:
                    return None
                if atoms:
                    lines.append(Line(tuple(atoms), width))
                *full, last = _broken(word, limit)
                lines += full
                atoms, width = list(last.atoms), last.width
            elif atoms and width + word.space + word.width > limit:
                lines.append(Line(tuple(atoms), width))
                atoms, width = list(word.atoms), word.width
            else:
                if atoms and word.space:
                    atoms.append((atoms[0][0], " ", word.space))
                    width += word.space
                atoms += word.atoms
                width += word.width
        lines.append(Line(tuple(atoms), width))
    return lines


def _balanced(paragraphs: list[list[_Word]], limit: float, lines: list[Line]) -> list[Line]:
    """The same number of lines, as even as they can be: centred text with one word on its last line looks lost."""
    narrow, wide = max(line.width for line in lines) / 2, limit
    for _ in range(7):
        middle = (narrow + wide) / 2
        tried = _wrap(paragraphs, middle, break_words=False)
        if tried is not None and len(tried) <= len(lines):
            lines, wide = tried, middle
        else:
            narrow = middle
    return lines


def _broken(word: _Word, limit: float) -> list[Line]:
    """A word wider than a line, cut between characters."""
    lines: list[Line] = []
    atoms: list[Atom] = []
    total = 0.0
    for source, text, width in word.atoms:
        parts = [(text, width)] if isinstance(source, Picture) else [(c, source.width(c)) for c in text]
        for part, advance in parts:
            if atoms and total + advance > limit:
                lines.append(Line(tuple(atoms), total))
                atoms, total = [], 0.0
            if atoms and atoms[-1][0] is source and not isinstance(source, Picture):
                atoms[-1] = (source, atoms[-1][1] + part, atoms[-1][2] + advance)
            else:
                atoms.append((source, part, advance))
            total += advance
    lines.append(Line(tuple(atoms), total))
    return lines


def place(fitted: Fitted, box: Box, matrix: Matrix = IDENTITY) -> list[Mark]:
    """The marks of a fitted text. Capitals sit in the middle of their line box, so that rows line up by eye."""
    size = mm_from_points(fitted.size)
    pitch = size * box.leading
    spare = box.height - pitch * len(fitted.lines)
    top = box.y + {"top": 0.0, "middle": spare / 2, "bottom": spare}[box.valign]
    marks: list[Mark] = []
    for row, line in enumerate(fitted.lines):
        baseline = top + pitch * (row + 0.5) + box.fonts[0].cap_height * size / 2
        slack = box.width - line.width * size
        x = box.x + {"left": 0.0, "center": slack / 2, "right": slack}[box.align]
        marks += _line_marks(line, x, baseline, size, box, matrix)
    return marks


def _line_marks(line: Line, x: float, baseline: float, size: float, box: Box, matrix: Matrix) -> list[Mark]:
    marks: list[Mark] = []
    run: list[str] = []
    run_font: Font | None = None
    run_x = x

    def flush() -> None:
        if run_font is not None and run:
            marks.append(Text("".join(run), run_font, size, run_x, baseline, matrix, box.colour))
            run.clear()

    for source, text, width in line.atoms:
        if isinstance(source, Font):
            if source is not run_font or not run:
                flush()
                run_font, run_x = source, x
            run.append(text)
        elif text.isspace():  # the space after an icon: nothing to draw
            flush()
        else:
            flush()
            scale = ICON_HEIGHT * size / source.height
            at = (scale, 0.0, 0.0, scale, x, baseline + ICON_DROP * size - ICON_HEIGHT * size)
            marks.append(Placed(source.drawing, multiply(matrix, at)))
        x += width * size
    flush()
    return marks


def overflow_message(fitted: Fitted, box: Box) -> str:
    """What is too much, in words."""
    lines = f"{fitted.lines_over} line{'s' if fitted.lines_over != 1 else ''} too many"
    return f"does not fit at {box.smallest:g} pt: {lines}"


def characters(missing: Sequence[str]) -> str:
    """Characters with their code points, for a message."""
    return ", ".join(f"{character!r} (U+{ord(character):04X})" for character in missing[:5])
