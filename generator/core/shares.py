"""Dividing a whole number by shares, where not every part can be as large as its share.

The method is that of the largest remainder (Hamilton's): each party gets the whole part of its quota, and the seats
that are left go to the largest fractions, or are drawn by lot, each with the chance of its fraction. Where some parties
together cannot hold what their quotas come to, they get as much as they can hold, the rest is divided over the others
by the same method, and so on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import floor
from random import Random

ShareGroup = frozenset[int]
ALL_GROUPS = 10  # parties up to which every group of them is examined; beyond, single ones and all but one


def apportion(
    total: int, weights: Sequence[Fraction | int], most: Callable[[ShareGroup], int], lot: Random | None = None
) -> list[int]:
    """Divide ``total`` seats over parties.

    Args:
        total: the seats, at most ``most`` of all parties.
        weights: what each party's share is in proportion to; if all are 0, equal shares.
        most: how many seats a group of parties (their positions) can hold together.
        lot: draws who gets the seats that whole quotas leave; without it they go to the largest fractions.

    Returns:
        The seats of each party. Where no group is held back, each is less than 1 off its quota.
    """
    parties = frozenset(range(len(weights)))
    groups = {group: most(group) for group in _groups(parties)}
    quotas = _quotas(total, parties, [Fraction(weight) for weight in weights], groups)
    return largest_remainder(total, [quotas.get(party, Fraction(0)) for party in sorted(parties)], lot, groups)


def wanting(count: int, weights: Sequence[Fraction | int], there: Sequence[Fraction | int]) -> list[Fraction]:
    """What each party wants so that ``count`` more and those ``there`` are in proportion to weights; 0 without any."""
    whole, total = sum(weights), count + sum(there)
    return [
        max(Fraction(0), Fraction(weight) * total / whole - has) if whole else Fraction(0)
        for weight, has in zip(weights, there, strict=True)
    ]


def drawn_evenly(total: int, copies: Sequence[int]) -> list[int]:
    """So many pieces of a set of sorts, taken at even steps from its first on, and round again where it has fewer.

    Each sort gets its share, rounded up or down, and sorts that follow each other are never all left out: every second
    piece of a set in order of value has its values. Systematic sampling, after W. G. and L. H. Madow (1944).

    Args:
        total: how many are taken.
        copies: how many of each sort are in the set, one or more in all.
    """
    whole, seen, taken = sum(copies), 0, []
    for number in copies:
        before, seen = seen, seen + number
        taken.append(-(-total * seen // whole) + (-total * before // whole))
    return taken


def _groups(parties: ShareGroup) -> Iterator[ShareGroup]:
    count = len(parties)
    sizes = range(count + 1) if count <= ALL_GROUPS else (0, 1, count - 1, count)
    for size in sizes:
        yield from map(frozenset, combinations(sorted(parties), size))


def _quotas(
    total: int, parties: ShareGroup, weights: list[Fraction], most: dict[ShareGroup, int]
) -> dict[int, Fraction]:
    """Exact quotas within what every group can hold: the decomposition algorithm for base polytopes, Fujishige 1980."""
    pending: list[tuple[int, ShareGroup, ShareGroup]] = [
        (total, parties, frozenset())
    ]  # seats, parties, those settled before
    quotas: dict[int, Fraction] = {}
    while pending:
        seats, members, settled = pending.pop()
        whole = sum((weights[party] for party in members), Fraction(0))
        fair = {party: seats * weights[party] / whole if whole else Fraction(seats, len(members)) for party in members}
        excess, tight = Fraction(0), members
        for group in most:
            if group and group < members and group | settled in most:
                held = max(0, most[group | settled] - most[settled])
                over = sum((fair[party] for party in group), Fraction(0)) - held
                if over > excess:
                    excess, tight = over, group
        if not excess:
            quotas |= fair
            continue
        held = max(0, most[tight | settled] - most[settled])
        pending += [(held, tight, settled), (seats - held, members - tight, settled | tight)]
    return quotas


def largest_remainder(
    total: int, quotas: Sequence[Fraction], lot: Random | None = None, most: Mapping[ShareGroup, int] = {}
) -> list[int]:
    """Round quotas to whole numbers that sum to ``total``; at a tie for the larger quota, then for the first named.

    With a ``lot``, what whole quotas leave is drawn, each with the chance of its fraction.
    ``most`` is what groups of parties can hold.
    """
    seats = [floor(quota) for quota in quotas]
    turn = sorted(range(len(quotas)), key=lambda party: (seats[party] - quotas[party], -quotas[party], party))
    if lot is not None:
        drawn = _drawn(total - sum(seats), [quota - seat for quota, seat in zip(quotas, seats, strict=True)], lot)
        turn.sort(key=lambda party: party not in drawn)
    tight = [(group, limit) for group, limit in most.items() if group]

    def fits(party: int) -> bool:
        return all(sum(seats[member] for member in group) < limit for group, limit in tight if party in group)

    left = total - sum(seats)
    while left > 0:
        before = left
        for party in turn:
            if left and fits(party):
                seats[party] += 1
                left -= 1
        if left == before:  # the groups' limits contradict each other: the shares can only be come near to
            break
    return seats


def _drawn(number: int, fractions: Sequence[Fraction], lot: Random) -> set[int]:
    """So many parties, each with the chance of its fraction: systematic sampling in an order of chance."""
    order = list(range(len(fractions)))
    lot.shuffle(order)
    start, reached, drawn = lot.random(), Fraction(0), set[int]()
    whole = sum(fractions)
    for party in order:
        before = reached
        reached += fractions[party] * number / whole if whole else 0
        if floor(reached + Fraction(start)) > floor(before + Fraction(start)):
            drawn.add(party)
    return drawn
