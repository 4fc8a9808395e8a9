"""Texts are not empty ("").

SETTINGS
fields: the fields, or paths to them
    such as: [name, text]

PASS
    fields: {name: {type: text}, abilities: {type: list, of: {type: record, fields: {text: {type: text}}}}}
    rule: {check: filled, fields: [name, abilities.*.text]}
    items:
      - {id: alvin, name: Alvin, abilities: [{text: Draw a hat.}]}

FAIL 4:49
    fields: {name: {type: text}, abilities: {type: list, of: {type: record, fields: {text: {type: text}}}}}
    rule: {check: filled, fields: [name, abilities.*.text]}
    items:
      - {id: alvin, name: Alvin, abilities: [{text: ""}]}
"""

from collections.abc import Iterator

from generator.model.fields import Field, ListField
from generator.model.values import Record
from generator.rules.rule import Breach, Reach, RuleScope, values_at
from generator.rules.settings import WORDS, PathField, settings_of

REACH: Reach = "value"
PARAMETERS: dict[str, Field] = settings_of(__doc__, fields=ListField(of=PathField(to=WORDS), required=True))


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield each text without words, at the text."""
    for item in scope.items:
        for field in settings.fields:
            for path, value in values_at(item, field):
                scope.judged += 1
                if not str(value).strip():
                    yield Breach(item, path, f"{path[-1]} is empty", "write the text")
