"""An expression over an item and all the items that its codes name together (as ``parts``) holds.

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

from generator.balance.rule import Breach, RuleScope, values_at
from generator.balance.rules.expression import breach
from generator.balance.rules.refers import Finder
from generator.catalog.fields import Field, ListField, MapField, StringField
from generator.catalog.values import Record

PARAMETERS: dict[str, Field] = {
    "via": StringField(required=True),  # a list of codes
    "to": StringField(),
    "key": StringField(required=True),
    "within": StringField(),
    "families": MapField(of=ListField()),
    "let": MapField(),
    "that": StringField(required=True),
    "at": StringField(required=True),
    "message": StringField(default=""),
}
ITEMS_ALONE = False


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the items whose parts, all of which must be there, break the expression."""
    find = Finder(scope, settings)
    for item in scope.items:
        parts = [find.one(item, code) for _, code in values_at(item, settings.via + ".*")]
        known = [Record(part.fields) for part in parts if part is not None]
        if not known or len(known) < len(parts):
            continue
        message = breach(settings, {**item.fields, "parts": known})
        if message is not None:
            yield Breach(item, tuple(settings.at.split(".")), message)
