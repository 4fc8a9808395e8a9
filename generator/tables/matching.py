"""Which item each row of a sheet is, by its id or by another field that the user says; mistakes that a column makes."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from generator.core.places import column_name
from generator.core.problem import Problem, WrongUse
from generator.model.fields import Field
from generator.model.game import Kind
from generator.model.sheet_source import bare_name
from generator.model.values import Ids
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar, excerpt
from generator.tables.cells import CELL_RULE, NOT_WORKED_OUT, CellGrid, SheetCell, Unclear, address, scalar_of
from generator.tables.drafts import SheetSays, known_of, value_alone
from generator.tables.headings import WORDS, SheetColumn, SheetTerms, resolve, written


class SheetRow(Struct):
    """A row on its way to an item."""

    number: int
    column: int  # of its first cell
    known: SheetSays
    old: MappingNode | None = None
    node: MappingNode | None = None
    id: str = ""


def rows_of(grid: CellGrid, head: int, headings: Sequence[SheetColumn]) -> list[SheetRow]:
    """The rows below the headings that have something in a column that is read."""
    columns = {heading.column for heading in headings}
    rows = []
    for number, cells in grid.in_order():
        filled = sorted(columns & cells.keys())
        if number > head and filled:
            rows.append(SheetRow(number, filled[0], known_of(headings, cells)))
    return rows


def key_column(
    terms: SheetTerms, kind: Kind, languages: tuple[str, ...], headings: Sequence[SheetColumn]
) -> SheetColumn | None:
    """The column of the field that a user names to find items by; None where that is the id.

    Raises:
        WrongUse: there is no such field or column, or it holds more than a word or number.
    """
    paths_by_heading = {bare_name(heading): path for heading, path in terms.wanted.items()}
    named = paths_by_heading.get(bare_name(terms.key), terms.key)
    if named in ("", "id"):
        return None
    try:
        path, field = resolve(named, kind.fields, languages)
    except Unclear as error:
        raise WrongUse(f"--key {named}: {error}") from None
    if field.is_nested:
        raise WrongUse(f"--key {named}: that field holds more than one word; take a name, a number or a code")
    paths = [path]
    if field.is_text:
        paths += [path[:-1]] if field is WORDS else [(*path, language) for language in languages]
    columns = {heading.path: heading for heading in headings}
    column = next((columns[one] for one in paths if one in columns), None)
    if column is None:
        raise WrongUse(
            f"--key {named}: the sheet has no column {written(path)}; {terms.map('COLUMN', named)} says which it is"
        )
    return column


class Matching(Struct, frozen=True):
    """Finds the items that rows are among those of a kind's file."""

    grid: CellGrid
    kind: Kind
    items: Mapping[str, MappingNode]  # by id
    languages: tuple[str, ...]
    update: bool  # whether rows may be items that are there
    id_column: int  # 0 for none
    renamed: tuple[str, str] = ("", "")  # the id of a new row, and that of the item which it is

    def match(self, rows: list[SheetRow], key: SheetColumn | None) -> list[Problem]:
        """Give each row its id, and its item where there is one; what is wrong with ids, or with the key.

        Args:
            rows: the sheet's.
            key: the column that says which item a row is, in place of that of ids.
        """
        problems = self._found(rows, key) if key else []
        seen: dict[str, SheetRow] = {}
        ids = Ids([*self.items, *(cell.text.strip() for row in rows if (cell := self._id_cell(row)))])
        for row in rows:
            cell = self._id_cell(row)
            own = cell.text.strip() if cell else ""
            if cell and (wrong := self._wrong_id(row, own, seen, by_id=key is None)):
                problems.append(self.grid.problem(row.number, self.id_column, "duplicate-id", *wrong))
            row.id = row.id or own or ids.new(_title(self.kind, row.known, self.languages[0]))
            is_renamed = row.id == self.renamed[0] and bool(row.id)
            row.old = self.items.get(self.renamed[1] if is_renamed else row.id) if self.update else None
            row.id = self.renamed[1] if is_renamed and not own else row.id
            seen.setdefault(row.id, row)
        return problems

    def _id_cell(self, row: SheetRow) -> SheetCell | None:
        return self.grid.rows[row.number].get(self.id_column)

    def _wrong_id(
        self, row: SheetRow, own: str, seen: Mapping[str, SheetRow], *, by_id: bool
    ) -> tuple[str, str] | None:
        """What is wrong with a row's own id, and what to do."""
        if row.id and own != row.id:
            return f"{self.kind.file} calls this item {row.id}, not {excerpt(own)}", "write that, or empty the cell"
        if own in seen:
            first = self.grid.name(seen[own].number, self.id_column)
            return f"the id {excerpt(own)} is repeated here; it is first in {first}", "give one another id"
        if own in self.items and not (self.update and (row.id or by_id)):
            hint = "give it another id, or bring it up to date with --update"
            return f"{self.kind.file} has an item {own} already", hint
        return None

    def _in_row(self, cell: SheetCell, field: Field) -> Any:
        """What a cell of the key says, to be compared; None where that is nothing, or nobody can say."""
        try:
            return value_alone(field, scalar_of(cell, field, self.grid), self.languages)
        except Unclear:
            return None  # it is reported with the other cells

    def _in_item(self, node: Node | None, key: SheetColumn) -> Any:
        """The same of an item. A text without languages is the same in all of them."""
        for step in key.path:
            if isinstance(node, MappingNode):
                node = node.values.get(str(step))
        if isinstance(node, MappingNode):
            node = node.values.get(self.languages[0])
        if not isinstance(node, Scalar) or node.absent:
            return None
        return value_alone(key.field, node, self.languages)

    def _found(self, rows: list[SheetRow], key: SheetColumn) -> list[Problem]:
        """Give rows the ids of the items that say the same in the key's field; what is wrong with that."""
        held: dict[Any, list[str]] = {}
        for identifier, node in self.items.items():
            held.setdefault(self._in_item(node, key), []).append(identifier)
        name, column, file = written(key.path), key.column, self.kind.file
        seen: dict[Any, SheetRow] = {}
        problems: list[Problem] = []
        for row in rows:
            cell = self.grid.rows[row.number].get(column)
            if cell is None:
                message = f"{name} is missing, by which rows and items are matched"
                problems.append(self.grid.problem(row.number, column, "missing-field", message, "fill in the cell"))
                continue
            value = self._in_row(cell, key.field)
            if value is None:
                continue
            alike, wrong = held.get(value, []), None
            if value in seen:
                first = self.grid.name(seen[value].number, column)
                message = f"{name} {excerpt(cell.text)} is repeated here; it is first in {first}"
                wrong = message, "give one another, or take another --key"
            elif len(alike) > 1:
                wrong = f"{len(alike)} items of {file} have this {name}: {', '.join(alike[:5])}", "take another --key"
            elif alike and not self.update:
                wrong = (
                    f"{file} has an item with this {name} already: {excerpt(alike[0])}",
                    "bring it up to date with --update",
                )
            elif alike:
                row.id = alike[0]
            if wrong:
                problems.append(self.grid.problem(row.number, column, "duplicate-id", *wrong))
            seen.setdefault(value, row)
        return problems


def _title(kind: Kind, says: SheetSays, language: str) -> str:
    """What a row calls its item: its name or title, else its first text."""
    texts = [name for name, at in kind.fields.items() if at.is_text]
    for name in sorted(texts, key=lambda name: name not in ("name", "title")):
        said = says.below.get(name, SheetSays())
        cell = said.cell or said.below.get(language, SheetSays()).cell or said.first()
        if cell and cell.text.strip():
            return cell.text
    return kind.name


_OF_A_CELL = re.compile(r"'[^']*'|\"[^\"]*\"|[\w.,]*\d[\w.,]*")  # what differs from cell to cell in a message


def gathered(grid: CellGrid, head: int, rows: Sequence[int], problems: Sequence[Problem]) -> list[Problem]:
    """Problems of cells, those of all cells of a column that are filled, or of all rows, as one.

    Args:
        grid: the sheet.
        head: the row of the headings.
        rows: the rows of items.
        problems: what is wrong with its cells.
    """
    unworked = [problem for problem in problems if problem.message.endswith(NOT_WORKED_OUT)]
    notes = _formulas(grid, unworked) if len(unworked) > 1 else list(unworked)
    alike: dict[tuple[int, str, str], list[Problem]] = {}
    for problem in problems:
        if problem not in unworked:
            shape = _OF_A_CELL.sub("", problem.message)
            alike.setdefault((problem.column, problem.rule, shape), []).append(problem)
    for (column, rule, _), some in alike.items():
        places = {problem.line for problem in some} - {head}
        filled = sum(column in grid.rows.get(row, ()) for row in rows)
        if len(places) < 2 or len(places) < min(filled or len(rows), len(rows)):
            notes += some
            continue
        message = re.sub(rf"(?<=[:!])([A-Z]{{1,3}}){some[0].line}\b", rf"\g<1>{head}", some[0].message)
        texts = [excerpt(grid.rows[row][column].text) for row in sorted(places) if column in grid.rows[row]]
        more_texts = list(dict.fromkeys(texts))[1:4]
        message += f"; so in all {len(places)} rows" + (f", with {', '.join(more_texts)} too" if more_texts else "")
        notes.append(grid.problem(head, column, rule, message, some[0].hint))
    return notes


def _formulas(grid: CellGrid, problems: Sequence[Problem]) -> list[Problem]:
    places = sorted((problem.line, problem.column) for problem in problems)
    columns = ", ".join(column_name(column - 1) for column in sorted({column for _, column in places}))
    message = f"{len(places)} formulas have no value, from here to {address(*places[-1])} in {columns}"
    hint = (
        "they were never calculated: open the sheet in a spreadsheet program, save it and import it again, "
        "or leave their columns out with --map HEADING="
    )
    return [grid.problem(*places[0], CELL_RULE, message, hint)]
