"""Which items are simply worse than another: in no number better, in one of them worse."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

Rank = tuple[Fraction, ...]  # the more the better, place by place
Rated = tuple[str, tuple[object, ...], Rank]  # an item's id, what must be the same to compare it, its rank


def dominates(one: Rank, other: Rank) -> bool:
    """Whether ``one`` is at least as good in every number, and better in one."""
    return one != other and all(mine >= theirs for mine, theirs in zip(one, other, strict=True))


def dominated(items: Sequence[Rated]) -> Mapping[str, list[str]]:
    """The items that another one dominates, in their order, with those of the best that do so.

    The best are the items that nothing dominates. Whatever is dominated at all is dominated by one of them, so that
    nobody else need be asked.
    """
    order = {name: place for place, (name, _, _) in enumerate(items)}
    sorts: dict[tuple[object, ...], dict[Rank, list[str]]] = {}
    for name, sort, rank in items:
        sorts.setdefault(sort, {}).setdefault(rank, []).append(name)
    found: dict[str, list[str]] = {}
    for ranks in sorts.values():
        best: list[Rank] = []
        for rank in sorted(ranks, reverse=True):  # whoever dominates a rank stands before it
            better = [other for other in best if dominates(other, rank)]
            if not better:
                best.append(rank)
            above = sorted((other for rank_above in better for other in ranks[rank_above]), key=order.__getitem__)
            found |= dict.fromkeys(ranks[rank], above)
    return {name: found[name] for name, _, _ in items if found[name]}
