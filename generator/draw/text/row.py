"""A row of running text: what a column takes whole, or leaves to the next one."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.marks.marks import IDENTITY, Mark, Shape, TextRun, moved, multiply

NEVER = float("inf")  # the cost of a break that is none

# What a column may cut a row into that is taller than the column: parts that fit into this many mm, as far as can be.
RowCut = Callable[[float], "list[Row]"]


class Row(Struct, frozen=True):
    """A line, or lines that belong together, with what is drawn round them. mm from its own top left corner."""

    height: float
    marks: tuple[Mark, ...] = ()
    before: float = 0.0  # white above it, unless it is the first of its column
    cost: float = 0.0  # of a break below it, in mm: as bad as leaving so much of the column empty
    lines: int = 1  # of text, as far as keeping a heading with two of them goes
    heading: str = ""  # its words, if it is a heading
    level: int = 0
    cut: RowCut | None = None
    spans: bool = False  # it stands across all columns


def shifted(marks: Sequence[Mark], x: float, y: float) -> list[Mark]:
    """The marks moved by ``x`` and ``y``."""
    matrix = (1.0, 0.0, 0.0, 1.0, x, y)
    found: list[Mark] = []
    for mark in marks:
        if isinstance(mark, Shape):
            found.append(replace(mark, path=moved(mark.path, matrix)))
        elif isinstance(mark, TextRun) and mark.matrix == IDENTITY:
            found.append(replace(mark, x=mark.x + x, y=mark.y + y))
        else:
            found.append(replace(mark, matrix=multiply(matrix, mark.matrix)))
    return found


def stacked(rows: Sequence[Row], x: float, y: float) -> tuple[list[Mark], float]:
    """The marks of rows one below the other, the first at ``x``, ``y``, and how high they are together."""
    marks: list[Mark] = []
    top = y
    for number, row in enumerate(rows):
        top += row.before if number else 0.0
        marks += shifted(row.marks, x, top)
        top += row.height
    return marks, top - y
