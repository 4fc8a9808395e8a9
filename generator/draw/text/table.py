"""Tables of running text: columns as wide as their words ask for, a line below each row."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from msgspec import Struct

from generator.draw.marks.marks import Mark, Paint, Point, Shape
from generator.draw.text.fit import Align
from generator.draw.text.flow import Row, shifted
from generator.draw.text.paragraph import PlacedWord, break_lines, count_lines, natural_width
from generator.draw.text.prose_style import TableStyle, Type
from generator.draw.text.text_lines import TextLine
from generator.draw.text.text_marks import line_marks

THICK = Paint(stroke="#000000", width=0.5, cap="round")  # below the head and the last row
THIN = Paint(stroke="#000000", width=0.25, cap="round")

_HALVINGS = 20  # of the widest column's width
_STEPS = (8.0, 5.0, 3.0, 2.0, 1.0, 1.0)  # mm

CellMarks = tuple[list[Mark], float]  # those of one row from its top left corner, and its height
TableCells = Sequence[Sequence[PlacedWord]]  # one row's words


def column_widths(rows: Sequence[TableCells], style: TableStyle, width: float) -> list[float]:
    """How wide each column is, in mm; together with the white between them as wide as ``width``.

    Each is at least as wide as its widest word, and as its longest text where there is room: then what is left over
    goes to all of them, a wide one getting more. Where there is not, the widest give way first, and then whatever
    makes the table lower.
    """
    em = style.type.em
    columns = range(len(rows[0]))
    most = [max(natural_width(row[at]) for row in rows) * em for at in columns]
    least = [max((placed.word.width for row in rows for placed in row[at]), default=0.0) * em for at in columns]
    room = width - style.between * (len(columns) - 1)
    spare = room - sum(most)
    if spare >= 0:
        return [wide + spare * (wide + em) / (sum(most) + em * len(most)) for wide in most]
    return _lowest(rows, style, least, _cut_down(most, least, room))


def _cut_down(most: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """The widths with those that are more than some limit cut down to it, so that all together are ``room``."""
    low, high = 0.0, max(most)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        total = sum(max(narrow, min(wide, middle)) for narrow, wide in zip(least, most, strict=True))
        low, high = (middle, high) if total <= room else (low, middle)
    return [max(narrow, min(wide, low)) for narrow, wide in zip(least, most, strict=True)]


def _lowest(rows: Sequence[TableCells], style: TableStyle, least: Sequence[float], widths: list[float]) -> list[float]:
    """The widths with a little moved from one column to another as long as that makes the table lower."""
    best = _height(rows, widths, style.type.em)
    for step in _STEPS:
        for giver, taker in permutations(range(len(widths)), 2):
            tried = list(widths)
            tried[giver] -= step
            tried[taker] += step
            height = _height(rows, tried, style.type.em) if tried[giver] >= least[giver] else best
            if height < best:
                widths, best = tried, height
    return widths


def _height(rows: Sequence[TableCells], widths: Sequence[float], em: float) -> int:
    """How many lines high the rows are together."""
    return sum(max(count_lines(cell, width / em) for cell, width in zip(row, widths, strict=True)) for row in rows)


def _parts(head: CellMarks, body: Sequence[CellMarks], room: float) -> Iterator[tuple[int, int]]:
    """The rows of each part of a table no higher than ``room`` with its head; what cannot be cut stays whole."""
    start = 0
    bottom = head[1]
    for number, (_, height) in enumerate(body):
        if bottom + height + THICK.width / 2 > room:
            if number == start:
                break
            yield start, number
            start, bottom = number, head[1]
        bottom += height
        if bottom + THICK.width / 2 > room:
            break
    yield start, len(body)


class TableMaker(Struct, frozen=True):
    """Makes rows of a table whose words are known. Words wider than their column stick out of it."""

    head: TableCells
    aligns: Sequence[Align]
    style: TableStyle
    width: float
    widths: Sequence[float]
    draws: bool = True  # else its rows stay without marks

    def row(self, body: Sequence[TableCells], before: float) -> Row:
        """The whole table, with the head above it."""
        return self._row(self._cells(self.head), [self._cells(cells) for cells in body], before)

    def _row(self, head: CellMarks, body: Sequence[CellMarks], before: float) -> Row:
        """A head and rows one below the other, each set once however often the table is cut."""
        marks: list[Mark] = []
        bottom = 0.0
        for number, (inked, height) in enumerate([head, *body]):
            marks += shifted(inked, 0.0, bottom)
            bottom += height
            if not self.draws:
                continue
            thick = number in (0, len(body))
            path = (("M", 0.0, bottom), ("L", self.width, bottom))
            marks.append(Shape(path, THICK if thick else THIN))

        def cut(room: float) -> list[Row]:
            return [self._row(head, body[start:end], before) for start, end in _parts(head, body, room)]

        return Row(bottom + THICK.width / 2, tuple(marks), before, 0.0, 1 + len(body), cut=cut)

    def _cells(self, cells: TableCells) -> CellMarks:
        """The marks of one row and its height."""
        style, marks, left, most = self.style, list[Mark](), 0.0, 1.0
        type_ = style.type
        for words, align, width in zip(cells, self.aligns, self.widths, strict=True):
            lines = break_lines(words, width / type_.em)
            marks += stacked_marks(lines, type_, (left, style.pad), width, align) if self.draws else ()
            most = max(most, sum([line.height for line in lines]))
            left += width + style.between
        return marks, most * type_.pitch + 2 * style.pad


def slack(line: TextLine, width: float, em: float, align: Align) -> float:
    """How far from the left a line starts."""
    spare = width - line.width * em
    return {"left": 0.0, "center": spare / 2, "right": spare}.get(align, spare if line.leftwards else 0.0)


def stacked_marks(lines: Sequence[TextLine], type_: Type, at: Point, width: float, align: Align) -> list[Mark]:
    """The marks of lines below each other in a column with its top left corner ``at`` a place, ``width`` mm wide."""
    marks, (left, top), bottom = list[Mark](), at, 0.0
    for line in lines:
        bottom += line.height
        baseline = top + ((bottom - 1) * type_.pitch + type_.baseline)
        marks += line_marks(line, left + slack(line, width, type_.em, align), baseline, type_.em)
    return marks
