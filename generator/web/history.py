"""What the workshop wrote into a project's files, kept for a day so that it can be undone, over reloads and restarts.

It lies in the user's folder for caches, never beside the data. A change holds the bytes that were in the file before,
and the digest of those after it: it is undone only where the file still is as the change left it.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from time import time, time_ns
from types import MappingProxyType

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from generator.model.game import Game
from generator.web.speech import Say

DAY = 86_400.0  # s that a change is kept
MOST = 200  # changes of a project
NOWHERE: Mapping[str, str] = MappingProxyType({})
_SUFFIX = ".change"


def version_of(content: bytes) -> str:
    """Identify the bytes of a file."""
    return sha256(content).hexdigest()[:32]


digest = lru_cache(2 * MOST)(version_of)  # of contents that are kept


class FileChange(Struct, frozen=True):
    """A change of a file, or of several in one step."""

    number: int  # grows from change to change; ns since 1970
    game: str
    file: str  # its name, as `source_file` takes it
    sort: str  # saved, deleted, added, moved, imported, translated, picture, made
    kind: str  # whose items are concerned; empty for whole files
    item: str  # the id of the one that was changed or deleted; empty where there is none
    other: bytes | None  # what the file holds once this is undone; of an undone one, once it is done again; None: gone
    version: str  # of the file as it is now
    undone: bool = False
    more: tuple["FileChange", ...] = ()  # other files that were changed in the same step
    fields: tuple[str, ...] = ()  # those of the item that were changed, where that is known
    now: str = ""  # the id that the item has since, where it was changed
    count: int = 1  # of the items that were changed in one step


class History:
    """The changes of one project, the newest last."""

    def __init__(self, folder: Path | None = None) -> None:
        """Keep them in a folder, made if need be; in memory only if None, or where others may write in it."""
        self._folder = folder
        self._lock = Lock()
        self._changes: dict[int, FileChange] = {}
        with suppress(OSError, ValueError):
            for change in self._kept():
                self._changes[change.number] = change

    def remember(self, change: FileChange) -> None:
        """Take note of a change that was made. What was undone before can't be done again after it."""
        with self._lock:
            self._keep(replace(change, number=max(time_ns(), max(self._changes, default=0) + 1)))
            old = time_ns() - DAY * 1e9
            for previous in list(self._changes.values()):
                if previous.number < old or (previous.game == change.game and previous.undone):
                    self._forget(previous)
            for number in sorted(self._changes)[:-MOST]:
                self._forget(self._changes[number])

    def last(self, game: str, *, undone: bool = False) -> FileChange | None:
        """The change of a game that would be undone next; with ``undone``, the one to be done again next."""
        return next(iter(self.steps(game, undone=undone)), None)

    def steps(self, game: str, page: Mapping[str, str] = NOWHERE, *, undone: bool = False) -> list[FileChange]:
        """The changes of a game that are to be undone, in their order; with ``undone``, those to be done again.

        Args:
            game: its name.
            page: what all files of a change have in common with the page that it is asked for: some of ``kind``,
                ``item``, ``file`` and ``sort``. An item is followed through changes of its id.
            undone: which of them.
        """
        shared, names = [key for key in ("kind", "file", "sort") if page.get(key)], {page.get("item")}
        steps = []
        for change in self.all(game):
            if all(getattr(part, key) == page[key] for part in (change, *change.more) for key in shared):
                if not change.undone and change.now in names:
                    names.add(change.item)
                steps += [change] if change.undone == undone and (not page.get("item") or change.item in names) else []
        return steps[::-1] if undone else steps

    def content(self, part: FileChange) -> bytes | None:
        """The content of a change's file after it, where a change that came later says so."""
        parts = (each for change in self.all(part.game) for each in (change, *change.more) if each.file == part.file)
        contents = (each.other for each in parts if each.other is not None)
        return next((content for content in contents if digest(content) == part.version), None)

    def all(self, game: str) -> list[FileChange]:
        """The changes of a game that are not older than a day, the newest first."""
        young = time_ns() - DAY * 1e9
        changes = [change for change in self._changes.values() if change.game == game and change.number > young]
        return sorted(changes, key=lambda change: change.number, reverse=True)

    def games(self) -> list[str]:
        """The games that something was changed in, by name."""
        return sorted({change.game for change in self._changes.values()})

    def turned(self, change: FileChange) -> None:
        """Take note that a change was undone, or done again: its files hold now what was ``other`` before."""
        with self._lock:
            self._keep(replace(change, undone=not change.undone))

    def _keep(self, change: FileChange) -> None:
        self._changes[change.number] = change
        with suppress(OSError):
            if self._folder is not None and self._is_own(make=True):
                part = self._folder / f".{change.number}.part"
                part.write_bytes(msgspec.msgpack.encode(change))
                part.replace(self._folder / f"{change.number}{_SUFFIX}")

    def _forget(self, change: FileChange) -> None:
        del self._changes[change.number]
        if self._folder is not None:
            with suppress(OSError):
                (self._folder / f"{change.number}{_SUFFIX}").unlink()

    def _kept(self) -> Iterator[FileChange]:
        if self._folder is None or not self._is_own():
            return
        for path in sorted(self._folder.glob(f"*{_SUFFIX}")):
            with suppress(OSError, msgspec.MsgspecError):
                if path.stat().st_mtime < time() - DAY:
                    path.unlink()
                else:
                    yield msgspec.msgpack.decode(path.read_bytes(), type=FileChange)

    def _is_own(self, *, make: bool = False) -> bool:
        """Whether the folder is there and nobody else may write in it."""
        assert self._folder is not None
        if make:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self._folder.is_dir():
            return False
        about = self._folder.stat()
        return not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & 0o022)


def history_folder(home: Path, data: Path) -> Path:
    """The folder of a project's changes: below the user's folder for caches, by the place of its data."""
    return home / "history" / sha256(os.path.realpath(data).encode("utf-8", "surrogatepass")).hexdigest()[:32]


MOST_FIELDS = 3  # that are named
_MINUTE, _HOUR = 60 * 10**9, 3600 * 10**9  # ns


def step_name(change: FileChange, game: Game | None, say: Say, tongue: str) -> str:
    """Name a step, as the end of a sentence."""
    what = change.item or (change.file.rpartition("/")[2] if change.sort != "made" or change.kind else change.game)
    if game is not None and change.kind in game.kinds:
        kind = game.kinds[change.kind]
        ids = (change.item, change.now) if change.item else ()
        item = next((item for item in kind.items if item.id in ids), None)
        named = item.called(tongue, game.language) if item is not None else change.item
        what = named or kind.title.in_language(tongue, game.language)
    if change.count > 1:
        what = f"{say('items', change.count)}, {what}"
    if change.fields:
        more = " …" if len(change.fields) > MOST_FIELDS else ""
        return say("step-fields", fields=", ".join(change.fields[:MOST_FIELDS]) + more, what=what)
    return say("step-" + change.sort, what=what)


def since(change: FileChange, say: Say) -> str:
    """Say how long ago a step was."""
    passed = time_ns() - change.number
    hours, minutes = passed // _HOUR, passed // _MINUTE
    return say("ago-hours", hours) if hours else say("ago-minutes", minutes) if minutes else say("ago-now")
