"""Parts of JSON Schemas (2020-12), of which fields make theirs: what an editor may offer and check while one writes.

A schema judges values as YAML 1.2 reads them, without their spelling: it takes `010` for a number, which `pnp check`
does not. So what a schema refuses is wrong; what it takes, `pnp check` may still refuse.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

Schema = dict[str, Any]
SCALAR: Schema = {"type": ["string", "number", "boolean"]}
FIELD: Schema = {"$ref": "#/$defs/field"}  # the description of a field
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


class SchemaNames(Struct, frozen=True):
    """What a game has that values may name. ``definitions`` collects schemas that others refer to."""

    languages: Sequence[str] = ("en",)
    kinds: Sequence[str] = ()
    fields: Sequence[str] = ()  # of all kinds
    ids: Mapping[str, Sequence[str]] = {}  # by kind
    rules: Sequence[str] = ()
    fonts: Sequence[str] = ()
    definitions: dict[str, Any] = {}


def keys_schema(fields: Mapping[str, Any], names: SchemaNames) -> Schema:
    """A mapping with these keys and no others."""
    needed = [key for key, field in fields.items() if field.required]
    schema: Schema = {
        "type": "object",
        "properties": {key: field.key_schema(names) for key, field in fields.items()},
        "additionalProperties": False,
    }
    return {**schema, "required": needed} if needed else schema


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


def one_of_names(names: Sequence[str]) -> Schema:
    """A word, with names that an editor can offer."""
    return {**SCALAR, "examples": list(names)} if names else dict(SCALAR)


def as_yaml(word: str) -> Any:
    """An unquoted word as YAML 1.2 reads it; the word itself where that is nothing (an absent value)."""
    if word in ("true", "True", "TRUE", "false", "False", "FALSE"):
        return word.lower() == "true"
    if _INTEGER.fullmatch(word):
        return int(word, 0) if word[:2] in ("0o", "0x") else int(word)
    return float(word) if _FLOAT.fullmatch(word) else word
