"""Answers in words, as plain data and as chances for plots: percent, fractions, bars."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import floor
from typing import Any

from msgspec import Struct

from generator.lab.question import Answer

LARGEST_DENOMINATOR = 1_000  # from here on a fraction tells nobody anything
TAIL = Fraction(1, 1000)  # chances below it stand together at the ends of a table
INNERMOST = re.compile(r"\[([^][{}]+)\]")  # lists in JSON that hold no others
MOST_ROWS = 40  # of a table
BAR = 24  # characters of a bar for a chance of 1


def percent(chance: Fraction) -> str:
    """``29.2 % (7/24)``; no fraction where its denominator is large."""
    return share(chance) + fraction(chance)


def share(chance: Fraction) -> str:
    """``29.2 %``."""
    tenths = floor(chance * 1000 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10} %"


def with_limits(chance: Fraction, limits: Sequence[float]) -> str:
    """``29.2 % (28.1 % to 30.3 %)``: a chance that was simulated."""
    low, high = (share(Fraction(limit)) for limit in limits)
    return f"{share(chance)} ({low} to {high})"


def percent_of(chance: Fraction) -> int:
    """A chance in whole percent, rounded down: 100 only where it is certain, and 0 only where it is impossible."""
    return max(floor(100 * chance), int(chance > 0))


def number(value: Fraction) -> str:
    """A mean: ``+0.38 (3/8)``; a whole number as such."""
    if value.denominator == 1:
        return _signed(value.numerator)
    return f"{float(value):+.2f}" + fraction(value)


def table(chances: Sequence[tuple[Any, Fraction]], indent: str = "  ", *, exact: bool = True) -> list[str]:
    """A line a chance: what it is of, percent, and a bar that says the same to the eye; fractions where it is exact."""
    wide = max((len(str(name)) for name, _ in chances), default=0)
    lines = []
    for name, chance in chances:
        bar = "█" * round(chance * BAR)
        behind = fraction(chance) if exact else ""
        lines.append(f"{indent}{name!s:<{wide}}  {share(chance):>7}  {bar:<{BAR}}{behind}".rstrip())
    return lines


def rows(chances: Mapping[Any, Fraction]) -> list[tuple[str, Fraction]]:
    """Numbers and their chances; where there are too many for a table, the ends and numbers side by side together."""
    if len(chances) <= MOST_ROWS:
        return [(str(value), chances[value]) for value in sorted(chances)]
    return without_tails(chances, str, MOST_ROWS)


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def without_tails(
    chances: Mapping[Any, Fraction], say: Callable[[Any], str] = _signed, most: int | None = None
) -> list[tuple[str, Fraction]]:
    """Changes and their chances; those at either end that percent would hardly show are put together.

    Args:
        chances: by number.
        say: a number in words.
        most: rows; neighbours share one where there would be more.
    """
    values = sorted(chances)
    low = _end(chances, values)
    high = len(values) - 1 - _end(chances, values[::-1])
    step = max(1, -(-(high + 1 - low) // most)) if most else 1
    spans = [(first, min(first + step - 1, high)) for first in range(low, high + 1, step)]
    shown = []
    for first, last in spans:
        name = say(values[first]) if first == last else f"{say(values[first])} to {say(values[last])}"
        shown.append((name, _sum(chances, values[first : last + 1])))
    if low > 0:
        last = spans[0][1]
        shown[0] = f"{say(values[last])} or less", _sum(chances, values[: last + 1])
    if high < len(values) - 1:
        first = spans[-1][0]
        shown[-1] = f"{say(values[first])} or more", _sum(chances, values[first:])
    return shown


def as_json(data: Mapping[str, Any]) -> str:
    """An answer's data as JSON, every fraction as text; a pair or a plain list stands on one line."""
    text = json.dumps(as_plain(data), indent=2)
    return INNERMOST.sub(lambda match: "[" + " ".join(match[1].split()) + "]", text)


def as_plain(data: Any) -> Any:
    """An answer's data with every fraction as text: ``7/24``."""
    if isinstance(data, Fraction):
        return str(data)
    if isinstance(data, Mapping):
        return {str(key): as_plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [as_plain(value) for value in data]
    return data


def _end(chances: Mapping[Any, Fraction], values: Sequence[Any]) -> int:
    """The first place up to which all chances together are no longer too small to be shown."""
    so_far = accumulate(chances[value] for value in values)
    return next((place for place, chance in enumerate(so_far) if chance >= TAIL), 0)


def _sum(chances: Mapping[Any, Fraction], values: Sequence[Any]) -> Fraction:
    return sum((chances[value] for value in values), Fraction(0))


def fraction(value: Fraction) -> str:
    """`` (7/24)``, behind a number; nothing where it is whole, or its denominator is large."""
    return f" ({value})" if 1 < value.denominator < LARGEST_DENOMINATOR else ""


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
            and all(isinstance(pair, Sequence) and len(pair) == 2 for pair in data)
            and _whole([pair[1] for pair in data])
        ):
            numbers = all(isinstance(pair[0], int) for pair in data)
            changes = numbers and any(pair[0] < 0 for pair in data)
            pairs = without_tails(dict(data)) if changes else rows(dict(data))
            yield ChanceBars(name, pairs)


def _whole(values: Any) -> bool:
    numbers = list(values)
    return bool(numbers) and all(isinstance(number, Fraction) for number in numbers) and sum(numbers) == 1
