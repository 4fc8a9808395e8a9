"""Whom simulated games are played by, and what a run of them is called."""

from itertools import cycle, islice

from generator.lab.simulation.playable import NoSimulation, PlayableGame
from generator.lab.simulation.search import SEARCH, playouts_of
from generator.model.game import Game
from generator.model.values import nearest


def policies_of(simulated: PlayableGame, given: str | None, players: int) -> tuple[str, ...]:
    """The policy of each seat: those named, in turn, over and over; the first known one if none is.

    Raises:
        NoSimulation: one is not known, or more are named than play.
    """
    named = [next(iter(simulated.policies))] if given is None else [name.strip() for name in given.split(",")]
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


def head_of(game: Game, mode: str, players: int, games: int, seed: int) -> str:
    """What was played, in a line."""
    return f"{table_of(game, mode, players)}, {_counted(games, 'game')} simulated, seed {seed}"


def table_of(game: Game, mode: str, players: int) -> str:
    """The game, the mode, and how many play."""
    title = game.title.in_language(game.language, game.language)
    return ", ".join([title, *([mode] if mode else []), _counted(players, "player")])


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
