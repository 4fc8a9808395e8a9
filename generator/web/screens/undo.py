"""Undo of what the workshop wrote: the last change of a game first; and redo of what was undone.

POST /-/undo/GAME, /-/redo/GAME: out ``file kind item`` and ``there``, the item if it is there now; or for a form the
page of what is there again. 404 where there is nothing to undo, 409 where the file was changed since.
"""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.web.asking import Asked
from generator.web.turning import turned
from generator.web.writing import Written, writing

_PAGES = {"picture": "pictures", "balance.yaml": "balance"}  # where changes of some sorts and files are seen


def undo(request: Request, sent: Written) -> Response:
    """Undo the last change."""
    return _turn(request, sent, undone=False)


def redo(request: Request, sent: Written) -> Response:
    """Make a change once more that was undone."""
    return _turn(request, sent, undone=True)


def _turn(request: Request, sent: Written, *, undone: bool) -> Response:
    workshop, name = Asked(request).workshop, request.path_params["game"]
    change = turned(workshop, name, undone=undone)
    game = workshop.game(name).game if name in workshop.games() else None
    kind = change.kind if game is not None and change.kind in game.kinds else ""
    there = change.item if game is not None and game.find(kind, change.item) is not None else ""
    if "token" not in sent:
        shown = change.file
        told = {"file": shown, "kind": kind, "item": change.item, "there": there}
        return JSONResponse(told, headers={"cache-control": "no-store"})
    page = _PAGES.get(change.sort) or _PAGES.get(change.file)
    path = [] if game is None else [name, page] if page else [name, *([kind] if kind else []), there]
    return RedirectResponse("/" + "/".join(quote(part, safe="") for part in path), 303)


ROUTES = tuple(
    Route(f"/-/{word}/{{game}}", writing(turn), methods=["POST"]) for word, turn in (("undo", undo), ("redo", redo))
)
