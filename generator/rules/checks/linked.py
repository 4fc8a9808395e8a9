"""A condition that must be true of an item and of each ``other`` item that its codes name.

``at`` can be a field of the other (``other.cost``).

SETTINGS
via: the codes of the other items
    such as: refs
at: the field at which a problem is shown
    else: the code
    such as: cost

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

from generator.model.fields import Field
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.checks.expression import judge
from generator.rules.checks.refers import LOOKED_UP, Finder
from generator.rules.rule import Breach, Reach, RuleScope, ValuePath, members_at
from generator.rules.settings import WORDS, PathField, PlaceField, asking, settings_of

REACH: Reach = "named"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    via=PathField(to=WORDS, many=True, required=True),
    **LOOKED_UP,
    **asking(
        "other",
        let="{most: other.cost + 1}",
        says="must be true of an item and each `other` that it names",
        that="cost >= other.cost",
        message="costs more than {{ other.name }}",
    ),
    at=PlaceField(),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield each code whose item does not fit, at the code."""
    find = Finder(scope, settings)
    for item in scope.items:
        for path, code in members_at(item, settings.via):
            target = find.one(item, code)
            if target is None or target.broken:
                continue
            message = judge(scope, settings, item.fields | {"other": target.record()})
            if message is not None:
                yield _finding(item, target, path, settings.at, message)


def _finding(item: Item, target: Item, path: ValuePath, at: str | None, message: str) -> Breach:
    if at is None:
        return Breach(item, path, message)
    first, *rest = at.split(".")
    return Breach(target, tuple(rest), message) if first == "other" else Breach(item, (first, *rest), message)
