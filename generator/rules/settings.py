"""What the settings of a check may be: fields of the kind, kinds of the game, expressions over an item.

A check says in its PARAMETERS which of its settings are such. They are read in two steps: the form first, as any field
is; then, by `generator.rules.lookup`, what they refer to is looked up in the game.
"""

from typing import Any

from msgspec import field

from generator.model.fields import (
    ChoiceField,
    Field,
    FlagField,
    ListField,
    MapField,
    NumberField,
    OneOfField,
    ReadContext,
    ReferenceField,
    StringField,
    TextField,
    WithinField,
)
from generator.model.wanted import sort_of, wanted
from generator.read.tree import Node, Sequence

WORDS = (StringField, TextField, NumberField, ChoiceField, FlagField, ReferenceField)  # of which one value can be told


class KindField(StringField, frozen=True):
    """A kind of the game."""


class PathField(StringField, frozen=True):
    """A field of a kind, or a path into it: ``abilities.*.cost``.

    ``of`` is the setting that names the kind (the rule's own if empty), ``to`` what the path may lead to (anything if
    empty), ``many`` whether a list of that will do as well, ``deep`` whether it may be a path at all. With ``named``
    the id of an item is one of its fields. ``also`` is the setting that names a second kind which has to have it too.
    """

    of: str = ""
    to: tuple[type[Field], ...] = ()
    many: bool = False
    deep: bool = True
    named: bool = False
    also: str = ""


class MemberKeyField(StringField, frozen=True):
    """A key of the members of the list at which the setting ``at`` is a path."""

    at: str = "field"


class KeyedField(MapField, frozen=True):
    """A mapping whose keys, too, refer to something: ``key`` says of what."""

    key: Field = field(default_factory=StringField)


class GroupField(StringField, frozen=True):
    """A value of the field that the setting ``within`` names; a family's name too, with ``families``."""

    families: bool = False


class PlaceField(StringField, frozen=True):
    """A path to where a breach is shown: in the item, in the member, or ``other.…`` in the other item."""


class ExpressionField(StringField, frozen=True):
    """An expression over an item's fields. ``given`` are further names (see `names_given`)."""

    given: tuple[str, ...] = ()
    message: bool = False  # a text with expressions in double braces


MEMBERS = PathField(
    to=(OneOfField,), many=True, required=True, says="the list of members with one key each", example="effects"
)
FAMILIES = MapField(
    of=ListField(of=GroupField()),
    says="groups that count as one: a name, and the values of `within`",
    example='{main: ["1", "2"]}',
)
KEY = PathField(
    to=WORDS, deep=False, named=True, required=True, says="the field that the codes name, or id", example="code"
)


def asking(given: str, *, let: str, says: str, that: str, message: str) -> dict[str, Field]:
    """The settings ``let``, ``that`` and ``message`` of a check that asks an expression; ``given`` is a name in it.

    Args:
        given: a name that it has in addition to the fields and those of ``let``.
        let: an example of that setting.
        says: what ``that`` means.
        that: an example of it.
        message: an example of that setting.
    """
    names = (given, "let")
    return {
        "that": ExpressionField(given=names, required=True, says=says, example=that),
        "let": MapField(
            of=ExpressionField(given=names),
            says="names for parts of the expression, in order",
            example=let,
        ),
        "message": ExpressionField(
            given=names,
            message=True,
            default="",
            says="the message, with expressions in double braces",
            absent="the expression",
            example=message,
        ),
    }


class LimitsField(Field, frozen=True):
    """Two numbers: the smallest and the largest. Read as a list."""

    def read(self, node: Node, context: ReadContext) -> list[Any] | None:
        if not isinstance(node, Sequence) or len(node.items) != 2:
            self._wrong(node, context, "a smallest and a largest number", "such as [1, 5]")
            return None
        low, high = (NumberField(whole=False).read(member, context) for member in node.items)
        if low is None or high is None:
            return None
        if low > high:  # type: ignore[operator]  # numbers, as no words are allowed
            context.report.add(node, "number-range", f"the smallest, {low}, is above the largest, {high}", "swap them")
            return None
        return [low, high]


wanted.register(KindField, lambda _: "a kind")
wanted.register(MemberKeyField, lambda _: "a key of the members")
wanted.register(PlaceField, lambda _: "a path: where a problem is shown")
wanted.register(LimitsField, lambda _: "[smallest, largest]")


@wanted.register
def _path(known: PathField) -> str:
    what = "a path to " if known.deep else "a field: "
    to = " or ".join(dict.fromkeys(sort_of(sort) for sort in known.to)) if len(known.to) < 4 else "a value"
    lists = ", or a list of such" if known.many else ""
    of = f", of the kind {known.of}" if known.of else ""
    return f"{what}{to or 'anything'}{lists}{', or id' if known.named else ''}{of}"


@wanted.register
def _group(known: GroupField) -> str:
    return "a value of within" + (", or a family" if known.families else "")


@wanted.register
def _expression(known: ExpressionField) -> str:
    given = [name for name in known.given if name != "let"]
    over = f" over the fields and {' and '.join(given)}" if given else " over the fields"
    return f"a text with {{{{ expressions }}}}{over}" if known.message else f"an expression{over}"


@wanted.register
def _within(known: WithinField) -> str:
    return f"a whole number, {known.low} to {known.high}" if known.high < 10**9 else "a whole number"


@wanted.register
def _keyed(known: KeyedField) -> str:
    return f"a mapping: {wanted(known.key)}, to {wanted(known.of)}"
