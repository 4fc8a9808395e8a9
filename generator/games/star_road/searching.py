"""What a search has to know of Star Road."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from generator.games import Ledger
from generator.games.star_road.course import BlueprintShop, StarRoadDecider, StarRoadTable, play_turn
from generator.games.star_road.policies import PLAYERS
from generator.games.star_road.teams import mates, winners

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
            else ALIVE + one.hp + (one.storage + sum(built.resources for built in one.places if built)) / 2
            for one in table.players
        ]
        rivals = [worth for place, worth in enumerate(worths) if not mates(table.cards[seat], table.cards[place])]
        return WON * (seat in won) + worths[seat] - sum(rivals) / max(1, len(rivals))
