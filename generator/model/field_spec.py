"""A field as ``game.yaml`` describes it, ``{type: whole, required: true}``, read as the `Field` that it describes."""

from collections.abc import Iterable
from collections.abc import Mapping as MappingType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.model.fields import (
    ChoiceField,
    Field,
    FlagField,
    ListField,
    MapField,
    NameField,
    NumberField,
    OneOfField,
    ReadContext,
    RecordField,
    ReferenceField,
    StringField,
    TextField,
    read_fields,
)
from generator.read.tree import Mapping, Node, Scalar, Sequence, excerpt, locate

KIND_NAME = ""  # what a reference of game.yaml itself leads to


class FieldSpec(Field, frozen=True):
    """A field described in YAML: ``{type: whole, required: true}``. Read as the `Field` it describes.

    A description with a mistake is read as a field that takes anything, so that the mistake is reported once.
    """

    def read(self, node: Node, context: ReadContext) -> Field:
        if not isinstance(node, Mapping):
            self._wrong(node, context, "a field such as {type: text, required: true}")
            return UnknownField()
        spec = read_fields(node, FIELD_KEYS, context)
        made = _make(spec, node, context)
        default = None if spec["default"] is None else made.read(spec["default"], context)
        return replace(
            made,
            required=bool(spec["required"]),
            default=made.default if default is None else default,
            title=spec["title"],
        )


class AnyField(Field, frozen=True):
    """Any value; read as its node. Who asked for it reads it later, as ``form`` says."""

    form: Field | None = None

    def read(self, node: Node, context: ReadContext) -> Node:  # noqa: ARG002 - nothing can be wrong with it
        return node


class ItemField(AnyField, frozen=True):
    """Fields of an item, or a list of such: an example of a rule, read as its kind wants it."""


class UnknownField(Field, frozen=True):
    """A field whose description has a mistake: whatever is written is as good as absent."""

    def read(self, node: Node, context: ReadContext) -> None:  # noqa: ARG002 - nothing is asked of it
        return None


class KindNameField(NameField, frozen=True):
    """The name of a kind of this game. Who asked for it looks it up."""


class FieldType(Struct, frozen=True):
    """A word after ``type``: what it takes, a value as an item would have it, and the keys of its description."""

    says: str
    example: str  # of a description
    value: str  # of an item
    needs: str = ""  # a key that it cannot do without
    needed: str = ""  # an example of that
    may_have: str = ""


FIELD_TYPES: dict[str, FieldType] = {
    "text": FieldType(
        "a text that players read: one for all languages, or one a language; any scalar is taken as written",
        "{type: text, required: true}",
        "{en: Red fox, fr: Renard roux}",
    ),
    "string": FieldType("a word that is not translated and taken as written: a code", "{type: string}", '"0010"'),
    "whole": FieldType(
        "a whole number, such as 12, +3 or -2; or one of `words`",
        "{type: whole, words: [X]}",
        "12",
        may_have="words",
    ),
    "number": FieldType("a number, such as 12 or 1.5; or one of `words`", "{type: number}", "1.5", may_have="words"),
    "flag": FieldType("`true` or `false`", "{type: flag, default: false}", "true"),
    "choice": FieldType(
        "one of the words in `of`", "{type: choice, of: [fur, feather]}", "fur", "of", "[word, word]",
        "titles",
    ),
    "reference": FieldType(
        "the id of an item of the kind that `to` names", "{type: reference, to: cards}", "red-fox", "to",
        "the name of a kind",
    ),
    "list": FieldType(
        "a list, each member as the field in `of` describes it; words if there is no `of`",
        "{type: list, of: {type: text}}",
        "[one, another]",
        may_have="of",
    ),
    "record": FieldType(
        "a mapping with the fields in `fields`",
        "{type: record, fields: {name: {type: text}, cost: {type: whole}}}",
        "{name: Bite, cost: 2}",
        "fields",
        "{name: {type: text}}",
    ),
    "one-of": FieldType(
        "a mapping with exactly one of the keys in `keys`; templates see its `key` and `value`",
        "{type: one-of, keys: {coins: {type: whole}, note: {type: text}}}",
        "{coins: +2}",
        "keys",
        "{name: {type: whole}}",
    ),
}  # fmt: skip

_CALLED = {  # what types are called elsewhere
    "integer": "whole", "int": "whole", "float": "number", "decimal": "number", "bool": "flag", "boolean": "flag",
    "str": "string", "word": "string", "enum": "choice", "select": "choice", "ref": "reference", "id": "reference",
    "array": "list", "object": "record", "map": "record", "mapping": "record", "dict": "record",
}  # fmt: skip
FIELD_KEYS: dict[str, Field] = {
    "type": ChoiceField(
        of=tuple(FIELD_TYPES),
        called=_CALLED,
        required=True,
        says="what the field takes: the types below",
        example="whole",
    ),
    "required": FlagField(default=False, says="whether every item must have it", example="true"),
    "title": TextField(
        says="what forms call it, in the workshop and on a site", absent="its name", example="{en: weight, fr: poids}"
    ),
    "default": AnyField(says="the value of an item that gives none", absent="nothing", example="3"),
    "of": AnyField(
        says="of a `list`, the description of a member; of a `choice`, the words",
        absent="a list holds words",
        example="[fur, feather]",
    ),
    "titles": MapField(
        of=TextField(),
        says="of a `choice`: what forms and filters call its words",
        absent="the words",
        example="{fur: {en: fur, fr: fourrure}}",
    ),
    "words": ListField(says="of a `whole` or `number`: words allowed instead", example="[X]"),
    "to": KindNameField(says="of a `reference`: the kind", example="cards"),
    "fields": MapField(
        of=FieldSpec(),
        instead=UnknownField(),
        says="of a `record`: its fields",
        example="{name: {type: text}}",
    ),
    "keys": MapField(
        of=FieldSpec(),
        instead=UnknownField(),
        says="of a `one-of`: the keys, of which a value has exactly one",
        example="{coins: {type: whole}}",
    ),
}


def _make(spec: dict[str, Any], node: Mapping, context: ReadContext) -> Field:
    kind = spec["type"]
    if kind is None:
        return UnknownField()
    known = FIELD_TYPES[kind]
    needed = known.needs
    lacking = bool(needed) and _is_empty(node.values.get(needed), needed)
    foreign = set(node.values) & {"of", "titles", "words", "to", "fields", "keys"} - {needed, known.may_have}
    for key in foreign:
        hint = f"write {needed}: {known.needed}" if lacking else "delete it"
        context.report.add(node.keys[key], "unknown-field", f"a field of type {kind} has no {key!r}", hint)
    if lacking and not foreign:
        hint = f"add {needed}: {known.needed}"
        context.report.add(node, "missing-field", f"a field of type {kind} needs {needed!r}", hint)
    if needed and not spec[needed]:
        return UnknownField()
    if kind == "choice":
        choices, titles = ListField().read(spec["of"], context) or [], spec["titles"] or {}
        for at, word in enumerate(choices):
            if word in choices[:at]:
                where = locate(node, ("of", at))
                context.report.add(where, "not-one-of", f"{excerpt(word)} is repeated here", "delete it")
        for word in titles if choices else ():
            if word not in choices:
                named = node.values["titles"].keys[word]  # type: ignore[union-attr]  # read as a mapping
                hint = context.report.suggest(word, choices)
                context.report.add(named, "not-one-of", f"{excerpt(word)} is not among the words of this choice", hint)
        return ChoiceField(of=tuple(choices), titles=titles) if choices else UnknownField()
    if kind == "reference":
        context.references.append((KIND_NAME, node.values["to"]))  # type: ignore[arg-type]  # read as a scalar
        return ReferenceField(to=spec["to"])
    if kind == "list":
        return ListField(of=StringField() if spec["of"] is None else FieldSpec().read(spec["of"], context))
    words = tuple(spec["words"] or ())
    simple: dict[str, Field] = {
        "text": TextField(),
        "string": StringField(),
        "whole": NumberField(words=words),
        "number": NumberField(whole=False, words=words),
        "flag": FlagField(),
        "record": RecordField(fields=spec["fields"] or {}),
        "one-of": OneOfField(keys=spec["keys"] or {}),
    }
    return simple[kind]


def _is_empty(node: Node | None, key: str) -> bool:
    """Whether nothing is given; what is given in a wrong form is reported as such."""
    match node:
        case Scalar():
            return node.absent
        case Sequence():
            return key == "of" and not node.items
        case Mapping():
            return key in ("fields", "keys") and not node.values
    return True


def inner_fields(known: Field) -> Iterable[Field]:
    """The fields of what is in a value; none where it is one value."""
    return (known.of,) if isinstance(known, ListField | MapField) else parts_of(known).values()


def parts_of(field: Field | None) -> MappingType[str, Field]:
    """The fields by name in one that is a mapping; none in any other."""
    return field.fields if isinstance(field, RecordField) else field.keys if isinstance(field, OneOfField) else {}


def part_of(field: Field | None, name: str) -> Field | None:
    """What is at a key of a mapping that a field is; None where nothing can be."""
    return field.of if isinstance(field, MapField) else parts_of(field).get(name)


def is_known(described: Field) -> bool:
    """Whether a field, with all that is in it, is described without a mistake."""
    return not isinstance(described, UnknownField) and all(map(is_known, inner_fields(described)))
