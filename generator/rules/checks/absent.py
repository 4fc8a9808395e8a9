"""Fields stay empty: features that a component, or a set, does not have.

SETTINGS
fields: the fields, or paths to them
    such as: [range, ground]
says: why, in a message
    such as: set 1 has no such thing

PASS
    fields: {set: {type: string}, recycle: {type: whole}, ground: {type: flag}}
    rule: {check: absent, when: set == "1", fields: [recycle, ground]}
    items:
      - {id: stone, set: "1", ground: false}
      - {id: disc, set: "2", recycle: 1}

FAIL 4:35
    fields: {set: {type: string}, recycle: {type: whole}, ground: {type: flag}}
    rule: {check: absent, when: set == "1", fields: [recycle, ground]}
    items:
      - {id: disc, set: "1", recycle: 1}
"""

from collections.abc import Iterator

from generator.model.fields import Field, ListField, StringField
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope, values_at
from generator.rules.settings import PathField, settings_of

REACH: Reach = "value"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__, fields=ListField(of=PathField(), required=True), says=StringField(default="it is not to be there")
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield each value that is there, at the value. A `false` and an empty list say nothing."""
    for item in scope.items:
        scope.judged += 1  # what is not there keeps the rule
        for field in settings.fields:
            for path, value in values_at(item, field):
                if value is not False and value != []:
                    yield Breach(item, path, f"{path[-1]} is given; {settings.says}", "delete it")
