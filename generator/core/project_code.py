"""Code of a project: ``play.py``, or a package ``play/``, beside a game's files. It runs only where its owner said so.

What is trusted is the very content, by a digest of all its files, noted in the user's own configuration; a file that
changed is not trusted any more. What runs is what was digested: it is read once, and from nowhere else. The same bytes
as in a game that ships with the tool are trusted as the tool is, and run from there, where Python keeps them compiled.
"""

import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.core.folders import shipped_games

FILE, PACKAGE = "play.py", "play"
MOST_FILES, MOST_BYTES = 200, 2_000_000  # of a game's code
ROOM = "pnp_project_code_"  # begins the names of its modules, which nothing else has


class ProjectCode(Struct, frozen=True):
    """A game's code as it was read: the content of each of its files, by its path as it is shown."""

    file: str  # the first that is run
    sources: dict[str, bytes]
    digest: str  # what identifies it: the names within the game's folder, and the content

    @property
    def is_file(self) -> bool:
        """Whether it is one file, and no package."""
        return os.path.basename(self.file) == FILE


def code_of(folder: Path) -> ProjectCode | None:
    """The code in a game's folder; None where there is none, or more than can be read."""
    try:
        if (folder / FILE).is_file():
            files = [(os.fspath(folder / FILE), os.stat(folder / FILE))]
        else:
            files = sorted(islice(_files_in(os.fspath(folder / PACKAGE)), MOST_FILES + 1))
        # Unchanged files are read once: every answer that is looked up in memory asks for the digest.
        return _read(folder, tuple((file, *_stamp(about)) for file, about in files))
    except OSError:
        return None


def _files_in(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """The files of a package, but what is hidden or compiled."""
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") or entry.name == "__pycache__":
                continue
            if entry.is_dir(follow_symlinks=False):
                yield from _files_in(entry.path)
            elif entry.is_file():
                yield entry.path, entry.stat()


def _stamp(about: os.stat_result) -> tuple[int, ...]:
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino


@lru_cache(maxsize=64)
def _read(folder: Path, files: Sequence[tuple[Any, ...]]) -> ProjectCode | None:
    """The code in these files; None where they are none that can be run.

    Raises:
        OSError: one of them cannot be read.
    """
    paths, size = [file for file, *_ in files], sum(size for _, size, *_ in files)
    first = paths[0] if len(paths) == 1 and os.path.basename(paths[0]) == FILE else ""
    first = first or os.path.join(folder, PACKAGE, "__init__.py")
    if first not in paths or len(paths) > MOST_FILES or size > MOST_BYTES:
        return None
    sources = {path: Path(path).read_bytes() for path in sorted(paths, key=lambda path: path != first)}
    digest = sha256()
    for path, source in sources.items():
        digest.update(f"{os.path.relpath(path, folder)}\0{len(source)}\0".encode())
        digest.update(source)
    return ProjectCode(first, sources, digest.hexdigest())


@cache
def _shipped() -> dict[str, str]:
    """The first file of the code of each game that ships with the tool, by the code's digest."""
    return {code.digest: code.file for folder in shipped_games() if (code := code_of(folder)) is not None}


@cache
def _shipped_folders() -> dict[str, str]:
    """The same by the game's folder."""
    files = {folder: folder / PACKAGE / "__init__.py" for folder in shipped_games()}
    return {os.path.realpath(folder): os.fspath(file) for folder, file in files.items() if file.is_file()}


def shipped_loader(folder: Path) -> Callable[[], Any] | None:
    """What imports the code in the folder of a game that ships; None for all others. It reads nothing yet."""
    file = _shipped_folders().get(os.path.realpath(folder))
    return partial(_imported, file) if file is not None else None


def is_trusted(code: ProjectCode) -> bool:
    """Whether the user has trusted this very content, or it ships with the tool."""
    return code.digest in _shipped() or code.digest in _trusted()


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
    file = _shipped().get(code.digest)
    return _imported(file) if file is not None else _loaded(code.file, code.digest, tuple(code.sources.items()))


def _name_of(*parts: str) -> str:
    """The name of a module made of code that these parts tell from any other."""
    return f"{ROOM}{sha256(' '.join(parts).encode()).hexdigest()[:16]}"


@cache
def _imported(file: str) -> Any:
    """A package that ships with the tool, imported as the tool's own modules are."""
    name = _name_of(file)
    spec = spec_from_file_location(name, file, submodule_search_locations=[os.path.dirname(file)])
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@cache
def _loaded(file: str, digest: str, sources: Sequence[tuple[str, bytes]]) -> Any:
    from importlib.abc import SourceLoader
    from importlib.machinery import ModuleSpec

    name = _name_of(os.path.abspath(file), digest)  # whatever folder another process is in
    top = os.path.dirname(file)
    by_name: dict[str, tuple[str, bytes]] = {}
    for path, source in (each for each in sources if each[0].endswith(".py")):
        inside = os.path.relpath(path, top).removesuffix(".py").replace(os.sep, ".")
        inside = "" if path == file else inside.removesuffix("__init__").rstrip(".")
        by_name[f"{name}.{inside}".rstrip(".")] = path, source

    class Code(SourceLoader):
        """Finds the modules of this code alone, and gives what was read."""

        def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
            if fullname not in by_name:
                return None
            file = by_name[fullname][0]
            places = [os.path.dirname(os.path.abspath(file))] if os.path.basename(file) == "__init__.py" else None
            return spec_from_file_location(fullname, file, loader=self, submodule_search_locations=places)

        def get_filename(self, fullname: str) -> str:
            return by_name[fullname][0]

        def get_data(self, path: Any) -> bytes:
            return dict(sources)[os.fspath(path)]

    sys.meta_path.insert(0, Code())  # before what looks into folders, and takes compiled modules from there
    return import_module(name)
