"""A number lies between a smallest and a largest.

SETTINGS
field: the number, or a path to it; `*` stands for every member of a list
    such as: abilities.*.cost
min: the smallest
    else: no limit
    such as: 1
max: the largest
    else: no limit
    such as: 9
unit: what is counted, in messages
    such as: coins

PASS
    fields: {difficulty: {type: whole}}
    rule: {check: number-range, field: difficulty, min: 0, max: 30}
    items:
      - {id: gate, difficulty: 30}

FAIL 4:28
    fields: {difficulty: {type: whole}}
    rule: {check: number-range, field: difficulty, min: 0, max: 30}
    items:
      - {id: gate, difficulty: 31}
"""

from collections.abc import Iterator

from generator.model.fields import Field, NumberField, StringField
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope
from generator.rules.settings import PathField, settings_of

REACH: Reach = "value"
NEEDS = ("min", "max")
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    field=PathField(to=(NumberField,), required=True),
    min=NumberField(whole=False),
    max=NumberField(whole=False),
    unit=StringField(default=""),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the numbers that are too small or too large. A word in a number's place (``inf``) is none."""
    low, high = settings.min, settings.max
    for item, path, value in scope.values(settings.field):
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        scope.judged += 1
        if (low is not None and value < low) or (high is not None and value > high):
            name = next(str(step) for step in reversed(path) if isinstance(step, str))
            nearest = low if low is not None and value < low else high
            yield Breach(item, path, f"{name} is {value}; {limits(low, high, settings.unit)}", f"write {nearest}")


def limits(low: float | None, high: float | None, unit: str = "") -> str:
    """The range in words: ``0 to 30 are possible``."""
    unit = f" {unit}" if unit else ""
    if low is None:
        return f"{high}{unit} is the most"
    if high is None:
        return f"{low}{unit} is the least"
    return f"only {low}{unit} is possible" if low == high else f"{low} to {high}{unit} are possible"
