"""The space of Surprise cards, and its numbering."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.forge.space import Space, Symbol

RANGES = {"costumes": 1, "masks": 5, "movements": 9, "surprises": 3, "treats": 4, "tricks": 5}
SYMBOLS = [
    Symbol(key, sign, 1, high) for key, high in RANGES.items() for sign in ((0,) if key == "surprises" else (1, -1))
]
CARDS = Space(SYMBOLS, range(1, 4), frozenset(RANGES))


def test_there_are_51_effects_and_59507_cards() -> None:
    single = Space(SYMBOLS, range(1, 2), frozenset(RANGES))
    assert single.size == 51
    assert CARDS.size == 51 + 2000 + 57456


def test_with_repeats_every_triple_counts() -> None:
    assert Space(SYMBOLS, range(1, 4), frozenset()).size == 51 + 51**2 + 51**3


def test_every_number_stands_for_a_card_of_its_own() -> None:
    cards = {CARDS.unrank(rank) for rank in range(CARDS.size)}
    assert len(cards) == CARDS.size


def test_the_space_is_the_same_as_all_cards_tried_one_by_one() -> None:
    small = [symbol for symbol in SYMBOLS if symbol.key in ("costumes", "surprises", "treats")]
    space = Space(small, range(1, 4), frozenset({"costumes", "treats"}))
    effects = [(key, value) for key, high in RANGES.items() for value in range(-high, high + 1) if value]
    effects = [
        (key, value) for key, value in effects if key in ("costumes", "treats") or (key == "surprises" and value > 0)
    ]
    slow = {
        card
        for length in (1, 2, 3)
        for card in product(effects, repeat=length)
        if all([key for key, _ in card].count(once) < 2 for once in ("costumes", "treats"))
    }
    assert {tuple(space.write(space.unrank(rank))) for rank in range(space.size)} == slow


@given(rank=st.integers(0, CARDS.size - 1))
def test_a_card_is_read_as_it_was_written(rank: int) -> None:
    members = CARDS.unrank(rank)
    assert CARDS.read(list(CARDS.write(members))) == members


@pytest.mark.parametrize(
    "card",
    [
        [("treats", 5)],
        [("treats", 1), ("treats", -2)],
        [("sweets", 1)],
        [("surprises", -1)],
        [("masks", 1), ("treats", 1), ("tricks", 1), ("costumes", 1)],
    ],
)
def test_what_is_not_in_the_space_is_not_read(card: list[tuple[str, int]]) -> None:
    assert CARDS.read(card) is None


def test_a_pattern_has_the_ranks_of_its_own_cards() -> None:
    for position, pattern in enumerate(CARDS.patterns):
        ranks = CARDS.ranks(position)
        first = CARDS.unrank(ranks[0])
        assert tuple(sorted(symbol for symbol, _ in first)) == pattern.symbols
        assert len(ranks) == pattern.lists
