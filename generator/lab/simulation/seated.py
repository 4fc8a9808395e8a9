"""A game that is to be played: with which box, by how many, in which way, and whom in each seat."""

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

from msgspec import Struct

from generator.lab.simulation.job import Job
from generator.lab.simulation.moves import Box, NoSimulation
from generator.lab.simulation.playable import PlayableGame, box_of, find_game
from generator.lab.simulation.search import SEARCH, playouts_of
from generator.lab.simulation.totals import Totals, figures
from generator.lab.simulation.variant import Variant
from generator.model.game import Game
from generator.model.values import nearest


class SeatedGame(Struct, frozen=True):
    """A game, its rules as code, and all that is said of how it is played."""

    game: Game
    rules: PlayableGame
    box: Box
    players: int
    mode: str
    policies: tuple[str, ...]  # of each seat
    seed: int

    def job(self, *variants: Variant) -> Job:
        """What is played: the first of these variants, and the others beside it; the game as it is if none is given."""
        first, *others = (
            self.rules.prepare(variant.box, self.players, self.mode, variant.settings)
            for variant in variants or (Variant("", self.box),)
        )
        return Job(first, self.policies, self.seed, tuple(others), self.rules)

    def figures(self, totals: Totals, box: Box | None = None, not_played: Sequence[str] = ()) -> dict[str, Any]:
        """What came of games with a box, with the game's own if None; see `figures`."""
        return figures(totals, self.policies, self.box if box is None else box, not_played)

    @property
    def named(self) -> str:
        """The game, the mode, and how many play."""
        title = self.game.title.in_language(self.game.language, self.game.language)
        return ", ".join([title, *([self.mode] if self.mode else []), _counted(self.players, "player")])

    def head(self, games: int) -> str:
        """What was played, in a line."""
        return f"{self.named}, {_counted(games, 'game')} simulated, seed {self.seed}"


def seated(game: Game, players: int, mode: str, names: str | None, seed: int) -> SeatedGame:
    """A game with the policies named, with the first known one if none is.

    Raises:
        NoSimulation: nothing plays it, its plan cannot be worked out, a policy is not known, or more are named than
            play.
    """
    rules = find_game(game)
    box = box_of(game, players, mode)
    return SeatedGame(game, rules, box, players, mode, policies_of(rules, names, players), seed)


def policies_of(simulated: PlayableGame, names: str | None, players: int) -> tuple[str, ...]:
    """The policy of each seat: those named, in turn, over and over."""
    named = [next(iter(simulated.policies))] if names is None else [name.strip() for name in names.split(",")]
    for name in named:
        if name in simulated.policies:
            continue
        if playouts_of(name) is None:
            raise NoSimulation(f"there is no policy {name[:40]!r}; {nearest(name, simulated.policies)}")
        if not (simulated.move_by_move or simulated.searched):
            why = "this game has its own policies, and is not played move by move"
            raise NoSimulation(f"there is no {SEARCH} here: {why}; {nearest(name, simulated.policies)}")
    if len(named) > players:
        raise NoSimulation(f"--policy names {len(named)} seats; {_counted(players, 'player')} is all there are")
    return tuple(islice(cycle(named), players))


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
