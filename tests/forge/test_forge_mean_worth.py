"""The mean worth of a deck: brought as near to what was asked for as its shares allow."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from smithy import Smithy, effects_of

from generator.forge.mean_worth import bring_to_mean
from generator.forge.sampler import Sampler, Worth
from generator.forge.space import Members, Space, Symbol
from generator.refusal import Infeasible

SCALE = {
    key: Fraction(weight)
    for key, weight in {"treats": 2, "tricks": 1, "masks": 1, "movements": 0.5, "costumes": 3, "surprises": 1}.items()
}
SYMBOLS = [Symbol("treats", 1, 1, 3), Symbol("treats", -1, 1, 3), Symbol("moves", 1, 1, 4), Symbol("moves", -1, 1, 4)]
SPACE = Space(SYMBOLS, range(1, 3), frozenset({"treats", "moves"}))
WORTH = Worth(SYMBOLS, {"treats": Fraction(2), "moves": Fraction(1, 2)}, Fraction(-99), Fraction(99))


def worth(cards: list[tuple[tuple[str, int], ...]]) -> Fraction:
    return sum((SCALE[key] * Fraction(value) for card in cards for key, value in card), Fraction(0)) / len(cards)


def nearest(deck: list[Members], mean: Fraction) -> Fraction:
    """The nearest total that any sizes of the same symbols reach without two lists of the same members."""
    ranges = [
        [tuple((symbol, size) for (symbol, _), size in zip(members, sizes, strict=True))
         for sizes in product(*(range(SYMBOLS[s].low, SYMBOLS[s].high + 1) for s, _ in members))]
        for members in deck
    ]  # fmt: skip
    totals = {
        sum(map(WORTH.units, choice))
        for choice in product(*ranges)
        if len({tuple(sorted(members)) for members in choice}) == len(choice)
    }
    return min(abs(mean * WORTH.unit * len(deck) - total) for total in totals)


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 10**6), count=st.integers(1, 3), mean=st.fractions(-8, 8, max_denominator=6))
def test_no_other_sizes_come_nearer(seed: int, count: int, mean: Fraction) -> None:
    rng = Random(seed)
    sampler = Sampler(SPACE, [])
    weights = [[1.0] * symbol.sizes for symbol in SYMBOLS]
    positions = [rng.randrange(len(SPACE.patterns)) for _ in range(count)]
    deck = [
        members
        for position, times in Counter(positions).items()
        for members in sampler.draw(position, times, weights, rng)
    ]
    best = nearest(deck, mean)
    reached = bring_to_mean(deck, mean, WORTH, sampler, rng, sets=True)
    assert abs((mean - reached) * WORTH.unit * count) == best
    assert len({tuple(sorted(members)) for members in deck}) == count


@pytest.mark.parametrize("mean", [Fraction(-1), Fraction(0), Fraction(7, 6), Fraction(5, 2)])
def test_a_deck_has_the_mean_that_was_asked_for(smithy: Smithy, mean: Fraction) -> None:
    items, notes = smithy.made(60, 4, mean=mean)
    reached = worth([effects_of(item) for item in items])
    assert abs(reached - mean) <= Fraction(1, 4 * 60)
    assert any(note.startswith(f"mean worth {float(reached):.3f}".rstrip("0").rstrip(".")) for note in notes)


def test_the_shares_stay_as_they_were(smithy: Smithy) -> None:
    plain, richer = (smithy.make(120, 4, mean=mean) for mean in (None, Fraction(3)))
    signs = [Counter((key, value > 0) for item in deck for key, value in effects_of(item)) for deck in (plain, richer)]
    lengths = [Counter(len(effects_of(item)) for item in deck) for deck in (plain, richer)]
    assert signs[0] == signs[1]
    assert lengths[0] == lengths[1]
    assert len({tuple(sorted(effects_of(item))) for item in richer}) == 120


def test_what_cannot_be_reached_is_come_near_to_and_told(smithy: Smithy) -> None:
    items, notes = smithy.made(20, 1, mean=Fraction(9))
    reached = worth([effects_of(item) for item in items])
    assert reached < 9
    assert f"mean worth {float(reached):.3f}".rstrip("0").rstrip(".") + "; 9 was asked for" in notes


@pytest.mark.parametrize("mean", [Fraction(21, 2), Fraction(50), Fraction(-11)])
def test_a_mean_beyond_what_one_card_can_be_worth_is_refused(smithy: Smithy, mean: Fraction) -> None:
    with pytest.raises(Infeasible, match="one surprise-cards item is worth -10 to 10"):
        smithy.made(20, 1, mean=mean)


def test_without_a_scale_there_is_no_mean(smithy: Smithy) -> None:
    bare = Smithy(smithy.game, smithy.book, [rule for rule in smithy.rules if rule.check_name != "worth"])
    with pytest.raises(Infeasible, match="no `worth` rule"):
        bare.make(3, mean=Fraction(1))
