"""A spreadsheet that is dropped: what it would change, and then that change.

PUT /-/import/GAME/KIND?name=cards.xlsx: the bytes of a CSV, TSV, XLSX or ODS file in; out what `pnp import` would do:
``added changed same notes diff`` and ``version``. With ``&version=`` it is done. ``&update=1`` brings items up to date
by their ids, ``&sheet=`` names a sheet. 409 with ``problems`` where cells are wrong. What is done can be undone.

POST the same without a file: the kind is brought up to date from its ``source`` in ``game.yaml``, as by `pnp import
--all`, and what was changed is given back.
"""

from difflib import unified_diff
from pathlib import Path
from typing import Any

from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import Infeasible, WrongUse
from generator.model.load import load_game
from generator.tables.cells import CellGrid
from generator.tables.headings import SheetTerms, notes_of
from generator.tables.importing import import_rows
from generator.tables.opening import BOOKS, TEXTS, SheetOrder, open_grid, read_order, sources_of
from generator.web.errands import FILE, ErrandBudget
from generator.web.saving import saved
from generator.web.screens import RequestBody, Response, WorkshopRequest, post, put, unkept

SOURCE = ErrandBudget(10, 1_000_000_000, 24)  # it may have to be fetched
MOST_LINES = 400  # of a difference


@put("/-/import/{game}/{kind}", only=("name", "update", "sheet", "version"), looks=True, file=True)
def take(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Say what a sheet would change, or change it."""
    kind, name = request.kind, Path(request.text("name", "") or "").name
    if kind.prose:
        raise Infeasible(f"{kind.name} is running text: it has no items")
    if Path(name).suffix.lower() not in TEXTS + BOOKS or not name.isprintable() or len(name) > 100:
        raise WrongUse("name is that of a CSV, TSV, XLSX or ODS file")
    file = request.file(begins=True)
    sheet, updates = request.text("sheet"), request.yes("update")
    args = request.game.name, kind.name, name, sent["file"], file.content, sheet, updates
    report, content = request.errand(_imported, request.workshop.project, *args, budget=FILE)
    version = request.text("version")
    if version is not None:
        file.require(version)
        saved(request, file, content, "imported", request.kind.name)
    return unkept({**report, "version": file.version})


@post("/-/import/{game}/{kind}", only=(), looks=True)
def update(request: WorkshopRequest, sent: RequestBody) -> Response:  # noqa: ARG001 - the source is named in game.yaml
    """Bring a kind up to date from its source."""
    game, kind = request.game, request.kind
    order = next((source for source in sources_of(request.workshop.project, game) if source.kind == kind.name), None)
    if order is None:
        raise Infeasible(f"{kind.name} has no source in game.yaml to be brought up to date from")
    file = request.file(begins=True)
    args = request.workshop.project, game.folder.name, order, file.content
    report, content = request.errand(_updated, *args, budget=SOURCE)
    saved(request, file, content, "imported", request.kind.name)
    return unkept(report)


def _updated(
    _progress: object, project: Project, game: str, order: SheetOrder, old: bytes
) -> tuple[dict[str, Any], bytes]:
    """A kind's file after an update from its source, in words and as bytes."""
    return _report(project, game, order.kind, read_order(order), old, order.terms)


def _imported(
    _progress: object,
    project: Project,
    game: str,
    kind: str,
    name: str,
    data: bytes,
    old: bytes,
    sheet: str | None,
    update: bool,  # noqa: FBT001 - as all errands are called
) -> tuple[dict[str, Any], bytes]:
    """A kind's file after an import, in words and as bytes."""
    with scratch() as folder:
        path = folder / name
        path.write_bytes(data)
        grid = open_grid(path, sheet, kind, None)
    return _report(project, game, kind, grid, old, SheetTerms(update=update))


def _report(
    project: Project, game: str, kind: str, grid: CellGrid, old: bytes, terms: SheetTerms
) -> tuple[dict[str, Any], bytes]:
    read, _ = load_game(project.game_folder(game), f"{project.data.as_posix()}/{game}")
    done = import_rows(read, read.kinds[kind], grid, old, terms)
    before, after = (text.decode("utf-8", "replace").splitlines() for text in (old, done.data))
    lines = list(unified_diff(before, after, lineterm="", n=1))[2:]
    report = {
        "added": done.added,
        "changed": {item: list(fields) for item, fields in done.changed.items()},
        "same": done.same,
        "notes": [*notes_of(grid, terms), *done.remarks()],
        "diff": lines[:MOST_LINES],
        "more": max(0, len(lines) - MOST_LINES),
    }
    return report, done.data
