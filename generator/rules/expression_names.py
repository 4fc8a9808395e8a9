"""Which names an expression of a rule uses, and which of them nothing gives."""

from collections.abc import Iterable, Iterator, Mapping

from jinja2 import nodes

from generator.model.expressions import GLOBALS
from generator.model.fields import Field
from generator.read.tree import excerpt

Fault = tuple[str, tuple[str, Iterable[str]]]  # what is wrong; the word, and the words that would do


class ExpressionNames:
    """Looks through expressions for what is not there: names, and fields of what a name stands for."""

    def __init__(self, field_by_name: Mapping[str, Field | None]) -> None:
        """Take the names that are given, each with its field where that is known."""
        self.known = field_by_name
        self.used: set[str] = set()

    def unknown(self, tree: nodes.Template) -> Iterator[Fault]:
        """What an expression uses and nobody gives, each once."""
        reported: set[str] = set()
        for node in tree.find_all(nodes.Name):
            if node.name in GLOBALS or node.name in reported:
                continue
            self.used.add(node.name)
            if node.name not in self.known:
                reported.add(node.name)
                message = f"{excerpt(node.name)} is not a field of these items or another name known here"
                yield message, (node.name, self.known)
        for asked in tree.find_all(nodes.Getattr):
            fields = self._fields(self._field(asked.node))
            if fields and asked.attr not in fields and asked.attr not in reported:
                reported.add(asked.attr)
                yield f"{excerpt(asked.attr)} is not a field of {_written(asked.node)}", (asked.attr, fields)

    def _field(self, node: nodes.Node) -> Field | None:
        """The field that a part of an expression means, as far as that can be seen."""
        if isinstance(node, nodes.Name):
            return self.known.get(node.name)
        if isinstance(node, nodes.Getattr):
            return self._fields(self._field(node.node)).get(node.attr)
        if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const):
            of = self._field(node.node)
            return of.member if of else None
        return None

    @staticmethod
    def _fields(field: Field | None) -> Mapping[str, Field | None]:
        """What can be asked of it; of one key with its value, what that is, is not known."""
        if field is None:
            return {}
        return dict.fromkeys(field.attributes) if field.is_keyed else field.attributes


def _written(node: nodes.Node) -> str:
    """A part of an expression as its author wrote it."""
    if isinstance(node, nodes.Name):
        return node.name
    if isinstance(node, nodes.Getattr):
        return f"{_written(node.node)}.{node.attr}"
    return f"{_written(node.node)}[…]" if isinstance(node, nodes.Getitem) else "it"
