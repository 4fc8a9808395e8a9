"""The pictures of a game: all of them on a page, each by its address, and new ones in.

GET /GAME/pictures: the page; ``?name=PATH`` shows one with all that uses it. GET /-/pictures/GAME/PATH: its bytes. PUT
the same: the bytes of a file in; out ``name``. 409 where there is one of this name, unless ``?replace=1`` asks for its
place. POST the same: ``do`` (rename, delete) in, and ``new``, its other path; then the page. All can be undone.
"""

import re
from contextlib import suppress
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from starlette.responses import JSONResponse

from generator.core.file_names import fits_every_system
from generator.core.folders import Project
from generator.core.problem import Infeasible, NotFound, Refusal, WrongUse
from generator.core.rewriting import Replacement
from generator.editing.added_pictures import harmless
from generator.editing.picture_list import (
    MOST,
    PictureUse,
    field_places,
    is_template,
    picture_uses,
    pictures_in,
    with_variants,
)
from generator.editing.renames import rename_picture
from generator.editing.trials import tried
from generator.web.assets import TYPES
from generator.web.errands import FILE
from generator.web.saving import put_all, saved
from generator.web.screens import (
    RequestBody,
    Response,
    Tab,
    WorkshopRequest,
    done,
    get,
    path_of,
    post,
    put,
    sent,
    text_in,
    unkept,
)
from generator.web.source_files import PICTURE_SUFFIXES, TEMPLATES, source_file

TABS = [Tab("pictures", "pictures", 32, under="look")]
_USUAL = "art/"  # where pictures are put if no template says so
_PART = re.compile(r"\w[\w .()-]{0,79}")
_DEEPEST = 4  # folders
_SHIPPED = "the templates of {} ship with the tool; make a game of your own from it"


@get("/{game}/pictures", only=("name",), waits=False)
def pictures(request: WorkshopRequest) -> Response:
    """All of them, or one, each with where it is used."""
    folder, name = request.picture_folder, request.text("name")
    if name:
        _there(request, name)
    names = pictures_in(request.game, folder) if folder.is_dir() else []
    places = [place for kind in request.game.kinds.values() for place in field_places(kind, folder).values()]
    folders = {name.rpartition("/")[0] + "/" for name in names if "/" in name}
    folders |= {before.rpartition("/")[0] + "/" for before, _ in places if "/" in before} or {_USUAL}
    return request.page(
        "pictures.html",
        one=name,
        pictures=names,
        uses=picture_uses(request.game, folder),
        named=lambda use: _named(request, use),
        folders=sorted(folders),
        usual=next((before for before, _ in places if before.endswith("/")), sorted(folders)[0]),
        wrapped=sorted({before for before, after in places if after == ".svg"}),
        own=request.templates is not None,
    )


@get("/-/pictures/{game}/{name:path}", waits=False)
def picture(request: WorkshopRequest) -> Response:
    """One picture."""
    return picture_sent(request, request.path["name"])


def picture_sent(request: WorkshopRequest, name: str) -> Response:
    """A picture of the game. Browsers run nothing that is in it: see `generator.web.guard.PICTURE_POLICY`.

    Raises:
        NotFound: there is none.
    """
    suffix = Path(name).suffix.lower()
    if suffix in PICTURE_SUFFIXES:
        with suppress(Refusal):
            file = source_file(request.game, TEMPLATES + name, request.picture_folder, pictures=True)
            return sent(request.http, file.content, TYPES[suffix])
    raise NotFound(f"{request.game.name} has no picture {name!r}")


@put("/-/pictures/{game}/{name:path}", file=True)
def bring_in(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Take a picture in."""
    name, folder = request.path["name"], request.templates
    if folder is None:
        raise Infeasible(_SHIPPED.format(request.game.name))
    parts = name.split("/")
    if (
        Path(name).suffix.lower() not in PICTURE_SUFFIXES
        or len(parts) > _DEEPEST
        or not all(_PART.fullmatch(part) and fits_every_system(part) for part in parts)
    ):
        raise WrongUse(
            f"{name[:80]!r} is not a name for a picture: letters, digits and hyphens, and .svg, .png or .jpg"
        )
    file = source_file(request.game, TEMPLATES + name, folder, begins=True, pictures=True)
    faces = {face for kind in request.game.kinds.values() for face in (kind.template, kind.back)}
    if name in faces or (file.content and is_template(file.path)):
        raise Infeasible(f"{name} is a template, which no picture takes the place of")
    if file.content and not request.yes("replace"):
        return JSONResponse({"error": f"there is a picture {name} already", "taken": name}, 409)
    if not file.content and len(pictures_in(request.game, folder)) >= MOST:
        raise Infeasible(f"{request.game.name} has {MOST} pictures, which is the most")
    content = request.errand(partial(_harmless, name=name), sent["file"], budget=FILE)
    saved(request, file, content, "picture")
    return unkept({"name": name})


def _named(request: WorkshopRequest, use: PictureUse) -> str:
    """What an item that uses a picture is called."""
    item = request.game.find(use.kind, use.item)
    return item.called(request.tongue, request.game.language) if item is not None else use.item


def _there(request: WorkshopRequest, name: str) -> Path:
    """The file of a picture. Raises `NotFound` where there is none."""
    path = request.picture_folder / name
    if name not in pictures_in(request.game, request.picture_folder):
        raise NotFound(f"{request.game.name} has no picture {name[:80]!r}")
    return path


@post("/-/pictures/{game}/{name:path}", looks=True)
def change(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Rename a picture, or delete it, with its editions of less ink."""
    name, deed = request.path["name"], text_in(sent, "do")
    path, home = _there(request, name), path_of(request.game.name, "pictures")
    if request.templates is None:
        raise Infeasible(_SHIPPED.format(request.game.name))
    if deed == "delete":
        put_all(request, [Replacement(each, each.read_bytes(), None) for each in with_variants(path)], "picture")
        return done(sent, {}, home)
    if deed != "rename":
        raise WrongUse("do is one of rename, delete")
    new = text_in(sent, "new").strip()
    project, game = request.workshop.project, request.game.name
    put_all(request, request.errand(partial(_renamed, new=new), project, game, name), "picture")
    return done(sent, {"name": new}, f"{home}?{urlencode({'name': new})}")


def _renamed(_progress: object, project: Project, game_name: str, name: str, *, new: str) -> list[Replacement]:
    """Work out what a new name changes, and try it."""
    return tried(project, game_name, lambda game, templates: rename_picture(game, templates, name, new))


def _harmless(_progress: object, data: bytes, *, name: str) -> bytes:
    return harmless(data, name)
