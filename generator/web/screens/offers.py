"""What may be written at a place of an item's text: the offers of `pnp lsp`.

POST /GAME/KIND/ITEM/offers: ``text line column`` in, both counted from 1 within the text; out a list of ``sort label
text start end says``, the columns ``start`` to ``end`` of that line being what ``text`` goes in place of.
"""

from os.path import realpath

from msgspec.structs import asdict
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.project.editing.lines import Lines
from generator.project.editing.offers import offers_at
from generator.project.editing.read_game import ReadGame
from generator.web.asking import Asked
from generator.web.source_files import source_file, span_of
from generator.web.writing import Written, text_in, writing

MOST = 500  # offers that are sent
_READ: dict[str, tuple[object, ReadGame]] = {}  # by game: the renderer that it was read by, and what editors ask of it


def offers(request: Request, sent: Written) -> Response:
    """What may be written there."""
    asked = Asked(request)
    line, column = (sent.get(name) for name in ("line", "column"))
    if not (isinstance(line, int) and isinstance(column, int)):
        raise HTTPException(400, "line and column are whole numbers")
    file = source_file(asked.game, asked.kind.file.rpartition("/")[2])
    if asked.kind.name in asked.workshop.held(asked.game.name):
        return JSONResponse([], headers={"cache-control": "no-store"})
    start, end = span_of(asked.kind, asked.item, file.lines)
    text = text_in(sent, "text").removesuffix("\n").split("\n")
    lines = Lines([*file.lines[:start], *text, *file.lines[end:]], len)
    with asked.turn:
        found = offers_at(_read(asked), realpath(file.path), lines, start + line - 1, column - 1)
    told = [{**asdict(one), "start": one.start + 1, "end": one.end + 1} for one in found[:MOST]]
    return JSONResponse(told, headers={"cache-control": "no-store"})


def _read(asked: Asked) -> ReadGame:
    """The game as editors ask of it, read once for each of its changes."""
    renderer, name = asked.checked.renderer, asked.game.name
    if name not in _READ or _READ[name][0] is not renderer:
        _READ[name] = renderer, ReadGame(asked.workshop.project, renderer)
    return _READ[name][1]


ROUTES = (Route("/{game}/{kind}/{item}/offers", writing(offers), methods=["POST"]),)
