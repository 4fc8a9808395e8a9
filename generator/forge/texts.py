"""Titles, lines and pictures for new items: words that fit what an item does, and none of them too often."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from generator.catalog.fields import Context, Field, ListField, NumberField, RecordField, StringField, read_fields
from generator.catalog.game import Item
from generator.catalog.schema import AnyField
from generator.catalog.values import Text
from generator.forge.words import Adjective, Noun, Pattern, Words, read_lines, read_patterns
from generator.source.tree import Mapping as MappingNode

TRIES = 40  # titles tried before all that fit are gone through
CLOSE = 2  # how many more times a word about the item's own tags may be used than another

TEXTS: dict[str, Field] = {
    "title": StringField(required=True),  # the field that gets the title
    "line": StringField(),  # the field that gets a line of flavour
    "art": StringField(),  # the field that gets the picture's name
    "longest": NumberField(default=24),  # characters of a title
    "moods": ListField(of=RecordField(fields={"if": ListField(), "use": ListField(required=True)})),
    "titles": AnyField(required=True),
    "lines": AnyField(),
}


@dataclass(frozen=True, slots=True)
class Wording:
    """How the texts of a kind are made."""

    title: str
    line: str | None
    art: str | None
    longest: int
    moods: tuple[tuple[frozenset[str], frozenset[str]], ...]  # tags an item has, moods of words that then fit
    patterns: tuple[Pattern, ...]
    lines: tuple[Pattern, ...]
    words: Words

    def mood(self, tags: frozenset[str]) -> frozenset[str]:
        """The moods of words that fit an item: those of the first entry whose tags it has."""
        return next((use for wanted, use in self.moods if wanted <= tags), frozenset())


def read_texts(node: MappingNode, words: Words, context: Context) -> Wording:
    """Read the ``texts`` of a kind."""
    values = read_fields(node, TEXTS, context)
    moods = tuple((frozenset(entry["if"] or ()), frozenset(entry["use"] or ())) for entry in values["moods"] or ())
    patterns = read_patterns(values["titles"], context) if values["titles"] else ()
    lines = read_lines(values["lines"], context) if values["lines"] else ()
    return Wording(values["title"], values["line"], values["art"], values["longest"], moods, patterns, lines, words)


class Writer:
    """Writes the texts of one run, one item after another."""

    def __init__(self, wording: Wording, languages: Sequence[str], taken: Iterable[Item], rng: Random) -> None:
        """Make ready to write.

        Args:
            wording: the words.
            languages: those to write in.
            taken: items whose titles are not used again.
            rng: chance.
        """
        self.wording, self.languages, self.rng = wording, tuple(languages), rng
        self.titles: dict[str, set[str]] = {language: set() for language in languages}
        self.uses: Counter[int] = Counter()  # of patterns, nouns and adjectives, by identity
        self.last: dict[int, float] = {id(line): rng.random() - 1 for line in wording.lines}
        self.written = 0
        self.repeated = 0  # titles that were there before, for want of others
        self._pools: dict[Any, Any] = {}
        for item in taken:
            for language in languages:
                self.titles[language].add(_in(item.fields.get(wording.title), language))

    def write(self, tags: frozenset[str]) -> Iterator[tuple[str, Any]]:
        """The fields that an item with these tags gets: its title first, then its line and picture."""
        self.written += 1
        titles, noun = self._title(tags)
        yield self.wording.title, titles
        if self.wording.line:
            line = self._line(tags, noun)
            if line:
                yield self.wording.line, {language: line.fill(language, noun) for language in self.languages}
        if self.wording.art and noun and noun.art:
            yield self.wording.art, noun.art

    def _title(self, tags: frozenset[str]) -> tuple[dict[str, str], Noun | None]:
        for attempt in range(TRIES):
            found = self._invented(tags, attempt)
            if found and self._is_new(found[0]):
                return self._taken(*found)
        if tags not in self._pools.setdefault("dry", set()):
            fresh = [found for found in self._all(tags) if self._is_new(found[0])]
            if fresh:
                return self._taken(*self.rng.choice(fresh))
            self._pools["dry"].add(tags)
        self.repeated += 1
        every = [found for found in (self._invented(tags, TRIES) for _ in range(TRIES)) if found]
        return self._taken(*every[0]) if every else ({language: "…" for language in self.languages}, None)

    def _taken(self, titles: dict[str, str], *words: Any) -> tuple[dict[str, str], Noun | None]:
        for language, title in titles.items():
            self.titles[language].add(title)
        self.uses.update(id(word) for word in words if word is not None)
        return titles, words[1]

    def _is_new(self, titles: dict[str, str]) -> bool:
        return not any(title in self.titles[language] for language, title in titles.items())

    def _invented(
        self, tags: frozenset[str], boldness: int
    ) -> tuple[dict[str, str], Pattern, Noun, Adjective | None] | None:
        """A title of words that were not used much; the bolder, the less that counts."""
        pattern = self._little_used(self._fitting(self.wording.patterns, tags), tags, boldness)
        noun = pattern and self._little_used(self._nouns(pattern, tags), tags, boldness)
        if pattern is None or noun is None:
            return None
        adjective = None
        if pattern.described:
            adjective = self._little_used(self._fitting(self.wording.words.adjectives, tags, noun.fit.sort), tags, boldness)
            if adjective is None:
                return None
        titles = self._filled(pattern, noun, adjective)
        return (titles, pattern, noun, adjective) if titles else None

    def _filled(self, pattern: Pattern, noun: Noun, adjective: Adjective | None) -> dict[str, str] | None:
        titles = {language: pattern.fill(language, noun, adjective) for language in self.languages}
        return titles if all(len(title) <= self.wording.longest for title in titles.values()) else None

    def _all(self, tags: frozenset[str]) -> Iterator[tuple[dict[str, str], Pattern, Noun, Adjective | None]]:
        for pattern in self._fitting(self.wording.patterns, tags):
            for noun in self._nouns(pattern, tags):
                adjectives = self._fitting(self.wording.words.adjectives, tags, noun.fit.sort) if pattern.described else [None]
                for adjective in adjectives:
                    titles = self._filled(pattern, noun, adjective)
                    if titles:
                        yield titles, pattern, noun, adjective

    def _little_used(self, pool: Sequence[Any], tags: frozenset[str], boldness: int) -> Any:
        uses, chance = self.uses, self.rng.random
        spread = 1 + boldness
        return min(
            pool,
            key=lambda word: uses[id(word)] + spread * chance() - (CLOSE if word.fit.about & tags else 0),
            default=None,
        )

    def _fitting(self, words: Sequence[Any], tags: frozenset[str], sort: frozenset[str] = frozenset()) -> list[Any]:
        """The words that go with an item's tags, and with a noun's sort if there is one."""
        key = (id(words), tags, sort)
        if key not in self._pools:
            mood = self.wording.mood(tags)
            self._pools[key] = [
                word
                for word in words
                if (not word.fit.mood or word.fit.mood & mood)
                and (not word.fit.about or word.fit.about & tags)
                and (not sort or not word.fit.sort or word.fit.sort & sort)
            ]
        found: list[Any] = self._pools[key]
        return found

    def _nouns(self, pattern: Pattern, tags: frozenset[str]) -> list[Noun]:
        key = (id(pattern), tags)
        if key not in self._pools:
            about = self._fitting(self.wording.words.nouns, tags)
            self._pools[key] = [noun for noun in about if pattern.goes_with(noun, self.languages)]
        found: list[Noun] = self._pools[key]
        return found

    def _line(self, tags: frozenset[str], noun: Noun | None) -> Pattern | None:
        """The line that fits and was used longest ago."""
        key = ("lines", tags, id(noun))
        if key not in self._pools:
            about = self._fitting(self.wording.lines, tags)
            self._pools[key] = [line for line in about if line.goes_with(noun, self.languages)]
        line: Pattern | None = min(self._pools[key], key=lambda line: self.last[id(line)], default=None)
        if line is not None:
            self.last[id(line)] = float(self.written)
        return line


def _in(text: Any, language: str) -> str:
    return text.in_language(language, language) if isinstance(text, Text) else ""

