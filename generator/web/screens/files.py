"""All files of a game that are written by hand, what was changed in them here, and ways to begin more of them.

GET /GAME/files: the page. POST /-/back/GAME: ``number`` of a change in; it and all that came after it are undone as one
step, but for those that no longer can be; out the page again, or for JSON how many were undone. 409 where none can be.

POST /-/undo/GAME, /-/redo/GAME: some of ``kind item file sort`` in, what the changes of a page have in common; out
``file kind item``, ``there``, the item if it is there now, and ``told``, what was done in words; or for a form the page
that it came from. What can no longer be undone is passed over. 404 where there is nothing to undo, 409 where files were
changed since.
"""

from datetime import datetime
from pathlib import Path
from urllib.parse import quote, urlsplit

from generator.core.problem import WrongUse, without_notes
from generator.starter.sorts import sorts
from generator.web.answering import TOLD
from generator.web.history import step_name
from generator.web.screens import RequestBody, Response, Tab, WorkshopRequest, done, get, path_of, post, text_in
from generator.web.source_files import TEMPLATE_SUFFIXES, TEMPLATES, source_names
from generator.web.turning import turned

TABS = [Tab("files", "files", 85)]
MOST = 500  # templates that are listed
MOST_CHANGES = 100


@get("/{game}/files", only=())
def files(request: WorkshopRequest) -> Response:
    """The page."""
    templates = request.templates
    changes = request.workshop.history.all(request.game.name)[:MOST_CHANGES]
    return request.page(
        "files.html",
        data=source_names(request.game),
        templates=[TEMPLATES + name for name in _templates(templates)] if templates is not None else [],
        wrong={problem.file.rpartition("/")[2] for problem in without_notes(request.checked.problems)},
        there={(kind.name, item.id) for kind in request.game.kinds.values() for item in kind.items},
        changes=[(change, datetime.fromtimestamp(change.number / 1e9).strftime("%H:%M")) for change in changes],
        sorts=sorts(),
        importable=[kind for kind in request.game.kinds.values() if not kind.prose],
    )


def _templates(folder: Path) -> list[str]:
    """The texts below the templates' own folder; pictures have their own page."""
    paths = (path for path in sorted(folder.iterdir()) if path.suffix in TEMPLATE_SUFFIXES)
    return [path.name for path in paths if path.is_file() and not path.name.startswith(".")][:MOST]


@post("/-/back/{game}", waits=False)
def back(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Undo changes, the last first, down to one that is named."""
    history, name, written = request.workshop.history, request.game.name, text_in(sent, "number")
    numbers = [change.number for change in history.all(name) if not change.undone]
    if not written.isdigit() or int(written) not in numbers:
        raise WrongUse("there is no such change")
    undone = turned(request.workshop, name, undone=False, down_to=int(written))
    there = name in request.workshop.games()
    return done(sent, {"undone": len(undone)}, path_of(name, "files") if there else "/")


_PAGES = {  # of changes of one sort or file
    "picture": "pictures",
    "balance.yaml": "balance",
    "game.yaml": "settings",
    f"{TEMPLATES}style.yaml": "style",
}
_OF_KINDS = ("fields", "grid")


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
    address = path_of(*names) if game is not None else "/"
    came_from = urlsplit(request.http.headers.get("referer", "")).path
    if kind and came_from in [path_of(name, kind, screen) for screen in _OF_KINDS]:
        address = came_from
    answer = done(sent, answer_data, address)
    if "token" in sent:
        answer.set_cookie(TOLD, quote(message), max_age=20, samesite="strict")
    return answer
