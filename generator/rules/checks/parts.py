"""A condition that must be true of an item and of all items that its codes name, as ``parts``.

SETTINGS
via: the codes of the parts
    such as: made_of
at: the field at which a problem is shown
    such as: value

PASS
    fields: {code: {type: string}, cost: {type: whole}, made_of: {type: list}, bonus: {type: whole}}
    rule: {check: parts, via: made_of, key: code, at: bonus, that: "bonus <= 2 * parts|sum('cost') - 1"}
    items:
      - {id: pistol, code: "01", cost: 1}
      - {id: bullet, code: "02", cost: 1}
      - {id: shot, made_of: ["01", "02"], bonus: 3}

FAIL 6:46
    fields: {code: {type: string}, cost: {type: whole}, made_of: {type: list}, bonus: {type: whole}}
    rule: {check: parts, via: made_of, key: code, at: bonus, that: "bonus <= 2 * parts|sum('cost') - 1"}
    items:
      - {id: pistol, code: "01", cost: 1}
      - {id: bullet, code: "02", cost: 1}
      - {id: shot, made_of: ["01", "02"], bonus: 4}
"""

from collections.abc import Iterator

from generator.model.fields import Field
from generator.model.values import Record
from generator.rules.checks.expression import judge
from generator.rules.checks.refers import LOOKED_UP, Finder
from generator.rules.rule import Breach, Reach, RuleScope, members_at
from generator.rules.settings import WORDS, PathField, PlaceField, asking, settings_of

REACH: Reach = "named"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    via=PathField(to=WORDS, many=True, required=True),
    **LOOKED_UP,
    **asking(
        "parts",
        let="{paid: parts|sum('cost')}",
        says="must be true of an item and its `parts`",
        that="value <= 2 * parts|sum('cost')",
        message="worth {{ value }}, made of {{ parts|length }} parts",
    ),
    at=PlaceField(required=True),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the items whose parts, all of which must be there, break the expression."""
    find = Finder(scope, settings)
    for item in scope.items:
        parts = [find.one(item, code) for _, code in members_at(item, settings.via)]
        records = [Record({**part.fields, "id": part.id}) for part in parts if part is not None and not part.broken]
        if not records or len(records) < len(parts):
            continue
        message = judge(scope, settings, item.fields | {"parts": records})
        if message is not None:
            yield Breach(item, tuple(settings.at.split(".")), message)
