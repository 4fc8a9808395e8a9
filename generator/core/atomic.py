"""Files that are either whole or not there."""

import errno
import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # Windows: there, what a killed run left stays
    flock = None  # type: ignore[assignment]

_PART = re.compile(r"\..+\.pnp-[0-9a-f]{8}\.part")
_OPEN = re.compile(r"/dev/(stdout|stderr|fd/\d+)|/proc/(self|thread-self|\d+)/fd/\d+")  # what a program has open
_SCRATCH = re.compile(r"pnp-\w+\.scratch")
_GRACE = 2.0  # seconds
MOST_FOLDERS = 200  # in one another; making them takes a call within a call for each


class Destination(NamedTuple):
    """What is written to by a name."""

    path: Path  # where a link leads, else the name itself
    stream: bool  # a terminal, a pipe, a device, or what the program has open: what is written goes into it


def target_of(path: Path) -> Destination:
    """What is written to by this name: a stream, else a file that is replaced as a whole or not there yet.

    A link is followed where it leads to something below its own folder or the current one: what strangers have packed
    is not to reach any further.

    Raises:
        OSError: nothing can be written there: it is a folder, a socket, a device of blocks, a link that leads away.
    """
    if _OPEN.fullmatch(os.path.abspath(path)):
        return Destination(path, stream=True)
    real = path
    if path.is_symlink():
        real = Path(os.path.realpath(path))
        if not any(real.is_relative_to(os.path.realpath(folder)) for folder in (path.parent, Path())):
            raise OSError(errno.EINVAL, f"it is a link to {real}; name that, or remove the link", str(path))
    try:
        mode = os.lstat(real).st_mode
    except (FileNotFoundError, NotADirectoryError):  # who makes its folder says what is in the way
        return Destination(real, stream=False)
    if stat.S_ISREG(mode):
        return Destination(real, stream=False)
    if stat.S_ISCHR(mode) or stat.S_ISFIFO(mode):
        return Destination(real, stream=True)
    sorts = {stat.S_IFDIR: "a folder", stat.S_IFSOCK: "a socket", stat.S_IFBLK: "a device of blocks"}
    raise OSError(errno.EINVAL, f"it is no file but {sorts.get(stat.S_IFMT(mode), 'a link')}", str(path))


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a path to write to that becomes ``path`` at the end of the block.

    It lies in the same folder, which is made if need be. With an exception it is removed, and what stood at
    ``path`` stays as it was. What a run left there that was killed is removed too. Into a stream, what was written
    goes at the end of the block.

    Raises:
        OSError: nothing can be written there; see `target_of`.
    """
    if len(path.parts) > MOST_FOLDERS:
        raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), str(path))
    path, stream = target_of(path)
    if stream:
        with scratch() as folder:
            part = folder / "written"
            part.touch()
            yield part
            _pour(part, path)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, "it is no folder", error.filename) from None
    _sweep(path.parent.absolute())
    part = path.with_name(f".{path.name}.pnp-{uuid4().hex[:8]}.part")
    lock = -1
    try:
        lock = _held(part)
        yield part
        os.replace(part, path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (part, str(part)):
            error.filename, error.filename2 = str(path), None  # nobody knows the other name
        raise
    finally:
        if lock >= 0:
            os.close(lock)


def write_whole(path: Path, text: str) -> None:
    """Write a text as `replacing` does, in UTF-8; what a name has that is none, is shown as in messages.

    Raises:
        OSError: see `replacing`.
    """
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")


def _pour(file: Path, into: Path) -> None:
    """Write what is in a file behind what is in a stream; a reader that left early changes nothing."""
    from shutil import copyfileobj

    number = os.open(into, os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOCTTY", 0))
    with suppress(BrokenPipeError), file.open("rb") as read, open(number, "wb", buffering=0) as stream:
        copyfileobj(read, stream)


def _held(part: Path) -> int:
    """Make a file and hold its lock, which the system lets go of when the program ends, however it does.

    Writers open it by its name again; the lock stays with the file.

    Returns:
        The number to close.
    """
    while True:
        lock = os.open(part, os.O_CREAT | os.O_RDWR, 0o666)
        try:
            _lock(lock)
            # Between opening and locking, a run that sweeps may have taken it for a dead one's.
            if os.path.samestat(os.fstat(lock), os.stat(part)):
                return lock
        except FileNotFoundError:
            pass
        except BlockingIOError:  # a run that sweeps looks at it just now
            pass
        except BaseException:
            os.close(lock)
            raise
        os.close(lock)


def _lock(file: int) -> bool:
    """Lock an open file; whether its file system can.

    Raises:
        BlockingIOError: somebody else has it locked.
    """
    if flock is None:
        return False
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # some network file systems
        return False
    return True


@cache
def _sweep(folder: Path) -> None:
    """Remove what killed runs left in a folder, once a run: files with our names whose lock nobody holds."""
    with suppress(OSError):
        for entry in [entry for entry in os.scandir(folder) if _PART.fullmatch(entry.name)]:
            with suppress(OSError):
                (_remove_dead_folder if entry.is_dir(follow_symlinks=False) else _remove_dead)(folder / entry.name)


def sweep_again() -> None:
    """Look once more for what killed runs left, in every folder that is written to from now on."""
    _sweep.cache_clear()


def _remove_dead(part: Path) -> None:
    file = os.open(part, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        if _lock(file) and os.path.samestat(os.fstat(file), os.stat(part)):
            part.unlink()
    finally:
        os.close(file)


@contextmanager
def new_folders(*folders: Path) -> Iterator[tuple[Path, ...]]:
    """Give folders to fill that become ``folders`` at the end of the block, the first one last.

    They lie beside their places. With an exception they are removed, and so is what was made on the way there.

    Raises:
        OSError: one of ``folders`` is there already, or cannot be made.
    """
    from shutil import rmtree

    parts: list[Path] = []
    made: list[Path] = []  # what to remove again, in this order
    locks: list[int] = []
    try:
        for folder in folders:
            made[:0] = _made_above(folder)
            _sweep(folder.parent.absolute())
            part = folder.with_name(f".{folder.name}.pnp-{uuid4().hex[:8]}.part")
            part.mkdir()
            parts.append(part)
            made.insert(0, part)
            if flock is not None:
                locks.append(os.open(part, os.O_RDONLY))
                _lock(locks[-1])
        yield tuple(parts)
        for part, folder in reversed(list(zip(parts, folders, strict=True))):
            if os.path.lexists(folder):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder))
            os.rename(part, folder)
            made[made.index(part)] = folder
    except BaseException:
        for path in made:
            with suppress(OSError):
                (rmtree if path in parts or path in folders else os.rmdir)(path)
        raise
    finally:
        for lock in locks:
            os.close(lock)


@contextmanager
def new_files(paths: Sequence[Path]) -> Iterator[None]:
    """Let a block write files that are not there; with an exception they are removed, and folders made for them.

    Raises:
        OSError: one is there already, or its folder cannot be made.
    """
    for path in paths:
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    made: list[Path] = []
    try:
        for path in paths:
            made[:0] = _made_above(path)
        yield
    except BaseException:
        for path in paths:
            path.unlink(missing_ok=True)
        for folder in made:
            with suppress(OSError):
                folder.rmdir()
        raise


def _made_above(path: Path) -> list[Path]:
    """The folders that had to be made for ``path``, the innermost first."""
    missing = [folder for folder in path.parents if not folder.exists()]
    path.parent.mkdir(parents=True, exist_ok=True)
    return missing


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder that is removed at the end of the block; those of killed runs are removed too."""
    from shutil import rmtree
    from tempfile import gettempdir, mkdtemp  # few commands need it

    root = Path(gettempdir())
    for entry in os.scandir(root):
        if _SCRATCH.fullmatch(entry.name):
            with suppress(OSError):
                _remove_dead_folder(Path(entry.path))
    folder = Path(mkdtemp(".scratch", "pnp-", root))
    lock = -1
    try:
        if flock is not None:
            lock = os.open(folder, os.O_RDONLY)
            _lock(lock)
        yield folder
    finally:
        rmtree(folder, ignore_errors=True)
        if lock >= 0:
            os.close(lock)


def _remove_dead_folder(folder: Path) -> None:
    from shutil import rmtree
    from time import time

    file = os.open(folder, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_DIRECTORY", 0))
    try:
        found = os.fstat(file)
        # One made just now may not be locked yet.
        if found.st_uid == os.getuid() and found.st_mtime < time() - _GRACE and _lock(file):
            rmtree(folder, ignore_errors=True)
    finally:
        os.close(file)


def discard(paths: Iterable[Path], written: Collection[Path]) -> tuple[Path, ...]:
    """Remove files that an earlier run wrote, all of ``paths`` that are there but for those just ``written``.

    To be called when the new files are in place.

    Returns:
        What was removed.

    Raises:
        OSError: a file cannot be removed.
    """
    stale = tuple(path for path in paths if path not in written and path.is_file())
    for path in stale:
        path.unlink()
    return stale
