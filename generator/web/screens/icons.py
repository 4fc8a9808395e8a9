"""Icons to begin with, and those of sets in the folder ``icon-sets`` of the project, taken as `pnp icons` takes them.

GET /-/icons.json: their names, those of sets with the set's behind them. GET /-/icons/NAME.svg: one of them. POST
/-/icons/GAME: ``name`` in, and ``folder``, that of the pictures of a field, if it is not to lie among icons; out
``sign`` and ``file``. It can be undone.
"""

from functools import lru_cache
from pathlib import Path

from starlette.responses import JSONResponse

from generator.core.problem import Refusal, WrongUse
from generator.editing.picture_list import field_places
from generator.starter.icons import FOLDER, IconSet, icon_svg, icons_like, read_icon_set, take_icons
from generator.web.saving import remember
from generator.web.screens import RequestBody, Response, WorkshopRequest, get, post, sent, text_in, unkept

SETS = "icon-sets"  # beside the folder of data
_BETWEEN = " · "  # a name and that of its set


def _sets(request: WorkshopRequest) -> dict[str, IconSet]:
    """The project's own sets by title; one that cannot be read, or does not say whose it is, is not offered."""
    folder = request.workshop.project.data.parent / SETS
    sets: dict[str, IconSet] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        state = path.stat()
        icon_set = _set_in(path, state.st_mtime_ns, state.st_size)
        if icon_set is not None:
            sets[icon_set.title] = icon_set
    return sets


@lru_cache(maxsize=8)
def _set_in(path: Path, *_: int) -> IconSet | None:
    try:
        return read_icon_set(path)
    except Refusal:
        return None


def _find(request: WorkshopRequest, name: str) -> tuple[str, IconSet | None]:
    bare, _, title = name.partition(_BETWEEN)
    return bare, _sets(request).get(title) if title else None


@get("/-/icons.json")
def names(request: WorkshopRequest) -> Response:
    """The names of all icons."""
    request.only()
    own = [f"{name}{_BETWEEN}{title}" for title, icon_set in _sets(request).items() for name in icon_set.icons]
    return JSONResponse([*icons_like(()), *own])


@get("/-/icons/{name}.svg")
def icon(request: WorkshopRequest) -> Response:
    """One icon."""
    return sent(request.http, icon_svg(*_find(request, request.path["name"])).encode(), "image/svg+xml")


@post("/-/icons/{game}")
def take(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Take an icon into a game."""
    name, folder, workshop = text_in(sent, "name"), str(sent.get("folder") or f"{FOLDER}/"), request.workshop
    templates = workshop.project.templates_for(request.game.templates) / request.game.templates
    kinds = request.game.kinds.values()
    if folder != f"{FOLDER}/" and not any((folder, ".svg") in field_places(kind, templates).values() for kind in kinds):
        raise WrongUse(f"folder is {folder[:40]!r}, which no field has SVG files in")
    game = request.game.name
    name, icon_set = _find(request, name)
    remember(workshop, game, take_icons(workshop.project, game, [name], folder.rstrip("/"), icon_set), "picture")
    workshop.look()
    return unkept({"sign": f"{{{name}}}", "file": f"{folder}{name}.svg"})
