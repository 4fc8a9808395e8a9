"""The files that a game rests on, and what each of them was when it was looked at: told apart by content.

A file's bytes are read and hashed when its size, its place on the disk or one of its times is another one; a file that
was written just now is read again the next time, for the clocks of file systems are coarse.
"""

import os
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from time import time_ns
from typing import NamedTuple

from msgspec import Struct

from generator.core.folders import Project, shipped_common
from generator.core.textfile import read_text_file, unsaved

# What editors and systems put beside a file while it is worked on or saved: nobody reads it.
_PASSING = re.compile(r"\..*|.*~|#.*#|4913|.*\.(tmp|temp|bak|sw[a-z]|part|crswap)|.*___jb_\w+___", re.DOTALL)
_SETTLED = 2_000_000_000  # ns after which a file that was written again shows another time


class FileState(NamedTuple):
    """What a file was when it was looked at."""

    content: bytes  # its digest; empty of one that nobody can read
    changed: int  # when, in ns; of an unsaved text, 0


_MAY_NAME_TEMPLATES = re.compile(r"templates[\"']?\s*:|\\(x|u00|U000000)[67]")  # be it with an escape
MOST_READ = 8 * 1024**2  # bytes of a description; a larger one is no game's

FileStates = dict[str, FileState]  # by path


class _Looked(Struct, frozen=True):
    """A file as it was when it was read."""

    stamp: tuple[int, ...]
    state: FileState
    settled: bool


class FileLooker:
    """Looks at files, and reads those again that may have changed."""

    def __init__(self, project: Project, out: Path) -> None:
        """Take the project's folders, and where sheets are written, which is no part of the project."""
        self.project, self._out = project, out
        self._seen: dict[str, _Looked] = {}
        self._folders: dict[str, FileStates] = {}

    def states(self, game: str, texts: Mapping[str, bytes]) -> FileStates:
        """The files that a game rests on, with the unsaved ``texts`` (by real path) in place of what is in them.

        The files that ship with the tool count where the project's own lack something.
        """
        project, data = self.project, self.project.data / game
        with unsaved(texts):
            templates = _templates_of(data)
        states: FileStates = {}
        for folder in (data, project.templates_for(templates) / templates, project.templates / "common"):
            states |= self._below(folder)
        states |= self._below(shipped_common())
        folders = tuple(os.path.realpath(folder) for folder in (data, project.templates))
        for real, text in texts.items():
            shown = next((folder for folder in folders if real.startswith(folder + os.sep)), None)
            if shown is not None:
                base = data if shown == folders[0] else project.templates
                states[str(base / os.path.relpath(real, shown))] = FileState(sha256(text).digest(), 0)
        return states

    def look_anew(self) -> None:
        """Look at all folders again from now on: until then each is looked at once."""
        self._folders.clear()

    def _below(self, folder: Path) -> FileStates:
        """All files below a folder that may be read, and its links to folders; those are followed, each once."""
        name = os.fspath(folder)
        if name not in self._folders:
            states: FileStates = {}
            self._folders[name] = states
            waiting, followed = [name], {os.path.realpath(name)}
            while waiting:
                waiting += self._look_into(waiting.pop(), followed, states)
        return self._folders[name]

    def _look_into(self, place: str, followed: set[str], states: FileStates) -> Iterator[str]:
        """Look at what is in a folder; the folders to look at next."""
        try:
            entries = list(os.scandir(place))
        except OSError:  # it went just now, or nobody may read it
            return
        for entry in entries:
            if is_passing(entry.name):
                continue
            path, linked = entry.path, entry.is_symlink()
            if linked:
                states[os.path.join(path, "->")] = FileState(os.fsencode(os.path.realpath(path)), 0)
            try:
                if entry.is_dir():
                    real = os.path.realpath(path) if linked or entry.name == self._out.name else ""
                    if real != os.path.realpath(self._out) and real not in followed:
                        followed |= {real} if linked else set()
                        yield path
                elif entry.is_file():  # a pipe may never end
                    states[path] = self._state(path, entry.stat())
            except OSError:
                states[path] = FileState(b"", 0)

    def _state(self, name: str, about: os.stat_result) -> FileState:
        stamp = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns)
        known = self._seen.get(name)
        if known is not None and known.settled and known.stamp == stamp:
            return known.state
        now = time_ns()
        with open(name, "rb") as file:
            state = FileState(sha256(file.read()).digest(), about.st_mtime_ns)
        newest = max(about.st_mtime_ns, about.st_ctime_ns)
        self._seen[name] = _Looked(stamp, state, 0 <= newest < now - _SETTLED)
        return state


def _templates_of(data: Path) -> str:
    """The name of a game's folder of templates. Most games don't say it, and to read YAML takes time."""
    text, _ = read_text_file(data / "game.yaml", "", MOST_READ, "yaml-syntax")
    if text is not None and not _MAY_NAME_TEMPLATES.search(text):
        return data.name
    from generator.model.load import templates_of

    return templates_of(data)


def differing(one: FileStates, other: FileStates) -> tuple[Path, ...]:
    """The files that are not the same in both, or are in one alone, in the order of their names."""
    files = one.keys() | other.keys()
    return tuple(Path(path) for path in sorted(files) if _content(one, path) != _content(other, path))


def _content(states: FileStates, path: str) -> bytes | None:
    return states[path].content if path in states else None


def is_passing(name: str) -> bool:
    """Whether a file of this name is one that editors make and remove again: swap files, backups, parts."""
    return _PASSING.fullmatch(name) is not None


def rested_on(project: Project, game: str, states: FileStates) -> Iterator[str | bytes]:
    """What tells these files from all others: names and content, and where they lie, for messages name them."""
    yield from told_project(project, game)
    for path in sorted(states):
        yield path
        yield states[path].content


def told_project(project: Project, game: str) -> tuple[str, ...]:
    """What tells a game of a project from all others: where its files lie, and how they are named in messages."""
    folders = project.data, project.templates
    return game, *map(os.fspath, folders), *map(os.path.realpath, folders)
