"""Texts follow a style guide: patterns, endings, words to use or to avoid, terms that name items.

Each text is judged in each of its languages, and a problem is at that text. A pattern is a regular expression of
Python; one that may take endless time is refused.

PASS
    fields: {text: {type: text}}
    rule: {check: wording, fields: [text], ends: [".", "!"], never: {throw away: discard}}
    items:
      - {id: rain, text: Discard a card.}

PASS
    fields: {name: {type: text}, text: {type: text}}
    rule: {check: wording, fields: [text], terms: "[A-Z][a-z]+(?: [A-Z][a-z]+)*", also: [Draw, A]}
    items:
      - {id: owl, name: Snow Owl, text: Draw a Snow Owl}
      - {id: tent, name: Tent, text: A Snow Owl looks in}

FAIL 4:22
    fields: {text: {type: text}}
    rule: {check: wording, fields: [text], ends: [".", "!"]}
    items:
      - {id: rain, text: Discard a card}

FAIL 4:27
    fields: {text: {type: text}}
    rule: {check: wording, never: {utilise: use}, language: en}
    items:
      - {id: rain, text: {en: Utilise it}}

FAIL 4:22
    fields: {text: {type: text}}
    rule: {check: wording, pattern: "^[A-Z]", not: "d [0-9]"}
    items:
      - {id: roll, text: Roll d 6}

FAIL 4:37
    fields: {name: {type: text}, text: {type: text}}
    rule: {check: wording, fields: [text], terms: "_([^_]+)_"}
    items:
      - {id: owl, name: Snow Owl, text: Draw a _Snow Owel_}
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from generator.model.fields import Field, ListField, MapField, StringField, TextField
from generator.model.game import Item
from generator.model.values import LocalizedText, Record, nearest
from generator.read.tree import excerpt
from generator.rules.patterns import PatternField, search
from generator.rules.rule import Breach, Reach, RuleScope, ValuePath, members_at
from generator.rules.settings import KindField, PathField

REACH: Reach = "others"
NEEDS = ("pattern", "not", "never", "always", "ends", "terms")
PARAMETERS: dict[str, Field] = {
    "fields": ListField(
        of=PathField(to=(TextField, StringField), many=True),
        says="the texts, or paths to them",
        absent="all texts that players read",
        example="[text, abilities.*.text]",
    ),
    "language": StringField(says="the one language that it is about", absent="all", example="en"),
    "pattern": PatternField(says="what each text has in it", example='"^[A-Z]"'),
    "not": PatternField(says="what no text has in it", example='"  "'),
    "never": MapField(
        of=StringField(), says="words that no text has, each with what to write", example="{throw away: discard}"
    ),
    "always": ListField(of=StringField(), says="words that each text has", example="[your turn]"),
    "ends": ListField(of=StringField(), says="how each text ends", example='[".", "!"]'),
    "terms": PatternField(
        says="what in texts must name an item by a text or code: the pattern's first group, or all of it",
        example='"_([^_]+)_"',
    ),
    "of": KindField(says="the kind that `terms` name", absent="the rule's own", example="cards"),
    "also": ListField(of=StringField(), says="terms that name no item", example="[Turn, Round]"),
}


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield each text that breaks the style, with the first thing that is wrong in it."""
    names = _names(scope, settings) if settings.terms else {}
    for item in scope.items:
        for path, text in _texts(item, settings):
            scope.judged += 1
            wrong = _wrong(text, settings, names)
            if wrong is not None:
                yield Breach(item, path, *wrong)


def _texts(item: Item, settings: Record) -> Iterator[tuple[ValuePath, str]]:
    for name in settings.fields or list(item.fields):
        for path, value in _below(members_at(item, name), with_codes=bool(settings.fields)):
            words = {"": value} if isinstance(value, str) else value.translations
            for language, text in words.items():
                if text.strip() and language in ("", settings.language or language):
                    yield (*path, language) if language else path, text


def _below(
    members: Iterator[tuple[ValuePath, object]], *, with_codes: bool
) -> Iterator[tuple[ValuePath, str | LocalizedText]]:
    for path, value in members:
        if isinstance(value, LocalizedText) or (with_codes and isinstance(value, str)):
            yield path, value
        elif isinstance(value, Record):
            yield from _below((((*path, key), part) for key, part in value), with_codes=with_codes)
        elif isinstance(value, list):
            yield from _below((((*path, at), part) for at, part in enumerate(value)), with_codes=with_codes)


def _names(scope: RuleScope, settings: Record) -> dict[str, str]:
    """All that terms may be, by their small letters."""
    kind = scope.game.kinds[settings.of or scope.kind.name]
    names = list(settings.also or ())
    for item in (*kind.items, *kind.beside):
        values = [value for name, value in item.fields.items() if name not in (settings.fields or ())]
        names += [value for value in values if isinstance(value, str)]
        names += [word for value in values if isinstance(value, LocalizedText) for word in value.translations.values()]
    return {name.casefold(): name for name in names}


def _wrong(text: str, settings: Record, names: dict[str, str]) -> tuple[str, str] | None:
    """What is wrong in a text, and what to do."""
    shown = excerpt(text)
    if settings.ends and not text.rstrip().endswith(tuple(settings.ends)):
        return f"{shown} ends with {text.rstrip()[-1]!r}", f"end it with {' or '.join(settings.ends)}"
    for word, instead in (settings.never or {}).items():
        if found := _word(word).search(text):
            return f"{found[0]!r} is not to be in a text", f"write {instead}" if instead else "leave it out"
    for word in settings.always or ():
        if not _word(word).search(text):
            return f"{shown} lacks {word!r}", "add it"
    if settings.pattern and not search(settings.pattern, text):
        return f"{shown} has nothing like {settings.pattern}", ""
    for match in search(settings["not"], text)[:1] if settings["not"] else ():
        return f"{match[0]!r} is not to be in a text: {settings['not']}", ""
    for match in search(settings.terms, text) if settings.terms else ():
        term = match[match.re.groups and 1] or ""
        if term and term.casefold() not in names:
            return f"{term!r} is no name", nearest(term, names.values(), "write a name, or add it under also")
    return None


@lru_cache(maxsize=512)
def _word(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
