"""Codes name items that are there, in the same group or an earlier one.

``fields`` are paths to the codes, single ones or lists of them; ``to`` the kind they name and ``key`` its field, or
``id``; a text is found by its words in any language. ``families`` lists groups (values of
``within``) in order: an item can name those of its own and of earlier groups.

PASS
    fields: {set: {type: string}, code: {type: string}, refs: {type: list}}
    rule: {check: refers, fields: [refs.*], key: code, within: set, families: {main: ["1", "2"]}}
    items:
      - {id: stone, set: "1", code: "01"}
      - {id: sling, set: "2", code: "02", refs: ["01"]}

PASS
    fields: {name: {type: text}, beats: {type: string}}
    rule: {check: refers, fields: [beats], key: name}
    items:
      - {id: stone, name: {en: Stone}, beats: Shears}
      - {id: shears, name: {en: Shears}}

FAIL 4:46
    fields: {set: {type: string}, code: {type: string}, refs: {type: list}}
    rule: {check: refers, fields: [refs.*], key: code, within: set, families: {main: ["1", "2"]}}
    items:
      - {id: sling, set: "1", code: "02", refs: ["01"]}
      - {id: stone, set: "2", code: "01"}
"""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.model.fields import Field, ListField, MapField
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope, members_at, words_of
from generator.rules.settings import WORDS, GroupField, KindField, PathField

LOOKED_UP: dict[str, Field] = {  # how codes are looked up, by whichever check does so
    "to": KindField(says="the kind that is named", absent="the rule's own", example="cards"),
    "key": PathField(
        of="to",
        to=WORDS,
        deep=False,
        named=True,
        required=True,
        says="the field that codes name, or id",
        example="code",
    ),
    "within": PathField(
        to=WORDS, deep=False, also="to", says="a field: items name only those that agree in it", example="family"
    ),
    "families": MapField(
        of=ListField(of=GroupField()),
        says="families of values of `within`, in order: an item can name those of its own family and of earlier ones",
        example='{main: ["1", "2"]}',
    ),
}
REACH: Reach = "named"
PARAMETERS: dict[str, Field] = {
    "fields": ListField(
        of=PathField(to=WORDS, many=True),
        required=True,
        says="the codes: fields or paths, each one or a list",
        example="[refs]",
    ),
    **LOOKED_UP,
}


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield each code that names nothing there, at the code."""
    find = Finder(scope, settings)
    for item in scope.items:
        for field in settings.fields:
            for path, code in members_at(item, field):
                scope.judged += 1
                if find.one(item, code) is None and find.complete:
                    message = f"no item of {find.kind}{find.among(item)} has the {settings.key} {code!r}"
                    yield Breach(item, path, message)


def codes(item: Item, key: str) -> Iterable[Any]:
    """What names ``item``: its id, or the value of a field; of a text, the words in each language."""
    return words_of(item.id if key == "id" else item.fields.get(key))


class Finder:
    """Looks items up by a code, in the group of the item that asks or in an earlier one of its family."""

    def __init__(self, scope: RuleScope, settings: Record) -> None:
        self.kind = settings.to or scope.kind.name
        self.within, self.families = settings.within, settings.families or {}
        self.by_code: dict[Any, list[Item]] = {}
        asked = {settings.key, settings.within}
        kind = scope.game.kinds[self.kind]
        self.complete = not kind.partial  # whether all could be read that a code may name
        for item in (*kind.items, *kind.beside):
            self.complete = self.complete and asked.isdisjoint(item.wrong)
            for code in codes(item, settings.key):
                self.by_code.setdefault(code, []).append(item)

    def groups(self, item: Item) -> list[Any] | None:
        """The groups that ``item`` may name, or None for all."""
        own = item.fields.get(self.within) if self.within else None
        if own is None:
            return None
        for members in self.families.values():
            if own in members:
                return list(members[: members.index(own) + 1])
        return [own]

    def one(self, item: Item, code: Any) -> Item | None:
        """The item that ``code`` names for ``item``; the nearest group first."""
        groups = self.groups(item)
        found = [item for word in words_of(code) for item in self.by_code.get(word, ())]
        if groups is None:
            return found[0] if found else None
        for group in reversed(groups):
            for candidate in found:
                if candidate.fields.get(self.within) == group:
                    return candidate
        return None

    def among(self, item: Item) -> str:
        """In words, where a code was looked for."""
        groups = self.groups(item)
        return "" if groups is None else f" in {self.within} " + ", ".join(str(group) for group in groups)
