"""Undo of what the workshop wrote: the last change of a game first; and redo of what was undone.

POST /-/undo/GAME, /-/redo/GAME: out ``file kind item`` and ``there``, the item if it is there now; or for a form the
page of what is there again. 404 where there is nothing to undo, 409 where the file was changed since.
"""

from generator.web.screens import Asked, Response, Written, done, path_of, post
from generator.web.turning import turned

_PAGES = {"picture": "pictures", "balance.yaml": "balance"}  # where changes of some sorts and files are seen


@post("/-/undo/{game}")
@post("/-/redo/{game}")
def turn(asked: Asked, sent: Written) -> Response:
    """Undo the last change, or make one once more that was undone."""
    workshop, name = asked.workshop, asked.path["game"]
    change = turned(workshop, name, undone=asked.request.url.path.startswith("/-/redo/"))
    game = workshop.game(name).game if name in workshop.games() else None
    kind = change.kind if game is not None and change.kind in game.kinds else ""
    there = change.item if game is not None and game.find(kind, change.item) is not None else ""
    page = _PAGES.get(change.sort) or _PAGES.get(change.file)
    names = [""] if game is None else [name, page] if page else [name, *([kind] if kind else []), there]
    return done(sent, {"file": change.file, "kind": kind, "item": change.item, "there": there}, path_of(*names))
