"""What the settings of a check may be: fields of the kind, kinds of the game, expressions over an item.

A check says in its PARAMETERS which of its settings are such. They are read in two steps: the form first, as any field
is; then `resolve` looks up in the game what they refer to.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingType
from typing import Any, ClassVar

from jinja2 import nodes
from msgspec import field

from generator.model.budget import ExpressionError
from generator.model.expressions import GLOBALS, read_expression, read_message
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
    UnknownField,
)
from generator.model.fields.field import with_words
from generator.model.fields.json_schema import SCALAR, Schema, SchemaNames, one_of_names, one_of_words
from generator.model.game import Kind
from generator.model.values import nearest
from generator.read.tree import Mapping, Node, Scalar, Sequence, excerpt
from generator.rules.lookup import ITEM_ID, SettingScope, follow, names_given, noun_of, type_at

# Fields of one value: the first six are named in messages, the last stands for all.
WORDS = (StringField, TextField, NumberField, ChoiceField, FlagField, ReferenceField, SingleField)


def settings_of(manual: str | None, /, **fields: Field) -> dict[str, Field]:
    """The settings of a check with what its docstring says of them."""
    return with_words((manual or "").partition("\nSETTINGS\n")[2].partition("\nPASS\n")[0], fields)


def named_sorts(sorts: Iterable[type[Field]], *, many: bool = False) -> str:
    """Some types of fields in words; ``many``: lists of one key with its value are meant."""
    types = [sort for sort in sorts if sort.TYPES]
    nouns = [f"a list of {sort.NOUN[1]}" if many and sort.is_keyed else sort.NOUN[0] for sort in types]
    return " or ".join(dict.fromkeys(nouns))


class NamingField(StringField, frozen=True):
    """A word that refers to something in the game."""

    names: ClassVar[str] = "word"  # what it is: a kind, a path, a place, an expression; else another word

    def look_up(self, node: Scalar, scope: SettingScope) -> None:
        """Report at ``node`` what is not there."""
        raise NotImplementedError


def resolve(setting: Field, node: Node, scope: SettingScope) -> None:
    """Look up what a setting refers to, and report at ``node`` what is not there."""
    if isinstance(node, Mapping):
        for key, inner in node.values.items():
            if isinstance(setting, KeyedField):
                resolve(setting.key, node.keys[key], scope)
            part = setting.part(key)
            if part is not None:
                resolve(part, inner, scope)
    elif isinstance(node, Sequence) and setting.member:
        for member in node.items:
            resolve(setting.member, member, scope)
    elif isinstance(node, Scalar) and isinstance(setting, NamingField):
        setting.look_up(node, scope)


class KindField(NamingField, frozen=True):
    """A kind of the game."""

    takes = "a kind"
    names = "kind"

    def look_up(self, node: Scalar, scope: SettingScope) -> None:
        if node.text not in scope.game.kinds and node.text not in scope.game.unread:
            scope.report_unknown(node, f"{excerpt(node.text)} is not a kind", scope.game.kinds)

    def schema(self, names: SchemaNames) -> Schema:
        return one_of_words(names.kinds) if names.kinds else dict(SCALAR)


class PathField(NamingField, frozen=True):
    """A field of a kind, or a path into it: ``abilities.*.cost``.

    ``of`` is the setting that names the kind (the rule's own if empty), ``to`` what the path may lead to (anything if
    empty), ``many`` whether a list of that will do as well, ``deep`` whether it may be a path at all. With ``named``
    the id of an item is one of its fields. ``also`` is the setting that names a second kind which has to have it too.
    """

    names = "path"
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

    def look_up(self, node: Scalar, scope: SettingScope) -> None:
        kinds = [scope.kind_named(of) for of in dict.fromkeys([self.of, self.also or self.of])]
        before = len(scope.report.problems)
        for kind in kinds:
            if kind is not None and kind.name not in scope.game.unread and before == len(scope.report.problems):
                self._look_up_in(kind, node, scope)

    def _look_up_in(self, kind: Kind, node: Scalar, scope: SettingScope) -> None:
        if self.named and node.text == "id":
            return
        steps = node.text.split(".")
        if not self.deep and len(steps) > 1:
            message = f"{excerpt(node.text)} is a path; a field of {kind.name} is wanted"
            scope.report.add(node, "unknown-reference", message)
            return
        leads_to = follow(steps, scope.fields_of(kind), kind.name, node, scope)
        if leads_to is None:
            return
        scope.uses.add((kind.name, steps[0]))
        member = leads_to.member if self.many and leads_to.member else leads_to
        if self.to and not isinstance(member, (*self.to, UnknownField)):
            message = (
                f"{excerpt(node.text)} is {noun_of(leads_to)}; {named_sorts(self.to, many=self.many)} is wanted here"
            )
            hint = f"write {node.text}.*" if isinstance(leads_to.member, self.to) else ""
            scope.report.add(node, "wrong-type", message, hint)


class MemberKeyField(NamingField, frozen=True):
    """A key of the members of the list at which the setting ``at`` is a path."""

    at: str = "field"

    takes = "a key of the members"

    def look_up(self, node: Scalar, scope: SettingScope) -> None:
        leads_to = type_at(scope, self.at)
        if leads_to and leads_to.is_keyed and node.text not in leads_to.parts:
            message = f"{excerpt(node.text)} is not a key of {scope.settings[self.at]}"
            scope.report_unknown(node, message, leads_to.parts)


class KeyedField(MapField, frozen=True):
    """A mapping whose keys, too, refer to something: ``key`` says of what."""

    key: Field = field(default_factory=StringField)

    @property
    def takes(self) -> str:
        return f"a mapping: {self.key.takes}, to {self.of.takes}"

    def schema(self, names: SchemaNames) -> Schema:
        return {"type": "object", "additionalProperties": self.of.schema(names), "minProperties": 1}


class GroupField(NamingField, frozen=True):
    """A value of the field that the setting ``within`` names; a family's name too, with ``families``."""

    families: bool = False

    @property
    def takes(self) -> str:
        return "a value of within" + (", or a family" if self.families else "")

    def look_up(self, node: Scalar, scope: SettingScope) -> None:
        within = scope.settings.get("within")
        if "within" in scope.wrong or (within is None and "within" in scope.told):
            return
        if within is None:
            scope.told.add("within")
            message = f"there is no within that {excerpt(node.text)} could be a value of"
            scope.report.add(node, "missing-field", message)
            return
        groups = scope.kind.fields.get(within)
        families = (scope.settings.get("families") or {}) if self.families else {}
        words = groups.choices if groups else ()
        if words and node.text not in (*words, *families):
            message = f"{excerpt(node.text)} is not a {within} of {scope.kind.name}"
            scope.report_unknown(node, message, (*families, *words))


class PlaceField(NamingField, frozen=True):
    """A path to where a breach is shown: in the item, in the member, or ``other.…`` in the other item."""

    takes = "a path: where a problem is shown"
    names = "place"

    def look_up(self, node: Scalar, scope: SettingScope) -> None:
        first, _, inner = node.text.partition(".")
        each = scope.settings.get("each")
        if first == "other" and "via" in scope.settings:
            kind = scope.kind_named("to")
            if kind is not None and inner and kind.name not in scope.game.unread:
                follow(inner.split("."), {**scope.fields_of(kind), "id": ITEM_ID}, kind.name, node, scope)
        elif each:
            member = type_at(scope, "each")
            if member and member.parts:
                follow(node.text.split("."), member.parts, f"a member of {each}", node, scope)
        else:
            follow(node.text.split("."), {**scope.fields_of(scope.kind), "id": ITEM_ID}, scope.kind.name, node, scope)


class ExpressionField(NamingField, frozen=True):
    """An expression over an item's fields. ``given`` are further names (see `names_given`)."""

    names = "expression"
    given: tuple[str, ...] = ()
    message: bool = False  # a text with expressions in double braces

    @property
    def takes(self) -> str:
        names = [name for name in self.given if name != "let"]
        over = f" over the fields and {' and '.join(names)}" if names else " over the fields"
        return f"a text with {{{{ expressions }}}}{over}" if self.message else f"an expression{over}"

    def look_up(self, node: Scalar, scope: SettingScope) -> None:
        try:
            tree = (read_message if self.message else read_expression)(node.text)
        except ExpressionError as error:
            scope.report.add(node, "rule-syntax", str(error))
            return
        if {"each", "let"} & scope.wrong:  # which give names
            return
        names = ExpressionNames(names_given(self.given, scope))
        for message, (word, candidates) in names.unknown(tree):
            scope.report.add(node, "unknown-reference", message, nearest(word, candidates))
        own = scope.fields_of(scope.kind)
        scope.uses.update((scope.kind.name, name) for name in names.used if name in own)


MEMBERS = PathField(
    to=(OneOfField,), many=True, required=True, says="the list of members with one key each", example="effects"
)
FAMILIES = MapField(
    of=ListField(of=GroupField()),
    says="groups that count as one: a name, and the values of `within`; codes may name items of earlier ones",
    example='{main: ["1", "2"]}',
)
KEY = PathField(
    to=WORDS, deep=False, named=True, required=True, says="the field that codes name, or id", example="code"
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


Fault = tuple[str, tuple[str, Iterable[str]]]  # what is wrong; the word, and the words that would do


class ExpressionNames:
    """Looks through expressions for what is not there: names, and fields of what a name stands for."""

    def __init__(self, field_by_name: MappingType[str, Field | None]) -> None:
        """Take the names that are given, each with its field where that is known."""
        self.known = field_by_name
        self.used: set[str] = set()

    def unknown(self, tree: nodes.Template) -> Iterator[Fault]:
        """What an expression uses and nobody gives, each once."""
        reported: set[str] = set()
        for node in tree.find_all(nodes.Name):
            if node.name in reported or (node.name in GLOBALS and node.name not in self.known):
                continue
            self.used.add(node.name)
            if node.name not in self.known:
                reported.add(node.name)
                message = f"{excerpt(node.name)} is not a field of these items or another name known here"
                yield message, (node.name, self.known)
        for asked in tree.find_all(nodes.Getattr):
            fields = self._fields(self._field(asked.node))
            if fields and asked.attr not in fields and asked.attr not in reported:
                reported.add(asked.attr)
                yield f"{excerpt(asked.attr)} is not a field of {_written(asked.node)}", (asked.attr, fields)

    def _field(self, node: nodes.Node) -> Field | None:
        """The field that a part of an expression means, as far as that can be seen."""
        if isinstance(node, nodes.Name):
            return self.known.get(node.name)
        if isinstance(node, nodes.Getattr):
            return self._fields(self._field(node.node)).get(node.attr)
        if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const):
            of = self._field(node.node)
            return of.member if of else None
        return None

    @staticmethod
    def _fields(field: Field | None) -> MappingType[str, Field | None]:
        """What can be asked of it; of one key with its value, what that is, is not known."""
        if field is None:
            return {}
        return dict.fromkeys(field.attributes) if field.is_keyed else field.attributes


def _written(node: nodes.Node) -> str:
    """A part of an expression as its author wrote it."""
    if isinstance(node, nodes.Name):
        return node.name
    if isinstance(node, nodes.Getattr):
        return f"{_written(node.node)}.{node.attr}"
    return f"{_written(node.node)}[…]" if isinstance(node, nodes.Getitem) else "it"
