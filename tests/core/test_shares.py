"""Dividing by shares: the method of the largest remainder, also where parties cannot hold their share."""

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, product
from math import floor
from random import Random

from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.core.shares import apportion, drawn_evenly, largest_remainder, wanting

WEIGHTS = st.lists(st.integers(0, 40), min_size=1, max_size=6).filter(any)


def hamilton(total: int, weights: list[int]) -> list[int]:
    """The method as textbooks have it, without limits."""
    quotas = [Fraction(total * weight, sum(weights)) for weight in weights]
    seats = [floor(quota) for quota in quotas]
    order = sorted(range(len(weights)), key=lambda party: (-(quotas[party] % 1), -quotas[party], party))
    for party in order[: total - sum(seats)]:
        seats[party] += 1
    return seats


@given(total=st.integers(0, 500), weights=WEIGHTS)
def test_without_limits_it_is_the_method_of_textbooks(total: int, weights: list[int]) -> None:
    assert apportion(total, weights, lambda group: total * (len(group) > 0)) == hamilton(total, weights)


@given(total=st.integers(0, 500), weights=WEIGHTS)
def test_no_party_is_one_seat_off_its_quota(total: int, weights: list[int]) -> None:
    seats = apportion(total, weights, lambda group: total * (len(group) > 0))
    assert all(abs(seat - Fraction(total * w, sum(weights))) < 1 for seat, w in zip(seats, weights, strict=True))


def test_what_a_party_cannot_hold_goes_to_the_others_by_their_shares() -> None:
    most = [2, 100, 100]
    assert apportion(62, [50, 30, 20], lambda group: sum(most[party] for party in group)) == [2, 36, 24]


def test_two_parties_that_are_short_together_share_what_they_have() -> None:
    """Cards of one and two members: 10 cards hold at most 15 members of two keys, though each alone could have 10."""

    def most(group: frozenset[int]) -> int:
        return 0 if not group else 10 if len(group) == 1 else 15 if group == {0, 1} else 20

    assert apportion(20, [50, 50, 0], most) == [8, 7, 5]


def test_without_any_weight_the_shares_are_equal() -> None:
    assert apportion(7, [0, 0, 0], lambda group: 7 * (len(group) > 0)) == [3, 2, 2]


def test_parties_of_no_weight_get_what_nobody_else_can_hold() -> None:
    most = [3, 10]
    assert apportion(5, [1, 0], lambda group: sum(most[party] for party in group)) == [3, 2]


@settings(max_examples=60)
@given(
    weights=st.lists(st.integers(1, 9), min_size=2, max_size=3),
    caps=st.lists(st.integers(0, 6), min_size=3, max_size=3),
    data=st.data(),
)
def test_with_limits_it_is_the_nearest_by_relative_distance(
    weights: list[int], caps: list[int], data: st.DataObject
) -> None:
    """Among all ways to fill the seats, the parties that are not full keep their proportions as nearly as can be."""
    caps = caps[: len(weights)]
    total = data.draw(st.integers(0, sum(caps)))
    seats = apportion(total, weights, lambda group: sum(caps[party] for party in group))
    assert sum(seats) == total
    assert all(0 <= seat <= cap for seat, cap in zip(seats, caps, strict=True))
    open_parties = [party for party, seat in enumerate(seats) if seat < caps[party]]
    left = sum(seats[party] for party in open_parties)
    whole = sum(weights[party] for party in open_parties)
    assert all(abs(seats[p] - Fraction(left * weights[p], whole)) <= 1 for p in open_parties)


def test_rounding_keeps_the_sum() -> None:
    assert largest_remainder(5, [Fraction(5, 2), Fraction(5, 2)]) == [3, 2]
    assert largest_remainder(4, [Fraction(19, 10), Fraction(19, 10)]) == [2, 2]


@each("total", range(11))
def test_limits_of_groups_hold(total: int) -> None:
    """Every group of keys on 5 cards of 2 members: a matroid, tried in full."""
    parties = range(4)
    every = chain.from_iterable(combinations(parties, size) for size in range(5))
    most = {frozenset(group): 5 * min(2, len(group)) for group in every}
    seats = apportion(total, [9, 1, 1, 1], lambda group: most[group])
    assert sum(seats) == total
    assert all(sum(seats[party] for party in group) <= limit for group, limit in most.items())
    reachable = {deal for deal in product(range(6), repeat=4) if sum(deal) == total}
    assert tuple(seats) in reachable


@given(st.lists(st.integers(0, 9), min_size=1, max_size=30).filter(any), st.integers(0, 60))
def test_what_is_drawn_evenly_is_each_sorts_share_rounded(copies: list[int], total: int) -> None:
    taken = drawn_evenly(total, copies)
    assert sum(taken) == total
    for number, got in zip(copies, taken, strict=True):
        assert abs(got - Fraction(total * number, sum(copies))) < 1


@given(st.lists(st.integers(0, 4), min_size=1, max_size=12).filter(any), st.data())
def test_every_so_manyth_piece_of_a_set_laid_out_is_drawn(copies: list[int], data: st.DataObject) -> None:
    laid_out = [sort for sort, number in enumerate(copies) for _ in range(number)]
    total = data.draw(st.integers(0, len(laid_out)))
    drawn = Counter(laid_out[step * len(laid_out) // total] for step in range(total))
    assert drawn_evenly(total, copies) == [drawn[sort] for sort in range(len(copies))]


def test_by_lot_each_has_the_chance_of_its_fraction_and_its_whole_part() -> None:
    quotas = [Fraction(13, 10), Fraction(7, 10), Fraction(1, 2), Fraction(1, 2)]
    times, found = 4_000, [0, 0, 0, 0]
    for seed in range(times):
        seats = largest_remainder(3, quotas, Random(seed))
        assert sum(seats) == 3
        assert all(abs(seat - quota) < 1 for seat, quota in zip(seats, quotas, strict=True))
        found = [have + seat for have, seat in zip(found, seats, strict=True)]
    assert all(abs(have / times - quota) < 0.03 for have, quota in zip(found, quotas, strict=True))


@each(
    ("count", "weights", "there", "wanted"),
    [
        (6, [1, 1], [0, 4], [5, 1]),  # ten in all
        (2, [1, 1], [0, 8], [5, 0]),  # of which one side has too many
        (3, [2, 1], [0, 0], [2, 1]),
        (3, [0, 0], [1, 2], [0, 0]),
    ],
)
def test_what_is_wanting_brings_the_whole_to_its_shares(
    count: int, weights: list[int], there: list[int], wanted: list[int]
) -> None:
    assert wanting(count, weights, there) == wanted
