"""The number of items, in all or in each group: cards for every player, objects in a set.

SETTINGS
within: items that agree in this field form a group
    else: all are counted together
    such as: family
where: which items are counted
    else: all
    such as: cost > 3
copies: whether each copy counts
    such as: true
min: the fewest
    such as: 4
max: the most
    such as: 12
exactly: exactly that many
    such as: 24
sizes: how many exactly, by group or family
    such as: {fur: 12, feather: 8}
of: what is counted, in messages
    else: the kind's name
    such as: weapons

PASS
    fields: {set: {type: string}}
    rule: {check: how-many, within: set, exactly: 2, sizes: {half: 1}}
    items:
      - {id: a, set: full}
      - {id: b, set: full}
      - {id: c, set: half}

FAIL 4:5
    fields: {set: {type: string}}
    rule: {check: how-many, within: set, exactly: 2, sizes: {half: 1}}
    items:
      - {id: a, set: full}
      - {id: c, set: half}
"""

from collections.abc import Iterator
from typing import Any

from generator.model.expressions import evaluate
from generator.model.fields import Field, FlagField, StringField, WithinField
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.checks.unique import group_of
from generator.rules.rule import Breach, Reach, RuleScope
from generator.rules.settings import FAMILIES, WORDS, ExpressionField, GroupField, KeyedField, PathField, settings_of

REACH: Reach = "deck"
NEEDS = ("min", "max", "exactly", "sizes")
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    within=PathField(to=WORDS, deep=False),
    families=FAMILIES,
    where=ExpressionField(),
    copies=FlagField(default=False),
    min=WithinField(),
    max=WithinField(),
    exactly=WithinField(),
    sizes=KeyedField(key=GroupField(families=True), of=WithinField()),
    of=StringField(default=""),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the groups with too few or too many, at their first item."""
    groups: dict[Any, list[Item]] = {}
    for item in scope.items:
        group = group_of(item.fields, settings)
        if settings.within is None or group is not None:
            scope.judged += 1
            groups.setdefault(group, []).append(item)
    for group, items in groups.items():
        counted = [item for item in items if settings.where is None or evaluate(settings.where, item.fields)]
        count = sum(item.copies for item in counted) if settings.copies else len(counted)
        exactly = (settings.sizes or {}).get(group, settings.exactly)
        low = settings.min if exactly is None else exactly
        high = settings.max if exactly is None else exactly
        if (low is None or count >= low) and (high is None or count <= high):
            continue
        noun = f" {settings.of}" if settings.of else ""
        members = ", ".join((settings.families or {}).get(group, [str(group)]))
        whose = f" in {settings.within} {members}" if settings.within else ""
        yield Breach(items[0], (), f"{count}{noun}{whose}; {_wanted(count, low, high)} wanted")


def _wanted(count: int, low: int | None, high: int | None) -> str:
    """The bound that ``count`` passes, in words."""
    if low == high:
        return f"{low}"
    return f"{low} at the least" if low is not None and count < low else f"{high} at the most"
