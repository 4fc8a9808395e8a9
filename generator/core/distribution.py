"""Distributions of a number: exact chances, or numbers of equally likely ways, by value; and pools of like dice."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import comb
from operator import add
from typing import TypeVar

AnyNumber = TypeVar("AnyNumber", int, Fraction)
Distribution = dict[int, Fraction]  # by value, from the lowest; the chances sum to 1
Ways = Mapping[int, int]  # equally likely ways by value


def as_chances(ways: Ways) -> Distribution:
    """Chances out of numbers of equally likely ways, of which there is one at least."""
    total = sum(ways.values())
    return {value: Fraction(ways[value], total) for value in sorted(ways) if ways[value]}


def expected(chances: Distribution) -> Fraction:
    """The mean of a distribution."""
    return sum((value * chance for value, chance in chances.items()), Fraction(0))


def quantile(counts: Mapping[AnyNumber, int], at: Fraction) -> AnyNumber:
    """The smallest number that so large a part (``at``, above 0 and up to 1) of all does not exceed.

    Args:
        counts: how often each number is there; there is one at least.
        at: the part.
    """
    share, numbers = at * sum(counts.values()), sorted(counts)
    reached = accumulate(counts[number] for number in numbers)
    return next(number for number, so_far in zip(numbers, reached, strict=True) if so_far >= share)


def ways_to_draw(deck: int, marked: int, draws: int) -> list[int]:
    """In how many ways 0, 1, … ``draws`` marked cards are among those drawn without putting back.

    Args:
        deck: the cards in all.
        marked: those that are looked for.
        draws: the cards drawn, at most ``deck``.
    """
    others = deck - marked
    fewest = max(0, draws - others)
    ways = [0] * (draws + 1)
    if fewest <= draws:
        ways[fewest] = comb(marked, fewest) * comb(others, draws - fewest)
    for hits in range(fewest, min(draws, marked)):  # from each to the next: far quicker than binomials
        more = ways[hits] * (marked - hits) * (draws - hits)
        ways[hits + 1] = more // ((hits + 1) * (others - draws + hits + 1))
    return ways


def hypergeometric(deck: int, marked: int, draws: int) -> list[Fraction]:
    """The chances of 0, 1, … ``draws`` marked cards; see `ways_to_draw`."""
    total = comb(deck, draws)
    return [Fraction(ways, total) for ways in ways_to_draw(deck, marked, draws)]


def chance_of(deck: int, marked: int, draws: int, *, at_least: int = 0, exactly: int | None = None) -> Fraction:
    """The chance of this many marked cards or more, or of exactly this many; see `ways_to_draw`."""
    ways = ways_to_draw(deck, marked, draws)
    favourable = ways[max(0, at_least) :] if exactly is None else ways[exactly : exactly + 1] if exactly >= 0 else []
    return Fraction(sum(favourable), comb(deck, draws))


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
    sums: WayCounter = Counter()
    for first, a in left.items():
        for second, b in right.items():
            sums[join(first, second)] += a * b
    return sums


def added(number: int, die: WayCounter, spend: Spend) -> WayCounter:
    """The sum of this many dice."""
    if len(die) == max(die) and len(set(die.values())) == 1:
        return _added(number, len(die), spend)
    return reduce(lambda ways, side_ways: joined(ways, side_ways, add, spend), [die] * number)


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


def counted(number: int, die: WayCounter, sides: Iterable[int], spend: Spend) -> WayCounter:
    """How many of the dice show one of the values that are wanted."""
    hits = sum(die[value] for value in sides)
    misses = die.total() - hits
    spend(4 * number)
    return Counter({hit: comb(number, hit) * hits**hit * misses ** (number - hit) for hit in range(number + 1)})
