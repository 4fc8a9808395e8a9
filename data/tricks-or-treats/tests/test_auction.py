"""The auction in the street: each sentence of its rules, the worked examples, and that the larger sum wins."""

from random import Random

import pytest
from auctions import bids
from hypothesis import given, settings
from hypothesis import strategies as st
from tries import tries

from play.state import Collector, Costume, Piles
from play.street import Auction, Bid, end, lay, may_pass, outcome, start

values = st.lists(st.integers(1, 9), max_size=4).map(tuple)


def between(defiance: Collector, competition: Collector, *laid: Bid) -> Auction:
    auction = start(defiance, competition)
    for bid in laid:
        auction = lay(auction, bid)
    return auction


def test_the_sixth_example_comes_out() -> None:
    one, other = Collector(masks=(7, 2)), Collector(tricks=(3,), masks=(5,))
    auction = between(one, other, Bid((7,)), Bid((5,)), Bid(tricks=(3,)), Bid((2,)))
    assert auction.turn is None
    assert auction.outcome == "successful"
    piles = end(auction, Piles(tricks=(1,), masks=(1,)), Random(0))
    assert (piles.tricks, sorted(piles.masks)) == ((1, 3), [1, 2, 5, 7])


def test_the_seventh_example_comes_out() -> None:
    auction = between(Collector(masks=(4,)), Collector(masks=(9,)), Bid((4,)), Bid((9,)))
    assert (auction.turn, auction.outcome) == (None, "failed")


def test_the_eighth_example_comes_out() -> None:
    auction = between(Collector(masks=(7,)), Collector(masks=(7,)), Bid((7,)), Bid((7,)))
    assert (auction.turn, auction.outcome) == (None, "equalization")


def test_the_ninth_example_comes_out() -> None:
    auction = between(Collector(), Collector(), Bid(), Bid())
    assert (auction.turn, auction.outcome) == (None, "equalization")


def test_the_tenth_example_comes_out() -> None:
    auction = between(Collector(tricks=(6,)), Collector(masks=(5,)), Bid(), Bid((5,)), Bid(tricks=(6,)))
    assert (auction.turn, auction.outcome) == (None, "successful")


def test_a_side_opens_with_one_mask_and_with_nothing_only_where_it_holds_none() -> None:
    opening = start(Collector(tricks=(9,), masks=(3, 3, 8)), Collector(tricks=(9,)))
    assert list(bids(opening)) == [Bid((3,)), Bid((8,))]
    assert list(bids(lay(opening, Bid((3,))))) == [Bid()]
    for bid in (Bid(), Bid((3, 3)), Bid((3,), (9,)), Bid(tricks=(9,))):
        with pytest.raises(ValueError, match="opens with one Mask"):
            lay(opening, bid)


def test_the_lower_side_reaches_the_other_or_passes_it_with_any_of_its_pieces() -> None:
    auction = between(Collector(tricks=(4, 1), masks=(2, 3)), Collector(masks=(6,)), Bid((2,)), Bid((6,)))
    assert auction.turn == "defiance"
    assert list(bids(auction)) == [Bid((), (1, 4)), Bid((), (4,)), Bid((3,), (1,)), Bid((3,), (1, 4)), Bid((3,), (4,))]
    with pytest.raises(ValueError, match="do not reach"):
        lay(auction, Bid((3,)))


def test_the_lower_side_has_to_bid_while_it_can_by_our_ruling() -> None:
    auction = between(Collector(masks=(2, 9)), Collector(masks=(6,)), Bid((2,)), Bid((6,)))
    assert not may_pass(auction)
    with pytest.raises(ValueError, match="has to bid"):
        lay(auction, Bid())


def test_on_a_tie_the_side_that_did_not_bid_last_decides_first_and_both_may_let_it_stand() -> None:
    auction = between(Collector(masks=(5, 1)), Collector(masks=(5, 2)), Bid((5,)), Bid((5,)))
    assert auction.turn == "defiance"
    passed = lay(auction, Bid())
    assert passed.turn == "competition"
    assert lay(passed, Bid()).turn is None
    raised = lay(passed, Bid((2,)))
    assert (raised.turn, raised.outcome) == (None, "failed")


def test_on_a_tie_who_bid_last_decides_where_the_other_has_nothing_left() -> None:
    auction = between(Collector(masks=(5,)), Collector(masks=(5, 2)), Bid((5,)), Bid((5,)))
    assert auction.turn == "competition"
    assert lay(auction, Bid()).turn is None


def test_costumes_never_count() -> None:
    dressed = Collector(masks=(4,), costume=Costume("all", 9, 9))
    assert start(dressed, dressed) == start(Collector(masks=(4,)), Collector(masks=(4,)))


def test_nothing_is_laid_when_it_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        lay(between(Collector(), Collector(), Bid(), Bid()), Bid())


@settings(max_examples=tries(30))
@given(values, values, values, values, st.randoms(use_true_random=False))
def test_whoever_goes_on_as_long_as_it_can_the_larger_sum_of_all_pieces_wins(
    tricks: tuple[int, ...], masks: tuple[int, ...], others: tuple[int, ...], other_masks: tuple[int, ...], rng: Random
) -> None:
    auction = start(Collector(tricks=tricks, masks=masks), Collector(tricks=others, masks=other_masks))
    while auction.turn is not None:
        ways = list(bids(auction))
        assert ways
        auction = lay(auction, rng.choice([bid for bid in ways if bid != Bid()] or ways))
    assert auction.outcome == outcome(sum(tricks) + sum(masks), sum(others) + sum(other_masks))
    laid = [*auction.defiance.laid.tricks, *auction.defiance.tricks]
    assert sorted(laid) == sorted(tricks)
