"""Rules about a deck, as figures: how far a deck is from what they want.

A recipe draws items one by one, and most know nothing of the deck's mean, its spread, its sums or its shares. The
engine takes a `RuleAim` for each such rule, and exchanges items until it holds, or no exchange helps any more.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.game import Item, Kind
from generator.model.values import Record
from generator.rules.checks.unique import group_of
from generator.rules.rule import Rule, asked

RULED = 50.0  # what it costs to be off a rule by all that it wants
FEW = 10  # existing items, fewer of which have no shares to drift from
LESS = 1e-6  # than a share: no deck is so large that it could lie between
NOTHING = 1e-9  # what rounding may leave of a distance

FigureLimits = tuple[float | None, float | None]
FigureRows = list[tuple[str, float, int]]  # of an item: a group, what it adds to it, in how many copies
FigureTotals = dict[str, tuple[float, int]]  # of a deck: the same


class DeckFigure(Struct, frozen=True):
    """A figure of a deck that a rule keeps within limits, group by group: a sum, a mean, or the share of all copies."""

    rule: Rule
    figure: Literal["sum", "mean", "share"]
    parts_of: Callable[[Item], Iterable[tuple[Any, Any]]]  # groups, and what an item adds to them
    limits: Callable[[str], FigureLimits]
    copies: bool = True  # whether each copy counts
    groups: tuple[str, ...] = ()  # those that are judged also where nothing is in them

    def rows(self, item: Item) -> FigureRows:
        """What an item adds."""
        try:
            if self.rule.when is not None and not evaluate(self.rule.when, item.fields):
                return []
            amounts = list(self.parts_of(item))
        except ExpressionError:
            return []  # the gate says why
        many = item.copies if self.copies else 1
        numbers = [(str(group), value) for group, value in amounts if isinstance(value, int | float)]
        return [(group, float(value) * many, many) for group, value in numbers]

    def figures(self, totals: FigureTotals) -> Iterator[tuple[float, FigureLimits]]:
        """The figure of each group, with its limits; nothing where the deck is too small to be judged."""
        whole = sum(copies for _, copies in totals.values())
        if whole < (self.rule.settings.least if "least" in self.rule.settings else 1):
            return
        for group, (amount, copies) in totals.items():
            if self.figure == "share":
                yield 100 * copies / whole, self.limits(group)
            elif copies:
                yield (amount / copies if self.figure == "mean" else amount), self.limits(group)

    def miss(self, totals: FigureTotals) -> float:
        """How far a deck is from the limits, in parts of what they are; 0 where it keeps them."""
        far = 0.0
        for number, (low, high) in self.figures(totals):
            off = max(0.0, low - number if low is not None else 0.0, number - high if high is not None else 0.0)
            far += off / (1 + abs(low or 0) + abs(high or 0))
        return far


def deck_figures(rules: Iterable[Rule]) -> list[DeckFigure]:
    """The figures that rules about a whole deck keep within limits."""
    makers = {"mean": _spread, "spread": _spread, "sum": _sum, "shares": _shares, "how-many": _how_many}
    return [aim for rule in rules if rule.check_name in makers for aim in makers[rule.check_name](rule, rule.settings)]


def _spread(rule: Rule, settings: Record) -> Iterator[DeckFigure]:
    """A mean; the share for which something holds, which is the mean of 1 and 0; or a quantile, two such shares."""
    what, each = (settings.what, settings.each) if rule.check_name == "spread" else ("mean", None)

    def mean_figure(judge: Callable[[Any], Any], low: float | None, high: float | None) -> DeckFigure:
        def rows(item: Item) -> Iterator[tuple[str, Any]]:
            yield from (("", judge(value)) for value in asked(settings.of, item, each) if value is not None)

        return DeckFigure(rule, "mean", rows, lambda _: (low, high))

    if what != "quantile":
        yield mean_figure(bool if what == "share" else lambda value: value, settings.min, settings.max)
        return
    if settings.max is not None:
        yield mean_figure(lambda value: value <= settings.max, settings.at, None)
    if settings.min is not None:
        yield mean_figure(lambda value: value < settings.min, None, settings.at - LESS)


def _sum(rule: Rule, settings: Record) -> Iterator[DeckFigure]:
    def rows(item: Item) -> Iterator[tuple[Any, Any]]:
        yield evaluate(settings.by, item.fields) if settings.by else "", evaluate(settings.of, item.fields)

    yield DeckFigure(rule, "sum", rows, lambda _: (settings.min, settings.max))


def _shares(rule: Rule, settings: Record) -> Iterator[DeckFigure]:
    def limits(sort: str) -> FigureLimits:
        share = settings.of.get(sort, 0)
        return share - settings.tolerance, share + settings.tolerance

    def rows(item: Item) -> Iterator[tuple[Any, Any]]:
        yield from ((sort, 1) for sort in asked(settings.by, item, settings.each) if sort is not None)

    yield DeckFigure(rule, "share", rows, limits, groups=tuple(settings.of))


def _how_many(rule: Rule, settings: Record) -> Iterator[DeckFigure]:
    def rows(item: Item) -> Iterator[tuple[Any, Any]]:
        group = group_of(item.fields, settings) if settings.within else ""
        if group is not None and (settings.where is None or evaluate(settings.where, item.fields)):
            yield group, 1

    def limits(group: str) -> FigureLimits:
        exactly = (settings.sizes or {}).get(group, settings.exactly)
        return (settings.min, settings.max) if exactly is None else (exactly, exactly)

    yield DeckFigure(rule, "sum", rows, limits, copies=settings.copies)


def drifts(kind: Kind, names: Iterable[str], added: Sequence[Item]) -> Iterator[str]:
    """A line for each choice and flag of these that new items have otherwise than the existing ones, by two or more."""
    for name in names:
        field = kind.fields[name]
        if not (field.choices or field.in_form.sort == "flag") or len(kind.items) < FEW:
            continue
        words: dict[Any, Any] = {True: name, False: None}
        value_lists = ([item.fields.get(name) for item in items] for items in (kind.items, added))
        had, has = (Counter(words.get(value, value) for value in values) for values in value_lists)
        usual = {sort: len(added) * had[sort] / len(kind.items) for sort in sorted({*had, *has} - {None}, key=str)}
        off = [
            f"{has[sort]:,} {sort} for {number:,.0f}" for sort, number in usual.items() if abs(has[sort] - number) >= 2
        ]
        if off:
            yield f"{name} drifts from its shares among the existing ones: {', '.join(off)}"


class RuleAim:
    """A figure of the deck that a rule keeps within limits, for the engine: the existing items count."""

    def __init__(self, figure: DeckFigure, existing: Iterable[Item], item_of: Callable[[Any], Item]) -> None:
        """Begin with the existing items; ``item_of`` gives the item that the rule sees of what the engine draws."""
        self.figure, self.item_of = figure, item_of
        self.totals: FigureTotals = dict.fromkeys(figure.groups, (0.0, 0))
        self.rows: dict[Any, FigureRows] = {}
        for item in existing:
            self._add(figure.rows(item), 1)
        self.far = self._miss()

    def exchange(self, old: Sequence[Any], new: Sequence[Any]) -> float:
        """See `engine.Aim`."""
        for items, times in ((old, -1), (new, 1)):
            for item in items:
                if item not in self.rows:
                    self.rows[item] = self.figure.rows(self.item_of(item))
                self._add(self.rows[item], times)
        before, self.far = self.far, self._miss()
        return self.far - before

    def _miss(self) -> float:
        far = self.figure.miss(self.totals)
        return RULED * far if far > NOTHING else 0.0

    def _add(self, rows: FigureRows, times: int) -> None:
        for group, amount, copies in rows:
            before = self.totals.get(group, (0.0, 0))
            self.totals[group] = before[0] + times * amount, before[1] + times * copies
