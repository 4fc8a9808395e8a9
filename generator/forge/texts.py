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
        for boldness in range(TRIES):
            found = self._invented(tags, boldness)
            if found is None:
                continue
            titles, words = found
            self.uses.update(map(id, words))  # also of words that did not do, or they would come first again
            if titles and self._is_new(titles):
                return self._taken(titles, words)
        fresh = [] if tags in self._dry else [found for found in self._all(tags) if self._is_new(found[0])]
        if fresh:
            return self._taken(*self.rng.choice(fresh))
        self._dry.add(tags)
        self.repeated += 1
        every = (self._invented(tags, TRIES) for _ in range(TRIES))
        titles, words = next(((titles, words) for titles, words in filter(None, every) if titles), ({}, ()))
        return self._taken(titles or dict.fromkeys(self.languages, "…"), words)

    def _taken(self, titles: dict[str, str], words: Words_) -> tuple[dict[str, str], Noun | None]:
        for language, title in titles.items():
            self.titles[language].add(title)
            self._spent.add((id(words[0]), id(words[1]))) if len(words) == 2 else None
        return titles, words[1] if words else None

    def _is_new(self, titles: dict[str, str]) -> bool:
        return not any(title in self.titles[language] for language, title in titles.items())

    def _invented(self, tags: frozenset[str], boldness: int) -> tuple[dict[str, str] | None, Words_] | None:
        """A title of words that were not used much; the bolder, the less that counts. None where no word fits."""
        pattern = self._little_used(self._fitting(self.wording.patterns, tags), tags, boldness)
        if pattern is None:
            return None
        noun = self._little_used(self._nouns(pattern, tags), tags, boldness)
        if noun is None:
            self.uses[id(pattern)] += 1
            return None
        words = [pattern, noun]
        if pattern.described:
            words.append(self._little_used(self._adjectives(noun, tags), tags, boldness))
            if words[2] is None:
                return None
        return self._filled(*words), words

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

