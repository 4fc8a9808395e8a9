"""Changes to items in the text of their file: what differs is rewritten, and every other character stays.

For that it is known where each node of a YAML text begins and ends, to the character.
"""

from itertools import chain
from typing import Any

from msgspec import Struct

from generator.forge.yaml_writer import Verbatim, field_lines, flow, member_lines, scalar
from generator.model.fields import PLAIN_DECIMAL
from generator.read.tree import Mapping, Node, Scalar, Sequence, content

_Place = tuple[int, int, type[Node]]
_SORTS: dict[str, type[Node]] = {"scalar": Scalar, "sequence": Sequence, "mapping": Mapping}


class TextSpan(Struct):
    """A node's characters. ``flow``: it is a collection in brackets or braces."""

    start: int
    end: int
    flow: bool = False


def shape(node: Node) -> Any:
    """What a node says, wherever and however it is written, to be compared."""
    return content(node, lambda scalar: scalar.text)


class NotEditable(ValueError):
    """A change cannot be made without losing something; the message says what."""


class Edits:
    """Changes to one text, made all at once."""

    def __init__(self, text: str) -> None:
        """Begin with none."""
        import yaml

        self.text = text
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self._made: list[tuple[int, int, str]] = []  # start, end, what is there then
        self._spans: dict[_Place, TextSpan] = {}
        self._scalars: list[TextSpan] = []
        root = yaml.compose(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        if root is not None:
            self._note(root)

    def result(self) -> str:
        """The text with all changes."""
        text = self.text
        self._made.sort(key=lambda edit: edit[:2])  # of two at one place, the one that was made first comes first
        for start, end, words in reversed(self._made):
            text = text[:start] + words + text[end:]
        return text

    def change(self, old: Node, new: Node, names: list[str], *, inside: bool = False) -> None:
        """Make ``new`` of ``old``, a node of the text.

        Args:
            old: as it is.
            new: as it is to be; parts that stay are the very nodes of ``old``.
            names: the order in which new keys stand.
            inside: whether it is in brackets or braces.

        Raises:
            NotEditable: a comment would be lost.
        """
        if new is old:
            return
        inside = inside or self._of(old).flow
        if isinstance(old, Mapping) and isinstance(new, Mapping) and self._keeps_first(old, new, inside=inside):
            self._mapping(old, new, names, inside=inside)
        elif isinstance(old, Sequence) and isinstance(new, Sequence) and _alike(old, new, inside=inside):
            self._list(old, new, inside=inside)
        elif isinstance(old, Scalar) and isinstance(new, Scalar):
            span = self._of(old)
            self._put(span.start, span.end, scalar(plain(new), flow=inside))
        else:
            self._anew(old, new, inside=inside)

    def remove(self, member: Node) -> None:
        """Remove a member of a list with the blank lines behind it. `result` may be no YAML if it shares its lines."""
        span = self._of(member)
        end = self._end_of_line(span.end)
        blank = len(self.text) - len(self.text[end:].lstrip())
        last = blank == len(self.text)
        start = self.text.rfind("\n", 0, span.start) + 1
        start = len(self.text[:start].rstrip()) if last else start
        self._put(start, self.text.rfind("\n", 0, blank) + 1, self.newline if last and start else "")

    def place(self, node: Node) -> tuple[int, int]:
        """Where a node begins and ends, in characters."""
        span = self._of(node)
        return span.start, span.end

    def remove_key(self, mapping: Mapping, key: str) -> None:
        """Remove a key with its value and their lines.

        Raises:
            NotEditable: they share a line with others.
        """
        if self._of(mapping).flow:
            raise NotEditable(f"{key} shares its line with others")
        self._remove(self._of(mapping.keys[key]).start, self._end(mapping, key))

    def _keeps_first(self, old: Mapping, new: Mapping, *, inside: bool) -> bool:
        """Whether a mapping can be changed key by key: in braces with the same keys, else with the same first one."""
        if inside:
            return list(old.values) == list(new.values)
        return bool(new.values) and next(iter(old.values), None) == next(iter(new.values), "")

    def _mapping(self, old: Mapping, new: Mapping, names: list[str], *, inside: bool) -> None:
        for key, value in old.values.items():
            if key not in new.values:
                self._remove(self._of(old.keys[key]).start, self._end(old, key))
            elif new.values[key] is not value:
                self._value(old, key, new.values[key], inside=inside)
        order = {name: number for number, name in enumerate(names)}
        for key in sorted(new.values, key=lambda name: order.get(name, 999)):
            if key not in old.values:
                stay = [name for name in old.values if name in new.values]
                before = [name for name in stay if order.get(name, 999) < order.get(key, 999)]
                last = max(before or stay[:1], key=lambda name: self._end(old, name))
                self._insert(self._end(old, last), old.column, list(field_lines(key, plain(new.values[key]))))

    def _value(self, old: Mapping, key: str, new: Node, *, inside: bool) -> None:
        """Change a key's value: within, where that can be, else the key with it."""
        value = old.values[key]
        collection = isinstance(value, Mapping | Sequence) and type(value) is type(new)
        if inside or (collection and not _empty(value) and not _empty(new)):
            self.change(value, new, [], inside=inside)
            return
        start, end = self._of(old.keys[key]).start, self._end(old, key)
        if self._remarked(start, end):
            raise NotEditable(f"a comment is in {key}")
        lines = list(field_lines(key, plain(new)))
        remark = self.text[end : self._end_of_line(end)]
        if len(lines) > 1 and remark.strip():  # a comment behind it belongs to the line
            lines = [f"{key}: {flow(plain(new))}"]
        self._put(start, end, self._indented(lines, old.column)[old.column - 1 :])

    def _list(self, old: Sequence, new: Sequence, *, inside: bool) -> None:
        staying = {id(member) for member in new.items}
        removed = [member for member in old.items if id(member) not in staying]
        if len(removed) == len(old.items) - len(new.items) > 0:
            self._drop(removed)
            return
        self._drop(old.items[len(new.items) :])
        for before, after in zip(old.items, new.items, strict=False):
            self.change(before, after, [], inside=inside)
        lines = [line for member in new.items[len(old.items) :] for line in member_lines(plain(member))]
        if lines:
            self._insert(self._of(old).end, old.column, lines)

    def _drop(self, members: list[Node]) -> None:
        for member in members:
            span = self._of(member)
            self._remove(span.start, span.end)

    def _remove(self, start: int, end: int) -> None:
        """Take away the lines from the one that a place is in to that of another."""
        end = self._end_of_line(end)
        end += len(self.newline) if self.text.startswith(self.newline, end) else 0
        self._put(self.text.rfind("\n", 0, start) + 1, end, "")

    def _anew(self, old: Node, new: Node, *, inside: bool) -> None:
        """Write a whole node again where it is."""
        span = self._of(old)
        if self._remarked(span.start, span.end):
            raise NotEditable("a comment is in what is to be rewritten")
        value = plain(new)
        if inside or not isinstance(value, dict):
            self._put(span.start, span.end, flow(value))
            return
        lines = [line[2:] for line in member_lines(value)]
        self._put(span.start, span.end, self._indented(lines, old.column)[old.column - 1 :])

    def _end(self, mapping: Mapping, key: str) -> int:
        return max(self._of(mapping.values[key]).end, self._of(mapping.keys[key]).end + 1)

    def _insert(self, behind: int, column: int, lines: list[str]) -> None:
        """Put lines below the one that a place is in."""
        end = self._end_of_line(behind)
        self._put(end, end, self.newline + self._indented(lines, column))

    def _indented(self, lines: list[str], column: int) -> str:
        return self.newline.join((" " * (column - 1) + line).rstrip() for line in lines)

    def _note(self, node: Any) -> int:
        """Note where a node of the library's begins and ends; the latter."""
        start, end, sort = node.start_mark, node.end_mark.index, _SORTS[node.id]
        place = start.line + 1, start.column + 1, sort
        if place in self._spans:  # it comes again, by an alias
            return self._spans[place].end
        span = TextSpan(start.index, end, sort is not Scalar and node.flow_style)
        if sort is Scalar:
            self._scalars.append(span)
            if node.style in ("|", ">"):  # its end is that of the blank lines behind it
                span.end = start.index + len(self.text[start.index : end].rstrip())
        else:
            parts = chain.from_iterable(node.value) if sort is Mapping else node.value
            ends = [self._note(part) for part in parts]
            span.end = end if span.flow else max(ends)
        self._spans[place] = span
        return span.end

    def _of(self, node: Node) -> TextSpan:
        """Where a node of the same text stands."""
        return self._spans[node.line, node.column, type(node)]

    def _end_of_line(self, place: int) -> int:
        """Where the line ends that a place is in, before its line break."""
        end = self.text.find("\n", place)
        end = len(self.text) if end < 0 else end
        return end - 1 if end > place and self.text[end - 1] == "\r" else end

    def _remarked(self, start: int, end: int) -> bool:
        """Whether there is a comment between two places."""
        lines_after, at = [], start
        for span in self._scalars:
            if span.end > start and span.start < end:
                lines_after.append(self.text[at : span.start])
                at = span.end
        return any("#" in piece for piece in [*lines_after, self.text[at:end]])

    def _put(self, start: int, end: int, words: str) -> None:
        self._made.append((start, end, words))


def _empty(node: Node) -> bool:
    return (isinstance(node, Sequence) and not node.items) or (isinstance(node, Mapping) and not node.values)


def _alike(old: Sequence, new: Sequence, *, inside: bool) -> bool:
    """Whether a list can be changed member by member."""
    return len(old.items) == len(new.items) if inside else bool(old.items and new.items)


def plain(node: Node) -> Any:
    """A node as the value that is to be written."""
    return content(node, _as_written)


def _as_written(node: Scalar) -> str:
    if node.plain and (node.text in ("true", "false", "~", "null") or PLAIN_DECIMAL.fullmatch(node.text)):
        return Verbatim(node.text)
    return node.text
