"""The space of Surprise cards: all of them, each once."""

from itertools import product

from generator.forge.space import Space, Symbol

RANGES = {"costumes": 1, "masks": 5, "movements": 9, "surprises": 3, "treats": 4, "tricks": 5}
SYMBOLS = [
    Symbol(key, sign, 1, high) for key, high in RANGES.items() for sign in ((0,) if key == "surprises" else (1, -1))
]


def test_there_are_51_effects_and_59507_cards() -> None:
    cards = Space(SYMBOLS, range(1, 4), frozenset(RANGES))
    assert Space(SYMBOLS, range(1, 2), frozenset(RANGES)).size == 51
    assert cards.size == 51 + 2000 + 57456 == len(set(cards.lists()))
    assert sum(1 for _ in cards.lists(2)) == 2000


def test_with_repeats_every_triple_counts() -> None:
    assert Space(SYMBOLS, range(1, 4), frozenset()).size == 51 + 51**2 + 51**3


def test_the_space_is_the_same_as_all_cards_tried_one_by_one() -> None:
    small = [symbol for symbol in SYMBOLS if symbol.key in ("costumes", "surprises", "treats")]
    space = Space(small, range(1, 4), frozenset({"costumes", "treats"}))
    every = [(symbol.key, (symbol.sign or 1) * size) for symbol in small for size in symbol.sizes]
    slow = {
        card
        for length in range(1, 4)
        for card in product(every, repeat=length)
        if all(sum(key == once for key, _ in card) < 2 for once in ("costumes", "treats"))
    }
    assert {tuple(space.write(members)) for members in space.lists()} == slow
    assert {tuple(space.write(space.read(card) or ())) for card in slow} == slow


def test_what_is_not_in_the_space_is_not_read() -> None:
    space = Space(SYMBOLS, range(1, 3), frozenset(RANGES))
    assert space.read([("surprises", -1)]) is None
    assert space.read([("treats", 5)]) is None
    assert space.read([("cakes", 1)]) is None
    assert space.read([("treats", 1), ("treats", 2)]) is None
    assert space.read([("treats", 1), ("masks", 1), ("tricks", 1)]) is None
