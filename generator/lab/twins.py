"""Items that are the same but for their names, that differ in a single number by one step, or are simply worse than
another: in no number better, in one of them worse."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice, pairwise
from operator import ge

from msgspec import Struct

from generator.lab.columns import ColumnValue, FieldColumn

RULE_TEXT = "text"  # a field of this name is what an item does in words; other texts are names and flavour
FEWEST = 2  # things that near twins have in common: those of a single number are not twins

Token = tuple[str, ColumnValue]
Traits = frozenset[tuple[Token, int]]  # what an item is made of, each with how often


class NearTwins(Struct, frozen=True):
    """Two groups of items, each the same throughout, that differ in one number."""

    one: Sequence[str]
    other: Sequence[str]
    path: str
    values: tuple[Fraction, Fraction]


def traits_of(field_columns: Sequence[FieldColumn], ids: Sequence[str]) -> Mapping[str, Traits]:
    """What each item is made of: its numbers, words and rule texts, less what only numbers or names it."""
    telling = [column for column in field_columns if _tells(column)]
    return {
        name: frozenset(Counter((column.path, value) for column in telling for value in column.cells[place]).items())
        for place, name in enumerate(ids)
    }


def _tells(column: FieldColumn) -> bool:
    if column.sort == "text":
        return column.path.rpartition(".")[2] == RULE_TEXT
    return not (column.single and column.names_items)


def twins(traits: Mapping[str, Traits]) -> list[list[str]]:
    """Groups of items that are the same."""
    return [names for names in _groups(traits).values() if len(names) > 1]


def near_twins(traits: Mapping[str, Traits]) -> list[NearTwins]:
    """Items that differ in one number by 1 or less, with no other between them.

    Each item is laid down under what is left of it without one of its numbers: whoever lies there as well differs in
    that number alone. So none need be compared with every other one.
    """
    groups = _groups(traits)
    places: dict[tuple[Traits, str], list[tuple[Fraction, Traits]]] = {}
    for made_of in groups:
        if sum(often for _, often in made_of) > FEWEST:
            for (path, value), often in made_of:
                if isinstance(value, Fraction):
                    rest = made_of - {((path, value), often)} | ({((path, value), often - 1)} if often > 1 else set())
                    places.setdefault((rest, path), []).append((value, made_of))
    pairs = []
    for (_, path), there in places.items():
        there.sort(key=lambda pair: pair[0])
        for (low, lower), (high, higher) in pairwise(there):
            if high - low <= 1:
                pairs.append(NearTwins(groups[lower], groups[higher], path, (low, high)))
    order = {name: place for place, name in enumerate(traits)}
    return sorted(pairs, key=lambda pair: (order[pair.one[0]], order[pair.other[0]], pair.path))


def _groups(traits: Mapping[str, Traits]) -> dict[Traits, list[str]]:
    groups: dict[Traits, list[str]] = {}
    for name, made_of in traits.items():
        groups.setdefault(made_of, []).append(name)
    return groups


MOST_NAMED = 20  # of those that outdo an item

ItemRank = tuple[Fraction | int, ...]  # the more the better, place by place
RatedItem = tuple[str, tuple[object, ...], ItemRank]  # an item's id, what must be the same to compare it, its rank


def dominates(first: ItemRank, second: ItemRank) -> bool:
    """Whether ``first`` is at least as good in every number, and better in one."""
    return first != second and all(map(ge, first, second))


def dominated(items: Sequence[RatedItem]) -> Mapping[str, list[str]]:
    """The items that another one dominates, in their order, with the first few of the best that do so.

    The best are the items that nothing dominates; whatever is dominated at all is dominated by one of them.
    """
    sorts: dict[tuple[object, ...], list[tuple[str, ItemRank]]] = {}
    for name, sort, rank in items:
        sorts.setdefault(sort, []).append((name, rank))
    better_by_name: dict[str, list[str]] = {}
    for rated in sorts.values():
        # In whole numbers of the same order, which are compared far sooner than fractions.
        columns = zip(*(rank for _, rank in rated), strict=True)
        orders = [{value: place for place, value in enumerate(sorted(set(values)))} for values in columns]
        ranks = [tuple(order[value] for order, value in zip(orders, rank, strict=True)) for _, rank in rated]
        best: dict[ItemRank, None] = {}
        for rank in sorted(set(ranks), reverse=True):  # in this order none dominates one before it
            if not any(dominates(better, rank) for better in best):
                best[rank] = None
        names = [name for name, _ in rated]
        leading = [pair for pair in zip(names, ranks, strict=True) if pair[1] in best]
        for name, rank in zip(names, ranks, strict=True):
            above = (better for better, its in leading if dominates(its, rank)) if rank not in best else ()
            better_by_name[name] = list(islice(above, MOST_NAMED))
    return {name: better_by_name[name] for name, _, _ in items if better_by_name[name]}
