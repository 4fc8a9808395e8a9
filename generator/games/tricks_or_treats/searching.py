"""What a search has to know of Tricks or Treats."""

from collections.abc import Sequence
from functools import partial
from random import Random

from msgspec.structs import replace

from generator.games import Ledger
from generator.games.tricks_or_treats.policies import PLAYERS, TreatsChance
from generator.games.tricks_or_treats.priors import Priors
from generator.games.tricks_or_treats.table import GameRules, TreatsTable
from generator.games.tricks_or_treats.turns import TreatsTurn

TurnsState = tuple[TreatsTable, int, int]  # the table, whose turn begins, and the round from 0
ROUNDS = 2  # that are played on; with one, of two players who searches wins no more than who does not
QUESTIONS = ("end_of_move", "knocks", "rival")
A_TRICK, A_MASK = 0.12, 0.05  # Treats that a point of a ticket or a Mask may bring later, as a guess


class TreatsSearch:
    """Plays on greedily for some rounds."""

    def __init__(self, priors: Priors, rules: GameRules) -> None:
        self.players = {name: partial(player, priors=priors, rules=rules) for name, player in PLAYERS.items()}
        self.rules = rules

    def searches(self, question: str, _: TreatsTable, __: int) -> bool:
        """What is asked before anything is drawn but the turn's token."""
        return question in QUESTIONS

    def guessed(self, state: TurnsState, seat: int, rng: Random) -> TurnsState:
        """Piles are shuffled, but for the token of this turn, and tickets and Masks that others hold dealt again."""
        table, me, number = state
        piles, seats = table.piles, list(table.seats)
        left: dict[str, tuple[int, ...]] = {}
        for holding in ("tricks", "masks"):
            held = [getattr(one.collector, holding) for place, one in enumerate(seats) if place != seat]
            hidden = [*getattr(piles, holding), *(value for values in held for value in values)]
            rng.shuffle(hidden)
            for place, one in enumerate(seats):
                if place != seat:
                    count = len(getattr(one.collector, holding))
                    dealt, hidden = tuple(hidden[:count]), hidden[count:]
                    seats[place] = replace(one, collector=replace(one.collector, **{holding: dealt}))
            left[holding] = tuple(hidden)
        later = list(piles.movements[1:])
        rng.shuffle(later)
        cards = list(piles.surprises)
        rng.shuffle(cards)
        tokens = (*piles.movements[:1], *later)
        piles = replace(piles, movements=tokens, surprises=tuple(cards), tricks=left["tricks"], masks=left["masks"])
        return replace(table, piles=piles, seats=tuple(seats)), me, number

    def play_on(self, state: TurnsState, seat: int, players: Sequence[TreatsChance], rng: Random) -> float:
        """Some turns of each, if the game lasts so long; then Treats count, and a little what is held besides."""
        table, me, number = state
        seats, left = len(table.seats), (self.rules.rounds - number) * len(table.seats) - me
        for turn in range(me, me + min(ROUNDS * seats, left)):
            for after in TreatsTurn(turn % seats, players, rng, self.rules, Ledger()).play(table):
                table = after
        last = left <= ROUNDS * seats
        worths = [
            one.treats + (0.0 if last else A_TRICK * sum(one.tricks) + A_MASK * sum(one.masks))
            for one in (after.collector for after in table.seats)
        ]
        mine = worths.pop(seat)
        return mine - (max(worths) if worths else 0.0)
