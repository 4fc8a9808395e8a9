"""Monte Carlo tree search for any `MoveRules`, by nothing but its interface.

Each playout begins in a state that the player may think the game is in (`MoveRules.guess`), follows the tree by
upper confidence bounds, adds one move to it and is played on at random. A branch is known by its moves alone, so that
chance and hidden cards are averaged over: the tree of P. Cowling, E. Powley, D. Whitehouse, Information Set Monte Carlo
Tree Search (2012), seen by one player.
"""

import re
from collections.abc import Hashable, Sequence
from math import inf, log, sqrt
from random import Random
from typing import Any

from generator.lab.simulation.moves import MoveRules, NoSimulation
from generator.lab.simulation.quality import leaders

SEARCH = "search"
USUAL, MOST = 100, 100_000  # playouts for a move
FORM = re.compile(rf"{SEARCH}(?::([0-9]{{1,6}}))?")
CURIOSITY = 0.7  # how much a move that was tried seldom is preferred, beside a win
FARTHEST = 200  # moves of a playout, after which worth decides


def playouts_of(policy: str) -> int | None:
    """The playouts that ``search:N`` asks for; None for another policy.

    Raises:
        NoSimulation: they are none, or too many.
    """
    match = FORM.fullmatch(policy)
    if match is None:
        return None
    playouts = USUAL if match[1] is None else int(match[1])
    if not 1 <= playouts <= MOST:
        raise NoSimulation(f"--policy {policy}: 1 to {MOST:,} playouts are possible")
    return playouts


def search(playable: MoveRules, state: Any, seat: int, legal: Sequence[Any], playouts: int, choice: Random) -> Any:
    """The move that a search of this many playouts tried most."""
    if len(legal) == 1:
        return legal[0]
    root, span = _Branch(), _Span()
    for _ in range(playouts):
        rng = Random(choice.getrandbits(64))
        _playout(playable, playable.guess(state, seat, rng), root, span, rng)
    branches = [(root.after[_name(move)], move) for move in legal if _name(move) in root.after]
    return max(branches, key=lambda pair: pair[0].rank(seat))[1]


class _Branch:
    """What is known of a move, wherever it leads."""

    def __init__(self) -> None:
        self.after: dict[Hashable, _Branch] = {}
        self.tried = self.open = 0  # playouts that made the move, and that could have
        self.totals: list[float] = []  # by seat

    def rank(self, seat: int) -> tuple[int, float]:
        """What orders the moves of a player in the end."""
        return self.tried, self.totals[seat]

    def bound(self, seat: int, span: float) -> float:
        """How good the move may be for a player."""
        if not self.tried:
            return inf
        return self.totals[seat] / self.tried + CURIOSITY * span * sqrt(log(self.open) / self.tried)

    def count(self, values: Sequence[float]) -> None:
        """One playout more that made the move."""
        self.tried += 1
        self.totals = [old + new for old, new in zip(self.totals or [0.0] * len(values), values, strict=True)]


class _Span:
    """How far apart the outcomes of playouts are: 1 where somebody wins; for one who plays alone, in scores."""

    def __init__(self) -> None:
        self.low, self.high = inf, -inf

    def seen(self, values: Sequence[float]) -> None:
        self.low, self.high = min(self.low, *values), max(self.high, *values)

    @property
    def wide(self) -> float:
        return self.high - self.low if self.high > self.low else 1.0


def _playout(playable: MoveRules, state: Any, branch: _Branch, span: _Span, rng: Random) -> None:
    """Follow the tree, add a branch, play on at random, and count what came of it along the way."""
    way = [branch]
    while not playable.is_over(state) and len(way) <= FARTHEST:
        seat, legal = playable.player(state), playable.moves(state)
        move, branch = _chosen(branch, seat, legal, span.wide, rng)
        way.append(branch)
        state = playable.apply(state, move, rng)
        if not branch.tried:
            break
    values = _values(playable, _played_on(playable, state, rng))
    span.seen(values)
    for branch in way:
        branch.count(values)


def _chosen(branch: _Branch, seat: int, legal: Sequence[Any], span: float, rng: Random) -> tuple[Any, _Branch]:
    """The move with the largest bound; among equals, as those that were never tried, one by lot."""
    open_ = [(move, branch.after.setdefault(_name(move), _Branch())) for move in legal]
    for _, after in open_:
        after.open += 1
    bounds = [after.bound(seat, span) for _, after in open_]
    most = max(bounds)
    return rng.choice([pair for pair, bound in zip(open_, bounds, strict=True) if bound == most])


def _played_on(playable: MoveRules, state: Any, rng: Random) -> Any:
    for _ in range(FARTHEST):
        if playable.is_over(state):
            break
        state = playable.apply(state, rng.choice(playable.moves(state)), rng)
    return state


def _values(playable: MoveRules, state: Any) -> Sequence[float]:
    """What came of a playout for each player: the shares of a win; the score where one plays alone. Where no end was
    reached, whoever has the most worth wins."""
    scores = playable.scores(state)
    if len(scores) == 1:
        return [float(scores[0])]
    if playable.is_over(state):
        winners: Sequence[int] = playable.winners(state)
    else:
        winners = leaders([playable.worth(state, seat) for seat in range(len(scores))])
    return [(seat in winners) / max(1, len(winners)) for seat in range(len(scores))]


def _name(move: Any) -> Hashable:
    """What tells a move from others, for any value."""
    try:
        hash(move)
    except TypeError:
        return repr(move)
    named: Hashable = move
    return named
