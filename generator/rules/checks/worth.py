"""In a list of one-key mappings, the sum of number times worth of each key lies within limits.

Losses count against gains.

SETTINGS
scale: what one of each key is worth; a key that is not here is worth nothing
    such as: {coins: 2, steps: 0.5}
min: the least
    such as: -6
max: the most
    such as: 6

PASS
    fields: {effects: {type: list, of: {type: one-of, keys: {treats: {type: whole}, movements: {type: whole}}}}}
    rule: {check: worth, field: effects, scale: {treats: 2, movements: 0.5}, min: -6, max: 6}
    items:
      - {id: rush, effects: [{treats: 4}, {movements: -4}]}

FAIL 4:25
    fields: {effects: {type: list, of: {type: one-of, keys: {treats: {type: whole}, movements: {type: whole}}}}}
    rule: {check: worth, field: effects, scale: {treats: 2, movements: 0.5}, min: -6, max: 6}
    items:
      - {id: rush, effects: [{treats: 4}, {movements: 4}]}
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from generator.model.fields import Field, NumberField
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope, members_at
from generator.rules.settings import MEMBERS, KeyedField, MemberKeyField, settings_of

REACH: Reach = "item"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    field=MEMBERS,
    scale=KeyedField(key=MemberKeyField(), of=NumberField(whole=False), required=True),
    min=NumberField(whole=False, required=True),
    max=NumberField(whole=False, required=True),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the items worth too little or too much, at the list."""
    low, high = Fraction(str(settings.min)), Fraction(str(settings.max))
    for item in scope.items:
        members = _members(item, settings)
        scope.judged += bool(members)
        worth = worth_of(item, settings)
        if members and not low <= worth <= high:
            message = f"worth {float(worth):g}; {settings.min:g} to {settings.max:g} is usual"
            hint = "give less or take more" if worth > high else "take less or give more"
            yield Breach(item, (settings.field,), message, hint)


def worth_of(item: Item, settings: Record) -> Fraction:
    """What an item is worth on the scale."""
    scale = settings.scale
    worths = (_exact(scale.get(member.key, 0)) * _exact(member.value) for member in _members(item, settings))
    return sum(worths, Fraction(0))


@lru_cache(maxsize=4096, typed=True)
def _exact(number: float) -> Fraction:
    """A number as it is written."""
    return Fraction(str(number))


def _members(item: Item, settings: Record) -> list[Any]:
    members = [member for _, member in members_at(item, settings.field)]
    return [member for member in members if isinstance(member.value, int | float)]
