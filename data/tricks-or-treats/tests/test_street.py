"""Gathering in Street: stake and settlement; each sentence of the rules, and the worked examples of their table."""

from random import Random

import pytest

from play.state import Piles
from play.street import (
    Settlement,
    SideSettlement,
    StreetOutcome,
    base_rate,
    desert,
    draw_panic,
    outcome,
    settle,
)

RNG = Random(0)


def panic(*pile: int) -> int:
    return draw_panic(Piles(tricks=pile), RNG)[0]


@pytest.mark.parametrize(("token", "costume", "ticket", "stake"), [(4, 1, 3, 8), (None, 1, 6, 7)])
def test_worked_examples_of_the_stake_come_out(token: int | None, costume: int, ticket: int, stake: int) -> None:
    assert base_rate(token, costume) + panic(ticket) == stake


def test_worked_examples_of_desertion_come_out() -> None:
    assert desert(8, 10) == Settlement(SideSettlement(4), SideSettlement(-4))
    assert desert(9, 3) == Settlement(SideSettlement(3), SideSettlement(-3, back=9, missed=1))
    assert desert(9, 3, linked=True) == Settlement(SideSettlement(3), SideSettlement(-3, back=9, missed=2))


def test_worked_examples_of_settlements_come_out() -> None:
    assert settle(outcome(9, 8), 8, 20, 20) == Settlement(SideSettlement(8), SideSettlement(-8))  # 6
    assert settle(outcome(4, 9), 6, 2, 20) == Settlement(SideSettlement(-2, back=6), SideSettlement(2))  # 7
    assert settle(outcome(7, 7), 6, 4, 11) == Settlement(
        SideSettlement(-4, back=6), SideSettlement(-6), to_pile=10
    )  # 8
    assert outcome(0, 0) == "equalization"  # 9


def test_without_a_costume_the_rate_is_the_plain_token() -> None:
    assert base_rate(4) == 4


def test_a_costume_takes_the_rate_to_0_at_the_lowest_by_our_ruling() -> None:
    assert base_rate(2, -3) == 0


def test_a_token_forgotten_counts_1_whatever_the_costume() -> None:
    assert {base_rate(None, modifier) for modifier in (-3, 0, 3)} == {1}


def test_the_panic_rate_is_drawn_from_the_pile_and_put_back_under_it_at_once() -> None:
    value, piles = draw_panic(Piles(tricks=(5, 2, 9)), RNG)
    assert (value, piles.tricks) == (5, (2, 9, 5))


def test_an_empty_pile_makes_the_panic_rate_0_by_our_ruling() -> None:
    assert panic() == 0


def test_a_deserter_pays_half_of_the_stake_rounded_up() -> None:
    assert [desert(stake, 99).competition.treats for stake in (8, 9, 1, 0)] == [-4, -5, -1, 0]


def test_missed_turns_follow_a_shortfall_only_by_our_ruling() -> None:
    assert desert(8, 4).competition == SideSettlement(-4)
    assert desert(8, 4, linked=True).competition.missed == 0
    assert desert(8, 3).competition == SideSettlement(-3, back=8, missed=1)
    assert desert(8, 3, linked=True).competition.missed == 2


def test_a_deserter_goes_back_the_full_stake_by_our_ruling() -> None:
    assert desert(9, 0).competition.back == 9


@pytest.mark.parametrize(("found", "payer"), [("failed", "defiance"), ("successful", "competition")])
def test_the_loser_pays_the_winner_all_it_has_and_goes_back_where_that_is_too_little(
    found: StreetOutcome, payer: str
) -> None:
    settlement = settle(found, 7, 5, 5)
    sides = {"defiance": settlement.defiance, "competition": settlement.competition}
    assert sides.pop(payer) == SideSettlement(-5, back=7)
    assert set(sides.values()) == {SideSettlement(5)}
    assert settlement.to_pile == 0


def test_who_holds_just_enough_stays_where_it_is() -> None:
    assert settle("failed", 7, 7, 0).defiance == SideSettlement(-7)


def test_on_a_tie_both_pay_the_pile() -> None:
    assert settle("equalization", 3, 9, 1) == Settlement(SideSettlement(-3), SideSettlement(-1, back=3), to_pile=4)
