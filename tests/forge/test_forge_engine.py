"""The engine against its slow exact twin: tiny decks of which every one is looked at."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from tries import tries

from generator.forge.engine import LIGHT, OutOfItemsError, ShareAim, SumAim, search

Pair = tuple[int, int]
PAIRS = [pair for pair in product(range(4), range(3)) if sum(pair) != 3]  # what a rule leaves


class Pairs:
    """Draws pairs of a number below 4 and one below 3; none comes twice."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def propose(self, _place: int) -> Iterator[Pair]:
        yield from (self.draw() for _ in range(200))
        yield from PAIRS

    def draw(self) -> Pair:
        return self.rng.randrange(4), self.rng.randrange(3)

    def redraw(self, item: Pair) -> Pair:
        return (self.rng.randrange(4), item[1]) if self.rng.random() < 0.5 else (item[0], self.rng.randrange(3))

    def cross(self, first: Pair, second: Pair) -> tuple[Pair, Pair]:
        return (first[0], second[1]), (second[0], first[1])

    def marks(self, item: Pair) -> list[Pair]:
        return [item]

    def is_legal(self, item: Pair) -> bool:
        return sum(item) != 3


def aims_for(first: dict[int, int], second: dict[int, int], total: int) -> list[ShareAim | SumAim]:
    return [
        ShareAim(lambda item: (item[0],), first),
        ShareAim(lambda item: (item[1],), second),
        SumAim(lambda item: item[0] * item[1], total),
    ]


def far_of(deck: tuple[Pair, ...], first: dict[int, int], second: dict[int, int], total: int) -> float:
    """How far a deck is, reckoned from nothing."""
    counts = Counter(pair[0] for pair in deck), Counter(pair[1] for pair in deck)
    off = sum((counts[0][n] - first.get(n, 0)) ** 2 for n in range(4))
    off += sum((counts[1][n] - second.get(n, 0)) ** 2 for n in range(3))
    return off + LIGHT * max(0, abs(sum(one * other for one, other in deck) - total) - 0.5)


@settings(max_examples=tries(12), deadline=None)
@given(
    seed=st.integers(0, 2**32),
    first=st.lists(st.integers(0, 2), min_size=4, max_size=4),
    second=st.lists(st.integers(0, 2), min_size=3, max_size=3),
    total=st.integers(0, 12),
    count=st.integers(1, 5),
)
def test_no_deck_at_all_is_nearer(seed: int, first: list[int], second: list[int], total: int, count: int) -> None:
    wants = dict(enumerate(first)), dict(enumerate(second)), total
    rng, aims = Random(seed), aims_for(*wants)
    deck = search(count, Pairs(rng), aims, rng)
    assert len(set(deck)) == count
    assert set(deck) <= set(PAIRS)
    reached = far_of(tuple(deck), *wants)
    assert reached == pytest.approx(sum(aim.far for aim in aims))
    best = min(far_of(other, *wants) for other in combinations(PAIRS, count))
    assert reached <= best + LIGHT


@each("seed", range(4))
def test_everything_can_be_drawn_and_no_more(seed: int) -> None:
    rng = Random(seed)
    assert sorted(search(len(PAIRS), Pairs(rng), [], rng)) == sorted(PAIRS)
    with pytest.raises(OutOfItemsError) as found:
        search(len(PAIRS) + 1, Pairs(rng), [], rng, used_marks=[PAIRS[0]])
    assert len(found.value.deck) == len(PAIRS) - 1


def test_quotas_with_fractions_are_met_by_the_whole_numbers_next_to_them() -> None:
    rng = Random(1)
    aim = ShareAim(lambda item: (item[1],), dict.fromkeys(range(3), 7 / 3))
    found = Counter(item[1] for item in search(7, Pairs(rng), [aim], rng))
    assert sorted(found.values()) == [2, 2, 3]
    assert aim.far == pytest.approx(0)


def test_an_item_drawn_for_a_share_is_one_that_is_missing() -> None:
    aim = ShareAim(lambda item: item, {"a": 2, "b": 1, "c": 0})
    assert {aim.pick(Random(seed)) for seed in range(20)} == {"a", "b"}
    aim.exchange((), ["a", "a", "b"])
    assert aim.pick(Random(1)) is None
