"""A table that several machines play at. Seats are identified by the header ``X-Pnp-Seat``.

POST /-/tables/: ``state`` in, as the page has it, and ``decks``, by card the deck that it is of; out ``word``, and
``key`` of the first seat. POST /-/tables/WORD/seat: ``seat`` in; out ``key``. GET /-/tables/WORD: the table as this
seat sees it. POST the same: ``version state mixed said`` in; out the same as GET, with 409 where somebody else was
first. POST /-/tables/WORD/undo: ``again`` in, for what was undone; out as GET, with 409 where another seat did it. POST
/-/tables/WORD/notes: ``text`` in, sent to that seat alone. Changes are events ``table`` at /events.
"""

from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.core.problem import WrongUse
from generator.web.events import Hub
from generator.web.shared_tables import MOST_CARDS, LyingTable, SharedTable, SharedTables
from generator.web.writing import Written, text_in, writing

_SEAT = "x-pnp-seat"


def put_up(request: Request, sent: Written) -> Response:
    """Put up a table."""
    state = _state(sent)
    workshop = request.app.state.workshop
    if state.game not in workshop.games():
        raise WrongUse("there is no such game")
    decks = sent.get("decks")
    if not isinstance(decks, dict) or not all(isinstance(decks.get(card), str) for card in state.cards()):
        raise HTTPException(400, "decks has the deck of each card")
    table = _tables(request).open(state, {card: decks[card][:100] for card in state.cards()})
    return _told({"word": table.word, "key": table.sit(1, "")})


def sit(request: Request, sent: Written) -> Response:
    """Take a seat."""
    table, seat = _table(request), sent.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise HTTPException(400, "seat is a number")
    key = table.sit(seat, request.headers.get(_SEAT, ""))
    _tell(request, table)
    return _told({"key": key})


def look(request: Request) -> Response:
    """The table."""
    return _told(_table(request).view(request.headers.get(_SEAT, "")))


def act(request: Request, sent: Written) -> Response:
    """Do something at the table."""
    table, key, state = _table(request), request.headers.get(_SEAT, ""), _state(sent)
    version, mixed, said = sent.get("version"), sent.get("mixed"), sent.get("said")
    if not (isinstance(version, int) and isinstance(mixed, list) and isinstance(said, list)):
        raise HTTPException(400, "version is a number, mixed and said are lists")
    done = table.change(key, version, state, {str(one) for one in mixed}, said)
    if done:
        _tell(request, table)
    return _told(table.view(key), 200 if done else 409)


def turn(request: Request, sent: Written) -> Response:
    """Take back one's own last act, or do it again."""
    table, key = _table(request), request.headers.get(_SEAT, "")
    done = table.turn(key, again=sent.get("again") is True)
    if done:
        _tell(request, table)
    return _told(table.view(key), 200 if done else 409)


def note(request: Request, sent: Written) -> Response:
    """Keep a seat's notes."""
    _table(request).note(request.headers.get(_SEAT, ""), text_in(sent, "text"))
    return _told({})


def _state(sent: Written) -> LyingTable:
    try:
        state = msgspec.convert(sent.get("state"), LyingTable)
    except msgspec.ValidationError as error:
        raise HTTPException(400, f"state: {error}") from None
    if not (1 <= state.players <= 12 and len(state.hands) == len(state.counters) == state.players):
        raise HTTPException(400, "state: hands and counters of 1 to 12 players")
    if sum(1 for _ in state.cards()) > MOST_CARDS or any(
        len(text_in({"c": card}, "c")) > 300 for card in state.cards()
    ):
        raise HTTPException(400, "state: too many cards")
    return state


def _tables(request: Request) -> SharedTables:
    tables: SharedTables = request.app.state.tables
    return tables


def _table(request: Request) -> SharedTable:
    return _tables(request).get(request.path_params["word"])


def _tell(request: Request, table: SharedTable) -> None:
    hub: Hub = request.app.state.hub
    hub.say("table", {"game": table.game, "word": table.word, "version": table.number})


def _told(told: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(told, status, {"cache-control": "no-store"})


ROUTES = (
    Route("/-/tables/", writing(put_up, plays=True), methods=["POST"]),
    Route("/-/tables/{word}", look),
    Route("/-/tables/{word}", writing(act, plays=True), methods=["POST"]),
    Route("/-/tables/{word}/undo", writing(turn, plays=True), methods=["POST"]),
    Route("/-/tables/{word}/notes", writing(note, plays=True), methods=["POST"]),
    Route("/-/tables/{word}/seat", writing(sit, plays=True), methods=["POST"]),
)
