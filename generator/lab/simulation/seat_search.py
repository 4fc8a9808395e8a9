"""Search for a seat of a game that asks its players: what comes of each answer is tried, and one that is better given.

The answers tried are the usual one, which another policy gives, and some that chance gives. Each is played out from the
beginning of the turn or step in which it was asked for, as often as the others and with the same chance, what is hidden
dealt again (`SearchedCourse.guessed`), everybody playing as usual. It is the usual one that is given unless another
does surely better: the rollouts of D. Bertsekas, J. Tsitsiklis and C. Wu, Rollout Algorithms for Combinatorial
Optimization (1997).
"""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any, Protocol, cast

from generator.lab.simulation.search import playouts_of

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
