"""No two items have the same value: a code, a name, a collection; or the same values of several ``fields`` together.

SETTINGS
field: the field
    such as: name
fields: several fields, whose values together are unlike
    such as: [suit, value]
rotations: whether lists are the same if one is the other turned
    such as: true
within: items that agree in this field form a group
    such as: family

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

FAIL 5:5
    fields: {suit: {type: string}, value: {type: whole}}
    rule: {check: unique, fields: [suit, value]}
    items:
      - {id: owl, suit: moon, value: 4}
      - {id: bat, suit: moon, value: 4}

FAIL 5:22
    fields: {edges: {type: list}}
    rule: {check: unique, field: edges, rotations: true}
    items:
      - {id: bend, edges: [road, road, field, field]}
      - {id: bow, edges: [field, road, road, field]}
"""

from collections.abc import Iterator
from typing import Any

from generator.core.notes import take_note
from generator.model.fields import Field, FlagField, ListField
from generator.model.game import Item
from generator.model.values import LocalizedText, Record, as_data
from generator.rules.rule import Breach, Reach, RuleScope
from generator.rules.settings import FAMILIES, WORDS, PathField, settings_of

REACH: Reach = "others"
NEEDS = ("field", "fields")
APART = (("field", "fields"),)
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    field=PathField(to=(*WORDS, ListField), deep=False),
    fields=ListField(of=PathField(to=(*WORDS, ListField), deep=False)),
    rotations=FlagField(default=False),
    within=PathField(to=WORDS, deep=False),
    families=FAMILIES,
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield each item whose value another had before, at the value; texts in any one language count."""
    first: dict[Any, Item] = {}
    for item in scope.items:
        for key in keys_of(item.fields, settings, scope.game.languages):
            scope.judged += 1
            holder = first.setdefault(key, item)
            if holder is not item and holder.id != item.id:
                take_note("places", scope.kind.name)
                what = settings.field or " and ".join(settings.fields)
                turned = settings.rotations and item.fields.get(what) != holder.fields.get(what)
                same = f"is that of {holder.id} (line {holder.node.line}), turned"
                plain = f"{_told(key[-1])} is also that of {holder.id} (line {holder.node.line})"
                message = f"{what} {same if turned else plain}"
                yield Breach(item, (settings.field,) if settings.field else (), message, "change one of the two")
                break


def _told(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else repr(value)


def group_of(fields: dict[str, Any], settings: Record) -> Any:
    """The group of an item: its value of ``within``, or the family that holds this; None where nothing parts them."""
    value = fields.get(settings.within) if settings.within else None
    return next((name for name, members in (settings.families or {}).items() if value in members), value)


def keys_of(fields: dict[str, Any], settings: Record, languages: tuple[str, ...]) -> Iterator[tuple[Any, str, Any]]:
    """What two items may not share: group, language and value.

    A text that is the same in every language stands for each of them.
    """
    group = group_of(fields, settings)
    values = [fields.get(name) for name in settings.fields or [settings.field]]
    texts = any(isinstance(value, LocalizedText) for value in values)
    for language in languages if texts else ("",):
        key = tuple([_comparable(value, language, turned=settings.rotations) for value in values])
        if None not in key:
            yield group, language, key if settings.fields else key[0]


def _comparable(value: Any, language: str, *, turned: bool) -> Any:
    """A value as one that can be compared; a list as the first of its turns, where these are the same."""
    if isinstance(value, LocalizedText):
        return value.translations.get(language, value.translations.get(""))
    if isinstance(value, list):
        members = tuple(str(as_data(member)) for member in value)
        return least_turn(members) if turned else members
    return value


def least_turn(members: tuple[str, ...]) -> tuple[str, ...]:
    """Of all turns of a circle the one that comes first: the same for all that are the same when turned."""
    return min((members[at:] + members[:at] for at in range(len(members))), default=())
