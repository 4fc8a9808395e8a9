"""A field as ``game.yaml`` describes it, ``{type: whole, required: true}``, read as the `Field` that it describes."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from generator.core.folders import NamedModules
from generator.model import fields
from generator.model.fields import (
    ChoiceField,
    Field,
    FlagField,
    ListField,
    MapField,
    NameField,
    ReadContext,
    TextField,
    UnknownField,
    read_fields,
    worded,
)
from generator.model.fields.json_schema import FIELD, Schema, SchemaNames, keys_schema, one_of_names
from generator.model.fields.traits import Description, FieldType
from generator.read.tree import Mapping, Node, Scalar, Sequence

_OF_SOME = ("of", "titles", "words", "to", "fields", "keys")  # keys that only some types have


class FieldSpec(Field, frozen=True):
    """A field described in YAML: ``{type: whole, required: true}``. Read as the `Field` it describes.

    A description with a mistake is read as a field that takes anything, so that the mistake is reported once.
    """

    takes = "the description of a field"

    def schema(self, names: SchemaNames) -> Schema:
        """What each type needs, and what it cannot have: once for all descriptions, as they hold each other."""
        if "field" not in names.definitions:
            names.definitions["field"] = {}  # which its own description refers to
            names.definitions["field"] |= _field_schema(names)
        return dict(FIELD)

    def read(self, node: Node, context: ReadContext) -> Field:
        if not isinstance(node, Mapping):
            self._wrong(node, context, "a field such as {type: text, required: true}")
            return UnknownField()
        spec = read_fields(node, field_keys(), context)
        field = _described(spec, node, context)
        default = None if spec["default"] is None else field.read(spec["default"], context)
        return replace(
            field,
            required=bool(spec["required"]),
            default=field.default if default is None else default,
            title=spec["title"],
        )


class AnyField(Field, frozen=True):
    """Any value; read as its node. Who asked for it reads it later, as ``form`` says."""

    form: Field | None = None

    @property
    def takes(self) -> str:
        return "any value" if self.form is None else self.form.takes

    def schema(self, names: SchemaNames) -> Schema:
        return {} if self.form is None else self.form.schema(names)

    def read(self, node: Node, context: ReadContext) -> Node:  # noqa: ARG002 - nothing can be wrong with it
        return node


class ItemField(AnyField, frozen=True):
    """Fields of an item, or a list of such: an example of a rule, read as its kind wants it."""

    takes = "fields of an item, or a list of such"

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - of which kind is not known here
        fields: Schema = {"type": "object"}
        return {"anyOf": [fields, {"type": "array", "items": fields, "minItems": 1}]}


class KindNameField(NameField, frozen=True):
    """The name of a kind of this game. Who asked for it looks it up."""

    takes = "a kind"

    def schema(self, names: SchemaNames) -> Schema:
        return one_of_names(names.kinds)


@cache
def field_types() -> dict[str, tuple[type[Field], FieldType]]:
    """The types that ``type`` names, in the order of the manual: the class of each, and what it says of it.

    They are those of the modules of `generator.model.fields`; no list names them.
    """
    modules = NamedModules(fields.__name__, fields.__path__).values()
    classes = [value for module in modules for value in vars(module).values() if isinstance(value, type)]
    types = {sort.name: (field_class, sort) for field_class in classes for sort in vars(field_class).get("TYPES", ())}
    return dict(sorted(types.items(), key=lambda entry: (entry[1][1].place, entry[0])))


@cache
def field_keys() -> dict[str, Field]:
    """The keys of a description: those of every type, and those of some."""
    types = field_types()
    called = {word: name for name, (_, sort) in types.items() for word in sort.called}
    sort = ChoiceField(
        of=tuple(types), called=called, required=True, says="what the field takes: the types below", example="whole"
    )
    return {"type": sort, **_KEYS}


_KEYS: dict[str, Field] = worded(
    "field",
    required=FlagField(default=False),
    title=TextField(),
    default=AnyField(),
    of=AnyField(),
    titles=MapField(of=TextField()),
    words=ListField(),
    to=KindNameField(),
    fields=MapField(of=FieldSpec(), instead=UnknownField()),
    keys=MapField(of=FieldSpec(), instead=UnknownField()),
)


def _described(spec: dict[str, Any], node: Mapping, context: ReadContext) -> Field:
    if spec["type"] is None:
        return UnknownField()
    field_class, sort = field_types()[spec["type"]]
    needed = sort.needs
    lacking = bool(needed) and _is_empty(node.values.get(needed), needed)
    foreign = set(node.values) & {*_OF_SOME} - {needed, sort.may_have}
    for key in foreign:
        hint = f"write {needed}: {sort.needed}" if lacking else "delete it"
        context.report.add(node.keys[key], "unknown-field", f"a field of type {sort.name} has no {key!r}", hint)
    if lacking and not foreign:
        hint = f"add {needed}: {sort.needed}"
        context.report.add(node, "missing-field", f"a field of type {sort.name} needs {needed!r}", hint)
    if needed and not spec[needed]:
        return UnknownField()
    return field_class.described(Description(sort.name, spec, node, context, FieldSpec().read))


def _field_schema(names: SchemaNames) -> Schema:
    """The description of a field: what each type needs, and what it cannot have."""
    cases = []
    for name, (_, sort) in field_types().items():
        foreign = [key for key in _OF_SOME if key not in (sort.needs, sort.may_have, "titles")]
        also: Schema = {**dict.fromkeys(foreign, False), **sort.schemas}
        then: Schema = {"properties": also}
        if sort.needs:
            then["required"] = [sort.needs]
        case = {"properties": {"type": {"const": name}}, "required": ["type"]}
        cases.append({"if": case, "then": then})
    return {**keys_schema(field_keys(), names), "allOf": cases}


def _is_empty(node: Node | None, key: str) -> bool:
    """Whether nothing is given; what is given in a wrong form is reported as such."""
    if isinstance(node, Scalar):
        return node.absent
    if isinstance(node, Sequence):
        return key == "of" and not node.items
    return node is None or (key in ("fields", "keys") and not node.values)
