"""What may be written at a place of an item's text: the offers of `pnp lsp`.

POST /GAME/KIND/ITEM/offers: ``text line column`` in, both counted from 1 within the text; out a list of ``sort label
text start end says``, the columns ``start`` to ``end`` of that line being what ``text`` goes in place of.
"""

from os.path import realpath

from msgspec.structs import asdict

from generator.editing.lines import Lines
from generator.editing.offers import offers_at
from generator.editing.read_game import EditorGame
from generator.web.screens import HTTPException, RequestBody, Response, WorkshopRequest, post, text_in, unkept
from generator.web.source_files import span_of

MOST = 500  # offers that are sent
_READ: dict[
    str, tuple[object, EditorGame]
] = {}  # by game: the renderer that it was read by, and what editors ask of it


@post("/{game}/{kind}/{item}/offers")
def offers(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Completions at a place."""
    line, column = (sent.get(name) for name in ("line", "column"))
    if not (isinstance(line, int) and isinstance(column, int)):
        raise HTTPException(400, "line and column are whole numbers")
    file = request.file()
    if request.kind.name in request.workshop.held(request.game.name):
        return unkept([])
    start, end = span_of(request.kind, request.item, file.lines)
    text = text_in(sent, "text").removesuffix("\n").split("\n")
    lines = Lines([*file.lines[:start], *text, *file.lines[end:]], len)
    with request.turn:
        options = offers_at(_read(request), realpath(file.path), lines, start + line - 1, column - 1)
    return unkept([{**asdict(each), "start": each.start + 1, "end": each.end + 1} for each in options[:MOST]])


def _read(request: WorkshopRequest) -> EditorGame:
    """The game as editors ask of it, read once for each of its changes."""
    renderer, name = request.checked.renderer, request.game.name
    if name not in _READ or _READ[name][0] is not renderer:
        _READ[name] = renderer, EditorGame(request.workshop.project, renderer)
    return _READ[name][1]
