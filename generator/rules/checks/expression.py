"""A condition that must be true of every item.

Items without a field that it needs are skipped. With ``each``, ``at`` is a field of the member.

SETTINGS
each: a list: asks about each `member`
    such as: abilities
at: the field at which a problem is shown
    else: the first that `that` names; with a `message`, the item or the member
    such as: value

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

import re
from collections.abc import Iterator
from typing import Any

from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate, fill, names_in
from generator.model.fields import Field
from generator.model.game import Item
from generator.model.numerals import shown
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope, ValuePath, members_at
from generator.rules.settings import PathField, PlaceField, asking, settings_of

REACH: Reach = "item"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    **asking(
        "member",
        let="{most: 2 * cost - 1}",
        says="must be true of every item",
        that="value <= 2 * cost",
        message="worth {{ value }}, at a cost of {{ cost }}",
    ),
    each=PathField(),
    at=PlaceField(default=""),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the items (or members) for which the expression is false."""
    at: ValuePath = tuple(settings.at.split(".")) if settings.at else ()
    for item in scope.items:
        for path, values in _cases(item, settings.each):
            message = judge(scope, settings, values)
            if message is not None:
                place = at if at or settings.message else _first_field(item, settings)
                yield Breach(item, (*path, *place), message)


def judge(scope: RuleScope, settings: Record, values: dict[str, Any]) -> str | None:
    """What to say where ``that`` does not hold for these values and the names of ``let``; None where it holds.

    Where it cannot be said, as a field is absent, nothing was judged.
    """
    if settings.let:
        values = values.copy()
        for name, text in settings.let.items():
            values[name] = evaluate(text, values)
    result = evaluate(settings.that, values)
    scope.judged += result is not None
    if result is None or result:
        return None
    if settings.message:
        return fill(settings.message, values)
    seen = seen_values(settings.that, values)
    return f"does not hold: {settings.that}" + (f" ({seen})" if seen else "")


def _first_field(item: Item, settings: Record) -> ValuePath:
    """The first field that the rule names, by way of its names in ``let``: of the member, where each is asked."""
    texts = [settings.that, *(settings.let or {}).values()]
    paths = [tuple(name.split(".")) for text in texts for name in names_in(text)]
    if settings.each:
        return next((path[1:] for path in paths if path[0] == "member"), ())
    return next((path for path in paths if item.fields.get(path[0]) is not None), ())


def _cases(item: Item, each: str | None) -> Iterator[tuple[ValuePath, dict[str, Any]]]:
    if each is None:
        yield (), item.fields
        return
    for path, member in members_at(item, each):
        key = dict(member).get("key") if isinstance(member, Record) else None
        yield (*path, key) if key else path, item.fields | {"member": member}


_HELD = re.compile(r"'[^']*'|\"[^\"]*\"|[(\[{][^()\[\]{}'\"]*[)\]}]")
_COMPARED = r"[=!<>]=|[<>]|\bnot\b|\bin\b"
_UNSURE = r"\b(?:or|if|else)\b"  # with these nobody can say which part it is that does not hold
_LONG = 40  # characters of a text


def seen_values(text: str, values: dict[str, Any]) -> str:
    """The values that an expression names and what its sides come to: ``luz 9, coste 1: luz - coste is 8``."""
    names = names_in(text)
    named = [f"{name} {value}" for name in names for value in [_value(name, values)] if value]
    failed = next((part for part in _parts(text, r"\band\b") if not evaluate(part, values)), "")
    sides = _parts(failed, _COMPARED) if len(_parts(text, _UNSURE)) == 1 else []
    worked = [side for side in sides if len(sides) > 1 and side not in names and names_in(side)]
    values_shown = [f"{side} is {value}" for side in worked for value in [_value(side, values)] if value]
    return ": ".join(filter(None, [", ".join(named), ", ".join(values_shown)]))


def _parts(text: str, between: str) -> list[str]:
    """What stands between some words outside all brackets and quotes."""
    before, masked = "", text
    while masked != before:
        before, masked = masked, _HELD.sub(lambda held: "_" * len(held[0]), masked)
    cuts = [0, *(at for word in re.finditer(between, masked) for at in word.span()), len(text)]
    return [part for start, stop in zip(cuts[::2], cuts[1::2], strict=True) if (part := text[start:stop].strip())]


def _value(text: str, values: dict[str, Any]) -> str:
    """What an expression comes to, in short; empty where that is nothing to be told."""
    try:
        value = evaluate(text, values)
    except ExpressionError:
        return ""
    words = shown(value, "") if isinstance(value, int | float | str) else ""
    return words if len(words) <= _LONG else ""
