"""The files that a game rests on, and what each of them was when it was looked at: told apart by content.

A file's bytes are read and hashed when its size, its place on the disk or one of its times is another one; a file that
was written just now is read again the next time, for the clocks of file systems are coarse.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import time_ns
from typing import NamedTuple

from generator.project import Project, shipped_common
from generator.textfile import read_text_file, unsaved

# What editors and systems put beside a file while it is worked on or saved: nobody reads it.
_PASSING = re.compile(r"\..*|.*~|#.*#|4913|.*\.(tmp|temp|bak|sw[a-z]|part|crswap)|.*___jb_\w+___", re.DOTALL)
_SETTLED = 2_000_000_000  # ns after which a file that was written again shows another time


class FileState(NamedTuple):
    """What a file was when it was looked at."""

    content: bytes  # its digest; empty of one that nobody can read
    changed: int  # when, in ns; of an unsaved text, 0


_MAY_NAME_TEMPLATES = re.compile(r"templates[\"']?\s*:|\\(x|u00|U000000)[67]")  # be it with an escape
MOST_READ = 8 * 1024**2  # bytes of a description; a larger one is no game's

FileStates = dict[Path, FileState]


@dataclass(frozen=True, slots=True)
class _Looked:
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

    def states(self, game: str, texts: Mapping[str, bytes]) -> FileStates:
        """The files that a game rests on, with the unsaved ``texts`` (by real path) in place of what is in them.

        The files that ship with the tool count where the project's own lack something.
        """
        project, data = self.project, self.project.data / game
        with unsaved(texts):
            templates = _templates_of(data)
        states: FileStates = {}
        for folder in dict.fromkeys((
            data, project.templates_for(templates) / templates, project.templates / "common", shipped_common()
        )):  # fmt: skip
            for path in _files(folder, self._out):
                if path.is_symlink():
                    states[path / "->"] = FileState(os.fsencode(os.path.realpath(path)), 0)
                if not path.is_dir():
                    states[path] = self._state(path)
        folders = tuple(os.path.realpath(folder) for folder in (data, project.templates))
        for real, text in texts.items():
            shown = next((folder for folder in folders if real.startswith(folder + os.sep)), None)
            if shown is not None:
                base = data if shown == folders[0] else project.templates
                states[base / os.path.relpath(real, shown)] = FileState(sha256(text).digest(), 0)
        return states

    def _state(self, path: Path) -> FileState:
        name = os.fspath(path)
        try:
            about = os.stat(name)
            stamp = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns)
            known = self._seen.get(name)
            if known is not None and known.settled and known.stamp == stamp:
                return known.state
            now = time_ns()
            with open(name, "rb") as file:
                state = FileState(sha256(file.read()).digest(), about.st_mtime_ns)
        except OSError:  # it went just now, or nobody may read it
            return FileState(b"", 0)
        newest = max(about.st_mtime_ns, about.st_ctime_ns)
        self._seen[name] = _Looked(stamp, state, 0 <= newest < now - _SETTLED)
        return state


def _templates_of(data: Path) -> str:
    """The name of a game's folder of templates. Most games don't say it, and to read YAML takes time."""
    text, _ = read_text_file(data / "game.yaml", "", MOST_READ, "yaml-syntax")
    if text is not None and not _MAY_NAME_TEMPLATES.search(text):
        return data.name
    from generator.catalog.load import templates_of

    return templates_of(data)


def differing(one: FileStates, other: FileStates) -> tuple[Path, ...]:
    """The files that are not the same in both, or are in one alone, in the order of their names."""
    files = one.keys() | other.keys()
    return tuple(sorted(path for path in files if _content(one, path) != _content(other, path)))


def _content(states: FileStates, path: Path) -> bytes | None:
    return states[path].content if path in states else None


def is_passing(name: str) -> bool:
    """Whether a file of this name is one that editors make and remove again: swap files, backups, parts."""
    return _PASSING.fullmatch(name) is not None


def _files(folder: Path, out: Path) -> Iterator[Path]:
    """All files below a folder that may be read, and its links to folders; those are followed, each once."""
    printed, seen = os.path.realpath(out), {os.path.realpath(folder)}
    for place, folders, names in os.walk(folder, followlinks=True):
        kept = []
        for name in sorted(folders):
            real = os.path.realpath(os.path.join(place, name))
            if os.path.islink(os.path.join(place, name)):
                yield Path(place, name)
                if real in seen:
                    continue
                seen.add(real)
            if not is_passing(name) and real != printed:
                kept.append(name)
        folders[:] = kept
        for name in sorted(names):
            path = Path(place, name)
            if not is_passing(name) and path.is_file():  # a pipe may never end
                yield path


def rested_on(project: Project, game: str, states: FileStates) -> Iterator[str | bytes]:
    """What tells these files from all others: names and content, and where they lie, for messages name them."""
    yield from (game, os.fspath(project.data), os.fspath(project.templates))
    yield from (os.path.realpath(project.data), os.path.realpath(project.templates))
    for path in sorted(states):
        yield os.fspath(path)
        yield states[path].content
