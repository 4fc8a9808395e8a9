"""What a killed run left behind: known by its name, and by the lock that nobody holds any more.

Systems without locks of this sort (Windows) cannot rename a file or folder that a program has open either. There
nothing is held open, and what was left is known by its age.
"""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

try:
    from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock
except ImportError:  # Windows
    flock = None  # type: ignore[assignment]

LOCKS = flock is not None

_PART = re.compile(r"\..+\.pnp-[0-9a-f]{8}\.part")
_SCRATCH = re.compile(r"pnp-\w+\.scratch")
_GRACE = 2.0  # seconds
_OLD = 24 * 3600.0  # seconds after which no run is at work any more, where there are no locks


def part_beside(path: Path) -> Path:
    """A name beside ``path`` for what is to take its place: `sweep` knows it."""
    return path.with_name(f".{path.name}.pnp-{uuid4().hex[:8]}.part")


@contextmanager
def held_file(part: Path) -> Iterator[None]:
    """Make a file that nobody sweeps during the block. Writers open it by its name again; the lock stays with it."""
    if not LOCKS:
        part.touch()
        yield
        return
    number = _made_and_locked(part)
    try:
        yield
    finally:
        os.close(number)


@contextmanager
def held_folder(folder: Path) -> Iterator[None]:
    """Keep others from sweeping a folder that was just made."""
    if not LOCKS:
        yield
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        lock(number)
        yield
    finally:
        os.close(number)


def _made_and_locked(part: Path) -> int:
    """Make a file and lock it, which the system undoes when the program ends, however it does; the number to close."""
    while True:
        number = os.open(part, os.O_CREAT | os.O_RDWR, 0o666)
        try:
            lock(number)
            # Between opening and locking, a run that sweeps may have taken it for a dead one's.
            if os.path.samestat(os.fstat(number), os.stat(part)):
                return number
        except (FileNotFoundError, BlockingIOError):  # or that run looks at it just now
            pass
        except BaseException:
            os.close(number)
            raise
        os.close(number)


def lock(file: int) -> bool:
    """Lock an open file; whether its file system can.

    Raises:
        BlockingIOError: somebody else has it locked.
    """
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # some network file systems
        return False
    return True


def unlock(file: int) -> None:
    """Let go of an open file's lock, whoever else has the file open."""
    flock(file, LOCK_UN)


@cache
def sweep(folder: Path) -> None:
    """Remove what killed runs left in a folder, once a run: what has our names and nobody's lock."""
    with suppress(OSError):
        for entry in [entry for entry in os.scandir(folder) if _PART.fullmatch(entry.name)]:
            with suppress(OSError):
                _remove_dead(folder / entry.name, folder=entry.is_dir(follow_symlinks=False))


def sweep_again() -> None:
    """Look once more for what killed runs left, in every folder that is written to from now on."""
    sweep.cache_clear()


@contextmanager
def scratch(root: Path | None = None) -> Iterator[Path]:
    """Give a folder that is removed at the end of the block, in ``root`` or where the system has such folders.

    Those of killed runs are removed too.
    """
    from shutil import rmtree
    from tempfile import gettempdir, mkdtemp  # few commands need it

    root = root or Path(gettempdir())
    for entry in os.scandir(root):
        if _SCRATCH.fullmatch(entry.name):
            with suppress(OSError):
                _remove_dead(Path(entry.path), folder=True)
    folder = Path(mkdtemp(".scratch", "pnp-", root))
    with held_folder(folder):
        try:
            yield folder
        finally:
            rmtree(folder, ignore_errors=True)


def _remove_dead(path: Path, *, folder: bool) -> None:
    from shutil import rmtree

    if not LOCKS:
        if path.lstat().st_mtime < time.time() - _OLD:
            rmtree(path) if folder else path.unlink()
        return
    way = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) if folder else os.O_RDWR | getattr(os, "O_NONBLOCK", 0)
    number = os.open(path, way | getattr(os, "O_NOFOLLOW", 0))
    try:
        status = os.fstat(number)
        # A folder made just now may not be locked yet.
        if folder and status.st_uid == os.getuid() and status.st_mtime < time.time() - _GRACE and lock(number):
            rmtree(path, ignore_errors=True)
        elif not folder and lock(number) and os.path.samestat(status, os.stat(path)):
            path.unlink()
    finally:
        os.close(number)
