"""The engine of the forge: draw items, reject what rules refuse, exchange until the deck has its shares.

The engine knows nothing of cards. A `Maker` draws items and changes them, and says which exclude each other; aims say
how far a deck is from its shares, means and rules. Items are drawn one by one; what is refused is drawn again. The deck
is then led to its aims by exchanges, of which a bad one is accepted now and then, ever more rarely: simulated annealing
(Kirkpatrick, Gelatt and Vecchi 1983).
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

STEPS = (20_000, 30)  # exchanges tried at the most: so many, and so many more for each item
PATIENCE = (4_000, 4)  # exchanges without a better deck before the search ends, likewise
HOT, COLD = 1.0, 0.05  # heat at the start and at the end: how much farther off an exchange may easily lead
LIGHT = 0.25  # what it costs to be 1 off a sum; to be 1 off a share costs 1
NEAR = 1e-6  # what rounding may leave of a distance


class Aim(Protocol):
    """What a deck is to come to; ``far`` is 0 where it does."""

    far: float

    def exchange(self, old: Sequence[Any], new: Sequence[Any]) -> float:
        """Put items in the place of others, and give by how much the deck is farther off."""
        ...


class Maker(Protocol[T]):
    """What draws the items of a deck. Items are plain values that can be compared."""

    def propose(self, place: int) -> Iterable[T]:
        """Items for a place in the deck, until there are no more to try."""
        ...

    def redraw(self, item: T) -> T | None:
        """An item with one part drawn again; None where that gives none."""
        ...

    def cross(self, first: T, second: T) -> tuple[T | None, T | None]:
        """Two items that have exchanged a part."""
        ...

    def marks(self, item: T) -> Iterable[Hashable]:
        """What no other item may have."""
        ...

    def is_legal(self, item: T) -> bool:
        """Whether an item keeps the rules that look at it alone."""
        ...


class ShareAim:
    """Groups of which the deck is to have so many each."""

    def __init__(self, groups_of: Callable[[Any], Iterable[Hashable]], quotas: Mapping[Any, float]) -> None:
        """Begin with an empty deck; ``groups_of`` names the groups that an item belongs to.

        Quotas may have fractions; whole numbers next to them are near enough.
        """
        self.groups_of = groups_of
        self.missing = dict(quotas)
        least = sum((quota % 1) * (1 - quota % 1) for quota in quotas.values())
        self.far = sum(quota * quota for quota in quotas.values()) - least

    def exchange(self, old: Sequence[Any], new: Sequence[Any]) -> float:
        """See `Aim`: the sum of the squares of what is missing or too many."""
        missing, change = self.missing, 0.0
        for item in old:
            for group in self.groups_of(item):
                missing[group] = after = missing.get(group, 0) + 1
                change += 2 * after - 1
        for item in new:
            for group in self.groups_of(item):
                before = missing.get(group, 0)
                missing[group] = before - 1
                change += 1 - 2 * before
        self.far += change
        return change

    def pick(self, rng: Random, groups: Iterable[Any] | None = None) -> Any:
        """A group that is missing, by how much it is; None where none of them is."""
        short = [group for group in groups or self.missing if self.missing.get(group, 0) > 0]
        return rng.choices(short, [self.missing[group] for group in short])[0] if short else None


class SumAim:
    """A number whose sum over the deck is to be so much."""

    def __init__(self, number_of: Callable[[Any], int], total: float) -> None:
        """Begin with an empty deck."""
        self.number_of, self.gap = number_of, total
        self.far = self._far()

    def exchange(self, old: Sequence[Any], new: Sequence[Any]) -> float:
        """See `Aim`."""
        self.gap += sum(map(self.number_of, old)) - sum(map(self.number_of, new))
        before, self.far = self.far, self._far()
        return self.far - before

    def _far(self) -> float:
        return LIGHT * max(0.0, abs(self.gap) - 0.5)  # no whole number is nearer


class OutOfItemsError(Exception):
    """No more items could be drawn; ``deck`` are those that were."""

    def __init__(self, deck: list[Any]) -> None:
        """Take the items that were drawn."""
        super().__init__(f"{len(deck):,} can be made")
        self.deck = deck


def search(
    count: int,
    maker: Maker[T],
    aims: Sequence[Aim],
    rng: Random,
    used_marks: Iterable[Hashable] = (),
    *,
    deck: Sequence[T] = (),
    steps: int = 0,
) -> list[T]:
    """Make a deck that comes as near to its aims as exchanges bring it.

    Args:
        count: how many items.
        maker: draws them.
        aims: what the deck is to come to; left as the deck that is returned has them.
        rng: chance.
        used_marks: those that no item may have.
        deck: items to begin with, which the aims have counted.
        steps: exchanges tried at the most; by the deck's size if 0.

    Raises:
        OutOfItemsError: so many items cannot be drawn.
    """
    there = set(used_marks)
    deck = list(deck)
    there.update(mark for item in deck for mark in maker.marks(item))
    for place in range(len(deck), count):
        item = next((item for item in maker.propose(place) if _admits((item,), maker, there)), None)
        if item is None:
            raise OutOfItemsError(deck)
        deck.append(item)
        there.update(maker.marks(item))
        for aim in aims:
            aim.exchange((), (item,))
    return _exchanged(deck, maker, aims, rng, there, steps or STEPS[0] + STEPS[1] * count)


def _exchanged(
    deck: list[T], maker: Maker[T], aims: Sequence[Aim], rng: Random, there: set[Hashable], steps: int
) -> list[T]:
    """The best deck that exchanges lead to; ``there`` are the marks that are taken."""
    far = sum(aim.far for aim in aims)
    best, least, better = list(deck), far, 0
    patience = PATIENCE[0] + PATIENCE[1] * len(deck)
    for step in range(steps):
        if far <= NEAR or step - better > patience:
            break
        places, new = _exchange(deck, maker, rng)
        old = [deck[place] for place in places]
        if None in new or new == old:
            continue
        change = sum([aim.exchange(old, new) for aim in aims])
        if change > 0 and rng.random() >= exp(-change / (HOT * (COLD / HOT) ** (step / steps))):
            accepted = False
        else:
            there.difference_update(mark for item in old for mark in maker.marks(item))
            accepted = _admits(new, maker, there)
            there.update(mark for item in (new if accepted else old) for mark in maker.marks(item))
        if not accepted:
            for aim in aims:
                aim.exchange(new, old)
            continue
        for place, item in zip(places, new, strict=True):
            deck[place] = item
        far += change
        if far < least - NEAR:
            best, least, better = list(deck), far, step
    if far > least:
        for aim in aims:
            aim.exchange(deck, best)
        return best
    return deck


def _exchange(deck: list[T], maker: Maker[T], rng: Random) -> tuple[list[int], list[Any]]:
    """Places in a deck, and what may come there: one item with another part, or two that exchange parts."""
    kind, count = rng.random(), len(deck)
    first, second = int(rng.random() * count), int(rng.random() * count)
    if kind < 0.6 or first == second:
        return [first], [maker.redraw(deck[first])]
    if kind < 0.8:
        return [first, second], list(maker.cross(deck[first], deck[second]))
    return [first, second], [maker.redraw(deck[first]), maker.redraw(deck[second])]


def _admits(items: Sequence[T], maker: Maker[T], there: set[Hashable]) -> bool:
    """Whether items are legal, and have no mark that is there or that another of them has."""
    seen = [set(maker.marks(item)) for item in items]
    apart = len(items) == 1 or seen[0].isdisjoint(seen[1])
    return apart and all(map(there.isdisjoint, seen)) and all(map(maker.is_legal, items))
