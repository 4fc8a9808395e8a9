"""The files of a game as texts in which names are written otherwise, each in its place."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

from generator.core.problem import Infeasible
from generator.core.textfile import BOM
from generator.editing.expression_names import TextEdit
from generator.forge.yaml_writer import scalar
from generator.read.reader import read_text
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar
from generator.tables.edits import Edits


class NameUse(NamedTuple):
    """A line that uses a name."""

    file: str  # among the game's files, as `source_file` takes it
    line: int
    text: str


class NamedFile:
    """A file whose names are changed."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self.old = path.read_bytes()
        try:
            self.text = self.old.decode("utf-8")
        except UnicodeDecodeError:
            raise Infeasible(f"{name} is not UTF-8; save it as UTF-8 first") from None
        self.bare = self.text.removeprefix(BOM.decode())
        self.edits: set[TextEdit] = set()

    @property
    def new(self) -> bytes:
        """The bytes with all that was renamed."""
        text, lead = self.bare, self.text[: len(self.text) - len(self.bare)]
        for start, end, words in sorted(self.edits, reverse=True):
            text = text[:start] + words + text[end:]
        return (lead + text).encode()

    @property
    def uses(self) -> Iterator[NameUse]:
        """The lines in which something is renamed."""
        lines = self.bare.splitlines()
        for line in sorted({self.bare.count("\n", 0, start) for start, _, _ in self.edits}):
            yield NameUse(self.name, line + 1, lines[line].strip())


class YamlFile(NamedFile):
    """One in YAML."""

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(name, path)
        self.root, _ = read_text(self.bare, name)
        try:
            self.spans = Edits(self.bare)
        except yaml.YAMLError:
            raise Infeasible(f"{name} cannot be read; mend it first") from None

    def put(self, node: Scalar, new: str) -> None:
        """Write another text where a scalar is, in quotes where it was."""
        start, end = self.spans.place(node)
        sign = self.bare[start] if self.bare[start] in "\"'" else ""
        self.edits.add((start, end, f"{sign}{new}{sign}" if sign else scalar(new, flow=True)))

    def inside(self, node: Scalar) -> tuple[int, str]:
        """Where the text of a scalar begins, and that text, of the same length as it is written."""
        start, end = self.spans.place(node)
        raw = self.bare[start:end]
        at = raw.find(node.text)
        if at >= 0:
            return start + at, node.text
        if raw[:1] in "|>":
            head = raw.find("\n") + 1
            return start + head, raw[head:]
        return start + 1, raw[1:-1]


def entries(node: Node | None) -> Iterable[tuple[str, Node]]:
    """Go through a mapping; there is nothing in other nodes."""
    return node.values.items() if isinstance(node, MappingNode) else ()


def mappings(node: Node) -> Iterator[MappingNode]:
    """Go through all mappings of a tree."""
    if isinstance(node, MappingNode):
        yield node
    children = node.values.values() if isinstance(node, MappingNode) else getattr(node, "items", ())
    for child in children:
        yield from mappings(child)


def scalars(node: Node) -> Iterator[Scalar]:
    """Go through all values of a tree."""
    if isinstance(node, Scalar):
        yield node
        return
    for child in node.values.values() if isinstance(node, MappingNode) else node.items:
        yield from scalars(child)
