"""Files that are either whole or not there."""

import errno
import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

MOST_FOLDERS = 200  # in one another; making them takes a call within a call for each


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a path to write to that becomes ``path`` at the end of the block.

    It lies in the same folder, which is made if need be. With an exception it is removed, and what stood at
    ``path`` stays as it was.
    """
    if len(path.parts) > MOST_FOLDERS:
        raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{uuid4().hex[:8]}.part")
    try:
        yield part
        os.replace(part, path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (part, str(part)):
            error.filename, error.filename2 = str(path), None  # nobody knows the other name
        raise


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
