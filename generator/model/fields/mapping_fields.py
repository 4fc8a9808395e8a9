"""Mappings: with named fields, with one key out of several, with free keys."""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingType
from typing import Any

from msgspec import field

from generator.model.fields.field import Field, UnknownField, read_fields
from generator.model.fields.json_schema import Schema, SchemaNames, keys_schema
from generator.model.fields.traits import (
    CellValues,
    Description,
    FieldForm,
    FieldType,
    ReadContext,
    ValueColumn,
    first_name,
)
from generator.model.fields.word_fields import StringField
from generator.model.values import Record
from generator.read.tree import Mapping, Node, Scalar, Sequence


class RecordField(Field, frozen=True):
    """A mapping with named fields."""

    TYPES = (
        FieldType(
            "record", "a mapping with the fields in `fields`",
            "{type: record, fields: {name: {type: text}, cost: {type: whole}}}", "{name: Bite, cost: 2}", place=90,
            called=("object", "map", "mapping", "dict"), needs="fields", needed="{name: {type: text}}",
            schemas={"fields": {"type": "object", "minProperties": 1}, "default": {"type": ["object", "null"]}},
        ),
    )  # fmt: skip
    NOUN = ("a mapping", "mappings")
    is_nested = True
    in_form = FieldForm("record")

    fields: MappingType[str, Field] = field(default_factory=dict)

    @classmethod
    def described(cls, description: Description) -> "RecordField":
        return cls(fields=description.values["fields"])

    @property
    def parts(self) -> MappingType[str, Field]:
        return self.fields

    @property
    def takes(self) -> str:
        return f"a mapping of {', '.join(self.fields)}" if self.fields else "a mapping"

    def schema(self, names: SchemaNames) -> Schema:
        return keys_schema(self.fields, names)

    def schema_by(self, key: str, choices: list[str], cases: list[Schema], names: SchemaNames) -> Schema:
        """The schema of one of which a key, one of some names, decides which of the cases it is."""
        properties = keys_schema(self.fields, names)["properties"]
        properties[key] = {**properties[key], "type": "string", "enum": choices}
        needed = [name for name, part in self.fields.items() if part.required]
        return {"type": "object", "properties": properties, "required": needed, "allOf": cases}

    def columns(self, path: str, cells: CellValues, *, single: bool) -> Iterator[ValueColumn]:
        for name, part in self.fields.items():
            inner = [[record[name] for record in cell if record[name] is not None] for cell in cells]
            yield from part.columns(f"{path}.{name}", inner, single=single)

    def read(self, node: Node, context: ReadContext) -> Record | None:
        if not isinstance(node, Mapping):
            self._wrong(node, context, "a mapping with " + ", ".join(self.fields))
            return None
        return Record(read_fields(node, self.fields, context))


class EntryField(RecordField, frozen=True):
    """A mapping with named fields that knows where it is (``node``) and which of them are ``wrong``."""

    def read(self, node: Node, context: ReadContext) -> Record | None:
        if not isinstance(node, Mapping):
            super().read(node, context)
            return None
        wrong: set[str] = set()
        return Record({**read_fields(node, self.fields, context, wrong), "node": node, "wrong": frozenset(wrong)})


class OneOfField(Field, frozen=True):
    """A mapping with exactly one key out of several: ``{coins: +2}``. Read as a record of ``key`` and ``value``."""

    TYPES = (
        FieldType(
            "one-of", "a mapping with exactly one of the keys in `keys`; templates see its `key` and `value`",
            "{type: one-of, keys: {coins: {type: whole}, note: {type: text}}}", "{coins: +2}", place=95, needs="keys",
            needed="{name: {type: whole}}",
            schemas={"keys": {"type": "object", "minProperties": 1}, "default": {"type": ["object", "null"]}},
        ),
    )  # fmt: skip
    NOUN = ("one key with its value", "keys with their values")
    is_nested = True
    is_keyed = True
    in_form = FieldForm("one-of")

    keys: MappingType[str, Field] = field(default_factory=dict)

    @classmethod
    def described(cls, description: Description) -> "OneOfField":
        return cls(keys=description.values["keys"])

    @property
    def parts(self) -> MappingType[str, Field]:
        return self.keys

    @property
    def attributes(self) -> MappingType[str, Field]:
        values = list(self.keys.values())
        same = values[0] if values and len({type(value) for value in values}) == 1 else UnknownField()
        return {"key": StringField(), "value": same}

    @property
    def takes(self) -> str:
        return f"a mapping with one of {', '.join(self.keys)}"

    def schema(self, names: SchemaNames) -> Schema:
        return {
            "type": "object",
            "properties": {key: {"description": part.takes, **part.schema(names)} for key, part in self.keys.items()},
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        }

    def columns(self, path: str, cells: CellValues, *, single: bool) -> Iterator[ValueColumn]:
        yield ValueColumn(path, "word", [[record["key"] for record in cell] for cell in cells], single)
        for name, part in self.keys.items():
            inner = [[record["value"] for record in cell if record["key"] == name] for cell in cells]
            yield from part.columns(f"{path}.{name}", inner, single=single)

    def read(self, node: Node, context: ReadContext) -> Record | None:
        form = "one of " + ", ".join(self.keys) + " with its value"
        if not isinstance(node, Mapping) or not node.values:
            self._wrong(node, context, form)
            return None
        for key in list(node.values)[1:]:
            message = f"{key!r} is next to {next(iter(node.values))!r}; only one of them is allowed"
            context.report.add(node.keys[key], "wrong-type", message, "start a new list member with a hyphen")
        key, value = next(iter(node.values.items()))
        field = self.keys.get(key)
        if field is None:
            context.report.add(
                node.keys[key], "unknown-field", f"{key!r} is not known here", context.report.suggest(key, self.keys)
            )
            return None
        if isinstance(value, Scalar) and value.absent:
            context.report.add(node.keys[key], "missing-field", f"{key} has no value")
            return None
        content = field.read(value, context)
        return None if content is None else Record({"key": key, "value": content})


class MapField(Field, frozen=True):
    """A mapping with free keys, whose values all are of one field. Read as a dictionary."""

    NOUN = ("a mapping", "mappings")
    is_nested = True
    in_form = FieldForm("other", blank={})

    of: Field = field(default_factory=StringField)
    instead: Any = None  # what a value that is absent or wrong is read as; left out if None
    empty: str = "{key} has no value"  # what is said of a key without one, and what to do
    filled: str = "write it, or delete the line"
    written: str = "{key}: value"

    @property
    def inner(self) -> Iterable[Field]:
        return (self.of,)

    def part(self, name: str) -> Field:  # noqa: ARG002 - any name will do
        return self.of

    @property
    def takes(self) -> str:
        return f"a mapping: name to {self.of.takes}"

    def schema(self, names: SchemaNames) -> Schema:
        schema = {"type": "object", "additionalProperties": self.of.schema(names)}
        return {**schema, "minProperties": 1} if self.required else schema

    def read(self, node: Node, context: ReadContext) -> dict[str, Any] | None:
        if not isinstance(node, Mapping):
            name = node.text if isinstance(node, Scalar) else "name"
            hint = f"write {{{self.written.replace('{key}', name)}}}"
            if isinstance(node, Sequence):
                hint = f"write a name and a colon for each, without hyphens or brackets, such as {first_name(node)}:"
            self._wrong(node, context, "a mapping", hint)
            return None
        read = {}
        for key, value in node.values.items():
            if isinstance(value, Scalar) and value.absent:
                message, hint = self.empty.replace("{key}", key), self.filled.replace("{key}", key)
                context.report.add(node.keys[key], "missing-field", message, hint)
                content = None
            else:
                content = self.of.read(value, context)
            if content is None:
                content = self.instead
            if content is not None:
                read[key] = content
        return read
