"""What is free, and drawing from it: counted and drawn fast, compared with counting and drawing one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest
from tries import dear_but, tries

from generator.forge import sampler as sampler_module
from generator.forge.sampler import Sampler, Worth
from generator.forge.space import Members, Space, Symbol

SYMBOLS = [Symbol("treats", 1, 1, 3), Symbol("treats", -1, 1, 3), Symbol("surprises", 0, 1, 2)]
SPACE = Space(SYMBOLS, range(1, 3), frozenset({"treats"}))
WORTH = Worth(SYMBOLS, {"treats": Fraction(2), "surprises": Fraction(1, 2)}, Fraction(-4), Fraction(4))
EQUAL = [[1.0] * symbol.sizes for symbol in SYMBOLS]


def lists() -> list[Members]:
    return [SPACE.unrank(rank) for rank in range(SPACE.size)]


@pytest.mark.parametrize("worth", [None, WORTH], ids=["all", "within"])
def test_the_counts_are_those_of_counting(worth: Worth | None) -> None:
    taken = [SPACE.unrank(3), SPACE.unrank(9), SPACE.unrank(20)]
    sampler = Sampler(SPACE, taken, worth)
    for position, pattern in enumerate(SPACE.patterns):
        own = [members for members in lists() if tuple(sorted(s for s, _ in members)) == pattern.symbols]
        own = [members for members in own if worth is None or worth.within(members)]
        taken_sets = {tuple(sorted(members)) for members in taken}
        assert sampler.lists[position] == len([members for members in own if members not in taken])
        assert sampler.sets[position] == len({tuple(sorted(m)) for m in own} - taken_sets)


def test_everything_can_be_drawn_and_nothing_twice() -> None:
    sampler = Sampler(SPACE, [])
    drawn = [
        members
        for position in range(len(SPACE.patterns))
        for members in sampler.draw(position, sampler.lists[position], EQUAL, Random(1))
    ]
    assert sorted(drawn) == sorted(lists())
    assert not any(sampler.is_free(members, sets=either) for members in lists() for either in (True, False))


def test_another_order_of_a_set_is_drawn_only_after_all_new_sets() -> None:
    position = SPACE.position[(0, 2)]
    for seed in range(20):
        sampler = Sampler(SPACE, [])
        drawn = sampler.draw(position, 8, EQUAL, Random(seed))
        assert len({tuple(sorted(members)) for members in drawn[:6]}) == 6
        assert len(set(drawn)) == 8


def exact(weights: list[float], draws: int) -> dict[frozenset[int], float]:
    """The chances of drawing each set of so many places one after another by weight, added up order by order."""
    chances: dict[frozenset[int], float] = {}
    for chosen in combinations(range(len(weights)), draws):
        chance = 0.0
        for order in permutations(chosen):
            part, left = 1.0, sum(weights)
            for place in order:
                part *= weights[place] / left
                left -= weights[place]
            chance += part
        chances[frozenset(chosen)] = chance
    return chances


@pytest.mark.tried
@pytest.mark.parametrize("listed", dear_but(1, [5_000, 0]), ids=["all-looked-at", "by-refusing"])
@pytest.mark.parametrize("rising", [False, True], ids=["equal", "weighted"])
def test_draws_are_distributed_as_they_are_said_to_be(
    listed: int, rising: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two cards out of the six of one pattern, thousands of times, against the exact chances of all fifteen pairs."""
    monkeypatch.setattr(sampler_module, "LISTED", listed)
    weights = [[(rank + 1) / s.sizes if rising else 1.0 for rank in range(s.sizes)] for s in SYMBOLS]
    position = SPACE.position[(0, 2)]
    sets = sorted(tuple(sorted(SPACE.unrank(rank))) for rank in SPACE.ranks(position)[:6])
    chances = exact([weights[0][sets_[0][1] - 1] * weights[2][sets_[1][1] - 1] for sets_ in sets], 1)
    pairs = exact([chances[frozenset({place})] for place in range(6)], 2)
    rng = Random(5)
    times = tries(7_000)
    found: Counter[frozenset[int]] = Counter()
    for _ in range(times):
        drawn = Sampler(SPACE, []).draw(position, 2, weights, rng)
        found[frozenset(sets.index(tuple(sorted(members))) for members in drawn)] += 1
    distance = sum((found[pair] - times * chance) ** 2 / (times * chance) for pair, chance in pairs.items())
    assert distance < 29.1  # chi-square with 14 degrees of freedom: once in a hundred


def test_every_order_is_as_likely_as_any_other() -> None:
    position = SPACE.position[(0, 2)]
    rng = Random(2)
    first = Counter(Sampler(SPACE, []).draw(position, 1, EQUAL, rng)[0][0][0] for _ in range(4_000))
    assert abs(first[0] - 2_000) < 150


def test_a_number_drawn_evenly_is_a_card_drawn_evenly() -> None:
    rng = Random(3)
    times = 24_000
    found = Counter(SPACE.unrank(rng.randrange(SPACE.size)) for _ in range(times))
    expected = times / SPACE.size
    assert len(found) == SPACE.size
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 2 * SPACE.size


def test_a_list_that_is_given_back_is_free_again() -> None:
    position = SPACE.position[(0, 2)]
    sampler = Sampler(SPACE, [])
    one, other = sampler.draw(position, 2, EQUAL, Random(1))
    turned = tuple(reversed(other))
    assert not sampler.is_free(other, sets=False)
    assert not sampler.is_free(turned, sets=True)
    assert sampler.is_free(turned, sets=False)
    sampler.release(one, sets=True)
    assert sampler.is_free(one, sets=True)
    sampler.take(one, sets=True)
    assert not sampler.is_free(tuple(reversed(one)), sets=True)
