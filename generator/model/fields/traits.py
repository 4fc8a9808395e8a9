"""What fields are told, and what they answer with beside JSON Schemas."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from generator.model.fields.json_schema import Schema
from generator.model.values import LocalizedText, ProblemLog
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Scalar, Sequence

UNSAID = "…"  # a text that every item must have, and nobody has written yet


class ReadContext(Struct, frozen=True):
    """What reading a field may need to know: the report, the game's languages, the references found so far."""

    report: ProblemLog
    languages: tuple[str, ...] = ("en",)
    references: "list[tuple[str, Scalar]]" = []  # kind, the value
    any_language: bool = False  # whether texts may be in any, as the game's own could not be read
    keeps_places: bool = False  # whether a list has None where a member is wrong, so that the others keep their number


class FieldType(Struct, frozen=True):
    """A word after ``type``: what it takes, a value as an item would have it, and the keys of its description."""

    name: str
    says: str
    example: str  # of a description
    value: str  # of an item
    place: int = 100  # among the types, where they are listed
    called: tuple[str, ...] = ()  # what it is called elsewhere
    needs: str = ""  # a key that it cannot do without
    needed: str = ""  # an example of that
    may_have: str = ""
    schemas: Mapping[str, Schema] = {}  # of keys, where they are narrower than those of every type


class Description(NamedTuple):
    """What ``game.yaml`` says of a field."""

    type: str
    values: dict[str, Any]  # by key
    node: MappingNode
    context: ReadContext
    read: Callable[..., Any]  # a description within it


class FieldForm(Struct, frozen=True):
    """How a form asks for a value, and what a new item begins with (``blank``)."""

    sort: Literal["text", "word", "number", "flag", "choice", "list", "record", "one-of", "other"]
    words: tuple[str, ...] = ()  # that are offered; of a number, those that may stand in its place
    titles: Mapping[str, LocalizedText] = {}  # what forms call them
    items_of: str = ""  # the kind whose items are offered
    whole: bool = False  # of a number: no fraction
    blank: Any = UNSAID


CellValues = list[list[Any]]  # a list of values for each item


class ValueColumn(NamedTuple):
    """The values at a path, a list for each item; ``single``: one at the most.

    Numbers are as they were read, and so are words that stand in their place; all others are texts.
    """

    path: str
    sort: Literal["number", "word", "text"]
    cells: CellValues
    single: bool


def number_meant(text: str, *, whole: bool) -> str:
    """A hint for what is a number but for its unit, or for a comma in place of the point; else nothing."""
    unit = re.fullmatch(r"([+-]?[0-9]+(?:[.,][0-9]+)?) ?(mm|cm|pt|px|in|%|€|\$)", text)
    if unit and unit[2] == "%" and not whole:
        number = unit[1].replace(",", ".")
        return f"write it without %: {number}, or as a part of 1: {float(number) / 100:g}"
    if unit:
        return f"write it without {unit[2]}: {unit[1].replace(',', '.')}"
    comma = re.fullmatch(r"([+-]?[0-9]+),([0-9]{1,6})", text)
    if comma and whole:
        return f"round it to {round(float(text.replace(',', '.')))}"
    return f"write a point in place of the comma: {comma[1]}.{comma[2]}" if comma else ""


def first_name(node: Sequence) -> str:
    """The name that the first member of a list seems to have."""
    first = node.items[0] if node.items else None
    if isinstance(first, MappingNode):
        named = first.values.get("id", first.values.get("name"))
        first = named if isinstance(named, Scalar) else next(iter(first.keys.values()), None)
    return first.text if isinstance(first, Scalar) else "name"


def decimal_meant(node: MappingNode, key: str) -> str:
    """A hint for a key that seems to be what is behind the comma of the number before it."""
    before = [*node.values][: [*node.values].index(key)][-1:] if key.isdigit() else []
    number = node.values[before[0]] if before else None
    if not isinstance(number, Scalar) or not number.text.isdigit() or number.line != node.keys[key].line:
        return ""
    return f"write a point in place of the comma: {number.text}.{key}"
