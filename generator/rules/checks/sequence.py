"""Numbers run without a gap, each once, within a group.

SETTINGS
field: the number
    such as: number
within: items that agree in this field form a group
    such as: family
least: fewer items in a group are not judged
    such as: 10

PASS
    fields: {set: {type: string}, number: {type: whole}}
    rule: {check: sequence, field: number, within: set}
    items:
      - {id: stone, set: "1", number: 1}
      - {id: shield, set: "1", number: 2}

FAIL 5:36
    fields: {set: {type: string}, number: {type: whole}}
    rule: {check: sequence, field: number, within: set}
    items:
      - {id: stone, set: "1", number: 1}
      - {id: shield, set: "1", number: 3}
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from generator.model.fields import Field, NumberField, WithinField
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope
from generator.rules.settings import WORDS, PathField, settings_of

REACH: Reach = "deck"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    field=PathField(to=(NumberField,), deep=False, required=True),
    within=PathField(to=WORDS, deep=False),
    least=WithinField(default=2),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield, at its number, each item before which numbers are missing or which repeats one."""
    groups: dict[Any, list[Item]] = {}
    for item in scope.items:
        if isinstance(item.fields.get(settings.field), int):
            groups.setdefault(item.fields.get(settings.within) if settings.within else None, []).append(item)
    for group in groups.values():
        if len(group) < settings.least:
            continue
        scope.judged += 1
        ordered = sorted(group, key=lambda item: item.fields[settings.field])
        for before, item in pairwise(ordered):
            low, number = before.fields[settings.field], item.fields[settings.field]
            if number == low:
                yield Breach(item, (settings.field,), f"{settings.field} {number} is also that of {before.id}")
            elif number > low + 1:
                missing = f"{low + 1}" if number == low + 2 else f"{low + 1} to {number - 1}"
                message = f"{settings.field} jumps from {low} to {number}; missing: {missing}"
                yield Breach(item, (settings.field,), message)
