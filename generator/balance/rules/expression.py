"""An expression over an item's fields holds. Written in Jinja2's language; absent fields leave the item alone.

``let`` names parts of the expression, ``each`` repeats it for every member of a list (as ``member``), ``at`` says at
which field (with ``each``, of the member) a breach is shown, ``message`` may hold ``{{ fields }}``. A member that is
one key with its value is shown at the value.

PASS
    fields: {value: {type: whole}, cost: {type: whole}}
    rule: {check: expression, that: value <= 2 * cost - 1, at: value}
    items:
      - {id: grenade, value: 3, cost: 2}

FAIL 4:26
    fields: {value: {type: whole}, cost: {type: whole}}
    rule: {check: expression, that: value <= 2 * cost - 1, at: value}
    items:
      - {id: grenade, value: 4, cost: 2}

FAIL 4:45
    fields: {cost: {type: whole}, heal: {type: list, of: {type: record, fields: {hp: {type: whole}}}}}
    rule: {check: expression, each: heal, that: member.hp <= 2 * cost - 1, at: hp}
    items:
      - {id: box, cost: 1, heal: [{hp: 1}, {hp: 2}]}
"""

from collections.abc import Iterator
from typing import Any

from generator.balance.rule import Breach, RuleScope, ValuePath, values_at
from generator.catalog.expressions import evaluate, fill
from generator.catalog.fields import Field, MapField, StringField
from generator.catalog.values import Record

PARAMETERS: dict[str, Field] = {
    "that": StringField(required=True),
    "let": MapField(),
    "each": StringField(),
    "at": StringField(default=""),  # the item itself (or the member) if absent
    "message": StringField(default=""),
}
ITEMS_ALONE = True


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the items (or members) for which the expression is false."""
    at: ValuePath = tuple(settings.at.split(".")) if settings.at else ()
    for item in scope.items:
        for path, values in _cases(item.fields, settings.each, item):
            message = breach(settings, values)
            if message is not None:
                yield Breach(item, (*path, *at), message)


def breach(settings: Record, values: dict[str, Any]) -> str | None:
    """What to say where ``that`` is false for these values and the names of ``let``; None where it holds."""
    values = _with_names(values, settings.let)
    result = evaluate(settings.that, values)
    if result is None or result:
        return None
    return fill(settings.message, values) if settings.message else f"does not hold: {settings.that}"


def _with_names(values: dict[str, Any], names: dict[str, str] | None) -> dict[str, Any]:
    """``values`` and, after them, each name with the value of its expression."""
    if not names:
        return values
    values = dict(values)
    for name, text in names.items():
        values[name] = evaluate(text, values)
    return values


def _cases(fields: dict[str, Any], each: str | None, item: Any) -> Iterator[tuple[ValuePath, dict[str, Any]]]:
    if each is None:
        yield (), fields
        return
    for path, member in values_at(item, each + ".*"):
        key = dict(member).get("key") if isinstance(member, Record) else None
        yield (*path, key) if key else path, {**fields, "member": member}
