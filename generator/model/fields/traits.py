"""What fields are told, and what they answer with beside JSON Schemas."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from generator.model.fields.json_schema import Schema
from generator.model.values import LocalizedText, ProblemLog
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Scalar

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
