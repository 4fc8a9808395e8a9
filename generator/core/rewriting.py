"""Files of a project that several may write at once: read, compared and replaced as one step.

Writers of a folder's files take turns, in threads and in processes: each holds the folder's lock (flock) while it
compares and replaces. So nothing has to be written beside the data, the system lets go of a lock when its holder dies,
and two users of one folder see the same lock. Editors know nothing of it: against them the file is read again straight
before it is replaced. Where the system has no such locks (Windows, some network drives), threads still take turns.
"""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import RLock

from generator.core.atomic import replacing, target_of
from generator.core.leftovers import LOCKS, lock, unlock
from generator.core.problem import Infeasible

PATIENCE = 20.0  # s for others to finish; each takes some milliseconds
_PAUSE = 0.002  # s
_THREADS = RLock()
_HELD: set[str] = set()  # folders whose lock the thread has that holds `_THREADS`


class ChangedMeanwhile(Infeasible):
    """The file no longer holds what was read."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} was changed meanwhile, so nothing was written; do it again")


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
                raise Infeasible(f"another program keeps writing in {folder}; try again once it is done") from None
            time.sleep(_PAUSE)


@contextmanager
def replacing_same(path: Path, old: bytes) -> Iterator[Path]:
    """As `replacing`, but only a file that still holds what was read; its permissions stay. A stream takes it as it is.

    Args:
        path: the file; of a link, the file that it leads to.
        old: what was read; nothing where there was no file.

    Raises:
        ChangedMeanwhile: it holds something else by now.
        OSError: nothing can be written there; see `target_of`.
    """
    real, stream = target_of(path)
    if stream:
        with replacing(real) as part:
            yield part
        return
    with sole_writer(real), replacing(real) as part:
        yield part
        if real.exists():
            shutil.copymode(real, part)
        if bytes_of(real) != old:
            raise ChangedMeanwhile(path)


def rewrite(path: Path, old: bytes, new: bytes) -> None:
    """Put other bytes into a file that still holds what was read, all of them or none. Raises as `replacing_same`."""
    with replacing_same(path, old) as part:
        part.write_bytes(new)


def remove_same(path: Path, old: bytes) -> None:
    """Remove a file that still holds what was read. Raises as `replacing_same`."""
    with sole_writer(path):
        if bytes_of(path) != old:
            raise ChangedMeanwhile(path)
        path.unlink(missing_ok=True)


def bytes_of(path: Path) -> bytes:
    """What a file holds; nothing where there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
