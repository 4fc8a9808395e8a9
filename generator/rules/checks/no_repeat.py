"""In a list of one-key mappings, no key is repeated.

SETTINGS
only: the keys that count
    else: all
    such as: [coins]

PASS
    fields: {effects: {type: list, of: {type: one-of, keys: {treats: {type: whole}, tricks: {type: whole}}}}}
    rule: {check: no-repeat, field: effects}
    items:
      - {id: rush, effects: [{treats: 2}, {tricks: -1}]}

FAIL 4:39
    fields: {effects: {type: list, of: {type: one-of, keys: {treats: {type: whole}, tricks: {type: whole}}}}}
    rule: {check: no-repeat, field: effects}
    items:
      - {id: rush, effects: [{treats: 2}, {treats: -1}]}
"""

from collections.abc import Iterator

from generator.model.fields import Field, ListField
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope, members_at
from generator.rules.settings import MEMBERS, MemberKeyField, settings_of

REACH: Reach = "value"
PARAMETERS: dict[str, Field] = settings_of(__doc__, field=MEMBERS, only=ListField(of=MemberKeyField()))


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield every member whose key stood before, at the member."""
    for item in scope.items:
        seen: set[str] = set()
        for path, member in members_at(item, settings.field):
            if settings.only and member.key not in settings.only:
                continue
            scope.judged += 1
            if member.key in seen:
                yield Breach(item, path, f"{member.key} is repeated here", "put the two together, or drop one")
            seen.add(member.key)
