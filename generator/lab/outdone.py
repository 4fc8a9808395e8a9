"""Which items are simply worse than another: in no number better, in one of them worse."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice
from operator import ge

MOST_NAMED = 20  # of those that outdo an item

ItemRank = tuple[Fraction | int, ...]  # the more the better, place by place
Rated = tuple[str, tuple[object, ...], ItemRank]  # an item's id, what must be the same to compare it, its rank


def dominates(one: ItemRank, other: ItemRank) -> bool:
    """Whether ``one`` is at least as good in every number, and better in one."""
    return one != other and all(map(ge, one, other))


def dominated(items: Sequence[Rated]) -> Mapping[str, list[str]]:
    """The items that another one dominates, in their order, with the first few of the best that do so.

    The best are the items that nothing dominates; whatever is dominated at all is dominated by one of them.
    """
    sorts: dict[tuple[object, ...], list[tuple[str, ItemRank]]] = {}
    for name, sort, rank in items:
        sorts.setdefault(sort, []).append((name, rank))
    found: dict[str, list[str]] = {}
    for rated in sorts.values():
        ranks = _as_places([rank for _, rank in rated])
        best: dict[ItemRank, None] = {}
        for rank in sorted(set(ranks), reverse=True):  # in this order none dominates one before it
            if not any(dominates(other, rank) for other in best):
                best[rank] = None
        names = [name for name, _ in rated]
        leading = [pair for pair in zip(names, ranks, strict=True) if pair[1] in best]
        for name, rank in zip(names, ranks, strict=True):
            above = (other for other, its in leading if dominates(its, rank)) if rank not in best else ()
            found[name] = list(islice(above, MOST_NAMED))
    return {name: found[name] for name, _, _ in items if found[name]}


def _as_places(ranks: Sequence[ItemRank]) -> list[ItemRank]:
    """The same order in whole numbers, which are compared far sooner than fractions."""
    orders = [{value: place for place, value in enumerate(sorted(set(values)))} for values in zip(*ranks, strict=True)]
    return [tuple(order[value] for order, value in zip(orders, rank, strict=True)) for rank in ranks]
