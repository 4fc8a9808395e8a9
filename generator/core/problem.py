"""A mistake in a game's files, as a value: where it stands, what is wrong, what to do."""

from collections.abc import Callable, Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from generator.core.escape import json_text

Level = Literal["error", "warning"]
Tell = Callable[[int, int, str, str], None]  # line, column, message, hint: for readers that do not know their file


class Problem(Struct, frozen=True, order=True):
    """One thing the author should change. Sorts by file, line and column.

    ``line`` and ``column`` count from 1 and point at the very value at fault; for a missing field at the
    item's start, for an unknown or repeated key at that key. What has no lines has line 0: ``file`` names a sheet's
    cell then.
    """

    file: str
    line: int
    column: int
    level: Level
    rule: str
    message: str
    hint: str = ""


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any problem is an error (warnings alone do not stop a render)."""
    return any(problem.level == "error" for problem in problems)


def as_json(problems: Iterable[Problem]) -> str:
    """A list of objects with keys file, line, column, level, rule, message and hint."""
    return json_text([asdict(problem) for problem in problems])
