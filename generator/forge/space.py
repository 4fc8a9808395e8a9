"""All legal lists of one-key members, as the rules in force leave them: a Surprise card's effects.

A *symbol* is a key with its sign (treats as a gain), a *pattern* the symbols of a list whatever their order. Two lists
with the same members in another order are one *set*.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from math import comb, factorial, lcm, prod
from typing import Any

from msgspec import Struct

from generator.core.problem import Infeasible
from generator.forge.request import Context, Request

ListMember = tuple[int, int]  # the position of its symbol in the space, its size
Members = tuple[ListMember, ...]  # top to bottom

PATTERNS = 20_000  # sets of symbols up to which shares are worked out


class Symbol(Struct, frozen=True):
    """A key with its sign: 1 a gain, -1 a loss, 0 neither; sizes go from ``low`` to ``high``."""

    key: str
    sign: int
    low: int
    high: int

    @property
    def sizes(self) -> range:
        """The sizes that it may have."""
        return range(self.low, self.high + 1)


class Space:
    """All lists of the given lengths; keys in ``once`` stand on a list once at the most."""

    def __init__(self, symbols: Sequence[Symbol], lengths: range, once: frozenset[str]) -> None:
        self.symbols, self.lengths, self.once = tuple(symbols), lengths, once
        self.keys = tuple(dict.fromkeys(symbol.key for symbol in self.symbols))
        self.of_key = {key: [n for n, symbol in enumerate(symbols) if symbol.key == key] for key in self.keys}
        self.turned = {  # the symbol of the other direction
            symbol: opposite
            for symbols_of in self.of_key.values()
            for symbol in symbols_of
            for opposite in symbols_of
            if self.symbols[symbol].sign == -self.symbols[opposite].sign != 0
        }
        self.patterns = {  # symbols in rising order: how many lists they make
            chosen: self._lists(chosen)
            for length in lengths
            for chosen in combinations_with_replacement(range(len(symbols)), length)
            if chosen and self.allows(chosen)
        }
        self.size = sum(self.patterns.values())

    def allows(self, chosen: Sequence[int]) -> bool:
        """Whether symbols may stand on one list."""
        keys = [self.symbols[symbol].key for symbol in chosen if self.symbols[symbol].key in self.once]
        return len(keys) == len(set(keys))

    def _lists(self, chosen: tuple[int, ...]) -> int:
        orders = factorial(len(chosen)) // prod(map(factorial, Counter(chosen).values()))
        return orders * prod(len(self.symbols[symbol].sizes) for symbol in chosen)

    def lists(self, length: int | None = None) -> Iterator[Members]:
        """Every list, or those of a length."""
        for pattern in self.patterns:
            if length in (None, len(pattern)):
                for order in sorted(set(permutations(pattern))):
                    sizes = product(*(self.symbols[symbol].sizes for symbol in order))
                    yield from (tuple(zip(order, chosen, strict=True)) for chosen in sizes)

    def read(self, members: Sequence[tuple[str, int]]) -> Members | None:
        """Keys with their signed sizes as members of this space; None where they are not in it."""
        readable = []
        for key, value in members:
            sign = 1 if value >= 0 else -1
            fits = (n for n in self.of_key.get(key, ()) if self.symbols[n].sign in (sign, 0))
            symbol = next((n for n in fits if abs(value) in self.symbols[n].sizes), None)
            if symbol is None or (value < 0 and not self.symbols[symbol].sign):
                return None
            readable.append((symbol, abs(value)))
        return tuple(readable) if tuple(sorted(symbol for symbol, _ in readable)) in self.patterns else None

    def write(self, members: Members) -> Iterator[tuple[str, int]]:
        """The reverse of `read`."""
        for symbol, size in members:
            yield self.symbols[symbol].key, size * (self.symbols[symbol].sign or 1)


class Worth:
    """What lists are worth: each symbol's weight times its signed size, summed; in whole units inside."""

    def __init__(self, symbols: Sequence[Symbol], scale: dict[str, Fraction], low: Fraction, high: Fraction) -> None:
        """``low`` and ``high``: the worths between which a list should lie."""
        self.unit = lcm(*(weight.denominator for weight in (*scale.values(), Fraction(1))))
        self.of = [int(scale.get(symbol.key, Fraction(0)) * self.unit) * (symbol.sign or 1) for symbol in symbols]
        self.low, self.high = low * self.unit, high * self.unit

    def units(self, members: Members) -> int:
        """What a list is worth, in units."""
        return sum([self.of[symbol] * size for symbol, size in members])

    def reach(self, space: Space) -> tuple[Fraction, Fraction]:
        """What one list of a space can be worth, at the least and at the most, between the limits."""
        ends = [sorted((of * symbol.low, of * symbol.high)) for of, symbol in zip(self.of, space.symbols, strict=True)]
        least = min((sum(ends[symbol][0] for symbol in pattern) for pattern in space.patterns), default=0)
        most = max((sum(ends[symbol][1] for symbol in pattern) for pattern in space.patterns), default=0)
        return max(Fraction(least), self.low) / self.unit, min(Fraction(most), self.high) / self.unit

    def within(self, members: Members) -> bool:
        """Whether a list is worth no less and no more than it should be."""
        return self.low <= self.units(members) <= self.high


def read_space(context: Context, field: str, request: Request) -> Space:
    """The space that the rules in force and the options leave.

    Raises:
        Infeasible: nothing is left, or a rule that is needed is not there.
    """
    ranges: dict[str, list[Any]] = {}
    unsigned = unsigned_keys(context, field)
    for rule in context.rules_about("key-range", field):
        ranges |= {key: limits for key, limits in rule.keys.items() if len(limits) == 2}
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


def unsigned_keys(context: Context, field: str) -> set[str]:
    """The keys that are neither gains nor losses, whatever the options leave of them."""
    return {key for rule in context.rules_about("key-range", field) for key in rule.unsigned}


def _chosen(all_keys: list[str], request: Request) -> list[str]:
    for key in (*request.only, *request.without):
        if key not in all_keys:
            raise Infeasible(f"{key!r} is not a type here; known: {', '.join(all_keys)}")
    keys = [key for key in all_keys if (not request.only or key in request.only) and key not in request.without]
    if not keys:
        raise Infeasible("no type is left: --only and --without leave none")
    return keys


def _lengths(low: int, high: int, request: Request, field: str) -> range:
    limits = request.lengths or (low, high)
    if not low <= limits[0] <= limits[1] <= high:
        requested = _span(range(limits[0], limits[1] + 1)) if limits[0] <= limits[1] else f"{limits[0]} to {limits[1]}"
        raise Infeasible(f"{requested} {field} cannot be had; the rules allow {_span(range(low, high + 1))}")
    return range(limits[0], limits[1] + 1)


def _span(numbers: range) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def read_worth(context: Context, field: str, space: Space) -> Worth | None:
    """The scale of the `worth` rule in force, if there is one."""
    for rule in context.rules_about("worth", field):
        scale = {key: Fraction(str(weight)) for key, weight in rule.scale.items()}
        return Worth(space.symbols, scale, Fraction(str(rule.min)), Fraction(str(rule.max)))
    return None


def size_weights(space: Space, swing: str) -> list[list[int]]:
    """How likely each size of each symbol is: ``calm`` small ones, ``wild`` large ones, ``lively`` all alike.

    With calm, of n sizes the smallest is n times as likely as the largest; with wild, the reverse.
    """
    rising = [list(range(1, len(symbol.sizes) + 1)) for symbol in space.symbols]
    if swing == "wild":
        return rising
    return [row[::-1] if swing == "calm" else [1] * len(row) for row in rising]
