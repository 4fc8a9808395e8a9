"""What the settings of a check may be: fields of the kind, kinds of the game, expressions over an item.

A check says in its PARAMETERS which of its settings are such. They are read in two steps: the form first, as any field
is; then, by `generator.rules.lookup`, what they refer to is looked up in the game.
"""

from collections.abc import Iterable
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
    SingleField,
    StringField,
    TextField,
)
from generator.model.fields.json_schema import SCALAR, Schema, SchemaNames, one_of_names, one_of_words
from generator.read.tree import Node, Sequence

# Fields of one value: the first six are named in messages, the last stands for all.
WORDS = (StringField, TextField, NumberField, ChoiceField, FlagField, ReferenceField, SingleField)


def named_sorts(sorts: Iterable[type[Field]], *, many: bool = False) -> str:
    """Some types of fields in words; ``many``: lists of one key with its value are meant."""
    types = [sort for sort in sorts if sort.TYPES]
    nouns = [f"a list of {sort.NOUN[1]}" if many and sort.is_keyed else sort.NOUN[0] for sort in types]
    return " or ".join(dict.fromkeys(nouns))


class KindField(StringField, frozen=True):
    """A kind of the game."""

    takes = "a kind"

    def schema(self, names: SchemaNames) -> Schema:
        return one_of_words(names.kinds) if names.kinds else dict(SCALAR)


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

    @property
    def takes(self) -> str:
        what = "a path to " if self.deep else "a field: "
        to = named_sorts(self.to) if len(self.to) < 4 else "a value"
        lists = ", or a list of such" if self.many else ""
        of = f", of the kind {self.of}" if self.of else ""
        return f"{what}{to or 'anything'}{lists}{', or id' if self.named else ''}{of}"

    def schema(self, names: SchemaNames) -> Schema:
        return one_of_names(names.fields)


class MemberKeyField(StringField, frozen=True):
    """A key of the members of the list at which the setting ``at`` is a path."""

    at: str = "field"

    takes = "a key of the members"


class KeyedField(MapField, frozen=True):
    """A mapping whose keys, too, refer to something: ``key`` says of what."""

    key: Field = field(default_factory=StringField)

    @property
    def takes(self) -> str:
        return f"a mapping: {self.key.takes}, to {self.of.takes}"

    def schema(self, names: SchemaNames) -> Schema:
        return {"type": "object", "additionalProperties": self.of.schema(names), "minProperties": 1}


class GroupField(StringField, frozen=True):
    """A value of the field that the setting ``within`` names; a family's name too, with ``families``."""

    families: bool = False

    @property
    def takes(self) -> str:
        return "a value of within" + (", or a family" if self.families else "")


class PlaceField(StringField, frozen=True):
    """A path to where a breach is shown: in the item, in the member, or ``other.…`` in the other item."""

    takes = "a path: where a problem is shown"


class ExpressionField(StringField, frozen=True):
    """An expression over an item's fields. ``given`` are further names (see `names_given`)."""

    given: tuple[str, ...] = ()
    message: bool = False  # a text with expressions in double braces

    @property
    def takes(self) -> str:
        names = [name for name in self.given if name != "let"]
        over = f" over the fields and {' and '.join(names)}" if names else " over the fields"
        return f"a text with {{{{ expressions }}}}{over}" if self.message else f"an expression{over}"


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
            of=ExpressionField(given=names), says="names for parts of the expression, in order", example=let
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

    takes = "[smallest, largest]"

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - numbers name nothing
        return {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}

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
