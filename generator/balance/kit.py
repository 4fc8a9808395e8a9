"""Entries of a game's plan: which items a game for so many players needs, and how often each."""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from generator.catalog.budget import ExhaustedError, ExpressionError, TooCostlyError
from generator.catalog.expressions import evaluate
from generator.catalog.game import Game, Item, Kind
from generator.catalog.values import Record
from generator.problem import Problem
from generator.shares import largest_remainder
from generator.source.tree import Node, locate

MOST_COMPONENTS = 20_000  # of one entry


def check_plan(game: Game) -> Iterator[Problem]:
    """What is wrong with a game's plan, tried out for the fewest and the most players and every mode."""
    for number, entry in enumerate(game.plan):
        node = _entry(game, number)
        kind = game.kinds.get(entry.kind or "")
        if kind is None or not kind.printed:
            yield _problem(game, locate(node, ("kind",)), "unknown-reference", f"{entry.kind!r} is no printed kind")
            continue
        if (entry.count is None) == (entry.sets is None):
            yield _problem(game, node, "missing-field", "an entry has either count or sets")
            continue
        try:
            for mode in game.modes or ("",):
                limits = game.party(mode) or (2,)
                for count in sorted({limits[0], limits[-1]}):
                    picks(game, kind, entry, {"players": count, "mode": mode})
        except (ExpressionError, ExhaustedError) as error:
            rule = "too-costly" if isinstance(error, ExhaustedError | TooCostlyError) else "rule-syntax"
            yield _problem(game, node, rule, str(error))


def picks(game: Game, kind: Kind, entry: Record, values: dict[str, Any]) -> list[tuple[Item, int]]:
    """The items of an entry and how often each, for ``players`` and ``mode`` in ``values``.

    Its expressions may ask for ``items('kind')``, the items of another kind: a table that the game deals by.

    Raises:
        ExpressionError: an expression of the entry cannot be worked out, or gives no whole number.
    """

    def others(name: str) -> list[Record]:
        if name not in game.kinds:
            raise ExpressionError(f"there is no kind {name!r}")
        return [Record({**item.fields, "id": item.id}) for item in game.kinds[name].items if not item.broken]

    values = {**values, "items": others}
    if entry.when is not None and not evaluate(entry.when, values):
        return []
    items = [item for item in kind.items if not item.broken and item.copies]
    if entry.only is not None:
        items = [
            item for item in items if evaluate(entry.only, {**values, "item": Record({**item.fields, "id": item.id})})
        ]
    if entry.sets is not None:
        sets = _number(entry.sets, values)
        return [(item, sets * item.copies) for item in items] if sets else []
    total, copies = _number(entry.count, values), sum(item.copies for item in items)
    if not copies or not total:
        return []
    shares = largest_remainder(total, [Fraction(total * item.copies, copies) for item in items])
    return [(item, number) for item, number in zip(items, shares, strict=True) if number]


def _number(text: str, values: dict[str, Any]) -> int:
    result = evaluate(text, values)
    if (
        not isinstance(result, int | float)
        or not math.isfinite(result)
        or result != int(result)
        or not 0 <= result <= MOST_COMPONENTS
    ):
        raise ExpressionError(f"{text!r} gives {result}; a whole number from 0 to {MOST_COMPONENTS} is wanted")
    return int(result)


def _entry(game: Game, number: int) -> Node:
    assert game.root is not None
    return locate(game.root, ("plan", number))


def _problem(game: Game, node: Node, rule: str, message: str) -> Problem:
    return Problem(game.file, node.line, node.column, "error", rule, message)
