"""Counts of many games: put together in any order they are the same, and their figures are those of the field."""

from collections import Counter
from fractions import Fraction
from math import isclose, sqrt
from statistics import mean as mean_of
from statistics import stdev

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.core.distribution import quantile
from generator.core.sample import error, mean, wilson
from generator.lab.simulation.moves import GameResult
from generator.lab.simulation.totals import QUANTILES, Totals, padded

NUMBERS = st.lists(st.integers(-20, 60), min_size=1, max_size=60)
GAMES = st.lists(
    st.builds(
        GameResult,
        st.integers(0, 9),
        st.tuples(st.integers(0, 30), st.integers(0, 30)),
        st.sampled_from([(), (0,), (1,), (0, 1)]),
        st.dictionaries(st.sampled_from(["cards", "tokens"]), st.integers(0, 5)),
        st.frozensets(st.sampled_from(["cards", "tokens"])),
        st.dictionaries(st.sampled_from(["door", "street"]), st.integers(0, 5)),
    ),
    max_size=12,
)


def totals(games: list[GameResult]) -> Totals:
    found = Totals()
    for game in games:
        found.add(game)
    return found


@pytest.mark.slow
@given(GAMES, st.integers(0, 12))
def test_parts_put_together_in_either_order_are_the_whole(games: list[GameResult], cut: int) -> None:
    whole = totals(games)
    one, other = totals(games[:cut]), totals(games[cut:])
    one.join(totals(games[cut:]))
    other.join(totals(games[:cut]))
    assert one == other == whole


@given(NUMBERS)
def test_mean_error_and_quantiles_are_those_of_the_list(numbers: list[int]) -> None:
    counts = Counter(numbers)
    assert isclose(mean(counts), mean_of(numbers), abs_tol=1e-9)
    spread = stdev(numbers) if len(numbers) > 1 else 0.0
    assert isclose(error(counts), spread / sqrt(len(numbers)), abs_tol=1e-9)
    for percent in QUANTILES:
        found = quantile(counts, Fraction(percent, 100))
        assert 100 * sum(number <= found for number in numbers) >= percent * len(numbers)
        assert 100 * sum(number < found for number in numbers) < percent * len(numbers)


def test_games_in_which_nothing_happened_count_as_zeros() -> None:
    assert padded(Counter({2: 3}), 10) == Counter({0: 7, 2: 3})
    assert mean(padded(Counter({2: 3}), 10)) == 0.6


@each(
    # Newcombe (1998), table I: Wilson's limits without continuity correction.
    ("successes", "tries", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_confidence_limits_are_those_of_the_literature(successes: int, tries: int, low: float, high: float) -> None:
    assert wilson(successes, tries) == pytest.approx((low, high), abs=5e-5)


def test_a_share_that_is_certain_has_a_certain_limit() -> None:
    assert (wilson(0, 7)[0], wilson(7, 7)[1]) == (0.0, 1.0)


def test_a_shared_win_counts_for_each_and_is_told_apart() -> None:
    found = totals(
        [GameResult(1, (3, 3), (0, 1), {}, frozenset(), {}), GameResult(1, (3, 2), (0,), {}, frozenset(), {})]
    )
    assert [(seat.wins, seat.shared) for seat in found.seats] == [(2, 1), (1, 1)]


def test_they_take_no_more_room_for_more_games() -> None:
    games = [
        GameResult(4, (number % 7, 3), (0,), {"cards": number % 3}, frozenset(), {"door": number % 4})
        for number in range(84)
    ]
    few, many = totals(games), totals(games * 20)

    def size(found: Totals) -> int:
        counts = [found.turns, *(seat.scores for seat in found.seats), *found.used.values(), *found.events.values()]
        return sum(map(len, counts))

    assert size(few) == size(many)
