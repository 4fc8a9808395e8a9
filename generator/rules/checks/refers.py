"""Codes name existing items, in the same group or an earlier one.

A text is found by its words in any language.

SETTINGS
to: the kind that is named
    else: the rule's own
    such as: cards
key: the field that codes name, or id
    such as: code
within: items that agree in this field form a group
    such as: family
fields: the codes
    such as: [refs]

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

from generator.model.fields import Field, ListField
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope, members_at, words_of
from generator.rules.settings import FAMILIES, WORDS, KindField, PathField, settings_of

LOOKED_UP: dict[str, Field] = settings_of(
    __doc__,
    to=KindField(),
    key=PathField(of="to", to=WORDS, deep=False, named=True, required=True),
    within=PathField(to=WORDS, deep=False, also="to"),
    families=FAMILIES,
)
REACH: Reach = "named"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__, fields=ListField(of=PathField(to=WORDS, many=True), required=True), **LOOKED_UP
)


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
        paths = {settings.key, settings.within}
        kind = scope.game.kinds[self.kind]
        self.complete = not kind.partial  # whether all could be read that a code may name
        for item in (*kind.items, *kind.beside):
            self.complete = self.complete and paths.isdisjoint(item.wrong)
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
        candidates = [item for word in words_of(code) for item in self.by_code.get(word, ())]
        if groups is None:
            return candidates[0] if candidates else None
        for group in reversed(groups):
            for candidate in candidates:
                if candidate.fields.get(self.within) == group:
                    return candidate
        return None

    def among(self, item: Item) -> str:
        """In words, where a code was looked for."""
        groups = self.groups(item)
        return "" if groups is None else f" in {self.within} " + ", ".join(str(group) for group in groups)
