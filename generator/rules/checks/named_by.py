"""How often each item must be referred to by items of a kind.

SETTINGS
by: the kind whose items name
    such as: cards
via: its codes
    such as: refs
within: items that agree in this field form a group, of both kinds
    such as: family
min: how often an item must be named
    such as: 2
max: how often it may be named
    else: any number of times
    such as: 4

PASS
    fields: {set: {type: string}, code: {type: string}, targets: {type: list}, locked: {type: flag}}
    rule: {check: named-by, when: locked, by: things, via: targets, key: code, within: set, min: 1, max: 1}
    items:
      - {id: lever, set: "1", code: "01", locked: true}
      - {id: acrobat, set: "1", targets: ["01"]}

FAIL 4:33
    fields: {set: {type: string}, code: {type: string}, targets: {type: list}, locked: {type: flag}}
    rule: {check: named-by, when: locked, by: things, via: targets, key: code, within: set, min: 1, max: 1}
    items:
      - {id: lever, set: "1", code: "01", locked: true}
      - {id: acrobat, set: "2", targets: ["01"]}
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from generator.model.fields import Field, WithinField
from generator.model.values import Record
from generator.rules.checks.refers import codes
from generator.rules.rule import Breach, Reach, RuleScope, members_at, words_of
from generator.rules.settings import KEY, WORDS, KindField, PathField, settings_of

REACH: Reach = "others"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    by=KindField(required=True),
    via=PathField(of="by", to=WORDS, many=True, required=True),
    key=KEY,
    within=PathField(to=WORDS, deep=False, also="by"),
    min=WithinField(default=1),
    max=WithinField(),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield the items named by too few or too many, at their key."""
    by = scope.game.kinds[settings.by]
    paths = {settings.via.partition(".")[0], settings.within}
    if by.partial or any(not paths.isdisjoint(item.wrong) for item in by.items):
        return  # some of what they name could not be read
    named: Counter[tuple[Any, Any]] = Counter()
    for item in by.items:
        group = item.fields.get(settings.within) if settings.within else None
        named.update({(group, word) for _, code in members_at(item, settings.via) for word in words_of(code)})
    for item in scope.items:
        group = item.fields.get(settings.within) if settings.within else None
        scope.judged += 1
        count = sum(named[(group, code)] for code in codes(item, settings.key))
        if count < settings.min or (settings.max is not None and count > settings.max):
            limits = f"{settings.min}" if settings.min == settings.max else f"{settings.min} at the least"
            yield Breach(
                item, (settings.key,), f"named in the {settings.via} of {count} {settings.by}; {limits} wanted"
            )
