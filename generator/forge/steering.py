"""Rules about a deck, as figures: how far a deck is from what they want, and which items of a pool come nearest.

A recipe draws items one by one, and most know nothing of the deck's mean, its spread, its sums or its shares. Where a
deck breaks such a rule, a larger pool is drawn, and items are exchanged between the deck and the pool until every rule
holds, or no exchange helps any more.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Literal

from msgspec import Struct

from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.fields import ChoiceField, FlagField
from generator.model.game import Item, Kind
from generator.model.values import Record
from generator.rules.checks.unique import group_of
from generator.rules.rule import Rule, asked

POOLS = (6, 3, 2, 1.5, 1.2)  # times as many items as were asked for are drawn; fewer where there are not so many
LOOKED_AT = 300  # exchanges of which the best is made
ROUNDS = 60  # exchanges that are made
REACHED = ("mean", "spread", "sum")  # the checks of which it is worked out how far new items bring a deck
FEW = 10  # existing items, fewer of which have no shares to drift from
SHAKEN = 3  # exchanges by chance where none helps
LESS = 1e-6  # than a share: no deck is so large that it could lie between
NOTHING = 1e-9  # what rounding may leave of a distance

AimLimits = tuple[float | None, float | None]
AimRows = list[tuple[str, float, int]]  # of an item: a group, what it adds to it, in how many copies
AimTotals = dict[str, tuple[float, int]]  # of a deck: the same


class Aim(Struct, frozen=True):
    """A figure of a deck that a rule keeps within limits, group by group: a sum, a mean, or the share of all copies."""

    rule: Rule
    figure: Literal["sum", "mean", "share"]
    told: Callable[[Item], Iterable[tuple[Any, Any]]]  # groups, and what an item adds to them
    limits: Callable[[str], AimLimits]
    copies: bool = True  # whether each copy counts
    groups: tuple[str, ...] = ()  # those that are judged also where nothing is in them

    def rows(self, item: Item) -> AimRows:
        """What an item adds."""
        try:
            if self.rule.when is not None and not evaluate(self.rule.when, item.fields):
                return []
            found = list(self.told(item))
        except ExpressionError:
            return []  # the gate says why
        many = item.copies if self.copies else 1
        numbers = [(str(group), value) for group, value in found if isinstance(value, int | float)]
        return [(group, float(value) * many, many) for group, value in numbers]

    def figures(self, totals: AimTotals) -> Iterator[tuple[float, AimLimits]]:
        """The figure of each group, with its limits; nothing where the deck is too small to be judged."""
        whole = sum(copies for _, copies in totals.values())
        if whole < (self.rule.settings.least if "least" in self.rule.settings else 1):
            return
        for group, (amount, copies) in totals.items():
            if self.figure == "share":
                yield 100 * copies / whole, self.limits(group)
            elif copies:
                yield (amount / copies if self.figure == "mean" else amount), self.limits(group)

    def miss(self, totals: AimTotals) -> float:
        """How far a deck is from the limits, in parts of what they are; 0 where it keeps them."""
        far = 0.0
        for number, (low, high) in self.figures(totals):
            off = max(0.0, low - number if low is not None else 0.0, number - high if high is not None else 0.0)
            far += off / (1 + abs(low or 0) + abs(high or 0))
        return far


def aims_of(rules: Iterable[Rule]) -> list[Aim]:
    """The figures that rules about a whole deck keep within limits."""
    makers = {"mean": _spread, "spread": _spread, "sum": _sum, "shares": _shares, "how-many": _how_many}
    return [aim for rule in rules if rule.check_name in makers for aim in makers[rule.check_name](rule, rule.settings)]


def _spread(rule: Rule, told: Record) -> Iterator[Aim]:
    """A mean; the share for which something holds, which is the mean of 1 and 0; or a quantile, two such shares."""
    what, each = (told.what, told.each) if rule.check_name == "spread" else ("mean", None)

    def kept(judge: Callable[[Any], Any], low: float | None, high: float | None) -> Aim:
        def rows(item: Item) -> Iterator[tuple[str, Any]]:
            yield from (("", judge(value)) for value in asked(told.of, item, each) if value is not None)

        return Aim(rule, "mean", rows, lambda _: (low, high))

    if what != "quantile":
        yield kept(bool if what == "share" else lambda value: value, told.min, told.max)
        return
    if told.max is not None:
        yield kept(lambda value: value <= told.max, told.at, None)
    if told.min is not None:
        yield kept(lambda value: value < told.min, None, told.at - LESS)


def _sum(rule: Rule, told: Record) -> Iterator[Aim]:
    def rows(item: Item) -> Iterator[tuple[Any, Any]]:
        yield evaluate(told.by, item.fields) if told.by else "", evaluate(told.of, item.fields)

    yield Aim(rule, "sum", rows, lambda _: (told.min, told.max))


def _shares(rule: Rule, told: Record) -> Iterator[Aim]:
    def limits(sort: str) -> AimLimits:
        wanted = told.of.get(sort, 0)
        return wanted - told.tolerance, wanted + told.tolerance

    def rows(item: Item) -> Iterator[tuple[Any, Any]]:
        yield from ((sort, 1) for sort in asked(told.by, item, told.each) if sort is not None)

    yield Aim(rule, "share", rows, limits, groups=tuple(told.of))


def _how_many(rule: Rule, told: Record) -> Iterator[Aim]:
    def rows(item: Item) -> Iterator[tuple[Any, Any]]:
        group = group_of(item.fields, told) if told.within else ""
        if group is not None and (told.where is None or evaluate(told.where, item.fields)):
            yield group, 1

    def limits(group: str) -> AimLimits:
        exactly = (told.sizes or {}).get(group, told.exactly)
        return (told.min, told.max) if exactly is None else (exactly, exactly)

    yield Aim(rule, "sum", rows, limits, copies=told.copies)


def drifts(kind: Kind, names: Iterable[str], added: Sequence[Item]) -> Iterator[str]:
    """A line for each choice and flag of these that new items have otherwise than the existing ones, by two or more."""
    for name in names:
        if not isinstance(kind.fields[name], ChoiceField | FlagField) or len(kind.items) < FEW:
            continue
        told: dict[Any, Any] = {True: name, False: None}
        found = ([item.fields.get(name) for item in items] for items in (kind.items, added))
        had, has = (Counter(told.get(value, value) for value in values) for values in found)
        usual = {sort: len(added) * had[sort] / len(kind.items) for sort in sorted({*had, *has} - {None}, key=str)}
        off = [
            f"{has[sort]:,} {sort} for {number:,.0f}" for sort, number in usual.items() if abs(has[sort] - number) >= 2
        ]
        if off:
            yield f"{name} drifts from its shares among the existing ones: {', '.join(off)}"


class Steering:
    """A deck on its way to what rules want of it: the existing items, those chosen of a pool, and those left there."""

    def __init__(
        self, rules: Iterable[Rule], taken: Sequence[Item], pool: Sequence[Item], count: int, rng: Random
    ) -> None:
        """Begin with the first ``count`` items of a pool beside the existing ones."""
        self.aims, self.rng = aims_of(rules), rng
        self.rows = [[aim.rows(item) for aim in self.aims] for item in pool]
        self.chosen, self.spare = list(range(count)), list(range(count, len(pool)))
        self.totals: list[AimTotals] = [dict.fromkeys(aim.groups, (0.0, 0)) for aim in self.aims]
        for item in taken:
            self._add([aim.rows(item) for aim in self.aims], 1)
        self.at_hand = [dict(totals) for totals in self.totals]
        for place in self.chosen:
            self._add(self.rows[place], 1)

    @property
    def miss(self) -> float:
        """How far the deck is from what the rules want."""
        far = sum(aim.miss(totals) for aim, totals in zip(self.aims, self.totals, strict=True))
        return far if far > NOTHING else 0.0

    def run(self) -> list[int]:
        """The places in the pool of the items that come nearest to what the rules want, in order."""
        best, least = list(self.chosen), self.miss
        for _ in range(ROUNDS if self.spare else 0):
            if not least:
                break
            here, chance = self.miss, self.rng.randrange
            pairs = [(chance(len(self.chosen)), chance(len(self.spare))) for _ in range(LOOKED_AT)]
            near, *found = min((self._after(*pair), *pair) for pair in pairs)
            for one, other in [(found[0], found[1])] if near < here else pairs[:SHAKEN]:
                self._exchange(one, other)
            if self.miss < least:
                best, least = list(self.chosen), self.miss
        return sorted(best)

    def out_of_reach(self) -> Iterator[str]:
        """Each mean and each sum that no choice out of the pool can bring within its limits, a line each."""
        count = len(self.chosen)
        for number, aim in enumerate(self.aims):
            for group in (
                {group for rows in self.rows for group, *_ in rows[number]} if aim.rule.check_name in REACHED else ()
            ):
                added = sorted(sum(amount for one, amount, _ in rows[number] if one == group) for rows in self.rows)
                amount, copies = self.at_hand[number].get(group, (0.0, 0))
                parts = copies + count if aim.figure == "mean" else 1
                least, most = (amount + sum(added[:count])) / parts, (amount + sum(added[-count:])) / parts
                low, high = aim.limits(group)
                if (low is not None and most < low) or (high is not None and least > high):
                    whose = f" for {group}" if group else ""
                    reach = f"{least:.4g} to {most:.4g}"
                    yield f"{aim.rule.name}{whose}: {reach} is all that {count:,} new ones can bring it to"

    def _after(self, one: int, other: int) -> float:
        """How far the deck would be after an exchange."""
        self._exchange(one, other)
        found = self.miss
        self._exchange(one, other)
        return found

    def _exchange(self, one: int, other: int) -> None:
        self._add(self.rows[self.chosen[one]], -1)
        self._add(self.rows[self.spare[other]], 1)
        self.chosen[one], self.spare[other] = self.spare[other], self.chosen[one]

    def _add(self, rows: list[AimRows], times: int) -> None:
        for totals, found in zip(self.totals, rows, strict=True):
            for group, amount, copies in found:
                before = totals.get(group, (0.0, 0))
                totals[group] = before[0] + times * amount, before[1] + times * copies
