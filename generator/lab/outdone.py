"""Which items are simply worse than another: in no number better, in one of them worse."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

MOST_NAMED = 20  # of those that outdo an item

ItemRank = tuple[Fraction, ...]  # the more the better, place by place
Rated = tuple[str, tuple[object, ...], ItemRank]  # an item's id, what must be the same to compare it, its rank


def dominates(one: ItemRank, other: ItemRank) -> bool:
    """Whether ``one`` is at least as good in every number, and better in one."""
    return one != other and all(mine >= theirs for mine, theirs in zip(one, other, strict=True))


def dominated(items: Sequence[Rated]) -> Mapping[str, list[str]]:
    """The items that another one dominates, in their order, with the first few of the best that do so.

    The best are the items that nothing dominates; whatever is dominated at all is dominated by one of them.
    """
    sorts: dict[tuple[object, ...], list[tuple[str, ItemRank]]] = {}
    for name, sort, rank in items:
        sorts.setdefault(sort, []).append((name, rank))
    found: dict[str, list[str]] = {}
    for rated in sorts.values():
        above = _above([rank for _, rank in rated])
        best = sum(1 << place for place, others in enumerate(above) if not others)
        for (name, _), others in zip(rated, above, strict=True):
            found[name] = [rated[place][0] for place in _places(others & best)]
    return {name: found[name] for name, _, _ in items if found[name]}


def _above(ranks: Sequence[ItemRank]) -> list[int]:
    """For each rank those that dominate it, a bit each.

    Whoever is at least as good in a number is a set; the sets of all numbers are cut with one another. With sets as
    whole numbers that takes next to no time, be there thousands of ranks of which none dominates another.
    """
    at_least = [_at_least([rank[number] for rank in ranks]) for number in range(len(ranks[0]))]
    same: dict[ItemRank, int] = {}
    for place, rank in enumerate(ranks):
        same[rank] = same.get(rank, 0) | 1 << place
    found = []
    for rank in ranks:
        others = (1 << len(ranks)) - 1
        for number, sets in enumerate(at_least):
            others &= sets[rank[number]]
        found.append(others & ~same[rank])
    return found


def _at_least(values: Sequence[Fraction]) -> dict[Fraction, int]:
    """For each value the places of those that are as large, a bit each."""
    sets: dict[Fraction, int] = {}
    so_far = 0
    for place in sorted(range(len(values)), key=values.__getitem__, reverse=True):
        so_far |= 1 << place
        sets[values[place]] = so_far
    return sets


def _places(others: int) -> Iterator[int]:
    """The first few places of a set."""
    for _ in range(MOST_NAMED):
        if not others:
            return
        lowest = others & -others
        yield lowest.bit_length() - 1
        others ^= lowest
