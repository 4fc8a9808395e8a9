"""Shares turned into whole numbers: how many lists of each length, members of each key, gains and losses a deck has.

The three are settled one after another, each by `apportion` within what the free lists still allow: the lists by
length, then their members by key, then the members with a sign by gain and loss. Each gets the whole part of its
quota; what that leaves is drawn by lot, each with the chance of its fraction, or every card made by itself would be of
the same sort. The members of unsigned keys are what they are once the keys are settled, so they are nobody's to divide
again.

Where there are `Standing` numbers, the existing ones and the new ones are apportioned together: a quota is what the
whole would have by its shares, less what is at hand.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from random import Random
from typing import Any

from msgspec import Struct

from generator.core.shares import ShareGroup, apportion, largest_remainder, wanting
from generator.forge.request import Context
from generator.forge.space import Space
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


def deck_shares(items: Iterable[Item], field: str, unsigned: Sequence[str]) -> Shares:
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
        wanted = {sort: Fraction(str(share)) for sort, share in rule.settings.of.items()}
        if rule.settings.each == field:
            sorts = {symbol: _sort(rule, context, field, [sample], sample) for symbol, sample in samples.items()}
            if all(sorts[symbol] == symbol[0] for symbol in sorts):
                keys = {key: wanted.get(key, Fraction(0)) for key, _ in sorts}
            else:
                signs = _by_sign(sorts, wanted) or signs
        elif rule.settings.each is None:
            sample = next(iter(samples.values()))
            named = {length: _sort(rule, context, field, [sample] * length, None) for length in space.lengths}
            if set(named.values()) <= set(wanted):
                lengths = {length: wanted[sort] for length, sort in named.items()}
    return Shares(lengths, keys, signs, otherwise.by_key)


def _sort(rule: Rule, context: Context, field: str, members: list[Record], member: Record | None) -> str:
    try:
        return str(evaluate(rule.settings.by, {**context.new_item(**{field: members}), "member": member}))
    except ExpressionError:
        return ""


def _by_sign(sorts: dict[tuple[str, int], str], wanted: dict[str, Fraction]) -> dict[int, Fraction]:
    """The shares of gains and losses, where a rule gives all gains one sort and all losses another."""
    found = {sign: {sort for (_, other), sort in sorts.items() if other == sign} for sign in (1, -1)}
    if all(len(found[sign]) == 1 and found[sign] <= set(wanted) for sign in found) and found[1] != found[-1]:
        return {sign: wanted[next(iter(found[sign]))] for sign in found}
    return {}


class Quotas(Struct, frozen=True):
    """A deck in numbers: lists by length, members by key, gains among the members with a sign."""

    lengths: dict[int, int]
    keys: dict[str, int]
    gains: int

    def miss(self, keys: dict[str, int], gains: int) -> int:
        """How far off a deck of the same lengths is, in members."""
        return sum(abs(keys[key] - wanted) for key, wanted in self.keys.items()) + abs(gains - self.gains)


class Goal(Struct, frozen=True):
    """What a run follows: the shares to keep, what is at hand and apportioned with them, and its luck."""

    shares: Shares
    standing: Shares  # none of anything where the new items keep the shares alone
    ticket: int  # chance, as a number, so that two offers are planned with the same luck

    def quotas(self, count: int, space: Space, offer: Sequence[int]) -> Quotas:
        """Plan a deck of ``count`` lists, which are on offer: so many of each pattern of the space."""
        lot = Random(self.ticket)
        lengths, keys = list(space.lengths), list(dict.fromkeys(symbol.key for symbol in space.symbols))
        free: Counter[int] = Counter()
        for pattern, lists in zip(space.patterns, offer, strict=True):
            free[len(pattern.symbols)] += lists
        weights = _wanting(count, lengths, self.shares.lengths, self.standing.lengths)
        seats = apportion(count, weights, lambda group: sum(free[lengths[party]] for party in group), lot)
        by_length = dict(zip(lengths, seats, strict=True))
        owners = [[keys.index(space.symbols[symbol].key) for symbol in pattern.symbols] for pattern in space.patterns]
        alike = _alike(owners, offer)
        total = sum(length * count for length, count in by_length.items())
        weights = _wanting(total, keys, self.shares.keys, self.standing.keys)
        seats = apportion(total, weights, lambda group: _most(by_length, alike, group), lot)
        by_key = dict(zip(keys, seats, strict=True))
        gains, signed = self._gains(by_key, space, lot)
        least, most = (_limit(sign, by_length, by_key, space, offer) for sign in (-1, 1))
        return Quotas(by_length, by_key, max(signed - least, min(gains, most)))

    def _gains(self, keys: dict[str, int], space: Space, lot: Random) -> tuple[int, int]:
        """How many of the members with a sign are to be gains, and how many have one.

        As near to the share of all members as to that of the signed ones where both can be had: the number of unsigned
        members was rounded before, and gains and losses are to be less than 1 off all the same.
        """
        shares = self.shares
        unsigned = {symbol.key for symbol in space.symbols if not symbol.sign}
        signed = sum(count for key, count in keys.items() if key not in unsigned)
        ratio = _wanting(signed, (1, -1), shares.signs, self.standing.signs)
        if not any(ratio):
            ratio = [Fraction(1), Fraction(1)]
        apart = sum((Fraction(shares.keys.get(key, 0)) for key in unsigned), Fraction(0))
        known = sum((Fraction(shares.keys.get(key, 0)) for key in keys), Fraction(0))
        usual = (1 - apart / known) * sum(keys.values()) if known else Fraction(signed)
        quotas = [usual * part / sum(ratio) for part in ratio]
        if not sum(map(floor, quotas)) <= signed <= sum(map(ceil, quotas)):
            quotas = [signed * part / sum(ratio) for part in ratio]
        return largest_remainder(signed, quotas, lot)[0], signed


def _wanting(count: int, parties: Iterable[Any], shares: ShareWeights, standing: ShareWeights) -> list[Fraction]:
    """What each party wants so that ``count`` more and those standing have the shares together."""
    weights, there = zip(*((shares.get(party, 0), standing.get(party, 0)) for party in parties), strict=True)
    return wanting(count, weights, there)


def _alike(owners: Iterable[Sequence[int]], offer: Sequence[int]) -> dict[tuple[int, ...], int]:
    """How many lists are on offer of the same owners, each as often: many patterns differ in signs or order alone."""
    found: Counter[tuple[int, ...]] = Counter()
    for members, lists in zip(owners, offer, strict=True):
        found[tuple(sorted(members))] += lists
    return found


def _most(lengths: dict[int, int], alike: Mapping[tuple[int, ...], int], group: ShareGroup) -> int:
    """How many members a deck of these lengths can have that belong to a group of owners; see `_alike`."""
    held: Counter[tuple[int, int]] = Counter()
    for members, lists in alike.items():
        held[len(members), sum([owner in group for owner in members])] += lists
    found = 0
    for length, left in lengths.items():
        for many in range(length, 0, -1):
            taken = min(left, held[length, many])
            found += taken * many
            left -= taken
    return found


def _limit(sign: int, lengths: dict[int, int], keys: dict[str, int], space: Space, offer: Sequence[int]) -> int:
    """How many members of this sign there can be at the most."""
    signs = [[space.symbols[symbol].sign for symbol in pattern.symbols] for pattern in space.patterns]
    symbols = _alike((pattern.symbols for pattern in space.patterns), offer)
    each = 0
    for position, symbol in enumerate(space.symbols):
        if symbol.sign == sign:
            each += min(keys[symbol.key], _most(lengths, symbols, frozenset({position})))
    return min(each, _most(lengths, _alike(signs, offer), frozenset({sign})))
