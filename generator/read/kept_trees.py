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
