"""YAML as it was written: scalars, sequences and mappings that know where they are.

What a scalar means, the field that reads it decides; here it is its text and whether it was quoted.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from msgspec import Struct, msgpack

from generator.core.problem import Problem


class Scalar(Struct):
    """A single value as written, without its quotes."""

    text: str
    plain: bool  # written without quotes and not as a block
    line: int
    column: int

    @property
    def absent(self) -> bool:
        """Whether this is an absent value: ``~``, ``null`` or nothing at all, unquoted."""
        return self.plain and self.text in ("", "~", "null")


class Sequence(Struct):
    """A YAML list."""

    items: "list[Node]"
    line: int
    column: int


@dataclass(slots=True)
class Mapping:
    """A YAML mapping, in the order written. Keys are unique; repeated ones became problems."""

    keys: dict[str, Scalar]
    values: "dict[str, Node]"
    line: int
    column: int


Node = Scalar | Sequence | Mapping


def content(node: Node, of: Callable[[Scalar], Any]) -> Any:
    """What a node says: lists, mappings, and what ``of`` makes of a scalar."""
    if isinstance(node, Scalar):
        return of(node)
    if isinstance(node, Sequence):
        return [content(member, of) for member in node.items]
    return {key: content(part, of) for key, part in node.values.items()}


def describe(node: Node) -> str:
    """What a node is, in an author's words: for messages about a value of the wrong form."""
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    if node.absent:
        return "nothing"
    return excerpt(node.text) if node.plain else f"the quoted text {excerpt(node.text)}"


def excerpt(text: str) -> str:
    """A text in quotes for a message: shortened, what cannot be seen written as an escape."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def scalars(node: Node, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Scalar]]:
    """All values of a tree with their paths, in the order of the text."""
    if isinstance(node, Scalar):
        yield path, node
        return
    for step, child in node.values.items() if isinstance(node, Mapping) else enumerate(node.items):
        yield from scalars(child, (*path, step))


def texts_of(node: Node) -> Iterator[str]:
    """The texts of all scalars in a node, without its keys."""
    waiting: list[Node] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Scalar):
            yield part.text
        else:
            waiting += part.values.values() if isinstance(part, Mapping) else part.items


# What an icon in braces, a mark, or other tools' markup begins with.
SIGNS = r"[{*`]|<[A-Za-z/!]|&[#A-Za-z]|\[/|:[A-Za-z][\w+-]*:|%n|__|~~|\]\("
MARKED = re.compile(SIGNS)


def is_plain(node: Node) -> bool:
    """Whether no text in a node may hold an icon in braces or a mark."""
    return not any(map(MARKED.search, texts_of(node)))


def told_apart(node: Node) -> str:
    """A digest of a tree with the places of all that is in it."""
    return sha256(msgpack.encode(node)).hexdigest()


def error_at(file: str, node: Node, rule: str, message: str, hint: str = "") -> Problem:
    """An error at the place of a node in a file."""
    return Problem(file, node.line, node.column, "error", rule, message, hint)


def locate(node: Node, path: tuple[str | int, ...]) -> Node:
    """The node at the end of ``path`` (keys and list positions), or the last one on the way that is there."""
    for step in path:
        if isinstance(node, Mapping) and isinstance(step, str) and step in node.values:
            node = node.values[step]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            break
    return node


MIB = 1024 * 1024
MAX_BYTES = 8 * MIB
MAX_NODES = 400_000
MOST_MIB = 1024  # that a project may allow


class Limits(Struct, frozen=True):
    """How large a file may be: in MiB, each of which may hold this many values."""

    mib: int = MAX_BYTES // MIB
    raisable: bool = False  # whether the project has a say in it

    @property
    def bytes(self) -> int:
        """The most bytes."""
        return self.mib * MIB

    @property
    def nodes(self) -> int:
        """The most values."""
        return self.mib * MAX_NODES * MIB // MAX_BYTES

    @property
    def advice(self) -> str:
        """What to do with a file that is larger."""
        if not self.raisable or 2 * self.mib > MOST_MIB:
            return "split it, or shorten it"
        return f"split it over several games, or raise the limit in pnp.yaml: largest_file: {2 * self.mib}"


USUAL = Limits()


Plain = list[Any]


def as_plain(node: Node | None) -> Plain | None:
    """A tree as lists, texts and numbers: for JSON."""
    match node:
        case None:
            return None
        case Scalar(text, plain, line, column):
            return [text, plain, line, column]
        case Sequence(items, line, column):
            return [[as_plain(item) for item in items], line, column]
        case Mapping(keys, values, line, column):
            return [[[as_plain(keys[name]), as_plain(values[name])] for name in keys], None, line, column]


def as_tree(plain: Plain | None) -> Node | None:
    """The tree that `as_plain` was given."""
    if plain is None:
        return None
    if len(plain) == 3:
        return Sequence([_node(item) for item in plain[0]], *plain[1:])
    if isinstance(plain[0], str):
        return Scalar(*plain)
    pairs = [(_node(key), _node(value)) for key, value in plain[0]]
    keys = [key for key, _ in pairs if isinstance(key, Scalar)]
    values = {key.text: value for key, (_, value) in zip(keys, pairs, strict=True)}
    return Mapping({key.text: key for key in keys}, values, *plain[2:])


def _node(plain: Plain) -> Node:
    node = as_tree(plain)
    assert node is not None
    return node
