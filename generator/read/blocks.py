"""The blocks of a Markdown text as values. Lines and columns count from 1."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

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
    """What is set apart from the text: an example, a remark."""

    blocks: tuple[Paragraph | List, ...]
    line: int
    column: int


class Figure(Struct, frozen=True):
    """A picture with its caption, a paragraph by itself."""

    source: str  # a file, ``card:KIND/ID`` or ``table:FILE``
    caption: Spans
    name: str  # by which the text names it
    line: int
    column: int
    share: float = 0.0  # of the column's width; 0: as wide as it is
    width: float = 0.0  # mm, where that is said
    across: bool = False  # it spans all columns
    back: bool = False  # the back of the card is meant
    legend: Spans = ()  # what numbers in the picture stand for


class Contents(Struct, frozen=True):
    """Where a list of the sections with their pages is."""

    line: int
    column: int


Block = Heading | Paragraph | List | Table | Callout | Figure | Contents


class RunningText(Struct, frozen=True):
    """A text: its title and its blocks in order. ``broken``: something in it is not as its author meant it."""

    file: str  # as named in messages
    title: Spans
    blocks: tuple[Block, ...]
    broken: bool = False
    names_figures: bool = False
    valued: bool = False  # whether it may hold values

    @property
    def illustrated(self) -> bool:
        """Whether it has figures, or names some."""
        return self.names_figures or any(isinstance(block, Figure) for block in self.blocks)


def tables_of(document: RunningText) -> list[str]:
    """The files of tables that its figures show."""
    sources = [block.source for block in document.blocks if isinstance(block, Figure)]
    return [source.removeprefix("table:") for source in sources if source.startswith("table:")]


ChangeSpans = Callable[[Spans], Spans]


def changed(block: Block, change: ChangeSpans) -> Block:
    """A block with each of its texts as ``change`` makes it."""
    match block:
        case Heading() | Paragraph():
            return replace(block, spans=change(block.spans))
        case List():
            return replace(block, items=tuple(replace(item, spans=change(item.spans)) for item in block.items))
        case Table():
            rows = tuple(tuple(change(cell) for cell in row) for row in block.rows)
            return replace(block, head=tuple(change(cell) for cell in block.head), rows=rows)
        case Callout():
            inner = (changed(one, change) for one in block.blocks)
            return replace(block, blocks=tuple(one for one in inner if isinstance(one, Paragraph | List)))
        case Figure():
            return replace(block, caption=change(block.caption))
        case Contents():
            return block
