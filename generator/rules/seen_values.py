"""What an expression saw where it does not hold: the values that it names, and what its sides come to."""

import re
from typing import Any

from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate, names_in
from generator.model.numerals import shown

_HELD = re.compile(r"'[^']*'|\"[^\"]*\"|[(\[{][^()\[\]{}'\"]*[)\]}]")
_COMPARED = r"[=!<>]=|[<>]|\bnot\b|\bin\b"
_UNSURE = r"\b(?:or|if|else)\b"  # with these nobody can say which part it is that does not hold
_LONG = 40  # characters of a text


def seen_values(text: str, values: dict[str, Any]) -> str:
    """The values that an expression names and what its sides come to: ``luz 9, coste 1: luz - coste is 8``."""
    names = names_in(text)
    named = [f"{name} {value}" for name in names for value in [_value(name, values)] if value]
    failed = next((part for part in _parts(text, r"\band\b") if not evaluate(part, values)), "")
    sides = _parts(failed, _COMPARED) if len(_parts(text, _UNSURE)) == 1 else []
    worked = [side for side in sides if len(sides) > 1 and side not in names and names_in(side)]
    values_shown = [f"{side} is {value}" for side in worked for value in [_value(side, values)] if value]
    return ": ".join(filter(None, [", ".join(named), ", ".join(values_shown)]))


def _parts(text: str, between: str) -> list[str]:
    """What stands between some words outside all brackets and quotes."""
    before, masked = "", text
    while masked != before:
        before, masked = masked, _HELD.sub(lambda held: "_" * len(held[0]), masked)
    cuts = [0, *(at for word in re.finditer(between, masked) for at in word.span()), len(text)]
    return [part for start, stop in zip(cuts[::2], cuts[1::2], strict=True) if (part := text[start:stop].strip())]


def _value(text: str, values: dict[str, Any]) -> str:
    """What an expression comes to, in short; empty where that is nothing to be told."""
    try:
        value = evaluate(text, values)
    except ExpressionError:
        return ""
    words = shown(value, "") if isinstance(value, int | float | str) else ""
    return words if len(words) <= _LONG else ""
