"""Fields as JSON Schema (2020-12): what an editor may offer and check while a file is written.

A schema judges values as YAML 1.2 reads them, without their spelling: it takes `010` for a number, which `pnp check`
does not. So what a schema refuses is wrong; what it takes, `pnp check` may still refuse.
"""

import re
from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import Any

from generator.core.choices import SIZES, JoinName
from generator.model.field_spec import FIELD_KEYS, FIELD_TYPES, AnyField, FieldSpec, ItemField, KindNameField
from generator.model.fields import (
    MAX_MEMBERS,
    MAX_TEXT,
    ChoiceField,
    Field,
    FlagField,
    ListField,
    MapField,
    NumberField,
    OneOfField,
    RecordField,
    ReferenceField,
    TextField,
)
from generator.model.running_text import NOT_OF_BOXES, OF_BOXES, OF_ITEMS
from generator.model.schema import (
    LARGEST_SIDE,
    LEAST_SIDE,
    MOST_PLAYERS,
    PIECES_OVERLAP,
    DescriptionField,
    JoinField,
    LanguageField,
    PlayersField,
    SizeField,
)
from generator.model.values import TAG
from generator.model.wanted import usually, wanted
from generator.project.editing.picture_list import Known

Schema = dict[str, Any]
SCALAR: Schema = {"type": ["string", "number", "boolean"]}
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_LARGEST = 10**12
_DEFAULTS = {"flag": "boolean", "list": "array", "record": "object", "one-of": "object"}  # of fields of these types


@singledispatch
def schema_of(known: Field, of: Known) -> Schema:  # noqa: ARG001 - what is registered for a sort of field looks at it
    """What a field takes, as far as ``of`` says what there is. A field of no known sort takes a single value."""
    return dict(SCALAR)


def keys_schema(fields: Mapping[str, Field], of: Known) -> Schema:
    """A mapping with these keys and no others."""
    needed = [key for key, known in fields.items() if known.required]
    found: Schema = {
        "type": "object",
        "properties": {key: key_schema(known, of) for key, known in fields.items()},
        "additionalProperties": False,
    }
    return {**found, "required": needed} if needed else found


def key_schema(known: Field, of: Known) -> Schema:
    """The value of a key, with what it means; absent (``null``) will do where the key is not needed."""
    found = schema_of(known, of)
    if "$ref" not in found and not known.required:
        found = or_absent(found)
    usual = usually(known)
    told = [known.says, f"{wanted(known)}{f'; {usual}' if usual else ''}"]
    return {"description": "\n\n".join(text for text in told if text), **found}


def or_absent(schema: Schema) -> Schema:
    """The same, or ``null``."""
    if "enum" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    types = schema.get("type", [])
    return {**schema, "type": [*([types] if isinstance(types, str) else types), "null"]} if types else schema


def one_of_words(words: Iterable[str]) -> Schema:
    """One of these words, quoted or as YAML reads it unquoted: ``1`` is a number there."""
    values = {(isinstance(value, bool), value): value for word in words for value in (word, as_yaml(word))}
    return {"enum": list(values.values())}


def as_yaml(word: str) -> Any:
    """An unquoted word as YAML 1.2 reads it; the word itself where that is nothing (an absent value)."""
    if word in ("true", "True", "TRUE", "false", "False", "FALSE"):
        return word.lower() == "true"
    if _INTEGER.fullmatch(word):
        return int(word, 0) if word[:2] in ("0o", "0x") else int(word)
    return float(word) if _FLOAT.fullmatch(word) else word


@schema_of.register
def _text(known: TextField, of: Known) -> Schema:  # noqa: ARG001
    line = {**SCALAR, "maxLength": MAX_TEXT}
    languages = {
        language: {"type": [*SCALAR["type"], "null"], "maxLength": MAX_TEXT, "description": f"the text in {language!r}"}
        for language in of.languages
    }
    one_each = {"type": "object", "properties": languages, "additionalProperties": False, "minProperties": 1}
    return {"anyOf": [line, one_each]}


@schema_of.register
def _number(known: NumberField, of: Known) -> Schema:  # noqa: ARG001
    low, high = getattr(known, "low", None), getattr(known, "high", None)
    number = {
        "type": "integer" if known.whole else "number",
        "minimum": -_LARGEST if low is None else low,
        "maximum": _LARGEST if high is None else high,
    }
    return {"anyOf": [number, one_of_words(known.words)]} if known.words else number


@schema_of.register
def _flag(known: FlagField, of: Known) -> Schema:  # noqa: ARG001
    return {"type": "boolean"}


@schema_of.register
def _choice(known: ChoiceField, of: Known) -> Schema:  # noqa: ARG001
    return one_of_words(known.of)


@schema_of.register
def _reference(known: ReferenceField, of: Known) -> Schema:
    ids = of.ids.get(known.to)
    return one_of_words(ids) if ids else dict(SCALAR)


@schema_of.register
def _list(known: ListField, of: Known) -> Schema:
    return {"type": "array", "items": schema_of(known.of, of), "maxItems": MAX_MEMBERS}


@schema_of.register
def _record(known: RecordField, of: Known) -> Schema:
    return keys_schema(known.fields, of)


@schema_of.register
def _one_of(known: OneOfField, of: Known) -> Schema:
    return {
        "type": "object",
        "properties": {
            key: {"description": wanted(inner), **schema_of(inner, of)} for key, inner in known.keys.items()
        },
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
    }


@schema_of.register
def _map(known: MapField, of: Known) -> Schema:
    found = {"type": "object", "additionalProperties": schema_of(known.of, of)}
    return {**found, "minProperties": 1} if known.required else found


@schema_of.register
def _description(known: DescriptionField, of: Known) -> Schema:
    """A kind has fields or is running text; what is drawn has a size, but for boxes of paper, which get theirs."""
    size = {"if": _given("template"), "then": {"anyOf": [_given("size"), _given("holds")]}}
    holds = {"if": _given("holds"), "then": _absent(*NOT_OF_BOXES), "else": _absent(*OF_BOXES)}
    prose = {"if": _given("prose"), "then": {"properties": dict.fromkeys(OF_ITEMS, False)}}
    return {
        **keys_schema(known.fields, of),
        "anyOf": [_given("fields"), _given("prose")],
        "allOf": [size, holds, prose],
    }


def _absent(*keys: str) -> Schema:
    """That none of these keys is there."""
    return {"properties": {key: {"type": "null"} for key in keys}}


def _given(key: str) -> Schema:
    """That a key is there, and not absent."""
    return {"required": [key], "properties": {key: {"not": {"type": "null"}}}}


@schema_of.register
def _any(known: AnyField, of: Known) -> Schema:
    return schema_of(known.form, of) if known.form is not None else {}


@schema_of.register
def _item(known: ItemField, of: Known) -> Schema:  # noqa: ARG001
    fields: Schema = {"type": "object"}
    return {"anyOf": [fields, {"type": "array", "items": fields, "minItems": 1}]}


@schema_of.register
def _language(known: LanguageField, of: Known) -> Schema:  # noqa: ARG001
    return {"type": "string", "pattern": f"^{TAG.pattern}$"}


@schema_of.register
def _kind(known: KindNameField, of: Known) -> Schema:  # noqa: ARG001
    return {**SCALAR, "examples": list(of.kinds)} if of.kinds else dict(SCALAR)


@schema_of.register
def _size(known: SizeField, of: Known) -> Schema:  # noqa: ARG001
    side = {"type": "number", "minimum": LEAST_SIDE, "maximum": LARGEST_SIDE}
    return {"anyOf": [one_of_words(SIZES), {"type": "array", "items": side, "minItems": 2, "maxItems": 2}]}


@schema_of.register
def _join(known: JoinField, of: Known) -> Schema:  # noqa: ARG001
    overlap = {JoinName.overlap.value: schema_of(PIECES_OVERLAP, of)}
    said = {"type": "object", "properties": overlap, "required": list(overlap), "additionalProperties": False}
    return {"anyOf": [one_of_words(tuple(JoinName)), said]}


@schema_of.register
def _players(known: PlayersField, of: Known) -> Schema:  # noqa: ARG001
    count = {"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS}
    return {"anyOf": [count, {"type": "array", "items": count}]}


@schema_of.register
def _spec(known: FieldSpec, of: Known) -> Schema:  # noqa: ARG001
    if "field" not in of.definitions:
        of.definitions["field"] = {}  # which its own description refers to
        of.definitions["field"] |= _field(of)
    return {"$ref": "#/$defs/field"}


def _field(of: Known) -> Schema:
    """The description of a field: what each type needs, and what it cannot have."""
    cases = []
    for name, known in FIELD_TYPES.items():
        also: Schema = {
            key: False for key in ("of", "words", "to", "fields", "keys") if key not in (known.needs, known.may_have)
        }
        if name == "choice":
            also["of"] = {"type": "array", "items": SCALAR, "minItems": 1}
        elif name == "list":
            also["of"] = schema_of(FieldSpec(), of)
        elif known.needs in ("fields", "keys"):
            also[known.needs] = {"type": "object", "minProperties": 1}
        elif known.needs:
            also[known.needs] = dict(SCALAR)
        if name in _DEFAULTS:
            also["default"] = {"type": [_DEFAULTS[name], "null"]}
        then: Schema = {"properties": also}
        if known.needs:
            then["required"] = [known.needs]
        case = {"properties": {"type": {"const": name}}, "required": ["type"]}
        cases.append({"if": case, "then": then})
    return {**keys_schema(FIELD_KEYS, of), "allOf": cases}
