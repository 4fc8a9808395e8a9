"""What stands at a place in a YAML text, and what is being written there."""

import re
from collections.abc import Iterator
from itertools import chain

from msgspec import Struct

from generator.project.editing.lines import Lines
from generator.read.reader import read_text
from generator.read.tree import Mapping, Node, Scalar

TreePath = tuple[str | int, ...]
MARK = "pnp0here0cursor"  # stands in for what is being written
_BREAKS = " \t,[]{}\"'"
_KEY_BEFORE = re.compile(r"(^|[{,]|- )\s*$")


class Found(Struct, frozen=True):
    """A scalar of a tree: the path to it or, where it is a key, to its value."""

    path: TreePath
    scalar: Scalar
    is_key: bool


class Writing(Struct, frozen=True):
    """What is being written: the path to the mapping or value, and columns from 0 of what stands for it so far."""

    path: TreePath
    root: Node
    as_key: bool  # whether it may be a key
    start: int
    end: int
    word: str


def scalars(node: Node, path: TreePath = ()) -> Iterator[Found]:
    """All keys and values of a tree, in the order of the text."""
    if isinstance(node, Scalar):
        yield Found(path, node, is_key=False)
    elif isinstance(node, Mapping):
        for key, value in node.values.items():
            yield Found((*path, key), node.keys[key], is_key=True)
            yield from scalars(value, (*path, key))
    else:
        for number, member in enumerate(node.items):
            yield from scalars(member, (*path, number))


def scalar_at(root: Node | None, lines: Lines, line: int, column: int) -> Found | None:
    """The key or value at a place; line and column from 0."""
    for found in scalars(root) if root is not None else ():
        node = found.scalar
        if node.line - 1 == line and node.column - 1 <= column <= lines.token_end(line, node.column - 1):
            return found
        if node.line - 1 > line:
            return None
    return None


def writing_at(lines: Lines, line: int, column: int) -> Writing | None:
    """What is being written at a place, by reading the text with a mark there; None where nobody can tell.

    What stands below may be out of order while something is written: then only what stands above is looked at.
    """
    text = lines.line(line)
    start = column
    while start > 0 and text[start - 1] not in _BREAKS:
        start -= 1
    end = column
    while end < len(text) and text[end] not in _BREAKS + ":":
        end += 1
    word, before, after = text[start:column], text[:start], text[end:]
    is_key = after.lstrip().startswith(":")
    marks = [MARK] if is_key else [f"{MARK}: ", MARK] if _KEY_BEFORE.search(before) else [MARK, f"{MARK}: "]
    below = lines.lines[line + 1 :]
    for mark, rest in chain(((mark, below) for mark in marks), ((mark, []) for mark in marks)):
        changed = "\n".join([*lines.lines[:line], before + mark + after, *rest])
        root, _ = read_text(changed, "")
        found = next((one for one in scalars(root) if MARK in one.scalar.text), None) if root is not None else None
        if root is not None and found is not None:
            path = found.path[:-1] if found.is_key else found.path
            alone = found.is_key or (not before.strip(" -") and not isinstance(_at(root, found.path[:-1]), Mapping))
            return Writing(path, root, alone, start, end, word)
    return None


def _at(root: Node, path: TreePath) -> Node:
    from generator.read.tree import locate

    return locate(root, path)
