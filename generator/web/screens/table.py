"""A table to try a game on; what lies on it, and what a card does to a player by the game's own procedure, as data."""

import re
from collections.abc import Iterator, Mapping
from json import dumps
from typing import Any

from generator.check.account import parse_hand, played
from generator.check.procedures import effect_of
from generator.check.result import CheckResult
from generator.core.problem import NotFound
from generator.core.textfile import read_text_file
from generator.model.budget import ExpressionError
from generator.model.game import Game, Item, Kind
from generator.model.values import LocalizedText, Record
from generator.printing.plan import choose_mode
from generator.rules.kit import picks
from generator.web.screens import Response, Tab, WorkshopRequest, get, sent
from generator.web.speech import vocabulary

SITE = True
TABS = [Tab("table", "table", 70, under="try", needs="faces")]
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


ANY_PLAYERS = (1, 8)  # at the table of a game that does not say for how many it is
MOST_PLAYERS = 12
MOST_COMPONENTS = 5_000  # on one table
_LONGEST = 60  # characters of a value that is asked for by name
_LARGEST_FILE = 1_000_000  # bytes of one that is looked through for dice
_USUAL_DICE = (4, 6, 8, 10, 12, 20)
_DIE = re.compile(r"\b\d{0,2}d(\d{1,3})\b")


def parties_at(game: Game) -> range:
    """For how many players the table of a game is laid."""
    players = game.players or ANY_PLAYERS
    return range(players[0], min(players[-1], MOST_PLAYERS) + 1)


def laid_table(checked: CheckResult, language: str, players: int | None, mode: str) -> dict[str, Any]:
    """The table of a game, as plain data.

    Args:
        checked: the game.
        language: that of names and faces.
        players: how many the box is packed for, by the game's plan; all that is printed if None, or if there is none.
        mode: the way to play, for that plan.
    """
    game = checked.game
    copies = _planned(game, players, mode) if players is not None else None
    decks, left_off, room = [], [], MOST_COMPONENTS
    for kind in game.kinds.values():
        if not kind.printed or kind.prose or checked.renderer.template(kind) is None:
            continue
        if kind.container is not None:  # boxes of paper hold what lies here; unfolded they would take half of the table
            continue
        for number, group in enumerate(kind.groups(kind.items)):
            deck = _deck(kind, group, number, language, game, copies)
            count = sum(item["copies"] for item in deck["items"])
            if count > room:
                left_off.append(deck["title"])
            elif count:
                room -= count
                decks.append(deck)
    holdings = [effect.holdings for kind in game.kinds.values() if (effect := effect_of(game, kind)) is not None]
    return {
        "game": game.name,
        "language": language,
        "limits": [game.players[0], game.players[-1]] if game.players else list(ANY_PLAYERS),
        "decks": decks,
        "leftOff": left_off,
        "counters": list(dict.fromkeys(name for names in holdings for name in names)),
        "dice": sorted({*_USUAL_DICE, *_dice_of(game)}),
        "ownDice": _dice_of(game),
    }


def _planned(game: Game, players: int, mode: str) -> Mapping[int, int] | None:
    """Count how often each item is in the box, by identity; None where the game has no plan that can be worked out."""
    counts: dict[int, int] = {}
    try:
        for entry in game.plan:
            for item, number in picks(game, game.kinds[entry.kind], entry, {"players": players, "mode": mode}):
                counts[id(item)] = counts.get(id(item), 0) + number
    except ExpressionError:
        return None
    return counts or None


def _deck(
    kind: Kind, group: list[Item], number: int, language: str, game: Game, copies: Mapping[int, int] | None
) -> dict[str, Any]:
    assert kind.size is not None
    title = kind.title.in_language(language, game.language)
    value = group[0].fields.get(kind.group) if kind.group else None
    label = kind.group_page_label.get(str(value)) if kind.group else None
    own = re.sub(r"[^\w]*\{number\}[^\w]*", "", label.in_language(language, game.language)).strip() if label else ""
    if kind.group and not own and isinstance(value, str | int) and not isinstance(value, bool):
        own = str(value)
    items = [
        {
            "id": item.id,
            "name": item.called(language, game.language),
            "copies": item.copies if copies is None else copies.get(id(item), 0),
            "fields": {name: values for name, values in _searchable_fields(kind, item) if values},
        }
        for item in group
        if not item.broken
    ]
    return {
        "id": f"{kind.name}.{number}",
        "kind": kind.name,
        "title": f"{title}: {own}" if own and own != title else title,
        "size": list(kind.size),
        "back": bool(kind.back),
        "plays": effect_of(game, kind) is not None,
        "items": [item for item in items if item["copies"]],
    }


def _searchable_fields(kind: Kind, item: Item) -> Iterator[tuple[str, list[str]]]:
    """The fields of an item by which the next card may be asked for, with their values; long texts are none."""
    for name in kind.fields:
        values = list(dict.fromkeys(_values(item.fields.get(name))))
        if name != "art":
            yield name, [value for value in values if len(value) <= _LONGEST]


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, bool):
        yield "yes" if value else "no"
    elif isinstance(value, int | float):
        yield f"{value:g}" if isinstance(value, float) else str(value)
    elif isinstance(value, LocalizedText):
        return
    elif isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from _values(part)
    elif isinstance(value, Record) and dict(value).keys() == {"key", "value"}:
        yield str(value.key)


def _dice_of(game: Game) -> list[int]:
    """The dice that a game's rules and questions name."""
    sides: set[int] = set()
    for name in ("lab.yaml", "balance.yaml"):
        text, _ = read_text_file(game.folder / name, name, _LARGEST_FILE, "yaml-syntax")
        sides |= {int(number) for number in _DIE.findall(text or "")}
    return sorted(side for side in sides if 2 <= side <= 100)
