"""Games that are ready to be played by themselves, opened once."""

from functools import cache

from shared_games import shipped_game

from generator.lab.simulation.playable import Setting, box_of, find_game


@cache
def setting(name: str, players: int, mode: str) -> Setting:
    """A shipped game for so many, with the components of its plan."""
    game = shipped_game(name)
    return find_game(game).prepare(box_of(game, players, mode), players, mode)
