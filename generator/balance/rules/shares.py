"""In a deck, each sort of member has its share: icons, gains and losses, long and short cards.

``by`` is an expression over an item (or over each ``member`` of the list ``each``) that names its sort; ``of`` gives
the shares in hundredths; ``tolerance`` is how far from it a deck may be, in hundredths. Items count with their copies;
fewer than ``least`` members in all are too few to judge.

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
from collections.abc import Iterator

from generator.balance.rule import Breach, RuleScope, values_at
from generator.catalog.expressions import evaluate
from generator.catalog.fields import Field, MapField, NumberField, StringField
from generator.catalog.values import Record

PARAMETERS: dict[str, Field] = {
    "each": StringField(),
    "by": StringField(required=True),
    "of": MapField(of=NumberField(whole=False), required=True),
    "tolerance": NumberField(whole=False, default=1),
    "least": NumberField(default=1),
}
ITEMS_ALONE = False


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the shares that are too far off, at the deck's first item."""
    counts: Counter[str] = Counter()
    for item in scope.items:
        if settings.each is None:
            counts[str(evaluate(settings.by, item.fields))] += item.copies
            continue
        for _, member in values_at(item, settings.each + ".*"):
            counts[str(evaluate(settings.by, {**item.fields, "member": member}))] += item.copies
    counts.pop("None", None)
    total = sum(counts.values())
    if not total or total < settings.least:
        return
    for sort in sorted({*settings.of, *counts}):
        share, wanted = 100 * counts[sort] / total, settings.of.get(sort, 0)
        if abs(share - wanted) > settings.tolerance:
            message = f"{sort}: {share:.1f} % of the deck ({counts[sort]} of {total})"
            message += f"; {wanted:g} % wanted, give or take {settings.tolerance:g}"
            yield Breach(scope.items[0], (), message, "change some cards, or the shares in balance.yaml")
