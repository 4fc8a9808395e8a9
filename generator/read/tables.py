"""Tables written with ``|`` between their cells."""

import re
from collections.abc import Sequence

from generator.core.problem import Tell
from generator.read.blocks import ColumnAlign, LinePart, Spans, Table, read_spans

MOST_COLUMNS = 5  # more are not read at arm's length

_RULE = re.compile(r"(:?)-+(:?)")
_ALIGN: dict[tuple[str, str], ColumnAlign] = {("", ":"): "right", (":", ":"): "center", (":", ""): "left"}
# A phrase with its number and words with a reading have their own bar.
_CELL = re.compile(r"(?:\{[^{}|\\]{1,200}\|[^{}|\\]{1,60}\}|[^\\|]|\\.)*")


def read_table(rows: Sequence[LinePart], report: Tell) -> Table | None:
    """The table that these lines make: head, a line of hyphens, rows. None where they make none (which is reported)."""
    first = rows[0]
    head = _cells(first, report)
    rule = _cells(rows[1], lambda *_: None) if len(rows) > 1 else []
    marks = [_RULE.fullmatch(cell.text) for cell in rule]
    if not rule or not all(marks):
        place = rows[1] if len(rows) > 1 else first
        report(
            place.line, place.column, "the second line of a table sets its head apart", "write |---|---|, --- a column"
        )
        return None
    if len(head) > MOST_COLUMNS:
        message = f"the table has {len(head)} columns; {MOST_COLUMNS} are possible"
        report(first.line, first.column, message, "split it into two tables")
    if len(rows) == 2:
        report(first.line, first.column, "a table without rows", "write them, or delete the table")
    width = len(head)
    if len(rule) != width:
        message = f"the table's head has {width} cells, and the line below it {len(rule)}"
        report(first.line, first.column, message, "give both as many; \\| for the sign itself")
        width = len(rule)  # rows that agree with either are not reported, too
    body: list[tuple[Spans, ...]] = []
    for row in rows[2:]:
        cells = _cells(row, report)
        if len(cells) in (len(head), width):
            body.append(tuple(read_spans([cell], report) for cell in cells))
        else:
            message = (
                f"this row has {len(cells)} cell{'s' if len(cells) != 1 else ''}; the table's head has {len(head)}"
            )
            report(row.line, row.column, message, "leave a cell empty rather than out; \\| for the sign itself")
    aligns = tuple(_ALIGN.get((mark[1], mark[2]), "start") for mark in marks if mark)
    return Table(first.line, first.column, aligns, tuple(read_spans([cell], report) for cell in head), tuple(body))


def _cells(row: LinePart, report: Tell) -> list[LinePart]:
    """The cells of a line, without the spaces round them."""
    text = row.text.rstrip()
    cells: list[LinePart] = []
    at = 1
    while at < len(text):
        match = _CELL.match(text, at)
        assert match is not None
        inner = match[0].strip()
        start = at + len(match[0]) - len(match[0].lstrip())
        cells.append(LinePart(inner, row.line, row.column + start))
        at = match.end() + 1
        if match.end() >= len(text):
            report(row.line, row.column + len(text), "the row's last cell is not closed", "end the line with |")
    if not cells:
        report(row.line, row.column, "a row without cells", "write them between signs |")
    return cells
