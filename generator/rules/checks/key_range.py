"""In a list of one-key mappings, each key has its own range of sizes and its own signs.

A key in ``unsigned`` is neither gain nor loss, so it is written without a sign.

SETTINGS
keys: for each key, the smallest and largest size of its number
    such as: {coins: [1, 9], steps: [1, 4]}
unsigned: keys whose number has no sign
    such as: [steps]
says: what is wanted of a key, in the game's own words
    such as: {coins: a card gives or takes 1 to 9 coins}

PASS
    fields: {effects: {type: list, of: {type: one-of, keys: {movements: {type: whole}, surprises: {type: whole}}}}}
    rule: {check: key-range, field: effects, keys: {movements: [1, 9], surprises: [1, 3]}, unsigned: [surprises]}
    items:
      - {id: rush, effects: [{movements: -9}, {surprises: 2}]}

FAIL 4:38
    fields: {effects: {type: list, of: {type: one-of, keys: {movements: {type: whole}, surprises: {type: whole}}}}}
    rule: {check: key-range, field: effects, keys: {movements: [1, 9], surprises: [1, 3]}, unsigned: [surprises]}
    items:
      - {id: rush, effects: [{movements: 12}, {surprises: 2}]}

FAIL 4:54
    fields: {effects: {type: list, of: {type: one-of, keys: {movements: {type: whole}, surprises: {type: whole}}}}}
    rule: {check: key-range, field: effects, keys: {movements: [1, 9], surprises: [1, 3]}, unsigned: [surprises]}
    items:
      - {id: rush, effects: [{movements: 2}, {surprises: +2}]}
"""

from collections.abc import Iterator

from generator.model.fields import Field, ListField, StringField
from generator.model.values import Record
from generator.read.tree import Node, Scalar
from generator.rules.rule import Breach, Reach, RuleScope, members_at
from generator.rules.settings import MEMBERS, KeyedField, LimitsField, MemberKeyField, settings_of

REACH: Reach = "value"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    field=MEMBERS,
    keys=KeyedField(key=MemberKeyField(), of=LimitsField(), required=True),
    unsigned=ListField(of=MemberKeyField()),
    says=KeyedField(key=MemberKeyField(), of=StringField()),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield each value outside its key's range, at the value."""
    for item in scope.items:
        for path, member in members_at(item, settings.field):
            if member.key not in settings.keys or not isinstance(member.value, int | float):
                continue
            scope.judged += 1
            low, high = settings.keys[member.key]
            value, size = member.value, abs(member.value)
            says = (settings.says or {}).get(member.key, f"{low} to {high} are possible")
            place = (*path, member.key)
            nearest = max(low, min(size, high))
            if member.key in settings.unsigned and (sign := _sign(item.where(*place))):
                message = f"{member.key} is {sign}{size}; it is neither gain nor loss and has no sign"
                yield Breach(item, place, message, f"write {nearest}")
            elif size != nearest:
                yield Breach(item, place, f"{member.key} is {value}; {says}", _hint(value, nearest))


def _hint(value: float, nearest: float) -> str:
    """What to write in place of ``value``, whose size is to be ``nearest``."""
    if abs(value) < nearest:
        return f"write {nearest}"
    return "split it over two cards, or " + (f"write -{nearest}" if value < 0 else f"lower it to {nearest}")


def _sign(node: Node) -> str:
    """The sign that a number was written with, or nothing."""
    return node.text[0] if isinstance(node, Scalar) and node.text[:1] in ("+", "-") else ""
