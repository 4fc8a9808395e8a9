"""How a game looks: its fonts by role, its colours, its icons.

GET /GAME/style: the page. POST /-/style/GAME: ``font.ROLE``, ``tint.NAME`` (#rrggbb) and, for a new colour, ``name``
and ``colour`` in; then the page. GET /-/fonts/GAME/NAME.svg: a sample of a font. PUT /-/fonts/GAME/NAME: the bytes of
a font in, put among the game's own.
"""

from pathlib import Path
from re import fullmatch
from typing import Any

from generator.core.leftovers import scratch
from generator.core.problem import Infeasible, NotFound, WrongUse
from generator.core.rewriting import Replacement, bytes_of, replacing_all
from generator.draw.marks.fontfile import FONT_ENDINGS
from generator.draw.marks.fonts import load
from generator.draw.marks.marks import Face, TextRun
from generator.draw.theme import STYLE
from generator.editing.item_texts import mapping_changed, mapping_in
from generator.pdf.face_svg import face_svg
from generator.web.saving import remember, saved
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
    unkept,
)
from generator.web.source_files import TEMPLATES

TABS = [Tab("style", "style", 31, under="look")]
FILE = TEMPLATES + "style.yaml"
MOST_TINTS = 6
_SAMPLE = "Aa Bb Gg Qq 0123456789 éßñ"


def _style(request: WorkshopRequest) -> dict[str, Any]:
    text = request.file(FILE, begins=True).content.decode("utf-8", "replace") if request.templates is not None else ""
    return mapping_in(text) or {}


@get("/{game}/style", only=())
def style(request: WorkshopRequest) -> Response:
    """The page."""
    theme, described = request.checked.renderer.theme, _style(request)
    fonts = described.get("fonts")
    roles = (
        {role: (font if isinstance(font, str) else "") for role, font in fonts.items()}
        if isinstance(fonts, dict)
        else {}
    )
    return request.page(
        "style.html",
        roles=roles,
        fonts=sorted(theme.files),
        tints=dict(theme.palette),
        most_tints=MOST_TINTS,
        icons=described.get("icons") if isinstance(described.get("icons"), dict) else {},
        own=request.templates is not None,
    )


@get("/-/fonts/{game}/{name}.svg", waits=False)
def sample(request: WorkshopRequest) -> Response:
    """Some letters in a font."""
    request.only("v")
    path = request.checked.renderer.theme.files.get(request.path["name"])
    if path is None:
        raise NotFound(f"{request.game.name} has no font {request.path['name'][:40]!r}")
    with request.turn:
        font = load(path)
        text = "".join(letter for letter in _SAMPLE if font.has(letter))
        face = Face(110, 10, (TextRun(text, font, 6, 1, 7.2),))
        content = face_svg(face, request.path["name"])
    return sent(request.http, content, "image/svg+xml")


@post("/-/style/{game}", looks=True)
def write(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Save the form."""
    if request.templates is None:
        raise Infeasible(f"the templates of {request.game.name} ship with the tool; make a game of your own from it")
    described, theme = _style(request), request.checked.renderer.theme
    values: dict[str, Any] = {}
    fonts, palette = dict(described.get("fonts") or {}), dict(described.get("palette") or {})
    for role in fonts:
        name = str(sent.get(f"font.{role}") or "")
        if name and name not in theme.files:
            raise WrongUse(f"there is no font {name[:40]!r}")
        fonts[role] = name or fonts[role]
    for tint, before in palette.items():
        colour = str(sent.get(f"tint.{tint}") or before)
        palette[tint] = colour if colour.lower() != str(before).lower() else before
    added = str(sent.get("name") or "").strip()
    if added:
        if not fullmatch(r"[a-z][a-z0-9-]{0,30}", added) or added in palette or len(palette) >= MOST_TINTS:
            raise WrongUse(f"{added[:40]!r} is not a name for one of up to six colours: small letters will do")
        palette[added] = str(sent.get("colour") or "#cccccc")
    if any(not fullmatch(r"#[0-9a-fA-F]{6}", str(colour)) for colour in palette.values()):
        raise WrongUse("a colour is written as #rrggbb")
    values = {"fonts": fonts} if fonts else {}
    values |= {"palette": palette} if palette else {}
    file = request.file(FILE, begins=True)
    saved(request, file, mapping_changed(file.content.decode("utf-8"), values, STYLE).encode())
    return done(sent, {}, path_of(request.game.name, "style"))


@put("/-/fonts/{game}/{name:path}", file=True)
def bring_in(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Take a font in."""
    name, folder = request.path["name"], request.templates
    if folder is None:
        raise Infeasible(f"the templates of {request.game.name} ship with the tool; make a game of your own from it")
    if not fullmatch(r"\w[\w .-]{0,60}", name) or Path(name).suffix.lower() not in FONT_ENDINGS:
        raise WrongUse(f"{name[:60]!r} is not a font: {', '.join(FONT_ENDINGS)} will do")
    with scratch() as place:
        tried = place / name
        tried.write_bytes(sent["file"])
        try:
            load(tried)
        except (ValueError, OSError) as error:
            raise Infeasible(str(error)) from None
    path = folder / "fonts" / name
    changes = [Replacement(path, bytes_of(path) or None, sent["file"])]
    with replacing_all(changes):
        remember(request.workshop, request.game.name, changes, "picture")
    request.workshop.look()
    return unkept({"name": name})
