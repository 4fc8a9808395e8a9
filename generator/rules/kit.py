"""Entries of a game's plan: which items a game for this many players needs, and how often each."""

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from msgspec import Struct

from generator.core.notes import Remember, anew
from generator.core.problem import Problem
from generator.core.shares import drawn_evenly
from generator.model.budget import ExhaustedError, ExpressionError, TooCostlyError
from generator.model.expressions import compile_expression, evaluate
from generator.model.game import Game, Item, Kind, boxed
from generator.model.items import ID
from generator.model.values import Record, Records, id_from, nearest
from generator.read.tree import error_at, excerpt, locate

MOST_COMPONENTS = 20_000  # of one entry
MOST_PLAYERS = 99  # that a box is planned for


class TriedEntry(Struct, frozen=True):
    """What an entry of the plan comes to, for every mode and every number of players that the game allows."""

    counts: dict[tuple[str, int], int]  # components by mode and players; none where they cannot be worked out
    problem: Problem | None  # why they cannot


def check_plan(game: Game, remember: Remember = anew) -> Iterator[Problem]:
    """What is wrong with a game's plan, tried out for every mode and every number of players that it allows.

    ``remember`` gives what an entry comes to, as `tried_entry` does, if it was found before.
    """
    for number, entry in enumerate(game.plan):
        kind = game.kinds.get(entry.kind or "")
        known = "kind" in entry.wrong or entry.kind in game.unread or (kind is not None and _told(kind))
        known = known or (kind is None and (game.folder / f"{entry.kind}.yaml").is_file())  # its name there is the slip
        known = known or entry.kind in {id_from(name, "") for name in game.kinds if not ID.fullmatch(name)}
        if not known and (kind is None or not kind.printed):
            printed = [name for name, described in game.kinds.items() if described.printed]
            message, hint = f"{excerpt(entry.kind)} is not a printed kind", nearest(entry.kind, printed)
            yield error_at(game.file, locate(entry.node, ("kind",)), "unknown-reference", message, hint)
            continue
        numbers = [key for key in ("count", "sets") if entry.node.values.get(key) is not None]
        if (entry.count is None) == (entry.sets is None) and not {"count", "sets"} & entry.wrong:
            where = entry.node.keys[numbers[1]] if len(numbers) > 1 else entry.node
            hint = "delete one of the two" if len(numbers) > 1 else "add a line count: …"
            yield error_at(game.file, where, "missing-field", "an entry has either count or sets", hint)
        elif entry.weight is not None and entry.sets is not None:
            where = entry.node.keys["weight"]
            message = "weight shares out a count; sets follow the copies"
            yield error_at(game.file, where, "unknown-field", message, "delete it")
        elif kind is not None and is_workable(game, entry):
            tried: TriedEntry = remember(number, partial(tried_entry, game, kind, entry))
            if tried.problem is not None:
                yield tried.problem


_EXPRESSIONS = ("when", "only", "weight", "count", "sets")
_UNSURE = {"modes", "players", "players_by_mode"}  # without them nobody can say what an entry is worked out for


def is_workable(game: Game, entry: Record) -> bool:
    """Whether an entry of the plan has the form that `picks` works with; if not, `check_plan` says why."""
    read = not entry.wrong and entry.kind in game.kinds and entry.kind not in game.unread
    return read and (entry.count is None) != (entry.sets is None) and not _UNSURE & game.wrong


def _told(kind: Kind) -> bool:
    """Whether a mistake of the kind's own keeps it from being printed."""
    return not kind.printed and bool({"size", "template"} & kind.wrong)


def tried_entry(game: Game, kind: Kind, entry: Record) -> TriedEntry:
    """Try out an entry that `is_workable`; the first mistake is reported."""
    counts, problem = dict[tuple[str, int], int](), None
    parties = [(mode, players) for mode in game.modes or ("",) for players in players_of(game, mode)]
    for mode, players in parties:
        try:
            picked = picks(game, kind, entry, {"players": players, "mode": mode})
            counts[mode, players] = sum(count for _, count in picked)
        except (ExpressionError, ExhaustedError) as error:
            if problem is None:
                where = f"for {players} player{'s' if players > 1 else ''}{f', {mode}' if mode else ''}: "
                unsaid = "say how many can play: players: [fewest, most]"
                hint = getattr(error, "hint", "") if game.party(mode) else unsaid
                rule = "too-costly" if isinstance(error, ExhaustedError | TooCostlyError) else "rule-syntax"
                text = getattr(error, "text", "")
                key = next((key for key in _EXPRESSIONS if text and entry[key] == text), "")
                problem = error_at(game.file, locate(entry.node, (key,)), rule, f"{where}{error}", hint)
            if isinstance(error, ExhaustedError):
                break
    return TriedEntry(counts, problem)


def sizes_planned(game: Game, kind: Kind, remember: Remember = anew) -> list[Kind]:
    """A box of paper in all sizes that it has in a box of the plan; for ``remember`` see `check_plan`."""
    sizes: dict[object, Kind] = {}
    if not kind.container:
        return []
    tried: list[tuple[str, TriedEntry]] = [
        (entry.kind, remember(number, partial(tried_entry, game, game.kinds[entry.kind], entry)))
        for number, entry in enumerate(game.plan)
        if is_workable(game, entry)
    ]
    for mode in game.modes or ("",):
        for players in players_of(game, mode):
            counts = Counter[str]()
            for name, attempt in tried:
                counts[name] += attempt.counts.get((mode, players), 0)
            if counts[kind.name]:
                sized = boxed(game, kind, counts)
                sizes.setdefault(sized.net, sized)
    return list(sizes.values())


def players_of(game: Game, mode: str) -> range:
    """For how many players a box can be planned in a mode; for as many as anyone may ask, where the game says nothing.

    The numbers are 1 to `MOST_PLAYERS` at most.
    """
    limits = [players for players in game.party(mode) if isinstance(players, int)] or [1, MOST_PLAYERS]
    return range(max(1, limits[0]), min(MOST_PLAYERS, limits[-1]) + 1)


def picks(game: Game, kind: Kind, entry: Record, values: dict[str, Any]) -> list[tuple[Item, int]]:
    """The items of an entry and how often each, for ``players``, ``mode`` and the ids ``wanted`` in ``values``.

    Its expressions may ask for ``items('kind')``, the items of another kind: a table that the game deals by; and for
    ``items('kind', owner='mia')``, those with these values.

    Raises:
        ExpressionError: an expression of the entry cannot be worked out, gives no whole number, or too large a one.
    """

    @cache
    def records(name: str) -> Records:
        if name not in game.kinds:
            raise ExpressionError(f"there is no kind {name!r}")
        return Records(name, [item.record() for item in game.kinds[name].items if not item.broken])

    def others(name: str, **fields: Any) -> list[Record]:
        return records(name).having(fields)

    values = {"wanted": [], **values, "items": others}
    if entry.when is not None and not _asked(entry.when, values):
        return []
    items = [item for item in kind.items if not item.broken]
    if entry.only is not None:
        items = [item for item in items if _asked(entry.only, {**values, "item": item.record()})]
    if entry.sets is not None:
        sets = _number(entry.sets, values)
        if sets * sum(item.copies for item in items) > MOST_COMPONENTS:
            raise ExpressionError(f"{sets} sets are more than {MOST_COMPONENTS:,} components")
        return [(item, sets * item.copies) for item in items if item.copies] if sets else []
    total, weights = _number(entry.count, values), [_weight(entry, item, values) for item in items]
    if not any(weights) or not total:
        return []
    return [(item, number) for item, number in zip(items, drawn_evenly(total, weights), strict=True) if number]


def _weight(entry: Record, item: Item, values: dict[str, Any]) -> int:
    """An item's share of an entry's count."""
    return item.copies if entry.weight is None else _number(entry.weight, {**values, "item": item.record()})


def _asked(text: str, values: dict[str, Any]) -> Any:
    try:
        unknown = min(compile_expression(text)[1] - values.keys(), default=None)
        if unknown is not None:
            raise ExpressionError(f"{unknown!r} is unknown here", nearest(unknown, values))
        return evaluate(text, values)
    except ExpressionError as error:
        error.text = text
        raise


def _number(text: str, values: dict[str, Any]) -> int:
    result = _asked(text, values)
    if (
        not isinstance(result, int | float)
        or not math.isfinite(result)
        or result != int(result)
        or not 0 <= result <= MOST_COMPONENTS
    ):
        raise ExpressionError(f"{text!r} gives {result}; a whole number from 0 to {MOST_COMPONENTS} is wanted")
    return int(result)
