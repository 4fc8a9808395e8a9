"""Gathering at Doors: each sentence of its rules, and the worked examples of their table."""

from random import Random

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from play.doors import (
    STATES,
    Attempt,
    Door,
    Visit,
    best_attempt,
    needs_nothing,
    result,
    state_of,
    visit,
)
from play.state import Collector, Costume, Piles

RNG = Random(0)
PLENTY = 100


def played(
    door: str,
    tricks: tuple[int, ...],
    attempt: Attempt | None = None,
    *,
    pile: tuple[int, ...] = (),
    treats: int = 10,
    costume: int | None = None,
) -> Visit:
    difficulty, gathering = map(int, door.split("x"))
    worn = None if costume is None else Costume("worn", trick=costume)
    collector = Collector(treats, tricks, (5, 5), worn)
    piles = Piles(treats=PLENTY, tricks=pile)
    return visit(Door(difficulty, gathering), collector, piles, attempt, RNG)


# Door, tickets held, what is played, pile, costume, Treats before; total, state, Treats after.
EXAMPLES = [
    ("0x2", (), None, (), None, 5, None, "successful", 7),
    ("7x3", (), None, (7, 1), None, 5, 7, "successful", 8),
    ("7x3", (), None, (4, 1), None, 5, 4, "failed", 2),
    ("5x2", (), None, (9, 1), None, 5, 9, "invalidation", 5),
    ("12x4", (9, 6, 3), Attempt(9, (6, -3)), (), None, 5, 12, "successful", 9),
    ("10x5", (8,), Attempt(8), (), 2, 5, 10, "successful", 10),
    ("10x1", (8, 3), Attempt(8, (3,)), (), -1, 5, 10, "successful", 6),
    ("30x7", (9, 9, 9, 3), Attempt(9, (9, 9, 3)), (), None, 5, 30, "successful", 12),
    ("9x6", (5, 5), Attempt(5, (5,)), (), None, 5, 10, "invalidation", 5),
    ("8x6", (4,), Attempt(4), (), None, 2, 4, "failed", 0),
]


@each(("door", "tricks", "attempt", "pile", "costume", "treats", "total", "state", "after"), EXAMPLES)
def test_worked_examples_of_doors_come_out(
    door: str,
    tricks: tuple[int, ...],
    attempt: Attempt | None,
    pile: tuple[int, ...],
    costume: int | None,
    treats: int,
    total: int | None,
    state: str,
    after: int,
) -> None:
    found = played(door, tricks, attempt, pile=pile, costume=costume, treats=treats)
    assert (found.total, found.state, found.collector.treats) == (total, state, after)
    assert found.change == after - treats
    assert found.piles.treats == PLENTY - found.change


def test_three_tickets_of_the_fifth_example_go_back_under_the_pile() -> None:
    found = played("12x4", (9, 6, 3, 1), Attempt(9, (6, -3)), pile=(2, 2))
    assert found.piles.tricks[:2] == (2, 2)
    assert sorted(found.piles.tricks[2:]) == [3, 6, 9]
    assert found.collector.tricks == (1,)


@pytest.mark.parametrize(
    ("attempt", "state"), [(Attempt(7), "successful"), (Attempt(9), "invalidation"), (Attempt(2), "failed")]
)
def test_tickets_go_to_the_pile_whatever_the_state_and_masks_and_costume_stay(attempt: Attempt, state: str) -> None:
    found = played("7x3", (7, 9, 2), attempt, costume=0)
    assert found.state == state
    assert found.piles.tricks == (attempt.first,)
    assert attempt.first not in found.collector.tricks
    assert found.collector.masks == (5, 5)
    assert found.collector.costume == Costume("worn")


def test_without_a_ticket_exactly_one_is_drawn_and_goes_back() -> None:
    found = played("7x3", (), pile=(4, 8, 9))
    assert found.total == 4
    assert found.piles.tricks == (8, 9, 4)
    assert found.collector.tricks == ()


def test_the_costume_changes_a_ticket_that_is_drawn_too() -> None:
    assert played("7x3", (), pile=(4,), costume=3).total == 7


def test_a_first_ticket_that_cannot_be_drawn_counts_nothing() -> None:
    assert (played("7x3", ()).total, played("7x3", (), costume=2).total) == (0, 2)


def test_an_empty_treat_pile_gives_what_it_has() -> None:
    found = visit(Door(5, 4), Collector(0, (5,)), Piles(treats=3), Attempt(5), RNG)
    assert (found.state, found.change, found.piles.treats) == ("successful", 3, 0)


def test_sums_on_the_way_may_be_negative() -> None:
    assert played("1x1", (2, 9, 8), Attempt(2, (-9, 8))).state == "successful"


@each(
    ("tricks", "attempt", "message"),
    [
        ((3,), None, "have to be the first|has to be the first"),
        ((), Attempt(3), "drawn from the pile"),
        ((3,), Attempt(4), "4 is not held"),
        ((3, 2), Attempt(3, (3,)), "3 is not held"),
    ],
)
def test_an_attempt_is_made_with_what_is_held(tricks: tuple[int, ...], attempt: Attempt | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        played("7x3", tricks, attempt, pile=(1,))


def test_a_difficulty_of_0_costs_nothing_by_our_ruling_even_with_tickets_held() -> None:
    found = played("0x2", (4, 5), pile=(1,))
    assert (found.state, found.total, found.collector.tricks, found.piles.tricks) == ("successful", None, (4, 5), (1,))


def test_a_difficulty_of_0_read_literally_spends_the_first_ticket() -> None:
    assert result(0, Attempt(5), 0, "ticket") == "successful"
    assert needs_nothing(Door(0, 2))
    assert not needs_nothing(Door(0, 2), "ticket")


@pytest.mark.parametrize(("ticket", "state"), [(1, "successful"), (2, "invalidation")])
def test_the_harder_difficulty_of_0_needs_a_ticket_of_1(ticket: int, state: str) -> None:
    assert result(0, Attempt(ticket), -1, "one") == result(0, Attempt(ticket), 0, "one") == state
    assert result(0, Attempt(0), 0, "one") == "failed"  # none could be drawn


def test_the_policy_takes_the_fewest_tickets_then_the_smallest_sum() -> None:
    assert best_attempt(12, (9, 6, 3)) == Attempt(9, (3,))
    assert best_attempt(12, (9, 6, 3), 0) == Attempt(9, (3,))
    assert best_attempt(9, (9, 6, 3)) == Attempt(9)
    assert best_attempt(2, (9, 6, 3)) == Attempt(3)  # invalidation with the smallest ticket that overshoots
    assert best_attempt(30, (9, 6, 3)) == Attempt(3)  # failed in any case
    assert best_attempt(0, (4, 1, 2), zero="one") == Attempt(1)
    assert best_attempt(0, (4, 3), zero="ticket") == Attempt(3)


def naive(difficulty: int, tricks: tuple[int, ...], modifier: int) -> tuple[int, int, int]:
    """The best state, fewest tickets and smallest sum, of all ways to choose and to sign tickets."""
    ways = []

    def choose(place: int, played: tuple[int, ...]) -> None:
        if place == len(tricks):
            if any(ticket > 0 for ticket in played):
                state = state_of(difficulty, sum(played) + modifier)
                ways.append((STATES.index(state), len(played), sum(map(abs, played))))
            return
        for sign in (0, 1, -1):
            choose(place + 1, (*played, sign * tricks[place]) if sign else played)

    choose(0, ())
    return min(ways)


@pytest.mark.slow
@given(st.integers(1, 30), st.lists(st.integers(1, 9), min_size=1, max_size=6).map(tuple), st.integers(-3, 3))
def test_the_policy_finds_what_trying_all_attempts_finds(
    difficulty: int, tricks: tuple[int, ...], modifier: int
) -> None:
    attempt = best_attempt(difficulty, tricks, modifier)
    state = result(difficulty, attempt, modifier)
    cost = 1 + len(attempt.extra), attempt.first + sum(map(abs, attempt.extra))
    assert (STATES.index(state), *cost) == naive(difficulty, tricks, modifier)
    found = visit(
        Door(difficulty, 1), Collector(1, tricks, costume=Costume("a", trick=modifier)), Piles(treats=9), attempt, RNG
    )
    assert found.state == state
    assert sorted(found.collector.tricks + found.piles.tricks) == sorted(tricks)
