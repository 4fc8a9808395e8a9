"""A kind's items as a table to be changed cell by cell, and what becomes of its file when cells are."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from generator.core.problem import Faulty, Problem, WrongUse
from generator.model.fields import Field
from generator.model.game import Game, Kind
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar
from generator.read.tree import Sequence as SequenceNode
from generator.tables.cells import MAX_CELLS, OUTCOME, CellGrid, SheetCell
from generator.tables.exporting import joined
from generator.tables.headings import FieldPath, SheetTerms, written
from generator.tables.importing import import_rows

NAME = "grid"  # of the table in messages


class TableColumn(NamedTuple):
    """A column: a field, a part of one, or a text in one language."""

    name: str  # as the first row of a sheet has it: ``name.en``
    path: FieldPath
    field: Field


class ChangedRow(NamedTuple):
    """What was written into a row: cells by the names of their columns."""

    id: str  # of its item; empty for a new one
    cells: Mapping[str, str]


def columns_of(kind: Kind, languages: Sequence[str]) -> list[TableColumn]:
    """The columns of a kind: what fits into single cells. The id comes first, then the kind's own fields."""
    own = [name for name in kind.fields if name not in ("id", "copies", "waive")]
    order = ["id", *own, "copies"]
    return [
        column for name in order if name in kind.fields for column in _columns(kind.fields[name], (name,), languages)
    ]


def _columns(field: Field, path: FieldPath, languages: Sequence[str]) -> Iterator[TableColumn]:
    if field.is_text and len(languages) > 1:
        for language in languages:
            yield TableColumn(written((*path, language)), (*path, language), field)
    elif field.parts and not field.is_keyed:
        for name, inner in field.parts.items():
            yield from _columns(inner, (*path, name), languages)
    elif field.is_known and not (field.member or field).is_nested and not (field.member and field.member.is_text):
        yield TableColumn(written(path), path, field)


def cell_of(node: Node, column: TableColumn, first_language: str) -> str | None:
    """What a cell shows of an item; None where it does not fit into one, and cannot be changed there.

    A text that is the same in all languages stands in the column of the first.
    """
    for step in column.path:
        if isinstance(node, Scalar) and column.field.is_text and step == column.path[-1]:
            return "" if node.absent or step != first_language else node.text.removesuffix("\n")
        if not isinstance(node, MappingNode):
            return None
        if step not in node.values:
            return ""
        node = node.values[str(step)]
    if isinstance(node, Scalar):
        return "" if node.absent else node.text.removesuffix("\n")
    if isinstance(node, SequenceNode) and column.field.member:
        return joined(column.field.member, node) if node.items else "[]"
    return None


def cells_changed(game: Game, kind: Kind, old: bytes, rows: Sequence[ChangedRow]) -> tuple[bytes, list[str]]:
    """A kind's file with other cells, and the ids of the items that are new.

    Rows in which the same columns were changed are taken in together, as a sheet of those columns.

    Raises:
        Faulty: cells are wrong; see `wrong_cells`.
        Infeasible: the file cannot take the changes.
        WrongUse: there is no such column, or there are too many cells.
    """
    known = {column.name for column in columns_of(kind, game.languages)}
    unknown = next((name for row in rows for name in row.cells if name not in known), None)
    if unknown is not None or sum(len(row.cells) for row in rows) > MAX_CELLS:
        raise WrongUse(f"the table has no column {unknown!r}" if unknown else "that is too much for one table")
    alike: dict[tuple[str, ...], list[int]] = {}
    for place, row in enumerate(rows):
        alike.setdefault((("id",) if row.id else ()) + tuple(sorted(row.cells)), []).append(place)
    added: list[str] = []
    for names, places in alike.items():
        headings = list(dict.fromkeys(names))
        grid = _grid(rows, places, headings)
        try:
            done = import_rows(game, kind, grid, old, SheetTerms(update="id" in headings, by_cell=True))
        except Faulty as fault:
            raise Faulty([_at(problem, headings) for problem in fault.problems], OUTCOME) from None
        old, added = done.data, [*added, *done.added]
    return old, added


def _grid(rows: Sequence[ChangedRow], places: Sequence[int], headings: Sequence[str]) -> CellGrid:
    """The sheet of some rows: each stands two below its place, so that messages lead back to it."""
    grid = CellGrid(NAME)
    for column, name in enumerate(headings, start=1):
        grid.put(SheetCell(1, column, name))
        for place in places:
            row = rows[place]
            grid.put(SheetCell(place + 2, column, row.id if name == "id" and row.id else row.cells.get(name, "")))
    return grid


def _at(problem: Problem, headings: Sequence[str]) -> Problem:
    """A problem at the name of its column and the place of its row, in place of a cell's address."""
    name = headings[problem.column - 1]
    return replace(problem, file=f"{NAME}:{name}", line=problem.line - 1)


def wrong_cells(problems: Sequence[Problem]) -> list[dict[str, object]]:
    """What `cells_changed` found wrong: ``row``, from 0 among those that were changed, ``column`` and ``message``.

    Where a whole row is wrong, the column is empty.
    """
    return [
        {
            "row": max(problem.line - 1, 0),
            "column": problem.file.partition(":")[2],
            "message": f"{problem.message}; {problem.hint}".rstrip("; "),
        }
        for problem in problems
    ]
