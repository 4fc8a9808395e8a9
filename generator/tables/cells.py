"""A sheet's cells as values: what each shows, what it holds, what it is called in messages, and what a field makes
of it."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NoReturn
from unicodedata import decimal, normalize

from msgspec import Struct

from generator.core.places import column_name, column_number
from generator.core.problem import Faulty, Problem
from generator.core.textfile import FORBIDDEN
from generator.model.fields import PLAIN_DECIMAL, Field, FieldForm
from generator.read.tree import Scalar, excerpt
from generator.tables.number_format import FIFTEEN

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
    runs: tuple[tuple[str, str], ...] = ()  # its text in parts with their looks, where one is bold, italic or struck


class CellGrid(Struct):
    """A sheet: its cells by row and column, without empty ones."""

    file: str
    sheet: str = ""  # empty where a file has one sheet without a name
    rows: dict[int, dict[int, SheetCell]] = {}
    merged: list[tuple[int, int, int, int]] = []  # first row and column, last row and column
    passed: set[int] = set()  # rows that ``where`` leaves to other kinds
    hidden: int = 0  # rows with something in them that the sheet does not show
    unseen: set[int] = set()  # columns that the sheet does not show
    comma: bool | None = None  # whether 1,5 is a fraction here; None where nobody can say
    said: bool = False  # whether that is what the user said, so that 1.234 is sure too
    notes: list[str] = []  # what was decided while reading
    cells: int = 0
    keeps_looks: bool = False  # whether bold and italic of its texts become marks
    is_typed: bool = False  # whether a list is told from a text: each of its members ends its line

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
        """An error in a cell: its line is the row."""
        return Problem(self.name(row, column), row, column, "error", rule, message, hint)

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
    return f"{column_name(column - 1)}{row}"


_ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


def place_of(name: str) -> tuple[int, int] | None:
    """Row and column of a cell's address such as ``C7``; None where it is none."""
    match = _ADDRESS.fullmatch(name.replace("$", ""))
    if match is None:
        return None
    column, row = column_number(match[1]), int(match[2])
    return (row, column) if 1 <= row <= MAX_ROW and column <= MAX_COLUMN else None


DECIMAL = re.compile(r"([+-]?)(\d{1,12})(?:([.,])(\d+))?")
GROUPED = re.compile(r"([+-]?)([1-9]\d{0,2}(?:([.,])\d{3})(?:\3\d{3})*)(?:(?!\3)[.,](\d+))?")
# How spreadsheet programs and people say yes and no in the languages that come with them.
YES = frozenset(["true", "yes", "x", "1", "wahr", "ja", "vrai", "oui", "verdadero", "sí", "si", "✓", "✔"])
NO = frozenset(["false", "no", "0", "falsch", "nein", "faux", "non", "falso"])


def scalar_of(cell: SheetCell, field: Field, grid: CellGrid) -> Scalar:
    """What a cell says where ``field`` is wanted, as if it were written in YAML, at the cell's row and column.

    Args:
        cell: the cell.
        field: what may be there. What does not fit it is left as it is, for the field to tell.
        grid: its sheet.

    Raises:
        Unclear: it could mean several things, or nobody can say what it shows.
    """
    form = field.in_form
    if form.sort == "flag":
        text = _flag(cell)
    elif form.sort == "number":
        text = _number(cell, form, grid)
    else:
        if cell.untold:
            raise Unclear(f"the file does not say what this cell shows: {cell.untold}", cell.hint)
        text = _word(meant(cell.text), field)
    forbidden = FORBIDDEN.search(text)
    if forbidden or "\r" in text:
        raise Unclear(f"the character U+{ord(forbidden[0]) if forbidden else 13:04X} is not allowed here", "delete it")
    return Scalar(text, field.is_plain, cell.row, cell.column)


def _word(text: str, field: Field) -> str:
    if field.choices and text not in field.choices:
        alike = [word for word in field.choices if word.casefold() == text.casefold()]
        return alike[0] if len(alike) == 1 else text
    return text.lower() if field.names_kind else text


def _flag(cell: SheetCell) -> str:
    if cell.flag is not None:
        return "true" if cell.flag else "false"
    word = meant(cell.text).casefold()
    return "true" if word in YES else "false" if word in NO else meant(cell.text)


def _number(cell: SheetCell, form: FieldForm, grid: CellGrid) -> str:
    if cell.text.strip() in form.words:
        return cell.text.strip()
    if cell.number is not None:
        sign = "+" if cell.text.strip().startswith("+") else ""
        return sign + _plain(cell.number)
    if cell.holds:
        display = f"shows {excerpt(cell.text)}" if cell.text else "shows something else"
        raise Unclear(f"the cell holds {cell.holds} and {display}", "type the very number, in the format General")
    if cell.untold:
        raise Unclear(f"the file does not say what this cell shows: {cell.untold}", cell.hint)
    text = meant(cell.text)
    if not text.isascii():  # figures of any script, and as wide as Japanese has them
        text = "".join(f"{decimal(sign, sign)}" for sign in normalize("NFKC", text)).replace("\u2212", "-")
    return _decimal(text, grid)


def _decimal(text: str, grid: CellGrid) -> str:
    """A number as people type it, as a plain decimal; what is none stays as it is."""
    comma, where = grid.comma, grid.said
    grouped = GROUPED.fullmatch(text)
    if grouped:
        sign, whole, group, fraction = grouped.groups()
        joined = sign + whole.replace(group, "")
        if fraction is not None:
            return f"{joined}.{fraction}"
        pieces = text.split(group)
        if len(pieces) > 2 or (where and comma == (group == ".")):
            return joined
        if comma is None or comma == (group == "."):
            ungrouped = text.replace(group, ".")
            hint = f"write {joined} or {text.replace(group, '.')}0, or say --decimal comma or --decimal point"
            raise Unclear(f"{text} could be {joined} or {ungrouped}", hint)
    match = DECIMAL.fullmatch(text)
    if not match or not match[3]:
        return text
    if where and comma == (match[3] == "."):
        raise Unclear(f"{text} is not a number where --decimal is {'comma' if comma else 'point'}", "type it so")
    return f"{match[1]}{match[2]}.{match[4]}"


def _plain(number: Decimal) -> str:
    text = f"{FIFTEEN.plus(number):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


EMPTY_TEXT, EMPTY_LIST, EMPTY_MAPPING = '""', "[]", "{}"
SIGNS = (EMPTY_TEXT, EMPTY_LIST, EMPTY_MAPPING)  # of values that are there and have nothing in them
_FORMULA = re.compile(r"[=+\-@\t\r]")


def _needs_apostrophe(text: str) -> bool:
    bare = text.lstrip("'")
    if bare == text and PLAIN_DECIMAL.fullmatch(bare):
        return False
    return bool(_FORMULA.match(bare)) or bare in SIGNS or bare != bare.strip()


def guarded(text: str) -> str:
    """A text as it goes into a cell."""
    return f"'{text}" if _needs_apostrophe(text) else text


def meant(text: str) -> str:
    """What a cell's text means: without the apostrophe that guards it, or the blanks round it."""
    stripped = text.strip()
    if stripped.startswith("'") and _needs_apostrophe(text.lstrip()[1:]):
        return text.lstrip()[1:]
    return "" if stripped == EMPTY_TEXT else stripped
