"""How a command ends that was refused: what is said, and the exit status; and how what it made is opened."""

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path

import click

from generator.cli.reporting import as_annotation, as_lines, as_text, is_quiet, one_line, say, stop, tally, tell
from generator.core.problem import Faulty, Problem, Refusal, as_json, has_errors, reason_of

FAULTY = 1  # data or files have errors


def carried_out(command: Callable[[], int], out: Path | None = None) -> int:
    """Do what a command is for; where it is refused, say why.

    Args:
        command: does it; its exit status.
        out: what it writes to, for where the system does not say which file could not be written; None where it
            writes to standard output only, whose faults are not the command's.

    Returns:
        The exit status.
    """
    try:
        return command()
    except Faulty as error:
        for line in as_lines(error.problems):
            tell(line)
        tell(f"{tally(error.problems)}; {error.outcome}")
        return FAULTY
    except Refusal as error:
        return stop(str(error))
    except OSError as error:
        if out is None or isinstance(error, BrokenPipeError):  # nobody reads on; no file is at fault
            raise
        return stop(f"cannot write {Path(error.filename or out).as_posix()}: {reason_of(error)}")


def told(problems: list[Problem], form: str, closing: Iterable[str], *, strict: bool, every: bool = False) -> int:
    """Print what was found; the exit status.

    Args:
        problems: sorted, each once.
        form: ``text``, ``json`` or ``github``.
        closing: the lines after the problems where they are written as text.
        strict: whether warnings fail.
        every: whether problems that follow from another one are reported, too.
    """
    lines = partial(map, as_text) if every else as_lines
    if form == "json":
        say(as_json(problems))
    elif form == "text" and is_quiet():
        _say_each(lines([problem for problem in problems if strict or problem.level == "error"]))
    elif form == "text":
        _say_each(chain(lines(problems), closing))
    else:
        _say_each(map(as_annotation, problems))
    return FAULTY if has_errors(problems) or (strict and problems) else 0


def _say_each(lines: Iterable[str]) -> None:
    """Print lines a thousand at a time: the text of a hundred thousand problems would take as much as the check did."""
    rest = iter(lines)
    while some := list(islice(rest, 1_000)):
        say("\n".join(some))


MOST_OPENED = 6  # windows at once; of more files the folder is shown


def open_made(paths: Sequence[Path]) -> None:
    """Open files or folders, once a run has made them; where nothing can open them, say where they are."""
    made = list(dict.fromkeys(paths))
    folders = sorted({path.parent for path in made})
    for path in made if len(made) <= MOST_OPENED else folders[:MOST_OPENED]:
        if click.launch(os.fspath(path.resolve())):
            tell(one_line(f"pnp: this system has no program that opens {path.as_posix()}; --open was left aside"))
            return
