"""What happens to files while a command waits. Systems tell of changes; what they miss is looked for twice a second."""

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from pathlib import Path
from threading import Event

from watchfiles import Change, watch

# What editors put beside a file while it is worked on or saved: it wakes nobody, but whoever looks sees it too.
_PASSING = re.compile(r"\..*|.*~|#.*#|4913|.*\.(tmp|temp|bak|sw[a-z]|part|crswap)|.*___jb_\w+___", re.DOTALL)
_TICK = 500  # ms between looks at what nobody reports
_QUIET = 100  # ms without a change, after which a save of several files is over
_LONGEST = 2_000  # ms after which what changed so far is reported, though more goes on changing

Folders = Callable[[], Collection[Path]]
_Mark = tuple[int, ...] | None  # tells a file or folder from another one in its place; None where there is none


def saves(
    folders: Folders,
    files: Collection[Path],
    failed: Callable[[OSError], None],
    quiet: int = _QUIET,
    stop: Event | None = None,
) -> Iterator[None]:
    """Wait for changes; one value for each time that there may be some.

    Args:
        folders: says what to watch, with all that lies below; it may come, go and be replaced.
        files: to be examined too; they lie where more goes on than is of interest.
        failed: told where the system can't tell of changes, so that files are compared instead.
        quiet: how long nothing more may change before what changed is reported, in ms.
        stop: ends it when it is set.
    """
    polling: bool | None = None  # as the environment has it
    stop = stop or Event()
    watched = partial(
        watch,
        watch_filter=_is_of_interest,
        debounce=_LONGEST,
        step=quiet,
        stop_event=stop,
        rust_timeout=_TICK,
        yield_on_timeout=True,
    )
    while not stop.is_set():
        there = _marks(folders())
        if not there:
            stop.wait(_TICK / 1000)
            continue
        try:
            yield from _while_same(there, folders, files, watched(*there, force_polling=polling))
        except FileNotFoundError:  # it went just now
            continue
        except OSError as error:
            if polling:
                raise
            failed(error)
            polling = True


def _while_same(
    there: dict[Path, _Mark], folders: Folders, files: Collection[Path], told: Iterable[set[tuple[Change, str]]]
) -> Iterator[None]:
    """The same as long as these are the folders."""
    previous: list[_Mark] | None = None  # what came before the system was asked is not told of
    for changes in told:
        now = [_mark(file, content=True) for file in files]
        if changes or now != previous:
            previous = now
            yield
        if _marks(folders()) != there or any(
            change == Change.deleted and Path(name) in there for change, name in changes
        ):
            return


def _is_of_interest(change: Change, name: str) -> bool:  # noqa: ARG001 - as watchfiles calls it
    return not is_passing(os.path.basename(name))


def is_passing(name: str) -> bool:
    """Whether a file of this name is one that editors make and remove again: swap files, backups, parts."""
    return _PASSING.fullmatch(name) is not None


def _marks(folders: Collection[Path]) -> dict[Path, _Mark]:
    marks = {Path(os.path.realpath(folder)): _mark(folder) for folder in folders}
    return {folder: mark for folder, mark in marks.items() if mark is not None}


def _mark(path: Path, *, content: bool = False) -> _Mark:
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino, *((status.st_mtime_ns, status.st_size) if content else ()))
