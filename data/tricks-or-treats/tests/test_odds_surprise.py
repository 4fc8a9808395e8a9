"""What a Surprise card does, against every order of small decks, drawn from real piles."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games import Ledger
from generator.lab.question import BadQuestion
from play.cards import HOLDINGS
from play.odds.surprise import MOVED, PrintedEffects, changed
from play.state import Card, Collector, Costume, Piles
from play.surprise import draw_surprise

WORN, OTHER = Costume("worn"), Costume("other")
kinds = st.sampled_from([*HOLDINGS, "movements", "surprises", "surprises"])
effects = st.lists(st.tuples(kinds, st.integers(-4, 4).filter(bool)), min_size=1, max_size=3).map(
    lambda found: tuple((kind, (abs(size) + 1) // 2 if kind == "surprises" else size) for kind, size in found)
)


class First:
    """Picks whatever comes first: what is held is only counted here."""

    def give_back(self, holding: str, held: tuple[int, ...], number: int) -> tuple[int, ...]:
        return held[:number]

    def keeps_new(self, worn: Costume, drawn: Costume) -> bool:
        return False


def dealt(
    deck: list[tuple[tuple[str, int], ...]], first: int | None, hand: dict[str, int]
) -> dict[str, dict[int, Fraction]]:
    """Every order of the deck, with the card that is played on top."""
    found: dict[str, Counter[int]] = {name: Counter() for name in (*HOLDINGS, MOVED)}
    rest = [number for number in range(len(deck)) if number != first]
    for order in permutations(rest):
        cards = tuple(Card("any", deck[number]) for number in (*([] if first is None else [first]), *order))
        before = Collector(
            hand["treats"], (1,) * hand["tricks"], (1,) * hand["masks"], WORN if hand["costumes"] else None
        )
        piles = Piles(99, (1,) * 99, (1,) * 99, (OTHER,) * 9, cards)
        event = draw_surprise(before, piles, First(), Random(0), Ledger())
        after = event.collector
        found["treats"][after.treats - hand["treats"]] += 1
        found["tricks"][len(after.tricks) - hand["tricks"]] += 1
        found["masks"][len(after.masks) - hand["masks"]] += 1
        found["costumes"][(after.costume is not None) - hand["costumes"]] += 1
        found[MOVED][sum(event.moves)] += 1
    return {
        name: {change: Fraction(count, ways.total()) for change, count in sorted(ways.items())}
        for name, ways in found.items()
    }


@settings(max_examples=40, deadline=None)
@given(
    st.lists(effects, min_size=1, max_size=4),
    st.integers(0, 2),
    st.booleans(),
    st.fixed_dictionaries({name: st.integers(0, 1 if name == "costumes" else 4) for name in HOLDINGS}),
)
def test_changes_are_what_every_order_of_the_deck_gives(
    cards: list[tuple[tuple[str, int], ...]], blanks: int, named: bool, hand: dict[str, int]
) -> None:
    deck = Counter(cards)
    slow = dealt([*cards, *[()] * min(blanks, 5 - len(cards))], 0 if named else None, hand)
    for name in (*HOLDINGS, MOVED):
        assert changed(deck, cards[0] if named else None, name, hand.get(name, 0)) == slow[name]


def test_a_card_that_is_not_in_the_deck_leaves_it_whole() -> None:
    deck: Counter[PrintedEffects] = Counter({(("treats", 1),): 1})
    assert changed(deck, (("surprises", 2),), "treats", 0) == {1: 1}
    assert changed(deck, (("surprises", 2), ("treats", 1)), "treats", 0) == {2: 1}


def test_an_empty_deck_changes_nothing() -> None:
    assert changed({}, None, "treats", 3) == {0: 1}


@pytest.mark.slow
def test_a_special_that_draws_too_many_cards_is_refused() -> None:
    deck: Counter[PrintedEffects] = Counter({(("treats", int(2**number)),): 9 for number in range(20)})
    with pytest.raises(BadQuestion, match="too many cards to follow"):
        changed(deck, (("surprises", 150),), "treats", 0)
