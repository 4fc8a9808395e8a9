"""Exact chances of draws, against enumeration."""

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from generator.core.distribution import as_chances, chance_of, expected, hypergeometric


@given(st.lists(st.booleans(), min_size=1, max_size=9), st.integers(0, 9))
def test_a_draw_is_what_counting_all_hands_gives(deck: list[bool], draws: int) -> None:
    draws = min(draws, len(deck))
    hands = [sum(hand) for hand in combinations(deck, draws)]
    counted = [Fraction(hands.count(found), len(hands)) for found in range(draws + 1)]
    assert hypergeometric(len(deck), sum(deck), draws) == counted
    for number in range(-1, 12):
        least, exactly = sum(found >= number for found in hands), hands.count(number)
        assert chance_of(len(deck), sum(deck), draws, at_least=number) == Fraction(least, len(hands))
        assert chance_of(len(deck), sum(deck), draws, exactly=number) == Fraction(exactly, len(hands))


def test_ways_become_chances_in_order_and_those_of_none_are_left_out() -> None:
    chances = as_chances({3: 1, 1: 3, 2: 0})
    assert list(chances.items()) == [(1, Fraction(3, 4)), (3, Fraction(1, 4))]
    assert expected(chances) == Fraction(3, 2)
