"""Icons to begin with, to be taken into a game as `pnp icons` takes them.

GET /-/icons.json: their names. GET /-/icons/NAME.svg: one of them. POST /-/icons/GAME: ``name`` in, and ``folder``,
that of the pictures of a field, if it is not to lie among icons; out ``sign`` and ``file``. It can be undone.
"""

from starlette.responses import JSONResponse

from generator.core.problem import WrongUse
from generator.editing.picture_list import field_places
from generator.starter.icons import FOLDER, icon_svg, icons_like, take_icons
from generator.web.saving import remember
from generator.web.screens import RequestBody, Response, WorkshopRequest, get, post, sent, text_in, unkept


@get("/-/icons.json")
def names(request: WorkshopRequest) -> Response:
    """The names of all icons."""
    request.only()
    return JSONResponse(icons_like(()))


@get("/-/icons/{name}.svg")
def icon(request: WorkshopRequest) -> Response:
    """One icon."""
    return sent(request.http, icon_svg(request.path["name"]).encode(), "image/svg+xml")


@post("/-/icons/{game}")
def take(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Take an icon into a game."""
    name, folder, workshop = text_in(sent, "name"), str(sent.get("folder") or f"{FOLDER}/"), request.workshop
    templates = workshop.project.templates_for(request.game.templates) / request.game.templates
    kinds = request.game.kinds.values()
    if folder != f"{FOLDER}/" and not any((folder, ".svg") in field_places(kind, templates).values() for kind in kinds):
        raise WrongUse(f"folder is {folder[:40]!r}, which no field has SVG files in")
    game = request.game.name
    remember(workshop, game, take_icons(workshop.project, game, [name], folder.rstrip("/")), "picture")
    workshop.look()
    return unkept({"sign": f"{{{name}}}", "file": f"{folder}{name}.svg"})
