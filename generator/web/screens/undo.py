"""Undo of what the workshop wrote: the last change of a game first; and redo of what was undone.

POST /-/undo/GAME, /-/redo/GAME: out ``file kind item`` and ``there``, the item if it is there now; or for a form the
page of what is there again. 404 where there is nothing to undo, 409 where the file was changed since.
"""

from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.core.refusal import NotFound
from generator.core.rewriting import ChangedMeanwhile
from generator.web.asking import Asked
from generator.web.history import FileChange
from generator.web.source_files import save, source_file
from generator.web.writing import Written, writing


def undo(request: Request, sent: Written) -> Response:
    """Undo the last change."""
    return _turn(request, sent, undone=False)


def redo(request: Request, sent: Written) -> Response:
    """Make a change once more that was undone."""
    return _turn(request, sent, undone=True)


def _turn(request: Request, sent: Written, *, undone: bool) -> Response:
    asked = Asked(request, waits=False)
    change, shown = turned(asked, undone=undone)
    name = asked.game.folder.name
    there = change.item if asked.workshop.game(name).game.find(change.kind, change.item) is not None else ""
    if "token" not in sent:
        told = {"file": shown, "kind": change.kind, "item": change.item, "there": there}
        return JSONResponse(told, headers={"cache-control": "no-store"})
    path = [name, *([change.kind] if change.kind else []), there]
    if change.sort == "picture":
        path = [name, "pictures"]
    return RedirectResponse("/" + "/".join(quote(part, safe="") for part in path), 303)


def turned(asked: Asked, *, undone: bool) -> tuple[FileChange, str]:
    """Undo the last change of a game, or make once more the one that was undone last; and the name of its file.

    Raises:
        NotFound: there is none.
        ChangedMeanwhile: the file was changed since.
    """
    workshop, name = asked.workshop, asked.game.folder.name
    change = workshop.history.last(name, undone=undone)
    if change is None:
        raise NotFound("there is nothing to undo" if not undone else "there is nothing to do again")
    is_picture = change.sort == "picture"
    templates = workshop.templates_of(asked.game)
    file = source_file(asked.game, change.file, templates, begins=is_picture, pictures=is_picture)
    if file.version != change.version:
        raise ChangedMeanwhile(Path(file.shown))
    saved = save(file, file.version, change.other)
    workshop.history.turned(change, file.content, saved.version)
    workshop.look()
    return change, file.shown


ROUTES = tuple(
    Route(f"/-/{word}/{{game}}", writing(turn), methods=["POST"]) for word, turn in (("undo", undo), ("redo", redo))
)
