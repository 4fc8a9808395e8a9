"""Files of a project that several may write at once: read, compared and replaced as one step.

Writers of a folder's files take turns, in threads and in processes: each holds the folder's lock (flock) while it
compares and replaces. So nothing has to be written beside the data, the system lets go of a lock when its holder dies,
and two users of one folder see the same lock. Editors know nothing of it: against them the file is read again straight
before it is replaced. Where the system has no such locks (Windows, some network drives), threads still take turns.
"""

import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from generator.core.atomic import file_beside, folders_for, move, replacing, target_of
from generator.core.leftovers import LOCKS, lock, unlock
from generator.core.problem import Infeasible

PATIENCE = 20.0  # s for others to finish; each takes some milliseconds
_PAUSE = 0.002  # s
_THREADS = RLock()
_HELD: set[str] = set()  # folders whose lock the thread has that holds `_THREADS`


class EditConflict(Infeasible):
    """The file no longer holds what was read."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{_shown(path)} was changed meanwhile, so nothing was written; do it again")


def _shown(path: Path) -> str:
    """A path as messages give it: from the current folder on, where it lies in that."""
    near = os.path.relpath(path) if path.is_absolute() else str(path)
    return (str(path) if near.startswith("..") else near).replace(os.sep, "/")


@contextmanager
def sole_writer(*files: Path) -> Iterator[None]:
    """Keep other writers away from these files and from those beside them.

    Raises:
        Infeasible: another writer did not finish.
    """
    with _THREADS, ExitStack() as held:
        for folder in sorted({_folder_of(file) for file in files} - _HELD) if LOCKS else ():
            number = os.open(folder, os.O_RDONLY)
            held.callback(os.close, number)
            if _locked(number, folder):
                held.callback(unlock, number)  # a process that was forked meanwhile has the number too
            _HELD.add(folder)
            held.callback(_HELD.discard, folder)
        yield


def _folder_of(file: Path) -> str:
    """The folder that a file is or will be in, or the nearest above it that is there."""
    folder = os.path.dirname(os.path.realpath(file))
    while not os.path.isdir(folder) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


def _locked(number: int, folder: str) -> bool:
    """Wait for a folder's lock; whether its file system has locks."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return lock(number)
        except BlockingIOError:
            if time.monotonic() > end:
                shown = _shown(Path(folder))
                raise Infeasible(f"another program keeps writing in {shown}; try again once it is done") from None
            time.sleep(_PAUSE)


class Replacement(NamedTuple):
    """A file that another content takes the place of."""

    path: Path  # of a link, the file that it leads to is meant
    old: bytes | None  # what was read; nothing or None where there was no file, None where there must be none
    new: bytes | None  # None: the file goes


@contextmanager
def replacing_all(changes: Sequence[Replacement]) -> Iterator[None]:
    """Replace files as one step: all of them, or none. What the block does belongs to the step.

    The locks of all files are taken first, in one order for all writers, and all are compared. The new contents lie
    beside the files before the first of them is replaced, so that there is room for all. Where one cannot be replaced,
    or the block fails, those that were are put back. Permissions stay.

    Raises:
        ChangedMeanwhile: a file holds something else than was read.
        Infeasible: another writer did not finish.
        OSError: a file cannot be written; see `target_of`.
    """
    real = [change._replace(path=target_of(change.path).path) for change in changes]
    paths = [change.path for change in real]
    begun: list[Replacement] = []
    with folders_for(paths), sole_writer(*paths), ExitStack() as parts:
        pairs = [(file, _compared(file)) for file in real]
        differing = [file._replace(old=there) for file, there in pairs if file.new not in (file.old, there)]
        staged = [(file, _beside(file.path, file.new, parts)) for file in differing]
        try:
            for file, part in staged:
                _compared(file)
                begun.append(file)
                _put(part, file.path)
            yield
        except BaseException:
            for file in reversed(begun):
                with suppress(OSError), ExitStack() as again:
                    if content_of(file.path) == file.new:  # else it was not replaced, or somebody went on from there
                        _put(_beside(file.path, file.old, again), file.path)
            raise


def _compared(change: Replacement) -> bytes | None:
    """What a file holds, None where there is none. Raises `EditConflict` where that is not what was read."""
    there = content_of(change.path)
    if there != change.old and (there is not None or change.old != b""):
        raise EditConflict(change.path)
    return there


def _beside(path: Path, content: bytes | None, parts: ExitStack) -> Path | None:
    """A file beside another, with this content and the permissions of the other; None where it is to go."""
    if content is None:
        return None
    part = parts.enter_context(file_beside(path))
    part.write_bytes(content)
    if path.exists():
        shutil.copymode(path, part)
    return part


def _put(part: Path | None, path: Path) -> None:
    """Move a file into its place; with None, take away what is there."""
    if part is None:
        path.unlink()
    else:
        move(part, path)


def rewrite(path: Path, old: bytes | None, new: bytes | None) -> None:
    """Put other bytes into a file that still holds what was read, all of them or none; into a stream, as it is.

    Args:
        path: the file; of a link, the file that it leads to.
        old: what was read; nothing or None where there was no file, None where there must be none.
        new: what comes; None: the file goes.

    Raises:
        Refusal, OSError: as `replacing_all`.
    """
    if target_of(path).stream:
        with replacing(path) as part:
            part.write_bytes(new or b"")
        return
    with replacing_all([Replacement(path, old, new)]):
        pass


def content_of(path: Path) -> bytes | None:
    """What a file holds; None where there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def bytes_of(path: Path) -> bytes:
    """What a file holds; nothing where there is none."""
    return content_of(path) or b""
