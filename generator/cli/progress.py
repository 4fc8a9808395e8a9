"""One progress bar a run on a terminal, silence in a pipe."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct

from generator.core.escape import escaped
from generator.core.folders import Project

if TYPE_CHECKING:  # checking games takes much that telling of progress does not
    from generator.project.build import Progress

REDRAWN = 0.1  # seconds from one drawing of the bar to the next


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
def progress_bar(expected: Callable[[], Sequence[str]] = tuple) -> "Iterator[Progress | None]":
    """Give a function to tell of progress; None where nobody watches.

    Args:
        expected: tells the phases of the run, in order; it is asked only where somebody watches.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress as Bar

    headway = Headway(expected())
    here, drawn_at = os.getpid(), 0.0
    # It is drawn as it is told of progress: a thread that draws it would keep work from being divided among processes.
    with Bar(console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("", total=1.0)

        def tell(what: str, done: int, total: int) -> None:
            nonlocal drawn_at
            if os.getpid() != here:  # one of those processes
                return
            now = monotonic()
            due = now - drawn_at >= REDRAWN
            drawn_at = now if due else drawn_at
            shown = escape(escaped(what))  # neither markup nor controls
            bar.update(task, description=shown, completed=headway.reach(what, done, total), refresh=due)

        yield tell
        bar.update(task, completed=1.0)


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
