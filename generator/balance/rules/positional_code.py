"""A code is a number written in another base, with so many digits.

PASS
    fields: {code: {type: string}, number: {type: whole}}
    rule: {check: positional-code, code: code, number: number, base: 4, digits: 4}
    items:
      - {id: grenade, number: 4, code: "0010"}

FAIL 4:36
    fields: {code: {type: string}, number: {type: whole}}
    rule: {check: positional-code, code: code, number: number, base: 4, digits: 4}
    items:
      - {id: grenade, number: 4, code: "0011"}
"""

from collections.abc import Iterator

from generator.balance.rule import Breach, RuleScope
from generator.catalog.fields import Field, NumberField, StringField
from generator.catalog.values import Record

PARAMETERS: dict[str, Field] = {
    "code": StringField(required=True),
    "number": StringField(required=True),
    "base": NumberField(required=True),  # 2 to 10
    "digits": NumberField(required=True),
}
ITEMS_ALONE = True


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the codes that are not their number, at the code; a number with no code at the number."""
    base, digits = settings.base, settings.digits
    if not 2 <= base <= 10 or not 1 <= digits <= 20:
        scope.faults.append(("base", "base lies between 2 and 10, digits between 1 and 20"))
        return
    for item in scope.items:
        code, number = item.fields.get(settings.code), item.fields.get(settings.number)
        if code is None or number is None:
            continue
        if not 0 <= number < base**digits:
            reach = f"{digits} digits in base {base} reach from 0 to {base**digits - 1}"
            yield Breach(item, (settings.number,), f"{settings.number} is {number}; {reach}")
        elif code != (right := in_base(number, base, digits)):
            message = f"the code {code!r} is not {number} in base {base} with {digits} digits"
            yield Breach(item, (settings.code,), message, f'write "{right}"')


def in_base(number: int, base: int, digits: int) -> str:
    """``number`` written in ``base`` with leading zeros up to ``digits``."""
    written = ""
    for _ in range(digits):
        number, digit = divmod(number, base)
        written = str(digit) + written
    return written
