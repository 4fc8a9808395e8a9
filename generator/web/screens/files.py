"""All files of a game that are written by hand, what was changed in them here, and ways to begin more of them.

GET /GAME/files: the page. POST /-/back/GAME: ``number`` of a change in; it and all that came after it are undone as one
step, but for those that no longer can be; out the page again, or for JSON how many were undone. 409 where none can be.
"""

from datetime import datetime
from pathlib import Path

from generator.core.problem import WrongUse, without_notes
from generator.starter.sorts import sorts
from generator.web.screens import RequestBody, Response, Tab, WorkshopRequest, done, get, path_of, post, text_in
from generator.web.source_files import TEMPLATE_SUFFIXES, TEMPLATES, source_names
from generator.web.turning import turned

TAB = Tab("files", "files", 85)
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
