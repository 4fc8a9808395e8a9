"""``--enough``: how many of each kind a box needs, on a game whose answer is known, and on the boxes that ship."""

from collections.abc import Sequence
from random import Random

import pytest
from shared_games import shipped_game

from generator.core.problem import Infeasible
from generator.lab.simulation.enough import FEWEST_GAMES, enough
from generator.lab.simulation.job import Job, play_part
from generator.lab.simulation.moves import Box, GameResult, NoSimulation
from generator.lab.simulation.playable import PlayableGame, box_of, find_game
from generator.lab.simulation.totals import Totals
from generator.model.game import Item
from generator.read.tree import Mapping

GAMES = 1000
NODE = Mapping({}, {}, 1, 1)


class Wishes(PlayableGame):
    """A game in which each number from 1 to 100 is wanted of a pile of stones as often as any other."""

    kinds = piles = ("stones",)


def stones(number: int) -> Box:
    return {"stones": [Item("stones", "stone", {}, 1, {}, "", NODE)] * number}


def played(box: Box) -> Totals:
    totals, size = Totals(), len(box["stones"])
    for game in range(GAMES):
        wanted = 1 + game % 100
        dry = frozenset({"stones"} if wanted > size else ())
        totals.add(GameResult(1, (0,), (0,), {"stones": min(wanted, size)}, dry, {}))
    return totals


def test_so_many_are_needed_that_fewer_than_one_in_a_hundred_games_lack_some() -> None:
    (found,) = enough(Wishes(), stones(80), GAMES, played)
    assert (found.box, found.dry) == (80, 0.2)
    assert found.needed == 100  # 1 in 100 wants all of them; that is not fewer
    assert found.dry_if == 0


def test_a_pile_that_is_large_enough_is_told_what_it_comes_to() -> None:
    (found,) = enough(Wishes(), stones(500), GAMES, played)
    assert (found.box, found.needed, found.dry, found.dry_if) == (500, 100, 0, 0)


@pytest.mark.slow
def test_what_is_never_enough_is_said() -> None:
    def never(box: Box) -> Totals:
        totals = Totals()
        for _ in range(GAMES):
            totals.add(GameResult(1, (0,), (0,), {"stones": 1}, frozenset({"stones"}), {}))
        return totals

    with pytest.raises(Infeasible, match="however many stones there are"):
        enough(Wishes(), stones(1), GAMES, never)


def test_too_few_games_show_nothing() -> None:
    with pytest.raises(NoSimulation, match="400 games or more"):
        enough(Wishes(), stones(1), FEWEST_GAMES - 1, played)


@pytest.mark.rare
@pytest.mark.parametrize(("players", "mode"), [(1, "solo"), (2, "standard"), (4, "standard")])
def test_the_boxes_that_ship_run_dry_in_few_games(players: int, mode: str) -> None:
    """100 games cannot show 1 in 100; they show that the plan has not fallen behind what a game takes."""
    game = shipped_game("tricks-or-treats")
    setting = find_game(game).prepare(box_of(game, players, mode), players, mode)
    totals = play_part(Job(setting, ("careful",) * players, 4), (0, 100))
    assert max(totals.dry.values(), default=0) <= 2


def test_what_is_drawn_evenly_keeps_values_and_shares() -> None:
    box = box_of(shipped_game("tricks-or-treats"), 4, "standard")
    values: Sequence[int] = [item.fields["value"] for item in box["mask-tokens"]]
    assert len(values) == 42
    assert abs(sum(values) / 42 - 4.2) < 0.1
    assert Random(0).choice(values) in range(1, 10)
