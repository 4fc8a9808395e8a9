"""All files of a game that are written by hand, what was changed in them here, and ways to begin more of them.

GET /GAME/files: the page. POST /-/back/GAME: ``number`` of a change in; it and all that came after it are undone, the
last first; out the page again, or for JSON how many were undone. Stops where a file was changed since, with 409.
"""

from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from generator.core.problem import WrongUse
from generator.project.starter.sorts import sorts
from generator.web.answering import Tab
from generator.web.asking import Asked
from generator.web.source_files import TEMPLATE_SUFFIXES, TEMPLATES, source_names
from generator.web.turning import turned
from generator.web.writing import Written, text_in, writing

TAB = Tab("files", "files", 85)
MOST = 500  # templates that are listed
MOST_CHANGES = 100


def files(request: Request) -> Response:
    """The page."""
    asked = Asked(request)
    asked.only()
    templates = asked.workshop.templates_of(asked.game)
    changes = asked.workshop.history.all(asked.game.folder.name)[:MOST_CHANGES]
    return asked.page(
        "files.html",
        data=source_names(asked.game),
        templates=[TEMPLATES + name for name in _templates(templates)] if templates is not None else [],
        wrong={problem.file.rpartition("/")[2] for problem in asked.checked.problems},
        changes=[(change, datetime.fromtimestamp(change.number / 1e9).strftime("%H:%M")) for change in changes],
        sorts=sorts(),
        importable=[kind for kind in asked.game.kinds.values() if not kind.prose],
    )


def _templates(folder: Path) -> list[str]:
    """The texts below the templates' own folder; pictures have their own page."""
    found = (path for path in sorted(folder.iterdir()) if path.suffix in TEMPLATE_SUFFIXES)
    return [path.name for path in found if path.is_file() and not path.name.startswith(".")][:MOST]


def back(request: Request, sent: Written) -> Response:
    """Undo changes, the last first, down to one that is named."""
    asked = Asked(request, waits=False)
    history, name, written = asked.workshop.history, asked.game.folder.name, text_in(sent, "number")
    numbers = [change.number for change in history.all(name) if not change.undone]
    if not written.isdigit() or int(written) not in numbers:
        raise WrongUse("there is no such change")
    meant = [number for number in numbers if number >= int(written)]
    for _ in meant:
        turned(asked.workshop, name, undone=False)
    if "token" not in sent:
        return JSONResponse({"undone": len(meant)}, headers={"cache-control": "no-store"})
    there = name in asked.workshop.games()
    return RedirectResponse(f"/{quote(name, safe='')}/files" if there else "/", 303)


ROUTES = (Route("/{game}/files", files), Route("/-/back/{game}", writing(back), methods=["POST"]))
