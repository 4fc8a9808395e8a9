"""Trees as plain data and back, to be read again where reading YAML takes long."""

from typing import Any

from generator.read.tree import Mapping, Node, Scalar, Sequence

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


def as_tree(told: Plain | None) -> Node | None:
    """The tree that `as_plain` was given."""
    if told is None:
        return None
    if len(told) == 3:
        return Sequence([_node(item) for item in told[0]], *told[1:])
    if isinstance(told[0], str):
        return Scalar(*told)
    pairs = [(_node(key), _node(value)) for key, value in told[0]]
    keys = [key for key, _ in pairs if isinstance(key, Scalar)]
    values = {key.text: value for key, (_, value) in zip(keys, pairs, strict=True)}
    return Mapping({key.text: key for key in keys}, values, *told[2:])


def _node(told: Plain) -> Node:
    node = as_tree(told)
    assert node is not None
    return node
