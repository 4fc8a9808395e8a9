"""Drawing Surprise cards from a real pile: chains, blank cards, empty piles, costumes; each sentence of the rules."""

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.games import Ledger
from play.state import (
    Card,
    Collector,
    Costume,
    Piles,
    card_of,
    costume_of,
    put_under,
    take,
    without,
)
from play.surprise import Event, draw_surprise

GHOST, BAT = Costume("ghost", trick=2), Costume("bat", movement=2)
FIVE = Collector(treats=5)


class Lowest:
    """Gives back what is worth least, and keeps what it wears unless it was told otherwise."""

    def __init__(self, *, keeps: bool = False) -> None:
        self.keeps = keeps

    def give_back(self, holding: str, held: tuple[int, ...], number: int) -> tuple[int, ...]:
        return tuple(sorted(held)[:number])

    def keeps_new(self, worn: Costume, drawn: Costume) -> bool:
        return self.keeps


def card(text: str) -> Card:
    parts = (part.split() for part in text.split(" / ") if part)
    return Card(text, tuple((kind, int(size)) for size, kind in parts))


def drawn(
    *cards: str,
    hand: Collector = FIVE,
    keeps: bool = False,
    solo: bool = False,
    **piles: Any,
) -> Event:
    full: dict[str, Any] = {"treats": 50, "tricks": (1,) * 20, "masks": (2,) * 20, "costumes": (GHOST,), **piles}
    table = Piles(surprises=tuple(map(card, cards)), **full)
    return draw_surprise(hand, table, Lowest(keeps=keeps), Random(0), Ledger(), masks=not solo)


def names(cards: tuple[Card, ...]) -> list[str]:
    return [found.name for found in cards]


def test_one_card_is_drawn_from_the_top_and_goes_back_under_the_pile() -> None:
    event = drawn("+1 treats", "+4 treats")
    assert names(event.cards) == ["+1 treats"]
    assert event.collector.treats == 6
    assert names(event.piles.surprises) == ["+4 treats", "+1 treats"]
    assert event.piles.treats == 49


def test_a_special_comes_first_on_a_card_without_a_loss_and_its_cards_apply_in_drawing_order() -> None:
    event = drawn("2 surprises / +2 treats", "-9 treats", "+1 treats", "+4 treats")
    assert names(event.cards) == ["2 surprises / +2 treats", "-9 treats", "+1 treats"]
    assert event.collector.treats == max(0, 5 - 9) + 1 + 2


def test_a_special_comes_last_on_a_card_with_a_loss() -> None:
    event = drawn("1 surprises / +4 treats / -2 masks", "-4 treats", hand=Collector())
    assert event.collector.treats == 0


def test_the_thirteenth_example_a_special_is_void_on_a_card_that_a_special_drew() -> None:
    event = drawn("1 surprises", "1 surprises / +2 treats", "+4 treats")
    assert names(event.cards) == ["1 surprises", "1 surprises / +2 treats"]
    assert event.collector.treats == 7


def test_a_card_whose_only_effect_is_void_is_no_blank_by_our_ruling() -> None:
    assert names(drawn("1 surprises", "3 surprises", "+4 treats").cards) == ["1 surprises", "3 surprises"]


def test_a_blank_card_is_ignored_and_another_drawn_in_a_chain_too() -> None:
    event = drawn("", "1 surprises", "", "+2 treats", "+3 treats")
    assert names(event.cards) == ["1 surprises", "+2 treats"]
    assert names(event.piles.surprises)[0] == "+3 treats"
    assert Counter(names(event.piles.surprises)) == Counter(["", "", "1 surprises", "+2 treats", "+3 treats"])


def test_a_pile_of_blanks_comes_to_an_end() -> None:
    event = drawn("", "", "")
    assert event.cards == ()
    assert len(event.piles.surprises) == 3


def test_with_2_cards_left_a_special_of_3_yields_2() -> None:
    assert len(drawn("3 surprises", "+1 treats", "+1 treats").cards) == 3


def test_an_empty_pile_gives_nothing() -> None:
    event = drawn()
    assert (event.cards, event.moves, event.collector) == ((), (), Collector(treats=5))


def test_several_specials_run_in_printed_order_and_see_no_card_twice() -> None:
    event = drawn("1 surprises / 2 surprises", "+1 treats", "+2 treats", "+3 treats", "+4 treats")
    assert names(event.cards)[1:] == ["+1 treats", "+2 treats", "+3 treats"]
    assert len(drawn("1 surprises / 2 surprises", "+1 treats").cards) == 2


@each(
    ("text", "hand", "after"),
    [
        ("-4 treats", Collector(treats=1), Collector()),
        ("-5 masks", Collector(masks=(1, 2, 3)), Collector()),
        ("-1 costumes", Collector(), Collector()),
        ("-1 costumes", Collector(costume=BAT), Collector()),
        ("-2 tricks", Collector(tricks=(9, 1, 4)), Collector(tricks=(9,))),
    ],
)
def test_a_loss_takes_what_there_is_and_the_collector_picks_the_items(
    text: str, hand: Collector, after: Collector
) -> None:
    assert drawn(text, hand=hand).collector == after


def test_what_is_given_back_goes_under_its_pile() -> None:
    event = drawn("-2 tricks", hand=Collector(tricks=(9, 3, 4)), tricks=(7, 7))
    assert event.piles.tricks[:2] == (7, 7)
    assert sorted(event.piles.tricks[2:]) == [3, 4]


def test_a_choice_of_too_few_items_is_refused() -> None:
    class Miser(Lowest):
        def give_back(self, holding: str, held: tuple[int, ...], number: int) -> tuple[int, ...]:
            return ()

    with pytest.raises(ValueError, match="0 tricks were given back; 2 have to be"):
        draw_surprise(Collector(tricks=(1, 2, 3)), Piles(surprises=(card("-2 tricks"),)), Miser(), Random(0), Ledger())


@pytest.mark.parametrize(("keeps", "kept", "back"), [(True, GHOST, BAT), (False, BAT, GHOST)])
def test_a_costume_gained_while_one_is_worn_leaves_one_and_the_other_returns(
    keeps: bool, kept: Costume, back: Costume
) -> None:
    event = drawn("+1 costumes", hand=Collector(costume=BAT), keeps=keeps, costumes=(GHOST, GHOST))
    assert event.collector.costume == kept
    assert event.piles.costumes == (GHOST, back)


def test_a_first_costume_is_kept() -> None:
    assert drawn("+1 costumes").collector.costume == GHOST


def test_costumes_never_change_an_effect() -> None:
    event = drawn("+3 movements / +2 tricks", hand=Collector(costume=Costume("all", 3, 3)))
    assert event.moves == (3,)
    assert len(event.collector.tricks) == 2


def test_a_movement_uses_no_token_and_each_is_a_move_of_its_own() -> None:
    event = drawn("1 surprises / +3 movements", "-5 movements", movements=(7, 8))
    assert event.moves == (-5, 3)
    assert event.piles.movements == (7, 8)


def test_exhausted_piles_give_what_they_have() -> None:
    event = drawn("+4 treats / +5 masks / +1 costumes", treats=1, masks=(4, 4), costumes=())
    assert event.collector == Collector(treats=6, masks=(4, 4))
    assert (event.piles.treats, event.piles.masks) == (0, ())


def test_masks_do_nothing_in_solo_but_count_for_the_order_by_our_ruling() -> None:
    event = drawn("-3 tricks / +2 tricks / -1 masks", hand=Collector(tricks=(5,), masks=(1,)), solo=True)
    assert event.collector == Collector(masks=(1,))


kinds = st.sampled_from(["treats", "tricks", "masks", "costumes", "movements", "surprises"])
cards = st.lists(st.tuples(kinds, st.integers(-5, 5).filter(bool)), max_size=3).map(
    lambda effects: Card("any", tuple((kind, abs(size) if kind == "surprises" else size) for kind, size in effects))
)


@pytest.mark.slow
@given(st.lists(cards, max_size=8), st.integers(0, 6), st.integers(0, 5), st.randoms(use_true_random=False))
def test_components_are_conserved(pile: list[Card], treats: int, tricks: int, rng: Random) -> None:
    before = Collector(treats, tuple(range(1, tricks + 1)), (3,), BAT)
    piles = Piles(6, (1, 1, 2), (4, 4), (GHOST,), tuple(pile), (5,))
    event = draw_surprise(before, piles, Lowest(keeps=True), rng, Ledger())
    after = event.collector
    assert after.treats >= 0
    assert after.treats + event.piles.treats == before.treats + piles.treats
    assert Counter(after.tricks + event.piles.tricks) == Counter(before.tricks + piles.tricks)
    assert Counter(after.masks + event.piles.masks) == Counter(before.masks + piles.masks)
    worn = (after.costume,) if after.costume else ()
    assert Counter(worn + event.piles.costumes) == Counter([BAT, GHOST])
    assert Counter(event.piles.surprises) == Counter(pile)
    assert event.piles.movements == (5,)


def test_pieces_go_under_a_pile_shuffled_among_themselves() -> None:
    piles = {put_under((1, 2), (3, 4, 5), Random(seed)) for seed in range(60)}
    assert {pile[:2] for pile in piles} == {(1, 2)}
    assert len(piles) == 6
    assert take((1, 2), 5) == ((1, 2), ())
    assert without((3, 3, 4), (3,)) == (3, 4)


def test_items_become_cards_and_costumes() -> None:
    def fields(**parts: int) -> list[SimpleNamespace]:
        return [SimpleNamespace(key=key, value=value) for key, value in parts.items()]

    assert card_of("a", {"effects": fields(treats=2, masks=-1)}) == Card("a", (("treats", 2), ("masks", -1)))
    assert costume_of("a", {"modifiers": fields(movements=-1, tricks=3)}) == Costume("a", -1, 3)
    assert costume_of("a", {"modifiers": fields(tricks=-2)}) == Costume("a", 0, -2)
