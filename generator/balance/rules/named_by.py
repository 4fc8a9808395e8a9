"""Each item is named by so many items of another kind (or its own), within its group.

PASS
    fields: {set: {type: string}, code: {type: string}, targets: {type: list}, locked: {type: flag}}
    rule: {check: named-by, when: locked, by: things, via: targets, key: code, within: set, min: 1, max: 1}
    items:
      - {id: lever, set: "1", code: "01", locked: true}
      - {id: acrobat, set: "1", targets: ["01"]}

FAIL 4:33
    fields: {set: {type: string}, code: {type: string}, targets: {type: list}, locked: {type: flag}}
    rule: {check: named-by, when: locked, by: things, via: targets, key: code, within: set, min: 1, max: 1}
    items:
      - {id: lever, set: "1", code: "01", locked: true}
      - {id: acrobat, set: "2", targets: ["01"]}
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from generator.balance.rule import Breach, RuleScope, values_at
from generator.balance.rules.refers import codes
from generator.catalog.fields import Field, NumberField, StringField
from generator.catalog.values import Record

PARAMETERS: dict[str, Field] = {
    "by": StringField(required=True),  # the kind whose items name
    "via": StringField(required=True),  # its list of codes
    "key": StringField(required=True),  # the field named, or id
    "within": StringField(),
    "min": NumberField(default=1),
    "max": NumberField(),
}
ITEMS_ALONE = False


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the items named by too few or too many, at their key."""
    kind = scope.game.kinds.get(settings.by)
    if kind is None:
        scope.faults.append(("by", f"{settings.by!r} is no kind"))
        return
    named: Counter[tuple[Any, Any]] = Counter()
    for item in kind.items:
        group = item.fields.get(settings.within) if settings.within else None
        named.update({(group, code) for _, code in values_at(item, settings.via + ".*")})
    for item in scope.items:
        group = item.fields.get(settings.within) if settings.within else None
        count = sum(named[(group, code)] for code in codes(item, settings.key))
        if count < settings.min or (settings.max is not None and count > settings.max):
            wanted = f"{settings.min}" if settings.min == settings.max else f"{settings.min} at the least"
            yield Breach(
                item, (settings.key,), f"named in the {settings.via} of {count} {settings.by}; {wanted} wanted"
            )
