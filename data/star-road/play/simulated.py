"""*Star Road* by itself: building, attacks, blocking, rebounds, special effects, characters, teams, elimination.

Weapons, shields and walls are built and combined, and of special objects and characters those that numbers tell; the
others are texts for players to read, and `leaves_out` names them. Home objects are played beside sets 1 to 3. A
game that finds no winner is given up after `MOST_TURNS` turns of each player.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.games import Box as Components
from generator.games import Game, GameResult, Ledger, NoSimulation, Teller, seated

from .building import HP, HP_OF_TWO, Player
from .characters import StarRoadCharacter, character_of
from .course import (
    DIGITS,
    PILES,
    BlueprintShop,
    StarRoadDecider,
    StarRoadTable,
    left_in_box,
    play_turn,
    set_up,
)
from .object_effects import PLAYED
from .objects import COPIES, blueprint_of, combination_of
from .policies import PLAYERS
from .teams import LEADER, TeamCard, cards_of, mates, winners

BLUEPRINTS, COMBINATIONS, TEAMS = "blueprints", "combinations", "teams"
CHARACTERS = "characters"  # a game may do without
KINDS = (*PILES, BLUEPRINTS, COMBINATIONS, TEAMS)
POLICIES = {
    "greedy": "the most attack for its resources, thrown at once at the weakest",
    "careful": "the same behind a wall",
    "random": "anything legal",
    "search": "what playing on for two turns of each shows of all that it does in its own",
}
MODE, EDITION = "set1", "2018"
BUILT = ("weapon", "shield", "mix")
SETS = {"set1": "1 H", "set2": "1 2 H", "set3": "1 2 3 H", "revised": "1r 2Ar 2Br"}
# What an object may be besides its numbers; one with any other trait is not built. Some have a part that is not played.
PLAYED_TRAITS = frozenset(
    PLAYED
    | {"ammo", "anti_mix", "anti_shuriken", "character_unlock", "combo", "cycle", "ladder", "merge", "object_only"}
    | {"pair", "range", "rebound", "recycle", "unblockable", "use_limit"}
)
MOST_TURNS = 60
SETTINGS = {"hp": (1, 40)}
A_TURN, BEGINNING, USING = 1 / 3, 1 / 3, 0.5  # minutes, reckoned (ours)


class StarRoadSetting(Struct, frozen=True):
    """The box, and the team cards that are dealt."""

    shop: BlueprintShop
    cards: tuple[TeamCard, ...]
    hp: int = HP

    def play(self, policies: Sequence[str], rng: Random, teller: Teller | None = None) -> GameResult:
        """See `generator.games.Setting`."""
        ledger = Ledger(teller)
        players, searching = seated(policies[: len(self.cards)], StarRoadSearch(self.shop), rng)
        table = set_up(self.cards, rng, self.shop.characters, self.hp)
        first, won = table.active, None
        for pile, left in left_in_box(table, self.shop).items():
            ledger.drawn(pile, left)
        for seat, card in enumerate(table.cards):
            one = table.character(seat)
            ledger.said("seat", seat + 1, f"{card.colour}{LEADER * card.leader}", one.name if one else "")
        _noted(table, ledger)
        while won is None and table.turn < MOST_TURNS * len(self.cards):
            for player in searching:
                player.begins(table)
            for after in play_turn(table, players, self.shop, ledger):
                table = after
                _noted(table, ledger)
            ledger.stood(tuple(player.hp for player in table.players))
            won = winners(table.cards, table.out)
        ledger.happened("given up without a winner", won is None)
        ledger.happened("first player wins", first in (won or ()))
        ledger.happened("players out", len(table.out))
        used = {pile: size - ledger.least[pile] for pile, size in self.shop.sizes.items()}
        turns = ledger.events.pop("turns")
        scores = tuple(player.hp for player in table.players)
        winning = tuple(sorted(won or ()))
        record = ledger.record(winning, policies, _minutes(turns, ledger))
        return GameResult(turns, scores, winning, used, frozenset(ledger.short), ledger.events, record)


def _minutes(turns: int, ledger: Ledger) -> float:
    """How long a game takes, reckoned: so long a turn, each object that is begun, and each attack or special effect."""
    events = ledger.events
    return (
        A_TURN * turns + BEGINNING * events["objects begun"] + USING * (events["attacks"] + events["special effects"])
    )


def _noted(table: StarRoadTable, ledger: Ledger) -> None:
    """Note what each player has built, and say what changed."""
    built = [[one.blueprint.name for one in player.built.values()] for player in table.players]
    ledger.had(built)
    ledger.step(
        ledger.events["turns"], lambda: list(map(_before, table.players)), lambda: [one.hp for one in table.players]
    )


def _before(player: Player) -> Mapping[str, object]:
    """What lies before a player, in words."""
    built = [f"{one.blueprint.name} {one.resources}/{one.blueprint.cost}" for one in player.built.values()]
    return {"HP": player.hp, "storage": player.storage, "objects": built}


class StarRoadGame(Game):
    """How *Star Road* plays: whole games by policies of its own."""

    kinds, piles, policies, searched = KINDS, PILES, POLICIES, True
    whole = (BLUEPRINTS,)  # of sets beyond the first the box holds tables, and no cards
    settings = SETTINGS
    not_played = (
        "merging, upgrades and elements that cannot block each other",
        "two objects used together as a shield",
        "special effects out of one's own action stage, but for those that negate one",
        "ground fighting, and delay, which nothing else has",
    )

    def leaves_out(self, box: Components, mode: str) -> Sequence[str]:
        """See `generator.games.Game`: the texts, and the objects and characters of these sets by name."""
        sets = SETS.get(mode or MODE, "").split()
        objects = [item.id for item in box[BLUEPRINTS] if item.fields["set"] in sets and not _built(item.fields)]
        cards = [one.name for one in _characters(box, sets) if not one.played]
        named = (("objects", objects), ("what these characters do", cards))
        return (*self.not_played, *(f"{what}: {', '.join(names)}" for what, names in named if names))

    def prepare(
        self, box: Components, players: int, mode: str, settings: Mapping[str, int] = MappingProxyType({})
    ) -> StarRoadSetting:
        if mode and mode not in SETS:
            raise NoSimulation(f"{mode} is not played by itself: known are {', '.join(SETS)}")
        sets = SETS[mode or MODE].split()
        try:
            rows = [
                item for item in box[TEAMS] if (item.fields["edition"], item.fields["players"]) == (EDITION, players)
            ]
            blueprints = tuple(
                blueprint_of(item.id, item.fields)
                for item in box[BLUEPRINTS]
                if item.fields["set"] in sets and _built(item.fields)
            )
            combinations = tuple(
                combination_of(item.fields) for item in box[COMBINATIONS] if item.fields["set"] in sets
            )
            characters = _characters(box, sets)
            digits = Counter(str(item.fields["digit"]) for item in box[DIGITS])
            cards = cards_of(rows[0].fields) if rows else ()
        except (KeyError, AttributeError, TypeError, ValueError):
            raise NoSimulation("the game's data do not fit its rules") from None
        if any(one.cost < 1 for one in blueprints):
            raise NoSimulation("an object costs nothing, which the rules of this game do not know")
        if len(cards) != players or not blueprints:
            raise NoSimulation(f"there are no teams for {players}, or nothing can be built")
        shop = BlueprintShop(blueprints, combinations, digits, {pile: len(box[pile]) for pile in PILES}, characters)
        return StarRoadSetting(shop, cards, settings.get("hp", HP_OF_TWO if players == 2 else HP))


def _built(fields: Mapping[str, Any]) -> bool:
    """Whether an object is built in simulated games."""
    traits = set(fields.get("traits") or ())
    if fields.get("ground") or fields.get("build_on") or fields["cost"] == COPIES or not traits <= PLAYED_TRAITS:
        return False
    return fields["kind"] in BUILT or bool(traits & PLAYED)


def _characters(box: Components, sets: Sequence[str]) -> tuple[StarRoadCharacter, ...]:
    """The characters of some sets, each once."""
    combine = {item.fields.get("character") for item in box[COMBINATIONS]}
    found = {item.id: item.fields for item in box.get(CHARACTERS, ()) if item.fields["set"] in sets}
    return tuple(character_of(name, fields, combines=name in combine) for name, fields in found.items())


ROUNDS = 2  # that are played on
WON, ALIVE = 50.0, 5.0  # what a victory, and to be in the game, is worth beside HP


class StarRoadSearch:
    """Plays on greedily until everybody had two turns: what an attack leaves undone, one turn each does not show."""

    players = PLAYERS

    def __init__(self, shop: BlueprintShop) -> None:
        self.shop = shop

    def searches(self, question: str, _: StarRoadTable, __: int) -> bool:
        """What it does in its turn."""
        return question == "acts"

    def guessed(self, table: StarRoadTable, seat: int, rng: Random) -> StarRoadTable:
        """Team cards that lie face down are dealt again."""
        hidden = [
            place for place in range(len(table.cards)) if place != seat and place not in table.face_up | table.out
        ]
        cards, dealt = list(table.cards), [table.cards[place] for place in hidden]
        rng.shuffle(dealt)
        for place, card in zip(hidden, dealt, strict=True):
            cards[place] = card
        return replace(table, cards=tuple(cards))

    def play_on(self, table: StarRoadTable, seat: int, players: Sequence[StarRoadDecider], _: Random) -> float:
        """Two turns of each; whoever is still in counts HP, and what is stored and built."""
        for _turn in range(ROUNDS * len(players)):
            if winners(table.cards, table.out) is not None:
                break
            for after in play_turn(table, players, self.shop, Ledger()):
                table = after
        won = winners(table.cards, table.out) or ()
        worths = [
            0.0
            if one.out
            else ALIVE + one.hp + (one.storage + sum(built.resources for built in one.built.values())) / 2
            for one in table.players
        ]
        rivals = [worth for place, worth in enumerate(worths) if not mates(table.cards[seat], table.cards[place])]
        return WON * (seat in won) + worths[seat] - sum(rivals) / max(1, len(rivals))
