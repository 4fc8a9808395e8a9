"""The chances in the street, against dealing every hand and playing every auction to its end."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from auctions import bids
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.lab.question import BadQuestion
from play.odds.street import SidePieces, advise, differences, stakes_and_outcomes
from play.state import Collector
from play.street import OUTCOMES, Auction, StreetOutcome, desert, lay, settle, start

PLENTY = 10**6
known = st.lists(st.integers(1, 9), max_size=2).map(tuple)
pools = st.lists(st.integers(1, 9), min_size=1, max_size=5)


def as_pile(pieces: list[int]) -> dict[int, int]:
    return dict(Counter(pieces))


def auctioned(defiance: Collector, competition: Collector) -> Auction:
    """An auction in which both go on as long as they can, with the largest bid each time."""
    auction = start(defiance, competition)
    while auction.turn is not None:
        auction = lay(auction, max(bids(auction), key=lambda bid: bid.total))
    return auction


def dealt(
    rate: int, sides: tuple[SidePieces, SidePieces], tricks: list[int], masks: list[int]
) -> dict[tuple[int, StreetOutcome], Fraction]:
    """Every order of both pools, dealt to the hands that are not known; the next ticket is the Panic Rate."""
    found: Counter[tuple[int, StreetOutcome]] = Counter()
    one, other = sides
    for trick_order in permutations(tricks):
        for mask_order in permutations(masks):
            cut, mask_cut = one.unknown["tricks"], one.unknown["masks"]
            end, mask_end = cut + other.unknown["tricks"], mask_cut + other.unknown["masks"]
            hands = [
                Collector(0, (*one.named["tricks"], *trick_order[:cut]), (*one.named["masks"], *mask_order[:mask_cut])),
                Collector(
                    0,
                    (*other.named["tricks"], *trick_order[cut:end]),
                    (*other.named["masks"], *mask_order[mask_cut:mask_end]),
                ),
            ]
            stake = rate + sum(trick_order[end : end + 1])
            found[stake, auctioned(*hands).outcome] += 1
    return {key: Fraction(count, found.total()) for key, count in found.items()}


@st.composite
def cases(draw: Any) -> tuple[tuple[SidePieces, SidePieces], list[int], list[int]]:
    tricks, masks = draw(pools), draw(st.lists(st.integers(1, 9), max_size=3))
    sides, left = [], {"tricks": len(tricks), "masks": len(masks)}
    for _ in range(2):
        unknown = {sort: draw(st.integers(0, min(2, left[sort]))) for sort in left}
        left = {sort: left[sort] - unknown[sort] for sort in left}
        sides.append(SidePieces({sort: draw(known) for sort in left}, unknown))
    return (sides[0], sides[1]), tricks, masks


@settings(max_examples=25, deadline=None)
@given(cases(), st.integers(0, 9), st.integers(0, 12), st.integers(0, 12))
def test_stakes_outcomes_and_advice_are_what_dealing_every_hand_gives(
    case: tuple[tuple[SidePieces, SidePieces], list[int], list[int]], rate: int, purse: int, other_purse: int
) -> None:
    sides, tricks, masks = case
    joint = stakes_and_outcomes(None, rate, sides, as_pile(tricks), as_pile(masks))
    found = {(stake, name): share for stake, shares in joint.items() for name, share in shares.items() if share}
    slow = dealt(rate, sides, tricks, masks)
    assert found == slow
    advice = advise(joint, purse, other_purse)
    stay = [(share, settle(name, stake, purse, other_purse)) for (stake, name), share in slow.items()]
    flee = [(share, desert(stake, other_purse)) for (stake, _), share in slow.items()]
    for way, ends in (("challenge", stay), ("desert", flee)):
        assert advice[way]["defiance"] == sum(share * end.defiance.treats for share, end in ends)
        assert advice[way]["competition"] == sum(share * end.competition.treats for share, end in ends)
    better = advice["desert"]["competition"] > advice["challenge"]["competition"]
    assert advice["choice"] == ("desert" if better else "challenge")


def test_a_stake_that_is_known_is_the_only_one() -> None:
    sides = (
        SidePieces({"masks": (7, 2), "tricks": ()}, {"masks": 0, "tricks": 0}),
        SidePieces({"masks": (5,), "tricks": (3,)}, {"masks": 0, "tricks": 0}),
    )
    joint = stakes_and_outcomes(8, 0, sides, {1: 1}, {})
    assert joint == {8: dict(zip(OUTCOMES, (Fraction(1), Fraction(0), Fraction(0)), strict=True))}
    assert advise(joint, PLENTY, PLENTY)["choice"] == "desert"
    assert advise(joint, PLENTY, PLENTY)["by_stake"] == {8: "desert"}


@pytest.mark.slow
@given(pools, st.integers(0, 2), st.integers(0, 2))
def test_differences_of_two_hands_are_what_dealing_every_hand_gives(pool: list[int], one: int, other: int) -> None:
    one, other = min(one, len(pool)), min(other, max(0, len(pool) - one))
    slow = Counter(sum(order[:one]) - sum(order[one : one + other]) for order in permutations(pool))
    fast = differences(as_pile(pool), one, other)
    total = sum(fast.values())
    assert {ahead: Fraction(ways, total) for ahead, ways in fast.items()} == {
        ahead: Fraction(ways, slow.total()) for ahead, ways in slow.items()
    }


def test_hands_that_cost_too_much_are_refused() -> None:
    with pytest.raises(BadQuestion, match="40 against 40 unknown pieces cost too much"):
        differences(dict.fromkeys(range(1, 10), 20), 40, 40)
