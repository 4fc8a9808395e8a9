"""How a command goes on and ends: a progress bar, what is said where it was refused, its exit status, opening what
it made."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from generator.cli.reporting import as_annotation, as_lines, as_text, is_quiet, one_line, say, stop, tally, tell
from generator.core.escape import escaped
from generator.core.folders import Project
from generator.core.problem import Faulty, Problem, Refusal, as_json, has_errors, reason_of, without_notes

if TYPE_CHECKING:
    from generator.check.build import Progress

FAULTY = 1  # data or files have errors


def carried_out(command: Callable[[], int | None], out: Path | None = None) -> int:
    """Do what a command is for; where it is refused, say why.

    Args:
        command: does it; its exit status if that is not 0.
        out: what it writes to, for where the system does not say which file could not be written; None where it
            writes to standard output only, whose faults are not the command's.

    Returns:
        The exit status.
    """
    try:
        return command() or 0
    except Faulty as error:
        for line in as_lines(without_notes(error.problems)):
            tell(line)
        tell(f"{tally(error.problems)}; {error.outcome}")
        return FAULTY
    except Refusal as error:
        stop(str(error))
        return error.status
    except OSError as error:
        if out is None or isinstance(error, BrokenPipeError):  # nobody reads on; no file is at fault
            raise
        return stop(f"cannot write {Path(error.filename or out).as_posix()}: {reason_of(error)}")


def tell_problems(
    problems: list[Problem], form: str, closing: Iterable[str], *, strict: bool, every: bool = False
) -> int:
    """Print what was found; the exit status.

    Args:
        problems: sorted, each once.
        form: ``text``, ``json`` or ``github``.
        closing: the lines after the problems where they are written as text.
        strict: whether warnings fail.
        every: whether problems that follow from another one are reported, too, and notes.
    """
    lines = partial(map, as_text) if every else as_lines
    counting = without_notes(problems)
    if form == "json":
        say(as_json(problems))
    elif form == "text" and is_quiet():
        _say_each(lines([problem for problem in counting if strict or problem.level == "error"]))
    elif form == "text":
        _say_each(chain(lines(problems if every else counting), closing))
    else:
        _say_each(map(as_annotation, problems))
    return FAULTY if has_errors(problems) or (strict and counting) else 0


def _say_each(lines: Iterable[str]) -> None:
    """Print lines a thousand at a time: the text of a hundred thousand problems would take as much as the check did."""
    lines_after = iter(lines)
    while some := list(islice(lines_after, 1_000)):
        say("\n".join(some))


MOST_OPENED = 6  # windows at once; of more files the folder is shown


def open_made(paths: Sequence[Path]) -> None:
    """Open files or folders, once a run has made them; where nothing can open them, say where they are."""
    files = list(dict.fromkeys(paths))
    folders = sorted({path.parent for path in files})
    for path in files if len(files) <= MOST_OPENED else folders[:MOST_OPENED]:
        if click.launch(os.fspath(path.resolve())):
            tell(one_line(f"pnp: this system has no program that opens {path.as_posix()}; --open was left aside"))
            return


def can_ask() -> bool:
    """Whether somebody sits before a terminal who can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def confirm(question: str, *, usual: bool) -> bool:
    """Ask on the terminal, in English or French; ``usual`` is the answer of who just presses Enter."""
    stream = sys.__stderr__ or sys.stderr  # a progress bar takes the other's place, and holds a line without end back
    below = "" if stream is sys.stderr else "\n"
    stream.write(f"{below}{one_line(question)} {'[Y/n]' if usual else '[y/N]'} ")
    stream.flush()
    answer = sys.stdin.readline().strip().casefold()
    return answer in ("y", "yes", "o", "oui") or (usual and not answer)


REDRAWN = 0.1  # seconds from one drawing of the bar to the next
TOLD_AGAIN = 10.0  # seconds from one line to the next where nobody watches


class Headway(Struct):
    """How far a run has come through phases that are known beforehand, by their names; each may be left out."""

    phases: Sequence[str] = ()
    place: int = -1  # of the phase that is going on
    done: int = 0  # of that phase's work
    share: float = 0.0  # of the whole run; it never falls

    def reach(self, what: str, done: int, total: int) -> float:
        """Note how much of a phase is done; the share of the whole run that this makes."""
        going_on = 0 <= self.place < len(self.phases) and self.phases[self.place] == what and done >= self.done
        if not going_on and what in self.phases[self.place + 1 :]:
            self.place = self.phases.index(what, self.place + 1)
        self.done = done
        within = min(1.0, done / max(total, 1))
        share = (max(self.place, 0) + within) / len(self.phases) if self.phases else within
        self.share = max(self.share, min(share, 1.0))
        return self.share


@contextmanager
def progress_bar(
    expected: Callable[[], Sequence[str]] = tuple, *, minutes: bool = False
) -> "Iterator[Progress | None]":
    """Give a function to tell of progress; None where nobody watches.

    Args:
        expected: tells the phases of the run, in order; it is asked only where somebody watches.
        minutes: whether the run may take minutes: then a log gets a line now and then.
    """
    if not sys.stderr.isatty():
        yield _lines_of_progress() if minutes and not is_quiet() else None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress as Bar

    headway = Headway(expected())
    here, drawn_at = os.getpid(), 0.0
    # It is drawn as it is told of progress: a thread that draws it would keep work from being divided among processes.
    with Bar(console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("", total=1.0)

        def show_progress(what: str, done: int, total: int) -> None:
            nonlocal drawn_at
            if os.getpid() != here:  # one of those processes
                return
            now = monotonic()
            due = now - drawn_at >= REDRAWN
            drawn_at = now if due else drawn_at
            description = escape(escaped(what))  # neither markup nor controls
            bar.update(task, description=description, completed=headway.reach(what, done, total), refresh=due)

        yield show_progress
        bar.update(task, completed=1.0)


def _lines_of_progress() -> "Progress":
    here, told_at = os.getpid(), monotonic()

    def tell_progress(what: str, done: int, total: int) -> None:
        nonlocal told_at
        if os.getpid() == here and monotonic() - told_at >= TOLD_AGAIN:
            told_at = monotonic()
            tell(one_line(f"pnp: {what}: {done:,} of {total:,}" if total > 1 else f"pnp: {what}"))

    return tell_progress


def expected_of(project: Project, names: Sequence[str], verbs: Sequence[str], kinds: Sequence[str] = ()) -> list[str]:
    """The phases of a run that does one thing after another with games, kind by kind.

    Args:
        project: the folders.
        names: the games.
        verbs: what is done: ``checking`` looks at all kinds, all else at those that were asked for.
        kinds: those; all if empty.
    """
    from generator.model.at_a_glance import outline_of

    games = [list(outline_of(project.data / name).files) for name in names]
    return [
        f"{verb} {kind}"
        for verb in verbs
        for found in games
        for kind in found
        if verb == "checking" or not kinds or kind in kinds
    ]
