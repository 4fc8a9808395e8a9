"""The blocks of a Markdown text as values. Lines and columns count from 1."""

from typing import Literal

from msgspec import Struct

from generator.read.inline import Spans

ColumnAlign = Literal["left", "center", "right"]


class Heading(Struct, frozen=True):
    """A heading: level 1 is the title, 2 a section, 3 a step of it."""

    level: int
    spans: Spans
    line: int
    column: int


class Paragraph(Struct, frozen=True):
    """A paragraph, or the text of a list item."""

    spans: Spans
    line: int
    column: int


class List(Struct, frozen=True):
    """A list; ``ordered``: its items are numbered from 1."""

    ordered: bool
    items: tuple[Paragraph, ...]
    line: int
    column: int


class Table(Struct, frozen=True):
    """A table. Every row has as many cells as the head."""

    aligns: tuple[ColumnAlign, ...]
    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]
    line: int
    column: int


class Callout(Struct, frozen=True):
    """What stands apart from the text: an example, a remark."""

    blocks: tuple[Paragraph | List, ...]
    line: int
    column: int


Block = Heading | Paragraph | List | Table | Callout


class RunningText(Struct, frozen=True):
    """A text: its title and its blocks in order. ``broken``: something in it is not as its author meant it."""

    file: str  # as named in messages
    title: Spans
    blocks: tuple[Block, ...]
    broken: bool = False
