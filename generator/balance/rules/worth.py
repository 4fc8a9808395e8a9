"""In a list of one-key mappings, what each key is worth times its number sums to no less and no more than allowed.

``scale`` says what one of each key is worth; a key that is not in it is worth nothing. Losses count against gains.

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

from generator.balance.rule import Breach, RuleScope, values_at
from generator.catalog.fields import Field, MapField, NumberField, StringField
from generator.catalog.values import Record

PARAMETERS: dict[str, Field] = {
    "field": StringField(required=True),
    "scale": MapField(of=NumberField(whole=False), required=True),
    "min": NumberField(whole=False, required=True),
    "max": NumberField(whole=False, required=True),
}
ITEMS_ALONE = True


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the items worth too little or too much, at the list."""
    scale = {key: Fraction(str(weight)) for key, weight in settings.scale.items()}
    low, high = Fraction(str(settings.min)), Fraction(str(settings.max))
    for item in scope.items:
        members = [member for _, member in values_at(item, settings.field + ".*")]
        worth = sum(
            (scale.get(member.key, Fraction(0)) * Fraction(str(member.value)) for member in members), Fraction(0)
        )
        if members and not low <= worth <= high:
            message = f"worth {float(worth):g}; {settings.min:g} to {settings.max:g} is usual"
            hint = "give less or take more" if worth > high else "take less or give more"
            yield Breach(item, (settings.field,), message, hint)
