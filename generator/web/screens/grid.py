"""All items of a kind as a table whose cells are changed.

GET /GAME/KIND/grid: the page. PUT the same: ``version rows`` in, each row with ``id`` (empty for a new one) and
``cells`` by the names of their columns; out ``version added``, or with 409 ``error`` and ``wrong`` (``row column
message``).
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from generator.core.escape import escaped
from generator.core.problem import Faulty, Infeasible, Problem, without_notes
from generator.editing.forms import titles_in
from generator.editing.picture_list import MOST_OFFERED, field_places, picture_files
from generator.model.game import Item
from generator.tables.cell_table import (
    ChangedRow,
    TableColumn,
    cell_of,
    cells_changed,
    columns_of,
    wrong_cells,
)
from generator.web.asking import PART
from generator.web.faults import by_item, field_at, levels
from generator.web.saving import saved
from generator.web.screens import (
    HTTPException,
    RequestBody,
    Response,
    Tab,
    WorkshopRequest,
    get,
    path_of,
    put,
    text_in,
    unkept,
)

MOST_ROWS = 5_000
TABS = [Tab("grid", "grid", 10, of="items", under="cards")]


@get("/{game}/{kind}/grid", only=(), waits=False)
def grid(request: WorkshopRequest) -> Response:
    """The table of a kind; its rows as data, of which scripts show those in the window."""
    if PART in request.http.headers:  # what was saved is shown with what is wrong with it
        request = WorkshopRequest(request.http)
    kind, game = request.kind, request.game
    if kind.prose:
        raise Infeasible(f"{kind.name} is running text: it has no items to be shown in a table")
    folder = request.picture_folder
    places = field_places(kind, folder)
    columns = [each for each in columns_of(kind, game.languages) if each.name != "art" or "art" in places]
    faults = by_item(kind, without_notes(request.checked.problems))
    part = request.part(kind.items, faults)
    unread = request.unread
    return request.page(
        "grid.html",
        columns=_inputs(request, columns, picture_files(kind, folder), places),
        rows=[_row(item, columns, game.language, faults.get(item.id, [])) for item in part.items],
        part=part,
        version="" if unread else request.file(begins=True).version,
        unread=unread,
        address=path_of(game.name, kind.name, "grid"),
        pictures=path_of("-", "pictures", game.folder.name, ""),
    )


def _row(item: Item, columns: Sequence[TableColumn], language: str, problems: Sequence[Problem]) -> list[Any]:
    """An item's id, its cells, and what is wrong: the level, errors, and messages by the places of their cells."""
    cells = [cell_of(item.node, column, language) for column in columns]
    row: list[Any] = [escaped(item.id), [None if cell is None else escaped(cell, keep="\n") for cell in cells]]
    if not problems:
        return row
    messages: dict[int, str] = {}
    for problem in sorted(problems, key=lambda problem: problem.level != "error"):
        path = field_at(item.node, problem.line, problem.column)
        place = max(range(len(columns)), key=lambda place: _shared(columns[place].path, path))
        messages[place] = f"{messages[place]} {problem.message}" if place in messages else problem.message
    return [*row, levels(problems), sum(problem.level == "error" for problem in problems), messages]


def _shared(column: Sequence[object], path: Sequence[object]) -> int:
    """Count the steps that two paths have in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(column, path, strict=False)))


def _inputs(
    request: WorkshopRequest,
    columns: Sequence[TableColumn],
    files: Mapping[str, Mapping[str, str]],
    places: Mapping[str, tuple[str, str]],
) -> list[dict[str, Any]]:
    """What scripts make the cells of each column of: ``name label sort``, ``words`` that are offered, ``files``."""
    titles = titles_in(request.kind, request.tongue, request.game.language)
    inputs = []
    for column in columns:
        form, named = column.field.in_form, titles.get(str(column.path[0]))
        label = " ".join([named, *map(str, column.path[1:])]) if named else column.name
        items = request.game.kinds[form.items_of].items if form.items_of in request.game.kinds else []
        pictured = files.get(column.name, {}) if column.name in places and column.name != "id" else None
        words = list(form.words) or [item.id for item in items if item.id][:MOST_OFFERED] or list(pictured or {})
        sort = form.sort if form.sort in ("text", "number") else "word"
        called = [[word, titles.get(word, "") if form.words else ""] for word in words]
        inputs.append({"name": column.name, "label": label, "sort": sort, "words": called, "files": pictured})
    return inputs


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
