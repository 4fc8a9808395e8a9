"""A sheet's columns: which field each is, by its heading or as the user says."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from itertools import islice
from shlex import quote

from msgspec import Struct

from generator.core.places import column_name, column_number
from generator.core.problem import Faulty, Problem, WrongUse
from generator.forge.yaml_writer import flow
from generator.model.fields import Field, RecordField, TextField
from generator.model.game import Kind
from generator.model.sheet_source import bare_name
from generator.model.values import nearest
from generator.read.tree import excerpt
from generator.tables.cells import OUTCOME, CellGrid, SheetCell, Unclear

HEADING_RULE = "sheet-heading"
MOST_MEMBERS = 1_000
MOST_WORDS = 8  # of a column, in a message
LETTERED = re.compile(r"column ([A-Za-z]{1,3})")
MOST_ABOVE = 10  # rows of titles and remarks above headings, which are looked for below
NEAR = re.compile(r"did you mean (.+)\?")
IN_BRACKETS = re.compile(r"(.+?)\s*[(\[]\s*([A-Za-z]{2,3})\s*[)\]]")  # Title (de)

# How other programs and languages head the column of copies.
COUNTS = re.compile(
    "#|amount|anzahl|cantidad|copias|copie|count|exemplaires|menge|num|number|número|numero|qty|quantit[yéà]|repeat|stück|"
    "aantal|antal|ilość|liczba|quantidade|počet|adet|количество|кол-во|кількість|כמות|عدد|العدد|จำนวน|मात्रा|संख्या|số_lượng|枚数|数量|數量|张数|張數|수량|장수|매수"
)
FRENCH_COUNT = "nombre"  # a name in Spanish

WORDS = TextField()  # a text's words in one language

FieldPath = tuple[str | int, ...]


class SheetColumn(Struct, frozen=True):
    """A column's field: where it is in an item, and what may be written there."""

    column: int
    path: FieldPath
    field: Field


class StrayHeading(Unclear):
    """A heading names no field; `hint` says which is near."""


class RowChoice(Struct, frozen=True):
    """Which rows are read: those with one of these words in a column; and where in ``game.yaml`` a source says so."""

    heading: str
    words: tuple[str, ...]
    file: str = ""
    line: int = 0
    column: int = 0


class SheetTerms(Struct, frozen=True):
    """What a user says of a sheet, as options or as a source in ``game.yaml``."""

    wanted: Mapping[str, str] = {}  # fields by heading; empty for a column to be left out
    header: int = 0  # the row of the headings; 0 for the first with something in it
    key: str = ""  # the field that rows and items are matched by, or its heading; empty for ids
    update: bool = False  # whether rows that are items of the file change them, else they are mistakes
    prune: bool = False  # whether items that are not in the sheet are removed
    by_cell: bool = False  # whether a mistake of a whole column is reported at each cell
    is_source: bool = False
    where: tuple[RowChoice, ...] = ()  # all of which hold for the rows that are read
    renamed: tuple[str, str] = ("", "")  # the id of a new row, and that of the item which it is

    def map(self, column: str, field: str) -> str:
        """How a user says which field a column is."""
        return f"map: {flow({column: field})}" if self.is_source else self.say("map", quote(f"{column}={field}"))

    def say(self, option: str, value: str) -> str:
        """How a user says something else of a sheet."""
        return f"{option}: {value}" if self.is_source else f"--{option} {value}"


def read_headings(
    grid: CellGrid, kind: Kind, languages: tuple[str, ...], terms: SheetTerms
) -> tuple[int, list[SheetColumn], list[Problem]]:
    """The row of the headings (0 where the sheet is empty), the columns and what is wrong with them.

    Args:
        grid: the sheet.
        kind: whose items the rows are.
        languages: the game's.
        terms: what the user says of it.

    Raises:
        WrongUse: the user names a row or column that is not there.
    """
    row, cells = heading_row(grid, terms)
    paths: dict[int, str] = {}
    for name, wanted in terms.wanted.items():
        named = columns_named(grid, cells, name)
        if not named:
            meant = nearest(name, [cell.text.strip() for cell in cells.values()])
            raise WrongUse(f"{terms.say('map', '').strip()}: the sheet has no column {name!r}; {meant}")
        paths = {**dict.fromkeys(named, wanted), **paths}
    cells = {**{column: SheetCell(row, column, f"column {column_name(column - 1)}") for column in paths}, **cells}
    unseen = hidden_columns(grid, terms)
    headings: list[SheetColumn] = []
    problems: list[Problem] = []
    seen: dict[FieldPath, int] = {}
    for column, cell in sorted(cells.items()):
        path = paths.get(column, cell.text.strip())
        if cell.untold and column not in unseen:
            message = f"the file does not say what this heading shows: {cell.untold}"
            problems.append(grid.problem(row, column, HEADING_RULE, message, cell.hint))
        if column in unseen or not path:
            continue
        try:
            heading = SheetColumn(column, *resolve(path, kind.fields, languages))
        except Unclear as error:
            hint = error.hint
            if isinstance(error, StrayHeading):
                near = NEAR.fullmatch(hint) if "." not in path else None
                text, field = cell.text.strip(), near[1] if near else "FIELD"
                hint += f"; {terms.map(text, field)} says which it is, {terms.map(text, '')} leaves it out"
            problems.append(grid.problem(row, column, HEADING_RULE, str(error), hint))
            continue
        if heading.path in seen:
            message = f"{written(heading.path)} is repeated here; it is first in {grid.name(row, seen[heading.path])}"
            problems.append(grid.problem(row, column, HEADING_RULE, message, "keep one of the two"))
        seen.setdefault(heading.path, column)
        headings.append(heading)
    below = None if headings or terms.header or not problems else _fields_below(grid, row, kind, languages)
    if below is not None:
        message = "no field is in this row"
        hint = f"{terms.say('header', str(below))} takes the headings from row {below}"
        return row, [], [grid.problem(row, min(cells), HEADING_RULE, message, hint)]
    return row, headings, problems + _without_heading(grid, row, cells.keys() | unseen)


def columns_named(grid: CellGrid, cells: Mapping[int, SheetCell], heading: str) -> list[int]:
    """The columns that a user means by a heading, or by their letter, as in ``column C``, which counts before it."""
    letter = LETTERED.fullmatch(heading.strip())
    column = column_number(letter[1].upper()) if letter else 0
    if any(column in filled for filled in grid.rows.values()):
        return [column]
    return [column for column, cell in cells.items() if bare_name(cell.text) == bare_name(heading)]


def choose_rows(grid: CellGrid, terms: SheetTerms) -> None:
    """Leave the rows out of a sheet that are not to be read.

    Raises:
        Faulty: a source in ``game.yaml`` names a column that is not there.
        WrongUse: an option does.
    """
    row, cells = heading_row(grid, terms)
    for choice in terms.where if row else ():
        columns = columns_named(grid, cells, choice.heading)
        if not columns:
            message = f"the sheet has no column {choice.heading!r}"
            hint = nearest(choice.heading, [cell.text.strip() for cell in cells.values()])
            if not choice.file:
                raise WrongUse(f"--where: {message}; {hint}")
            place = choice.file, choice.line, choice.column
            raise Faulty([Problem(*place, "error", "unknown-reference", message, hint)], OUTCOME)
        wanted = {word.strip().casefold() for word in choice.words}
        found = {number: _word(filled, columns[0]) for number, filled in grid.in_order() if number > row}
        for number, word in found.items():
            if word.casefold() not in wanted:
                del grid.rows[number]
                grid.passed.add(number)
        if found and max(grid.rows) <= row:
            words = ", ".join(excerpt(word) for word in list(dict.fromkeys(found.values()))[:MOST_WORDS])
            asked = " or ".join(map(excerpt, choice.words))
            grid.notes.append(f"no row has {asked} in the column {choice.heading}; there are {words}")


def _word(cells: Mapping[int, SheetCell], column: int) -> str:
    return cells[column].text.strip() if column in cells else ""


def heading_row(grid: CellGrid, terms: SheetTerms) -> tuple[int, dict[int, SheetCell]]:
    """The row of the headings and its cells; 0 and none where the sheet is empty.

    Raises:
        WrongUse: the user names a row that is empty.
    """
    if terms.header and terms.header not in grid.rows:
        raise WrongUse(f"--header {terms.header}: row {terms.header} of {grid.file} is empty")
    return (terms.header, grid.rows[terms.header]) if terms.header else next(grid.in_order(), (0, {}))


def hidden_columns(grid: CellGrid, terms: SheetTerms) -> dict[int, str]:
    """Headings of the columns that the sheet hides and that are left out: those that the user does not name."""
    row, cells = heading_row(grid, terms)
    named = {column for heading in terms.wanted for column in columns_named(grid, cells, heading)}
    filled = {column for number, found in grid.in_order() if number >= row for column in found}
    headings = {column: cells[column].text.strip() if column in cells else "" for column in sorted(filled)}
    return {column: text for column, text in headings.items() if column in grid.unseen - named}


def notes_of(grid: CellGrid, terms: SheetTerms) -> list[str]:
    """What the user should know of how a sheet was read.

    Raises:
        WrongUse: the user names a row that is empty.
    """
    notes = list(grid.notes)
    if grid.hidden:
        rows = "1 row that the sheet hides was" if grid.hidden == 1 else f"{grid.hidden} rows that the sheet hides were"
        notes.append(f"{rows} read too")
    if unseen := hidden_columns(grid, terms):
        named = ", ".join(column_name(at - 1) + (f" ({excerpt(text)})" if text else "") for at, text in unseen.items())
        notes.append(f"columns that the sheet hides were left out: {named}; {terms.map('HEADING', 'FIELD')} takes one")
    return notes


def _fields_below(grid: CellGrid, row: int, kind: Kind, languages: tuple[str, ...]) -> int | None:
    """The row near below that rather has the headings: a field stands in it, or it is the first below a lone title."""
    near = [(number, cells) for number, cells in islice(grid.in_order(), 1, MOST_ABOVE) if number > row]
    for number, cells in near:
        for cell in cells.values():
            with suppress(Unclear):
                resolve(cell.text, kind.fields, languages)
                return number
    return next((number for number, cells in near if len(cells) > 1), None) if len(grid.rows[row]) == 1 else None


def _without_heading(grid: CellGrid, row: int, headed: Set[int]) -> list[Problem]:
    """The first cell of each column that has something in it and no heading."""
    first: dict[int, int] = {}
    for number, cells in grid.in_order():
        for column in cells.keys() - headed - first.keys() if number > row else ():
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
    if at.parts:
        parts = at.parts
        name = _named(step, parts)
        if name is None:
            bare = bare_name(step)
            is_count = COUNTS.fullmatch(bare) or (bare == FRENCH_COUNT and "fr" in languages)
            near = "did you mean copies?" if is_count and "copies" in parts else nearest(step, parts)
            raise StrayHeading(f"{excerpt(text)} is not a field: {excerpt(step)} is not known", near)
        return name, parts[name]
    if at.is_text:
        name = _named(step, languages)
        if name is None:
            known_languages = ", ".join(languages)
            raise Unclear(
                f"{excerpt(text)}: {excerpt(step)} is not a language of the game", f"known: {known_languages}"
            )
        return name, WORDS
    if at.member:
        if not (step.isascii() and step.isdigit() and len(step) < 5 and int(step) < MOST_MEMBERS):
            raise Unclear(f"{excerpt(text)}: a list's members are numbered from 0, {excerpt(step)} is none", "")
        return int(step), at.member
    if (part := at.part(step)) is not None:
        return step, part
    raise Unclear(f"{excerpt(text)}: there is nothing in the field before {excerpt(step)}", "")


def _named(word: str, known: Iterable[str]) -> str | None:
    """The name that is meant: letters in capitals, blanks and hyphens make no difference."""
    names = list(known)
    if word in names:
        return word
    alike = [name for name in names if bare_name(name) == bare_name(word)]
    return alike[0] if len(alike) == 1 else None


def written(path: Sequence[str | int]) -> str:
    """A field as a heading names it: ``effects.0.coins``."""
    return ".".join(map(str, path))
