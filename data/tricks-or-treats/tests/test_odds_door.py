"""The chances at a door, against dealing every hand and trying every way to play it."""

import time
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tries import tries

from generator.lab.question import BadQuestion
from play.doors import STATES, ZERO, Attempt, ZeroDoor, best_attempt, needs_nothing, result
from play.doors import Door as Tile
from play.odds.door import different_hands, states_by_held

SHIPPED = dict(zip(range(1, 10), (6, 6, 6, 5, 5, 4, 4, 3, 3), strict=True))
piles = st.dictionaries(st.integers(1, 9), st.integers(1, 2), min_size=1, max_size=5)


def dealt(pile: dict[int, int], held: int, difficulty: int, modifier: int, zero: ZeroDoor) -> dict[str, Fraction]:
    """Every hand of so many tickets out of the pile, each ticket a thing of its own, played by the policy."""
    tickets = [value for value, copies in pile.items() for _ in range(copies)]
    states: Counter[str] = Counter()
    for hand in combinations(tickets, held) if held else [(ticket,) for ticket in tickets]:
        if needs_nothing(Tile(difficulty, 1), zero):
            states["successful"] += 1
        else:
            attempt = best_attempt(difficulty, hand, modifier, zero) if held else Attempt(hand[0])
            states[result(difficulty, attempt, modifier, zero)] += 1
    return {state: Fraction(states[state], states.total()) for state in STATES}


@pytest.mark.slow
@given(piles, st.integers(0, 4), st.integers(0, 30), st.integers(-3, 3), st.sampled_from(ZERO))
def test_chances_are_what_dealing_every_hand_gives(
    pile: dict[int, int], held: int, difficulty: int, modifier: int, zero: Literal["free", "ticket", "one"]
) -> None:
    held, zero = min(held, sum(pile.values())), zero
    found = states_by_held(pile, [held], [difficulty], modifier, zero)[0][difficulty]
    assert found == dealt(pile, held, difficulty, modifier, zero)


@pytest.mark.slow
@settings(max_examples=tries(20))
@given(piles, st.lists(st.integers(0, 4), min_size=1), st.integers(-3, 3), st.sampled_from(ZERO))
def test_several_numbers_of_tickets_give_what_each_gives_alone(
    pile: dict[int, int], helds: list[int], modifier: int, zero: Literal["free", "ticket", "one"]
) -> None:
    helds, zero = [min(held, sum(pile.values())) for held in helds], zero
    found = states_by_held(pile, helds, range(13), modifier, zero)
    assert found == [{door: dealt(pile, held, door, modifier, zero) for door in range(13)} for held in helds]


@given(piles, st.integers(0, 10))
def test_different_hands_are_counted(pile: dict[int, int], held: int) -> None:
    tickets = [value for value, copies in pile.items() for _ in range(copies)]
    assert different_hands(pile, held) == len({tuple(sorted(hand)) for hand in combinations(tickets, held)})


def test_a_heat_map_of_all_doors_and_hands_takes_less_than_5_seconds() -> None:
    begun = time.process_time()
    chances = [states_by_held(SHIPPED, [held], range(31))[0] for held in range(9)]
    assert time.process_time() - begun < 5
    assert all(sum(states.values()) == 1 for doors in chances for states in doors.values())
    assert chances[0][7]["successful"] == Fraction(4, 42)
    for difficulty in range(31):  # who holds more tickets fails less
        failed = [doors[difficulty]["failed"] for doors in chances[1:]]
        assert failed == sorted(failed, reverse=True)


def test_a_hand_that_the_pile_cannot_give_is_refused() -> None:
    with pytest.raises(BadQuestion, match="held is 43; the pile has 42"):
        states_by_held(SHIPPED, [43], [1])[0]


def test_a_hand_that_is_too_large_to_follow_is_refused() -> None:
    with pytest.raises(BadQuestion, match="20 tickets make more than 200,000 different hands"):
        states_by_held(SHIPPED, [20], [1])[0]


def test_an_empty_pile_gives_a_first_ticket_of_0() -> None:
    assert states_by_held({}, [0], [0, 5])[0][5]["failed"] == 1
    assert states_by_held({}, [0], [2], modifier=2)[0][2]["successful"] == 1
