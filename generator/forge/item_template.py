"""Item templates: fields as ``forge.yaml`` has them, with ``{{ … }}`` where each new item differs.

A template has the form of what comes out of it: mappings, lists, words and numbers. Between the braces stands an
expression over the values at hand (`catalog.expressions`). A word that is one such expression becomes its value, so
that ``"{{ 3 * cost }}"`` is a number; a number with a plus keeps it. What comes out empty is left out: a field, a
member.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from generator.core.problem import Infeasible
from generator.forge.yaml_writer import SignedNumber, scalar
from generator.model.budget import ExpressionError
from generator.model.expressions import compile_expression, evaluate
from generator.model.fields import PLAIN_DECIMAL, Field, ReadContext
from generator.model.fields.json_schema import SCALAR, Schema, SchemaNames
from generator.model.values import Record
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar, Sequence

BRACES = re.compile(r"\{\{(.+?)\}\}", re.DOTALL)


class Phrase(Struct, frozen=True):
    """A text with expressions in it: every second part is one."""

    parts: tuple[str, ...]

    def fill(self, values: dict[str, Any]) -> Any:
        """The text, or the value where the line is nothing but an expression."""
        if len(self.parts) == 3 and not self.parts[0] and not self.parts[2]:
            return value_of(self.parts[1], values)
        words = [value_of(part, values) if number % 2 else part for number, part in enumerate(self.parts)]
        return "".join(["" if part is None else str(part) for part in words])


def value_of(expression: str, values: dict[str, Any]) -> Any:
    """What an expression of ``forge.yaml`` comes to; None where it needs a field that is absent.

    Raises:
        Infeasible: it asks for what is not there.
    """
    try:
        return evaluate(expression, values)
    except ExpressionError as error:
        raise Infeasible(f"forge.yaml: {expression.strip()!r} cannot be worked out: {error}") from None


class TemplateField(Field, frozen=True):
    """A template, read as nested dictionaries and lists of `Phrase`, strings, numbers and flags."""

    def schema(self, names: SchemaNames) -> Schema:
        inner: Schema = {"$ref": "#/$defs/template"}
        nested = [{"type": "array", "items": inner}, {"type": "object", "additionalProperties": inner}]
        names.definitions["template"] = {"anyOf": [SCALAR, *nested]}
        return inner

    def read(self, node: Node, context: ReadContext) -> Any:
        if isinstance(node, MappingNode):
            for key, value in node.values.items():
                if isinstance(value, Scalar) and value.absent:
                    message, hint = f"{key!r} has no value", "quote a text with a comma in it"
                    context.report.add(node.keys[key], "missing-field", message, hint)
            fields: dict[str, Field] = {"if": FormulaField()}  # a condition needs no braces
            return {key: fields.get(key, self).read(value, context) for key, value in node.values.items()}
        if isinstance(node, Sequence):
            return [self.read(member, context) for member in node.items]
        return _scalar(node, context)


class FormulaField(Field, frozen=True):
    """An expression, with or without braces."""

    def read(self, node: Node, context: ReadContext) -> str | None:
        if not isinstance(node, Scalar):
            self._wrong(node, context, "an expression")
            return None
        _check(node.text, node, context)
        return node.text


def _scalar(node: Scalar, context: ReadContext) -> Any:
    if node.plain and node.text in ("true", "false"):
        return node.text == "true"
    if node.plain and PLAIN_DECIMAL.fullmatch(node.text) and "." not in node.text:
        return SignedNumber(node.text) if node.text[0] == "+" else int(node.text)
    parts = tuple(BRACES.split(node.text))
    for expression in parts[1::2]:
        _check(expression, node, context)
    return Phrase(parts) if len(parts) > 1 else node.text


def _check(expression: str, node: Node, context: ReadContext) -> None:
    try:
        compile_expression(expression)
    except ExpressionError as error:
        context.report.add(node, "rule-syntax", str(error))


def fill(template: Any, values: dict[str, Any]) -> Any:
    """What comes out of a template; None where that is nothing.

    Raises:
        Infeasible: an expression asks for what is not there.
    """
    if isinstance(template, Phrase):
        template = template.fill(values)
    elif isinstance(template, Mapping):
        filled_fields = ((key, fill(part, values)) for key, part in template.items())
        template = {key: part for key, part in filled_fields if part is not None}
    elif isinstance(template, list):
        members = (fill(part, values) for part in template)
        template = [part for part in members if part is not None]
    empty = template is None or (not template and isinstance(template, str | Mapping | list))
    return None if empty else template


def text_in(text: Any, language: str) -> str:
    """The words in a language of a text that came out of a template; a bare one is the same in all.

    Raises:
        Infeasible: it has none.
    """
    words = text.get(language) if isinstance(text, Mapping) else text
    if not isinstance(words, str | int | float):
        raise Infeasible(f"forge.yaml makes a text without words in {language!r}")
    return str(words)


def entry(template: Any, names: tuple[str, ...] = ()) -> Any:
    """Words of a list as expressions see them: a mapping as a record that has all of ``names``, empty if need be."""
    if isinstance(template, Mapping):
        return Record(dict.fromkeys(names, "") | {key: entry(part) for key, part in template.items()})
    return template


def keys_in(rows: Iterable[Any]) -> tuple[str, ...]:
    """The keys that entries of a list have, so that each is seen with all of them."""
    return tuple(dict.fromkeys(key for row in rows if isinstance(row, Mapping) for key in row))


def filled_entry(template: Any, values: dict[str, Any], names: tuple[str, ...] = ()) -> Any:
    """`entry` for what is known by now: a phrase, or the phrases of a mapping, are filled; what its lists say is not.

    Raises:
        Infeasible: an expression asks for what is not there.
    """
    if isinstance(template, Phrase):
        return fill(template, values)
    if isinstance(template, Mapping):
        filled = {key: part.fill(values) if isinstance(part, Phrase) else part for key, part in template.items()}
        return entry(filled, names)
    return template


def languages_of(value: Any, all_languages: tuple[str, ...], languages: tuple[str, ...]) -> Any:
    """A value whose texts are in some ``languages`` alone; a text is a mapping of ``all_languages``."""
    if isinstance(value, Mapping):
        keys = languages if value and set(value) <= set(all_languages) else tuple(value)
        return {key: languages_of(value[key], all_languages, languages) for key in keys if key in value}
    if isinstance(value, list):
        return [languages_of(part, all_languages, languages) for part in value]
    return value


def as_node(value: Any, line: int = 0, column: int = 0) -> Node:
    """A plain value as the tree that it would be read from, all of it in one place."""
    if isinstance(value, Mapping):
        keys = {str(key): Scalar(str(key), plain=True, line=line, column=column) for key in value}
        return MappingNode(keys, {str(key): as_node(part, line, column) for key, part in value.items()}, line, column)
    if isinstance(value, list | tuple):
        return Sequence([as_node(part, line, column) for part in value], line, column)
    plain = isinstance(value, int | float)
    return Scalar(scalar(value) if plain else str(value), plain, line, column)


class UnfilledError(ValueError):
    """An expression of a template cannot be determined."""

    def __init__(self, node: Node, message: str) -> None:
        """Take the node with the expression, and what is wrong with it."""
        super().__init__(message)
        self.node = node


def fill_node(node: Node, template: Any, values: dict[str, Any]) -> Node | None:
    """What `fill` makes of a template, as a tree in which each part is where the template has it; None for nothing.

    Args:
        node: the template as it is in ``forge.yaml``.
        template: the same as it was read.
        values: what its expressions know.

    Raises:
        UnfilledError: an expression cannot be determined.
    """
    if isinstance(node, MappingNode):
        parts = {key: fill_node(node.values[key], part, values) for key, part in template.items() if key in node.values}
        there = {key: part for key, part in parts.items() if part is not None}
        return MappingNode({key: node.keys[key] for key in there}, there, node.line, node.column) if there else None
    if isinstance(node, Sequence):
        members = [fill_node(child, part, values) for child, part in zip(node.items, template, strict=True)]
        filled_members = [member for member in members if member is not None]
        return Sequence(filled_members, node.line, node.column) if filled_members else None
    try:
        filled = fill(template, values)
    except Infeasible as error:
        raise UnfilledError(node, str(error)) from None
    return None if filled is None else as_node(filled, node.line, node.column)
