"""The space of all legal lists of one-key members, ranked: each has a number, and each number stands for one.

A *symbol* is a key with its sign (treats as a gain), a *pattern* the symbols of a list whatever their order. The lists
of a pattern are numbered by mixed radix: the order of the symbols first, then the size of each. So a list's rank and
the list of a rank are found in as many steps as it has members, and nothing has to be stored or tried.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, combinations_with_replacement, permutations, product
from math import prod

from msgspec import Struct

ListMember = tuple[int, int]  # the position of its symbol in the space, its size
Members = tuple[ListMember, ...]  # top to bottom


class Symbol(Struct, frozen=True):
    """A key with its sign: 1 a gain, -1 a loss, 0 neither; sizes go from ``low`` to ``high``."""

    key: str
    sign: int
    low: int
    high: int

    @property
    def sizes(self) -> int:
        """How many sizes there are."""
        return self.high - self.low + 1


class Pattern(Struct, frozen=True, dict=True):
    """Symbols (positions in the space, ascending) that may stand on one list together."""

    symbols: tuple[int, ...]
    radix: tuple[int, ...]  # how many sizes each symbol has

    @cached_property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """The orders in which the symbols can stand."""
        return tuple(sorted(set(permutations(self.symbols))))

    @cached_property
    def sizes(self) -> int:
        """In how many ways sizes can be given to the symbols in one order."""
        return prod(self.radix)

    @property
    def lists(self) -> int:
        """How many lists the pattern has."""
        return len(self.orders) * self.sizes


class Space:
    """All lists of the given lengths; keys in ``once`` stand on a list once at the most."""

    def __init__(self, symbols: Sequence[Symbol], lengths: range, once: frozenset[str]) -> None:
        self.symbols = tuple(symbols)
        self.lengths = lengths
        self.patterns = [
            Pattern(chosen, tuple(self.symbols[symbol].sizes for symbol in chosen))
            for length in lengths
            for chosen in combinations_with_replacement(range(len(self.symbols)), length)
            if chosen and self._allowed(chosen, once)
        ]
        self.position = {pattern.symbols: position for position, pattern in enumerate(self.patterns)}
        self._ends = list(accumulate(pattern.lists for pattern in self.patterns))
        self._symbol = {(symbol.key, symbol.sign): position for position, symbol in enumerate(self.symbols)}

    def _allowed(self, chosen: tuple[int, ...], once: frozenset[str]) -> bool:
        keys = [self.symbols[symbol].key for symbol in chosen if self.symbols[symbol].key in once]
        return len(keys) == len(set(keys))

    @property
    def size(self) -> int:
        """How many lists there are."""
        return self._ends[-1] if self._ends else 0

    def ranks(self, position: int) -> range:
        """The ranks of the lists of a pattern (by its position): all of the first order first."""
        end = self._ends[position]
        return range(end - self.patterns[position].lists, end)

    def unrank(self, rank: int) -> Members:
        """The list with this rank, from 0 to ``size`` - 1."""
        position = bisect_right(self._ends, rank)
        pattern = self.patterns[position]
        number, code = divmod(rank - self.ranks(position).start, pattern.sizes)
        members = []
        for symbol in reversed(pattern.orders[number]):
            code, size = divmod(code, self.symbols[symbol].sizes)
            members.append((symbol, self.symbols[symbol].low + size))
        return tuple(reversed(members))

    def exchanges(self, position: int) -> Iterator[tuple[str, str, int, int]]:
        """The exchanges of a symbol of a pattern: keys before and after, the pattern that results, change of gains."""
        symbols = self.patterns[position].symbols
        for place, old in enumerate(symbols):
            rest = symbols[:place] + symbols[place + 1 :]
            for new, symbol in enumerate(self.symbols):
                target = self.position.get(tuple(sorted((*rest, new)))) if new != old else None
                if target is not None:
                    before = self.symbols[old]
                    yield before.key, symbol.key, target, (symbol.sign > 0) - (before.sign > 0)

    def read(self, members: Sequence[tuple[str, int]]) -> Members | None:
        """Keys with their signed sizes as members of this space; None where they are not in it."""
        found = []
        for key, value in members:
            sign = 1 if value >= 0 else -1
            symbol = self._symbol.get((key, sign), self._symbol.get((key, 0)) if sign > 0 else None)
            if symbol is None or not self.symbols[symbol].low <= abs(value) <= self.symbols[symbol].high:
                return None
            found.append((symbol, abs(value)))
        return tuple(found) if tuple(sorted(symbol for symbol, _ in found)) in self.position else None

    def write(self, members: Members) -> Iterator[tuple[str, int]]:
        """The reverse of `read`."""
        for symbol, size in members:
            yield self.symbols[symbol].key, size * (self.symbols[symbol].sign or 1)


LONGEST = 4  # exchanges in a ring
RINGS = 12  # that are tried before another look is taken


class _Exchange(Struct, frozen=True):
    """One symbol of one list for another: the patterns before and after, its cost, and what becomes of the gains."""

    source: int
    target: int
    cost: int
    gain: int


def farthest(space: Space, costs: Sequence[Sequence[int]], counts: list[int]) -> list[int]:
    """The cheapest deck with the shares of one at hand, as far as rings of exchanges lead.

    Args:
        space: the patterns.
        costs: of each pattern's lists, rising.
        counts: how many lists of each pattern the existing deck has, each no more than there are.
    """
    counts = list(counts)
    neighbours = [
        [*space.exchanges(position), *_turned(space, pattern.symbols)]
        for position, pattern in enumerate(space.patterns)
    ]
    helped = True
    while helped:
        helped = False
        for ring in _rings(_exchanges(costs, counts, neighbours)):
            if _make(ring, costs, counts):
                helped = True
    return counts


def _turned(space: Space, old: tuple[int, ...]) -> Iterator[tuple[str, str, int, int]]:
    """As `Space.exchanges`: patterns of the same keys in which several signs differ, from any key and back to it."""
    signs: dict[str, list[int]] = defaultdict(list)
    for symbol, known in enumerate(space.symbols):
        signs[known.key].append(symbol)
    for new in product(*(signs[space.symbols[symbol].key] for symbol in old)):
        target = space.position.get(tuple(sorted(new)))
        if target is not None and sum(one != other for one, other in zip(old, new, strict=True)) > 1:
            gain = sum((space.symbols[b].sign > 0) - (space.symbols[a].sign > 0) for a, b in zip(old, new, strict=True))
            for key in {space.symbols[symbol].key: None for symbol in old}:
                yield key, key, target, gain


def _exchanges(
    costs: Sequence[Sequence[int]],
    counts: list[int],
    neighbours: list[list[tuple[str, str, int, int]]],
) -> dict[tuple[str, str, int], _Exchange]:
    """The cheapest exchange of each sort: keys before and after, change of gains."""
    best: dict[tuple[str, str, int], _Exchange] = {}
    for source, count in enumerate(counts):
        if not count:
            continue
        saved = costs[source][count - 1]
        for before, after, target, gain in neighbours[source]:
            if counts[target] < len(costs[target]):
                cost = costs[target][counts[target]] - saved
                known = best.get((before, after, gain))
                if known is None or cost < known.cost:
                    best[before, after, gain] = _Exchange(source, target, cost, gain)
    return best


def _rings(best: dict[tuple[str, str, int], _Exchange]) -> Iterator[tuple[_Exchange, ...]]:
    """Rings that seem to help, the best first."""
    ways: dict[str, list[tuple[str, _Exchange]]] = defaultdict(list)
    for (before, after, _), exchange in best.items():
        ways[before].append((after, exchange))
    found: list[tuple[int, tuple[_Exchange, ...]]] = []
    for start in list(ways):
        reached: dict[tuple[str, int], tuple[int, tuple[_Exchange, ...]]] = {(start, 0): (0, ())}
        for _ in range(LONGEST):
            further: dict[tuple[str, int], tuple[int, tuple[_Exchange, ...]]] = {}
            for (key, gains), (cost, path) in reached.items():
                for after, exchange in ways.get(key, ()):
                    if exchange in path:
                        continue
                    state, whole = (after, gains + exchange.gain), cost + exchange.cost
                    if state not in further or whole < further[state][0]:
                        further[state] = (whole, (*path, exchange))
            if further.get((start, 0), (0, ()))[0] < 0:
                found.append(further[start, 0])
            reached = further
    found.sort(key=lambda ring: ring[0])
    yield from (ring for _, ring in found[:RINGS])


def _make(ring: tuple[_Exchange, ...], costs: Sequence[Sequence[int]], counts: list[int]) -> bool:
    """Make the exchanges of a ring if they help all together; whether they did."""
    before, paid = list(counts), 0
    for exchange in ring:
        source, target = exchange.source, exchange.target
        if not counts[source] or counts[target] >= len(costs[target]):
            break
        paid += costs[target][counts[target]] - costs[source][counts[source] - 1] if source != target else 0
        counts[source] -= 1
        counts[target] += 1
    else:
        if paid < 0:
            return True
    counts[:] = before
    return False
