"""Words as text boxes see them: what stands between two spaces, measured at size 1 and cut into runs of one font."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from generator.marks.fonts import Font, split_by_font
from generator.marks.picture import Picture

ICON_HEIGHT = 1.0  # of the font size

# Marks that French sets apart with a space stay with their word, whatever sort of space was typed.
KEEPS_BEFORE = re.compile(r"[!?:;»%€]+")
KEEPS_AFTER = "«"

MOST_WORDS = 20_000  # remembered
MOST_ATOMS = 200  # of a word to which others may stick; it keeps the time linear

Fonts = tuple[Font, ...]  # a font and its fallbacks
Icons = dict[str, Picture]


class Look(NamedTuple):
    """How words look beside their font."""

    colour: str = ""  # of the text around them, where there is none
    scale: float = 1.0  # of the font size


PLAIN = Look()


class Atom(NamedTuple):
    """A run of text in one font, or an icon and its name."""

    source: Font | Picture
    text: str
    width: float  # at size 1
    look: Look = PLAIN
    level: int = 0  # it runs from right to left where that is odd

    def measured(self, text: str) -> "Atom":
        """The same with another text."""
        if isinstance(self.source, Picture):
            return self
        width = self.look.scale * self.source.width(text, leftwards=self.level % 2 == 1)
        return self._replace(text=text, width=width)

    def goes_with(self, other: "Atom") -> bool:
        """Whether the letters of two runs that touch are set together."""
        apart = self.source is not other.source or self.look != other.look or self.level != other.level
        return not apart and not isinstance(self.source, Picture)


class Word(NamedTuple):
    """A part of a line that is not broken if it can be helped."""

    atoms: tuple[Atom, ...]
    width: float  # at size 1
    before: tuple[Atom, ...]  # the spaces before it, as none or one run
    space: float  # their width

    @property
    def is_icon(self) -> bool:
        """Whether it is nothing but a picture."""
        return len(self.atoms) == 1 and isinstance(self.atoms[0].source, Picture)

    def joined(self, rest: "Word") -> "Word":
        """Two words as one. What is in the same font on both sides is measured together: letters may move closer."""
        width = self.width + rest.space + rest.width
        if rest.before or not rest.atoms or not self.atoms:
            return Word(self.atoms + rest.before + rest.atoms, width, self.before, self.space)
        last, first = self.atoms[-1], rest.atoms[0]
        if not last.goes_with(first):
            return Word(self.atoms + rest.atoms, width, self.before, self.space)
        atom = last.measured(last.text + first.text)
        width += atom.width - last.width - first.width
        return Word((*self.atoms[:-1], atom, *rest.atoms[1:]), width, self.before, self.space)


class TextPart(NamedTuple):
    """A part of a line of text, as it is to be set."""

    text: str
    fonts: Fonts
    look: Look = PLAIN


class LineWords(NamedTuple):
    """The words of a text without line breaks."""

    words: list[Word]
    parts: list[int]  # the number of the part in which each word begins
    missing: list[tuple[int, str]]  # characters that no font has, and the number of their part


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
        self._known: dict[tuple[Fonts, Look], dict[str, _Measured]] = {}

    def words(self, paragraph: str, fonts: Fonts, icons: Icons, look: Look = PLAIN) -> tuple[list[Word], list[str]]:
        """The words of a text without line breaks, and the characters that no font has."""
        known = self._known.setdefault((fonts, look), {})
        if len(known) > MOST_WORDS:
            known.clear()
        words: list[Word] = []
        missing: list[str] = []
        spaces, stick, blank = 0, False, fonts[0].width(" ") * look.scale
        for piece in paragraph.split(" "):
            if not piece:
                spaces += 1
                continue
            found = known.get(piece)
            if found is None:
                found = known[piece] = _measure(piece, fonts, icons, self._icon_height, look)
            missing += found.missing
            space = spaces * blank
            before: tuple[Atom, ...] = (Atom(fonts[0], " " * spaces, space, look),) if spaces else ()
            if words and (stick or found.keeps_before) and len(words[-1].atoms) < MOST_ATOMS:
                words[-1] = words[-1].joined(Word(found.atoms, found.width, before, space))
            else:
                words.append(Word(found.atoms, found.width, before, space))
            spaces, stick = 1, found.keeps_after
        return words, missing

    def line(self, parts: Sequence[TextPart], icons: Icons) -> LineWords:
        """The words of a text whose parts look different; a word may change its look within."""
        words: list[Word] = []
        begins: list[int] = []
        missing: list[tuple[int, str]] = []
        spaced = True
        for number, (text, fonts, look) in enumerate(parts):
            found, lost = self.words(text, fonts, icons, look)
            missing += [(number, character) for character in lost]
            for at, word in enumerate(found):
                room = at == 0 and words and len(words[-1].atoms) < MOST_ATOMS
                if room and (_sticks(word) or not (spaced or word.before)):
                    words[-1] = words[-1].joined(word)
                    continue
                if at == 0 and words and not word.before:
                    space = fonts[0].width(" ") * look.scale
                    word = word._replace(before=(Atom(fonts[0], " ", space, look),), space=space)
                words.append(word)
                begins.append(number)
            spaced = text.endswith(" ") or (spaced and not text)
        return LineWords(words, begins, missing)


def _sticks(word: Word) -> bool:
    return len(word.atoms) == 1 and KEEPS_BEFORE.fullmatch(word.atoms[0].text) is not None


def _measure(word: str, fonts: Fonts, icons: Icons, icon_height: float, look: Look) -> _Measured:
    atoms: list[Atom] = []
    missing: list[str] = []
    for part in _icon_parts(word, icons):
        picture = icons.get(part)
        if picture is not None:
            atoms.append(Atom(picture, part, look.scale * icon_height * picture.width / picture.height, look))
            continue
        runs, lost = split_by_font(part, fonts)
        missing += lost
        atoms += [Atom(font, run, look.scale * font.width(run), look) for font, run in runs]
    width = sum([atom.width for atom in atoms])
    keeps_before = KEEPS_BEFORE.fullmatch(word) is not None
    return _Measured(tuple(atoms), width, tuple(missing), keeps_before, word == KEEPS_AFTER)


def _icon_parts(word: str, icons: Icons) -> list[str]:
    if not any(token in word for token in icons):
        return [word]
    pattern = "|".join(re.escape(token) for token in sorted(icons, key=len, reverse=True))
    return [part for part in re.split(f"({pattern})", word) if part]
