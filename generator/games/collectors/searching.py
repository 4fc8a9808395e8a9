"""What a search has to know of Collectors."""

from collections.abc import Sequence
from random import Random

from generator.games import Ledger
from generator.games.collectors.by_chance import CollectorsChance
from generator.games.collectors.course import CollectorsCourse
from generator.games.collectors.policies import PLAYERS
from generator.games.collectors.state import AP, CollectorsTable
from generator.games.collectors.worths import danger


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
