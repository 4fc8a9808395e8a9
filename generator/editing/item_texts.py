"""An item's text and the values in it: read for a form, and changed value by value, all else as it was."""

from collections.abc import Callable, Mapping
from typing import Any

from generator.core.problem import Infeasible
from generator.forge.yaml_writer import as_yaml
from generator.model.fields import Field, NumberField
from generator.read.reader import read_text
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar, content
from generator.read.tree import Sequence as SequenceNode
from generator.tables.edits import Edits, NotEditable, plain, shape

DEEPEST = 30  # values within values that a form may send
ItemValues = Mapping[str, Any]
NUMBER = NumberField()  # what numbers and flags are written as: without quotes


def item_in(text: str) -> MappingNode | None:
    """The one item that a text is; None where it cannot be read as such."""
    root, problems = read_text(text, "")
    if problems or not isinstance(root, SequenceNode) or len(root.items) != 1:
        return None
    node = root.items[0]
    return node if isinstance(node, MappingNode) else None


def values_in(text: str) -> dict[str, Any] | None:
    """What an item's text says, as texts, lists and mappings of such; None where nobody can say.

    What is absent is None. The line feed at the end of a block of text is none of its own.
    """
    node = item_in(text)
    return None if node is None else _value(node)


def _value(node: Node) -> Any:
    return content(node, lambda scalar: None if scalar.absent else scalar.text.removesuffix("\n"))


def fields_changed(fields: Mapping[str, Field], text: str, values: ItemValues) -> str:
    """An item's text with other values of some fields, in the usual form; comments and other lines stay.

    Args:
        fields: of what it is one of.
        text: as it is, a list of one item.
        values: by field, as `values_in` gives them; None where a field is to be absent.

    Raises:
        Infeasible: the text cannot be read, or a comment would be lost; why, is said.
    """
    old = item_in(text)
    if old is None:
        raise Infeasible("the text cannot be read as an item; mend it as YAML first")
    new = _with_fields(fields, old, values)
    if new is old:
        return text
    try:
        changed = _edited(text, old, new, list(fields), item_in)
    except NotEditable as reason:
        raise Infeasible(f"{reason}, which would be lost; change it as YAML") from None
    if changed is not None:
        return changed
    if "#" in text:
        raise Infeasible("its form cannot be changed value by value; change it as YAML")
    indent = " " * (old.column - 3)
    return "".join(f"{indent}{line}\n" if line else "\n" for line in as_yaml(plain(new)).splitlines())


def _edited(
    text: str, old: MappingNode, new: MappingNode, names: list[str], read: Callable[[str], MappingNode | None]
) -> str | None:
    """A text with ``new`` in place of ``old``; None where its form does not allow that."""
    edits = Edits(text)
    try:
        edits.change(old, new, names)
    except KeyError:
        return None  # an alias: what it stands for is written elsewhere
    changed = edits.result()
    reread = read(changed)
    return changed if reread is not None and shape(reread) == shape(new) else None


def mapping_in(text: str) -> dict[str, Any] | None:
    """What a file that is one mapping says, as `values_in` says it of items; None where nobody can say."""
    root = _mapping_of(text)
    return None if root is None else _value(root)


def _mapping_of(text: str) -> MappingNode | None:
    root, problems = read_text(text, "")
    return root if not problems and isinstance(root, MappingNode) else None


def mapping_changed(text: str, values: ItemValues, fields: Mapping[str, Field] | None = None) -> str:
    """A file that is one mapping, with other values of some keys; comments and other lines stay.

    Args:
        text: as it is.
        values: by key; None where one is to be absent.
        fields: what may be in it, in the usual order.

    Raises:
        Infeasible: it cannot be read, or a comment would be lost.
    """
    root = _mapping_of(text)
    if root is None:
        raise Infeasible("the file cannot be read; mend it as YAML first")
    new = _with_fields(fields or {}, root, values)
    try:
        changed = _edited(text, root, new, list(fields or new.values), _mapping_of)
    except NotEditable as reason:
        raise Infeasible(f"{reason}; change it as YAML") from None
    if changed is None:
        raise Infeasible("its form cannot be changed value by value; change it as YAML")
    return changed


def items_changed(text: str, change: Callable[[dict[str, Any]], ItemValues], fields: Mapping[str, Field]) -> str:
    """A file of items with other values of some fields; comments and other lines stay.

    Args:
        text: as it is.
        change: gives the values that an item is to have by field, of what it says now.
        fields: of each of them.

    Raises:
        Infeasible: it cannot be read, or a comment would be lost.
    """
    root, problems = read_text(text, "")
    if problems or not isinstance(root, SequenceNode):
        raise Infeasible("the file of items cannot be read; mend it as YAML first")
    edits = Edits(text)
    try:
        for node in root.items:
            if isinstance(node, MappingNode):
                edits.change(node, _with_fields(fields, node, change(_value(node))), list(fields))
    except NotEditable as reason:
        raise Infeasible(f"{reason}; change it as YAML") from None
    return edits.result()


def _with_fields(fields: Mapping[str, Field], old: MappingNode, values: ItemValues) -> MappingNode:
    """A mapping with other values for some of its keys; ``old`` itself where nothing differs."""
    parts: dict[str, Node] = dict(old.values)
    for name, value in values.items():
        node = _node(fields.get(name), old.values.get(name), value, 0)
        if node is None:
            parts.pop(name, None)
        else:
            parts[name] = node
    if list(parts) == list(old.values) and all(parts[name] is old.values[name] for name in parts):
        return old
    return _mapping(parts, old)


def _node(field: Field | None, old: Node | None, value: Any, depth: int) -> Node | None:
    """What a value is written as: ``old`` itself where it says the same, None where it is to be absent."""
    if depth > DEEPEST:
        raise Infeasible("that is too deep for a form")
    if value is None:
        return old if depth and isinstance(old, Scalar) and old.absent else None
    if isinstance(value, bool | int | float):
        return _node(NUMBER, old, f"{value}".lower() if isinstance(value, bool) else f"{value:g}", depth)
    if old is not None and not (isinstance(old, Scalar) and old.absent) and _value(old) == value:
        return old
    if isinstance(value, str):
        return Scalar(value, plain=field is not None and field.is_plain, line=0, column=0)
    if isinstance(value, list):
        inner = field.member if field else None
        return SequenceNode(_members(inner, old, value, depth), 0, 0)
    if isinstance(value, dict):
        before = old.values if isinstance(old, MappingNode) else {}
        order = [*(name for name in before if name in value), *(name for name in value if name not in before)]
        fields = {name: field.part(name) if field else None for name in order}
        parts = {name: _node(part, before.get(name), value[name], depth + 1) for name, part in fields.items()}
        return _mapping({name: part for name, part in parts.items() if part is not None}, old)
    raise Infeasible("a form sends texts, lists and mappings")


def _members(field: Field | None, old: Node | None, values: list[Any], depth: int) -> list[Node]:
    """The members of a list: those that are left of a longer one are its own, others are compared place by place."""
    before = old.items if isinstance(old, SequenceNode) else []
    unchanged: list[Node] = []
    previous = iter(before)
    if len(values) < len(before):
        for value in values:
            unchanged += [
                member
                for member in [next((candidate for candidate in previous if _value(candidate) == value), None)]
                if member
            ]
    if len(unchanged) == len(values) and unchanged:
        return unchanged
    nodes = []
    for place, value in enumerate(values):
        node = _node(field, before[place] if place < len(before) else None, value, depth + 1)
        nodes.append(node if node is not None else Scalar("", plain=False, line=0, column=0))
    return nodes


def _mapping(parts: dict[str, Node], old: Node | None) -> MappingNode:
    keys = old.keys if isinstance(old, MappingNode) else {}
    names = {name: keys.get(name) or Scalar(name, plain=True, line=0, column=0) for name in parts}
    return MappingNode(names, parts, old.line if old else 0, old.column if old else 0)
