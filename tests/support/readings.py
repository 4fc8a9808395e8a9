"""A game of one kind whose fields and items a test writes itself."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from generator.model.game import Game, Item
from generator.model.load import load_game

Place = tuple[int, int, str]  # line, column, rule


class Reading(NamedTuple):
    """What came of reading a game."""

    game: Game
    items: list[Item]
    places: list[Place]  # of the problems in the order of their lines
    messages: list[str]
    hints: list[str]


Read = Callable[[str, str], Reading]


def reading(folder: Path) -> Reading:
    """Read the game in a folder."""
    game, problems = load_game(folder, folder.name)
    problems.sort()
    items = next(iter(game.kinds.values())).items if game.kinds else []
    places = [(problem.line, problem.column, problem.rule) for problem in problems]
    return Reading(
        game, items, places, [problem.message for problem in problems], [problem.hint for problem in problems]
    )
