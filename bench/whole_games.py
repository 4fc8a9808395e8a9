"""How long whole games of the shipped games take, by the processor, in milliseconds on one core."""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from generator.lab.simulation.playable import box_of, find_game
from generator.model.load import load_game

PROJECT = Path(__file__).parent.parent
GAMES = (  # the game, the mode, and the milliseconds that a game for four may take with `greedy`
    ("tricks-or-treats", "standard", 1000 / 300),
    ("star-road", "set1", 1000 / 300),
    ("collectors", "", 1000 / 100),
)
SEARCHED = 1000.0  # milliseconds that a game may take where a seat searches, `search:50`
PLAYED, SEARCHES = 60, 3  # games


def took() -> Iterator[tuple[str, float, float]]:
    """What was played, the milliseconds of the processor a game, and the limit."""
    for name, mode, most in GAMES:
        game = load_game(PROJECT / "data" / name, name)[0]
        setting = find_game(game).prepare(box_of(game, 4, mode), 4, mode)
        setting.play(["greedy"] * 4, Random("what is worked out once"))
        for policy, games, limit in (("greedy", PLAYED, most), ("search:50", SEARCHES, SEARCHED)):
            start = time.process_time()
            for number in range(games):
                setting.play([policy, "greedy", "greedy", "greedy"], Random(number))
            yield f"{policy}, {name}", 1000 * (time.process_time() - start) / games, limit


if __name__ == "__main__":
    for what, measured, limit in took():
        print(f"{what:32}{measured:10.1f} ms{limit:10.1f} ms at the most")
