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
    workshop, name = asked.workshop, asked.game.folder.name
    change = workshop.history.last(name, undone=undone)
    if change is None:
        raise NotFound("there is nothing to undo" if not undone else "there is nothing to do again")
    is_picture = change.sort == "picture"
    file = source_file(
        asked.game, change.file, workshop.templates_of(asked.game), begins=is_picture, pictures=is_picture
    )
    if file.version != change.version:
        raise ChangedMeanwhile(Path(file.shown))
    saved = save(file, file.version, change.other)
    workshop.history.turned(change, file.content, saved.version)
    workshop.look()
    there = change.item if workshop.game(name).game.find(change.kind, change.item) is not None else ""
    if "token" not in sent:
        told = {"file": file.shown, "kind": change.kind, "item": change.item, "there": there}
        return JSONResponse(told, headers={"cache-control": "no-store"})
    path = [name, "pictures"] if is_picture else [name, *([change.kind] if change.kind else []), there]
    return RedirectResponse("/" + "/".join(quote(part, safe="") for part in path), 303)


ROUTES = tuple(
    Route(f"/-/{word}/{{game}}", writing(turn), methods=["POST"]) for word, turn in (("undo", undo), ("redo", redo))
)
