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
    found: dict[Problem, Problem] = {}
    for group in _alike(problems):
        if len(group) > (_MANY if all(problem.rule == _MISSING for problem in group) else _FEW):
            cause = min(group, key=_first_read)
            found |= {problem: cause for problem in group if problem != cause}
    return found


_FEW, _MANY = 3, 10  # problems alike that are told one by one; those that may be as many omissions
_MISSING = "missing-field"
_OF_NAMES = frozenset((_MISSING, "unknown-field", "unknown-reference", "unknown-icon", "duplicate-key"))
_BEHIND = {"game.yaml": 0, "balance.yaml": 2, "forge.yaml": 3, "lab.yaml": 4}  # all other files come after the first
_NAME = re.compile(r"'([^']+)'|\{([^{}]+)\}")
_FIRST = re.compile(r"first at line (\d+)")


def _alike(problems: Iterable[Problem]) -> list[list[Problem]]:
    """Problems by what they speak of. A field that as many items lack as have an unknown one is that under its name."""
    alike: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        if problem.rule in _OF_NAMES:
            alike.setdefault((PurePosixPath(problem.file).parent.name, _subject(problem)), []).append(problem)
    unknown: dict[str, tuple[int, list[Problem]]] = {}  # by file: the largest group of unknown fields
    for group in alike.values():
        fields = [problem.file for problem in group if problem.rule == "unknown-field"]
        if fields and len(fields) > unknown.get(fields[0], (_FEW, group))[0]:
            unknown[fields[0]] = len(fields), group
    apart: list[list[Problem]] = []
    for group in alike.values():
        most, fitting = unknown.get(group[0].file, (0, group))
        if group[0].rule == _MISSING and _FEW < len(group) <= most:
            fitting += group
        else:
            apart.append(group)
    return apart


def _first_read(problem: Problem) -> tuple[int, bool, Problem]:
    return _BEHIND.get(PurePosixPath(problem.file).name, 1), problem.rule == _MISSING, problem


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
