"""How an expression is spread over a deck: its mean, a quantile, or the share of items for which it holds.

A quantile is the smallest value that the part ``at`` of the deck does not exceed. Items count with their copies;
those without a field that the expression needs do not count.

SETTINGS
of: the number or condition
    such as: cost
each: a list: asks about each `member`
    such as: effects
what: `share`: the part of the deck for which it holds, 0 to 1
    such as: share
at: which quantile
    such as: 0.9
min: the smallest result
    else: no limit
    such as: 1
max: the largest result
    else: no limit
    such as: 4
least: fewer items are not judged
    such as: 10

PASS
    fields: {cost: {type: whole}}
    rule: {check: spread, of: cost, what: quantile, at: 0.9, max: 4}
    items:
      - {id: cheap, cost: 1, copies: 9}
      - {id: dear, cost: 7}

FAIL 4:5
    fields: {cost: {type: whole}}
    rule: {check: spread, of: cost, what: quantile, at: 0.9, max: 4}
    items:
      - {id: cheap, cost: 1, copies: 8}
      - {id: dear, cost: 7, copies: 2}

FAIL 4:5
    fields: {cost: {type: whole}}
    rule: {check: spread, of: cost > 4, what: share, min: 0.25, max: 0.5}
    items:
      - {id: cheap, cost: 1, copies: 9}
      - {id: dear, cost: 7}
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import isfinite

from generator.core.distribution import quantile
from generator.model.fields import ChoiceField, Field, NumberField, ReadContext, WithinField
from generator.model.values import Record
from generator.read.tree import Node
from generator.rules.rule import Breach, Reach, RuleScope, asked
from generator.rules.settings import ExpressionField, PathField, settings_of

FINEST = 10**9  # denominators: 0.1 * 3 is taken for 3/10


class PartField(NumberField, frozen=True):
    """A part of the whole: above 0, up to 1."""

    def read(self, node: Node, context: ReadContext) -> int | float | str | None:
        number = super().read(node, context)
        if isinstance(number, int | float) and not 0 < number <= 1:
            context.report.add(node, "number-range", f"{number} is given; above 0, up to 1 is possible")
            return None
        return number


REACH: Reach = "deck"
NEEDS = ("min", "max")
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    of=ExpressionField(required=True, given=("member",)),
    each=PathField(),
    what=ChoiceField(of=("mean", "quantile", "share"), default="mean"),
    at=PartField(whole=False, default=0.5),
    min=NumberField(whole=False),
    max=NumberField(whole=False),
    least=WithinField(default=1),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the deck, at its first item, if the figure is too small or too large."""
    values = _values(scope, settings)
    count = values.total()
    if not count or count < settings.least:
        return
    scope.judged += 1
    figure = _figure(values, settings)
    low, high = settings.min, settings.max
    if (low is None or figure >= Fraction(str(low))) and (high is None or figure <= Fraction(str(high))):
        return
    name = {"mean": "the mean", "share": "the share", "quantile": f"the quantile {settings.at:g}"}[settings.what]
    message = f"{name} of {settings.of} is {float(figure):.4g} over {count}; {_wanted(low, high)} wanted"
    yield Breach(scope.items[0], (), message, "change some items, or the numbers in balance.yaml")


def _values(scope: RuleScope, settings: Record) -> Counter[Fraction]:
    """The expression's values and how often each is there; 1 and 0 for those that hold or not, where shares count."""
    counts: Counter[Fraction] = Counter()
    for item in scope.items:
        for value in asked(settings.of, item, settings.each):
            if settings.what == "share" and value is not None:
                counts[Fraction(bool(value))] += item.copies
            elif isinstance(value, int | float) and isfinite(value):
                counts[Fraction(value).limit_denominator(FINEST)] += item.copies
    return counts


def _figure(values: Counter[Fraction], settings: Record) -> Fraction:
    if settings.what == "quantile":
        return quantile(values, Fraction(str(settings.at)))
    return sum((value * count for value, count in values.items()), Fraction(0)) / values.total()


def _wanted(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return f"{high} at the most" if low is None else f"{low} at the least"
    return f"{low} to {high}"
