"""Fields add up to a total: points spent, exactly.

SETTINGS
fields: the fields that are added up, each with the value that costs nothing
    such as: {speed: 0, strength: 0, armour: 7}
total: what they add up to
    such as: 8
unit: what is counted, in messages
    such as: points

PASS
    fields: {grit: {type: whole}, cunning: {type: whole}, reflexes: {type: whole}}
    rule: {check: sum-of, fields: {grit: 0, cunning: 0, reflexes: 7}, total: 8, unit: points}
    items:
      - {id: alvin, grit: 1, cunning: 4, reflexes: 10}

FAIL 4:23
    fields: {grit: {type: whole}, cunning: {type: whole}, reflexes: {type: whole}}
    rule: {check: sum-of, fields: {grit: 0, cunning: 0, reflexes: 7}, total: 8, unit: points}
    items:
      - {id: alvin, grit: 2, cunning: 4, reflexes: 10}
"""

from collections.abc import Iterator

from generator.model.fields import Field, NumberField, StringField
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope
from generator.rules.settings import KeyedField, PathField, settings_of

REACH: Reach = "item"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    fields=KeyedField(key=PathField(to=(NumberField,), deep=False), of=NumberField(), required=True),
    total=NumberField(required=True),
    unit=StringField(default=""),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the items whose sum is another, at the first of the fields. An absent field leaves the item alone."""
    for item in scope.items:
        values = {name: item.fields.get(name) for name in settings.fields}
        if not all(isinstance(value, int) for value in values.values()):
            continue
        scope.judged += 1
        spent = {name: value - settings.fields[name] for name, value in values.items()}
        total = sum(spent.values())
        if total == settings.total:
            continue
        parts = " + ".join(f"{name} {number}" for name, number in spent.items())
        unit = f" {settings.unit}" if settings.unit else ""
        over = total - settings.total
        hint = f"take {over} away" if over > 0 else f"spend {-over} more"
        message = f"{parts} makes {total}{unit}; {settings.total} are to be spent"
        yield Breach(item, (next(iter(values)),), message, hint)
