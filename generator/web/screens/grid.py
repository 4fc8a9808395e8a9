"""All items of a kind as a table whose cells are changed.

GET /GAME/KIND/grid: the page. PUT the same: ``version rows`` in, each row with ``id`` (empty for a new one) and
``cells`` by the names of their columns; out ``version added``, or with 409 ``error`` and ``wrong`` (``row column
message``).
"""

from typing import Any

from generator.core.problem import Faulty, Infeasible, without_notes
from generator.editing.picture_list import MOST_OFFERED
from generator.model.game import Game
from generator.tables.cell_table import (
    ChangedRow,
    TableColumn,
    cell_of,
    cells_changed,
    columns_of,
    wrong_cells,
)
from generator.web.faults import by_item, levels
from generator.web.saving import saved
from generator.web.screens import (
    HTTPException,
    RequestBody,
    Response,
    WorkshopRequest,
    get,
    path_of,
    put,
    text_in,
    unkept,
)

MOST_ROWS = 5_000


@get("/{game}/{kind}/grid", only=())
def grid(request: WorkshopRequest) -> Response:
    """The table of a kind."""
    kind, game = request.kind, request.game
    if kind.prose:
        raise Infeasible(f"{kind.name} is running text: it has no items to be shown in a table")
    columns = [
        each
        for each in columns_of(kind, game.languages)
        if each.name != "art" or any("art" in item.node.values for item in kind.items)
    ]
    faults = by_item(kind, without_notes(request.checked.problems))
    part = request.part(kind.items, faults)
    rows = [(item, [cell_of(item.node, column, game.language) for column in columns]) for item in part.items]
    unread = request.unread
    version = "" if unread else request.file(begins=True).version
    return request.page(
        "grid.html",
        columns=[{"name": each.name, **_input(game, each)} for each in columns],
        rows=rows,
        part=part,
        faults=faults,
        levels=levels,
        version=version,
        unread=unread,
        address=path_of(game.name, kind.name, "grid"),
    )


def _input(game: Game, column: TableColumn) -> dict[str, Any]:
    """The input of a column's cells: ``sort``, and the words that are offered."""
    form = column.field.in_form
    items = game.kinds[form.items_of].items if form.items_of in game.kinds else []
    words = list(form.words) or [item.id for item in items if item.id][:MOST_OFFERED]
    return {"sort": form.sort if form.sort in ("text", "number") else "word", "words": words}


@put("/{game}/{kind}/grid", looks=True)
def write(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Save cells."""
    kind, game = request.kind, request.game
    file = request.file(begins=True)
    rows = _rows(sent)
    if text_in(sent, "version") != file.version:
        raise HTTPException(409, f"{file.shown} was changed meanwhile")
    try:
        content, added = cells_changed(game, kind, file.content, rows)
        fields = tuple(dict.fromkeys(name.partition(".")[0] for row in rows for name in row.cells))
        item, renamed = (rows[0].id, rows[0].cells.get("id", "")) if len(rows) == 1 else ("", "")
        about = {"fields": fields, "now": renamed if item else ""}
        now = saved(request, file, content, "saved", kind.name, item, **about)
    except Faulty as fault:
        return unkept({"error": str(fault), "wrong": wrong_cells(fault.problems)}, 409)
    return unkept({"version": now.version, "added": added})


def _rows(sent: RequestBody) -> list[ChangedRow]:
    """The rows that were sent.

    Raises:
        HTTPException: they are none.
    """
    rows = sent.get("rows")
    if not isinstance(rows, list) or len(rows) > MOST_ROWS:
        raise HTTPException(400, f"rows is a list of up to {MOST_ROWS}")
    changed_rows = []
    for row in rows:
        cells = row.get("cells") if isinstance(row, dict) else None
        if not isinstance(cells, dict) or not cells:
            raise HTTPException(400, "a row has an id and cells")
        changed_rows.append(ChangedRow(text_in(row, "id"), {str(name): text_in(cells, name) for name in cells}))
    return changed_rows
