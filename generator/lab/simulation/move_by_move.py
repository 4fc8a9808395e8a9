"""Any `MoveRules` played from its first state to its last, by policies that know nothing of it but its moves.

``random`` makes any legal move. ``greedy`` makes the move after which its player's worth is largest, as a mean over
`SAMPLES` of what chance and hidden cards may bring, the same for all moves; among equals it draws lots. ``search`` is
that of `generator.lab.simulation.search`. Chance in the game and the choices of policies come from two sources, so that
another policy meets the same shuffles.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from msgspec import Struct

from generator.core.plugins import FAILURES
from generator.core.problem import Refusal
from generator.lab.simulation.ledger import Ledger, Teller, TracedMove
from generator.lab.simulation.moves import Box, GameResult, MoveRules, NoSimulation, Setting, cannot_play, place_of
from generator.lab.simulation.quality import GameRecord, SeatWorths
from generator.lab.simulation.search import playouts_of, search

SAMPLES = 16  # of what chance may bring after a move
PILE = "pile"  # the place of `MoveRules.counts` from which components are drawn
RANDOM, GREEDY = "random", "greedy"


class MoveByMove(Struct, frozen=True):
    """A game, what it is played with, and how many play."""

    playable: MoveRules
    box: Box
    players: int
    settings: Mapping[str, Any]

    def play(self, policies: Sequence[str], rng: Random, teller: Teller | None = None) -> GameResult:
        """Play one game; seat n follows ``policies[n]``, and ``teller`` gets each move.

        Raises:
            NoSimulation: the game's own code fails, or does not keep to the interface; the message says where.
        """
        try:
            return self._play(policies, rng, teller)
        except Refusal:
            raise
        except FAILURES as error:
            raise cannot_play(self.playable, error) from error

    def _play(self, policies: Sequence[str], rng: Random, teller: Teller | None) -> GameResult:
        playable, choice = self.playable, Random(rng.getrandbits(64))
        state = playable.start(self.box, self.players, self.settings, rng)
        deciders = [self._decider(policy, choice) for policy in policies]
        notes = _Notes(playable)
        notes.looked_at(state)
        turns, moves, seats = 0, 0, range(self.players)
        first = last = playable.player(state) if not playable.is_over(state) else 0
        while not playable.is_over(state) and moves < playable.most_moves:
            seat, legal = playable.player(state), playable.moves(state)
            if not legal or seat not in seats:
                raise self._wrong(*wrong_with(seat, legal, self.players))
            if not moves or seat != last or self.players == 1:
                turns += 1
                notes.stood(state)
            moves, last = moves + 1, seat
            choose = deciders[seat]
            move = choice.choice(legal) if choose is None else choose(state, seat, legal)
            before, state = state, playable.apply(state, move, rng)
            notes.moved(before, move, state, len(legal))
            if teller is not None:
                teller(TracedMove(turns, seat, playable.told(before, move), notes.worths(state)))
        notes.stood(state)
        scores = playable.scores(state)
        if not isinstance(scores, Sequence) or [type(score) for score in scores] != [int] * self.players:
            raise self._wrong("scores", f"{scores!r}; a whole number for each of {self.players} is wanted")
        scores, winners = tuple(scores), tuple(playable.winners(state))
        events = {"first player wins": int(first in winners)}
        if not playable.is_over(state):
            events["given up"] = 1
        record = notes.record(winners, policies)
        return GameResult(turns, scores, winners, notes.used, frozenset(notes.dry), events, record)

    def _decider(self, policy: str, choice: Random) -> Callable[[Any, int, Sequence[Any]], Any] | None:
        """What makes the moves of a policy; None where any will do."""
        if policy == GREEDY:
            return lambda state, seat, legal: greedy(self.playable, state, seat, legal, choice)
        if policy == RANDOM:
            return None
        playouts = playouts_of(policy)
        if playouts is not None:
            return lambda state, seat, legal: search(self.playable, state, seat, legal, playouts, choice)
        return lambda state, seat, legal: self.playable.decide(policy, state, seat, legal, choice)

    def _wrong(self, method: str, what: str) -> NoSimulation:
        return NoSimulation(f"the game cannot be played: {place_of(self.playable, method)} gives {what}")


def wrong_with(seat: Any, legal: Any, players: int) -> tuple[str, str]:
    """Which method of a game is wrong about a player who has to move, and what it gives."""
    if seat not in range(players):
        return "player", f"{seat!r}; 0 to {players - 1} play"
    return "moves", f"{legal!r}, and is_over() says that the game goes on"


def greedy(playable: MoveRules, state: Any, seat: int, legal: Sequence[Any], choice: Random) -> Any:
    """The move after which a player's worth is largest, in expectation; among equals one by lot."""
    if len(legal) == 1:
        return legal[0]
    seeds, chance = [choice.getrandbits(32) for _ in range(SAMPLES)], Random()
    hidden = type(playable).guess is not MoveRules.guess
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


class _Notes:
    """What measures of quality want to know, noted in a ledger; how many components of each kind are in the game."""

    def __init__(self, playable: MoveRules) -> None:
        self._playable, self._ledger = playable, Ledger()
        of = type(playable)
        self._by_worth = of.worth is not MoveRules.worth
        self._holds = of.held is not MoveRules.held
        self._timed = of.minutes is not MoveRules.minutes
        self._counted = of.counts is not MoveRules.counts
        self.used: dict[str, int] = {}
        self.dry: set[str] = set()
        self._minutes = 0.0
        self._known = True  # whether scores can be asked for before the end

    def looked_at(self, state: Any) -> None:
        """Take note of what players hold, and of what is left in piles."""
        if self._holds:
            self._ledger.had(self._playable.held(state))
        for kind, places in self._playable.counts(state).items() if self._counted else ():
            left = places.get(PILE, 0)
            self.used[kind] = max(self.used.get(kind, 0), sum(places.values()) - left)
            if not left and kind in self._playable.piles:
                self.dry.add(kind)

    def moved(self, before: Any, move: Any, state: Any, among: int) -> None:
        """Take note of a move."""
        self._ledger.chosen(among)
        if self._timed:
            self._minutes += self._playable.minutes(before, move)
        self.looked_at(state)

    def stood(self, state: Any) -> None:
        """Take note of who stands how."""
        worths = self.worths(state)
        if worths:
            self._ledger.stood(worths)

    def worths(self, state: Any) -> SeatWorths:
        """What each seat's place is worth; nothing where the game cannot say so before its end."""
        if not self._known:
            return ()
        try:
            scores = tuple(self._playable.scores(state))
            return tuple(self._playable.worth(state, seat) for seat in range(len(scores))) if self._by_worth else scores
        except FAILURES:
            self._known = False
            self._ledger.standings.clear()
            return ()

    def record(self, winners: Sequence[int], policies: Sequence[str]) -> GameRecord:
        return self._ledger.record(winners, policies, self._minutes if self._timed else None)


MOST_TRIED = 5  # legal moves of a state that are all made


def verify(setting: Setting, games: int, seed: int) -> tuple[int, str]:
    """How many moves were examined, and what is wrong; nothing where all is well.

    Raises:
        NoSimulation: the game's own code fails, or it cannot be played move by move.
    """
    if not isinstance(setting, MoveByMove):
        return 0, "the game has its own policies, and is not played move by move: nothing can be verified"
    moves = 0
    for number in range(games):
        try:
            for move, what in enumerate(_looked_at(setting, f"{seed}/{number}"), 1):
                moves += 1
                if what:
                    return moves, f"game {number} of seed {seed}, move {move}: {what}"
        except FAILURES as error:
            raise cannot_play(setting.playable, error) from error
        again = [setting.play(["random"] * setting.players, Random(f"{seed}/{number}")) for _ in range(2)]
        if again[0] != again[1]:
            return (
                moves,
                f"game {number} of seed {seed}: played again it is another one; all chance is to come from rng",
            )
    return moves, ""


def _looked_at(setting: MoveByMove, seed: str) -> Iterator[str]:
    """For each move of a random game what is wrong with it, if anything."""
    playable, rng, choice = setting.playable, Random(seed), Random(f"choices of {seed}")
    state = playable.start(setting.box, setting.players, setting.settings, rng)
    whole = _sizes(playable, state)
    for _ in range(playable.most_moves):
        if playable.is_over(state):
            return
        seat, legal = playable.player(state), playable.moves(state)
        if not legal or seat not in range(setting.players):
            method, what = wrong_with(seat, legal, setting.players)
            yield f"{place_of(playable, method)} gives {what}"
            return
        legal = list(legal)
        yield _wrong_with(playable, state, seat, legal, choice)
        state = playable.apply(state, choice.choice(legal), rng)
        if _sizes(playable, state) != whole:
            yield f"{place_of(playable, 'counts')} come to {_sizes(playable, state)}; they were {whole}"


def _wrong_with(playable: MoveRules, state: Any, seat: int, legal: list[Any], choice: Random) -> str:
    before = deepcopy(state)
    for move in choice.sample(legal, min(len(legal), MOST_TRIED)):
        seed = choice.getrandbits(32)
        after = [playable.apply(state, move, Random(seed)) for _ in range(2)]
        if state != before:
            return f"{place_of(playable, 'apply')} changes the state that it is given, by the move {move!r}"
        if after[0] != after[1]:
            return f"{place_of(playable, 'apply')} gives two states for one rng, by the move {move!r}"
    thought = playable.guess(state, seat, Random(choice.getrandbits(32)))
    if state != before:
        return f"{place_of(playable, 'guess')} changes the state that it is given"
    if playable.player(thought) != seat or list(playable.moves(thought)) != legal:
        return f"{place_of(playable, 'guess')} gives a state in which the player has other moves"
    if _sizes(playable, thought) != _sizes(playable, state):
        return f"{place_of(playable, 'guess')} gives a state with other components"
    return ""


def _sizes(playable: MoveRules, state: Any) -> Mapping[str, int]:
    """How many components of each kind there are, wherever they lie."""
    return {kind: sum(places.values()) for kind, places in playable.counts(state).items()}
