"""Words as text boxes see them: what stands between two spaces, measured at size 1 and cut into runs of one font."""

import re
from typing import NamedTuple

from generator.marks.fonts import Font, split_by_font
from generator.marks.picture import Picture

ICON_HEIGHT = 1.0  # of the font size

# Marks that French sets apart with a space stay with their word, whatever sort of space was typed.
KEEPS_BEFORE = re.compile(r"[!?:;»%€]+")
KEEPS_AFTER = "«"

RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]{2,}")

MOST_WORDS = 20_000  # remembered
MOST_ATOMS = 200  # of a word to which others may stick; it keeps the time linear

Fonts = tuple[Font, ...]  # a font and its fallbacks
Icons = dict[str, Picture]
Atom = tuple[Font | Picture, str, float]  # font and its run (or an icon and its name), width at size 1


class Word(NamedTuple):
    """A part of a line that is not broken if it can be helped."""

    atoms: tuple[Atom, ...]
    width: float  # at size 1
    before: tuple[Atom, ...]  # the spaces before it, as none or one run
    space: float  # their width


class _Measured(NamedTuple):
    atoms: tuple[Atom, ...]
    width: float
    missing: tuple[str, ...]
    keeps_before: bool  # it stays with the word before it
    keeps_after: bool  # it stays with the word after it


class Ruler:
    """Measures texts in one theme, remembering the words."""

    def __init__(self, icon_height: float = ICON_HEIGHT) -> None:
        self._icon_height = icon_height
        self._known: dict[Fonts, dict[str, _Measured]] = {}

    def words(self, paragraph: str, fonts: Fonts, icons: Icons) -> tuple[list[Word], list[str]]:
        """The words of a text without line breaks, and the characters that no font has."""
        known = self._known.setdefault(fonts, {})
        if len(known) > MOST_WORDS:
            known.clear()
        words: list[Word] = []
        missing: list[str] = []
        spaces, stick, blank = 0, False, fonts[0].width(" ")
        for piece in paragraph.split(" "):
            if not piece:
                spaces += 1
                continue
            found = known.get(piece)
            if found is None:
                found = known[piece] = _measure(piece, fonts, icons, self._icon_height)
            missing += found.missing
            space = spaces * blank
            before: tuple[Atom, ...] = ((fonts[0], " " * spaces, space),) if spaces else ()
            if words and (stick or found.keeps_before) and len(words[-1].atoms) < MOST_ATOMS:
                last = words[-1]
                atoms, width = last.atoms + before + found.atoms, last.width + space + found.width
                words[-1] = Word(atoms, width, last.before, last.space)
            else:
                words.append(Word(found.atoms, found.width, before, space))
            spaces, stick = 1, found.keeps_after
        return words, missing


def _measure(word: str, fonts: Fonts, icons: Icons, icon_height: float) -> _Measured:
    atoms: list[Atom] = []
    missing: list[str] = []
    for part in _icon_parts(word, icons):
        picture = icons.get(part)
        if picture is not None:
            atoms.append((picture, part, icon_height * picture.width / picture.height))
            continue
        runs, lost = split_by_font(part, fonts)
        missing += lost
        atoms += [(font, run, font.width(run)) for font, run in runs]
    width = sum(width for _, _, width in atoms)
    keeps_before = KEEPS_BEFORE.fullmatch(word) is not None
    return _Measured(tuple(atoms), width, tuple(missing), keeps_before, word == KEEPS_AFTER)


def _icon_parts(word: str, icons: Icons) -> list[str]:
    if not any(token in word for token in icons):
        return [word]
    pattern = "|".join(re.escape(token) for token in sorted(icons, key=len, reverse=True))
    return [part for part in re.split(f"({pattern})", word) if part]
