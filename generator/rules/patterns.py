"""Regular expressions of strangers, whose work is counted: what may take endless time is refused.

A repeated part may hold repeats only if it begins with a sign that nothing else in it matches, as ``(?: [A-Z][a-z]+)*``
does. Then the time grows as a power of the text, by the number of repeats without an end.
"""

import re
from functools import lru_cache
from math import factorial
from typing import NamedTuple

from generator.model.budget import EXPRESSION, METER, ExpressionError, TooCostlyError
from generator.read.tree import Scalar
from generator.rules.lookup import SettingScope
from generator.rules.settings import NamingField

MOST = 1_000  # characters
_PER_STEP = 50  # signs that are compared in a step
_TOKEN = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<open>\((?:\?(?:[:=!]|<[=!]|P<\w+>))?)|(?P<close>\))"
    r"|(?P<repeat>(?:[*+?]|\{\d*,?\d*\})\??)|(?P<or>\|)|.",
    re.S,
)


class _Part(NamedTuple):
    """A bracket: the signs in it, and what else makes a repeat of it take long."""

    atoms: list[str]
    flags: set[str]


class PatternField(NamingField, frozen=True):
    """A regular expression."""

    takes = "a regular expression"

    def look_up(self, node: Scalar, scope: SettingScope) -> None:
        try:
            _compiled(node.text)
        except ExpressionError as error:
            scope.report.add(node, "rule-syntax", f"cannot read the pattern: {error}", error.hint)


def search(pattern: str, text: str) -> list[re.Match[str]]:
    """All places of a text that a pattern fits.

    Raises:
        ExpressionError: the pattern cannot be read, or takes too long.
    """
    compiled, repeats = _compiled(pattern)
    METER.begin()
    steps = len(text) ** (repeats + 1) // factorial(repeats + 1) // _PER_STEP
    if steps > EXPRESSION:
        raise TooCostlyError(f"this takes more than {EXPRESSION:,} steps in a text of {len(text):,} characters")
    METER.charge(steps)
    return list(compiled.finditer(text))


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> tuple[re.Pattern[str], int]:
    if len(pattern) > MOST:
        raise ExpressionError(f"it is longer than {MOST:,} characters")
    try:
        compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise ExpressionError(str(error), "regular expressions are those of Python") from None
    return compiled, _repeats(pattern)


def _repeats(pattern: str) -> int:
    """How many repeats without an end it has."""
    parts, last, count = [_Part([], set())], _Part([], set()), 0
    for match in _TOKEN.finditer(pattern):
        token, sort = match[0], match.lastgroup
        if re.fullmatch(r"\\[1-9]", token) or (token == "(" and pattern.startswith("?", match.end())):
            raise ExpressionError(f"{token} is not possible here", "write it without flags and references")
        if sort == "open":
            parts.append(_Part([], set()))
        elif sort == "close":
            last = parts.pop()
            parts[-1].atoms.extend(last.atoms)
            parts[-1].flags.update(last.flags)
        elif sort == "or":
            parts[-1].flags.add("or")
        elif sort == "repeat" and token.rstrip("?") not in ("", "{1}"):
            if last.flags and not _is_told_apart(last):
                hint = "begin what is repeated with a sign that nothing else in it fits, or make two rules of it"
                raise ExpressionError("a repeat of repeats, or of parts to choose from, may take too long", hint)
            parts[-1].flags.add("repeat")
            count += token[0] in "*+" or ",}" in token
        elif sort is None:
            last = _Part([token], set())
            parts[-1].atoms.append(token)
    return count


def _is_told_apart(part: _Part) -> bool:
    """Whether a part begins with a sign that the rest of it does not fit, and is no choice."""
    first, *others = part.atoms
    sign = (
        first.removeprefix("\\") if len(first) <= 2 and not first.removeprefix("\\").isalnum() and first != "." else ""
    )
    return bool(sign) and "or" not in part.flags and not any(re.fullmatch(other, sign) for other in others)
