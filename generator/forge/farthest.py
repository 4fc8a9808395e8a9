"""The deck of given shares that is worth the least or the most: exchanges of symbols in rings, until none helps.

A deck is how many lists it has of each pattern; of a pattern the best lists come first, so each further one costs more.
Exchanging one symbol of a list for another leads from one pattern to another. Several exchanges that bring every key
and the gains back to what they were make a ring, and shares are as before. The ring that helps most is made, over and
over, until there is none of up to `LONGEST` exchanges.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct

from generator.forge.space import Space

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
    neighbours = _neighbours(space)
    helped = True
    while helped:
        helped = False
        for ring in _rings(_exchanges(costs, counts, neighbours)):
            if _make(ring, costs, counts):
                helped = True
    return counts


def _neighbours(space: Space) -> list[list[tuple[str, str, int, int]]]:
    """For each pattern the exchanges of a symbol: keys before and after, the pattern that results, change of gains."""
    return [
        [
            *(
                (old.key, new.key, target, (new.sign > 0) - (old.sign > 0))
                for old, new, target in space.exchanges(position)
            ),
            *_turned(space, pattern.symbols),
        ]
        for position, pattern in enumerate(space.patterns)
    ]


def _turned(space: Space, old: tuple[int, ...]) -> Iterator[tuple[str, str, int, int]]:
    """The patterns of the same keys in which several signs differ, from any of its keys and back to it."""
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
