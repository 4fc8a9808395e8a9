"""Mistakes of a whole column as one, at its heading; formulas that nobody worked out as one, where the first is."""

import re
from collections.abc import Mapping, Sequence

from generator.core.problem import Problem
from generator.project.spreadsheet.cells import CELL_RULE, NOT_WORKED_OUT, CellGrid, address, letters, place_of

_OF_A_CELL = re.compile(r"'[^']*'|\"[^\"]*\"|[\w.,]*\d[\w.,]*")  # what differs from cell to cell in a message


def gathered(grid: CellGrid, head: int, rows: Sequence[int], problems: Sequence[Problem]) -> list[Problem]:
    """Problems of cells, those of all cells of a column that are filled, or of all rows, as one.

    Args:
        grid: the sheet.
        head: the row of the headings.
        rows: the rows of items.
        problems: what is wrong with its cells.
    """
    at = {id(problem): place_in(problem) for problem in problems}
    unworked = [problem for problem in problems if problem.message.endswith(NOT_WORKED_OUT)]
    found = _formulas(grid, unworked, at) if len(unworked) > 1 else list(unworked)
    alike: dict[tuple[int, str, str], list[Problem]] = {}
    for problem in problems:
        if problem not in unworked:
            shape = _OF_A_CELL.sub("", problem.message)
            alike.setdefault((at[id(problem)][1], problem.rule, shape), []).append(problem)
    for (column, rule, _), some in alike.items():
        places = {at[id(problem)][0] for problem in some} - {head}
        filled = sum(column in grid.rows.get(row, ()) for row in rows)
        if len(places) < 2 or len(places) < min(filled or len(rows), len(rows)):
            found += some
            continue
        first = at[id(some[0])][0]
        message = re.sub(rf"(?<=[:!])([A-Z]{{1,3}}){first}\b", rf"\g<1>{head}", some[0].message)
        message += f"; so in all {len(places)} rows"
        found.append(grid.problem(head, column, rule, message, some[0].hint))
    return found


def place_in(problem: Problem) -> tuple[int, int]:
    """Row and column of the cell that a problem is in."""
    return place_of(re.split("[!:]", problem.file)[-1]) or (0, 0)


def _formulas(grid: CellGrid, problems: Sequence[Problem], at: Mapping[int, tuple[int, int]]) -> list[Problem]:
    places = sorted(at[id(problem)] for problem in problems)
    columns = ", ".join(letters(column) for column in sorted({column for _, column in places}))
    message = f"{len(places)} formulas have no value, from here to {address(*places[-1])} in {columns}"
    hint = (
        "they were never calculated: open the sheet in a spreadsheet program, save it and import it again, "
        "or leave their columns out with --map HEADING="
    )
    return [grid.problem(*places[0], CELL_RULE, message, hint)]
