"""The files that a game rests on, and what each of them was when it was examined: told apart by content.

A file's bytes are read and hashed when its size, its place on the disk or one of its times is another one; a file that
was written just now is read again the next time, for the clocks of file systems are coarse. What large files were, as
fonts are, is kept for the next run: to read and hash these takes most of the time of looking at a game again.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from hashlib import file_digest, sha256
from pathlib import Path
from stat import S_ISREG
from time import time_ns
from typing import NamedTuple

import msgspec
from msgspec import Struct

from generator.check.cache import Cache, key_of
from generator.core.folders import Project, shipped_common
from generator.core.plugins import code_digest
from generator.core.textfile import read_text_file, unsaved

_SETTLED = 2_000_000_000  # ns after which a file that was written again shows another time


class FileState(NamedTuple):
    """What a file was when it was examined."""

    content: bytes  # the digest of a file; what ends in a word is not a file: a folder, a pipe, what nobody can read
    changed: int  # when, in ns; of an unsaved text, 0

    @property
    def is_file(self) -> bool:
        """Whether it was a file that can be read."""
        return len(self.content) == sha256().digest_size


# Without one of these no key of a YAML file reads `templates`: the word itself, an escape that gives a letter of it, an
# escaped end of a line, which can part it. To look for them takes a hundredth of the time of reading the file.
_MAY_NAME_TEMPLATES = re.compile(r"templates|\\(x|u00|U000000)[67]|\\\s")
MOST_READ = 8 * 1024**2  # bytes of a description; a larger one is not a game's
_AT_ONCE = 1024**2  # bytes of a file; larger ones are read in parts
# Bytes of a file whose digest is kept for the next run: a smaller one is read as quickly. Windows has no such time.
_KEPT = 64 * 1024 if os.name != "nt" else sys.maxsize
_FOLDER, _NO_FILE, _UNREADABLE, _ABSENT = (
    FileState(mark, 0) for mark in (b"folder", b"no file", b"unreadable", b"absent")
)

FileStates = dict[str, FileState]  # by path


class _FileReading(Struct, frozen=True):
    """A file as it was when it was read."""

    stamp: tuple[int, ...]  # its size first
    state: FileState
    settled: bool


class FileLooker:
    """Looks at files, and reads those again that may have changed."""

    def __init__(self, project: Project, out: Path | None = None, cache: Cache | None = None) -> None:
        """Take the project's folders, a folder to pass over, for who prints at each change is not to see the sheets,
        and where an earlier run kept what large files were."""
        self.project, self._out, self._cache = project, out, cache or Cache(None)
        folders = project.data, project.templates
        self._key = key_of("large files", *map(os.fspath, folders), *map(os.path.realpath, folders))
        self._kept = _as_kept(self._cache.get(self._key))
        self._seen = dict(self._kept)
        self._folders: dict[str, FileStates] = {}

    def states(self, game: str, texts: Mapping[str, bytes]) -> FileStates:
        """The files and folders that a game rests on, whatever they are called.

        The files that ship with the tool count where the project's own lack something.

        Args:
            game: its name.
            texts: unsaved texts, by real path, in place of what is in files.
        """
        project, data = self.project, self.project.data / game
        with unsaved(texts):
            templates = _templates_of(data)
        states: FileStates = {}
        for folder in (data, project.templates_for(templates) / templates, project.templates / "common"):
            states |= self._below(folder)
        states |= self._below(shipped_common())
        states |= self._file(project.defaults)  # it says how large files of items may be
        folders = tuple(os.path.realpath(folder) for folder in (data, project.templates))
        for real, text in texts.items():
            shown = next((folder for folder in folders if real.startswith(folder + os.sep)), None)
            if shown is not None:
                base = data if shown == folders[0] else project.templates
                states[str(base / os.path.relpath(real, shown))] = FileState(sha256(text).digest(), 0)
        return states

    def _file(self, path: Path) -> FileStates:
        """A file, where there is one."""
        name = os.fspath(path)
        try:
            about = os.stat(name)
            return {name: self._state(name, about) if S_ISREG(about.st_mode) else _NO_FILE}
        except OSError:
            return {}

    def keep(self) -> None:
        """Keep for the next run what large files are, where this one had to read any."""
        large = {name: seen for name, seen in self._seen.items() if seen.settled and seen.stamp[0] >= _KEPT}
        if large != self._kept:
            self._kept = large
            self._cache.put(self._key, msgspec.json.encode(large))

    def look_anew(self) -> None:
        """Look at all folders again from now on: until then each is examined once."""
        self._folders.clear()

    def _below(self, folder: Path) -> FileStates:
        """A folder and all that lies below it; links to folders are followed, each once."""
        name = os.fspath(folder)
        if name not in self._folders:
            states: FileStates = {}
            self._folders[name] = states
            if os.path.isdir(name):
                states[name] = _by_link(_FOLDER, name) if os.path.islink(name) else _FOLDER
            waiting, followed = [name], {os.path.realpath(name)}
            while waiting:
                waiting += self._look_into(waiting.pop(), followed, states)
        return self._folders[name]

    def _look_into(self, place: str, followed: set[str], states: FileStates) -> Iterator[str]:
        """Look at what is in a folder; the folders to look at next."""
        try:
            entries = list(os.scandir(place))
        except OSError:  # it went just now, or nobody may read it
            states[place] = _UNREADABLE
            return
        for entry in entries:
            path, linked, state = entry.path, entry.is_symlink(), _NO_FILE  # a pipe may never end
            try:
                if entry.is_dir():
                    real = os.path.realpath(path) if linked or self._is_called_out(entry.name) else ""
                    if self._out is not None and real == os.path.realpath(self._out):
                        continue
                    state = _FOLDER
                    if real not in followed:
                        followed |= {real} if linked else set()
                        yield path
                elif entry.is_file():
                    state = self._state(path, entry.stat())
            except OSError:
                state = _UNREADABLE
            states[path] = _by_link(state, path) if linked else state

    def _is_called_out(self, name: str) -> bool:
        return self._out is not None and name == self._out.name

    def _state(self, name: str, about: os.stat_result) -> FileState:
        stamp = (about.st_size, about.st_dev, about.st_ino, about.st_mtime_ns, about.st_ctime_ns)
        seen = self._seen.get(name)
        if seen is not None and seen.settled and seen.stamp == stamp:
            return seen.state
        now = time_ns()
        with open(name, "rb", buffering=0) as file:
            whole = about.st_size <= _AT_ONCE
            digest = sha256(file.read()).digest() if whole else file_digest(file, "sha256").digest()
        state = FileState(digest, about.st_mtime_ns)
        newest = max(about.st_mtime_ns, about.st_ctime_ns)
        self._seen[name] = _FileReading(stamp, state, 0 <= newest < now - _SETTLED)
        return state


def _as_kept(answer: bytes | None) -> dict[str, _FileReading]:
    """What an earlier run kept; nothing where it is of another form."""
    try:
        return msgspec.json.decode(answer or b"{}", type=dict[str, _FileReading])
    except msgspec.MsgspecError:
        return {}


def _by_link(state: FileState, path: str) -> FileState:
    """The state of what a link leads to, told apart by where that is: messages and limits follow it."""
    place = sha256(state.content + os.fsencode(os.path.realpath(path))).digest()
    return FileState(place if state.is_file else place + state.content, state.changed)


def _templates_of(data: Path) -> str:
    """The name of a game's folder of templates. Most games don't say it, and reading YAML takes time."""
    text, _ = read_text_file(data / "game.yaml", "", MOST_READ, "yaml-syntax")
    if text is not None and not _MAY_NAME_TEMPLATES.search(text):
        return data.name
    from generator.model.at_a_glance import outline_of

    return outline_of(data).templates


def differing(before: FileStates, now: FileStates) -> tuple[Path, ...]:
    """What is not the same in both, or is in one alone, by name; of a folder only what is in it, if there is any."""
    paths = sorted(before.keys() | now.keys())
    changed = [path for path in paths if before.get(path, _ABSENT).content != now.get(path, _ABSENT).content]
    folders = {os.path.dirname(path) for path in changed}
    return tuple(Path(path) for path in changed if path not in folders)


def rested_on(project: Project, game: str, states: FileStates) -> Iterator[str | bytes]:
    """What tells these files from all others: names and content, and where they lie, for messages name them."""
    yield from told_project(project, game)
    for path in sorted(states):
        yield path
        yield states[path].content


def told_project(project: Project, game: str) -> tuple[str, ...]:
    """What tells a game from all others: where its files lie, how messages name them, which code of theirs may run."""
    folders = project.data, project.templates
    return game, *map(os.fspath, folders), *map(os.path.realpath, folders), code_digest(project.data / game)
