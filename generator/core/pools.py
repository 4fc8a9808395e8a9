"""Pools of like dice: their sum, the sum of those kept, how many show what is wanted.

A die is a mapping of what it can show to the number of equally likely ways of it. Work is counted with ``spend``, which
is given the steps about to be taken and may raise.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from math import comb
from operator import add

WayCounter = Counter[int]  # equally likely ways by what comes out
Spend = Callable[[int], None]

RAREST = 10**6  # one in this many: rarer chances are not distinguished


def plain(sides: int) -> WayCounter:
    """A die with the numbers from 1 to its sides."""
    return Counter(dict.fromkeys(range(1, sides + 1), 1))


def most_explosions(sides: int) -> int:
    """How often an exploding die is rolled again at the most: more often is rarer than one in a million."""
    times = 1
    while sides**times < RAREST:
        times += 1
    return times


def exploding(sides: int) -> WayCounter:
    """A die of two sides or more that is rolled again and added whenever it shows its highest side."""
    times = most_explosions(sides)
    ways: WayCounter = Counter()
    for again in range(times + 1):
        for side in range(1, sides + (again == times)):
            ways[sides * again + side] = sides ** (times - again)
        if again == times:
            ways[sides * again + sides] = 1
    return ways


def joined(
    left: Mapping[int, int], right: Mapping[int, int], join: Callable[[int, int], int], spend: Spend
) -> WayCounter:
    """Two rolls, and what ``join`` makes of them."""
    spend(len(left) * len(right))
    found: WayCounter = Counter()
    for one, a in left.items():
        for other, b in right.items():
            found[join(one, other)] += a * b
    return found


def added(number: int, die: WayCounter, spend: Spend) -> WayCounter:
    """The sum of this many dice."""
    if len(die) == max(die) and len(set(die.values())) == 1:
        return _added(number, len(die), spend)
    return reduce(lambda ways, one: joined(ways, one, add, spend), [die] * number)


def _added(number: int, sides: int, spend: Spend) -> WayCounter:
    """The sum of plain dice, one after the other: a die's ways are a window that slides over those so far."""
    ways = [1]
    for _ in range(number):
        spend(len(ways) + sides)
        window, more = 0, []
        for place in range(len(ways) + sides - 1):
            window += ways[place] if place < len(ways) else 0
            window -= ways[place - sides] if place >= sides else 0
            more.append(window)
        ways = more
    return Counter({number + place: count for place, count in enumerate(ways)})


def kept(number: int, die: WayCounter, keep: int, spend: Spend, *, lowest: bool = False) -> WayCounter:
    """The sum of the highest or lowest dice: value by value from the one wanted most, how many dice show it."""
    states: Counter[tuple[int, int]] = Counter({(0, 0): 1})  # dice that showed a value before, their sum as kept
    for value in sorted(die, reverse=not lowest):
        after: Counter[tuple[int, int]] = Counter()
        for (shown, total), ways in states.items():
            left = number - shown
            spend(left + 1)
            for more in range(left + 1):
                counted = min(more, max(0, keep - shown))
                after[shown + more, total + counted * value] += ways * comb(left, more) * die[value] ** more
        states = after
    return Counter({total: ways for (shown, total), ways in states.items() if shown == number})


def counted(number: int, die: WayCounter, wanted: Iterable[int], spend: Spend) -> WayCounter:
    """How many of the dice show one of the values that are wanted."""
    hits = sum(die[value] for value in wanted)
    misses = die.total() - hits
    spend(4 * number)
    return Counter({hit: comb(number, hit) * hits**hit * misses ** (number - hit) for hit in range(number + 1)})
