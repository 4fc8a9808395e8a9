"""YAML as an editor's language server reads it (YAML 1.2), from our own tree."""

from pathlib import Path
from typing import Any

from generator.model.fields.json_schema import as_yaml
from generator.read.reader import read_file, read_text
from generator.read.tree import Mapping, Node, Scalar, Sequence


def value_of(node: Node | None) -> Any:
    """A tree as plain values."""
    match node:
        case Scalar():
            return None if node.absent else as_yaml(node.text) if node.plain else node.text
        case Sequence():
            return [value_of(member) for member in node.items]
        case Mapping():
            return {key: value_of(value) for key, value in node.values.items()}
    return None


def read_value(file: Path) -> Any:
    """What stands in a file."""
    root, problems = read_file(file)
    assert problems == []
    return value_of(root)


def text_value(text: str) -> Any:
    """What a text is."""
    root, problems = read_text(text, "text.yaml")
    assert problems == []
    return value_of(root)
