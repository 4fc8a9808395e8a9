"""Lists of members as the recipe `members` draws them, for the engine: first those of which most is missing."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor
from random import Random
from typing import Any

from msgspec import Struct

from generator.core.shares import apportion, largest_remainder, wanting
from generator.forge.engine import ShareAim
from generator.forge.request import Context
from generator.forge.space import ListMember, Members, Space, Symbol, Worth
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


TRIES, VARIANTS = 30, 8  # draws for a list, each in variants, before all of its length are gone through
FEWER = 4  # draws once all are gone through
LISTED = 300_000  # lists of a length up to which all can be gone through
MISSING_FIRST = 0.8  # how often an exchange brings a key that is missing, not any
TIGHT = 0.94  # of the lists with a key: a deck that needs more finds them only among others too
SETS, ORDERS, ALL = range(3)  # of a length: new sets; other orders of sets too; those beyond the `worth` rule as well


class MemberMaker:
    """Draws lists of members for the engine (see `engine.Maker`), each place's of a length of its own."""

    def __init__(
        self,
        space: Space,
        worth: Worth | None,
        plan: Quotas,
        room: FreeLists,
        strict: FreeLists,
        shares: Shares,
        sizes: list[list[int]],
        banned: Collection[Members],
        rng: Random,
    ) -> None:
        """Begin with new sets alone, unless they are too few for the shares.

        Args:
            space: what can be drawn.
            worth: the scale of the lists, if there is one.
            plan: what the deck is to be like.
            room: the lists that are free.
            strict: the sets that are free within the limits of worth.
            shares: what else is to be likely.
            sizes: how likely each size of each symbol is.
            banned: lists that break a rule.
            rng: chance.
        """
        self.space, self.worth, self.plan, self.banned, self.rng = space, worth, plan, banned, rng
        self.ranges, self.sizes = [symbol.sizes for symbol in space.symbols], [list(accumulate(row)) for row in sizes]
        keys, signs = ([getattr(symbol, name) for symbol in space.symbols] for name in ("key", "sign"))
        self.keys = ShareAim(lambda members: [keys[symbol] for symbol, _ in members], plan.keys)
        self.signs = ShareAim(lambda members: [signs[symbol] for symbol, _ in members if signs[symbol]], plan.signs)
        self.key_of, self.sign_of = keys, signs
        self.likely = {key: float(shares.keys.get(key, 0)) + 0.01 for key in space.keys}
        # a key of which one sign never occurred may still have it
        self.leaning = [
            float(shares.by_key.get((signed_key.key, signed_key.sign), 0)) + 0.5 for signed_key in space.symbols
        ]
        scarce = sorted(plan.lengths, key=lambda length: room.lists((length,)) - plan.lengths[length])
        self.lengths = [length for length in scarce for _ in range(plan.lengths[length])]
        self.left = 1  # places that no list is drawn for yet
        most = strict.members(plan.lengths, lambda symbol: symbol.key)
        tight = any(TIGHT * most((key,)) < number for key, number in plan.keys.items())
        self.wide = worth is not None and tight  # whether lists beyond the `worth` rule are drawn
        self.level = dict.fromkeys(plan.lengths, SETS)
        self.rest: dict[int, Iterator[Members]] = {}  # by length: what is left to go through

    def set_of(self, members: Members) -> tuple[Hashable, ...]:
        """What lists with the same members have in common."""
        return ("set", *sorted(members))

    def propose(self, place: int) -> Iterator[Members]:
        """See `Maker`: lists of chance, then all of the length, then what should rather not be made."""
        length, self.left = self.lengths[place], len(self.lengths) - place
        for number in range(TRIES if length not in self.rest else FEWER):
            yield from self._draw(length, 1.0 if 2 * number < TRIES else 0.0)
        while True:
            if length not in self.rest:
                lists = [*self.space.lists(length)] if self.space.size <= LISTED else []
                self.rng.shuffle(lists)
                self.rest[length] = iter(lists)
            yield from self.rest[length]
            if self.level[length] == ALL:
                return
            del self.rest[length]
            self.level[length] += 1

    def widen(self) -> bool:
        """Let lists of every length be drawn that should rather not be made; whether there are any."""
        if self.wide and min(self.level.values()) > SETS:
            return False
        self.level = {length: max(level, ORDERS if self.wide else SETS) for length, level in self.level.items()}
        self.wide = True
        return True

    def redraw(self, item: Members) -> Members | None:
        """See `Maker`: another size, the other direction, or another symbol."""
        place, kind = int(self.rng.random() * len(item)), self.rng.random()
        surplus = [n for n, (symbol, _) in enumerate(item) if self.keys.missing[self.key_of[symbol]] < 0]
        if surplus and self.rng.random() < MISSING_FIRST:
            place, kind = surplus[int(self.rng.random() * len(surplus))], 1.0
        symbol, _ = item[place]
        if kind < 0.3:
            new = symbol
        elif kind < 0.45:
            new = self.space.turned.get(symbol, symbol)
        else:
            new = self._symbol([self.key_of[neighbour] for neighbour, _ in (*item[:place], *item[place + 1 :])])
        return (*item[:place], self._sized(new), *item[place + 1 :])

    def cross(self, first: Members, second: Members) -> tuple[Members | None, Members | None]:
        """See `Maker`: members change places, or one's gain and the other's loss change their directions."""
        here, there = int(self.rng.random() * len(first)), int(self.rng.random() * len(second))
        outgoing, incoming = first[here], second[there]
        if self.sign_of[outgoing[0]] == -self.sign_of[incoming[0]] != 0 and self.rng.random() < 0.5:
            turned = self.space.turned
            outgoing, incoming = self._sized(turned[incoming[0]]), self._sized(turned[outgoing[0]])
        return self._with(first, here, incoming), self._with(second, there, outgoing)

    def marks(self, item: Members) -> tuple[Hashable, ...]:
        """See `Maker`: the list, and its set while no other order will do."""
        return (item, self.set_of(item)) if self.level[len(item)] == SETS else (item,)

    def is_legal(self, item: Members) -> bool:
        """See `Maker`."""
        within = self.worth is None or self.wide or self.level[len(item)] == ALL or self.worth.within(item)
        return within and item not in self.banned

    def _draw(self, length: int, missing: float) -> Iterator[Members]:
        """A list of chance, and some of the same keys, should that one be taken; see `_symbol`."""
        symbols: list[int] = []
        for _ in range(length):
            symbols.append(self._symbol([self.key_of[symbol] for symbol in symbols], missing))
        for _ in range(VARIANTS):
            yield tuple([self._sized(symbol) for symbol in symbols])
            symbols = [self._signed(self.key_of[symbol]) for symbol in symbols]

    def _symbol(self, there: Collection[str], missing: float = MISSING_FIRST) -> int:
        """A symbol for a list that has keys already; ``missing`` is how often it is of a key that the deck lacks."""
        keys = [key for key in self.space.keys if key not in there or key not in self.space.once]
        weights = [self._odds(key) for key in keys] if self.rng.random() < missing else [0.0]
        if not any(weights):
            weights = [self.likely[key] for key in keys]
        key = self.rng.choices(keys, weights)[0]
        return self._signed(key)

    def _signed(self, key: str) -> int:
        symbols, missing = self.space.of_key[key], self.signs.missing
        weights = [self.leaning[symbol] * max(missing.get(self.sign_of[symbol], 0), 0.5) for symbol in symbols]
        return self.rng.choices(symbols, weights)[0]

    def _odds(self, key: str) -> float:
        """How much rather a key is on a list than not, so that all that is missing comes until the last place."""
        missing: float = max(0.0, self.keys.missing[key])
        return missing / (1 + max(0.0, self.left - missing))

    def _sized(self, symbol: int) -> ListMember:
        return symbol, self.rng.choices(self.ranges[symbol], cum_weights=self.sizes[symbol])[0]

    def _with(self, item: Members, place: int, member: ListMember) -> Members | None:
        """A list with another member; None where it would have a key twice that stands once."""
        new = (*item[:place], member, *item[place + 1 :])
        return new if self.space.allows([symbol for symbol, _ in new]) else None
