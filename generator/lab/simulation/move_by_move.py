"""Any `PlayableGame` played from its first state to its last, by policies that know nothing of it but its moves.

``random`` makes any legal move. ``greedy`` makes the move after which its player's worth is largest, as a mean over
`SAMPLES` of what chance and hidden cards may bring, the same for all moves; among equals it draws lots. Chance in the
game and the choices of policies come from two sources, so that another policy meets the same shuffles.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from generator.core.guests import FAILURES, error_in
from generator.core.refusal import Refusal
from generator.lab.simulation.playable import Box, NoSimulation, PlayableGame, Played

SAMPLES = 16  # of what chance may bring after a move
PILE = "pile"  # the place of `PlayableGame.counts` from which components are drawn
RANDOM, GREEDY = "random", "greedy"


class MoveByMove(Struct, frozen=True):
    """A game, what it is played with, and how many play."""

    playable: PlayableGame
    box: Box
    players: int
    settings: Mapping[str, Any]

    def play(self, policies: Sequence[str], rng: Random) -> Played:
        """Play one game; seat n follows ``policies[n]``.

        Raises:
            NoSimulation: the game's own code fails, or does not keep to the interface; the message says where.
        """
        try:
            return self._play(policies, rng)
        except Refusal:
            raise
        except FAILURES as error:
            raise NoSimulation(f"the game cannot be played: {error_in(error)}") from error

    def _play(self, policies: Sequence[str], rng: Random) -> Played:
        playable, choice = self.playable, Random(rng.getrandbits(64))
        state = playable.start(self.box, self.players, self.settings, rng)
        deciders = [self._decider(policy, choice) for policy in policies]
        piles, events = _Piles(playable), Counter[str]()
        piles.look(state)
        turns = moves = 0
        first = last = playable.player(state) if not playable.is_over(state) else 0
        while not playable.is_over(state):
            if moves == playable.most_moves:
                events["given up"] = 1
                break
            seat, legal = playable.player(state), playable.moves(state)
            if not legal or not 0 <= seat < self.players:
                raise self._at_odds(f"player {seat} of {self.players} has the moves {legal!r}")
            turns += not moves or seat != last or self.players == 1
            moves, last = moves + 1, seat
            choose = deciders[seat]
            move = choice.choice(legal) if choose is None else choose(state, seat, legal)
            state = playable.apply(state, move, rng)
            if piles.counted:
                piles.look(state)
        scores, winners = tuple(playable.scores(state)), tuple(playable.winners(state))
        if len(scores) != self.players or not all(isinstance(score, int) for score in scores):
            raise self._at_odds(f"scores are {scores!r}; a whole number for each of {self.players} is wanted")
        events["first player wins"] = first in winners
        return Played(turns, scores, winners, piles.used, frozenset(piles.dry), events)

    def _decider(self, policy: str, choice: Random) -> Callable[[Any, int, Sequence[Any]], Any] | None:
        """What makes the moves of a policy; None where any will do."""
        if policy == GREEDY:
            return lambda state, seat, legal: greedy(self.playable, state, seat, legal, choice)
        if policy == RANDOM:
            return None
        return lambda state, seat, legal: self.playable.decide(policy, state, seat, legal, choice)

    def _at_odds(self, what: str) -> NoSimulation:
        return NoSimulation(f"the game cannot be played: {type(self.playable).__qualname__}: {what}")


def greedy(playable: PlayableGame, state: Any, seat: int, legal: Sequence[Any], choice: Random) -> Any:
    """The move after which a player's worth is largest, in expectation; among equals one by lot."""
    if len(legal) == 1:
        return legal[0]
    seeds, chance = [choice.getrandbits(32) for _ in range(SAMPLES)], Random()
    hidden = type(playable).guess is not PlayableGame.guess
    best: list[Any] = []
    largest = 0.0
    for move in legal:
        total = 0.0
        for number, seed in enumerate(seeds):
            chance.seed(seed)
            seen = playable.guess(state, seat, chance) if hidden else state
            before = chance.getstate() if number == 0 and not hidden else None
            worth = playable.worth(playable.apply(seen, move, chance), seat)
            if before is not None and chance.getstate() == before:  # nothing was left to chance
                total = SAMPLES * worth
                break
            total += worth
        if not best or total > largest:
            best, largest = [move], total
        elif total == largest:
            best.append(move)
    return choice.choice(best)


class _Piles:
    """How many components of each kind are in a game, and the fewest that were left in its pile."""

    def __init__(self, playable: PlayableGame) -> None:
        self._playable = playable
        self.counted = type(playable).counts is not PlayableGame.counts
        self.used: dict[str, int] = {}
        self.dry: set[str] = set()

    def look(self, state: Any) -> None:
        """Take note of a state."""
        for kind, places in self._playable.counts(state).items():
            left = places.get(PILE, 0)
            self.used[kind] = max(self.used.get(kind, 0), sum(places.values()) - left)
            if not left and kind in self._playable.piles:
                self.dry.add(kind)
