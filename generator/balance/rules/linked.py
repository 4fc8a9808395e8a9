"""An expression over an item and each item that its codes name (as ``other``) holds.

A breach is shown at the code, or at the field ``at``: one of the item's own, or of the other's (``other.cost``).

The codes are found as in `refers`; one that names nothing is that rule's matter.

PASS
    fields: {code: {type: string}, cost: {type: whole}, into: {type: string}}
    rule: {check: linked, via: into, key: code, that: other.cost == 3 * cost}
    items:
      - {id: shield, code: "01", cost: 1, into: "02"}
      - {id: wall, code: "02", cost: 3}

FAIL 4:45
    fields: {code: {type: string}, cost: {type: whole}, into: {type: string}}
    rule: {check: linked, via: into, key: code, that: other.cost == 3 * cost}
    items:
      - {id: shield, code: "01", cost: 1, into: "02"}
      - {id: wall, code: "02", cost: 4}

FAIL 5:34
    fields: {code: {type: string}, cost: {type: whole}, into: {type: string}}
    rule: {check: linked, via: into, key: code, that: other.cost == 3 * cost, at: other.cost}
    items:
      - {id: shield, code: "01", cost: 1, into: "02"}
      - {id: wall, code: "02", cost: 4}
"""

from collections.abc import Iterator

from generator.balance.rule import Breach, RuleScope, ValuePath, values_at
from generator.balance.rules.expression import breach
from generator.balance.rules.refers import Finder
from generator.catalog.fields import Field, ListField, MapField, StringField
from generator.catalog.game import Item
from generator.catalog.values import Record

PARAMETERS: dict[str, Field] = {
    "via": StringField(required=True),  # a path to the codes
    "to": StringField(),
    "key": StringField(required=True),
    "within": StringField(),
    "families": MapField(of=ListField()),
    "let": MapField(),
    "that": StringField(required=True),
    "at": StringField(),
    "message": StringField(default=""),
}
ITEMS_ALONE = False


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield each code whose item does not fit, at the code."""
    find = Finder(scope, settings)
    for item in scope.items:
        for path, code in values_at(item, settings.via):
            other = find.one(item, code)
            if other is None:
                continue
            message = breach(settings, {**item.fields, "other": Record({**other.fields, "id": other.id})})
            if message is not None:
                yield _finding(item, other, path, settings.at, message)


def _finding(item: Item, other: Item, path: ValuePath, at: str | None, message: str) -> Breach:
    if at is None:
        return Breach(item, path, message)
    first, *rest = at.split(".")
    return Breach(other, tuple(rest), message) if first == "other" else Breach(item, (first, *rest), message)
