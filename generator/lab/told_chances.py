"""The chances in an answer, found for plots: whatever makes up a whole."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from generator.lab.question import Answer
from generator.lab.telling import percent, rows, with_limits, without_tails

MOST_BARS = 60


class ChanceBars(Struct, frozen=True):
    """Chances that make up 1, each with what it is of."""

    name: str
    chances: Sequence[tuple[str, Fraction]]


def chances_in(answer: Answer) -> list[ChanceBars]:
    """All distributions of an answer, in its order."""
    return [bars for bars in _found(answer.data, "") if 1 < len(bars.chances) <= MOST_BARS]


def told_chance(answer: Answer) -> str:
    """The one chance that was asked for, in words; nothing if it was none."""
    chance, limits = answer.data.get("chance"), answer.data.get("limits")
    if not isinstance(chance, Fraction):
        return ""
    return percent(chance) if limits is None else with_limits(chance, limits["chance"])


def _found(data: Any, name: str) -> Iterator[ChanceBars]:
    if isinstance(data, Mapping):
        if _whole(data.values()):
            yield ChanceBars(name, [(str(key), chance) for key, chance in data.items()])
            return
        for key, value in data.items():
            yield from _found(value, str(key) if name in ("", "distribution") else f"{name}: {key}")
    elif isinstance(data, Sequence) and not isinstance(data, str):
        if _whole(data):
            yield ChanceBars(name, [(str(number), chance) for number, chance in enumerate(data) if chance])
        elif (
            data
            and all(isinstance(one, Sequence) and len(one) == 2 for one in data)
            and _whole([one[1] for one in data])
        ):
            numbers = all(isinstance(one[0], int) for one in data)
            changes = numbers and any(one[0] < 0 for one in data)
            pairs = without_tails(dict(data)) if changes else rows(dict(data))
            yield ChanceBars(name, pairs)


def _whole(values: Any) -> bool:
    known = list(values)
    return bool(known) and all(isinstance(one, Fraction) for one in known) and sum(known) == 1
