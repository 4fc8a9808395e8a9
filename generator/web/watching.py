"""The project's files, watched while the workshop is open."""

import logging
from pathlib import Path
from queue import LifoQueue
from threading import Event, Thread

from generator.check.saves import saves
from generator.core.problem import Refusal
from generator.web.workshop import Workshop

QUIET = 15  # ms without a change, after which a save is over
_BREATH = 0.5  # s: the first page, which the browser asks for meanwhile, comes before what it leads to
_PATIENCE = 3.0  # s

log = logging.getLogger("pnp.web.watching")


class Watching:
    """A thread that opens the game that is worked on, and then looks at them whenever a file changes."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._stop = Event()
        self._thread = Thread(target=self._watch, name="watching", daemon=True)
        self._pending: LifoQueue[str | None] = LifoQueue()  # games to open, the one that was asked for last first
        self._latest: str | None = None
        self._opening = Thread(target=self._open, name="opening", daemon=True)

    def begin(self) -> None:
        """Watch from now on, and open the games that somebody looks at."""
        self._workshop.opener = self._ask
        self._thread.start()
        self._opening.start()

    def end(self) -> None:
        """Watch no longer."""
        self._stop.set()
        self._pending.put(None)
        self._thread.join(_PATIENCE)

    def _watch(self) -> None:
        self._stop.wait(_BREATH)
        terms, names = self._workshop.terms, self._workshop.games()
        first = terms.game or max(names, key=self._changed, default=None)
        if first in names:
            self._carry_out(first)
        for _ in saves(self._folders, [self._workshop.project.defaults], self._cannot_tell, QUIET, self._stop):
            self._carry_out(None)

    def _ask(self, name: str) -> None:
        """Have a game opened next."""
        if name != self._latest:  # pages ask for hundreds of faces
            self._latest = name
            self._pending.put(name)

    def _open(self) -> None:
        """Open the games that are asked for, one after the other; of one that is open nothing is asked."""
        while (name := self._pending.get()) is not None and not self._stop.is_set():
            self._latest = None
            self._carry_out(name)

    def _changed(self, name: str) -> int:
        """When a file of a game's data was last written."""
        try:
            return max((path.stat().st_mtime_ns for path in (self._workshop.project.data / name).iterdir()), default=0)
        except OSError:
            return 0

    def _carry_out(self, name: str | None) -> None:
        """Open a game, or look at those that are open. Nothing of that ends the watch."""
        try:
            if name is None:
                self._workshop.look()
            else:
                self._workshop.glance(name)
                self._workshop.game(name)
        except (Refusal, OSError) as error:  # it went while it was read
            log.info("%s", error)
        except Exception:
            log.exception("a change could not be read")

    def _folders(self) -> list[Path]:
        """The paths to watch; a game's folder may be a link to somewhere else."""
        project = self._workshop.project
        roots = [folder for folder in (project.data, project.templates) if folder.is_dir()]
        return [*roots, *(path for root in roots for path in root.iterdir() if path.is_symlink() and path.is_dir())]

    def _cannot_tell(self, error: OSError) -> None:
        log.warning("the system does not report changes (%s); files are read again and again", error)
