"""Bringing a deck to a mean worth by making its numbers larger and smaller, its shares staying as they are."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from random import Random

from generator.forge.sampler import Sampler, Worth
from generator.forge.space import Members

ROUNDS = 20  # of the search among pairs of changes; one or two are usual


def bring_to_mean(
    deck: list[Members], mean: Fraction, worth: Worth, sampler: Sampler, rng: Random, *, sets: bool
) -> Fraction:
    """Change sizes in ``deck`` until its mean worth is as near to ``mean`` as changes of one or two sizes can bring it.

    Sizes change by 1 at a time, each member once before any changes again, so that the whole deck moves and not a few
    lists. What is left is taken up by one or two larger changes.

    Args:
        deck: the lists, drawn from ``sampler``; changed in place.
        mean: the worth of a list wanted on the average.
        worth: the scale.
        sampler: what is free.
        rng: chance.
        sets: whether no two lists may have the same members in another order.

    Returns:
        The mean reached.
    """
    gap = mean * worth.unit * len(deck) - sum(map(worth.units, deck))
    places = [(number, place) for number, members in enumerate(deck) for place in range(len(members))]
    moved = True
    while moved and gap:
        moved = False
        rng.shuffle(places)
        for number, place in places:
            unit = worth.of[deck[number][place][0]]
            step = 1 if unit * gap > 0 else -1
            if abs(gap - unit * step) < abs(gap) and _change(deck, number, place, step, sampler, sets=sets):
                gap -= unit * step
                moved = True
    for _ in range(ROUNDS):
        better = _polish(deck, gap, worth, sampler, rng, sets=sets)
        if better == gap:
            break
        gap = better
    return Fraction(sum(map(worth.units, deck)), worth.unit * len(deck))


def _change(deck: list[Members], number: int, place: int, step: int, sampler: Sampler, *, sets: bool) -> bool:
    """Change one size if the list that results is free."""
    old = deck[number]
    symbol, size = old[place]
    known = sampler.space.symbols[symbol]
    if not known.low <= size + step <= known.high:
        return False
    new = (*old[:place], (symbol, size + step), *old[place + 1 :])
    if not sampler.exchange(old, new, sets=sets):
        return False
    deck[number] = new
    return True


def _polish(deck: list[Members], gap: Fraction, worth: Worth, sampler: Sampler, rng: Random, *, sets: bool) -> Fraction:
    """Make the best one or two changes of any size that bring the deck nearer; the gap that is left."""
    changes = _changes(deck, worth, sampler)
    pairs = [(first, second) for first in [0, *changes] for second in changes if abs(gap - first - second) < abs(gap)]
    pairs.sort(key=lambda pair: (abs(gap - pair[0] - pair[1]), bool(pair[0]), pair))
    for first, second in pairs:
        for number, place, step in _some(changes[first], rng) if first else [(-1, 0, 0)]:
            if number >= 0 and not _change(deck, number, place, step, sampler, sets=sets):
                continue
            for other, where, by in _some(changes[second], rng):
                if (other, where) != (number, place) and _change(deck, other, where, by, sampler, sets=sets):
                    return gap - first - second
            if number >= 0:
                _change(deck, number, place, -step, sampler, sets=sets)
    return gap


def _changes(deck: list[Members], worth: Worth, sampler: Sampler) -> dict[int, list[tuple[int, int, int]]]:
    """All changes of one size, by what they add to the worth."""
    found: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for number, members in enumerate(deck):
        for place, (symbol, size) in enumerate(members):
            known = sampler.space.symbols[symbol]
            for step in range(known.low - size, known.high - size + 1):
                if step and worth.of[symbol]:
                    found[worth.of[symbol] * step].append((number, place, step))
    return found


def _some(moves: list[tuple[int, int, int]], rng: Random, many: int = 12) -> Iterator[tuple[int, int, int]]:
    yield from rng.sample(moves, min(many, len(moves)))
