"""What a game's rules allow of a field, as far as a form can show it: how small and how large, how few and how many."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.model.game import Game
from generator.rules.rulebook import open_rulebook

_CHECKS = ("number-range", "count")


class FieldLimits(NamedTuple):
    """From where to where; None where there is no limit."""

    low: Any = None
    high: Any = None


def limits_in(game: Game, kind: str) -> Mapping[str, FieldLimits]:
    """The limits of a kind's numbers and lists by their path, such as ``abilities.*.cost``.

    Rules that hold for some of the items alone are left out.
    """
    found: dict[str, FieldLimits] = {}
    for rule in open_rulebook(game).rules:
        settings = rule.settings
        if rule.kind == kind and rule.check_name in _CHECKS and rule.when is None:
            path = str(settings.field)
            before = found.get(path, FieldLimits())
            found[path] = FieldLimits(_limit(max, before.low, settings.min), _limit(min, before.high, settings.max))
    return found


def _limit(tighter: Any, one: Any, other: Any) -> Any:
    numbers = [limit for limit in (one, other) if isinstance(limit, int | float)]
    return tighter(numbers) if numbers else None
