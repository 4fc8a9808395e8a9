"""Problems as text, JSON and workflow annotations: the one place that prints them."""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from generator.problem import Problem


def as_text(problem: Problem) -> str:
    """``FILE:LINE:COLUMN: LEVEL RULE: message``, the hint on a line of its own."""
    place = f"{problem.file}:{problem.line}:{problem.column}"
    line = f"{place}: {problem.level} {problem.rule}: {_flat(problem.message)}"
    return f"{line}\n    hint: {_flat(problem.hint)}" if problem.hint else line


def as_annotation(problem: Problem) -> str:
    """A workflow command of GitHub Actions."""
    place = f"file={_property(problem.file)},line={problem.line},col={problem.column},title={_property(problem.rule)}"
    message = problem.message + (f" (hint: {problem.hint})" if problem.hint else "")
    escaped = message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return f"::{problem.level} {place}::{escaped}"


def as_json(problems: Iterable[Problem]) -> str:
    """A list of objects with keys file, line, column, level, rule, message and hint."""
    return json.dumps([asdict(problem) for problem in problems], indent=2)  # in ASCII, which every pipe can carry


def counted(number: int, noun: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def tally(problems: list[Problem]) -> str:
    """How many problems there are, in words."""
    errors = sum(problem.level == "error" for problem in problems)
    files = len({problem.file for problem in problems})
    parts = [counted(errors, "error")] if errors else []
    if errors < len(problems):
        parts.append(counted(len(problems) - errors, "warning"))
    return f"{', '.join(parts)} in {counted(files, 'file')}"


def told_of_removed(paths: Sequence[Path]) -> str:
    """What was removed because a new run does not make it; nothing where nothing was."""
    if not paths:
        return ""
    named = ", ".join(map(str, paths[:3])) + (" …" if len(paths) > 3 else "")
    return f"removed {counted(len(paths), 'file')} of an earlier run: {named}"


def say(text: str) -> None:
    """Print on standard output."""
    print(text)


def stop(message: str) -> int:
    """Say on standard error why the command cannot be carried out; the exit status for wrong use."""
    print(f"pnp: {message}", file=sys.stderr)
    return 2


def _flat(text: str) -> str:
    return " ".join(text.split("\n"))


def _property(text: str) -> str:
    for character, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), (":", "%3A"), (",", "%2C")):
        text = text.replace(character, code)
    return text
