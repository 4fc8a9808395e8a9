"""Shares to the lists of a deck: chances changed just so far that shares come out, of all ways that of largest entropy.

Each pattern of lists gets a chance p with p / (1 - p) = exp(prior + the sum of its features' factors), so that no more
is expected of a pattern than it has to offer. The factors maximise a concave function, the dual of the entropy problem,
and are found by Newton's method.
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from itertools import pairwise
from math import exp, log, log1p
from random import Random

from generator.core.linear import solve_linear
from generator.forge.quotas import Quotas
from generator.forge.space import Space

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


WANDERING = 4_000  # exchanges tried at random where no straight way leads to the shares


class Allocation:
    """A deck in the making: how many lists of each pattern (by position) it has."""

    def __init__(
        self, space: Space, offer: Sequence[int], plan: Quotas, gain_odds: dict[str, float], rng: Random
    ) -> None:
        """Spread a plan over patterns.

        Args:
            space: the patterns.
            offer: how many lists of each pattern there are.
            plan: what the deck is to be like; its lengths can be had.
            gain_odds: for each key how much likelier a gain is than a loss, other things being equal.
            rng: chance.
        """
        self.space, self.offer, self.plan, self.rng = space, offer, plan, rng
        self.keys_of = [[space.symbols[symbol].key for symbol in pattern.symbols] for pattern in space.patterns]
        self.gains_of = [sum(space.symbols[symbol].sign > 0 for symbol in p.symbols) for p in space.patterns]
        self.counts = self._rounded(self._even(gain_odds))
        self._exchanges = self._neighbours()
        self._settle_keys()
        self._settle_gains()
        self._wander()

    @property
    def keys(self) -> dict[str, int]:
        """The members by key."""
        found = dict.fromkeys(self.plan.keys, 0)
        for count, keys in zip(self.counts, self.keys_of, strict=True):
            if count:
                for key in keys:
                    found[key] += count
        return found

    @property
    def gains(self) -> int:
        """The gains among the members."""
        return sum(count * gains for count, gains in zip(self.counts, self.gains_of, strict=True))

    @property
    def miss(self) -> int:
        """How far off the plan the deck is, in members."""
        return self.plan.miss(self.keys, self.gains)

    def _even(self, gain_odds: dict[str, float]) -> list[float]:
        """The most even numbers with the plan's shares."""
        lengths, keys = list(self.plan.lengths), list(self.plan.keys)
        targets = [*self.plan.lengths.values(), *self.plan.keys.values(), self.plan.gains]
        features, priors = [], []
        for pattern in self.space.patterns:
            counted: dict[int, int] = defaultdict(int)
            counted[lengths.index(len(pattern.symbols))] = 1
            prior = 0.0
            for symbol in (self.space.symbols[position] for position in pattern.symbols):
                counted[len(lengths) + keys.index(symbol.key)] += 1
                if symbol.sign > 0:
                    counted[len(targets) - 1] += 1
                    prior += log(gain_odds[symbol.key])
            features.append(list(counted.items()))
            priors.append(prior)
        chances = maximum_entropy(features, self.offer, priors, targets)
        return [chance * offer for chance, offer in zip(chances, self.offer, strict=True)]

    def _rounded(self, numbers: list[float]) -> list[int]:
        """Whole numbers, each the next below or above, that keep the lengths: systematic sampling."""
        counts = [0] * len(numbers)
        order = list(range(len(numbers)))
        self.rng.shuffle(order)
        for length, total in self.plan.lengths.items():
            members = [position for position in order if len(self.space.patterns[position].symbols) == length]
            members.sort(key=lambda position: self.keys_of[position])
            whole = sum(numbers[position] for position in members)
            start, reached, done = self.rng.random(), 0.0, 0
            for position in members:
                reached += numbers[position] * total / whole if whole else 0
                upto = min(total, int(reached + start))
                counts[position] = min(upto - done, self.offer[position])
                done = upto
            self._fill(counts, members, total)
        return counts

    def _fill(self, counts: list[int], members: list[int], total: int) -> None:
        """Add what rounding errors and the limits of the offer left out."""
        missing = total - sum(counts[position] for position in members)
        for position in members:
            more = min(missing, self.offer[position] - counts[position])
            counts[position] += more
            missing -= more

    def _neighbours(self) -> dict[tuple[str, str], list[tuple[int, int, int]]]:
        """Patterns that differ by one symbol, by its key before and after: from, to, change of gains."""
        found: dict[tuple[str, str], list[tuple[int, int, int]]] = defaultdict(list)
        for source in range(len(self.space.patterns)):
            for old, new, target, change in self.space.exchanges(source):
                found[old, new].append((source, target, change))
        return found

    def _open(self, old: str, new: str) -> list[tuple[int, int, int]]:
        return [
            exchange
            for exchange in self._exchanges.get((old, new), ())
            if self.counts[exchange[0]] and self.counts[exchange[1]] < self.offer[exchange[1]]
        ]

    def _exchange(self, exchange: tuple[int, int, int]) -> None:
        self.counts[exchange[0]] -= 1
        self.counts[exchange[1]] += 1

    def _settle_keys(self) -> None:
        """Lead members from keys with too many to keys with too few, through others where need be."""
        for _ in range(2 * self.miss + len(self.plan.keys)):
            over = {key: count - self.plan.keys[key] for key, count in self.keys.items()}
            way = self._way(over)
            if not way:
                return
            off = self.gains - self.plan.gains
            for old, new in pairwise(way):
                found = self._open(old, new)
                if not found:
                    break  # the step before used up the only list: look again
                best = min(abs(off + change) for _, _, change in found)
                chosen = self.rng.choice([exchange for exchange in found if abs(off + exchange[2]) == best])
                self._exchange(chosen)
                off += chosen[2]

    def _way(self, over: dict[str, int]) -> list[str]:
        """The shortest chain of exchanges from a key with too many members to one with too few."""
        ways = deque([key] for key, excess in over.items() if excess > 0)
        seen = {way[0] for way in ways}
        while ways:
            way = ways.popleft()
            for key in over:
                if key not in seen and self._open(way[-1], key):
                    if over[key] < 0:
                        return [*way, key]
                    seen.add(key)
                    ways.append([*way, key])
        return []

    def _settle_gains(self) -> None:
        """Turn gains into losses of the same key, or the reverse."""
        off = self.gains - self.plan.gains
        while off:
            found = [e for key in self.plan.keys for e in self._open(key, key) if e[2] * off < 0]
            if not found:
                return
            self._exchange(chosen := self.rng.choice(found))
            off += chosen[2]

    def _wander(self) -> None:
        """Where the straight ways are closed: exchanges at random, none of which may lead further off."""
        miss = self.miss
        every = [exchange for exchanges in self._exchanges.values() for exchange in exchanges] if miss else []
        for _ in range(WANDERING if every else 0):
            source, target, change = self.rng.choice(every)
            if not self.counts[source] or self.counts[target] >= self.offer[target]:
                continue
            self._exchange((source, target, change))
            now = self.miss
            if now > miss:
                self._exchange((target, source, -change))
            miss = min(miss, now)
            if not miss:
                return
