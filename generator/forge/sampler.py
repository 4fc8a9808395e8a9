"""What a space still offers: the rules for lists, how many lists of each pattern are free, and drawing some of them.

Two lists with the same members in another order are one *set*. A deck is drawn from sets not yet taken; other orders of
the same set are only drawn where told to, after its new sets.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import nlargest
from itertools import combinations_with_replacement, groupby, product
from math import comb, lcm
from random import Random
from typing import Any

from generator.core.problem import Infeasible
from generator.forge.request import Context, Request
from generator.forge.space import Members, Pattern, Space, Symbol

LISTED = 5_000  # lists of a pattern up to which all are examined when some are drawn
Weights = Sequence[Sequence[float]]  # by symbol, by size: how likely; at most 1


class Worth:
    """What lists are worth: each symbol's weight times its signed size, summed; in whole units inside."""

    def __init__(self, symbols: Sequence[Symbol], scale: dict[str, Fraction], low: Fraction, high: Fraction) -> None:
        """``low`` and ``high``: the worths between which a list should lie."""
        self.unit = lcm(*(weight.denominator for weight in (*scale.values(), Fraction(1))))
        self.of = [int(scale.get(symbol.key, Fraction(0)) * self.unit) * (symbol.sign or 1) for symbol in symbols]
        self.low, self.high = low * self.unit, high * self.unit

    def units(self, members: Members) -> int:
        """What a list is worth, in units."""
        return sum(self.of[symbol] * size for symbol, size in members)

    def reach(self, space: Space) -> tuple[Fraction, Fraction]:
        """What one list of a space can be worth, at the least and at the most, between the limits."""
        ends = [
            [sorted((self.of[at] * space.symbols[at].low, self.of[at] * space.symbols[at].high)) for at in one.symbols]
            for one in space.patterns
        ]
        least = min((sum(low for low, _ in pattern) for pattern in ends), default=0)
        most = max((sum(high for _, high in pattern) for pattern in ends), default=0)
        return max(Fraction(least), self.low) / self.unit, min(Fraction(most), self.high) / self.unit

    def within(self, members: Members) -> bool:
        """Whether a list is worth no less and no more than it should be."""
        return self.low <= self.units(members) <= self.high


SizeChoices = Callable[[range, int], Iterator[tuple[int, ...]]]


def _vectors(sizes: range, times: int) -> Iterator[tuple[int, ...]]:
    return product(sizes, repeat=times)


class Sampler:
    """The lists of a space that are free. ``worth``: lists outside its limits are not on offer.

    ``lists`` and ``sets`` are how many of each pattern are on offer to begin with.
    """

    def __init__(self, space: Space, taken: Iterable[Members], worth: Worth | None = None) -> None:
        self.space = space
        self.worth = worth
        self.lists_taken = set(taken)
        self.sets_taken = {tuple(sorted(members)) for members in self.lists_taken}
        self._known: dict[tuple[object, ...], dict[int, int]] = {}  # ways by sums, by what is summed
        offered = [self._offered(pattern) for pattern in space.patterns]
        sets = Counter(map(self._pattern, filter(self._fits, self.sets_taken)))
        lists = Counter(map(self._pattern, filter(self._fits, self.lists_taken)))
        self.sets = [count - sets[position] for position, (count, _) in enumerate(offered)]
        self.lists = [count - lists[position] for position, (_, count) in enumerate(offered)]

    def _pattern(self, members: Members) -> int:
        return self.space.position[tuple(sorted(symbol for symbol, _ in members))]

    def _fits(self, members: Members) -> bool:
        return self.worth is None or self.worth.within(members)

    def _offered(self, pattern: Pattern) -> tuple[int, int]:
        """How many sets and how many lists of a pattern there are within the limits."""
        plain = len(set(pattern.symbols)) == len(pattern.symbols)
        if self.worth is None and plain:
            return pattern.sizes, pattern.lists
        vectors = self._count(pattern, _vectors)
        sets = vectors if plain else self._count(pattern, combinations_with_replacement)
        return sets, vectors * len(pattern.orders)

    def _count(self, pattern: Pattern, choices: SizeChoices) -> int:
        """The ways of giving sizes to a pattern's symbols within the limits, by the sums they come to."""
        groups = tuple((position, len(list(group))) for position, group in groupby(pattern.symbols))
        sums, worth = self._sums(groups, choices), self.worth
        return sum(ways for units, ways in sums.items() if worth is None or worth.low <= units <= worth.high)

    def _sums(self, groups: tuple[tuple[int, int], ...], choices: SizeChoices) -> dict[int, int]:
        """How many ways there are to each sum; patterns that begin alike have that beginning in common."""
        if not groups:
            return {0: 1}
        known = self._known.get((groups, choices))
        if known is None:
            position, times = groups[-1]
            symbol, unit = self.space.symbols[position], self.worth.of[position] if self.worth else 0
            parts = Counter(unit * sum(sizes) for sizes in choices(range(symbol.low, symbol.high + 1), times))
            known = self._known[groups, choices] = {}
            for done, ways in self._sums(groups[:-1], choices).items():
                for part, more in parts.items():
                    known[done + part] = known.get(done + part, 0) + ways * more
        return known

    def draw(self, position: int, count: int, weights: Weights, rng: Random) -> list[Members]:
        """Draw lists of one pattern (by its position) that are free, and take them.

        One after another is drawn, each with a chance in proportion to the product of its sizes' weights: with equal
        weights every choice of this many sets is equally likely, and so is every order of each.
        """
        pattern, ranks = self.space.patterns[position], self.space.ranks(position)
        new = min(count, self.sets[position])
        fresh = self._choose(ranks[: pattern.sizes], new, self._new_set, weights, rng)
        drawn = [tuple(rng.sample(members, len(members))) for members in fresh]
        for members in drawn:
            self.take(members, sets=True)
        others = self._choose(ranks, count - new, self._new_list, weights, rng)
        for members in others:
            self.take(members, sets=True)
        return drawn + others

    def is_free(self, members: Members, *, sets: bool) -> bool:
        """Whether a list is in the space and not taken; with ``sets``, nor any other order of it."""
        order = tuple(sorted(members))
        if tuple(symbol for symbol, _ in order) not in self.space.position:
            return False
        return (order not in self.sets_taken if sets else members not in self.lists_taken) and self._fits(members)

    def take(self, members: Members, *, sets: bool) -> None:
        """Take a list that is free."""
        self.lists_taken.add(members)
        if sets:
            self.sets_taken.add(tuple(sorted(members)))

    def release(self, members: Members, *, sets: bool) -> None:
        """Give back a list that was drawn."""
        self.lists_taken.remove(members)
        if sets:
            self.sets_taken.remove(tuple(sorted(members)))

    def _new_set(self, members: Members) -> bool:
        return tuple(sorted(members)) == members and members not in self.sets_taken and self._fits(members)

    def _new_list(self, members: Members) -> bool:
        return members not in self.lists_taken and self._fits(members)

    def _choose(
        self, ranks: range, count: int, free: Callable[[Members], bool], weights: Weights, rng: Random
    ) -> list[Members]:
        """Draw distinct lists one after another by weight; from a large pattern by refusing, with the same odds."""
        if not count:
            return []

        def weight(members: Members) -> float:
            chance = 1.0
            for symbol, size in members:
                chance *= weights[symbol][size - self.space.symbols[symbol].low]
            return chance

        if len(ranks) <= LISTED or 4 * count > len(ranks):
            candidates = filter(free, map(self.space.unrank, ranks))
            # the largest of such keys are a weighted draw without putting back: Efraimidis and Spirakis, 2006
            return nlargest(count, candidates, key=lambda members: rng.random() ** (1 / weight(members)))
        chosen: dict[Members, None] = {}
        while len(chosen) < count:
            members = self.space.unrank(rng.choice(ranks))
            if members not in chosen and free(members) and rng.random() < weight(members):
                chosen[members] = None
        return list(chosen)


PATTERNS = 20_000  # sets of symbols up to which shares are worked out


def read_space(context: Context, field: str, request: Request) -> Space:
    """The space that the rules in force and the options leave.

    Raises:
        Infeasible: nothing is left, or a rule that is needed is not there.
    """
    ranges: dict[str, list[Any]] = {}
    unsigned: set[str] = set()
    for rule in context.rules_about("key-range", field):
        ranges |= {key: limits for key, limits in rule.keys.items() if len(limits) == 2}
        unsigned |= set(rule.unsigned)
    once: set[str] = set()
    for rule in context.rules_about("no-repeat", field):
        once |= set(rule.only or ranges)
    counts = [(rule.min, rule.max) for rule in context.rules_about("count", field)]
    low = max([1, *(fewest for fewest, _ in counts)])
    high = min((most for _, most in counts if most is not None), default=None)
    if not ranges or high is None:
        raise Infeasible(
            f"{context.game.name} lacks a `key-range` or a `count` rule for {field} of {context.kind.name}"
        )
    keys = _chosen(list(ranges), request)
    symbols = [
        Symbol(key, sign, max(int(ranges[key][0]), 1), int(ranges[key][1]))
        for key in keys
        for sign in ((0,) if key in unsigned else (1, -1))
        if max(ranges[key][0], 1) <= ranges[key][1]
    ]
    lengths = _lengths(low, high, request, field)
    if comb(len(symbols) + lengths[-1] - 1, lengths[-1]) > PATTERNS:
        raise Infeasible(f"{len(symbols)} sorts of {field}, {lengths[-1]} on an item: too many to keep shares of")
    space = Space(symbols, lengths, frozenset() if request.repeats else frozenset(once))
    if not space.size:
        raise Infeasible(f"no item has {_span(lengths)} {field} of {', '.join(keys)} without one of them twice")
    return space


def _chosen(known: list[str], request: Request) -> list[str]:
    for key in (*request.only, *request.without):
        if key not in known:
            raise Infeasible(f"{key!r} is not a type here; known: {', '.join(known)}")
    keys = [key for key in known if (not request.only or key in request.only) and key not in request.without]
    if not keys:
        raise Infeasible("no type is left: --only and --without leave none")
    return keys


def _lengths(low: int, high: int, request: Request, field: str) -> range:
    wanted = request.lengths or (low, high)
    if not low <= wanted[0] <= wanted[1] <= high:
        asked = _span(range(wanted[0], wanted[1] + 1)) if wanted[0] <= wanted[1] else f"{wanted[0]} to {wanted[1]}"
        raise Infeasible(f"{asked} {field} cannot be had; the rules allow {_span(range(low, high + 1))}")
    return range(wanted[0], wanted[1] + 1)


def _span(numbers: range) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def read_worth(context: Context, field: str, space: Space) -> Worth | None:
    """The scale of the `worth` rule in force, if there is one."""
    for rule in context.rules_about("worth", field):
        scale = {key: Fraction(str(weight)) for key, weight in rule.scale.items()}
        return Worth(space.symbols, scale, Fraction(str(rule.min)), Fraction(str(rule.max)))
    return None


def swing_weights(space: Space, swing: str) -> Weights:
    """How likely each size of each symbol is: ``calm`` small ones, ``wild`` large ones, ``lively`` all alike.

    With calm, of n sizes the smallest is n times as likely as the largest; with wild, the reverse.
    """
    rising = [[(rank + 1) / symbol.sizes for rank in range(symbol.sizes)] for symbol in space.symbols]
    if swing == "wild":
        return rising
    return [row[::-1] if swing == "calm" else [1.0] * len(row) for row in rising]
