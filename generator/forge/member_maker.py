"""Lists of members as the recipe `members` draws them, for the engine: first those of which most is missing."""

from collections.abc import Collection, Hashable, Iterator
from itertools import accumulate
from random import Random

from generator.forge.engine import ShareAim
from generator.forge.quotas import FreeLists, Quotas, Shares
from generator.forge.space import ListMember, Members, Space, Worth

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
