"""A code is a number written in another base, with this many digits.

SETTINGS
code: the field with the code
    such as: code
number: the field with the number
    such as: number
base: the base that the code is written in
    such as: 4
digits: how many digits a code has
    such as: 4

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

from generator.model.fields import ChoiceField, Field, NumberField, StringField, WithinField
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope
from generator.rules.settings import PathField, settings_of

REACH: Reach = "item"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    code=PathField(to=(StringField, ChoiceField), deep=False, required=True),
    number=PathField(to=(NumberField,), deep=False, required=True),
    base=WithinField(low=2, high=10, required=True),
    digits=WithinField(low=1, high=20, required=True),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the codes that are not their number, at the code; a number with no code at the number."""
    base, digits = settings.base, settings.digits
    for item in scope.items:
        code, number = item.fields.get(settings.code), item.fields.get(settings.number)
        if code is None or not isinstance(number, int):  # a word may be in a number's place
            continue
        scope.judged += 1
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
