"""A mistake in a game's files, as a value: where it stands, what is wrong, what to do."""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePosixPath
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


def causes(problems: Iterable[Problem]) -> dict[Problem, Problem]:
    """For each problem that follows from another one: that one.

    Many problems of a game that speak of the same name are one slip; it is told in the file that the others go by.
    """
    alike: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        if problem.rule in _FEW:
            alike.setdefault((PurePosixPath(problem.file).parent.name, _subject(problem)), []).append(problem)
    found: dict[Problem, Problem] = {}
    for group in alike.values():
        if len(group) > max(_FEW[problem.rule] for problem in group):
            cause = min(group, key=lambda problem: (_READ.get(PurePosixPath(problem.file).name, 1), problem))
            found |= {problem: cause for problem in group if problem != cause}
    return found


# By the rules that one slip breaks in many places: how many problems alike are told one by one.
_FEW = {"unknown-field": 3, "unknown-reference": 3, "unknown-icon": 3, "duplicate-key": 3, "missing-field": 10}
_READ = {
    "game.yaml": 0,
    "balance.yaml": 2,
    "forge.yaml": 3,
    "lab.yaml": 4,
}  # the order; all others come after the first
_NAME = re.compile(r"'([^']+)'|\{([^{}]+)\}")
_FIRST = re.compile(r"first at line (\d+)")


def _subject(problem: Problem) -> str:
    """What a problem speaks of: a name, or how far behind the first ones keys are that stand there again."""
    again, named = _FIRST.search(problem.message), _NAME.search(problem.message)
    if again is not None:
        return f"{problem.file} {problem.line - int(again[1])}"
    return named[0] if named is not None else f"{problem.file} {problem.message}"


def as_json(problems: Sequence[Problem]) -> str:
    """A list of objects with keys file, line, column, level, rule, message and hint; ``follows`` is the place of the
    cause, where there is one."""
    caused = causes(problems)
    return json_text([asdict(problem) | _follows(caused.get(problem)) for problem in problems])


def _follows(cause: Problem | None) -> dict[str, str]:
    return {} if cause is None else {"follows": f"{cause.file}:{cause.line}:{cause.column}"}
