"""All items of a kind as a table whose cells are changed.

GET /GAME/KIND/grid: the page. PUT the same: ``version rows`` in, each row with ``id`` (empty for a new one) and
``cells`` by the names of their columns; out ``version added``, or with 409 ``error`` and ``wrong`` (``row column
message``).
"""

from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.core.problem import Faulty, Infeasible
from generator.model.fields import ChoiceField, FlagField, NumberField, ReferenceField, TextField
from generator.model.game import Game
from generator.project.editing.picture_list import MOST_OFFERED
from generator.project.spreadsheet.cell_table import (
    ChangedRow,
    TableColumn,
    cell_of,
    cells_changed,
    columns_of,
    wrong_cells,
)
from generator.web.asking import Asked
from generator.web.faults import by_item, levels
from generator.web.held import unreadable
from generator.web.source_files import source_file
from generator.web.turning import saved
from generator.web.writing import Written, text_in, writing

MOST_ROWS = 5_000


def grid(request: Request) -> Response:
    """The table of a kind."""
    asked = Asked(request)
    kind, game = asked.kind, asked.game
    if kind.prose:
        raise Infeasible(f"{kind.name} is running text: it has no items to be shown in a table")
    asked.only()
    columns = [
        one
        for one in columns_of(kind, game.languages)
        if one.name != "art" or any("art" in item.node.values for item in kind.items)
    ]
    faults = by_item(kind, asked.checked.problems)
    part = asked.part(kind.items, faults)
    rows = [(item, [cell_of(item.node, column, game.language) for column in columns]) for item in part.items]
    unread = unreadable(asked.snapshot, kind.file) or unreadable(asked.snapshot, game.file)
    version = "" if unread else source_file(game, kind.file.rpartition("/")[2], begins=True).version
    return asked.page(
        "grid.html",
        kind=kind,
        columns=[{"name": one.name, **_input(game, one)} for one in columns],
        rows=rows,
        part=part,
        faults=faults,
        levels=levels,
        version=version,
        unread=unread,
        address=f"/{quote(game.folder.name, safe='')}/{quote(kind.name, safe='')}/grid",
    )


def _input(game: Game, column: TableColumn) -> dict[str, Any]:
    """How a column's cells are filled in: ``sort``, and the words that are offered."""
    match column.field:
        case TextField():
            return {"sort": "text", "words": []}
        case NumberField(words=words):
            return {"sort": "number", "words": list(words)}
        case FlagField():
            return {"sort": "word", "words": ["true", "false"]}
        case ChoiceField(of=words):
            return {"sort": "word", "words": list(words)}
        case ReferenceField(to=to) if to in game.kinds:
            return {"sort": "word", "words": [item.id for item in game.kinds[to].items if item.id][:MOST_OFFERED]}
    return {"sort": "word", "words": []}


def write(request: Request, sent: Written) -> Response:
    """Save cells."""
    asked = Asked(request)
    asked.workshop.look()
    asked = Asked(request)
    kind, game = asked.kind, asked.game
    name = kind.file.rpartition("/")[2]
    file = source_file(game, name, begins=True)
    rows = _rows(sent)
    if text_in(sent, "version") != file.version:
        raise HTTPException(409, f"{file.shown} was changed meanwhile")
    try:
        content, added = cells_changed(game, kind, file.content, rows)
        now = saved(asked, name, file, content, kind=kind.name)
    except Faulty as fault:
        told = {"error": str(fault), "wrong": wrong_cells(fault.problems)}
        return JSONResponse(told, 409, {"cache-control": "no-store"})
    return JSONResponse({"version": now.version, "added": added}, headers={"cache-control": "no-store"})


def _rows(sent: Written) -> list[ChangedRow]:
    """The rows that were sent.

    Raises:
        HTTPException: they are none.
    """
    rows = sent.get("rows")
    if not isinstance(rows, list) or len(rows) > MOST_ROWS:
        raise HTTPException(400, f"rows is a list of up to {MOST_ROWS}")
    found = []
    for row in rows:
        cells = row.get("cells") if isinstance(row, dict) else None
        if not isinstance(cells, dict) or not cells:
            raise HTTPException(400, "a row has an id and cells")
        found.append(ChangedRow(text_in(row, "id"), {str(name): text_in(cells, name) for name in cells}))
    return found


ROUTES = (Route("/{game}/{kind}/grid", grid), Route("/{game}/{kind}/grid", writing(write), methods=["PUT"]))
