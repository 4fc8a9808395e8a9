"""A project whose files change while the program runs: which games to look at anew, told by content.

A game is looked at again when a byte of its data or templates differs, or a file came or went. A file that was saved
as it was changes nothing.
"""

import os
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from hashlib import blake2b, file_digest
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from generator.catalog.load import templates_of
from generator.face.file_use import forget_folders
from generator.marks.fonts import forget_fonts
from generator.project import Project
from generator.svg.drawing import forget_drawings
from generator.workspace.build import Checked

# What editors and systems put beside a file while it is worked on or saved: nobody reads it.
_PASSING = re.compile(r"\..*|.*~|#.*#|4913|.*\.(tmp|temp|bak|sw[a-z]|part|crswap)|.*___jb_\w+___", re.DOTALL)
_READ_EACH_TIME = {".yaml", ".yml", ".md"}  # of all else something is kept while the program runs


class FileState(NamedTuple):
    """What a file was when it was read."""

    content: bytes  # its digest
    changed: int  # when, in ns


FileStates = dict[Path, FileState]


@dataclass(frozen=True, slots=True)
class GameUpdate:
    """A game whose files changed."""

    game: str
    files: tuple[Path, ...]  # that changed, came or went; none where it is looked at for the first time
    checked: Checked | None  # None where there is no such game any more
    seconds: float = 0.0  # that the check took


class Workspace:
    """The games of a project, each as it was when it was last checked."""

    def __init__(self, project: Project, check: Callable[[str], Checked], out: Path) -> None:
        """Nothing is read yet.

        Args:
            project: the folders.
            check: reads and checks the game of this name.
            out: what is printed, which is no part of the project wherever it lies.
        """
        self._project, self._check, self._out = project, check, out
        self._known: dict[str, FileStates] = {}
        self.unsettled = False  # files changed while they were read: `update` is to be called again

    def update(self, names: Collection[str]) -> Iterator[GameUpdate]:
        """Look anew at those of these games whose files are not what they were.

        Args:
            names: all games that are of interest and are there now.

        Raises:
            Refusal: a game vanished meanwhile.
        """
        self.unsettled = False
        now = {name: self._states(name) for name in names}
        for name in sorted(self._known.keys() - now.keys()):
            del self._known[name]
            yield GameUpdate(name, (), None)
        changed = {name: files for name, states in now.items() if (files := self._differing(name, states)) is not None}
        if any(path.suffix not in _READ_EACH_TIME for files in changed.values() for path in files):
            forget_files()
        for name, files in changed.items():
            started = perf_counter()
            checked = self._check(name)
            seconds = perf_counter() - started
            if self._states(name) == now[name]:
                self._known[name] = now[name]
            else:  # what was checked is neither the old nor the new
                self.forget(name)
                forget_files()
                self.unsettled = True
            yield GameUpdate(name, files, checked, seconds)

    def forget(self, name: str) -> None:
        """Look at a game again the next time, whether it has changed or not."""
        self._known[name] = {}

    def _differing(self, name: str, states: FileStates) -> tuple[Path, ...] | None:
        """The files of a game that are not what they were, none where it is not known; None where all are."""
        known = self._known.get(name)
        if not known:
            return ()
        files = known.keys() | states.keys()
        return tuple(sorted(path for path in files if _content(known, path) != _content(states, path))) or None

    def _states(self, name: str) -> FileStates:
        """The files that a game rests on. Those that ship with the tool don't change."""
        data, templates = self._project.data / name, self._project.templates
        states: FileStates = {}
        for folder in (data, templates / templates_of(data), templates / "common"):
            for path in _files(folder, self._out):
                try:
                    with path.open("rb") as file:
                        changed = os.fstat(file.fileno()).st_mtime_ns
                        states[path] = FileState(file_digest(file, blake2b).digest(), changed)
                except OSError:  # it went just now, or nobody may read it
                    states[path] = FileState(b"", 0)
        return states


def is_passing(name: str) -> bool:
    """Whether a file of this name is one that editors make and remove again: swap files, backups, parts."""
    return _PASSING.fullmatch(name) is not None


def forget_files() -> None:
    """Read pictures, fonts and folders anew from now on."""
    forget_drawings()
    forget_fonts()
    forget_folders()


def _content(states: FileStates, path: Path) -> bytes | None:
    return states[path].content if path in states else None


def _files(folder: Path, out: Path) -> Iterator[Path]:
    """All files below a folder that may be read."""
    printed = os.path.realpath(out)
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if not is_passing(name) and os.path.realpath(os.path.join(place, name)) != printed
        )
        for name in sorted(names):
            path = Path(place, name)
            if not is_passing(name) and path.is_file():  # a pipe may never end
                yield path
