"""Chances changed just so far that shares come out: of all ways to reach them, the one of largest entropy.

Each pattern of lists gets a chance p with p / (1 - p) = exp(prior + the sum of its features' factors), so that no more
is expected of a pattern than it has to offer. The factors maximise a concave function, the dual of the entropy problem,
and are found by Newton's method.
"""

from collections.abc import Sequence
from math import exp, log1p

from generator.core.linear import solve_linear

Features = Sequence[Sequence[tuple[int, int]]]  # for each pattern: which features it has, how often

STEPS = 80  # 8 to 20 are usual; more where a share lies at the edge of what can be had
ENOUGH = 0.02  # members: rounding puts off far more
DAMPING = 1e-7  # keeps the equations soluble where features depend on each other
STRIDE = 4.0  # the longest step of a factor


def maximum_entropy(
    features: Features, offer: Sequence[int], priors: Sequence[float], targets: Sequence[float]
) -> list[float]:
    """The chance of each pattern's lists.

    Args:
        features: what each pattern has.
        offer: how many lists each pattern has.
        priors: a pattern's log odds to begin with.
        targets: how often each feature is to be met over the whole deck.
    """
    factors = [0.0] * len(targets)
    height, slope, bend = _dual(features, offer, priors, targets, factors)
    for _ in range(STEPS):
        if max(map(abs, slope)) < ENOUGH:
            break
        step = solve_linear(_strengthened(bend), slope)
        longest = max(map(abs, step))
        stride = min(1.0, STRIDE / longest) if longest else 0.0
        while True:
            trial = [factor + stride * change for factor, change in zip(factors, step, strict=True)]
            found = _dual(features, offer, priors, targets, trial)
            if found[0] >= height or stride < 1e-6:
                break
            stride /= 2
        if found[0] <= height:
            break
        factors, (height, slope, bend) = trial, found
    return [_chance(prior + _sum(has, factors)) for has, prior in zip(features, priors, strict=True)]


def _dual(
    features: Features, offer: Sequence[int], priors: Sequence[float], targets: Sequence[float], factors: list[float]
) -> tuple[float, list[float], list[list[float]]]:
    """The dual function at ``factors``: its height, slope, and how it bends."""
    height = sum(factor * target for factor, target in zip(factors, targets, strict=True))
    slope = list(map(float, targets))
    bend = [[0.0] * len(targets) for _ in targets]
    for has, lists, prior in zip(features, offer, priors, strict=True):
        if not lists:
            continue
        odds = prior + _sum(has, factors)
        height -= lists * (max(odds, 0.0) + log1p(exp(-abs(odds))))
        chance = _chance(odds)
        spread = lists * chance * (1 - chance)
        for index, times in has:
            slope[index] -= lists * chance * times
            row = bend[index]
            for other, often in has:
                row[other] += spread * times * often
    return height, slope, bend


def _sum(has: Sequence[tuple[int, int]], factors: list[float]) -> float:
    return sum(factors[index] * times for index, times in has)


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-odds)) if odds >= 0 else exp(odds) / (1 + exp(odds))


def _strengthened(matrix: list[list[float]]) -> list[list[float]]:
    """A symmetric matrix with its diagonal strengthened a little."""
    largest = max(matrix[index][index] for index in range(len(matrix))) or 1.0
    return [
        [value + DAMPING * largest if column == index else value for column, value in enumerate(row)]
        for index, row in enumerate(matrix)
    ]
