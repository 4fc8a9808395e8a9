"""A list has no fewer and no more members than allowed.

An absent list is not a breach.

SETTINGS
field: the list
    such as: effects
min: the fewest members
    such as: 1
max: the most members
    else: any number
    such as: 3
of: what a member is called, in messages
    such as: effect
many: what several are called
    else: `of` with an s
    such as: effects
says: what is wanted, in the game's own words
    such as: a card has 1 to 3

PASS
    fields: {effects: {type: list}}
    rule: {check: count, field: effects, min: 1, max: 3, of: effect}
    items:
      - {id: rush, effects: [a, b]}

FAIL 4:25
    fields: {effects: {type: list}}
    rule: {check: count, field: effects, min: 1, max: 3, of: effect}
    items:
      - {id: rush, effects: [a, b, c, d]}
"""

from collections.abc import Iterator
from typing import Any

from generator.model.fields import Field, ListField, StringField, WithinField
from generator.model.game import Item
from generator.model.packed import PackedItem
from generator.model.values import Record
from generator.read.tree import Sequence
from generator.rules.rule import Breach, Reach, RuleScope, ValuePath
from generator.rules.settings import PathField, settings_of

REACH: Reach = "value"
NEEDS = ("min", "max")
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    field=PathField(to=(ListField,), required=True),
    min=WithinField(default=0),
    max=WithinField(),
    of=StringField(default="member"),
    many=StringField(),
    says=StringField(),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the lists that are too short or too long, as written: a member that is wrong in itself counts."""
    low, high = settings.min, settings.max
    says = settings.says or _wanted(low, high)
    for item, path, value in scope.values(settings.field):
        count = _written(item, path, value)
        if count is None:
            continue
        scope.judged += 1
        if count < low or (high is not None and count > high):
            noun = settings.of if count == 1 else settings.many or settings.of + "s"
            hint = f"add {low - count}" if count < low else f"take {count - high} away"
            yield Breach(item, path, f"{count} {noun}; {says}", hint)


def _written(item: Item, path: ValuePath, value: Any) -> int | None:
    """How many members a list was written with; None where there is no list."""
    if isinstance(item, PackedItem) and isinstance(value, list) and value:
        return len(value)  # of which wrong members are part; to read the file again would take long
    node = item.where(*path)
    return len(node.items) if isinstance(node, Sequence) else None


def _wanted(low: int, high: int | None) -> str:
    """The numbers allowed, in words."""
    if high is None:
        return f"{low} at the least wanted"
    return f"{low} wanted" if low == high else f"{low} to {high} wanted"
