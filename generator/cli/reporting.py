"""Problems as text, JSON and workflow annotations: the one place that prints them."""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from generator.escape import escaped
from generator.problem import Problem


def as_text(problem: Problem) -> str:
    """``FILE:LINE:COLUMN: LEVEL RULE: message``, the hint on a line of its own; a sheet's cell is a place by itself."""
    place = escaped(problem.file) + (f":{problem.line}:{problem.column}" if problem.line else "")
    line = f"{place}: {problem.level} {escaped(problem.rule)}: {one_line(problem.message)}"
    return f"{line}\n    hint: {one_line(problem.hint)}" if problem.hint else line


def as_annotation(problem: Problem) -> str:
    """A workflow command of GitHub Actions."""
    file, title = _property(problem.file), _property(problem.rule)
    place = f"file={file},line={problem.line},col={problem.column},title={title}"
    message = problem.message + (f" (hint: {problem.hint})" if problem.hint else "")
    written = escaped(message, keep="\n").replace("%", "%25").replace("\n", "%0A")
    return f"::{problem.level} {place}::{written}"


def as_json(problems: Iterable[Problem]) -> str:
    """A list of objects with keys file, line, column, level, rule, message and hint."""
    return json_text([asdict(problem) for problem in problems])


def json_text(value: object) -> str:
    """A value as JSON in printable ASCII, which every pipe can carry and no terminal obeys."""
    return json.dumps(value, indent=2).replace("\x7f", "\\u007f")


def counted(number: int, noun: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def tally(problems: list[Problem]) -> str:
    """How many problems there are, in words."""
    errors = sum(problem.level == "error" for problem in problems)
    # a sheet's cell has its file before the colon
    files = len({problem.file if problem.line else problem.file.partition(":")[0] for problem in problems})
    parts = [counted(errors, "error")] if errors else []
    if errors < len(problems):
        parts.append(counted(len(problems) - errors, "warning"))
    return f"{', '.join(parts)} in {counted(files, 'file')}"


def told_of_removed(paths: Sequence[Path]) -> str:
    """What was removed because a new run does not make it; nothing where nothing was."""
    if not paths:
        return ""
    named = ", ".join(escaped(str(path)) for path in paths[:3]) + (" …" if len(paths) > 3 else "")
    return f"removed {counted(len(paths), 'file')} of an earlier run: {named}"


def say(text: str) -> None:
    """Print on standard output, one line or several; no terminal obeys what a stranger put into them."""
    print(escaped(text, keep="\n"))


def tell(text: str) -> None:
    """Print on standard error, as `say` does."""
    print(escaped(text, keep="\n"), file=sys.stderr)


def stop(message: str) -> int:
    """Say on standard error why the command cannot be carried out; the exit status for wrong use."""
    tell(f"pnp: {escaped(message)}")
    return 2


def one_line(text: str) -> str:
    """A text that a stranger may have written as part of a line: without breaks, its control characters shown."""
    return escaped(" ".join(text.split("\n")))


def _property(text: str) -> str:
    text = escaped(text)
    for character, code in (("%", "%25"), (":", "%3A"), (",", "%2C")):
        text = text.replace(character, code)
    return text
