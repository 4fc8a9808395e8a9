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
def table(asked: WorkshopRequest) -> Response:
    """The page."""
    return asked.page("table.html", language=asked.shown_language, parties=parties_at(asked.game))


@get("/{game}/table.json", only=(*_ADDRESS_OPTIONS,))
def description(asked: WorkshopRequest) -> Response:
    """What lies on the table, and the words that the page says."""
    players, mode = asked.number("players", 0, MOST_PLAYERS, 0) or None, asked.text("mode")
    chosen = ""
    if players is not None and asked.game.suits(players, mode or ""):
        chosen = choose_mode(asked.game, players, mode)
    with asked.turn:
        told = laid_table(asked.checked, asked.shown_language, players, chosen)
    words = {key: text for key, text in vocabulary(asked.tongue).items() if key.startswith("table-")}
    told |= {"words": words, "number": asked.workshop.number(asked.game.name)}
    return sent(asked.request, dumps(told, ensure_ascii=False).encode(), "application/json")


@get("/{game}/{kind}/{item}/effect.json", only=("lang", "hand", "drawn"))
def effect(asked: WorkshopRequest) -> Response:
    """What a card does to a hand, in words and numbers: ``?hand=one=1,other=0``."""
    with asked.turn:
        if asked.item.broken:
            raise NotFound(f"{asked.item.id} has errors")
        hand = parse_hand(asked.text("hand") or "") if asked.text("hand") else {}
        done = played(asked.checked.renderer, asked.kind, asked.item, hand, drawn=asked.yes("drawn"))
    say = asked.say
    changed = {name: number for name, number in done["after"].items() if number != done["before"].get(name, 0)}
    notes = [f"{name} {done['before'].get(name, 0)} → {number}." for name, number in changed.items()]
    notes += [note["text"].get(asked.shown_language, "") for note in done["notes"]]
    if done["moved"]:
        notes.append(say("table-forward" if done["moved"] > 0 else "table-back", number=abs(done["moved"])))
    if done["drawn"]:
        notes.append(say("table-draws-more", number=done["drawn"]))
    told = {"after": done["after"], "moved": done["moved"], "drawn": done["drawn"], "notes": notes}
    return sent(asked.request, dumps(told, ensure_ascii=False).encode(), "application/json")
