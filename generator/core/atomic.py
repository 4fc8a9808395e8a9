"""Files that are either whole or not there."""

import errno
import os
import re
import stat
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from generator.core.leftovers import held_file, held_folder, part_beside, scratch, sweep

_OPEN = re.compile(r"/dev/(stdout|stderr|fd/\d+)|/proc/(self|thread-self|\d+)/fd/\d+")  # what a program has open
_PATIENCE, _PAUSE = 1.0, 0.02  # s
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}  # of which the system names no file
HELD_OPEN = "another program has it open; close it in your PDF reader or editor, and try again"
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
            raise OSError(errno.EINVAL, f"it is a link to {real.as_posix()}; name that, or remove the link", str(path))
    try:
        mode = os.lstat(real).st_mode
    except (FileNotFoundError, NotADirectoryError):  # who makes its folder says what is in the way
        return Destination(real, stream=False)
    if stat.S_ISREG(mode):
        return Destination(real, stream=False)
    if stat.S_ISCHR(mode) or stat.S_ISFIFO(mode):
        return Destination(real, stream=True)
    sorts = {stat.S_IFDIR: "a folder", stat.S_IFSOCK: "a socket", stat.S_IFBLK: "a device of blocks"}
    raise OSError(errno.EINVAL, f"it is not a file but {sorts.get(stat.S_IFMT(mode), 'a link')}", str(path))


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a path to write to that becomes ``path`` at the end of the block.

    It lies in the same folder, which is made if need be. With an exception it is removed, and what stood at
    ``path`` stays as it was. What a run left there that was killed is removed too. Into a stream, what was written
    goes at the end of the block.

    Raises:
        OSError: nothing can be written there; see `target_of`.
    """
    path, stream = target_of(path)
    if stream:
        with scratch() as folder:
            part = folder / "written"
            part.touch()
            yield part
            _pour(part, path)
        return
    with file_beside(path) as part:
        yield part
        move(part, path)


@contextmanager
def file_beside(path: Path) -> Iterator[Path]:
    """Give a file in the folder of ``path``, which is made if need be, that is gone at the end unless it was moved.

    Raises:
        OSError: no file can be made there.
    """
    if len(path.parts) > MOST_FOLDERS:
        raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, "it is not a folder", error.filename) from None
    sweep(path.parent.absolute())
    part = part_beside(path)
    try:
        with held_file(part):
            yield part
    except OSError as error:
        if error.filename in (part, str(part)) or (error.filename is None and error.errno in _FULL):
            error.filename, error.filename2 = str(path), None  # nobody knows the other name
        raise
    finally:
        with suppress(PermissionError):  # whoever writes to it may have it open still; it is swept
            part.unlink(missing_ok=True)


def move(part: Path, path: Path) -> None:
    """Put a file in the place of another. Raises `OSError` where the system refuses."""
    _patiently(lambda: os.replace(part, path), path)


def _patiently(act: Callable[[], object], path: Path) -> None:
    """Do what Windows refuses while a program has a file open: a scanner of viruses soon lets go of it.

    Raises:
        OSError: it is refused still after `_PATIENCE`.
    """
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            act()
        except PermissionError as error:
            if os.name != "nt":
                raise
            if time.monotonic() > end:
                raise PermissionError(errno.EACCES, HELD_OPEN, str(path)) from error
            time.sleep(_PAUSE)
        else:
            return


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


@contextmanager
def new_folders(*folders: Path) -> Iterator[tuple[Path, ...]]:
    """Give folders to fill that become ``folders`` at the end of the block, the first one last.

    They lie beside their places. With an exception they are removed, and so is what was made on the way there.

    Raises:
        OSError: one of ``folders`` is there already, or cannot be made.
    """
    from shutil import rmtree

    parts: list[tuple[Path, os.stat_result]] = []
    created: list[Path] = []  # on the way, the innermost first
    try:
        with ExitStack() as held:
            for folder in folders:
                created[:0] = _made_above(folder)
                sweep(folder.parent.absolute())
                part = part_beside(folder)
                part.mkdir()
                parts.append((part, part.stat()))
                held.enter_context(held_folder(part))
            yield tuple(part for part, _ in parts)
            for (part, _), folder in reversed(list(zip(parts, folders, strict=True))):
                if os.path.lexists(folder):
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder))
                _patiently(partial(os.rename, part, folder), folder)
    except BaseException:
        for (part, own), folder in zip(parts, folders, strict=False):
            for path in (part, folder):  # an interruption may come before or after it has its name
                with suppress(OSError):
                    if os.path.samestat(path.lstat(), own):
                        rmtree(path)
        for folder in created:
            with suppress(OSError):
                folder.rmdir()
        raise


@contextmanager
def folders_for(paths: Iterable[Path]) -> Iterator[None]:
    """Make the folders that files are written into; those that had to be made are removed if they are empty at the end.

    Raises:
        OSError: one cannot be made.
    """
    created: list[Path] = []
    try:
        for path in paths:
            created[:0] = _made_above(path)
        yield
    finally:
        for folder in created:
            with suppress(OSError):
                folder.rmdir()


def _made_above(path: Path) -> list[Path]:
    """The folders that had to be made for ``path``, the innermost first."""
    missing = [folder for folder in path.parents if not folder.exists()]
    for folder in (*reversed(missing), path.parent):  # one by one: `parents=True` calls itself for each
        folder.mkdir(exist_ok=True)
    return missing


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
        _patiently(path.unlink, path)
    return stale
