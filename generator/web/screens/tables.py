"""A table that several machines play at. Seats are identified by the header ``X-Pnp-Seat``.

POST /-/tables/: ``state`` in, as the page has it, and ``decks``, by card the deck that it is of; out ``word``, and
``key`` of the first seat. POST /-/tables/WORD/seat: ``seat`` in; out ``key``. GET /-/tables/WORD: the table as this
seat sees it. POST the same: ``version state mixed said`` in; out the same as GET, with 409 where somebody else was
first. POST /-/tables/WORD/undo: ``again`` in, for what was undone; out as GET, with 409 where another seat did it. POST
/-/tables/WORD/notes: ``text`` in, sent to that seat alone. Changes are events ``table`` at /events.
"""

import msgspec

from generator.core.problem import WrongUse
from generator.web.screens import Asked, HTTPException, Response, Written, get, post, text_in, unkept
from generator.web.shared_tables import MOST_CARDS, LyingTable, SharedTable, SharedTables


@post("/-/tables/", plays=True)
def put_up(asked: Asked, sent: Written) -> Response:
    """Put up a table."""
    state = _state(sent)
    if state.game not in asked.workshop.games():
        raise WrongUse("there is no such game")
    decks = sent.get("decks")
    if not isinstance(decks, dict) or not all(isinstance(decks.get(card), str) for card in state.cards()):
        raise HTTPException(400, "decks has the deck of each card")
    table = _tables(asked).open(state, {card: decks[card][:100] for card in state.cards()})
    return unkept({"word": table.word, "key": table.sit(1, "")})


@post("/-/tables/{word}/seat", plays=True)
def sit(asked: Asked, sent: Written) -> Response:
    """Take a seat."""
    table, seat = _table(asked), sent.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise HTTPException(400, "seat is a number")
    key = table.sit(seat, _key(asked))
    _tell(asked, table)
    return unkept({"key": key})


@get("/-/tables/{word}")
def look(asked: Asked) -> Response:
    """The table."""
    return unkept(_table(asked).view(_key(asked)))


@post("/-/tables/{word}", plays=True)
def act(asked: Asked, sent: Written) -> Response:
    """Do something at the table."""
    table, state = _table(asked), _state(sent)
    version, mixed, said = sent.get("version"), sent.get("mixed"), sent.get("said")
    if not (isinstance(version, int) and isinstance(mixed, list) and isinstance(said, list)):
        raise HTTPException(400, "version is a number, mixed and said are lists")
    return _seen(asked, table, done=table.change(_key(asked), version, state, {str(one) for one in mixed}, said))


@post("/-/tables/{word}/undo", plays=True)
def turn(asked: Asked, sent: Written) -> Response:
    """Take back one's own last act, or do it again."""
    table = _table(asked)
    return _seen(asked, table, done=table.turn(_key(asked), again=sent.get("again") is True))


@post("/-/tables/{word}/notes", plays=True)
def note(asked: Asked, sent: Written) -> Response:
    """Keep a seat's notes."""
    _table(asked).note(_key(asked), text_in(sent, "text"))
    return unkept({})


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


def _tables(asked: Asked) -> SharedTables:
    tables: SharedTables = asked.state.tables
    return tables


def _table(asked: Asked) -> SharedTable:
    return _tables(asked).get(asked.path["word"])


def _key(asked: Asked) -> str:
    return asked.request.headers.get("x-pnp-seat", "")


def _seen(asked: Asked, table: SharedTable, *, done: bool) -> Response:
    """The table as the seat sees it, once others are told if something was done; with 409 if not."""
    if done:
        _tell(asked, table)
    return unkept(table.view(_key(asked)), 200 if done else 409)


def _tell(asked: Asked, table: SharedTable) -> None:
    asked.state.hub.say("table", {"game": table.game, "word": table.word, "version": table.number})
