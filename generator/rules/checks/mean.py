"""The mean of an expression over a whole deck lies within limits.

Items count with their copies; those without a field that the expression needs do not count.

SETTINGS
of: the number
    such as: value - cost
what: what the mean is called, in messages
    such as: the mean gain
min: the smallest mean
    such as: -0.5
max: the largest mean
    such as: 0.5
least: fewer items are not judged
    such as: 10

PASS
    fields: {difficulty: {type: whole}, gathering: {type: whole}}
    rule: {check: mean, of: gathering - difficulty, min: -1, max: 1}
    items:
      - {id: hut, difficulty: 1, gathering: 4}
      - {id: manor, difficulty: 6, gathering: 3}

FAIL 4:5
    fields: {difficulty: {type: whole}, gathering: {type: whole}}
    rule: {check: mean, of: gathering - difficulty, min: -1, max: 1}
    items:
      - {id: hut, difficulty: 1, gathering: 4}
      - {id: manor, difficulty: 6, gathering: 6}
"""

from collections.abc import Iterator

from generator.model.expressions import evaluate
from generator.model.fields import Field, NumberField, StringField, WithinField
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope
from generator.rules.settings import ExpressionField, settings_of

REACH: Reach = "deck"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    of=ExpressionField(required=True),
    what=StringField(default="the mean"),
    min=NumberField(whole=False, required=True),
    max=NumberField(whole=False, required=True),
    least=WithinField(default=1),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the deck, at its first item, if its mean is too small or too large."""
    cases = [(evaluate(settings.of, item.fields), item.copies) for item in scope.items]
    numbers = [(value, copies) for value, copies in cases if isinstance(value, int | float)]
    count = sum(copies for _, copies in numbers)
    if not count or count < settings.least:
        return
    scope.judged += 1
    mean = sum(value * copies for value, copies in numbers) / count
    if not settings.min <= mean <= settings.max:
        message = f"{settings.what} is {mean:.2f} over {count}; {settings.min} to {settings.max} wanted"
        yield Breach(scope.items[0], (), message, "change some items, or the numbers in balance.yaml")
