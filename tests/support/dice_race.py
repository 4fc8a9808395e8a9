"""A game of a stranger: tokens run to the end of a track by a die; what comes of it is known without playing."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple

from generator.games import Game

LENGTH = 10
DIE = range(1, 7)


class Track(NamedTuple):
    """How far each token is, whose turn it is, how many stones lie on the pile and beside it, how long the track is."""

    places: tuple[int, ...]
    turn: int = 0
    pile: int = 0
    taken: int = 0
    length: int = LENGTH


class DiceRace(Game):
    """Each turn one die is rolled: the token goes so far, and a stone is taken. Or it goes one square, by the foot."""

    players = range(1, 5)
    kinds = piles = ("stones",)
    settings: Mapping[str, tuple[int, int]] = {"length": (1, 99)}
    foot = False  # whether one may follow the foot at all

    def start(self, box: Any, players: int, settings: Mapping[str, Any], rng: Random) -> Track:
        return Track((0,) * players, pile=len(box["stones"]), length=settings.get("length", LENGTH))

    def player(self, state: Track) -> int:
        return state.turn

    def moves(self, state: Track) -> Sequence[str]:
        return ("roll", "foot") if self.foot else ("roll",)

    def apply(self, state: Track, move: str, rng: Random) -> Track:
        places, stones = list(state.places), int(move == "roll" and state.pile > 0)
        places[state.turn] += rng.choice(DIE) if move == "roll" else 1
        turn, pile = (state.turn + 1) % len(places), state.pile - stones
        return state._replace(places=tuple(places), turn=turn, pile=pile, taken=state.taken + stones)

    def is_over(self, state: Track) -> bool:
        return any(place >= state.length for place in state.places)

    def scores(self, state: Track) -> Sequence[int]:
        return state.places

    def counts(self, state: Track) -> Mapping[str, Mapping[str, int]]:
        return {"stones": {"pile": state.pile, "taken": state.taken}}


class FootRace(DiceRace):
    """The same, where going by the foot is allowed, and never pays."""

    foot = True


@cache
def beyond(rolls: int) -> Fraction:
    """The chance that so many rolls do not come to `LENGTH`, by counting all of them."""
    ways = {0: 1}
    for _ in range(rolls):
        after: dict[int, int] = {}
        for total, number in ways.items():
            for pips in DIE:
                after[total + pips] = after.get(total + pips, 0) + number
        ways = after
    return Fraction(sum(number for total, number in ways.items() if total < LENGTH), 6**rolls)


def expected_rolls() -> Fraction:
    """How many rolls one token needs on average."""
    return sum((beyond(rolls) for rolls in range(LENGTH)), Fraction(0))


def first_wins() -> Fraction:
    """The chance that the first of two players wins."""
    done = [beyond(rolls - 1) - beyond(rolls) for rolls in range(1, LENGTH + 1)]
    return sum((chance * beyond(rolls) for rolls, chance in enumerate(done)), Fraction(0))
