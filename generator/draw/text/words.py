"""Words as text boxes see them: what is between two spaces, measured at size 1 and cut into runs of one font."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from generator.core.readings import READING as MARKED_READING
from generator.draw.marks.fonts import Font, split_by_font
from generator.draw.marks.picture import Picture
from generator.draw.text.line_breaks import Cut, cuts
from generator.read.blocks import BREAK, Span

ICON_HEIGHT = 1.0  # of the font size

# Marks that French sets apart with a space stay with their word, whatever sort of space was typed.
KEEPS_BEFORE = re.compile(r"[!?:;»%€]+")
KEEPS_AFTER = "«"

HYPHEN = "-"
READING = 0.5  # the size of what is above words, of theirs
READING_HEIGHT = 1.35  # of a line with such, of others: half an em more, less what lies between lines already
MOST_HYPHENATED = 100  # letters of a word whose parts are measured within it

MOST_WORDS = 20_000  # remembered
MOST_ATOMS = 200  # of a word to which others may stick; it keeps the time linear

_READING_OF = re.compile(MARKED_READING)

Fonts = tuple[Font, ...]  # a font and its fallbacks
Icons = dict[str, Picture]


class LetterEffect(NamedTuple):
    """What is drawn behind letters; mm."""

    outline: str = ""  # the colour of a line round them; none if empty
    width: float = 0.0  # how far it reaches
    shadow: str = ""  # the colour of their shadow; none if empty
    right: float = 0.0  # how far it lies to the right
    down: float = 0.0


class Look(NamedTuple):
    """How words look beside their font."""

    colour: str = ""  # of the text around them, where there is none
    scale: float = 1.0  # of the font size
    effect: LetterEffect | None = None
    reading: str = ""  # what is above them in small letters
    read_in: Font | None = None  # the font of these
    align: str = ""  # of lines that begin with such words; as their box has it, where there is none
    lines: tuple[str, ...] = ()  # "under" and "through": where a line is drawn along the words

    @property
    def height(self) -> float:
        """How high a line with such words is, of what it is in the font size alone."""
        return self.scale * READING_HEIGHT if self.reading else self.scale

    @property
    def reading_width(self) -> float:
        """How wide what is above them is, at size 1."""
        return READING * self.scale * self.read_in.width(self.reading) if self.read_in else 0.0


PLAIN = Look()


def with_reading(look: Look, reading: str, fonts: Fonts) -> Look | None:
    """The look with a reading above the words; None where no font has its characters."""
    read_in = next((font for font in fonts if all(font.has(sign) for sign in reading)), None)
    return None if read_in is None else look._replace(reading=reading, read_in=read_in)


class Atom(NamedTuple):
    """A run of text in one font, or an icon and its name."""

    source: Font | Picture
    text: str
    width: float  # at size 1
    look: Look = PLAIN
    level: int = 0  # it runs from right to left where that is odd

    @property
    def is_gap(self) -> bool:
        """Whether it gets wider where a line is justified: a space, or nothing between two letters."""
        return not self.text or self.text.isspace()

    def measured(self, text: str) -> "Atom":
        """The same with another text."""
        if isinstance(self.source, Picture):
            return self
        width = self.look.scale * self.source.width(text, leftwards=self.level % 2 == 1)
        return self._replace(text=text, width=max(width, self.look.reading_width) if self.look.reading else width)

    def goes_with(self, following: "Atom") -> bool:
        """Whether the letters of two runs that touch are set together."""
        apart = self.source is not following.source or self.look != following.look or self.level != following.level
        return not apart and not isinstance(self.source, Picture) and not self.look.reading


class Word(NamedTuple):
    """A part of a line that is not broken if it can be helped."""

    atoms: tuple[Atom, ...]
    width: float  # at size 1
    before: tuple[Atom, ...]  # the spaces before it, as none or one run
    space: float  # their width
    hyphen: bool = False  # a line that ends with it shows one
    lead: float = 0.0  # how much wider it and the rest of its word are where a line begins with it
    tail: float = 0.0  # and where a line ends with it

    @property
    def is_icon(self) -> bool:
        """Whether it is nothing but a picture."""
        return len(self.atoms) == 1 and isinstance(self.atoms[0].source, Picture)

    def joined(self, following: "Word") -> "Word":
        """Two words as one. What is in the same font on both sides is measured together: letters may move closer."""
        width = self.width + following.space + following.width
        if following.before or not following.atoms or not self.atoms:
            return self._with(self.atoms + following.before + following.atoms, width, following)
        last, first = self.atoms[-1], following.atoms[0]
        if not last.goes_with(first):
            return self._with(self.atoms + following.atoms, width, following)
        atom = last.measured(last.text + first.text)
        width += atom.width - last.width - first.width
        return self._with((*self.atoms[:-1], atom, *following.atoms[1:]), width, following)

    def hyphened(self) -> "Word":
        """The word with a hyphen behind it, as it ends a line."""
        *head, last = self.atoms
        if isinstance(last.source, Picture) or not last.source.has(HYPHEN):
            return self
        end = last.measured(last.text + HYPHEN)
        return self._replace(atoms=(*head, end), width=self.width + end.width - last.width)

    def _with(self, atoms: tuple[Atom, ...], width: float, following: "Word") -> "Word":
        return Word(atoms, width, self.before, self.space, following.hyphen, self.lead, following.tail)


class Run(NamedTuple):
    """Text in one font (with its fallbacks behind it) and look, and where it is in its file."""

    text: str
    fonts: Fonts
    line: int = 0
    column: int = 0
    look: Look = PLAIN


def runs_of(span: Span, fonts: Fonts) -> list[Run]:
    """A span as runs; words with their reading above are runs of their own."""
    if "|" not in span.text:
        return [Run(span.text, fonts, span.line, span.column)]
    runs: list[Run] = []
    at = 0
    for match in _READING_OF.finditer(span.text):
        look = with_reading(PLAIN, match["reading"], fonts)
        base = match["base"] if look else match["base"] + match["reading"]  # what no font has is told of it
        runs.append(Run(span.text[at : match.start()], fonts, span.line, span.column + at))
        runs.append(Run(base, fonts, span.line, span.column + match.start(), look or PLAIN))
        at = match.end()
    runs.append(Run(span.text[at:], fonts, span.line, span.column + at))
    return [run for run in runs if run.text]


def parts_of(runs: Sequence[Run]) -> list[list[Run]]:
    """The runs between line breaks."""
    parts: list[list[Run]] = [[]]
    for run in runs:
        if run.text == BREAK:
            parts.append([])
        else:
            parts[-1].append(run)
    return parts


class LineWords(NamedTuple):
    """The words of a text without line breaks."""

    words: list[Word]
    parts: list[int]  # the number of the part in which each word begins
    missing: list[tuple[int, str]]  # characters that no font has, and the number of their part


class _WordParts(NamedTuple):
    parts: tuple[Word, ...]  # between which a line may be broken
    spaced: Word  # the first with a space before it, as nearly all words of a text have one
    missing: tuple[str, ...]
    keeps_before: bool  # it stays with the word before it
    keeps_after: bool  # it stays with the word after it


class Ruler:
    """Measures texts in one theme, remembering the words."""

    def __init__(self, icon_height: float = ICON_HEIGHT) -> None:
        self._icon_height = icon_height
        self._known: dict[tuple[Fonts, Look, str], dict[str, _WordParts]] = {}
        self._blanks: dict[tuple[Font, Look], tuple[Atom]] = {}

    def words(
        self, paragraph: str, fonts: Fonts, icons: Icons, look: Look = PLAIN, language: str = ""
    ) -> tuple[list[Word], list[str]]:
        """The words of a text without line breaks, and the characters that no font has.

        With a ``language`` words are hyphenated as its words are.
        """
        cache = self._known.setdefault((fonts, look, language), {})
        if len(cache) > MOST_WORDS:
            cache.clear()
        words: list[Word] = []
        missing: list[str] = []
        single = self._blank(fonts[0], look)
        spaces, stick, blank = 0, False, single[0].width
        for piece in paragraph.split(" "):
            if not piece:
                spaces += 1
                continue
            measured = cache.get(piece)
            if measured is None:
                measured = cache[piece] = _measure(piece, fonts, icons, self._icon_height, look, language, single)
            if measured.missing:
                missing += measured.missing
            if spaces == 1:
                first = measured.spaced
            elif spaces:
                space = spaces * blank
                first = measured.parts[0]._replace(before=(Atom(fonts[0], " " * spaces, space, look),), space=space)
            else:
                first = measured.parts[0]
            if words and (stick or measured.keeps_before) and len(words[-1].atoms) < MOST_ATOMS:
                words[-1] = words[-1].joined(first)
            else:
                words.append(first)
            if len(measured.parts) > 1:
                words += measured.parts[1:]
            spaces, stick = 1, measured.keeps_after
        return words, missing

    def _blank(self, font: Font, look: Look) -> tuple[Atom]:
        blank = self._blanks.get((font, look))
        if blank is None:
            blank = self._blanks[font, look] = (Atom(font, " ", font.width(" ") * look.scale, look),)
        return blank

    def line(self, parts: Sequence[Run], icons: Icons, language: str = "") -> LineWords:
        """The words of a text whose parts look different; a word may change its look within."""
        words: list[Word] = []
        begins: list[int] = []
        missing: list[tuple[int, str]] = []
        spaced = True
        for number, (text, fonts, *_, look) in enumerate(parts):
            own_words, lost = self.words(text, fonts, icons, look, language)
            missing += [(number, character) for character in lost]
            for at, word in enumerate(own_words):
                room = at == 0 and words and len(words[-1].atoms) < MOST_ATOMS
                touches = not (spaced or word.before)
                parted = touches and at == 0 and bool(words) and _may_part(words[-1], word)
                if room and (_sticks(word) or touches) and not parted:
                    words[-1] = words[-1].joined(word)
                    continue
                if at == 0 and words and not word.before and not parted:
                    space = fonts[0].width(" ") * look.scale
                    word = word._replace(before=(Atom(fonts[0], " ", space, look),), space=space)
                words.append(word)
                begins.append(number)
            spaced = text.endswith(" ") or (spaced and not text)
        return LineWords(words, begins, missing)


def _may_part(first: Word, second: Word) -> bool:
    """Whether a line may end between two words that touch: Chinese and Japanese have no spaces."""
    if not first.atoms or not second.atoms:
        return False
    before, after = first.atoms[-1].text[-1:], second.atoms[0].text[:1]
    return not (before + after).isascii() and any(cut.at == len(before) for cut in cuts(before + after, "")[1])


def _sticks(word: Word) -> bool:
    return len(word.atoms) == 1 and KEEPS_BEFORE.fullmatch(word.atoms[0].text) is not None


def _measure(
    word: str, fonts: Fonts, icons: Icons, icon_height: float, look: Look, language: str, space: tuple[Atom]
) -> _WordParts:
    parts: list[Word] = []
    missing: list[str] = []
    for text in _icon_parts(word, icons):
        picture = icons.get(text)
        if picture is not None:
            picture = dict(picture.shades).get(look.colour, picture) if look.colour else picture
            wide = look.scale * icon_height * picture.width / picture.height
            part_words = [Word((Atom(picture, text, wide, look),), wide, (), 0.0)]
        else:
            part_words, lost = _letters(text, fonts, look, language)
            missing += lost
        if parts and part_words:
            parts[-1:] = [parts[-1].joined(part_words[0])]
            part_words = part_words[1:]
        parts += part_words
    keeps_before = KEEPS_BEFORE.fullmatch(word) is not None
    parts = parts or [Word((), 0.0, (), 0.0)]
    spaced = parts[0]._replace(before=space, space=space[0].width)
    return _WordParts(tuple(parts), spaced, tuple(missing), keeps_before, word == KEEPS_AFTER)


def _letters(text: str, fonts: Fonts, look: Look, language: str) -> tuple[list[Word], list[str]]:
    """A word in parts between which a line may be broken, and the characters that no font has."""
    if look.reading and text:
        runs, lost = split_by_font(text, fonts)
        return [_with_reading(runs, look)] if runs else [], lost
    text, places = cuts(text, language)
    runs, lost = split_by_font(text, fonts)
    if not places or lost:
        return [_word(runs, look)], lost
    ends = [*places, Cut(len(text), hyphen=False)]
    if not any(cut.hyphen for cut in places) or len(text) > MOST_HYPHENATED:
        starts = [0, *[cut.at for cut in places]]
        parts = [
            _word(split_by_font(text[start : cut.at], fonts)[0], look) for start, cut in zip(starts, ends, strict=True)
        ]
        return parts, lost
    return _syllables_of(text, ends, fonts, look), lost


def _syllables_of(text: str, ends: Sequence[Cut], fonts: Fonts, look: Look) -> list[Word]:
    """The parts of a word, as wide as they are within it; what is at the end or the start of a line is wider."""
    whole = _word(split_by_font(text, fonts)[0], look)
    parts: list[Word] = []
    start, before = 0, 0.0
    for at, hyphen in ends:
        up_to, part = (_word(split_by_font(text[begin:at], fonts)[0], look) for begin in (0, start))
        remainder = _word(split_by_font(text[start:], fonts)[0], look)
        tail = up_to.hyphened().width - up_to.width if hyphen else 0.0
        lead = remainder.width - (whole.width - before)
        parts.append(Word(part.atoms, up_to.width - before, (), 0.0, hyphen, lead, tail))
        start, before = at, up_to.width
    return parts


def _word(runs: Sequence[tuple[Font, str]], look: Look) -> Word:
    atoms = tuple([Atom(font, run, look.scale * font.width(run), look) for font, run in runs])
    return Word(atoms, sum([atom.width for atom in atoms]), (), 0.0)


def _with_reading(runs: Sequence[tuple[Font, str]], look: Look) -> Word:
    """Words that have their reading above, at least as wide as that is; it is above the first font's."""
    (font, run), *other_runs = runs
    plain = look._replace(reading="")
    first, *following = [Atom(font, run, 0.0, look), *[Atom(font, run, 0.0, plain) for font, run in other_runs]]
    atoms = (first.measured(first.text), *[atom.measured(atom.text) for atom in following])
    return Word(atoms, sum([atom.width for atom in atoms]), (), 0.0)


def _icon_parts(word: str, icons: Icons) -> list[str]:
    if not any(token in word for token in icons):
        return [word]
    pattern = "|".join(re.escape(token) for token in sorted(icons, key=len, reverse=True))
    return [part for part in re.split(f"({pattern})", word) if part]
