"""Items that are the same but for their names, and those that differ in a single number by one step."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

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


def traits_of(found: Sequence[FieldColumn], ids: Sequence[str]) -> Mapping[str, Traits]:
    """What each item is made of: its numbers, words and rule texts, less what only numbers or names it."""
    telling = [column for column in found if _tells(column)]
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
    found = []
    for (_, path), there in places.items():
        there.sort(key=lambda pair: pair[0])
        for (low, one), (high, other) in pairwise(there):
            if high - low <= 1:
                found.append(NearTwins(groups[one], groups[other], path, (low, high)))
    order = {name: place for place, name in enumerate(traits)}
    return sorted(found, key=lambda pair: (order[pair.one[0]], order[pair.other[0]], pair.path))


def _groups(traits: Mapping[str, Traits]) -> dict[Traits, list[str]]:
    groups: dict[Traits, list[str]] = {}
    for name, made_of in traits.items():
        groups.setdefault(made_of, []).append(name)
    return groups
