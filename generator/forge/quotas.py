"""Shares turned into whole numbers: how many lists of each length, members of each key, gains and losses a deck has.

The three are settled one after another, each by `apportion` within what the free lists still allow: the lists by
length, then their members by key, then the members with a sign by gain and loss. Each gets the whole part of its
quota; what that leaves is drawn by lot, each with the chance of its fraction, or every card made by itself would be of
the same sort. The members of unsigned keys are what they are once the keys are settled, so they are nobody's to divide
again.

The existing items and the new ones are apportioned together: a quota is what the whole would have by its shares, less
what is at hand.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from math import ceil, floor
from random import Random
from typing import Any

from msgspec import Struct

from generator.core.shares import apportion, largest_remainder, wanting
from generator.forge.request import Context
from generator.forge.space import Space, Symbol
from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.rule import Rule

ShareWeights = Mapping[Any, Fraction | int]  # by length, key, sign, or key and sign


class Shares(Struct, frozen=True):
    """What lengths, keys, gains and losses are in proportion to; a part with no weights at all is shared out evenly."""

    lengths: ShareWeights
    keys: ShareWeights
    signs: ShareWeights  # 1 gains, -1 losses
    by_key: ShareWeights  # the same, for each key; a preference, not a promise


def members_of(item: Item, field: str) -> list[tuple[str, int]]:
    """Keys and signed sizes of an item's members."""
    return [(member.key, member.value) for member in item.fields.get(field) or []]


def deck_shares(items: Iterable[Item], field: str, unsigned: Collection[str]) -> Shares:
    """The shares of a deck at hand, each item counted with its copies; items without members don't count."""
    lengths: Counter[int] = Counter()
    symbols: Counter[tuple[str, int]] = Counter()
    for item in items:
        members = members_of(item, field)
        lengths[len(members)] += item.copies
        for key, value in members:
            symbols[key, 0 if key in unsigned else 1 if value > 0 else -1] += item.copies
    del lengths[0]
    keys: Counter[str] = Counter()
    signs: Counter[int] = Counter()
    for (key, sign), count in symbols.items():
        keys[key] += count
        if sign:
            signs[sign] += count
    return Shares(lengths, keys, signs, symbols)


def ruled_shares(context: Context, field: str, space: Space, otherwise: Shares) -> Shares:
    """The shares that the rules in force ask for; those on which they are silent as in ``otherwise``.

    A `shares` rule says what it is about by an expression, so each is tried on sample members and items to see whether
    it tells keys apart, or gains from losses, or long items from short ones.
    """
    lengths, keys, signs = otherwise.lengths, otherwise.keys, otherwise.signs
    samples = {
        (symbol.key, symbol.sign): Record({"key": symbol.key, "value": symbol.sign or 1}) for symbol in space.symbols
    }
    for rule in context.rules:
        if rule.check_name != "shares":
            continue
        rule_shares = {sort: Fraction(str(share)) for sort, share in rule.settings.of.items()}
        if rule.settings.each == field:
            sorts = {symbol: _sort(rule, context, field, [sample], sample) for symbol, sample in samples.items()}
            if all(sorts[symbol] == symbol[0] for symbol in sorts):
                keys = {key: rule_shares.get(key, Fraction(0)) for key, _ in sorts}
            else:
                signs = _by_sign(sorts, rule_shares) or signs
        elif rule.settings.each is None:
            sample = next(iter(samples.values()))
            named = {length: _sort(rule, context, field, [sample] * length, None) for length in space.lengths}
            if set(named.values()) <= set(rule_shares):
                lengths = {length: rule_shares[sort] for length, sort in named.items()}
    return Shares(lengths, keys, signs, otherwise.by_key)


def _sort(rule: Rule, context: Context, field: str, members: list[Record], member: Record | None) -> str:
    try:
        return str(evaluate(rule.settings.by, {**context.new_item(**{field: members}), "member": member}))
    except ExpressionError:
        return ""


def _by_sign(sorts: dict[tuple[str, int], str], rule_shares: dict[str, Fraction]) -> dict[int, Fraction]:
    """The shares of gains and losses, where a rule gives all gains one sort and all losses another."""
    by_sign = {sign: {sort for (_, its_sign), sort in sorts.items() if its_sign == sign} for sign in (1, -1)}
    if (
        all(len(by_sign[sign]) == 1 and by_sign[sign] <= set(rule_shares) for sign in by_sign)
        and by_sign[1] != by_sign[-1]
    ):
        return {sign: rule_shares[next(iter(by_sign[sign]))] for sign in by_sign}
    return {}


class Quotas(Struct, frozen=True):
    """A deck in numbers: lists by length, members by key, and by sign those that have one."""

    lengths: dict[int, int]
    keys: dict[str, int]
    signs: dict[int, int]


class FreeLists:
    """How many lists of a space are free, by their symbols."""

    def __init__(self, space: Space, free: Counter[tuple[int, ...]]) -> None:
        """``free``: how many of each pattern."""
        self.space, self.free = space, free

    def lists(self, lengths: Iterable[int]) -> int:
        """How many lists of these lengths are free."""
        return sum(lists for pattern, lists in self.free.items() if len(pattern) in lengths)

    def members(self, lengths: Mapping[int, int], owner: Callable[[Symbol], Any]) -> Callable[[Collection[Any]], int]:
        """What gives how many members of some owners a deck of these lengths can have, at the most.

        ``owner`` names the owner of a symbol: its key, or its sign.
        """
        owners = [owner(symbol) for symbol in self.space.symbols]
        alike: Counter[tuple[Any, ...]] = Counter()
        for pattern, lists in self.free.items():
            alike[tuple(sorted(owners[symbol] for symbol in pattern))] += lists

        def most(group: Collection[Any]) -> int:
            held: Counter[tuple[int, int]] = Counter()
            for members, lists in alike.items():
                held[len(members), sum([member in group for member in members])] += lists
            total = 0
            for length, remaining in lengths.items():
                for many in range(length, 0, -1):
                    these = min(remaining, held[length, many])
                    total += these * many
                    remaining -= these
            return total

        return most


def plan_deck(count: int, room: FreeLists, shares: Shares, standing: Shares, lot: Random) -> Quotas:
    """The numbers of a deck of ``count`` lists that are free: see the module."""
    lengths, keys = list(room.space.lengths), list(room.space.keys)
    targets = wanting(count, *_weights(lengths, shares.lengths, standing.lengths))
    seats = apportion(count, targets, lambda group: room.lists({lengths[party] for party in group}), lot)
    by_length = dict(zip(lengths, seats, strict=True))
    total = sum(length * many for length, many in by_length.items())
    most = room.members(by_length, lambda symbol: symbol.key)
    targets = wanting(total, *_weights(keys, shares.keys, standing.keys))
    seats = apportion(total, targets, lambda group: most({keys[party] for party in group}), lot)
    by_key = dict(zip(keys, seats, strict=True))
    gains, signed = _gains(by_key, shares, standing, room.space, lot)
    most = room.members(by_length, lambda symbol: symbol.sign)
    gains = max(signed - most({-1}), min(gains, most({1})))
    return Quotas(by_length, by_key, {1: gains, -1: signed - gains})


def _gains(keys: dict[str, int], shares: Shares, standing: Shares, space: Space, lot: Random) -> tuple[int, int]:
    """How many of the members with a sign are to be gains, and how many have one.

    As near to the share of all members as to that of the signed ones where both can be had: the number of unsigned
    members was rounded before, and gains and losses are to be less than 1 off all the same.
    """
    unsigned = {symbol.key for symbol in space.symbols if not symbol.sign}
    signed = sum(count for key, count in keys.items() if key not in unsigned)
    ratio = wanting(signed, *_weights((1, -1), shares.signs, standing.signs))
    if not any(ratio):
        ratio = [Fraction(1), Fraction(1)]
    apart = sum((Fraction(shares.keys.get(key, 0)) for key in unsigned), Fraction(0))
    shared = sum((Fraction(shares.keys.get(key, 0)) for key in keys), Fraction(0))
    usual = (1 - apart / shared) * sum(keys.values()) if shared else Fraction(signed)
    quotas = [usual * part / sum(ratio) for part in ratio]
    if not sum(map(floor, quotas)) <= signed <= sum(map(ceil, quotas)):
        quotas = [signed * part / sum(ratio) for part in ratio]
    return largest_remainder(signed, quotas, lot)[0], signed


def _weights(parties: Iterable[Any], shares: ShareWeights, standing: ShareWeights) -> list[list[Fraction | int]]:
    """The shares of parties, and what they have."""
    names = list(parties)
    return [[weights.get(party, 0) for party in names] for weights in (shares, standing)]
