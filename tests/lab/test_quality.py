"""Measures of a game's quality, on games written by hand, and of many games in any order."""

from collections.abc import Sequence
from random import Random

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.lab.simulation.quality import (
    NAMES,
    GameRecord,
    QualityTotals,
    branching,
    decisiveness,
    drama,
    forced,
    lead_changes,
)

RUNAWAY = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]  # the first seat leads from the first turn
SEESAW = [(0, 0), (2, 0), (2, 4), (6, 4), (6, 8)]  # the lead changes with every turn
COMEBACK = [(0, 0), (0, 4), (0, 8), (4, 8), (12, 8)]  # the first seat is behind until the last turn
TIES = [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (2, 3)]


@each(("standings", "changes"), [(RUNAWAY, 0), (SEESAW, 3), (COMEBACK, 1), (TIES, 1), ([(0,)], 0), ([], 0)])
def test_the_lead_changes_when_another_takes_it_alone(standings: Sequence[Sequence[float]], changes: int) -> None:
    assert lead_changes(standings) == changes


@each(
    ("standings", "winners", "part"),
    [
        (RUNAWAY, (0,), 0),
        (SEESAW, (1,), 2 / 2),  # 2 behind after two of the turns; no lead was larger
        (COMEBACK, (0,), (4 + 8 + 4) / 3 / 8),
        (COMEBACK, (0, 1), 0),  # one of the winners led throughout
        (COMEBACK, (), 0),
        ([(5, 5)], (0,), 0),
    ],
)
def test_drama_is_how_far_the_winner_was_behind(
    standings: Sequence[Sequence[float]], winners: tuple[int, ...], part: float
) -> None:
    assert drama(standings, winners) == pytest.approx(part)


@each(
    ("standings", "winners", "part"),
    [
        (RUNAWAY, (0,), 3 / 4),  # plain after the first of four turns
        (SEESAW, (1,), 0),
        (COMEBACK, (0,), 0),
        (COMEBACK, (0, 1), 1),
        (TIES, (1,), 0),
        (RUNAWAY, (1,), 0),  # who won did not lead at all
        (RUNAWAY, (), 0),
        ([(1, 0)], (0,), 0),
        ([], (), 0),
    ],
)
def test_decisiveness_is_what_is_left_once_the_winner_is_plain(
    standings: Sequence[Sequence[float]], winners: tuple[int, ...], part: float
) -> None:
    assert decisiveness(standings, winners) == pytest.approx(part)


def test_choices_are_counted() -> None:
    assert (branching([1, 3, 8, 1]), forced([1, 3, 8, 1])) == (3.25, 0.5)
    assert (branching([]), forced([])) == (0, 0)


records = st.builds(
    GameRecord,
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=6),
    st.lists(st.integers(1, 9), max_size=6),
    st.sampled_from([(), (0,), (1,), (0, 1)]),
    st.one_of(st.none(), st.floats(0, 90)),
    st.tuples(st.frozensets(st.sampled_from("abc")), st.frozensets(st.sampled_from("abc"))),
    st.sampled_from([("random", "greedy"), ("greedy", "greedy")]),
)


def totals(games: Sequence[GameRecord]) -> QualityTotals:
    found = QualityTotals()
    for game in games:
        found.add(game)
    return found


@pytest.mark.slow
@given(st.lists(records, max_size=8), st.integers(0, 8))
def test_parts_put_together_in_either_order_are_the_whole(games: list[GameRecord], cut: int) -> None:
    one, other = totals(games[:cut]), totals(games[cut:])
    one.join(totals(games[cut:]))
    other.join(totals(games[:cut]))
    assert one == other == totals(games)
    figures = one.figures()
    for name in ("drama", "decisiveness", "forced"):
        assert figures[name] is None or 0 <= figures[name]["mean"] <= 1


def test_figures_are_means_with_limits() -> None:
    games = [GameRecord(RUNAWAY, [1, 3], (0,), 30.0), GameRecord(SEESAW, [1, 1], (1,), 50.0)]
    figures = totals(games).figures()
    assert figures["minutes"]["mean"] == 40
    assert figures["minutes"]["low"] < 40 < figures["minutes"]["high"]
    assert (figures["lead_changes"]["mean"], figures["branching"]["mean"], figures["forced"]["mean"]) == (
        1.5,
        1.5,
        0.75,
    )
    assert totals(games[:1] * 3).figures()["drama"] == {"mean": 0}
    assert figures["skill"] == figures["by_item"] == {}
    unknown = totals([GameRecord((), (), (0,))]).figures()
    assert {name for name, value in unknown.items() if value is None} == {*NAMES}


def test_the_better_policy_and_the_item_that_wins_stand_out_and_no_other() -> None:
    rng, games = Random(3), []
    for _ in range(600):
        held = [frozenset(rng.sample([f"card-{number}" for number in range(40)], 6)) for _ in range(2)]
        chances = [(1 + ("card-7" in held[seat]) * 3) * (3 if seat == 0 else 1) for seat in range(2)]
        won = rng.choices((0, 1), chances)[0]
        games.append(GameRecord([(0, 0), (1 - won, won)], [2], (won,), None, held, ("greedy", "random")))
    found = totals(games).figures()
    assert found["skill"]["greedy"]["low"] > 0.5 > found["skill"]["random"]["high"]
    assert {name for name, item in found["by_item"].items() if item["stands_out"]} == {"card-7"}
    seats = sum(len(held) for game in games for held in game.held)
    assert sum(item["seats"] for item in found["by_item"].values()) == seats
