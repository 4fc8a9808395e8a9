"""The sum over all items, or over each group: 24 points a colour, no more than 40 coins in the deck.

Items count with their copies; those without a field that ``of`` needs do not count.

SETTINGS
of: the number that is added up
    such as: cost
by: each of its values is a group with a separate sum
    else: all
    such as: colour
min: the smallest sum
    else: any
    such as: 20
max: the largest sum
    else: any
    such as: 24
unit: what is counted, in messages
    such as: points

PASS
    fields: {colour: {type: string}, cost: {type: whole}}
    rule: {check: sum, of: cost, by: colour, min: 5, max: 6}
    items:
      - {id: rain, colour: blue, cost: 2, copies: 2}
      - {id: wind, colour: blue, cost: 1}
      - {id: fire, colour: red, cost: 6}

FAIL 6:5
    fields: {colour: {type: string}, cost: {type: whole}}
    rule: {check: sum, of: cost, by: colour, min: 5, max: 6}
    items:
      - {id: rain, colour: blue, cost: 5}
      - {id: fire, colour: red, cost: 3}
      - {id: heat, colour: red, cost: 4}

FAIL 4:5
    fields: {cost: {type: whole}}
    rule: {check: sum, of: cost, min: 8, max: 8}
    items:
      - {id: rain, cost: 7}
"""

from collections.abc import Iterator
from typing import Any

from generator.model.expressions import evaluate
from generator.model.fields import Field, NumberField, StringField
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope
from generator.rules.settings import ExpressionField, settings_of

REACH: Reach = "deck"
NEEDS = ("min", "max")
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    of=ExpressionField(required=True),
    by=ExpressionField(),
    min=NumberField(whole=False),
    max=NumberField(whole=False),
    unit=StringField(default=""),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield each group whose sum is too small or too large, at its last item."""
    sums: dict[str, tuple[float, Item]] = {}
    for item in scope.items:
        value = evaluate(settings.of, item.fields)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        group = str(evaluate(settings.by, item.fields)) if settings.by else ""
        sums[group] = sums.get(group, (0, item))[0] + value * item.copies, item
    for group, (total, last) in sums.items():
        scope.judged += 1
        low, high = settings.min, settings.max
        if (low is None or total >= low) and (high is None or total <= high):
            continue
        unit = f" {settings.unit}" if settings.unit else ""
        whose = f" for {group}" if settings.by else ""
        message = f"{settings.of} comes to {_told(total)}{unit}{whose}; {_wanted(low, high)} wanted"
        yield Breach(last, (), message, "change some items, or the numbers in balance.yaml")


def _wanted(low: Any, high: Any) -> str:
    if low is None or high is None:
        return f"{_told(high)} at most" if low is None else f"{_told(low)} at least"
    return _told(low) if low == high else f"{_told(low)} to {_told(high)}"


def _told(number: float) -> str:
    return f"{round(number, 6):g}" if number != int(number) else f"{int(number)}"
