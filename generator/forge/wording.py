"""Titles, lines and pictures for new items: words that fit what an item does, and none of them too often."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

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
from generator.read.made import made_of
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
        return next((use for wanted, use in self.moods if wanted <= tags), frozenset())


def read_texts(node: MappingNode, words: Vocabulary, context: ReadContext) -> Wording:
    """Read the ``texts`` of a kind."""
    values = read_fields(node, TEXTS, context)
    moods = tuple((frozenset(entry["if"] or ()), frozenset(entry["use"] or ())) for entry in values["moods"] or ())
    own = read_words(values["words"], context) if values["words"] else words
    patterns = read_patterns(values["titles"], own, context) if values["titles"] else ()
    lines = read_lines(values["lines"], own, context) if values["lines"] else ()
    return Wording(values["title"], values["line"], values["art"], values["longest"], moods, patterns, lines, own)


class Title(Struct, frozen=True):
    """A title and the words it was made of."""

    texts: dict[str, str]  # by language
    pattern: TitlePattern
    noun: Noun
    adjective: Adjective | None


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
        self.titles = {
            language: {_in(item.fields.get(wording.title), language) for item in taken} for language in languages
        }
        self.uses: dict[Hashable, float] = defaultdict(float)  # of patterns, nouns and adjectives
        self.dealt: Counter[Hashable] = Counter()  # pictures
        self.last = {id(line): rng.random() - 1 for line in wording.lines}  # when it was used
        self.written = 0
        self.repeated = 0  # titles that were there before, for want of others
        self._looked = 0
        self._broad = {noun.use for noun in wording.words.nouns if not noun.fit.about}
        # By a noun's id the titles that go with it: the same for all who write with these words.
        self._with: dict[int, list[TitlePattern]] = made_of(("titles", id(wording), self.languages), wording, dict)
        self._fits: dict[frozenset[str], set[int]] = {}  # by an item's tags: the ids of titles that fit it
        self._pools: dict[Any, list[Any]] = {}
        self._shown: dict[frozenset[str], dict[Hashable, list[Noun]]] = {}  # by an item's tags: nouns by their pictures
        self._spent: set[tuple[int, int]] = set()  # patterns without adjective, and nouns that went into them

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

    def has_title(self, tags: frozenset[str], *, plain: bool = False) -> bool:
        """Whether there is a title short enough for an item with these tags.

        With ``plain``, only words are examined that are not about tags: what they make will do for others of the mood.
        """

        def fit(words: Sequence[Any], sort: frozenset[str] = frozenset()) -> list[Any]:
            return [word for word in self._fitting(words, tags, sort) if not (plain and word.fit.about)]

        nouns = fit(self.wording.words.nouns)
        for pattern in fit(self.wording.patterns):
            for noun in nouns:
                if pattern.goes_with(noun, self.languages):
                    how = fit(self.wording.words.adjectives, noun.fit.sort) if pattern.described else [None]
                    if any(self._is_short(self._filled(pattern, noun, adjective)) for adjective in how):
                        return True
        return False

    def _title(self, tags: frozenset[str]) -> Title:
        tries = TRIES if ("dry", tags) not in self._pools else 0
        for boldness in range(tries):
            title = self._invented(tags, boldness)
            if title and self._is_new(title):
                return self._taken(title)
        fresh = [title for title in self._all(tags) if self._is_new(title)] if tries and self._looked < PATIENCE else []
        if fresh:
            return self._taken(self.rng.choice(fresh))
        self._pools["dry", tags] = []
        self.repeated += 1
        for boldness in range(TRIES):
            title = self._invented(tags, boldness, again=True)
            if title and self._is_short(title):
                return self._taken(title)
        raise Infeasible(f"no title in forge.yaml fits {', '.join(sorted(tags))}")

    def _taken(self, title: Title) -> Title:
        for language, text in title.texts.items():
            self.titles[language].add(text)
        self.dealt[title.noun.use] += 1
        return title

    def _is_short(self, title: Title) -> bool:
        return all(len(text) <= self.wording.longest for text in title.texts.values())

    def _is_new(self, title: Title) -> bool:
        return self._is_short(title) and not any(text in self.titles[key] for key, text in title.texts.items())

    def _invented(self, tags: frozenset[str], boldness: int, *, again: bool = False) -> Title | None:
        """A title of words that were not used much; the bolder, the less that counts. None where it came to nothing.

        The picture comes first, so that each is dealt before any comes again. Patterns and adjectives count as used
        even if nothing came of them, or they would come first again.
        """
        noun = self._dealt(tags, boldness)
        patterns = self._patterns(noun, tags) if noun else []
        if noun is not None and not again:
            patterns = [one for one in patterns if one.described or (id(one), id(noun)) not in self._spent]
        pattern = self._little_used(patterns, boldness, tags)
        if noun is None or pattern is None:
            return None
        adjective = None
        if pattern.described:
            known = self._adjectives(noun, tags)
            adjective = self._little_used(
                [one for one in known if self._is_short(self._filled(pattern, noun, one))], boldness
            )
            if adjective is None:
                return None
        else:
            self._spent.add((id(pattern), id(noun)))
        return self._filled(pattern, noun, adjective)

    def _dealt(self, tags: frozenset[str], boldness: int) -> Noun | None:
        """A noun whose picture was dealt least; of these one that fits few items, or it would be left over."""
        pictures = self._pictures(tags)
        if not pictures:
            return None

        def turn(use: Hashable) -> tuple[int, bool, float]:
            return self.dealt[use], not self._narrow(use), self.rng.random()

        turns = sorted(pictures, key=turn)
        nouns = pictures[turns[min(boldness // EACH, len(turns) - 1)]]
        chosen: Noun | None = self._little_used(nouns, boldness)
        return chosen

    def _pictures(self, tags: frozenset[str]) -> dict[Hashable, list[Noun]]:
        """The nouns that an item with these tags may have a title with, by their pictures."""
        if tags not in self._shown:
            found: dict[Hashable, list[Noun]] = {}
            for noun in self._fitting(self.wording.words.nouns, tags):
                if self._patterns(noun, tags):
                    found.setdefault(noun.use, []).append(noun)
            self._shown[tags] = found
        return self._shown[tags]

    def _narrow(self, use: Hashable) -> bool:
        """Whether a picture is for some items only."""
        return use not in self._broad

    def _filled(self, pattern: TitlePattern, noun: Noun, adjective: Adjective | None) -> Title:
        texts = {language: pattern.fill(language, noun, adjective) for language in self.languages}
        return Title(texts, pattern, noun, adjective)

    def _all(self, tags: frozenset[str]) -> Iterator[Title]:
        for pattern in self._fitting(self.wording.patterns, tags):
            for noun in self._nouns(pattern, tags):
                for adjective in self._adjectives(noun, tags) if pattern.described else [None]:
                    self._looked += 1
                    yield self._filled(pattern, noun, adjective)

    def _little_used(self, pool: Sequence[Any], boldness: int, tags: frozenset[str] = frozenset()) -> Any:
        """One of the words used least, and it counts as used; one about the item's own tags comes sooner."""
        uses, chance, spread = self.uses, self.rng.random, 1 + boldness
        if tags and self.rng.random() < CLOSE:
            most = AHEAD + min((uses[_use(word)] for word in pool), default=0)
            pool = [word for word in pool if tags & word.fit.about and uses[_use(word)] < most] or pool
        word = min(pool, key=lambda word: uses[_use(word)] + spread * chance(), default=None)
        if word is not None:
            uses[_use(word)] += 1 / getattr(word, "often", 1)
        return word

    def _adjectives(self, noun: Noun, tags: frozenset[str]) -> list[Adjective]:
        return self._fitting(self.wording.words.adjectives, tags, noun.fit.sort)

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
        return self._pools[key]

    def _nouns(self, pattern: TitlePattern, tags: frozenset[str]) -> list[Noun]:
        about = self._fitting(self.wording.words.nouns, tags)
        return [noun for noun in about if pattern.goes_with(noun, self.languages)]

    def _patterns(self, noun: Noun, tags: frozenset[str]) -> list[TitlePattern]:
        """The titles that a noun may have on an item with these tags."""
        if id(noun) not in self._with:
            going = (pattern for pattern in self.wording.patterns if pattern.goes_with(noun, self.languages))
            self._with[id(noun)] = [pattern for pattern in going if self._has_room(pattern, noun)]
        if tags not in self._fits:
            self._fits[tags] = set(map(id, self._fitting(self.wording.patterns, tags)))
        key, fitting = ("patterns", id(noun), tags), self._fits[tags]
        if key not in self._pools:
            self._pools[key] = [pattern for pattern in self._with[id(noun)] if id(pattern) in fitting]
        return self._pools[key]

    def _has_room(self, pattern: TitlePattern, noun: Noun) -> bool:
        """Whether a title with this noun is short enough, if it has no adjective."""
        return pattern.described or self._is_short(self._filled(pattern, noun, None))

    def _line(self, tags: frozenset[str], noun: Noun | None) -> TitlePattern | None:
        """The line that fits and was used longest ago."""
        key = ("lines", tags, id(noun))
        if key not in self._pools:
            about = self._fitting(self.wording.lines, tags)
            self._pools[key] = [line for line in about if line.goes_with(noun, self.languages)]
        line: TitlePattern | None = min(self._pools[key], key=lambda line: self.last[id(line)], default=None)
        if line is not None:
            self.last[id(line)] = float(self.written)
        return line


def _in(text: Any, language: str) -> str:
    return text.in_language(language, language) if isinstance(text, LocalizedText) else ""


def _use(word: TitlePattern | Noun | Adjective) -> Hashable:
    return id(word)
