"""Answers in words and as plain data: percent, fractions, bars."""

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

LARGEST_DENOMINATOR = 1_000  # from here on a fraction tells nobody anything
TAIL = Fraction(1, 1000)  # chances below it stand together at the ends of a table
INNERMOST = re.compile(r"\[([^][{}]+)\]")  # lists in JSON that hold no others
BAR = 24  # characters of a bar for a chance of 1


def percent(chance: Fraction) -> str:
    """``29.2 % (7/24)``; no fraction where its denominator is large."""
    return share(chance) + _fraction(chance)


def share(chance: Fraction) -> str:
    """``29.2 %``."""
    tenths = floor(chance * 1000 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10} %"


def percent_of(chance: Fraction) -> int:
    """A chance in whole percent, rounded down: 100 only where it is certain, and 0 only where it is impossible."""
    return max(floor(100 * chance), int(chance > 0))


def number(value: Fraction) -> str:
    """A mean: ``+0.38 (3/8)``; a whole number as such."""
    if value.denominator == 1:
        return _signed(value.numerator)
    return f"{float(value):+.2f}" + _fraction(value)


def table(chances: Sequence[tuple[Any, Fraction]], indent: str = "  ") -> list[str]:
    """A line a chance: what it is of, percent, and a bar that says the same to the eye."""
    wide = max((len(str(name)) for name, _ in chances), default=0)
    lines = []
    for name, chance in chances:
        bar = "█" * round(chance * BAR)
        lines.append(f"{indent}{name!s:<{wide}}  {share(chance):>7}  {bar:<{BAR}}{_fraction(chance)}".rstrip())
    return lines


def without_tails(chances: Mapping[int, Fraction]) -> list[tuple[str, Fraction]]:
    """Changes and their chances; those at either end that percent would hardly show are put together."""
    values = sorted(chances)
    low = next((place for place in range(len(values)) if _sum(chances, values[: place + 1]) >= TAIL), 0)
    high = next((place for place in range(len(values)) if _sum(chances, values[-place - 1 :]) >= TAIL), 0)
    high = len(values) - 1 - high
    shown = [(_signed(value), chances[value]) for value in values[low : high + 1]]
    if low > 0:
        shown[0] = f"{shown[0][0]} or less", _sum(chances, values[: low + 1])
    if high < len(values) - 1:
        shown[-1] = f"{shown[-1][0]} or more", _sum(chances, values[high:])
    return shown


def as_json(data: Mapping[str, Any]) -> str:
    """An answer's data as JSON, every fraction as text; a pair or a plain list stands on one line."""
    text = json.dumps(as_plain(data), indent=2)
    return INNERMOST.sub(lambda found: "[" + " ".join(found[1].split()) + "]", text)


def as_plain(data: Any) -> Any:
    """An answer's data with every fraction as text: ``7/24``."""
    if isinstance(data, Fraction):
        return str(data)
    if isinstance(data, Mapping):
        return {str(key): as_plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [as_plain(value) for value in data]
    return data


def _sum(chances: Mapping[int, Fraction], values: Sequence[int]) -> Fraction:
    return sum((chances[value] for value in values), Fraction(0))


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def _fraction(value: Fraction) -> str:
    return f" ({value})" if 1 < value.denominator < LARGEST_DENOMINATOR else ""
