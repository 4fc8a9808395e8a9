"""Games that are ready to be played by themselves, opened once."""

from functools import cache

from projects import ROOT

from generator.lab.simulation.playable import Setting, box_of, find_game
from generator.model.game import Game
from generator.model.load import load_game


@cache
def shipped(name: str) -> Game:
    """A shipped game's data."""
    game, problems = load_game(ROOT / "data" / name, f"data/{name}")
    assert not [problem for problem in problems if problem.level == "error"]
    return game


@cache
def setting(name: str, players: int, mode: str) -> Setting:
    """A shipped game for so many, with the components of its plan."""
    game = shipped(name)
    return find_game(game).prepare(box_of(game, players, mode), players, mode)
