"""Which items are simply worse than another: in no number better, in one of them worse."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice

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
        best: list[ItemRank] = []
        for rank in sorted({rank for _, rank in rated}, reverse=True):  # in this order none dominates one before it
            if not any(dominates(other, rank) for other in best):
                best.append(rank)
        leading = [(name, rank) for name, rank in rated if rank in best]
        for name, rank in rated:
            above = (other for other, its in leading if dominates(its, rank))
            found[name] = list(islice(above, MOST_NAMED))
    return {name: found[name] for name, _, _ in items if found[name]}
