"""What things are worth to a Collector, as a guess that policies play by: a lead in items of the own type counts 1.

An item of one's own type is worth 1 in possession, one of a rival's type in that rival's possession costs most if it
is ahead of the other rivals; what an item does to whoever holds it counts little beside. Stamina is worth the more
the less is left.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from .checks import SIDES, twelfths
from .effects import bonus, margin, reflexes
from .state import MOST_STAMINA, CollectorsItem, CollectorsPlayer, CollectorsTable, ItemSort
from .texts import Changes, Power

HELPS, HARMS = 0.05, -0.1  # an item's passive ability
KNOCKED_OUT = 2.0  # what it costs to be knocked out, divided by the Stamina that is left before
AN_AP, A_POINT = 0.25, 0.05  # an AP more, and a point of an attribute for a round
FIRST = 0.6  # what a rival's items cost who is ahead of the other rivals, who share the rest
# By the Stamina above the floor; below it where negative.
DANGERS = (
    2 * KNOCKED_OUT,
    *(KNOCKED_OUT / (left + 1) for left in range(MOST_STAMINA)),
    *[2 * KNOCKED_OUT] * MOST_STAMINA,
)
EXPELLED = 1.0  # a rival who is about to leave by a Lose Condition


OFFSET = 10
CHANCES = tuple(twelfths(0, needed - OFFSET) / SIDES for needed in range(3 * OFFSET))


def odds(table: CollectorsTable, seat: int, target: int, context: str, power: Power | None = None) -> float:
    """The chance of a check as things stand."""
    found = CHANCES[reflexes(table, target, context, seat) - bonus(table, seat, context, target, power) + OFFSET]
    return 1 - (1 - found) ** 2 if power is not None and power.twice else found


def danger(one: CollectorsPlayer, stamina: int) -> float:
    """What so little Stamina costs; it is the larger for whoever loses by it."""
    return DANGERS[stamina - one.floor]


def recovery(one: CollectorsPlayer, by: int) -> float:
    """What so much more Stamina is worth to who has it; less, where it is negative."""
    before, after, floor = one.stamina, one.stamina + by, one.floor
    after = 0 if after < 0 else after if after < MOST_STAMINA else MOST_STAMINA
    return DANGERS[before - floor] - DANGERS[after - floor]


class ItemWorths(NamedTuple):
    """What it is worth to one Collector that another one has an item, by the item's sort; and the sorts, best first."""

    more: Mapping[ItemSort, float]
    ranked: tuple[tuple[float, ItemSort], ...]


MovesByGiver = Sequence[Sequence[ItemWorths]]  # by giver, and receiver; circulation last, where -1 finds it


def moves_for(table: CollectorsTable, me: int) -> MovesByGiver:
    """What it is worth to a Collector that an item goes from one to another, as the table stands."""
    most, ahead = -2, -1
    for seat, one in enumerate(table.collectors):
        own = -1 if one.out else one.own  # whoever left is behind
        if own > most and seat != me:
            most, ahead = own, seat
    return _moves(table.types, me, ahead)


@cache
def _moves(types: tuple[str, ...], me: int, ahead: int) -> MovesByGiver:
    """By giver and receiver what items are worth to one Collector, whose rival on the seat ``ahead`` is so."""
    sorts, others = [(one, harms) for one in types for harms in (False, True)], len(types) - 2

    def held(sort: ItemSort, holder: int) -> float:
        if holder == len(types):
            return 0.0
        worth = (types[holder] == sort[0]) + (HARMS if sort[1] else HELPS)
        if holder == me:
            return worth
        return -worth * (1.0 if not others else FIRST if holder == ahead else (1 - FIRST) / others)

    def worths(giver: int, receiver: int) -> ItemWorths:
        more = {sort: held(sort, receiver) - held(sort, giver) for sort in sorts}
        return ItemWorths(more, tuple(sorted(((worth, sort) for sort, worth in more.items()), key=lambda one: -one[0])))

    holders = range(len(types) + 1)
    return [[worths(giver, receiver) for receiver in holders] for giver in holders]


def best(worths: ItemWorths, sorts: Mapping[ItemSort, CollectorsItem]) -> tuple[float, CollectorsItem | None]:
    """The item that is best moved, and what that is worth."""
    for value, sort in worths.ranked:
        if sort in sorts:
            return value, sorts[sort]
    return 0.0, None


def of_changes(one: CollectorsPlayer, changes: Changes) -> float:
    """What some changes are worth to whom they happen."""
    total = 0.0
    for what, by in changes:
        total += recovery(one, by) if what == "stamina" else by * (AN_AP if what in ("ap", "free") else A_POINT)
    return total


def expelling(table: CollectorsTable, target: int) -> float:
    """What it is worth besides that a rival who is near its Lose Condition has one item of its own less."""
    lose = table.collectors[target].character.lose
    near = lose is not None and lose.what != "weak" and margin(table, target) <= 1
    return EXPELLED if near else 0.0
