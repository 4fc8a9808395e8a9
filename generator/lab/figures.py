"""All figures of a game: what each of its decks is made of, for any game, and what its lab asks besides."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from msgspec import Struct

from generator.lab.answers import LabAnswer, answered
from generator.lab.columns import CrossTable, FieldColumn, columns, cross_tables
from generator.lab.deck import deck_of, exact, exact_all, size, those, worked_out
from generator.lab.lab_file import Lab
from generator.lab.numbers import Counts, Curve, CurvePart, CurvePoint, counted, fitted
from generator.lab.rare_words import RareWord, rare_words
from generator.lab.twins import NearTwins, RatedItem, dominated, near_twins, traits_of, twins
from generator.model.game import Game, Item, Kind
from generator.model.values import Record
from generator.rules.checks.shares import counted_by
from generator.rules.rule import Rule
from generator.rules.rulebook import read_rulebook

COSTS = ("cost", "price")  # fields of these names are taken for what is paid, where the lab says nothing
MOST_CURVES = 6  # of a kind that the lab says nothing of
FEWEST_POINTS = 4


class MeasureFigures(Struct, frozen=True):
    """A measure: its numbers by sort, all together under the sort ``None``."""

    name: str
    unit: str
    by: str | None
    parts: Sequence[tuple[str | None, Counts]]
    best: Sequence[tuple[str, Fraction]]  # the items with most of it, the most first
    worst: Sequence[tuple[str, Fraction]]

    @property
    def title(self) -> str:
        """What it is called, with its unit."""
        return f"{self.name} ({self.unit})" if self.unit else self.name

    @property
    def rows(self) -> list[tuple[str, Counts]]:
        """Its numbers by sort, as a table has them."""
        return [("all" if sort is None else sort or "—", counts) for sort, counts in self.parts if counts]


class ShareTarget(Struct, frozen=True):
    """Shares that a rule of the game asks for, and those that the deck has, in hundredths: sort, count, wanted."""

    rule: str
    total: int
    tolerance: Fraction
    shares: Sequence[tuple[str, int, Fraction]]


class Outdone(Struct, frozen=True):
    """Items that others dominate. ``guessed`` is set where the lab does not say what is better."""

    better: Mapping[str, str]
    guessed: bool
    compared: int
    items: Mapping[str, list[str]]


class KindFigures(Struct, frozen=True):
    """What is known about the items of a kind."""

    name: str
    title: str
    items: int
    components: int
    kept_out: int  # items without copies
    copies: Sequence[int]  # of each item, as the cells of the columns
    columns: Sequence[FieldColumn]
    tables: Sequence[CrossTable]
    curves: Sequence[Curve]
    measures: Sequence[MeasureFigures]
    targets: Sequence[ShareTarget]
    outdone: Outdone | None
    twins: Sequence[Sequence[str]]
    near_twins: Sequence[NearTwins]


class GameFigures(Struct, frozen=True):
    """What is known about a game."""

    name: str
    title: str
    kinds: Sequence[KindFigures]
    answers: Sequence[LabAnswer] = []
    rare: Mapping[str, Sequence[RareWord]] = {}  # words used once, by language

    @property
    def how(self) -> str:
        """How the figures were got, in words."""
        simulated = any(answer.limits for answer in self.answers)
        return f"all figures are exact{' but those marked as simulated' if simulated else ''}, with copies counted"


def figures(game: Game, lab: Lab, only: str | None = None, language: str | None = None) -> GameFigures:
    """All figures of a game without errors, or those of one kind; ``language`` is that of the kinds' titles."""
    rules = [rule for rule in read_rulebook(game)[0] if rule.check_name == "shares"]
    kinds = [kind for kind in game.kinds.values() if not kind.prose and kind.items and only in (None, kind.name)]
    answers = [answer for answer in answered(game, lab) if only in (None, answer.kind)]
    return GameFigures(
        game.name,
        str(game.title),
        [_of_kind(game, kind, lab, rules, language or game.language) for kind in kinds],
        answers,
        rare_words(game) if only is None else {},
    )


def _of_kind(game: Game, kind: Kind, lab: Lab, rules: Sequence[Rule], language: str) -> KindFigures:
    items = deck_of(game, kind.name)
    field_columns = columns(kind, items)
    traits = traits_of(field_columns, [item.id for item in items])
    return KindFigures(
        kind.name,
        kind.title.in_language(language, game.language),
        len(items),
        size(items),
        len(kind.items) - len(items),
        [item.copies for item in items],
        field_columns,
        cross_tables(field_columns, items),
        [_curve(items, request) for request in _wanted_curves(kind, field_columns, lab)],
        [_measured(items, measure) for measure in lab.measures if measure.kind == kind.name],
        [target for rule in rules if rule.kind == kind.name and (target := _target(items, rule))],
        _outdone(items, kind, field_columns, lab),
        twins(traits),
        near_twins(traits),
    )


Ask = tuple[str, str, str | None, str | None]  # x, y, by and where of a curve


def _wanted_curves(kind: Kind, field_columns: Sequence[FieldColumn], lab: Lab) -> list[Ask]:
    """The curves that the lab names for a kind; else the numbers against what is paid, or against one another."""
    own = [curve for curve in lab.curves if curve.kind == kind.name]
    if own:
        return [(curve.x, curve.y, curve.by, curve.where) for curve in own]
    names = [column.path for column in field_columns if _can_curve(column)]
    costs = [name for name in names if name in COSTS]
    pairs = [(cost, name) for cost in costs for name in names if name not in costs] or list(combinations(names, 2))
    return [(x, y, None, None) for x, y in pairs[:MOST_CURVES]]


def _can_curve(column: FieldColumn) -> bool:
    """Whether a column is a number of an item's own that most items have, with several values."""
    if column.sort != "number" or "." in column.path or column.names_items:
        return False
    having = sum(1 for cell in column.cells if cell and isinstance(cell[0], Fraction))
    return having >= FEWEST_POINTS and 2 * having > len(column.cells) and len(column.distinct) > 2


def _sorts(items: Sequence[Item], by: str | None) -> list[str]:
    return ["" if value is None else _word(value) for value in worked_out(items, by or "''")]


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _curve(items: Sequence[Item], ask: Ask) -> Curve:
    x, y, by, where = ask
    chosen = those(items, where or "true")
    parts: dict[str, list[CurvePoint]] = {}
    rights, ups = exact_all(worked_out(chosen, x)), exact_all(worked_out(chosen, y))
    for item, sort, right, up in zip(chosen, _sorts(chosen, by), rights, ups, strict=True):
        if right is not None and up is not None:
            parts.setdefault(sort, []).append(CurvePoint(item.id, right, up, item.copies))
    return Curve(x, y, by, [CurvePart(sort, points, fitted(points)) for sort, points in parts.items()])


def _measured(items: Sequence[Item], measure: Record) -> MeasureFigures:
    chosen = those(items, measure.where or "true")
    values = exact_all(worked_out(chosen, measure.expression))
    measured = [
        (item, sort, value)
        for item, sort, value in zip(chosen, _sorts(chosen, measure.by), values, strict=True)
        if value is not None
    ]
    parts: list[tuple[str | None, Counts]] = [(None, counted((value, item.copies) for item, _, value in measured))]
    if measure.by is not None:
        parts += [
            (sort, counted((value, item.copies) for item, item_sort, value in measured if item_sort == sort))
            for sort in dict.fromkeys(sort for _, sort, _ in measured)
        ]
    ranked = sorted(measured, key=lambda entry: entry[2])
    worst = [(item.id, value) for item, _, value in ranked[:EXTREMES]]
    best = [(item.id, value) for item, _, value in reversed(ranked[-EXTREMES:])]
    return MeasureFigures(measure.name, measure.unit, measure.by, parts, best, worst)


EXTREMES = 3  # items named at each end of a measure


def _target(items: Sequence[Item], rule: Rule) -> ShareTarget | None:
    """Shares as `generator.rules.checks.shares` counts them; None where the rule is wrong, which the check reports."""
    settings = rule.settings
    counts = counted_by(rule, items)
    if counts is None:
        return None
    shares = [(sort, counts[sort], Fraction(str(goal))) for sort, goal in settings.of.items()]
    shares += [(sort, count, Fraction(0)) for sort, count in sorted(counts.items()) if sort not in settings.of]
    return ShareTarget(rule.name, counts.total(), Fraction(str(settings.tolerance)), shares)


def _outdone(items: Sequence[Item], kind: Kind, field_columns: Sequence[FieldColumn], lab: Lab) -> Outdone | None:
    better, guessed = lab.better.get(kind.name), False
    if better is None:
        better, guessed = _guess(field_columns), True
    if not better:
        return None
    same = [worked_out(items, name) for name, way in better.items() if way == "same"]
    signs = [(worked_out(items, name), -1 if way == "low" else 1) for name, way in better.items() if way != "same"]
    rated: list[RatedItem] = []
    for place, item in enumerate(items):
        numbers = [(exact(values[place]), sign) for values, sign in signs]
        rank = tuple(number * sign for number, sign in numbers if number is not None)
        if len(rank) == len(numbers):
            rated.append((item.id, tuple(_word(values[place]) for values in same), rank))
    return Outdone(better, guessed, len(rated), dominated(rated))


def _guess(field_columns: Sequence[FieldColumn]) -> dict[str, str]:
    """What is better where nobody says: to pay less for more, among those that agree in every word."""
    numbers = [column for column in field_columns if _can_curve(column)]
    if not any(column.path in COSTS for column in numbers):
        return {}
    words = [  # that sort items, and don't name single ones
        column.path
        for column in field_columns
        if column.single and column.sort == "word" and column.distinct and not column.names_items
    ]
    better = {column.path: "low" if column.path in COSTS else "high" for column in numbers}
    return better | {path: "same" for path in words if "." not in path}
