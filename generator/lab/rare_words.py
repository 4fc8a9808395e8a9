"""Words that the texts of a game use once, where typing errors hide: first those that are nearly a frequent one."""

import re
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from generator.model.game import Game
from generator.model.values import LocalizedText, Record
from generator.read.blocks import Spans, changed

FEWEST = 100  # words of a language: in fewer, most are there once
FREQUENT = 3
_SHORTEST = 4  # letters: shorter words are near to too many
_MARKED = re.compile(r"\{[^{}]*\}|\\n")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")

Place = tuple[str, int]  # file and line


class RareWord(Struct, frozen=True):
    """A word that is used once, where, and the frequent word that may be meant, if there is one."""

    word: str
    file: str
    line: int
    near: str = ""
    times: int = 0  # that the near one is used

    def __str__(self) -> str:
        """The word as it is reported."""
        return f"{self.word} ({self.file}:{self.line})" + (f": {self.near} {self.times} times" if self.near else "")


def rare_words(game: Game) -> dict[str, list[RareWord]]:
    """The words used once in each language, those that are nearly a frequent one first, long ones before short ones."""
    counts: dict[str, Counter[str]] = {}
    places: dict[tuple[str, str], Place] = {}
    for language, text, place in _texts(game):
        words = [word.casefold() for word in _WORD.findall(_MARKED.sub(" ", text))]
        counts.setdefault(language, Counter()).update(words)
        for word in words:
            places.setdefault((language, word), place)
    rare: dict[str, list[RareWord]] = {}
    for language, words_here in counts.items():
        if words_here.total() >= FEWEST:
            near = _near(words_here)
            once = [word for word, times in words_here.items() if times == 1 and len(word) > 1]
            found = [
                RareWord(word, *places[language, word], near.get(word, ""), words_here[near.get(word, "")])
                for word in once
            ]
            rare[language] = sorted(found, key=lambda entry: (-len(entry.word) if entry.near else 0, entry.word))
    return rare


def _texts(game: Game) -> Iterator[tuple[str, str, Place]]:
    """Each text of items and of running text: its language, itself, its place."""
    for kind in game.kinds.values():
        for item in kind.items if kind.path is not None else ():
            for path, text in _of(dict(item.fields)):
                for language, words in text.translations.items():
                    node = item.where(*path, *([language] if language else []))
                    yield language or game.language, words, (item.file, node.line)
        for language, document in kind.documents.items():
            found: list[tuple[str, Place]] = []

            def take(spans: Spans, file: str = document.file, into: list[tuple[str, Place]] = found) -> Spans:
                into += [(span.text, (file, span.line)) for span in spans]
                return spans

            for block in document.blocks:
                changed(block, take)
            yield from ((language, text, place) for text, place in found)


def _of(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], LocalizedText]]:
    if isinstance(value, LocalizedText):
        yield path, value
    elif isinstance(value, dict | Record):
        for key, part in dict(value).items():
            yield from _of(part, (*path, key))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from _of(part, (*path, at))


def _near(counts: Counter[str]) -> dict[str, str]:
    """For words used once the frequent word that is a letter more, less or other; no ending of one is a slip."""
    frequent = [word for word, times in counts.items() if times >= FREQUENT and len(word) >= _SHORTEST]
    shorter: dict[str, list[str]] = {}
    for word in frequent:
        for part in _shortened(word):
            shorter.setdefault(part, []).append(word)
    near: dict[str, str] = {}
    for word in (word for word, times in counts.items() if times == 1 and len(word) >= _SHORTEST):
        meant = {other for part in _shortened(word) for other in shorter.get(part, ())}
        slips = [other for other in meant if word[:-1] not in (other, other[:-1]) and other[:-1] != word]
        if slips:
            near[word] = max(slips, key=lambda other: (counts[other], other))
    return near


def _shortened(word: str) -> set[str]:
    """The word, and what is left of it without one letter."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}
