"""Whom simulated games are played by, and what a run of them is called."""

from collections.abc import Sequence

from generator.lab.simulation.playable import NoSimulation, PlayableGame
from generator.model.game import Game
from generator.model.problem_log import nearest


def policies_of(simulated: PlayableGame, given: str | None, players: int) -> Sequence[str]:
    """The policies named, the first known one if none is.

    Raises:
        NoSimulation: one is not known, or more are named than play.
    """
    if given is None:
        return [next(iter(simulated.policies))]
    named = [name.strip() for name in given.split(",")]
    for name in named:
        if name not in simulated.policies:
            raise NoSimulation(f"there is no policy {name[:40]!r}; {nearest(name, simulated.policies)}")
    if len(named) > players:
        raise NoSimulation(f"--policy names {len(named)} seats; {_counted(players, 'player')} is all there are")
    return named


def head_of(game: Game, mode: str, players: int, games: int, seed: int) -> str:
    """What was played, in a line."""
    title = game.title.in_language(game.language, game.language)
    told = f"{_counted(games, 'game')} simulated, seed {seed}"
    return ", ".join([title, *([mode] if mode else []), _counted(players, "player"), told])


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
