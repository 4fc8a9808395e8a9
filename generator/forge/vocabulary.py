"""The words of ``forge.yaml``: nouns with their pictures, adjectives, titles and lines with slots for them."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from generator.forge.grammar import capitalised, grammar
from generator.model.field_spec import AnyField
from generator.model.fields import (
    ChoiceField,
    Field,
    ListField,
    NumberField,
    ReadContext,
    RecordField,
    StringField,
    read_fields,
)
from generator.model.fields.json_schema import Schema, SchemaNames, keys_schema
from generator.model.values import Record
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Sequence

PatternPart = str | Callable[[Any, Any], str]
BRACES = re.compile(r"\{([^{}]*)\}")


class Fit(Struct, frozen=True):
    """What a word or line goes with; an empty set goes with all."""

    mood: frozenset[str] = frozenset()
    sort: frozenset[str] = frozenset()  # of the noun
    about: frozenset[str] = frozenset()  # at least one of these tags of an item

    def suits(self, mood: frozenset[str], tags: frozenset[str], sort: frozenset[str]) -> bool:
        """Whether it goes with an item's mood and tags, and with a noun's sort if there is one."""
        fits = (not self.mood or self.mood & mood) and (not self.about or self.about & tags)
        return bool(fits and (not sort or not self.sort or self.sort & sort))


class Noun(Struct, frozen=True, eq=False):
    """What a title is about, in each language, and the picture of it."""

    forms: Mapping[str, Any]
    art: str | None
    fit: Fit
    row: Node  # where it is

    @property
    def use(self) -> Hashable:
        """What is used up with it: its picture, which other nouns may share."""
        return self.art or id(self)

    def plural(self, language: str) -> bool:
        """Whether it stands for many."""
        return bool(getattr(self.forms[language], "plural", False))


class Adjective(Struct, frozen=True, eq=False):
    """How a noun is."""

    forms: Mapping[str, Any]
    fit: Fit


class TitlePattern(Struct, frozen=True, eq=False):
    """A title or a line with slots for a noun and its adjective, in each language."""

    parts: Mapping[str, tuple[PatternPart, ...]]
    fit: Fit
    number: str | None  # one or many, where only such nouns go with it
    described: bool  # has an adjective
    often: int = 1  # how much more often than others it is taken

    def fill(self, language: str, noun: Noun, adjective: Adjective | None = None) -> str:
        """The text in one language, with a capital at its start."""
        form, how = noun.forms[language], adjective.forms[language] if adjective else None
        return capitalised("".join(p if isinstance(p, str) else p(form, how) for p in self.parts[language]))

    def goes_with(self, noun: Noun, languages: Iterable[str]) -> bool:
        """Whether the noun is of a sort and number that the pattern takes."""
        if self.fit.sort and not self.fit.sort & noun.fit.sort:
            return False
        return not self.number or all(noun.plural(language) == (self.number == "many") for language in languages)


class Vocabulary(Struct, frozen=True):
    """Nouns and adjectives that all kinds of a game share."""

    nouns: tuple[Noun, ...] = ()
    adjectives: tuple[Adjective, ...] = ()


class WordsField(RecordField, frozen=True):
    """A mapping with named fields and, besides, words in each of the game's languages, by its code."""

    def schema(self, names: SchemaNames) -> Schema:
        return keys_schema(self.in_languages(names.languages), names)

    def read(self, node: Node, context: ReadContext) -> Record | None:
        return RecordField(fields=self.in_languages(context.languages)).read(node, context)

    def in_languages(self, languages: Iterable[str]) -> dict[str, Field]:
        """All keys, for a game in these languages."""
        return {**self.fields, **dict.fromkeys(languages, _WORDS)}


_WORDS = StringField(required=True)  # in one language
SORT = ListField(says="what sort of thing it is", required=True, example="[creature]")
ABOUT = ListField(says="tags, of which the item must have one", absent="goes with all", example="[coins-]")
NOUN: dict[str, Field] = {
    "art": StringField(says="the name of its picture", example="owl"),
    "sort": SORT,
    "about": ABOUT,
}
FIT: dict[str, Field] = {
    "mood": ListField(says="the moods that it fits", absent="all", example="[bright]"),
    "sort": ListField(says="the sorts of nouns that it goes with", absent="all", example="[creature]"),
    "about": ABOUT,
}
TITLE: dict[str, Field] = {
    **FIT,
    "number": ChoiceField(
        of=("one", "many"), says="whether it needs a noun for one, or for many", absent="both do", example="one"
    ),
    "often": NumberField(default=1, says="how much oftener than others it is taken", example="3"),
}
LINE: dict[str, Field] = {name: known for name, known in TITLE.items() if name != "mood"}
WORDS: dict[str, Field] = {
    "nouns": AnyField(
        form=ListField(of=WordsField(fields=NOUN)),
        says="what titles are about, with the article in English and French",
        example="[{en: an owl, fr: un *hibou, art: owl, sort: [creature]}]",
    ),
    "adjectives": AnyField(
        form=ListField(of=WordsField(fields=FIT)),
        says="how a noun may be, in each language",
        example="[{en: hungry, fr: affamé, sort: [creature]}]",
    ),
}


def read_words(node: Node, context: ReadContext) -> Vocabulary:
    """Read the ``words`` of a game."""
    if not isinstance(node, MappingNode):
        context.report.add(node, "wrong-type", "a mapping with nouns and adjectives is wanted here")
        return Vocabulary()
    rows = read_fields(node, WORDS, context)
    nouns = [
        Noun(forms, values["art"], Fit(sort=frozenset(values["sort"]), about=frozenset(values["about"])), row)
        for row in _rows(rows["nouns"], context)
        for values, forms in _each(row, NOUN, "noun", context)
    ]
    adjectives = [
        Adjective(forms, Fit(*(frozenset(values[name]) for name in FIT)))
        for row in _rows(rows["adjectives"], context)
        for values, forms in _each(row, FIT, "adjective", context)
    ]
    return Vocabulary(tuple(nouns), tuple(adjectives))


def read_lines(node: Node, words: Vocabulary, context: ReadContext) -> tuple[TitlePattern, ...]:
    """Read lines of flavour: a mapping of moods to lists of lines."""
    if not isinstance(node, MappingNode):
        context.report.add(node, "wrong-type", "a mapping of moods to lines is wanted here")
        return ()
    moods = node.values.items()
    return tuple(line for mood, rows in moods for line in read_patterns(rows, LINE, frozenset({mood}), words, context))


def read_patterns(
    node: Node, fields: dict[str, Field], mood: frozenset[str], words: Vocabulary, context: ReadContext
) -> Iterator[TitlePattern]:
    """Read a list of titles or of lines, for these words; ``mood``: what those fit that say nothing of it."""
    if not isinstance(node, Sequence):
        context.report.add(node, "wrong-type", "a list is wanted here")
        return
    reported = set[int]()  # rows of nouns
    for row in node.items:
        for values, forms in _each(row, fields, "text", context):
            if values["often"] < 1:
                context.report.add(_at(row, "often"), "number-range", f"often is {values['often']}; 1 is the least")
            described = any("adj" in slot.split() for text in forms.values() for slot in BRACES.findall(text))
            parts = {}
            for language, text in forms.items():
                try:
                    parts[language] = tuple(_parts(language, text))
                except ValueError as error:
                    context.report.add(_at(row, language), "wrong-type", str(error))
            if described and fields is LINE:
                context.report.add(row, "wrong-type", "a line has no {adj}: only titles draw one; write a word")
            elif len(parts) == len(forms):
                moods = frozenset(values.get("mood") or mood)
                fit = Fit(moods, frozenset(values["sort"]), frozenset(values["about"]))
                pattern = TitlePattern(parts, fit, values["number"], described, values["often"])
                for noun in words.nouns if described else ():
                    for language in parts if pattern.goes_with(noun, context.languages) else ():
                        plain = isinstance(noun.forms[language], str)  # no grammar lets them agree
                        wrong = _misfit(pattern, language, noun) if plain else ""
                        if wrong and id(noun.row) not in reported:
                            reported.add(id(noun.row))
                            context.report.add(_at(noun.row, language), "wrong-type", wrong)
                yield pattern


def _misfit(pattern: TitlePattern, language: str, noun: Noun) -> str:
    """Why a noun cannot be in a pattern with an adjective; empty where it can."""
    try:
        pattern.fill(language, noun, Adjective({language: grammar(language).adjective("?")}, Fit()))
    except ValueError as error:
        return str(error)
    return ""


def _rows(rows: Node | None, context: ReadContext) -> list[Node]:
    if isinstance(rows, Sequence):
        return rows.items
    if rows is not None:
        context.report.add(rows, "wrong-type", "a list is wanted here")
    return []


def _each(
    row: Node, extra: dict[str, Field], what: str, context: ReadContext
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The values of a row and, apart, its words by language as its grammar reads them; nothing where it is wrong."""
    if not isinstance(row, MappingNode):
        context.report.add(row, "wrong-type", f"a {what} in each language is wanted here")
        return
    before = len(context.report.problems)
    values = read_fields(row, WordsField(fields=extra).in_languages(context.languages), context)
    forms = {language: values.pop(language) for language in context.languages}
    for language, text in forms.items():
        if what in ("noun", "adjective") and text is not None:
            try:
                forms[language] = getattr(grammar(language), what)(text)
            except ValueError as error:
                context.report.add(_at(row, language), "wrong-type", str(error))
    if len(context.report.problems) == before:
        yield values, forms


def _at(row: Node, key: str) -> Node:
    return row.values[key] if isinstance(row, MappingNode) else row


def _parts(language: str, text: str) -> Iterator[PatternPart]:
    for number, piece in enumerate(BRACES.split(text)):
        if piece:
            yield grammar(language).slot(piece) if number % 2 else piece
