"""A sheet's cells as values: what each shows, what it holds, and what it is called in messages."""

from collections.abc import Iterator
from decimal import Decimal
from typing import NoReturn

from msgspec import Struct

from generator.core.problem import Faulty, Problem

OUTCOME = "nothing was imported"
FILE_RULE = "sheet-file"
CELL_RULE = "sheet-cell"
NOT_WORKED_OUT = "its formula was never worked out"
TO_WORK_OUT = "open it in a spreadsheet program and save it"

MAX_BYTES = 8 * 1024**2  # of the file
MAX_CELLS = 50_000  # with something in them
MAX_COLUMN, MAX_ROW = 16_384, 1_048_576  # as in spreadsheet programs


class Unclear(ValueError):
    """Nobody can say what a cell says; the message says why, `hint` what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class SheetCell(Struct):
    """A cell with something in it. Rows and columns count from 1."""

    row: int
    column: int
    text: str  # as the sheet shows it
    number: Decimal | None = None  # what it holds, where that is a number and the sheet shows all of it
    holds: str = ""  # the number that it holds, where the sheet shows less or something else
    flag: bool | None = None  # what it holds, where that is true or false
    untold: str = ""  # why nobody can say what it shows
    hint: str = ""


class CellGrid(Struct):
    """A sheet: its cells by row and column, without empty ones."""

    file: str
    sheet: str = ""  # empty where a file has one sheet without a name
    rows: dict[int, dict[int, SheetCell]] = {}
    merged: list[tuple[int, int, int, int]] = []  # first row and column, last row and column
    hidden: int = 0  # rows with something in them that the sheet does not show
    unseen: set[int] = set()  # columns that the sheet does not show
    comma: bool | None = None  # whether 1,5 is a fraction here; None where nobody can say
    said: bool = False  # whether that is what the user said, so that 1.234 is sure too
    notes: list[str] = []  # what was decided while reading
    cells: int = 0

    def put(self, cell: SheetCell) -> None:
        """Take a cell; one that shows nothing is none."""
        if not cell.text.strip() and not cell.untold:
            return
        self.cells += 1
        if self.cells > MAX_CELLS:
            refuse(self.file, f"the sheet has more than {MAX_CELLS:,} cells", "split it", "too-costly")
        self.rows.setdefault(cell.row, {})[cell.column] = cell

    def name(self, row: int, column: int) -> str:
        """What a cell is called in messages: ``cards.xlsx:Sheet1!C7``, ``cards.csv:C7``."""
        sheet = f"{self.sheet}!" if self.sheet else ""
        return f"{self.file}:{sheet}{address(row, column)}"

    def problem(self, row: int, column: int, rule: str, message: str, hint: str = "") -> Problem:
        """An error in a cell."""
        return Problem(self.name(row, column), 0, 0, "error", rule, message, hint)

    def in_order(self) -> Iterator[tuple[int, dict[int, SheetCell]]]:
        """The rows that have something in them, from above."""
        yield from sorted(self.rows.items())


def refuse(file: str, message: str, hint: str = "", rule: str = FILE_RULE) -> NoReturn:
    """Stop, as the file cannot be read.

    Raises:
        Faulty: always.
    """
    raise Faulty([Problem(file, 0, 0, "error", rule, message, hint)], OUTCOME)


def address(row: int, column: int) -> str:
    """``C7``."""
    return f"{letters(column)}{row}"


def letters(column: int) -> str:
    """A column's letters: 1 is A, 27 is AA."""
    found = ""
    while column:
        column, digit = divmod(column - 1, 26)
        found = chr(65 + digit) + found
    return found


def place_of(name: str) -> tuple[int, int] | None:
    """SheetRow and column of a cell's address such as ``C7``; None where it is none."""
    bare = name.replace("$", "")
    word = bare.rstrip("0123456789")
    digits = bare[len(word) :]
    if not (word.isascii() and word.isalpha() and word.isupper() and len(word) <= 3 and 0 < len(digits) <= 7):
        return None
    column = 0
    for letter in word:
        column = column * 26 + ord(letter) - 64
    row = int(digits)
    return (row, column) if 1 <= row <= MAX_ROW and column <= MAX_COLUMN else None
