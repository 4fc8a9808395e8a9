"""Tables in a terminal."""

import shutil
import sys
from collections.abc import Sequence
from unicodedata import combining, east_asian_width

from generator.cli.reporting import one_line

LEAST = 12  # columns that are left of a cell that gives way


def aligned(rows: Sequence[Sequence[str]], right: tuple[int, ...], gives_way: Sequence[int] = ()) -> str:
    """Rows of a table in columns.

    Args:
        rows: their cells.
        right: columns of numbers, which stand at the right.
        gives_way: columns whose cells are shortened in the middle, one after the other, where a terminal is too narrow
            for the table. A last column of words is broken into lines there. In a pipe all stand whole.
    """
    rows = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for column in gives_way if room is not None else ():
        excess = sum(widths) + 2 * (len(widths) - 1) - (room or 0)
        if excess > 0:
            widths[column] = max(min(LEAST, widths[column]), widths[column] - excess)
    last = len(widths) - 1
    if room is not None and last not in (*right, *gives_way):
        widths[last] = min(widths[last], max(LEAST, room - sum(widths[:last]) - 2 * last))
        rows = [line for row in rows for line in _broken(row, widths[last])]
    return "\n".join(
        "  ".join(_cell(cell, widths[column], right=column in right) for column, cell in enumerate(row)).rstrip()
        for row in rows
    )


def width(text: str) -> int:
    """The columns that a text takes in a terminal (Unicode Standard Annex 11)."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def shortened(text: str, most: int) -> str:
    """A text of at most so many columns, its middle left out where it has more: names differ at their ends."""
    if width(text) <= most:
        return text
    head, tail = text[: (most - 1) // 2], text[len(text) - most // 2 :]
    while width(head) + 1 + width(tail) > most:
        head, tail = (head[:-1], tail) if width(head) >= width(tail) else (head, tail[1:])
    return f"{head}…{tail}"


def _broken(row: Sequence[str], most: int) -> list[list[str]]:
    """A row as lines: the words of its last cell run on below one another."""
    lines = [""]
    for word in row[-1].split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if width(joined) <= most or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    return [[*(row[:-1] if at == 0 else [""] * (len(row) - 1)), line] for at, line in enumerate(lines)]


def _columns(character: str) -> int:
    return 0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1


def _cell(text: str, room: int, *, right: bool) -> str:
    text = shortened(text, room)
    blank = " " * (room - width(text))
    return blank + text if right else text + blank
