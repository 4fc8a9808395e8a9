"""What a schema says of a place in a file: the schemas that hold there, the keys and values that they allow."""

from collections.abc import Iterator
from typing import Any

from generator.editing.lines import TreePath
from generator.model.fields.json_schema import Schema
from generator.read.tree import Mapping, Node, Scalar, locate


def schemas_at(schema: Schema, root: Node, path: TreePath) -> list[Schema]:
    """The schemas that hold at a path, those of the rule or recipe that is named there among them."""
    schemas = list(_open(schema, schema, root))
    for depth, step in enumerate(path):
        node = locate(root, path[: depth + 1])
        schemas = [inner for outer in schemas for part in _step(outer, step) for inner in _open(part, schema, node)]
    return schemas


def properties(schemas: list[Schema]) -> dict[str, Schema]:
    """The keys that may be in a mapping."""
    keys: dict[str, Schema] = {}
    for schema in schemas:
        for key, inner in schema.get("properties", {}).items():
            if isinstance(inner, dict) and not (key in keys and "description" in keys[key]):
                keys[key] = inner
    return keys


def words(schemas: list[Schema]) -> list[str]:
    """The values that may be at a place, or stand for what may."""
    values: list[Any] = []
    for schema in schemas:
        values += [*schema.get("enum", []), *([schema["const"]] if "const" in schema else [])]
        values += [True, False] if schema.get("type", []) in ("boolean", ["boolean", "null"]) else []
        values += schema.get("examples", [])
    return list(dict.fromkeys(_written(value) for value in values if value is not None))


def description(schemas: list[Schema]) -> str:
    """What a value means and what it may be."""
    return next((schema["description"] for schema in schemas if "description" in schema), "")


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _step(schema: Schema, step: str | int) -> Iterator[Schema]:
    if isinstance(step, int):
        inner = schema.get("items")
    else:
        inner = schema.get("properties", {}).get(step, schema.get("additionalProperties"))
    if isinstance(inner, dict):
        yield inner


def _open(schema: Schema, whole: Schema, node: Node) -> Iterator[Schema]:
    """A schema with all that it refers to and that holds beside it."""
    yield schema
    if "$ref" in schema:
        yield from _open(whole["$defs"][schema["$ref"].rpartition("/")[2]], whole, node)
    for key in ("anyOf", "allOf", "oneOf"):
        for part in schema.get(key, []):
            if "if" not in part:
                yield from _open(part, whole, node)
            elif _holds(part["if"], node):
                yield from _open(part["then"], whole, node)


def _holds(condition: Schema, node: Node) -> bool:
    """Whether a mapping is as an ``if`` of ours wants it."""
    values = node.values if isinstance(node, Mapping) else {}
    if not all(key in values for key in condition.get("required", [])):
        return False
    if "not" in condition and _holds(condition["not"], node):
        return False
    if "anyOf" in condition and not any(_holds(part, node) for part in condition["anyOf"]):
        return False
    for key, required in condition.get("properties", {}).items():
        value = values.get(key)
        if value is not None and (
            required is False or not isinstance(value, Scalar) or value.text != required["const"]
        ):
            return False
    return True
