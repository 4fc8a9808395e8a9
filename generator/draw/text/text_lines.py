"""Lines of text: words in a row, as they are drawn."""

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.marks.bidi import ICON, LEFTWARDS, base_of, in_order, levels
from generator.draw.marks.fonts import clusters
from generator.draw.marks.picture import Picture
from generator.draw.text.line_breaks import IDEOGRAPHIC
from generator.draw.text.words import PLAIN, Atom, Word


class TextLine(Struct, frozen=True):
    """The runs of one line, with its width at size 1."""

    atoms: tuple[Atom, ...]
    width: float
    height: float = 1.0  # of the others', where it has larger words
    leftwards: bool = False  # its paragraph runs from right to left
    spread: float = 0.0  # how much wider each of its spaces is, at size 1

    @property
    def align(self) -> str:
        """Where it stands, if its first words say so."""
        return self.atoms[0].look.align if self.atoms else ""

    def justified(self, width: float) -> "TextLine":
        """The line as wide as ``width`` (at size 1), by its spaces, and between letters of Chinese and Japanese."""
        atoms = tuple([part for atom in self.atoms for part in _parted(atom)])
        gaps, wide = sum([atom.is_gap for atom in atoms]), sum([atom.width for atom in atoms])
        return replace(self, atoms=atoms, width=width, spread=(width - wide) / gaps) if gaps else self


def _parted(atom: Atom) -> list[Atom]:
    """A run in the letters of Chinese and Japanese that it has, with gaps between them."""
    if isinstance(atom.source, Picture) or atom.look.reading or not IDEOGRAPHIC.search(atom.text):
        return [atom]
    parts: list[Atom] = []
    for sign in clusters(atom.text):
        if parts and IDEOGRAPHIC.match(sign) and IDEOGRAPHIC.match(parts[-1].text[-1:]):
            parts.append(atom._replace(text="", width=0.0))
        elif parts and not parts[-1].is_gap and not sign.isspace():
            sign = parts.pop().text + sign
        parts.append(atom.measured(sign))
    return parts


def simple_line(words: Sequence[Word]) -> TextLine:
    """The line that words make which all look alike, run rightwards and are parted by spaces."""
    atoms: list[Atom] = []
    total = 0.0
    for number, word in enumerate(words):
        if number:
            atoms += word.before
            total += word.space
        atoms += word.atoms
        total += word.width
    return TextLine(tuple(atoms), total)


def line_of(words: Sequence[Word], leftwards: bool = False) -> TextLine:  # noqa: FBT001, FBT002 - as TextLine has it
    """The line that words make."""
    line = simple_line(words)
    atoms, total = list(line.atoms), line.width
    if words and (words[0].lead or any(not word.before for word in words[1:])):
        whole = Word((), 0.0, (), 0.0)
        for number, word in enumerate(words):
            whole = whole.joined(word if number else word._replace(before=(), space=0.0))
        whole = whole.hyphened() if whole.hyphen else whole
        atoms = [atom.measured(atom.text) for atom in whole.atoms]
        total = sum([atom.width for atom in atoms])
    elif words and words[-1].hyphen:
        last = words[-1].hyphened()
        atoms[-1] = last.atoms[-1]
        total += last.width - words[-1].width
    return TextLine(left_to_right(atoms), total, height_of(atoms), leftwards)


def height_of(atoms: Sequence[Atom]) -> float:
    """How high a line with these runs is, of what it is in the font size alone."""
    return max([1.0, *[atom.look.height for atom in atoms if atom.look is not PLAIN]])


def directed_words(words: Sequence[Word], base: int | None = None, around: int = 0) -> tuple[list[Word], bool]:
    """A paragraph's words, each run with its level and measured so; and whether the paragraph runs leftwards.

    ``base`` is as `levels` takes it; without it, a paragraph without letters runs as the text ``around`` it.
    """
    runs = [atom for word in words for atom in (*word.before, *word.atoms)]
    text = "".join([ICON if isinstance(atom.source, Picture) else atom.text for atom in runs])
    if not (base or around or LEFTWARDS.search(text)):
        return list(words), False
    base, run_levels = levels(text, base_of(text, around) if base is None else base)
    at = 0
    directed: list[Word] = []
    for word in words:
        parts: list[list[Atom]] = []
        for own in (word.before, word.atoms):
            parts.append([])
            for atom in own:
                size = 1 if isinstance(atom.source, Picture) else len(atom.text)
                parts[-1] += _cut(atom, run_levels[at : at + size])
                at += size
        before, atoms = parts
        width, space = (sum([atom.width for atom in part]) for part in (atoms, before))
        directed.append(word._replace(atoms=tuple(atoms), width=width, before=tuple(before), space=space))
    return directed, base == 1


def _cut(atom: Atom, run_levels: Sequence[int]) -> list[Atom]:
    """A run in parts of one level each."""
    if isinstance(atom.source, Picture):
        return [atom._replace(level=run_levels[0])]
    parts: list[Atom] = []
    at = 0
    for level, run in groupby(run_levels):
        size = len(list(run))
        parts.append(atom._replace(level=level).measured(atom.text[at : at + size]))
        at += size
    return parts


def left_to_right(atoms: Sequence[Atom]) -> tuple[Atom, ...]:
    """A line's runs in the order in which they stand."""
    if not any(atom.level for atom in atoms):
        return tuple(atoms)
    return tuple([atoms[at] for at in in_order([atom.level for atom in atoms])])
