"""Texts follow a style guide: patterns, endings, words to use or to avoid, terms that name items.

Each text is judged in each of its languages, and a problem is at that text. A pattern is a regular expression of
Python; one that may take endless time is refused.

SETTINGS
fields: the texts, or paths to them
    else: all texts that players read
    such as: [text, abilities.*.text]
language: the one language that it is about
    else: all
    such as: en
pattern: what each text has in it
    such as: "^[A-Z]"
not: what no text has in it
    such as: "  "
never: words that no text has, each with what to write
    such as: {throw away: discard}
always: words that each text has
    such as: [your turn]
ends: how each text ends
    such as: [".", "!"]
terms: what in texts must name an item by a text or code: the pattern's first group, or all of it
    such as: "_([^_]+)_"
of: the kind that `terms` name
    else: the rule's own
    such as: cards
also: terms that name no item
    such as: [Turn, Round]

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
from math import factorial
from typing import NamedTuple

from generator.model.budget import EXPRESSION, METER, ExpressionError, TooCostlyError
from generator.model.fields import Field, ListField, MapField, StringField, TextField
from generator.model.game import Item
from generator.model.values import LocalizedText, Record, nearest
from generator.read.tree import Scalar, excerpt
from generator.rules.lookup import SettingScope
from generator.rules.rule import Breach, Reach, RuleScope, ValuePath, members_at
from generator.rules.settings import KindField, NamingField, PathField, settings_of

MOST = 1_000  # characters
_PER_STEP = 50  # signs that are compared in a step
_TOKEN = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<open>\((?:\?(?:[:=!]|<[=!]|P<\w+>))?)|(?P<close>\))"
    r"|(?P<repeat>(?:[*+?]|\{\d*,?\d*\})\??)|(?P<or>\|)|.",
    re.S,
)


class _Part(NamedTuple):
    """A bracket: the signs in it, and what else makes a repeat of it take long."""

    atoms: list[str]
    flags: set[str]


class PatternField(NamingField, frozen=True):
    """A regular expression."""

    takes = "a regular expression"

    def look_up(self, node: Scalar, scope: SettingScope) -> None:
        try:
            _compiled(node.text)
        except ExpressionError as error:
            scope.report.add(node, "rule-syntax", f"cannot read the pattern: {error}", error.hint)


def search(pattern: str, text: str) -> list[re.Match[str]]:
    """All places of a text that a pattern fits.

    Raises:
        ExpressionError: the pattern cannot be read, or takes too long.
    """
    compiled, repeats = _compiled(pattern)
    METER.begin()
    steps = len(text) ** (repeats + 1) // factorial(repeats + 1) // _PER_STEP
    if steps > EXPRESSION:
        raise TooCostlyError(f"this takes more than {EXPRESSION:,} steps in a text of {len(text):,} characters")
    METER.charge(steps)
    return list(compiled.finditer(text))


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> tuple[re.Pattern[str], int]:
    if len(pattern) > MOST:
        raise ExpressionError(f"it is longer than {MOST:,} characters")
    try:
        compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise ExpressionError(str(error), "regular expressions are those of Python") from None
    return compiled, _repeats(pattern)


def _repeats(pattern: str) -> int:
    """How many repeats without an end it has."""
    parts, last, count = [_Part([], set())], _Part([], set()), 0
    for match in _TOKEN.finditer(pattern):
        token, sort = match[0], match.lastgroup
        if re.fullmatch(r"\\[1-9]", token) or (token == "(" and pattern.startswith("?", match.end())):
            raise ExpressionError(f"{token} is not possible here", "write it without flags and references")
        if sort == "open":
            parts.append(_Part([], set()))
        elif sort == "close":
            last = parts.pop()
            parts[-1].atoms.extend(last.atoms)
            parts[-1].flags.update(last.flags)
        elif sort == "or":
            parts[-1].flags.add("or")
        elif sort == "repeat" and token.rstrip("?") not in ("", "{1}"):
            if last.flags and not _is_told_apart(last):
                hint = "begin what is repeated with a sign that nothing else in it fits, or make two rules of it"
                raise ExpressionError("a repeat of repeats, or of parts to choose from, may take too long", hint)
            parts[-1].flags.add("repeat")
            count += token[0] in "*+" or ",}" in token
        elif sort is None:
            last = _Part([token], set())
            parts[-1].atoms.append(token)
    return count


def _is_told_apart(part: _Part) -> bool:
    """Whether a part begins with a sign that the rest of it does not fit, and is no choice."""
    first, *others = part.atoms
    sign = (
        first.removeprefix("\\") if len(first) <= 2 and not first.removeprefix("\\").isalnum() and first != "." else ""
    )
    return bool(sign) and "or" not in part.flags and not any(re.fullmatch(other, sign) for other in others)


REACH: Reach = "others"
NEEDS = ("pattern", "not", "never", "always", "ends", "terms")
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    fields=ListField(of=PathField(to=(TextField, StringField), many=True)),
    language=StringField(),
    pattern=PatternField(),
    **{"not": PatternField()},
    never=MapField(of=StringField()),
    always=ListField(of=StringField()),
    ends=ListField(of=StringField()),
    terms=PatternField(),
    of=KindField(),
    also=ListField(of=StringField()),
)


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
