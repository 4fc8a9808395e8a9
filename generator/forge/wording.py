"""Titles, lines and pictures for new items: words that fit what an item does, and none of them too often."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from heapq import nsmallest
from random import Random
from typing import Any, TypeVar

from msgspec import Struct

from generator.core.problem import Infeasible
from generator.forge.vocabulary import (
    LINE,
    TITLE,
    WORDS,
    Adjective,
    Noun,
    TitlePattern,
    Vocabulary,
    WordsField,
    read_lines,
    read_patterns,
    read_words,
)
from generator.model.field_spec import AnyField
from generator.model.fields import (
    Field,
    ListField,
    MapField,
    NumberField,
    ReadContext,
    RecordField,
    StringField,
    read_fields,
)
from generator.model.game import Item
from generator.model.values import LocalizedText
from generator.read.pieces import made_of
from generator.read.tree import Mapping as MappingNode

TRIES = 40  # titles tried before all that fit are gone through
PATIENCE = 60_000  # titles gone through in a run; after that, those tried decide
CLOSE = 0.4  # how often a word is sought among those about the item's own tags, if there are any
EACH = 8  # titles tried with a picture before the next
AHEAD = 2  # how many more times those may be used than others

MOOD: dict[str, Field] = {
    "if": ListField(says="tags that an item has, such as gain or loss", absent="any item", example="[gain]"),
    "use": ListField(required=True, says="moods of the words that then fit", example="[bright]"),
}
TEXTS: dict[str, Field] = {
    "title": StringField(required=True, says="the field that gets the title", example="title"),
    "line": StringField(says="the field that gets a line of flavour", absent="no lines", example="flavour"),
    "art": StringField(says="the field that gets the name of a picture", absent="no pictures", example="art"),
    "longest": NumberField(default=24, says="the most characters of a title", example="30"),
    "moods": ListField(
        of=RecordField(fields=MOOD),
        says="which words fit: the first entry whose tags an item has",
        absent="all fit all",
        example="[{if: [gain], use: [bright]}]",
    ),
    "titles": AnyField(
        form=ListField(of=WordsField(fields=TITLE)),
        required=True,
        says="patterns of titles, in each language",
        example='[{en: "{the adj noun}", fr: "{le noun adj}"}]',
    ),
    "lines": AnyField(
        form=MapField(of=ListField(of=WordsField(fields=LINE))),
        says="lines of flavour by mood, in each language",
        example='{bright: [{en: "Ask {the noun}.", fr: "Demande {au noun}."}]}',
    ),
    "words": AnyField(
        form=RecordField(fields=WORDS),
        says="nouns and adjectives of this kind, instead of those of all kinds",
        example="{nouns: [{en: an owl, fr: un *hibou, sort: [creature]}]}",
    ),
}


class Wording(Struct, frozen=True):
    """How the texts of a kind are made."""

    title: str
    line: str | None
    art: str | None
    longest: int
    moods: tuple[tuple[frozenset[str], frozenset[str]], ...]  # tags an item has, moods of words that then fit
    patterns: tuple[TitlePattern, ...]
    lines: tuple[TitlePattern, ...]
    words: Vocabulary

    def mood(self, tags: frozenset[str]) -> frozenset[str]:
        """The moods of words that fit an item: those of the first entry whose tags it has."""
        return next((use for needed, use in self.moods if needed <= tags), frozenset())


def read_texts(node: MappingNode, words: Vocabulary, context: ReadContext) -> Wording:
    """Read the ``texts`` of a kind."""
    values = read_fields(node, TEXTS, context)
    moods = tuple((frozenset(entry["if"] or ()), frozenset(entry["use"] or ())) for entry in values["moods"] or ())
    own = read_words(values["words"], context) if values["words"] else words
    patterns = tuple(read_patterns(values["titles"], TITLE, frozenset(), own, context) if values["titles"] else ())
    lines = read_lines(values["lines"], own, context) if values["lines"] else ()
    return Wording(values["title"], values["line"], values["art"], values["longest"], moods, patterns, lines, own)


TitleWord = TypeVar("TitleWord", TitlePattern, Noun, Adjective)


class Title(Struct, frozen=True):
    """A title and the words it was made of."""

    texts: dict[str, str]  # by language
    pattern: TitlePattern
    noun: Noun
    adjective: Adjective | None
    length: int  # characters of the longest text


class Writer:
    """Writes the texts of one run, one item after another."""

    def __init__(self, wording: Wording, languages: Sequence[str], existing: Iterable[Item], rng: Random) -> None:
        """Make ready to write.

        Args:
            wording: the words.
            languages: those to write in.
            existing: items whose titles are not used again.
            rng: chance.
        """
        self.wording, self.languages, self.rng = wording, tuple(languages), rng
        self.titles = {
            language: {_in(item.fields.get(wording.title), language) for item in existing} for language in languages
        }
        self.uses: dict[object, float] = defaultdict(float)  # of patterns, nouns and adjectives
        self.dealt: Counter[Hashable] = Counter()  # pictures
        self.last = {line: rng.random() - 1 for line in wording.lines}  # when it was used
        self.written = 0
        self.repeated = 0  # titles that were there before, for want of others
        self._looked = 0
        self._broad = {noun.use for noun in wording.words.nouns if not noun.fit.about}
        # By a noun the titles that go with it: the same for all who write with these words.
        self._with: dict[Noun, list[TitlePattern]] = made_of(("titles", id(wording), self.languages), wording, dict)
        self._pools: dict[Any, Any] = {}  # of words by what they fit
        self._filled_titles: dict[tuple[TitlePattern, Noun, Adjective | None], Title] = {}
        self._dry: set[frozenset[str]] = set()  # tags for which all titles are there
        self._spent: set[tuple[TitlePattern, Noun]] = set()  # those without adjective, and nouns that went into them

    def write(self, tags: frozenset[str]) -> Iterator[tuple[str, Any]]:
        """The fields that an item with these tags gets: its title first, then its line and picture.

        Raises:
            Infeasible: no words fit the tags.
        """
        self.written += 1
        title = self._title(tags)
        yield self.wording.title, title.texts
        line = self._line(tags, title.noun) if self.wording.line else None
        if line and self.wording.line:
            yield self.wording.line, {language: line.fill(language, title.noun) for language in self.languages}
        if self.wording.art and title.noun.art:
            yield self.wording.art, title.noun.art

    def has_title(self, tags: frozenset[str]) -> bool:
        """Whether there is a title short enough for an item with these tags."""
        return any(map(self._is_short, self._all(tags)))

    def _title(self, tags: frozenset[str]) -> Title:
        tries = TRIES if tags not in self._dry else 0
        for boldness in range(tries):
            title = self._invented(tags, boldness)
            if title and self._is_new(title):
                return self._use(title)
        fresh = [title for title in self._all(tags) if self._is_new(title)] if tries and self._looked < PATIENCE else []
        if fresh:
            return self._use(self.rng.choice(fresh))
        self._dry.add(tags)
        self.repeated += 1
        for boldness in range(TRIES):
            title = self._invented(tags, boldness, again=True)
            if title and self._is_short(title):
                return self._use(title)
        raise Infeasible(f"no title in forge.yaml fits {', '.join(sorted(tags))}")

    def _use(self, title: Title) -> Title:
        for language, text in title.texts.items():
            self.titles[language].add(text)
        self.dealt[title.noun.use] += 1
        return title

    def _is_short(self, title: Title) -> bool:
        return title.length <= self.wording.longest

    def _is_new(self, title: Title) -> bool:
        return self._is_short(title) and not any(text in self.titles[key] for key, text in title.texts.items())

    def _invented(self, tags: frozenset[str], boldness: int, *, again: bool = False) -> Title | None:
        """A title of words that were not used much; the bolder, the less that counts. None where it came to nothing.

        The picture comes first, so that each is dealt before any comes again. Patterns and adjectives count as used
        even if nothing came of them, or they would come first again.
        """
        noun = self._dealt(tags, boldness)
        if noun is None:
            return None
        patterns = self._patterns(noun, tags)
        patterns = [
            candidate for candidate in patterns if again or candidate.described or (candidate, noun) not in self._spent
        ]
        pattern = self._little_used(patterns, boldness, tags)
        if pattern is None:
            return None
        if not pattern.described:
            self._spent.add((pattern, noun))
            return self._filled(pattern, noun, None)
        adjectives = self._adjectives(noun, tags)
        short = [candidate for candidate in adjectives if self._is_short(self._filled(pattern, noun, candidate))]
        adjective = self._little_used(short, boldness)
        return None if adjective is None else self._filled(pattern, noun, adjective)

    def _dealt(self, tags: frozenset[str], boldness: int) -> Noun | None:
        """A noun whose picture was dealt least; of these one that fits few items, or it would be left over."""
        pictures: dict[Hashable, list[Noun]] = self._cached(("pictures", tags), lambda: self._pictures(tags))
        if not pictures:
            return None

        def turn(use: Hashable) -> tuple[int, bool, float]:
            return self.dealt[use], use in self._broad, self.rng.random()

        return self._little_used(pictures[nsmallest(1 + boldness // EACH, pictures, key=turn)[-1]], boldness)

    def _pictures(self, tags: frozenset[str]) -> dict[Hashable, list[Noun]]:
        """The nouns that an item with these tags may have a title with, by their pictures."""
        nouns_by_picture: dict[Hashable, list[Noun]] = {}
        for noun in self._fitting(self.wording.words.nouns, tags):
            if self._patterns(noun, tags):
                nouns_by_picture.setdefault(noun.use, []).append(noun)
        return nouns_by_picture

    def _cached(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What is made once in a run."""
        if key not in self._pools:
            self._pools[key] = make()
        return self._pools[key]

    def _filled(self, pattern: TitlePattern, noun: Noun, adjective: Adjective | None) -> Title:
        key = pattern, noun, adjective
        title = self._filled_titles.get(key)
        if title is None:
            texts = {language: pattern.fill(language, noun, adjective) for language in self.languages}
            title = self._filled_titles[key] = Title(texts, *key, max(map(len, texts.values())))
        return title

    def _all(self, tags: frozenset[str]) -> Iterator[Title]:
        for pattern in self._fitting(self.wording.patterns, tags):
            nouns = self._fitting(self.wording.words.nouns, tags)
            for noun in (noun for noun in nouns if pattern.goes_with(noun, self.languages)):
                for adjective in self._adjectives(noun, tags) if pattern.described else [None]:
                    self._looked += 1
                    yield self._filled(pattern, noun, adjective)

    def _little_used(
        self, pool: Sequence[TitleWord], boldness: int, tags: frozenset[str] = frozenset()
    ) -> TitleWord | None:
        """One of the words used least, and it counts as used; one about the item's own tags comes sooner."""
        uses, chance, spread = self.uses, self.rng.random, 1 + boldness
        if tags and self.rng.random() < CLOSE:
            most = AHEAD + min((uses[word] for word in pool), default=0)
            pool = [word for word in pool if tags & word.fit.about and uses[word] < most] or pool
        word = min(pool, key=lambda word: uses[word] + spread * chance(), default=None)
        if word is not None:
            uses[word] += 1 / getattr(word, "often", 1)
        return word

    def _adjectives(self, noun: Noun, tags: frozenset[str]) -> list[Adjective]:
        return self._fitting(self.wording.words.adjectives, tags, noun.fit.sort)

    def _fitting(
        self, words: Sequence[TitleWord], tags: frozenset[str], sort: frozenset[str] = frozenset()
    ) -> list[TitleWord]:
        """The words that go with an item's tags, and with a noun's sort if there is one."""
        key, mood = (id(words), tags, sort), self.wording.mood(tags)
        fitting: list[TitleWord] = self._cached(
            key, lambda: [word for word in words if word.fit.suits(mood, tags, sort)]
        )
        return fitting

    def _patterns(self, noun: Noun, tags: frozenset[str]) -> list[TitlePattern]:
        """The titles that a noun may have on an item with these tags, short enough if they have no adjective."""
        if noun not in self._with:
            going = (pattern for pattern in self.wording.patterns if pattern.goes_with(noun, self.languages))
            self._with[noun] = [
                candidate
                for candidate in going
                if candidate.described or self._is_short(self._filled(candidate, noun, None))
            ]
        fitting = self._cached(("titles", tags), lambda: set(self._fitting(self.wording.patterns, tags)))
        patterns: list[TitlePattern] = self._cached(
            (noun, tags), lambda: [candidate for candidate in self._with[noun] if candidate in fitting]
        )
        return patterns

    def _line(self, tags: frozenset[str], noun: Noun) -> TitlePattern | None:
        """The line that fits and was used longest ago."""
        about = self._fitting(self.wording.lines, tags)
        lines = self._cached(
            ("lines", tags, noun),
            lambda: [candidate for candidate in about if candidate.goes_with(noun, self.languages)],
        )
        line: TitlePattern | None = min(lines, key=lambda line: self.last[line], default=None)
        if line is not None:
            self.last[line] = float(self.written)
        return line


def _in(text: Any, language: str) -> str:
    return text.in_language(language, language) if isinstance(text, LocalizedText) else ""
