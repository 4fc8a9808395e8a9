"""Icons to begin with, to be taken into a game as `pnp icons` takes them.

GET /-/icons.json: their names. GET /-/icons/NAME.svg: one of them. POST /-/icons/GAME: ``name`` in, and ``folder``,
that of the pictures of a field, if it is not to lie among icons; out ``sign`` and ``file``. It can be undone.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.core.problem import WrongUse
from generator.project.editing.picture_list import field_places
from generator.project.icons import FOLDER, icon_svg, icons_like, take_icons
from generator.web.answering import sent
from generator.web.asking import Asked
from generator.web.turning import files_of, remember_made
from generator.web.writing import Written, text_in, writing


def names(request: Request) -> Response:
    """The names of all icons."""
    Asked(request).only()
    return JSONResponse(icons_like(()))


def icon(request: Request) -> Response:
    """One icon."""
    return sent(request, icon_svg(request.path_params["name"]).encode(), "image/svg+xml")


def take(request: Request, given: Written) -> Response:
    """Take an icon into a game."""
    asked = Asked(request)
    name, folder, workshop = text_in(given, "name"), str(given.get("folder") or f"{FOLDER}/"), asked.workshop
    templates = workshop.project.templates_for(asked.game.templates) / asked.game.templates
    kinds = asked.game.kinds.values()
    if folder != f"{FOLDER}/" and not any((folder, ".svg") in field_places(one, templates).values() for one in kinds):
        raise WrongUse(f"folder is {folder[:40]!r}, which no field has SVG files in")
    game = asked.game.folder.name
    before = files_of(workshop, game)
    take_icons(workshop.project, game, [name], folder.rstrip("/"))
    remember_made(workshop, game, "", before, "picture")
    workshop.look()
    return JSONResponse({"sign": f"{{{name}}}", "file": f"{folder}{name}.svg"}, headers={"cache-control": "no-store"})


ROUTES = (
    Route("/-/icons.json", names),
    Route("/-/icons/{name}.svg", icon),
    Route("/-/icons/{game}", writing(take), methods=["POST"]),
)
