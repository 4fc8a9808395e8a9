"""A cell as the value of a field: which number, which word, or why nobody can say."""

import re
from decimal import Decimal

from generator.core.textfile import FORBIDDEN
from generator.model.fields import (
    PLAIN_DECIMAL,
    ChoiceField,
    Field,
    FlagField,
    NumberField,
    ReferenceField,
)
from generator.project.spreadsheet.cells import CellGrid, SheetCell, Unclear
from generator.read.tree import Scalar, excerpt

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
    if isinstance(field, FlagField):
        text = _flag(cell)
    elif isinstance(field, NumberField):
        text = _number(cell, field, grid)
    else:
        if cell.untold:
            raise Unclear(f"the file does not say what this cell shows: {cell.untold}", cell.hint)
        text = _word(meant(cell.text), field)
    forbidden = FORBIDDEN.search(text)
    if forbidden or "\r" in text:
        raise Unclear(f"the character U+{ord(forbidden[0]) if forbidden else 13:04X} is not allowed here", "delete it")
    return Scalar(text, isinstance(field, FlagField | NumberField), cell.row, cell.column)


def _word(text: str, field: Field) -> str:
    if isinstance(field, ChoiceField) and text not in field.of:
        alike = [word for word in field.of if word.casefold() == text.casefold()]
        return alike[0] if len(alike) == 1 else text
    return text.lower() if isinstance(field, ReferenceField) and text.lower() != text else text


def _flag(cell: SheetCell) -> str:
    if cell.flag is not None:
        return "true" if cell.flag else "false"
    word = meant(cell.text).casefold()
    return "true" if word in YES else "false" if word in NO else meant(cell.text)


def _number(cell: SheetCell, field: NumberField, grid: CellGrid) -> str:
    if cell.text.strip() in field.words:
        return cell.text.strip()
    if cell.number is not None:
        sign = "+" if cell.text.strip().startswith("+") else ""
        return sign + _plain(cell.number)
    if cell.holds:
        shown = f"shows {excerpt(cell.text)}" if cell.text else "shows something else"
        raise Unclear(f"the cell holds {cell.holds} and {shown}", "type the very number, in the format General")
    if cell.untold:
        raise Unclear(f"the file does not say what this cell shows: {cell.untold}", cell.hint)
    text = meant(cell.text).replace("\u2212", "-")
    return _decimal(text, grid)


def _decimal(text: str, grid: CellGrid) -> str:
    """A number as people type it, as a plain decimal; what is none stays as it is."""
    comma, said = grid.comma, grid.said
    grouped = GROUPED.fullmatch(text)
    if grouped:
        sign, whole, group, fraction = grouped.groups()
        joined = sign + whole.replace(group, "")
        if fraction is not None:
            return f"{joined}.{fraction}"
        pieces = text.split(group)
        if len(pieces) > 2 or (said and comma == (group == ".")):
            return joined
        if comma is None or comma == (group == "."):
            other = text.replace(group, ".")
            hint = f"write {joined} or {text.replace(group, '.')}0, or say --decimal comma or --decimal point"
            raise Unclear(f"{text} could be {joined} or {other}", hint)
    found = DECIMAL.fullmatch(text)
    if not found or not found[3]:
        return text
    if said and comma == (found[3] == "."):
        raise Unclear(f"{text} is not a number where --decimal is {'comma' if comma else 'point'}", "type it so")
    return f"{found[1]}{found[2]}.{found[4]}"


def _plain(number: Decimal) -> str:
    text = f"{number:f}"
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
