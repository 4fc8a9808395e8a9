"""All ways to spend a budget of points on a few numbers."""

from collections.abc import Iterator, Mapping
from itertools import product

from generator.core.refusal import Infeasible
from generator.forge.request import Context

PointBuy = dict[str, int]
MANY = 100_000  # combinations looked at


def point_buys(context: Context) -> list[PointBuy]:
    """Every line of numbers that the `sum-of` rule in force allows, each number within its `number-range`.

    Raises:
        Infeasible: no such rule is in force, or a number has no range.
    """
    for rule in context.rules:
        if rule.check_name == "sum-of" and rule.when is None:
            costless: Mapping[str, int] = rule.settings.fields
            spans = {name: context.span(name) for name in costless}
            return list(_spent(spans, costless, rule.settings.total))
    raise Infeasible(f"{context.game.name} has no `sum-of` rule for {context.kind.name}")


def _spent(spans: Mapping[str, range], costless: Mapping[str, int], total: int) -> Iterator[PointBuy]:
    size = 1
    for span in spans.values():
        size *= max(1, len(span))
    if size > MANY:
        raise Infeasible(f"{', '.join(spans)} have {size:,} combinations; {MANY:,} can be looked at")
    for values in product(*spans.values()):
        if sum(values) - sum(costless.values()) == total:
            yield dict(zip(spans, values, strict=True))
