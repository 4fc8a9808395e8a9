"""A seat that searches in the shipped games: the same for one seed, legal, and better than what it builds on."""

from random import Random

import pytest
from tables import setting

from generator.lab.simulation.move_by_move import verify
from generator.lab.simulation.search import ScriptedPlayer

GAMES = [("collectors", 2, ""), ("tricks-or-treats", 2, "standard"), ("star-road", 2, "set1")]


def won(game: str, players: int, mode: str, first: str, other: str, games: int) -> float:
    """The share of games that one policy wins against another on all other seats, each seat in turn."""
    found, total = setting(game, players, mode), 0.0
    for number in range(games):
        policies = [other] * players
        policies[number % players] = first
        winners = found.play(policies, Random(f"ladder/{number}")).winners
        total += (number % players in winners) / max(1, len(winners))
    return total / games


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "mode"), GAMES)
def test_a_search_is_the_same_for_one_seed(game: str, players: int, mode: str) -> None:
    policies = ["search:4", "greedy"]
    one, two = (setting(game, players, mode).play(policies, Random(3)) for _ in range(2))
    assert one == two


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "mode"), GAMES)
def test_greedy_beats_chance(game: str, players: int, mode: str) -> None:
    assert won(game, players, mode, "greedy", "random", 30) > 0.7


@pytest.mark.rare
def test_search_beats_greedy_where_a_turn_ahead_shows_who_wins() -> None:
    assert won("star-road", 2, "set1", "search:20", "greedy", 12) > 0.5


def test_a_script_is_followed_while_its_questions_come() -> None:
    class Usual:
        def goes(self, *_: object) -> str:
            return "home"

        def takes(self) -> str:
            return "all"

    player = ScriptedPlayer(Usual(), [("goes", "out"), ("takes", "one"), ("goes", "far")])
    assert (player.goes(1), player.goes(1), player.takes(), player.goes(2), player.takes()) == (
        "out", "home", "one", "far", "all",
    )  # fmt: skip


def test_what_plays_by_policies_of_its_own_says_so() -> None:
    assert verify(setting("collectors", 2, ""), 1, 1)[0] == 0
