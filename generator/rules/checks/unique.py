"""No two items have the same value: a code, a name, a collection.

``within`` limits it to items that agree in another field; ``families`` puts values of that field together.

PASS
    fields: {set: {type: string}, code: {type: string}}
    rule: {check: unique, field: code, within: set}
    items:
      - {id: stone, set: "1", code: "01"}
      - {id: arrow, set: "2", code: "01"}

FAIL 5:23
    fields: {name: {type: text}}
    rule: {check: unique, field: name}
    items:
      - {id: thief, name: {en: Thief}}
      - {id: rogue, name: Thief}

FAIL 5:33
    fields: {set: {type: string}, code: {type: string}}
    rule: {check: unique, field: code, within: set, families: {all: ["1", "2"]}}
    items:
      - {id: stone, set: "1", code: "01"}
      - {id: arrow, set: "2", code: "01"}
"""

from collections.abc import Iterator
from typing import Any

from generator.core.notes import take_note
from generator.model.fields import Field, ListField, MapField
from generator.model.game import Item
from generator.model.values import LocalizedText, Record
from generator.rules.rule import Breach, Reach, RuleScope
from generator.rules.settings import WORDS, GroupField, PathField

REACH: Reach = "others"
PARAMETERS: dict[str, Field] = {
    "field": PathField(to=WORDS, deep=False, required=True, says="the field", example="name"),
    "within": PathField(
        to=WORDS, deep=False, says="a field: only items that agree in it are held against each other", example="family"
    ),
    "families": MapField(
        of=ListField(of=GroupField()),
        says="groups that count as one: a name, and the values of `within`",
        example='{main: ["1", "2"]}',
    ),
}


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield each item whose value another had before, at the value; texts in any one language count."""
    first: dict[Any, Item] = {}
    for item in scope.items:
        for key in keys_of(item.fields, settings, scope.game.languages):
            scope.judged += 1
            other = first.setdefault(key, item)
            if other is not item and other.id != item.id:
                take_note("places", scope.kind.name)
                message = f"{settings.field} {key[-1]!r} is also that of {other.id} (line {other.node.line})"
                yield Breach(item, (settings.field,), message, "change one of the two")
                break


def family_of(value: Any, families: dict[str, list[str]] | None) -> Any:
    """The family that holds ``value``, or the value itself where none does."""
    for name, members in (families or {}).items():
        if value in members:
            return name
    return value


def keys_of(fields: dict[str, Any], settings: Record, languages: tuple[str, ...]) -> Iterator[tuple[Any, str, Any]]:
    """What two items may not share: group, language and value.

    A text that is the same in every language stands for each of them.
    """
    value = fields.get(settings.field)
    group = family_of(fields.get(settings.within) if settings.within else None, settings.families)
    if isinstance(value, LocalizedText):
        texts = {language: value.translations.get(language, value.translations.get("")) for language in languages}
        yield from ((group, language, text) for language, text in texts.items() if text is not None)
    elif value is not None:
        yield group, "", value
