"""A sheet's columns: which field each is, by its heading or as the user says."""

import re
from collections.abc import Iterable, Mapping, Sequence
from shlex import quote

from msgspec import Struct

from generator.core.problem import Problem
from generator.core.refusal import WrongUse
from generator.model.fields import (
    Field,
    ListField,
    MapField,
    OneOfField,
    RecordField,
    TextField,
)
from generator.model.game import Kind
from generator.model.problem_log import nearest
from generator.project.spreadsheet.cells import CellGrid, SheetCell, Unclear
from generator.read.tree import excerpt

HEADING_RULE = "sheet-heading"
MOST_MEMBERS = 1_000
IN_BRACKETS = re.compile(r"(.+?)\s*[(\[]\s*([A-Za-z]{2,3})\s*[)\]]")  # Title (de)

WORDS = TextField()  # a text's words in one language

FieldPath = tuple[str | int, ...]


class SheetColumn(Struct, frozen=True):
    """A column's field: where it is in an item, and what may be written there."""

    column: int
    path: FieldPath
    field: Field


def read_headings(
    grid: CellGrid, kind: Kind, languages: tuple[str, ...], wanted: Mapping[str, str]
) -> tuple[int, list[SheetColumn], list[Problem]]:
    """The row of the headings (0 where the sheet is empty), the columns and what is wrong with them.

    Args:
        grid: the sheet; its first row with something in it has the headings.
        kind: whose items the rows are.
        languages: the game's.
        wanted: fields by heading, as the user says them; empty for a column to be left out.

    Raises:
        WrongUse: the user names a column that is not there.
    """
    row, cells = next(grid.in_order(), (0, dict[int, SheetCell]()))
    named = {_bare(heading): path for heading, path in wanted.items()}
    missing = [heading for heading in wanted if _bare(heading) not in {_bare(cell.text) for cell in cells.values()}]
    if missing:
        known = nearest(missing[0], [cell.text.strip() for cell in cells.values()])
        raise WrongUse(f"--map: the sheet has no column {missing[0]!r}; {known}")
    headings: list[SheetColumn] = []
    problems: list[Problem] = []
    seen: dict[FieldPath, int] = {}
    for column, cell in sorted(cells.items()):
        path = named.get(_bare(cell.text), cell.text.strip())
        try:
            heading = SheetColumn(column, *resolve(path, kind.fields, languages)) if path else None
        except Unclear as error:
            problems.append(grid.problem(row, column, HEADING_RULE, str(error), error.hint))
            continue
        if heading is None:
            continue
        if heading.path in seen:
            message = f"{written(heading.path)} stands here again; it is first in {grid.name(row, seen[heading.path])}"
            problems.append(grid.problem(row, column, HEADING_RULE, message, "keep one of the two"))
        seen.setdefault(heading.path, column)
        headings.append(heading)
    return row, headings, problems + _without_heading(grid, row, cells)


def _without_heading(grid: CellGrid, row: int, headed: Mapping[int, SheetCell]) -> list[Problem]:
    """The first cell of each column that has something in it and no heading."""
    first: dict[int, int] = {}
    for number, cells in grid.in_order():
        for column in cells.keys() - headed.keys() - first.keys() if number > row else ():
            first[column] = number
    hint = "write a field's name above it, or empty it"
    return [
        grid.problem(number, column, HEADING_RULE, "this column has no heading", hint)
        for column, number in sorted(first.items())
    ]


def resolve(text: str, fields: Mapping[str, Field], languages: tuple[str, ...]) -> tuple[FieldPath, Field]:
    """The place that a heading such as ``effects.0.coins`` or ``Title (de)`` names, and its field.

    Raises:
        Unclear: it names none.
    """
    bracketed = IN_BRACKETS.fullmatch(text.strip())
    steps = [*bracketed[1].split("."), bracketed[2]] if bracketed else text.split(".")
    path: list[str | int] = []
    at: Field = RecordField(fields=fields)
    for step in steps:
        name, at = _step(step.strip(), at, languages, text)
        path.append(name)
    return tuple(path), at


def _step(step: str, at: Field, languages: tuple[str, ...], text: str) -> tuple[str | int, Field]:
    if isinstance(at, RecordField | OneOfField):
        known = at.fields if isinstance(at, RecordField) else at.keys
        found = _named(step, known)
        if found is None:
            field, nothing = (quote(f"{text}={word}") for word in ("FIELD", ""))
            hint = f"{nearest(step, known)}; --map {field} says which it is, --map {nothing} leaves it out"
            raise Unclear(f"{excerpt(text)} is no field: {excerpt(step)} is not known", hint)
        return found, known[found]
    if isinstance(at, TextField):
        found = _named(step, languages)
        if found is None:
            known_languages = ", ".join(languages)
            raise Unclear(f"{excerpt(text)}: {excerpt(step)} is no language of the game", f"known: {known_languages}")
        return found, WORDS
    if isinstance(at, ListField):
        if not (step.isascii() and step.isdigit() and len(step) < 5 and int(step) < MOST_MEMBERS):
            raise Unclear(f"{excerpt(text)}: a list's members are numbered from 0, {excerpt(step)} is none", "")
        return int(step), at.of
    if isinstance(at, MapField):
        return step, at.of
    raise Unclear(f"{excerpt(text)}: there is nothing in the field before {excerpt(step)}", "")


def _named(word: str, known: Iterable[str]) -> str | None:
    """The name that is meant: letters in capitals, blanks and hyphens make no difference."""
    names = list(known)
    if word in names:
        return word
    alike = [name for name in names if _bare(name) == _bare(word)]
    return alike[0] if len(alike) == 1 else None


def _bare(text: str) -> str:
    return re.sub(r"[\s_-]+", "_", text.strip().casefold())


def written(path: Sequence[str | int]) -> str:
    """A field as a heading names it: ``effects.0.coins``."""
    return ".".join(map(str, path))
