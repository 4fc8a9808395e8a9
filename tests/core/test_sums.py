"""Sums over draws and turns until a goal, against every order that a deck can lie in."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tries import tries

from generator.core.sample import (
    StepCount,
    TooManySteps,
    TurnChances,
    _walked,
    deck_sum,
    error,
    mean,
    sum_of_draw,
    tried_sums,
    tried_turns,
    turns_to,
    wilson,
)

decks = st.lists(st.integers(0, 4), min_size=1, max_size=5)
falling = st.lists(st.integers(-3, 4), min_size=1, max_size=5)


def orders(cards: list[int]) -> list[tuple[int, ...]]:
    return list(permutations(cards))


def free(_steps: int) -> None:
    """No step is too many."""


def shares(outcomes: Iterable[int | None], number: int) -> TurnChances:
    found = list(outcomes)
    counts = Counter(turn for turn in found if turn is not None)
    return TurnChances(
        {turn: Fraction(counts[turn], number) for turn in sorted(counts)}, Fraction(found.count(None), number)
    )


def turn_of(cards: Iterable[int], draw: int, goal: int) -> int | None:
    """The turn at whose end the goal is reached, by drawing."""
    drawn = list(cards)
    ends = [*range(draw, len(drawn) + draw, draw)]
    return next((turn for turn, end in enumerate(ends, 1) if sum(drawn[:end]) >= goal), None)


@settings(max_examples=tries(20), deadline=None)
@given(falling, st.data())
def test_a_sum_over_a_draw_is_what_every_order_gives(cards: list[int], data: st.DataObject) -> None:
    draws = data.draw(st.integers(1, len(cards)))
    found = sum_of_draw(Counter(cards), draws, free)
    everything = [sum(order[:draws]) for order in orders(cards)]
    assert found == {value: Fraction(times, len(everything)) for value, times in sorted(Counter(everything).items())}


@settings(max_examples=tries(30), deadline=None)
@given(st.one_of(decks, falling), st.integers(1, 6), st.integers(1, 12))
def test_turns_until_a_goal_are_what_every_order_gives(cards: list[int], draw: int, goal: int) -> None:
    everything = orders(cards)
    wanted = shares((turn_of(order, draw, goal) for order in everything), len(everything))
    assert turns_to(Counter(cards), draw, goal, reshuffle=False, spend=free) == wanted
    assert _walked(Counter(cards), draw, goal, free, reshuffle=False) == wanted


@settings(max_examples=tries(15), deadline=None)
@given(st.lists(st.integers(-1, 4), min_size=1, max_size=3), st.integers(1, 4), st.integers(1, 5))
def test_a_deck_that_begins_again_is_what_every_order_of_each_deck_gives(
    cards: list[int], draw: int, goal: int
) -> None:
    if sum(cards) <= 0:
        return
    decks_needed = (goal + 3 * len(cards)) // sum(cards) + 2
    if len(orders(cards)) ** decks_needed > 50_000:
        return
    everything = list(product(orders(cards), repeat=decks_needed))
    wanted = shares((turn_of(chain(*shuffles), draw, goal) for shuffles in everything), len(everything))
    assert wanted.dry == 0
    for found in (
        turns_to(Counter(cards), draw, goal, reshuffle=True, spend=free),
        _walked(Counter(cards), draw, goal, free, reshuffle=True),
    ):
        assert found == wanted


def test_simulated_draws_agree_with_the_exact_chances_within_their_limits() -> None:
    deck, number = {-2: 3, 0: 4, 1: 5, 5: 2}, 20_000
    exact = sum_of_draw(deck, 5, free)
    found = tried_sums(deck, 5, number, Random(1))
    assert abs(mean(found) - float(5 * Fraction(deck_sum(deck), 14))) < 4 * error(found)
    limits = {value: wilson(found[value], number) for value in exact}
    outside = [value for value, chance in exact.items() if not limits[value][0] <= chance <= limits[value][1]]
    assert len(outside) <= 2
    for reshuffle in (False, True):
        turns, dry = turns_to(deck, 2, 6, reshuffle=reshuffle, spend=free)
        told = tried_turns(deck, 2, 6, number, Random(2), reshuffle=reshuffle)
        assert abs(told[None] / number - dry) < 0.02
        assert all(abs(told[turn] / number - chance) < 0.02 for turn, chance in turns.items())


def test_work_without_end_is_given_up_after_the_same_steps() -> None:
    deck = dict.fromkeys(range(-20, 60), 3)
    for _ in range(2):
        steps = StepCount(20_000)
        with pytest.raises(TooManySteps):
            turns_to(deck, 1, 100, reshuffle=False, spend=steps)
        with pytest.raises(TooManySteps):
            sum_of_draw(deck, 100, StepCount(20_000))
    with pytest.raises(TooManySteps):
        turns_to({1: 9_999}, 1, 9_000, reshuffle=False, spend=StepCount(100))
