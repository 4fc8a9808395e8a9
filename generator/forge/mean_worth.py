"""Bringing a deck to a mean worth: its lengths, its types and its gains and losses taken together stay as they are.

Sizes go first. Where they are not enough, members exchange their directions, so that another type carries a loss. What
is then left is sought among all decks of the same shares: the one that lies farthest is made (`farthest`), and led back
by sizes should it lie too far.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import exp
from random import Random

from generator.forge.sampler import Sampler, Worth
from generator.forge.space import Members, farthest

ROUNDS = 20  # of the search among pairs of changes; one or two are usual
PARTNERS = (200, 12)  # members of a sort that are turned, and of those looked at for each to be turned with
STEPS = 6_000  # of annealing
COLD = 0.1  # how much of the heat is left at the end
LISTED = 5_000  # lists of a pattern up to which all are ranked
MemberPlace = tuple[int, int]  # a list by its place in the deck, a member by its place in the list
Change = dict[int, Members]  # lists by their place in the deck


def bring_to_mean(
    deck: list[Members], mean: Fraction, worth: Worth, sampler: Sampler, rng: Random, *, sets: bool
) -> Fraction:
    """Change ``deck`` until its mean worth is as near to ``mean`` as exchanges of effects within the shares bring it.

    Sizes change by 1 at a time, each member once before any changes again, so that the whole deck moves and not a few
    lists; one or two larger changes take up what is left.

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
    tuner = _Tuner(deck, worth, sampler, rng, sets=sets)
    tuner.gap += mean * worth.unit * len(deck)
    tuner.by_sizes()
    if tuner.gap:
        tuner.by_directions()
        tuner.by_sizes()
    if tuner.gap:
        tuner.by_rings()
        tuner.by_sizes()
        tuner.by_annealing()
    return Fraction(sum(map(worth.units, deck)), worth.unit * len(deck))


class _Tuner:
    """A deck on its way to a worth; ``gap`` is what is wanting, in units."""

    def __init__(self, deck: list[Members], worth: Worth, sampler: Sampler, rng: Random, *, sets: bool) -> None:
        self.deck, self.worth, self.sampler, self.rng, self.sets = deck, worth, sampler, rng, sets
        self.symbols = sampler.space.symbols
        self.gap = Fraction(-sum(map(worth.units, deck)))
        signed = {(known.key, known.sign): symbol for symbol, known in enumerate(self.symbols) if known.sign}
        self.turned = {symbol: signed[key, -sign] for (key, sign), symbol in signed.items()}

    def by_sizes(self) -> None:
        """Make numbers larger and smaller."""
        places = [(number, place) for number, members in enumerate(self.deck) for place in range(len(members))]
        moved = True
        while moved and self.gap:
            moved = False
            self.rng.shuffle(places)
            for number, place in places:
                unit = self.worth.of[self.deck[number][place][0]]
                step = 1 if unit * self.gap > 0 else -1
                if abs(self.gap - unit * step) < abs(self.gap) and self._resize(number, place, step):
                    moved = True
        for _ in range(ROUNDS):
            if not self.gap or not self._polish():
                break

    def by_directions(self) -> None:
        """Have other types carry the losses: a gain becomes a loss where elsewhere a loss becomes a gain."""
        moved = True
        while moved and self.gap:
            moved = False
            for one, other in self._opposites():
                if self._turn(one, other):
                    moved = True
                if not self.gap:
                    return

    def by_rings(self) -> None:
        """The deck that lies farthest in the direction that is wanted, in place of this one."""
        space = self.sampler.space
        if max(pattern.lists for pattern in space.patterns) > LISTED:
            return
        for members in self.deck:
            self.sampler.release(members, sets=self.sets)
        rows = [self._ranked(position) for position in range(len(space.patterns))]
        there = Counter(space.position[tuple(sorted(symbol for symbol, _ in members))] for members in self.deck)
        costs = [[cost for cost, _ in row] for row in rows]
        counts = farthest(space, costs, [there[position] for position in range(len(rows))])
        deck = [members for row, count in zip(rows, counts, strict=True) for _, members in row[:count]]
        self.rng.shuffle(deck)
        self.gap -= sum(map(self.worth.units, deck)) - sum(map(self.worth.units, self.deck))
        self.deck[:] = [tuple(self.rng.sample(members, len(members))) if self.sets else members for members in deck]
        for members in self.deck:
            self.sampler.take(members, sets=self.sets)

    def by_annealing(self) -> None:
        """Any exchange, also one that leads away for a while; the nearest deck is kept.

        For what lies in between, where the sizes at hand do not come to a sum that others come to, and for lists that
        more than one symbol would have to change in.
        """
        hot = float(max(map(abs, self.worth.of), default=0))
        best, nearest = list(self.deck), abs(self.gap)
        for step in range(STEPS if hot else 0):
            if not nearest:
                break
            change = self._proposed()
            if change is None:
                continue
            longer = abs(self.gap - self._worth(change)) - abs(self.gap)
            heat = hot * COLD ** (step / STEPS)
            chosen = longer <= 0 or self.rng.random() < exp(-float(longer) / heat)
            if chosen and self._make(change) and abs(self.gap) < nearest:
                best, nearest = list(self.deck), abs(self.gap)
        self._make({number: members for number, members in enumerate(best) if self.deck[number] != members})

    def _proposed(self) -> Change | None:
        """An exchange of chance: of a size, of directions, or of members between two lists."""
        kind, here, there = self.rng.random(), self._anyone(), self._anyone()
        one, other = self.deck[here[0]], self.deck[there[0]]
        if kind < 0.4:
            return {here[0]: self._with(one, here[1], None, self._any(one[here[1]][0]))}
        if kind < 0.7:
            return self._turned(here, there, self._any) if here != there else None
        if here[0] == there[0]:
            return None
        given, taken = one[here[1]], other[there[1]]
        return {here[0]: self._with(one, here[1], *taken), there[0]: self._with(other, there[1], *given)}

    def _anyone(self) -> MemberPlace:
        number = self.rng.randrange(len(self.deck))
        return number, self.rng.randrange(len(self.deck[number]))

    def _ranked(self, position: int) -> list[tuple[int, Members]]:
        """The free lists of a pattern with what they cost, the one that leads farthest first; like ones by chance."""
        space, sign = self.sampler.space, -1 if self.gap > 0 else 1
        pattern, ranks = space.patterns[position], space.ranks(position)
        every = map(space.unrank, ranks[: pattern.sizes] if self.sets else ranks)
        free = [
            members
            for members in every
            if self.sampler.is_free(members, sets=self.sets) and (not self.sets or members == tuple(sorted(members)))
        ]
        self.rng.shuffle(free)
        ranked = [(sign * self.worth.units(members), members) for members in free]
        ranked.sort(key=lambda one: one[0])
        return ranked[: len(self.deck)]

    def _turned(self, first: MemberPlace, second: MemberPlace, size: Callable[[int], int]) -> Change | None:
        """Two members of opposite directions turned round, in the sizes that are told."""
        (here, place), (there, where) = first, second
        one, other = self.deck[here][place][0], self.deck[there][where][0]
        if one not in self.turned or self.symbols[one].sign != -self.symbols[other].sign:
            return None
        change = {here: self._with(self.deck[here], place, self.turned[one], size(self.turned[one]))}
        beside = change.get(there, self.deck[there])
        change[there] = self._with(beside, where, self.turned[other], size(self.turned[other]))
        return change

    def _helpful(self, symbol: int) -> int:
        """The size of a symbol that leads farthest in the direction that is wanted."""
        known = self.symbols[symbol]
        return known.high if self.worth.of[symbol] * self.gap > 0 else known.low

    def _any(self, symbol: int) -> int:
        """Any size of a symbol."""
        return self.rng.randint(self.symbols[symbol].low, self.symbols[symbol].high)

    def _opposites(self) -> Iterator[tuple[MemberPlace, MemberPlace]]:
        """Gains and losses in pairs, those first whose turning leads farthest."""
        there: dict[int, list[MemberPlace]] = defaultdict(list)
        for number, members in enumerate(self.deck):
            for place, (symbol, _) in enumerate(members):
                if symbol in self.turned:
                    there[symbol].append((number, place))
        pairs = [
            (gain, loss)
            for gain in there
            for loss in there
            if self.symbols[gain].sign > 0 > self.symbols[loss].sign and self._leap(gain, loss) * self.gap > 0
        ]
        pairs.sort(key=lambda pair: -abs(self._leap(*pair)))
        for gain, loss in pairs:
            for one in self.rng.sample(there[gain], min(PARTNERS[0], len(there[gain]))):
                for other in self.rng.sample(there[loss], min(PARTNERS[1], len(there[loss]))):
                    if self.deck[one[0]][one[1]][0] == gain and self.deck[other[0]][other[1]][0] == loss:
                        yield one, other

    def _leap(self, gain: int, loss: int) -> int:
        """How far turning two members leads, from the sizes that helped most to those that help most."""
        return sum(
            self.worth.of[self.turned[old]] * self._helpful(self.turned[old]) - self.worth.of[old] * self._helpful(old)
            for old in (gain, loss)
        )

    def _turn(self, one: MemberPlace, other: MemberPlace) -> bool:
        change = self._turned(one, other, self._helpful)
        return change is not None and abs(self.gap - self._worth(change)) < abs(self.gap) and self._make(change)

    @staticmethod
    def _with(members: Members, place: int, symbol: int | None, size: int) -> Members:
        kept = members[place][0] if symbol is None else symbol
        return (*members[:place], (kept, size), *members[place + 1 :])

    def _worth(self, change: Change) -> int:
        """What a change adds to the deck."""
        return sum(self.worth.units(new) - self.worth.units(self.deck[number]) for number, new in change.items())

    def _make(self, change: Change) -> bool:
        """Carry out a change if the lists that result are free; whether they were."""
        old = {number: self.deck[number] for number in change}
        for members in old.values():
            self.sampler.release(members, sets=self.sets)
        done: list[Members] = []
        for members in change.values():
            if not self.sampler.is_free(members, sets=self.sets):
                break
            self.sampler.take(members, sets=self.sets)
            done.append(members)
        if len(done) == len(change):
            self.gap -= self._worth(change)
            for number, members in change.items():
                self.deck[number] = members
            return True
        for members in done:
            self.sampler.release(members, sets=self.sets)
        for members in old.values():
            self.sampler.take(members, sets=self.sets)
        return False

    def _resize(self, number: int, place: int, step: int) -> bool:
        """Change one size if the list that results is free."""
        symbol, size = self.deck[number][place]
        known = self.symbols[symbol]
        if not known.low <= size + step <= known.high:
            return False
        return self._make({number: self._with(self.deck[number], place, None, size + step)})

    def _polish(self) -> bool:
        """Make the best one or two changes of any size that lead nearer; whether there were any."""
        changes, gap = self._changes(), self.gap
        pairs = [(one, two) for one in [0, *changes] for two in changes if abs(gap - one - two) < abs(gap)]
        pairs.sort(key=lambda pair: (abs(gap - pair[0] - pair[1]), bool(pair[0]), pair))
        for first, second in pairs:
            for number, place, step in self._some(changes[first]) if first else [(-1, 0, 0)]:
                if number >= 0 and not self._resize(number, place, step):
                    continue
                for other, where, by in self._some(changes[second]):
                    if (other, where) != (number, place) and self._resize(other, where, by):
                        return True
                if number >= 0:
                    self._resize(number, place, -step)
        return False

    def _changes(self) -> dict[int, list[tuple[int, int, int]]]:
        """All changes of one size, by what they add to the worth."""
        found: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for number, members in enumerate(self.deck):
            for place, (symbol, size) in enumerate(members):
                known = self.symbols[symbol]
                for step in range(known.low - size, known.high - size + 1):
                    if step and self.worth.of[symbol]:
                        found[self.worth.of[symbol] * step].append((number, place, step))
        return found

    def _some(self, moves: list[tuple[int, int, int]], many: int = 12) -> list[tuple[int, int, int]]:
        return self.rng.sample(moves, min(many, len(moves)))
