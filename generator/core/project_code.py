"""Code of a project: ``play.py``, or a package ``play/``, beside a game's files. It runs only where its owner said so.

What is trusted is the very content, by a digest of all its files, noted in the user's own configuration; a file that
changed is not trusted any more. What runs is what was digested: it is read once, and from nowhere else.
"""

import os
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct

FILE, PACKAGE = "play.py", "play"
MOST_FILES, MOST_BYTES = 200, 2_000_000  # of a game's code
_ROOM = "pnp_project_code_"  # begins the names of its modules, which nothing else has


class ProjectCode(Struct, frozen=True):
    """A game's code as it was read: the source of each module, by its path as it is shown."""

    file: str  # the first that is run
    sources: dict[str, bytes]

    @property
    def digest(self) -> str:
        """What identifies it: the names within the game's folder, and the content."""
        found, folder = sha256(), os.path.dirname(self.file if self.is_file else os.path.dirname(self.file))
        for path, source in self.sources.items():
            found.update(f"{os.path.relpath(path, folder)}\0{len(source)}\0".encode())
            found.update(source)
        return found.hexdigest()

    @property
    def is_file(self) -> bool:
        """Whether it is one file, and no package."""
        return os.path.basename(self.file) == FILE


def code_of(folder: Path) -> ProjectCode | None:
    """The code in a game's folder; None where there is none, or more than can be read."""
    if (folder / FILE).is_file():
        paths = [folder / FILE]
    elif (folder / PACKAGE / "__init__.py").is_file():
        paths = sorted(path for path in (folder / PACKAGE).rglob("*.py") if path.is_file())
        paths.sort(key=lambda path: path != folder / PACKAGE / "__init__.py")
    else:
        return None
    try:
        if len(paths) > MOST_FILES or sum(path.stat().st_size for path in paths) > MOST_BYTES:
            return None
        return ProjectCode(os.fspath(paths[0]), {os.fspath(path): path.read_bytes() for path in paths})
    except OSError:
        return None


def is_trusted(code: ProjectCode) -> bool:
    """Whether the user has trusted this very content."""
    return code.digest in _trusted()


def trust(code: ProjectCode) -> None:
    """Note that the user trusts this very content.

    Raises:
        OSError: it cannot be noted.
    """
    if is_trusted(code):
        return
    file = _file()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if file.exists() and not _is_mine(file):  # somebody else's lines are not to become the user's
        file.unlink()
    file.parent.chmod(0o700)
    descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "ab") as notes:  # a line in one piece: two that note at once lose nothing
        notes.write(f"{code.digest} {Path(code.file).resolve().as_posix()!r}\n".encode())


def _trusted() -> set[str]:
    """The digests of what is trusted; none where anybody else may have written them."""
    with suppress(OSError):
        if _is_mine(_file()):
            return {line.split(" ")[0] for line in _file().read_text("utf-8", "replace").splitlines()}
    return set()


def _is_mine(file: Path) -> bool:
    """Whether nobody else can write a file, or put another one in its place."""
    others = stat.S_IWOTH | stat.S_IWGRP
    states = [os.stat(path) for path in (file, file.parent)] if hasattr(os, "getuid") else []
    return all(state.st_uid == os.getuid() and not state.st_mode & others for state in states)


def _file() -> Path:
    named = os.environ.get("XDG_CONFIG_HOME", "")
    return (Path(named) if os.path.isabs(named) else Path.home() / ".config") / "pnp-generator" / "trusted"


def load(code: ProjectCode) -> Any:
    """The module that the code makes, run once a process. Whoever asks has seen that it is trusted."""
    return _loaded(code.file, code.digest, tuple(code.sources.items()))


@cache
def _loaded(file: str, digest: str, sources: Sequence[tuple[str, bytes]]) -> Any:
    from importlib.abc import SourceLoader
    from importlib.machinery import ModuleSpec
    from importlib.util import spec_from_file_location

    name = f"{_ROOM}{sha256(f'{file} {digest}'.encode()).hexdigest()[:16]}"
    top = os.path.dirname(file)
    by_name: dict[str, tuple[str, bytes]] = {}
    for path, source in sources:
        inside = os.path.relpath(path, top).removesuffix(".py").replace(os.sep, ".")
        inside = "" if path == file else inside.removesuffix("__init__").rstrip(".")
        by_name[f"{name}.{inside}".rstrip(".")] = path, source

    class Code(SourceLoader):
        """Finds the modules of this code alone, and gives what was read."""

        def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
            if fullname not in by_name:
                return None
            file = by_name[fullname][0]
            places = [os.path.dirname(file)] if os.path.basename(file) == "__init__.py" else None
            return spec_from_file_location(fullname, file, loader=self, submodule_search_locations=places)

        def get_filename(self, fullname: str) -> str:
            return by_name[fullname][0]

        def get_data(self, path: Any) -> bytes:
            return dict(sources)[os.fspath(path)]

    sys.meta_path.append(Code())
    return import_module(name)
