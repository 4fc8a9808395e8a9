"""A relation between items goes round in one closed circle in each group: each beats one and is beaten by one.

PASS
    fields: {code: {type: string}, beats: {type: string}, group: {type: string}}
    rule: {check: cycle, via: beats, key: code}
    items:
      - {id: water, code: "01", beats: "02"}
      - {id: fire, code: "02", beats: "03"}
      - {id: spark, code: "03", beats: "01"}

FAIL 4:36
    fields: {code: {type: string}, beats: {type: string}, group: {type: string}}
    rule: {check: cycle, via: beats, key: code}
    items:
      - {id: water, code: "01", beats: "02"}
      - {id: fire, code: "02", beats: "01"}
      - {id: spark, code: "03", beats: "01"}
"""

from collections.abc import Iterator
from typing import Any

from generator.balance.rule import Breach, RuleScope
from generator.balance.rules.unique import family_of
from generator.catalog.fields import Field, ListField, MapField, NumberField, StringField
from generator.catalog.values import Record

PARAMETERS: dict[str, Field] = {
    "via": StringField(required=True),
    "key": StringField(required=True),
    "within": StringField(),
    "families": MapField(of=ListField()),
    "min": NumberField(default=3),  # the fewest members of a circle
}
ITEMS_ALONE = False


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield, at its code, each item from which the relation does not come back to it, or comes back too soon."""
    beaten: dict[tuple[Any, Any], Any] = {}
    for item in scope.items:
        group = family_of(item.fields.get(settings.within) if settings.within else None, settings.families)
        if item.fields.get(settings.via) is not None:
            beaten[(group, item.fields.get(settings.key))] = item.fields[settings.via]
    for item in scope.items:
        group = family_of(item.fields.get(settings.within) if settings.within else None, settings.families)
        start = item.fields.get(settings.key)
        if (group, start) not in beaten:
            continue
        length = _length(group, start, beaten)
        if length == 0:
            yield Breach(item, (settings.via,), f"the circle that starts here does not come back to {start!r}")
        elif length < settings.min:
            message = f"the circle that starts here has {length} members; {settings.min} at the least wanted"
            yield Breach(item, (settings.via,), message)


def _length(group: Any, start: Any, beaten: dict[tuple[Any, Any], Any]) -> int:
    code = start
    for steps in range(1, len(beaten) + 1):
        code = beaten.get((group, code))
        if code == start:
            return steps
    return 0
