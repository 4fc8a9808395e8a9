"""Chances changed so that shares come out, and no further."""

from math import exp
from random import Random

import pytest

from generator.forge.maximum_entropy import maximum_entropy


def test_each_feature_is_met_as_often_as_its_target_says() -> None:
    features = [[(0, 1), (1, 1)], [(0, 1), (2, 1)], [(0, 1), (1, 1), (2, 1)]]
    offer, targets = [10, 20, 40], [24.0, 15.0, 18.0]
    chances = maximum_entropy(features, offer, [0.0] * 3, targets)
    for index, target in enumerate(targets):
        met = sum(n * c * t for n, c, has in zip(offer, chances, features, strict=True) for i, t in has if i == index)
        assert met == pytest.approx(target, abs=0.1)


def test_without_a_reason_to_differ_chances_are_alike() -> None:
    chances = maximum_entropy([[(0, 1)], [(0, 1)]], [10, 30], [0.0, 0.0], [8.0])
    assert chances == pytest.approx([0.2, 0.2], abs=0.01)


def test_priors_are_kept_where_targets_say_nothing() -> None:
    one, other = maximum_entropy([[(0, 1)], [(0, 1)]], [1000, 1000], [1.0, 0.0], [20.0])
    assert one / other == pytest.approx(exp(1), rel=0.02)


def test_no_pattern_is_asked_for_more_than_it_has() -> None:
    chances = maximum_entropy([[(0, 1), (1, 1)], [(0, 1)]], [3, 100], [0.0, 0.0], [50.0, 3.0])
    assert chances[0] == pytest.approx(1, abs=0.01)
    assert chances[1] * 100 == pytest.approx(47, abs=0.1)


def test_of_all_ways_it_is_the_evenest() -> None:
    """Two features, four patterns: no step along the one free direction has a larger entropy."""
    from math import log

    features = [[(0, 1)], [(0, 1), (1, 1)], [(0, 1), (2, 1)], [(0, 1), (1, 1), (2, 1)]]
    offer, targets = [50, 40, 30, 20], [40.0, 22.0, 9.0]
    chances = maximum_entropy(features, offer, [0.0] * 4, targets)
    found = [chance * lists for chance, lists in zip(chances, offer, strict=True)]

    def entropy(numbers: list[float]) -> float:
        parts = [(x, n - x) for x, n in zip(numbers, offer, strict=True)]
        return -sum(y * log(y / n) for pair, n in zip(parts, offer, strict=True) for y in pair if y > 0)

    for step in (0.3, -0.3):
        moved = [x + step * sign for x, sign in zip(found, (1, -1, -1, 1), strict=True)]
        assert entropy(moved) < entropy(found)


def test_random_targets_within_reach_are_met() -> None:
    rng = Random(4)
    for _ in range(30):
        features = [[(0, 1), *((1 + key, 1) for key in range(4) if rng.random() < 0.5)] for _ in range(25)]
        offer = [rng.randrange(1, 60) for _ in features]
        inside = [n * rng.uniform(0.05, 0.95) for n in offer]
        targets = [
            sum(x * t for x, has in zip(inside, features, strict=True) for i, t in has if i == index)
            for index in range(5)
        ]
        chances = maximum_entropy(features, offer, [0.0] * 25, targets)
        for index, target in enumerate(targets):
            met = sum(n * c for n, c, has in zip(offer, chances, features, strict=True) for i, _ in has if i == index)
            assert met == pytest.approx(target, abs=0.1)
