"""A table to try a game on; what lies on it, and what a card does to a player by the game's own procedure, as data."""

from json import dumps

from generator.check.account import parse_hand, played
from generator.core.problem import NotFound
from generator.printing.plan import choose_mode
from generator.web.laid_table import MOST_PLAYERS, laid_table, parties_at
from generator.web.screens import Response, Tab, WorkshopRequest, get, sent
from generator.web.speech import vocabulary

SITE = True
TAB = Tab("table", "table", 70)
_ADDRESS_OPTIONS = ("lang", "players", "mode", "seat", "seed")


@get("/{game}/table", only=(*_ADDRESS_OPTIONS,))
def table(request: WorkshopRequest) -> Response:
    """The page."""
    return request.page("table.html", language=request.shown_language, parties=parties_at(request.game))


@get("/{game}/table.json", only=(*_ADDRESS_OPTIONS,))
def description(request: WorkshopRequest) -> Response:
    """The table as it lies at first, and the words of the page."""
    players, mode = request.number("players", 0, MOST_PLAYERS, 0) or None, request.text("mode")
    chosen = ""
    if players is not None and request.game.suits(players, mode or ""):
        chosen = choose_mode(request.game, players, mode)
    with request.turn:
        description_data = laid_table(request.checked, request.shown_language, players, chosen)
    words = {key: text for key, text in vocabulary(request.tongue).items() if key.startswith("table-")}
    description_data |= {"words": words, "number": request.workshop.number(request.game.name)}
    return sent(request.http, dumps(description_data, ensure_ascii=False).encode(), "application/json")


@get("/{game}/{kind}/{item}/effect.json", only=("lang", "hand", "drawn"))
def effect(request: WorkshopRequest) -> Response:
    """The effect of a card on a hand, in words and numbers: ``?hand=one=1,other=0``."""
    with request.turn:
        if request.item.broken:
            raise NotFound(f"{request.item.id} has errors")
        hand = parse_hand(request.text("hand") or "") if request.text("hand") else {}
        done = played(request.checked.renderer, request.kind, request.item, hand, drawn=request.yes("drawn"))
    say = request.say
    changed = {name: number for name, number in done["after"].items() if number != done["before"].get(name, 0)}
    notes = [f"{name} {done['before'].get(name, 0)} → {number}." for name, number in changed.items()]
    notes += [note["text"].get(request.shown_language, "") for note in done["notes"]]
    if done["moved"]:
        notes.append(say("table-forward" if done["moved"] > 0 else "table-back", number=abs(done["moved"])))
    if done["drawn"]:
        notes.append(say("table-draws-more", number=done["drawn"]))
    answer = {"after": done["after"], "moved": done["moved"], "drawn": done["drawn"], "notes": notes}
    return sent(request.http, dumps(answer, ensure_ascii=False).encode(), "application/json")
