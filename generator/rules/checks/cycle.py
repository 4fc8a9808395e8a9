"""A relation between items goes round in one closed circle in each group: each beats one and is beaten by one.

SETTINGS
via: the codes of items that it beats
    such as: beats
within: items that agree in this field form a group
    such as: family
min: the fewest members of a circle
    such as: 5

PASS
    fields: {code: {type: string}, beats: {type: string}, group: {type: string}}
    rule: {check: cycle, via: beats, key: code}
    items:
      - {id: water, code: "01", beats: "02"}
      - {id: fire, code: "02", beats: "03"}
      - {id: spark, code: "03", beats: "01"}

FAIL 4:36
    fields: {code: {type: string}, beats: {type: string}, group: {type: string}}
    rule: {check: cycle, via: beats, key: code}
    items:
      - {id: water, code: "01", beats: "02"}
      - {id: fire, code: "02", beats: "01"}
      - {id: spark, code: "03", beats: "01"}
"""

from collections.abc import Iterator
from typing import Any

from generator.model.fields import Field, WithinField
from generator.model.values import Record
from generator.rules.checks.refers import codes
from generator.rules.checks.unique import group_of
from generator.rules.rule import Breach, Reach, RuleScope, members_at, words_of
from generator.rules.settings import FAMILIES, KEY, WORDS, PathField, settings_of

REACH: Reach = "deck"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    via=PathField(to=WORDS, many=True, required=True),
    key=KEY,
    within=PathField(to=WORDS, deep=False),
    families=FAMILIES,
    min=WithinField(low=1, default=3),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield, at its code, each item from which the relation does not come back to it, or comes back too soon."""
    beaten: dict[tuple[Any, Any], list[Any]] = {}
    for item in scope.items:
        words = [word for _, code in members_at(item, settings.via) for word in words_of(code)]
        for name in codes(item, settings.key) if words else ():
            beaten.setdefault((group_of(item.fields, settings), name), []).extend(words)
    for item in scope.items:
        path = next((path for path, _ in members_at(item, settings.via)), None)
        if path is None:
            continue
        scope.judged += 1
        group = group_of(item.fields, settings)
        lengths = [_length(group, name, beaten) for name in codes(item, settings.key)]
        length = min((length for length in lengths if length), default=0)
        if length == 0:
            start = next(iter(codes(item, settings.key)))
            yield Breach(item, path, f"the circle that starts here does not come back to {start!r}")
        elif length < settings.min:
            message = f"the circle that starts here has {length} members; {settings.min} at the least wanted"
            yield Breach(item, path, message)


def _length(group: Any, start: Any, beaten: dict[tuple[Any, Any], list[Any]]) -> int:
    """The steps of the shortest way from a code back to it; 0 where there is none."""
    reached, edge = set(), [start]
    for steps in range(1, len(beaten) + 1):
        edge = [code for name in edge for code in beaten.get((group, name), ()) if code not in reached]
        if start in edge:
            return steps
        reached.update(edge)
        edge = list(dict.fromkeys(edge))
    return 0
