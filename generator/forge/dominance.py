"""Better and worse: which numbers of an item make it simply better than another."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

Rank = tuple[int, ...]  # the more the better, place by place


class Preference(Struct, frozen=True):
    """The numbers by which items are compared."""

    better: Mapping[str, str]  # field: ``high`` or ``low``
    usual: Mapping[str, int]  # what an absent number stands for; 0 where nothing is said
    level: tuple[str, ...] = ()  # other numbers: items of the same rank must agree in them

    def rank(self, fields: Mapping[str, Any]) -> Rank | None:
        """An item's numbers, turned so that more is better; None where one of them is a word."""
        found = []
        for name, way in self.better.items():
            value = fields.get(name)
            value = self.usual.get(name, 0) if value is None else value
            if not isinstance(value, int):
                return None
            found.append(int(value) if way == "high" else -int(value))
        return tuple(found)

    def rest(self, fields: Mapping[str, Any]) -> tuple[Any, ...]:
        """An item's other numbers."""
        return tuple(fields.get(name) for name in self.level)


def dominates(one: Rank, other: Rank) -> bool:
    """Whether ``one`` is at least as good as ``other`` in every number, and better in one."""
    return one != other and all(mine >= theirs for mine, theirs in zip(one, other, strict=True))


class Rivals:
    """Items of which none dominates another, a sort at a time."""

    def __init__(self, scale: Preference) -> None:
        """Begin with none."""
        self.scale = scale
        self.ranks: dict[str, dict[Rank, tuple[Any, ...]]] = {}  # by sort: ranks that are there, with the other numbers

    def admits(self, sort: str, fields: Mapping[str, Any]) -> bool:
        """Whether an item of a sort can join without dominating one or being dominated.

        Of two items with the same rank neither dominates the other, as long as their other numbers agree as well.
        """
        rank = self.scale.rank(fields)
        if rank is None:
            return True
        known = self.ranks.get(sort, {})
        if rank in known:
            return known[rank] == self.scale.rest(fields)
        return not any(dominates(rank, other) or dominates(other, rank) for other in known)

    def join(self, sort: str, fields: Mapping[str, Any]) -> None:
        """Let an item in."""
        rank = self.scale.rank(fields)
        if rank is not None:
            self.ranks.setdefault(sort, {}).setdefault(rank, self.scale.rest(fields))

    def copy(self) -> "Rivals":
        """The same items, to go on from."""
        other = Rivals(self.scale)
        other.ranks = {sort: dict(known) for sort, known in self.ranks.items()}
        return other
