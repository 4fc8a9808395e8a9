"""Problems as text, JSON and workflow annotations, and tables: the one place that prints them."""

import os
import re
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TextIO
from unicodedata import combining, east_asian_width

import click

from generator.core.escape import escaped
from generator.core.problem import Problem, causes, in_order, repeats, without_notes

LEVEL = re.compile(r"^(\S.*?:\d+:\d+: |)(error|warning|note|pnp|Error)(?=[ :])", re.M)
HINT = re.compile(r"^    hint: .*", re.M)
MOST_OF_A_FILE = 200  # problems that are printed one by one
COLOURS = {"warning": "\x1b[1;33m", "note": "\x1b[1;34m"} | dict.fromkeys(("error", "pnp", "Error"), "\x1b[1;31m")


def as_text(problem: Problem) -> str:
    """``FILE:LINE:COLUMN: LEVEL RULE: message``, the hint on a line of its own; a sheet's cell is a place by itself."""
    place = escaped(problem.file) + (f":{problem.line}:{problem.column}" if problem.line else "")
    line = f"{place}: {problem.level} {escaped(problem.rule)}: {one_line(problem.message)}"
    return f"{line}\n    hint: {one_line(problem.hint)}" if problem.hint else line


def as_lines(problems: Sequence[Problem]) -> Iterator[str]:
    """Each problem as text; those that follow from one, say the same, or are too many of a file, are counted."""
    caused = causes(problems)
    followers = Counter(caused.values())
    ordered = in_order(problems, caused)
    alike = repeats(problem for problem in ordered if problem not in caused and problem not in followers)
    counted_elsewhere = {problem for same in alike.values() for problem in same} | caused.keys()
    counts = Counter[str]()
    for problem in ordered:
        counts[problem.file] += problem not in counted_elsewhere
        if counts[problem.file] > MOST_OF_A_FILE:
            continue
        if problem in alike:
            yield f"{as_text(problem)}\n    and {len(alike[problem])} more like this; pnp check --all lists them"
        elif problem in followers:
            more = followers[problem]
            more_text = "1 more follows from this; pnp check --all prints it"
            more_text = more_text if more == 1 else f"{more} more follow from this; pnp check --all prints them"
            yield f"{as_text(problem)}\n    {more_text}"
        elif problem not in counted_elsewhere:
            yield as_text(problem)
    for file, number in counts.items():
        if number > MOST_OF_A_FILE:
            yield f"{escaped(file)}: {number - MOST_OF_A_FILE:,} more; pnp check --all prints them"


def as_annotation(problem: Problem) -> str:
    """A workflow command of GitHub Actions."""
    file, title = _property(problem.file), _property(problem.rule)
    place = f"file={file},line={problem.line},col={problem.column},title={title}"
    message = problem.message + (f" (hint: {problem.hint})" if problem.hint else "")
    written = escaped(message, keep="\n").replace("%", "%25").replace("\n", "%0A")
    level = "notice" if problem.level == "note" else problem.level
    return f"::{level} {place}::{written}"


def counted(number: int, noun: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def tally(problems: Iterable[Problem]) -> str:
    """How many problems there are, in words; nothing where there is none. Notes do not count."""
    problems = without_notes(problems)
    errors = sum(problem.level == "error" for problem in problems)
    # a sheet's cell has its file before the colon
    files = len({problem.file if problem.line else problem.file.partition(":")[0] for problem in problems})
    parts = [counted(errors, "error")] if errors else []
    if errors < len(problems):
        parts.append(counted(len(problems) - errors, "warning"))
    return f"{', '.join(parts)} in {counted(files, 'file')}" if parts else ""


def removed_note(paths: Sequence[Path]) -> str:
    """What was removed because a new run does not make it; nothing where nothing was."""
    if not paths:
        return ""
    named = ", ".join(escaped(path.as_posix()) for path in paths[:3]) + (" …" if len(paths) > 3 else "")
    return f"removed {counted(len(paths), 'file')} of an earlier run: {named}"


def say(text: str) -> None:
    """Print on standard output, one line or several; no terminal obeys what a stranger put into them."""
    print(painted(escaped(text, keep="\n"), sys.stdout))


def tell(text: str) -> None:
    """Print on standard error, as `say` does."""
    print(painted(escaped(text, keep="\n"), sys.stderr), file=sys.stderr)


def report(text: str) -> None:
    """Say what was done, unless nobody wants to hear it."""
    if not is_quiet():
        say(text)


def note_missing_limits() -> None:
    """Say so where the system does not end a program that takes too much time or memory, as strangers could have it."""
    if not hasattr(signal, "SIGPROF"):  # Windows
        note("this system sets no limits to a program's time and memory; what strangers send may take much of both")


def note(text: str) -> None:
    """Report what is worth knowing and stops nothing, unless nobody wants to hear it."""
    if not is_quiet():
        tell(text)


def tell_elsewhere(errors: int) -> None:
    """Count errors that a print does not stand on."""
    if errors:
        tell(f"{counted(errors, 'error')} elsewhere; pnp check lists them")


def tell_unread(game: str, kinds: Sequence[str]) -> int | None:
    """Name kinds that a print left out, as their text cannot be read; the exit status for that."""
    for kind in kinds:
        tell(one_line(f"{game}/{kind} was left out: its text cannot be read; pnp check {game} says why"))
    return 1 if kinds else None


def is_quiet() -> bool:
    """Whether the running command was given --quiet: only errors are reported then."""
    running = click.get_current_context(silent=True)
    return running is not None and bool(running.params.get("quiet"))


def painted(text: str, stream: TextIO) -> str:
    """The text with the levels of problems in colour, where a stream is a terminal that has any.

    NO_COLOR wants none (no-color.org); FORCE_COLOR wants them on a terminal that calls itself dumb. A pipe has none.
    """
    in_colour = os.environ.get("TERM") != "dumb" or bool(os.environ.get("FORCE_COLOR"))
    if os.environ.get("NO_COLOR") or not in_colour or not stream.isatty():
        return text
    text = LEVEL.sub(lambda match: f"{match[1]}{COLOURS[match[2]]}{match[2]}\x1b[0m", text)
    return HINT.sub(lambda match: f"\x1b[2m{match[0]}\x1b[0m", text)


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


LEAST = 12  # columns that are left of a cell that gives way


def aligned(rows: Sequence[Sequence[str]], right: tuple[int, ...], gives_way: Sequence[int] = ()) -> str:
    """Rows of a table in columns.

    Args:
        rows: their cells.
        right: columns of numbers, which stand at the right.
        gives_way: columns whose cells are shortened in the middle, one after the other, where a terminal is too narrow
            for the table. A last column of words is broken into lines there. In a pipe all stand whole.
    """
    rows = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for column in gives_way if room is not None else ():
        excess = sum(widths) + 2 * (len(widths) - 1) - (room or 0)
        if excess > 0:
            widths[column] = max(min(LEAST, widths[column]), widths[column] - excess)
    last = len(widths) - 1
    if room is not None and last not in (*right, *gives_way):
        widths[last] = min(widths[last], max(LEAST, room - sum(widths[:last]) - 2 * last))
        rows = [line for row in rows for line in _broken(row, widths[last])]
    return "\n".join(
        "  ".join(_cell(cell, widths[column], right=column in right) for column, cell in enumerate(row)).rstrip()
        for row in rows
    )


def width(text: str) -> int:
    """The columns that a text takes in a terminal (Unicode Standard Annex 11)."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def shortened(text: str, most: int) -> str:
    """A text of at most this many columns, its middle left out where it has more: names differ at their ends."""
    if width(text) <= most:
        return text
    head, tail = text[: (most - 1) // 2], text[len(text) - most // 2 :]
    while width(head) + 1 + width(tail) > most:
        head, tail = (head[:-1], tail) if width(head) >= width(tail) else (head, tail[1:])
    return f"{head}…{tail}"


def _broken(row: Sequence[str], most: int) -> list[list[str]]:
    """A row as lines: the words of its last cell run on below one another."""
    lines = [""]
    for word in row[-1].split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if width(joined) <= most or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    return [[*(row[:-1] if at == 0 else [""] * (len(row) - 1)), line] for at, line in enumerate(lines)]


def _columns(character: str) -> int:
    return 0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1


def _cell(text: str, room: int, *, right: bool) -> str:
    text = shortened(text, room)
    blank = " " * (room - width(text))
    return blank + text if right else text + blank
