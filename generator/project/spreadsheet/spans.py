"""Where each node of a YAML text begins and ends, to the character: for changes that leave the rest as it is."""

from typing import Any

from msgspec import Struct

from generator.read.tree import Mapping, Node, Scalar, Sequence

_Place = tuple[int, int, str]


class TextSpan(Struct):
    """A node's characters. ``flow``: it is a collection in brackets or braces."""

    start: int
    end: int
    flow: bool = False


class TextSpans:
    """The spans of a text that the reader of YAML takes."""

    def __init__(self, text: str) -> None:
        """Go through the text once."""
        import yaml

        self.text = text
        self._of: dict[_Place, TextSpan] = {}
        self._scalars: list[TextSpan] = []
        opened: list[TextSpan] = []
        events: Any = yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        for event in events:
            start, finish = event.start_mark, event.end_mark
            if isinstance(event, yaml.ScalarEvent):
                end = finish.index
                if event.style in ("|", ">"):  # its end is that of the blank lines behind it
                    end = start.index + len(text[start.index : end].rstrip())
                span = self._note(event, "scalar", end, flow=False)
                self._scalars.append(span)
                _reach(opened, end)
            elif isinstance(event, yaml.SequenceStartEvent | yaml.MappingStartEvent):
                sort = "list" if isinstance(event, yaml.SequenceStartEvent) else "mapping"
                opened.append(self._note(event, sort, start.index, flow=bool(event.flow_style)))
            elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
                span = opened.pop()
                if span.flow:
                    span.end = finish.index
                _reach(opened, span.end)

    def _note(self, event: Any, sort: str, end: int, *, flow: bool) -> TextSpan:
        mark = event.start_mark
        span = TextSpan(mark.index, end, flow)
        self._of[mark.line + 1, mark.column + 1, sort] = span
        return span

    def of(self, node: Node) -> TextSpan:
        """Where a node of the same text stands."""
        sort = "scalar" if isinstance(node, Scalar) else "list" if isinstance(node, Sequence) else "mapping"
        return self._of[node.line, node.column, sort]

    def end_of_line(self, place: int) -> int:
        """Where the line ends that a place is in, before its line break."""
        end = self.text.find("\n", place)
        end = len(self.text) if end < 0 else end
        return end - 1 if end > place and self.text[end - 1] == "\r" else end

    def start_of_line(self, place: int) -> int:
        """Where the line begins that a place is in."""
        return self.text.rfind("\n", 0, place) + 1

    def remarked(self, start: int, end: int) -> bool:
        """Whether there is a comment between two places."""
        rest, at = [], start
        for span in self._scalars:
            if span.end > start and span.start < end:
                rest.append(self.text[at : span.start])
                at = span.end
        return any("#" in piece for piece in [*rest, self.text[at:end]])


def _reach(opened: list[TextSpan], end: int) -> None:
    """A collection reaches as far as what is in it."""
    if opened:
        opened[-1].end = max(opened[-1].end, end)


def shape(node: Node) -> Any:
    """What a node says, wherever and however it is written, to be compared."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [shape(member) for member in node.items]
    assert isinstance(node, Mapping)
    return {key: shape(part) for key, part in node.values.items()}
