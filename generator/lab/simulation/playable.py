"""A game that can be played by itself: what its module offers, and how it is found.

A module `simulation.games.GAME.simulated` is all that a game needs; nothing lists it. Its ``KINDS`` say which kinds of
components it plays with: a game made from another one, under a name of its own, is played by the same module.
"""

import importlib
import pkgutil
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, Protocol

from msgspec import Struct

from generator.core.refusal import WrongUse
from generator.lab.simulation import games
from generator.model.budget import ExpressionError
from generator.model.game import Game, Item
from generator.rules.kit import picks

Box = Mapping[str, Sequence[Item]]  # what a game is played with, by kind; copies stand as often as they are there


class NoSimulation(WrongUse):
    """A game cannot be played like that; the message says why in one line."""


class Played(Struct, frozen=True):
    """What came of one game."""

    turns: int
    scores: tuple[int, ...]  # by seat
    winners: tuple[int, ...]  # seats, from 0; several share a win
    used: Mapping[str, int]  # by kind, the most components out at a time
    dry: frozenset[str]  # kinds of which there were not enough
    events: Mapping[str, int]  # how often something happened, or what it came to


class Setting(Protocol):
    """A game ready to be played over and over, which workers elsewhere can be given."""

    def play(self, policies: Sequence[str], rng: Random) -> Played:
        """Play one game; seat n follows ``policies[n]``."""


class Simulated(Protocol):
    """A module ``simulated`` of a game."""

    KINDS: Sequence[str]
    PILES: Collection[str]  # the kinds of which more in the box is a larger pile, and nothing else
    SETTINGS: Mapping[str, tuple[int, int]]  # numbers of our own that may be tried otherwise: the least and the most
    POLICIES: Mapping[str, str]  # what each does, by its name; the first is followed unless another is asked for

    @staticmethod
    def prepare(box: Box, players: int, mode: str, settings: Mapping[str, int] = MappingProxyType({})) -> Setting:
        """A game for so many, with other settings where there are some.

        Raises:
            NoSimulation: the box does not hold what is needed.
        """
        ...


@cache
def all_games() -> Mapping[str, Simulated]:
    """The modules of all games that can be played, by the game's name."""
    return {
        folder.name.replace("_", "-"): _module(folder.name)
        for folder in pkgutil.iter_modules(games.__path__)
        if folder.ispkg
    }


def _module(folder: str) -> Any:
    return importlib.import_module(f"{games.__name__}.{folder}.simulated")


def find_game(game: Game) -> Simulated:
    """The module that plays a game: that of its name, else one whose kinds the game has.

    Raises:
        NoSimulation: there is none, or the game lacks a kind that it needs.
    """
    known = all_games()
    found = known.get(game.name) or next((one for one in known.values() if set(one.KINDS) <= game.kinds.keys()), None)
    if found is None:
        raise NoSimulation(f"{game.name} cannot be simulated: nothing here knows its rules; known: {', '.join(known)}")
    missing = [kind for kind in found.KINDS if kind not in game.kinds]
    if missing:
        raise NoSimulation(f"{game.name} cannot be simulated: it has no kind {missing[0]!r}")
    return found


def box_of(game: Game, players: int, mode: str) -> Box:
    """The components that a game's plan puts into the box for so many, and all of the kinds that it says nothing of.

    Raises:
        NoSimulation: the plan cannot be worked out.
    """
    planned = {entry.kind for entry in game.plan}
    box: dict[str, list[Item]] = {
        name: [item for item in kind.items if not item.broken for _ in range(item.copies)]
        for name, kind in game.kinds.items()
        if name not in planned
    }
    for entry in game.plan:
        kind = game.kinds[entry.kind]
        try:
            picked = picks(game, kind, entry, {"players": players, "mode": mode})
        except ExpressionError as error:
            raise NoSimulation(f"{game.name}: the plan for {entry.kind}: {error}") from None
        box.setdefault(entry.kind, []).extend(item for item, copies in picked for _ in range(copies))
    return box
