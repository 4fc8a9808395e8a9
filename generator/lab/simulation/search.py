"""Monte Carlo tree search for any `MoveRules`, by nothing but its interface.

Each playout begins in a state that the player may think the game is in (`MoveRules.guess`), follows the tree by
upper confidence bounds, adds one move to it and is played on at random. A branch is known by its moves alone, so that
chance and hidden cards are averaged over: the tree of P. Cowling, E. Powley, D. Whitehouse, Information Set Monte Carlo
Tree Search (2012), seen by one player.
"""

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from math import inf, log, sqrt
from random import Random
from typing import Any, Protocol, cast

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


MOST_ANSWERS = 6  # that are tried
DRAWS = 12  # of chance, to find others than the usual one
SURELY = 1.5  # standard errors that another answer has to be better by


class SearchedCourse(Protocol):
    """What a search has to know of a game whose players are asked."""

    @property
    def players(self) -> Mapping[str, Callable[[Random], Any]]:
        """What makes a player, by its policy: ``greedy`` answers at once, and well, ``random`` whatever is legal."""

    def searches(self, question: str, table: Any, seat: int) -> bool:
        """Whether an answer is worth a search."""

    def guessed(self, table: Any, seat: int, rng: Random) -> Any:
        """A table apart that this seat may think the game is at, as its turn or step begins."""

    def play_on(self, table: Any, seat: int, players: Sequence[Any], rng: Random) -> float:
        """The turn or step played out, and some more; what the table is then worth to a seat."""


class SearchSeat:
    """A player who searches; it is asked whatever the game asks its players."""

    def __init__(self, course: SearchedCourse, seat: int, seats: int, playouts: int, rng: Random) -> None:
        """Begin.

        Args:
            course: the game.
            seat: which one searches.
            seats: how many play.
            playouts: for one answer.
            rng: draws lots.
        """
        self.course, self.seat, self.seats, self.playouts, self.rng = course, seat, seats, playouts, rng
        self._usual, self._chance = course.players["greedy"](rng), course.players["random"](rng)
        self._table: Any = None
        self._given: list[tuple[str, Any]] = []

    def begins(self, table: Any) -> None:
        """A turn or step begins at this table, which nobody changes."""
        self._table = table
        self._given = []

    def __getattr__(self, question: str) -> Callable[..., Any]:
        """What answers a question."""
        usual = getattr(self._usual, question)

        def answered(*arguments: Any, **named: Any) -> Any:
            answer = usual(*arguments, **named)
            if self._table is not None and self.course.searches(question, arguments[0], self.seat):
                answers = [answer]
                for _ in range(DRAWS):
                    chance_answer = getattr(self._chance, question)(*arguments, **named)
                    if chance_answer not in answers and len(answers) < MOST_ANSWERS:
                        answers.append(chance_answer)
                answer = self._best(question, answers)
            self._given.append((question, answer))
            return answer

        return answered

    def _best(self, question: str, answers: Sequence[Any]) -> Any:
        """The answer that does surely better than the usual one, which is the first; that one if none does."""
        others, gains = range(1, len(answers)), [[0.0] for _ in answers]
        for _ in range(max(1, self.playouts // len(answers)) if others else 0):
            seed = self.rng.getrandbits(64)
            usual = self._played_out(question, answers[0], seed, 0.0)
            for number in others:
                gains[number].append(self._played_out(question, answers[number], seed, usual) - usual)
        best = max(others, key=lambda number: sum(gains[number]), default=0)
        error = sqrt(sum(gain * gain for gain in gains[best]))
        return answers[best if sum(gains[best]) > SURELY * error else 0]

    def _played_out(self, question: str, answer: Any, seed: int, otherwise: float) -> float:
        """What comes of an answer; something else where chance leads to where it is none."""
        rng = Random(seed)
        table = self.course.guessed(self._table, self.seat, rng)
        players = [self.course.players["greedy"](rng) for _ in range(self.seats)]
        players[self.seat] = ScriptedPlayer(players[self.seat], [*self._given, (question, answer)])
        try:
            return self.course.play_on(table, self.seat, players, rng)
        except ValueError:
            return otherwise


class ScriptedPlayer:
    """A player who gives the answers that are written down while it is asked for them, and then the usual ones."""

    def __init__(self, usual: Any, script: list[tuple[str, Any]]) -> None:
        self._usual, self._script = usual, script

    def __getattr__(self, question: str) -> Callable[..., Any]:
        """What answers a question."""
        if self._script and self._script[0][0] == question:
            answer = self._script.pop(0)[1]
            return lambda *_, **__: answer
        return cast(Callable[..., Any], getattr(self._usual, question))


def seated(policies: Sequence[str], course: SearchedCourse, rng: Random) -> tuple[list[Any], list[SearchSeat]]:
    """The players of a game by their policies, and those of them who search."""
    players: list[Any] = []
    for seat, policy in enumerate(policies):
        playouts = playouts_of(policy)
        if playouts is None:
            players.append(course.players[policy](rng))
        else:
            players.append(SearchSeat(course, seat, len(policies), playouts, Random(rng.getrandbits(64))))
    return players, [player for player in players if isinstance(player, SearchSeat)]
