"""Shares turned into whole numbers: how many lists of each length, members of each key, gains and losses a deck has.

The three are settled one after another, each by the method of the largest remainder within what the free lists still
allow (`apportion`): the lists by length, then their members by key, then the members with a sign by gain and loss. The
members of unsigned keys are what they are once the keys are settled, so they are nobody's to divide again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from generator.forge.deck_shares import Shares
from generator.forge.space import Space
from generator.shares import ShareGroup, apportion, largest_remainder


@dataclass(frozen=True, slots=True)
class Quotas:
    """A deck in numbers: lists by length, members by key, gains among the members with a sign."""

    lengths: dict[int, int]
    keys: dict[str, int]
    gains: int

    @property
    def members(self) -> int:
        """All members of all lists."""
        return sum(length * count for length, count in self.lengths.items())

    def miss(self, keys: dict[str, int], gains: int) -> int:
        """How far off a deck of the same lengths is, in members."""
        return sum(abs(keys[key] - wanted) for key, wanted in self.keys.items()) + abs(gains - self.gains)


def make_quotas(count: int, space: Space, offer: Sequence[int], shares: Shares) -> Quotas:
    """Plan a deck of ``count`` lists.

    Args:
        count: at most what is on offer.
        space: the patterns of lists.
        offer: how many lists of each pattern there are.
        shares: what to keep to as nearly as that allows.
    """
    lengths = list(space.lengths)
    free: Counter[int] = Counter()
    for pattern, lists in zip(space.patterns, offer, strict=True):
        free[len(pattern.symbols)] += lists
    weights = [shares.lengths.get(length, Fraction(0)) for length in lengths]
    seats = apportion(count, weights, lambda group: sum(free[lengths[party]] for party in group))
    by_length = dict(zip(lengths, seats, strict=True))
    by_key = _by_key(by_length, space, offer, shares)
    return Quotas(by_length, by_key, _gains(by_length, by_key, space, offer, shares))


def _by_key(lengths: dict[int, int], space: Space, offer: Sequence[int], shares: Shares) -> dict[str, int]:
    keys = list(dict.fromkeys(symbol.key for symbol in space.symbols))
    owners = [[keys.index(space.symbols[symbol].key) for symbol in pattern.symbols] for pattern in space.patterns]

    def most(group: ShareGroup) -> int:
        return _most(lengths, owners, offer, group)

    total = sum(length * count for length, count in lengths.items())
    weights = [shares.keys.get(key, Fraction(0)) for key in keys]
    return dict(zip(keys, apportion(total, weights, most), strict=True))


def _most(lengths: dict[int, int], owners: list[list[int]], offer: Sequence[int], group: ShareGroup) -> int:
    """How many members a deck of these lengths can have that belong to a group of owners."""
    held: Counter[tuple[int, int]] = Counter()
    for members, lists in zip(owners, offer, strict=True):
        held[len(members), sum(owner in group for owner in members)] += lists
    found = 0
    for length, left in lengths.items():
        for many in range(length, 0, -1):
            taken = min(left, held[length, many])
            found += taken * many
            left -= taken
    return found


def _gains(lengths: dict[int, int], keys: dict[str, int], space: Space, offer: Sequence[int], shares: Shares) -> int:
    """How many of the members with a sign are gains.

    As near to the share of all members as to that of the signed ones where both can be had: the number of unsigned
    members was rounded before, and gains and losses are to be less than 1 off all the same.
    """
    unsigned = {symbol.key for symbol in space.symbols if not symbol.sign}
    signed = sum(count for key, count in keys.items() if key not in unsigned)
    ratio = [shares.signs.get(sign, Fraction(0)) for sign in (1, -1)]
    if not sum(ratio):
        ratio = [Fraction(1), Fraction(1)]
    apart = sum((shares.keys.get(key, Fraction(0)) for key in unsigned), Fraction(0))
    known = sum((shares.keys.get(key, Fraction(0)) for key in keys), Fraction(0))
    usual = (1 - apart / known) * sum(keys.values()) if known else Fraction(signed)
    quotas = [usual * part / sum(ratio) for part in ratio]
    if not sum(map(floor, quotas)) <= signed <= sum(map(ceil, quotas)):
        quotas = [signed * part / sum(ratio) for part in ratio]
    gains = largest_remainder(signed, quotas)[0]
    least, most = (_limit(sign, lengths, keys, space, offer) for sign in (-1, 1))
    return max(signed - least, min(gains, most))


def _limit(sign: int, lengths: dict[int, int], keys: dict[str, int], space: Space, offer: Sequence[int]) -> int:
    """How many members of this sign there can be at the most."""
    signs = [[space.symbols[symbol].sign for symbol in pattern.symbols] for pattern in space.patterns]
    symbols = [list(pattern.symbols) for pattern in space.patterns]
    each = 0
    for position, symbol in enumerate(space.symbols):
        if symbol.sign == sign:
            each += min(keys[symbol.key], _most(lengths, symbols, offer, frozenset({position})))
    return min(each, _most(lengths, signs, offer, frozenset({sign})))
