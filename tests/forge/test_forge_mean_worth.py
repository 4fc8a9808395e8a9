"""The mean worth of a deck: brought as near to what was asked for as its shares allow."""

from collections import Counter
from fractions import Fraction

import pytest
from each import each
from smithy import Smithy, effects_of
from tries import slow_but

from generator.core.problem import Infeasible

SCALE = {
    key: Fraction(weight)
    for key, weight in {"treats": 2, "tricks": 1, "masks": 1, "movements": 0.5, "costumes": 3, "surprises": 1}.items()
}


def worth(cards: list[tuple[tuple[str, int], ...]]) -> Fraction:
    return sum((SCALE[key] * Fraction(value) for card in cards for key, value in card), Fraction(0)) / len(cards)


@pytest.mark.rare
@each("count, mean", [(78, Fraction(-2)), (78, Fraction(4)), (300, Fraction(-1)), (300, Fraction(5, 2))])
def test_a_mean_in_reach_is_met_within_a_fiftieth(smithy: Smithy, count: int, mean: Fraction) -> None:
    assert abs(worth([effects_of(item) for item in smithy.make(count, 2, mean=mean)]) - mean) <= Fraction(1, 50)


@pytest.mark.slow
@pytest.mark.parametrize("mean", slow_but(1, [Fraction(-1), Fraction(0), Fraction(7, 6), Fraction(5, 2)]))
def test_a_deck_has_the_mean_that_was_asked_for(smithy: Smithy, mean: Fraction) -> None:
    items, notes = smithy.made(60, 4, mean=mean)
    reached = worth([effects_of(item) for item in items])
    assert abs(reached - mean) <= Fraction(1, 4 * 60)
    assert any(note.startswith(f"mean worth {float(reached):.3f}".rstrip("0").rstrip(".")) for note in notes)


@pytest.mark.slow
def test_the_shares_stay_as_they_were(smithy: Smithy) -> None:
    plain, richer = (smithy.make(120, 4, mean=mean) for mean in (None, Fraction(3)))
    keys = [Counter(key for item in deck for key, _ in effects_of(item)) for deck in (plain, richer)]
    signs = [Counter(value > 0 for item in deck for _, value in effects_of(item)) for deck in (plain, richer)]
    lengths = [Counter(len(effects_of(item)) for item in deck) for deck in (plain, richer)]
    assert keys[0] == keys[1]
    assert signs[0] == signs[1]
    assert lengths[0] == lengths[1]
    assert len({tuple(sorted(effects_of(item))) for item in richer}) == 120


@pytest.mark.slow
def test_what_cannot_be_reached_is_come_near_to_and_reported(smithy: Smithy) -> None:
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
