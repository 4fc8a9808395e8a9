"""Words in the direction in which they are read: from right to left in Hebrew and Arabic, but for their numbers."""

from collections.abc import Sequence
from itertools import groupby

from generator.draw.marks.bidi import ICON, LEFTWARDS, in_order, levels
from generator.draw.marks.picture import Picture
from generator.draw.text.words import Atom, Word


def directed_words(words: Sequence[Word]) -> tuple[list[Word], bool]:
    """A paragraph's words, each run with its level and measured so; and whether the paragraph runs leftwards."""
    runs = [atom for word in words for atom in (*word.before, *word.atoms)]
    text = "".join([ICON if isinstance(atom.source, Picture) else atom.text for atom in runs])
    if not LEFTWARDS.search(text):
        return list(words), False
    base, found = levels(text)
    at = 0
    made: list[Word] = []
    for word in words:
        parts: list[list[Atom]] = []
        for own in (word.before, word.atoms):
            parts.append([])
            for atom in own:
                size = 1 if isinstance(atom.source, Picture) else len(atom.text)
                parts[-1] += _cut(atom, found[at : at + size])
                at += size
        before, atoms = parts
        width, space = (sum([atom.width for atom in part]) for part in (atoms, before))
        made.append(word._replace(atoms=tuple(atoms), width=width, before=tuple(before), space=space))
    return made, base == 1


def _cut(atom: Atom, found: Sequence[int]) -> list[Atom]:
    """A run in parts of one level each."""
    if isinstance(atom.source, Picture):
        return [atom._replace(level=found[0])]
    parts: list[Atom] = []
    at = 0
    for level, run in groupby(found):
        size = len(list(run))
        parts.append(atom._replace(level=level).measured(atom.text[at : at + size]))
        at += size
    return parts


def left_to_right(atoms: Sequence[Atom]) -> tuple[Atom, ...]:
    """A line's runs in the order in which they stand."""
    if not any(atom.level for atom in atoms):
        return tuple(atoms)
    return tuple([atoms[at] for at in in_order([atom.level for atom in atoms])])


def runs_leftwards(first: Sequence[Atom]) -> bool:
    """Whether a paragraph that begins with these runs runs from right to left: no level is below the whole's."""
    return bool(first) and min([atom.level for atom in first]) > 0
