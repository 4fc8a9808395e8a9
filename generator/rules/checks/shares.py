"""In a deck, each sort of member has its share: icons, gains and losses, long and short cards.

Items count with their copies.

SETTINGS
each: a list: each member counts, as `member`
    else: each item counts
    such as: effects
by: what names the sort
    such as: member.key
of: the share of each sort, in hundredths
    such as: {fur: 60, feather: 40}
tolerance: how far from its share a sort may be, in hundredths
    such as: 5
least: fewer members are not judged
    such as: 20

PASS
    fields: {effects: {type: list, of: {type: one-of, keys: {treats: {type: whole}, tricks: {type: whole}}}}}
    rule: {check: shares, each: effects, by: member.key, of: {treats: 50, tricks: 50}, tolerance: 5}
    items:
      - {id: a, effects: [{treats: 1}, {tricks: 1}]}

FAIL 4:5
    fields: {effects: {type: list, of: {type: one-of, keys: {treats: {type: whole}, tricks: {type: whole}}}}}
    rule: {check: shares, each: effects, by: member.key, of: {treats: 50, tricks: 50}, tolerance: 5}
    items:
      - {id: a, effects: [{treats: 1}, {tricks: 1}]}
      - {id: b, effects: [{treats: 1}, {treats: 2}]}
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.fields import Field, MapField, NumberField, WithinField
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, Rule, RuleScope, asked
from generator.rules.settings import ExpressionField, PathField, settings_of

REACH: Reach = "deck"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    each=PathField(),
    by=ExpressionField(given=("member",), required=True),
    of=MapField(of=NumberField(whole=False), required=True),
    tolerance=NumberField(whole=False, default=1),
    least=WithinField(default=1),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the shares that are too far off, at the deck's first item."""
    counts = counted(scope.items, settings)
    total = sum(counts.values())
    if not total or total < settings.least:
        return
    scope.judged += 1
    for sort in sorted({*settings.of, *counts}):
        share, goal = 100 * counts[sort] / total, settings.of.get(sort, 0)
        if abs(share - goal) > settings.tolerance:
            message = f"{sort}: {share:.1f} % of the deck ({counts[sort]} of {total})"
            message += f"; {goal:g} % wanted, give or take {settings.tolerance:g}"
            yield Breach(scope.items[0], (), message, "change some cards, or the shares in balance.yaml")


def counted(items: Iterable[Item], settings: Record) -> Counter[str]:
    """How many of each sort there are, as the settings of such a rule name sorts; copies count."""
    counts: Counter[str] = Counter()
    for item in items:
        for sort in asked(settings.by, item, settings.each):
            counts[str(sort)] += item.copies
    counts.pop("None", None)
    return counts


def counted_by(rule: Rule, items: Iterable[Item]) -> Counter[str] | None:
    """How many of each sort there are among the items that such a rule is about; None where that cannot be told."""
    try:
        return counted((item for item in items if rule.when is None or evaluate(rule.when, item.fields)), rule.settings)
    except ExpressionError:
        return None  # which the check reports
