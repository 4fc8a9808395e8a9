"""*Collectors* by itself: collecting, confrontation and interceptions, what items and characters do, Lose Conditions.

Texts are played as far as `texts` understands them, and what is left is identified by name (`leaves_out`). Escapades
count by their keywords. Overtime that finds no single leader is given up after `MOST_OVERTIME` rounds, and shared.
"""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from generator.games import Box as Components
from generator.games import Game, GameResult, Ledger, LocalizedText, NoSimulation, Teller, seated

from .by_chance import CollectorsChance
from .course import CollectorsCourse, close, leaders
from .policies import PLAYERS
from .power_texts import lose, power
from .state import (
    AP,
    THEFT,
    CollectorsBox,
    CollectorsCharacter,
    CollectorsItem,
    CollectorsPlayer,
    CollectorsTable,
    Escapade,
    set_up,
)
from .texts import Lose, Passive, Power, passive, sentences
from .worths import danger

CHARACTERS, ITEMS, ESCAPADES = KINDS = ("characters", "items", "escapades")
POLICIES = {
    "greedy": "what brings the largest lead now, in expectation",
    "careful": "the same, where it succeeds as often as not, with an AP kept for interceptions",
    "random": "any legal action",
    "search": "what playing on to the round's end shows of what it collects and of the first action of its turn",
}
MOST_OVERTIME = 50  # rounds
ESCAPADE_CARDS = 10  # of each character
SETTINGS = {"escapades": (4, ESCAPADE_CARDS), "theft": (1, 5)}
A_ROUND, COLLECTING, TRYING = 1.0, 0.25, 1 / 3  # minutes, reckoned (ours): opening and closing it; a step; an action


class CollectorsSetting(Struct, frozen=True):
    """What each player brings."""

    boxes: tuple[CollectorsBox, ...]
    escapades: int = ESCAPADE_CARDS  # that each plays with, drawn from the own ones
    theft: int = THEFT  # the AP that one costs

    def play(self, policies: Sequence[str], rng: Random, teller: Teller | None = None) -> GameResult:
        """See `generator.games.Setting`."""
        ledger = Ledger(teller)
        players, searching = seated(policies[: len(self.boxes)], CollectorsSearch(), rng)
        table = set_up(self.boxes, rng, self.escapades, self.theft)
        ledger.drawn(ITEMS, sum(len(one.deck) for one in table.collectors))
        half = sum(len(one.escapades) for one in table.collectors) // 2
        ahead: tuple[int, ...] = ()
        won: tuple[int, ...] = ()
        first, overtime = table.instigator, 0
        _told(table, ledger, table.round)
        course = CollectorsCourse(players, rng, ledger)
        while not won and overtime < MOST_OVERTIME:
            number = table.round
            while table.round == number:
                for player in searching:
                    if table.steps and table.steps[0][1] == player.seat:  # else nothing is asked that it searches
                        player.begins(table.fork())
                course.advance(table)
                if teller is not None:
                    _told(table, ledger, number)
            ledger.stood(tuple(one.own for one in table.collectors))
            ledger.had([(one.character.name, *(item.name for item in one.items)) for one in table.collectors])
            won = close(table)
            overtime += table.overtime and not won
            if table.round == half + 1:
                ahead = leaders(table)
        ledger.happened("rounds of overtime", overtime)
        ledger.happened("overtime given up", not won)
        ledger.happened("first Instigator wins", first in won)
        if len(ahead) == len(won) == 1:
            ledger.happened("leader at half time wins" if ahead == won else "leader at half time loses")
        return self._played(table, won or tuple(sorted(leaders(table))), policies, ledger)

    def _played(
        self, table: CollectorsTable, won: tuple[int, ...], policies: Sequence[str], ledger: Ledger
    ) -> GameResult:
        items = sum(len(box.items) for box in self.boxes)
        used = {
            CHARACTERS: len(self.boxes),
            ITEMS: items - ledger.least[ITEMS],
            ESCAPADES: sum(len(one.hand) + len(one.discard) for one in table.collectors),
        }
        scores = tuple(one.own for one in table.collectors)
        record = ledger.record(won, policies, _minutes(table, ledger))
        return GameResult(table.round - 1, scores, won, used, frozenset(ledger.short), ledger.events, record)


def _minutes(table: CollectorsTable, ledger: Ledger) -> float:
    """How long a game takes, reckoned: so long a round, and so long each Collection Step and whatever is tried."""
    tried = sum(times for event, times in ledger.events.items() if event.endswith("tried"))
    return (table.round - 1) * (A_ROUND + COLLECTING * len(table.collectors)) + TRYING * tried


def _told(table: CollectorsTable, ledger: Ledger, number: int) -> None:
    """Report what changed in a round."""
    ledger.step(number, lambda: list(map(_before, table.collectors)), lambda: [one.own for one in table.collectors])


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

    kinds, piles, settings, policies, searched = KINDS, (ITEMS,), SETTINGS, POLICIES, True
    not_played = (
        "texts of Escapades: their keywords count alone",
        "what is used at the start of a phase or out of turn is used on the own turn, if at all",
        "bargaining: a trade is one offer, taken or refused",
    )

    def leaves_out(self, box: Components, mode: str) -> Sequence[str]:
        """See `generator.games.Game`: the texts, and by name what nothing here does."""
        items = box.get(ITEMS, ())
        passives = [item.id for item in items if _passive(item.id, item.fields) is None]
        powers = [item.id for item in items if _power(item.id, item.fields) is None]
        abilities = [
            f"{_english(ability['name'])} ({one.id})"
            for one in box.get(CHARACTERS, ())
            for ability in one.fields["abilities"]
            if not _abilities(one.fields, ability)
        ]
        ends = [one.id for one in box.get(CHARACTERS, ()) if _lose(one.fields) is None]
        named = (
            (f"passive abilities of {len(passives)} of {len(items)} items", passives),
            (f"active abilities of {len(powers)} of {len(items)} items", powers),
            ("abilities of characters", abilities),
            ("Lose Conditions of characters", ends),
        )
        return (*self.not_played, *(f"{what}: {', '.join(names)}" for what, names in named if names))

    def prepare(
        self, box: Components, players: int, mode: str, settings: Mapping[str, int] = MappingProxyType({})
    ) -> CollectorsSetting:
        characters = box.get(CHARACTERS, ())
        if not 2 <= len(characters) == players:
            raise NoSimulation(f"the box for {players} holds {len(characters)} characters; each player needs one")
        boxes = []
        for character in characters:
            try:
                boxes.append(_box(character.id, character.fields, box))
            except (KeyError, AttributeError, TypeError, ValueError):
                raise NoSimulation(f"{CHARACTERS}/{character.id} does not fit the rules of this game") from None
            if not boxes[-1].escapades:
                raise NoSimulation(f"{character.id} has no {ESCAPADES}")
        return CollectorsSetting(tuple(boxes), **settings)


def _box(name: str, fields: Mapping[str, Any], box: Components) -> CollectorsBox:
    """What one player brings: the items and Escapades that name the character as their owner."""
    item_type = str(fields["item_type"])
    grit, cunning, reflexes = (int(fields[attribute]) for attribute in ("grit", "cunning", "reflexes"))
    abilities = [one for ability in fields["abilities"] for one in _abilities(fields, ability)]
    character = CollectorsCharacter(
        name,
        item_type,
        grit,
        cunning,
        reflexes,
        tuple(one for one in abilities if isinstance(one, Passive)),
        tuple(one for one in abilities if isinstance(one, Power)),
        _lose(fields),
    )
    items = tuple(_item(item.id, item.fields) for item in box[ITEMS] if item.fields["owner"] == name)
    cards = tuple(Escapade(card.id, card.fields["keyword"]) for card in box[ESCAPADES] if card.fields["owner"] == name)
    return CollectorsBox(character, items, cards)


def _item(name: str, fields: Mapping[str, Any]) -> CollectorsItem:
    tags = fields["tags"] or ()
    return CollectorsItem(
        name,
        fields["type"],
        "Soulbound" in tags,
        bool(fields["signature"]),
        "Magic" in tags,
        fields["passive"]["polarity"] == "detrimental",
        _passive(name, fields),
        _power(name, fields),
    )


def _passive(name: str, fields: Mapping[str, Any]) -> Passive | None:
    return passive(name, _english(fields["passive"]["text"]), fields["type"])


def _power(name: str, fields: Mapping[str, Any]) -> Power | None:
    active = fields["active"]
    return power(name, _english(active["text"]), fields["type"], active["cost"], active["stamina"] or 0)


def _lose(fields: Mapping[str, Any]) -> Lose | None:
    return lose(_english(fields["lose_condition"]["text"]))


def _abilities(fields: Mapping[str, Any], ability: Mapping[str, Any]) -> list[Passive | Power]:
    """What of an ability is played: the whole as one that is used, or each of its sentences."""
    name, text, kind = _english(ability["name"]), _english(ability["text"]), str(fields["item_type"])
    found = power(name, text, kind, ability["cost"] or 0, ability["stamina"] or 0)
    if found is not None:
        return [found]
    parts = [passive(f"{name} {number}", part, kind) for number, part in enumerate(sentences(text))]
    return [part for part in parts if part is not None]


def _english(text: Any) -> str:
    """A text as it is printed in English, or in the language that it has."""
    return " ".join(str(text.in_language("en", "en") if isinstance(text, LocalizedText) else text).split())


class CollectorsSearch:
    """Plays on greedily to the end of the round."""

    players = PLAYERS

    def searches(self, question: str, table: CollectorsTable, seat: int) -> bool:
        """What it collects, and the first action of a turn: the others hardly change what it comes to."""
        return question == "collects" or (question == "acts" and table.collectors[seat].ap >= AP)

    def guessed(self, table: CollectorsTable, seat: int, rng: Random) -> CollectorsTable:
        """Decks are shuffled, and Escapades that nobody has seen."""
        apart = table.fork()
        for number, one in enumerate(apart.collectors):
            deck, hidden = list(one.deck), [*one.escapades, *(() if number == seat else one.hand)]
            rng.shuffle(deck)
            rng.shuffle(hidden)
            one.deck, one.escapades = tuple(deck), tuple(hidden[: len(one.escapades)])
            one.hand = one.hand if number == seat else tuple(hidden[len(one.escapades) :])
        return apart

    def play_on(self, table: CollectorsTable, seat: int, players: Sequence[CollectorsChance], rng: Random) -> float:
        """To the end of the round."""
        course, number = CollectorsCourse(players, rng, Ledger()), table.round
        while table.round == number:
            course.advance(table)
        worths = [-9.0 if one.out else one.own - danger(one, one.stamina) for one in table.collectors]
        mine = worths.pop(seat)
        return mine - sum(worths) / len(worths) / 2 - max(worths) / 2
