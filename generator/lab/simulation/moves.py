"""A game as its moves: what a state is worth to whoever plays it, and what comes of a whole game."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from msgspec import Struct

from generator.core.plugins import error_in
from generator.core.problem import WrongUse
from generator.lab.simulation.ledger import Teller
from generator.lab.simulation.quality import GameRecord, leaders
from generator.model.game import Item

Box = Mapping[str, Sequence[Item]]  # what a game is played with, by kind; copies stand as often as they are there


class NoSimulation(WrongUse):
    """A game cannot be played like that; the message says why in one line."""


class GameResult(Struct, frozen=True):
    """What came of one game."""

    turns: int
    scores: tuple[int, ...]  # by seat
    winners: tuple[int, ...]  # seats, from 0; several share a win
    used: Mapping[str, int]  # by kind, the most components out at a time
    dry: frozenset[str]  # kinds of which there were not enough
    events: Mapping[str, int]  # how often something happened, or what it came to
    record: GameRecord | None = None  # what measures of quality are worked out of


class Setting(Protocol):
    """A game ready to be played over and over, which workers elsewhere can be given."""

    def play(self, policies: Sequence[str], rng: Random, teller: Teller | None = None) -> GameResult:
        """Play one game; seat n follows ``policies[n]``, and ``teller`` gets each step of it."""


class MoveRules:
    """The rules of a game as the moves from each state: what `generator.lab.simulation.playable.PlayableGame` says."""

    piles: Collection[str] = ()  # the kinds of which more in the box is a larger pile, and nothing else
    most_moves = 10_000  # after which a game is given up

    def start(self, box: Box, players: int, settings: Mapping[str, Any], rng: Random) -> Any:
        """The first state.

        Args:
            box: the components by kind, copies as often as they are there, in the order of the files.
            players: how many play.
            settings: the numbers of ``settings`` that are asked for, and ``mode``, the way to play.
            rng: shuffles.
        """
        raise NotImplementedError

    def player(self, state: Any) -> int:
        """Whose move it is, from 0."""
        raise NotImplementedError

    def moves(self, state: Any) -> Sequence[Any]:
        """The legal moves; at least one while the game is not over."""
        raise NotImplementedError

    def apply(self, state: Any, move: Any, rng: Random) -> Any:
        """The state after a move."""
        raise NotImplementedError

    def is_over(self, state: Any) -> bool:
        """Whether the game has ended."""
        raise NotImplementedError

    def scores(self, state: Any) -> Sequence[int]:
        """A whole number for each player."""
        raise NotImplementedError

    def winners(self, state: Any) -> Sequence[int]:
        """Who has won, from 0; if not overridden, whoever has the largest score."""
        return leaders(self.scores(state))

    def worth(self, state: Any, player: int) -> float:
        """What a state is worth to a player, as a guess, for policies; the score if not overridden."""
        return self.scores(state)[player]

    def guess(self, state: Any, player: int, rng: Random) -> Any:  # noqa: ARG002 - nothing is hidden
        """A state that this player may think the game is in: hidden cards dealt once more; the state itself if nothing
        is hidden."""
        return state

    def decide(self, policy: str, state: Any, player: int, moves: Sequence[Any], rng: Random) -> Any:
        """A player's move by a policy that only this game has, as `policies` names it."""
        raise NotImplementedError

    def counts(self, state: Any) -> Mapping[str, Mapping[str, int]]:  # noqa: ARG002 - nothing is counted
        """How many components of a kind lie where: ``{kind: {place: number}}``; what can be drawn lies at ``pile``."""
        return {}

    def held(self, state: Any) -> Sequence[Collection[str]]:  # noqa: ARG002 - not known
        """The ids of the items that each player holds, for the win rate by item; none if that is not asked for."""
        return ()

    def told(self, state: Any, move: Any) -> str:  # noqa: ARG002 - the move says it
        """A move in words."""
        return str(move)

    def minutes(self, state: Any, move: Any) -> float:  # noqa: ARG002 - not known
        """How long a move takes at a table, in minutes; 0 if not known."""
        return 0.0


def cannot_play(playable: MoveRules, error: BaseException) -> NoSimulation:
    """What is to be said of a game whose own code failed: what, and where."""
    plugin_error, trace = error_in(error), error.__traceback__
    words = str(plugin_error) if plugin_error.file else f"{place_of(playable)}: {plugin_error}"
    while isinstance(error, NotImplementedError) and trace is not None:
        words, trace = f"{place_of(playable)} has no {trace.tb_frame.f_code.co_name}()", trace.tb_next
    return NoSimulation(f"the game cannot be played: {words}")


def place_of(playable: MoveRules, method: str = "") -> str:
    """Where a game's class, or a method of it, is written, for messages about it."""
    kind = type(playable)
    named = kind.__qualname__ + (f".{method}()" if method else "")
    codes = [getattr(member, "__code__", None) for member in (vars(kind).get(method or "start"), *vars(kind).values())]
    code = next((code for code in codes if code is not None), None)
    return f"{code.co_filename}:{code.co_firstlineno}: {named}" if code is not None else named
