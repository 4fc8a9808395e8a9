"""Games that are ready to be played by themselves, opened once."""

from functools import cache
from random import Random

from shared_games import shipped_game
from tries import tries

from generator.lab.simulation.ledger import TracedMove
from generator.lab.simulation.moves import Setting
from generator.lab.simulation.playable import box_of, find_game


@cache
def setting(name: str, players: int, mode: str) -> Setting:
    """A shipped game for so many, with the components of its plan."""
    game = shipped_game(name)
    return find_game(game).prepare(box_of(game, players, mode), players, mode)


def traces(game: str, players: int, mode: str, games: int, *policies: str) -> list[list[TracedMove]]:
    """Random games as they were played, step by step."""
    found = []
    for number in range(tries(games)):
        steps: list[TracedMove] = []
        setting(game, players, mode).play(policies * players, Random(f"trace/{number}"), steps.append)
        found.append(steps)
    return found
