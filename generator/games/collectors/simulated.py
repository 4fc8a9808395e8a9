"""*Collectors* by itself, without the free texts: attributes, AP, Stamina, collecting, confrontation and interceptions.

Escapades count by their keywords. Abilities and Lose Conditions are texts for players to read: nobody uses the one or
is struck by the other. Overtime that finds no single leader is given up after `MOST_OVERTIME` rounds, and shared.
"""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from generator.games import Box as Components
from generator.games import Game, Ledger, NoSimulation, Played, Teller
from generator.games.collectors.course import close, leaders, play_round
from generator.games.collectors.policies import PLAYERS
from generator.games.collectors.state import (
    CollectorsBox,
    CollectorsCharacter,
    CollectorsItem,
    CollectorsPlayer,
    CollectorsTable,
    Escapade,
    set_up,
)

CHARACTERS, ITEMS, ESCAPADES = KINDS = ("characters", "items", "escapades")
POLICIES = {
    "greedy": "what brings the largest lead now, in expectation",
    "careful": "the same, where it succeeds as often as not, with an AP kept for interceptions",
    "random": "any legal action",
}
MOST_OVERTIME = 50  # rounds
ESCAPADE_CARDS = 10  # of each character
SETTINGS = {"escapades": (4, ESCAPADE_CARDS)}
A_ROUND, COLLECTING, TRYING = 1.0, 0.25, 1 / 3  # minutes, reckoned (ours): opening and closing it; a step; an action


class CollectorsSetting(Struct, frozen=True):
    """What each player brings."""

    boxes: tuple[CollectorsBox, ...]
    escapades: int = ESCAPADE_CARDS  # that each plays with, drawn from the own ones

    def play(self, policies: Sequence[str], rng: Random, teller: Teller | None = None) -> Played:
        """See `generator.games.Setting`."""
        ledger, players = Ledger(teller), [PLAYERS[policies[seat]](rng) for seat in range(len(self.boxes))]
        table = set_up(self.boxes, rng, self.escapades)
        ledger.drawn(ITEMS, sum(len(one.deck) for one in table.collectors))
        half = sum(len(one.escapades) for one in table.collectors) // 2
        ahead: tuple[int, ...] = ()
        won: tuple[int, ...] = ()
        first, overtime = table.instigator, 0
        _told(table, ledger)
        while not won and overtime < MOST_OVERTIME:
            for after in play_round(table, players, rng, ledger):
                table = after
                _told(table, ledger)
            ledger.stood(tuple(one.own for one in table.collectors))
            ledger.had([(one.character.name, *(item.name for item in one.items)) for one in table.collectors])
            table, won = close(table)
            overtime += table.overtime and not won
            if table.round == half + 1:
                ahead = leaders(table)
        ledger.happened("rounds of overtime", overtime)
        ledger.happened("overtime given up", not won)
        ledger.happened("first Instigator wins", first in won)
        if len(ahead) == len(won) == 1:
            ledger.happened("leader at half time wins" if ahead == won else "leader at half time loses")
        return self._played(table, won or tuple(sorted(leaders(table))), policies, ledger)

    def _played(self, table: CollectorsTable, won: tuple[int, ...], policies: Sequence[str], ledger: Ledger) -> Played:
        items = sum(len(box.items) for box in self.boxes)
        used = {
            CHARACTERS: len(self.boxes),
            ITEMS: items - ledger.least[ITEMS],
            ESCAPADES: sum(len(one.hand) + len(one.discard) for one in table.collectors),
        }
        dry = frozenset(pile for pile in (ITEMS,) if pile in ledger.short)
        scores, record = (
            tuple(one.own for one in table.collectors),
            ledger.record(won, policies, _minutes(table, ledger)),
        )
        return Played(table.round - 1, scores, won, used, dry, ledger.events, record)


def _minutes(table: CollectorsTable, ledger: Ledger) -> float:
    """How long a game takes, reckoned: so long a round, and so long each Collection Step and whatever is tried."""
    tried = sum(times for event, times in ledger.events.items() if event.endswith("tried"))
    return (table.round - 1) * (A_ROUND + COLLECTING * len(table.collectors)) + TRYING * tried


def _told(table: CollectorsTable, ledger: Ledger) -> None:
    """Tell what changed."""
    ledger.step(
        table.round, lambda: list(map(_before, table.collectors)), lambda: [one.own for one in table.collectors]
    )


def _before(one: CollectorsPlayer) -> Mapping[str, object]:
    """What lies before a Collector, in words."""
    return {
        "Collector": one.character.name,
        "items": [item.name for item in one.items],
        "Stamina": one.stamina,
        "AP": one.ap,
    }


class CollectorsGame(Game):
    """How *Collectors* plays: whole games by policies of its own."""

    kinds, piles, settings, policies = KINDS, (ITEMS,), SETTINGS, POLICIES
    not_played = (
        "abilities of characters and items, and Soulbound",
        "Lose Conditions: nobody leaves the game",
        "texts of Escapades: their keywords count alone",
        "bargaining: a trade is one offer, taken or refused",
    )

    def prepare(
        self,
        box: Components,
        players: int,
        mode: str,
        settings: Mapping[str, int] = MappingProxyType({}),
    ) -> CollectorsSetting:
        characters = box.get(CHARACTERS, ())
        if not 2 <= len(characters) == players:
            raise NoSimulation(f"the box for {players} holds {len(characters)} characters; each player needs one")
        boxes = []
        for character in characters:
            try:
                boxes.append(_box(character.id, character.fields, box))
            except (KeyError, AttributeError, TypeError, ValueError):
                raise NoSimulation(f"{CHARACTERS}/{character.id} is not as the rules of this game want it") from None
            if not boxes[-1].escapades:
                raise NoSimulation(f"{character.id} has no {ESCAPADES}")
        return CollectorsSetting(tuple(boxes), settings.get("escapades", ESCAPADE_CARDS))


def _box(name: str, fields: Mapping[str, Any], box: Components) -> CollectorsBox:
    """What one player brings: the items and Escapades that name the character as their owner."""
    item_type = str(fields["item_type"])
    attributes = [int(fields[attribute]) for attribute in ("grit", "cunning", "reflexes")]
    character = CollectorsCharacter(name, item_type, *attributes)
    items = tuple(
        CollectorsItem(
            item.id, item.fields["type"], "Soulbound" in (item.fields["tags"] or ()), bool(item.fields["signature"])
        )
        for item in box[ITEMS]
        if item.fields["owner"] == name
    )
    cards = tuple(Escapade(card.id, card.fields["keyword"]) for card in box[ESCAPADES] if card.fields["owner"] == name)
    return CollectorsBox(character, items, cards)
