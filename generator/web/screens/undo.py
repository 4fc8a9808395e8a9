"""Undo of what the workshop wrote: the last change of a game, or of a page, first; and redo of what was undone.

POST /-/undo/GAME, /-/redo/GAME: some of ``kind item file sort`` in, what the changes of a page have in common; out
``file kind item``, ``there``, the item if it is there now, and ``told``, what was done in words; or for a form the page
that it came from. What can no longer be undone is passed over. 404 where there is nothing to undo, 409 where files were
changed since.
"""

from urllib.parse import quote

from generator.web.answering import TOLD
from generator.web.screens import RequestBody, Response, WorkshopRequest, done, path_of, post
from generator.web.step_words import step_name
from generator.web.turning import turned

_PAGES = {"picture": "pictures", "balance.yaml": "balance"}  # of changes of one sort or file


@post("/-/undo/{game}")
@post("/-/redo/{game}")
def turn(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Undo the last change, or make one once more that was undone."""
    workshop, name, again = request.workshop, request.path["game"], request.http.url.path.startswith("/-/redo/")
    own = {key: str(sent[key]) for key in ("kind", "item", "file", "sort") if sent.get(key)}
    before = workshop.outline(name)
    change = turned(workshop, name, own, undone=again)[0]
    game = workshop.game(name).game if name in workshop.games() else None
    kind = change.kind if game is not None and change.kind in game.kinds else ""
    item = change.now if again and change.now else change.item
    there = item if game is not None and game.find(kind, item) is not None else ""
    what = step_name(change, game if game is not None and (there or not item) else before, request.say, request.tongue)
    message = request.say("redone-what" if again else "undone-what", what=what)
    answer_data = {"file": change.file, "kind": kind, "item": item, "there": there, "told": message}
    page = _PAGES.get(own.get("sort") or own.get("file") or "", "")
    names = [name, kind, there if own.get("item") else ""] if kind and own.get("kind") else [name, page]
    answer = done(sent, answer_data, path_of(*names) if game is not None else "/")
    if "token" in sent:
        answer.set_cookie(TOLD, quote(message), max_age=20, samesite="strict")
    return answer
