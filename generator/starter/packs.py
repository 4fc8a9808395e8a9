"""Games as one file: packed for a friend, who prints or changes them; and read back, whoever the file comes from."""

import re
import stat
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from shutil import copyfileobj
from typing import NoReturn
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from generator.core.atomic import replacing
from generator.core.file_names import fits_every_system
from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import NotFound, WrongUse
from generator.model.defaults import carried_defaults
from generator.read.reader import read_file
from generator.read.tree import excerpt
from generator.starter.files import FILES, faces_of, game_files

MAX_FILES = 10_000
MAX_BYTES = 300 * 1024**2  # unpacked
MAX_NAME = 240  # letters of a path: less than any system takes
_CHUNK = 1024**2
_GAME = re.compile(r"(?P<above>(?:[^/]+/)?)data/(?P<game>[^/]+)/game\.yaml")
_UNREADABLE = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same files make the same archive


def pack_game(project: Project, name: str, out: Path, sheets: Mapping[str, Path]) -> int:
    """Write a game into an archive that is a project of its own: data, templates, what ``pnp.yaml`` says of the game,
    and how to go on.

    Args:
        project: where the game lies.
        name: the game.
        out: the archive, which is replaced as a whole.
        sheets: finished files to put in, by name.

    Returns:
        How many files are in it.

    Raises:
        NotFound: there is no such game.
        WrongUse: a file has a name that is not text.
    """
    data = project.game_folder(name)
    root, _ = read_file(data / "game.yaml")
    faces = faces_of(root, name)
    templates = project.templates_for(faces)
    files = {f"data/{name}/{place}": path for place, path in game_files(data)}
    files |= {f"templates/{faces}/{place}": path for place, path in game_files(templates / faces)}
    if (project.templates / "common").is_dir():
        files |= {f"templates/common/{place}": path for place, path in game_files(project.common)}
    files |= {f"sheets/{place}": path for place, path in sheets.items()}
    for place in (*files, name):
        if place != place.encode("utf-8", "replace").decode():
            raise WrongUse(f"{excerpt(place)} is not a name that an archive can hold; rename it")
    with replacing(out) as part, ZipFile(part, "w", ZIP_DEFLATED) as archive:
        readme = (FILES / "packed.md").read_text(encoding="utf-8").replace("GAME", name)
        texts = {"README.md": readme, project.defaults.name: carried_defaults(project.defaults)}
        texts = {place: text for place, text in texts.items() if text}
        for place, text in texts.items():
            archive.writestr(_entry(place), text)
        for place in sorted(files):
            with files[place].open("rb") as source, archive.open(_entry(place), "w", force_zip64=True) as target:
                copyfileobj(source, target)
    return len(files) + len(texts)


def _entry(place: str) -> ZipInfo:
    entry = ZipInfo(place, _LONG_AGO)
    entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o644 << 16
    return entry


@contextmanager
def opened_source(source: Path) -> Iterator[tuple[Project, str]]:
    """A game to begin from, and the project that it is in: an archive, a project's folder or the game's own.

    Raises:
        NotFound: it holds no game.
        WrongUse: it holds several, or is not an archive to be trusted.
    """
    if source.is_dir():
        yield _in_folder(source)
        return
    with scratch() as folder:
        yield _unpacked(source, folder)


def _in_folder(source: Path) -> tuple[Project, str]:
    source = source.resolve()
    if (source / "game.yaml").is_file():
        return Project(source.parent, source.parent.parent / "templates"), source.name
    project = Project(source / "data", source / "templates")
    games = sorted(path.parent.name for path in project.data.glob("[!.]*/game.yaml"))
    return project, _only(games, source.as_posix(), f"{source.as_posix()}/data/")


def _only(games: list[str], where: str, before: str) -> str:
    if not games:
        raise NotFound(f"{where} holds no game: no data/GAME/game.yaml is in it")
    if len(games) > 1:
        raise WrongUse(f"{where} holds several games: {', '.join(games)}; name one: {before}{games[0]}")
    return games[0]


def _unpacked(file: Path, folder: Path) -> tuple[Project, str]:
    """Unpack what belongs to the game in an archive; nothing of it is outside ``folder``, nothing is run."""
    if file.exists() and not file.is_file():  # a pipe or a device may never end
        _refuse(file, "is not a file")
    try:
        with ZipFile(file) as archive:
            entries = _sound_entries(file, archive)
            matches = [match for name in entries if (match := _GAME.fullmatch(name))]
            _only(
                sorted(match[0].removesuffix("/game.yaml") for match in matches), file.as_posix(), "unpack it and give "
            )
            _extract(file, archive, entries, matches[0]["above"], folder)
    except _UNREADABLE as error:
        if isinstance(error, UnicodeError):
            _refuse(file, "has a name that is not text")
        _refuse(file, "is not a zip archive that can be unpacked")
    return Project(folder / "data", folder / "templates"), matches[0]["game"]


def _sound_entries(file: Path, archive: ZipFile) -> dict[str, ZipInfo]:
    """The files in an archive by name.

    Raises:
        WrongUse: one of them is not what a game's archive holds.
    """
    entries: dict[str, ZipInfo] = {}
    seen_names = set[str]()
    for entry in archive.infolist():
        name, mode = entry.filename, entry.external_attr >> 16
        quoted = excerpt(name)
        if not all(map(fits_every_system, name.removesuffix("/").split("/"))) or len(name) > MAX_NAME:
            _refuse(file, f"has a file by the name {quoted}, which leads elsewhere or fits no system")
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
            _refuse(file, f"has {quoted}, which is a link or no file")
        if entry.flag_bits & 1:
            _refuse(file, f"has {quoted} behind a password")
        if name.casefold() in seen_names:
            _refuse(file, f"has {quoted} twice")
        seen_names.add(name.casefold())
        if not entry.is_dir():
            entries[name] = entry
    if len(entries) > MAX_FILES:
        _refuse(file, f"has more than {MAX_FILES} files")
    return entries


def _extract(file: Path, archive: ZipFile, entries: Mapping[str, ZipInfo], above: str, folder: Path) -> None:
    bytes_free = MAX_BYTES
    for name, entry in entries.items():
        place = PurePosixPath(name.removeprefix(above))
        if not name.startswith(above) or (place.parts[0] not in ("data", "templates") and str(place) != "pnp.yaml"):
            continue
        target = folder / place
        if any(parent.is_file() for parent in target.parents if parent.is_relative_to(folder)):
            _refuse(file, f"has {excerpt(name)} in a file")
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(entry) as source, target.open("wb") as written:
            while chunk := source.read(_CHUNK):  # what an archive says of its sizes may not be so
                bytes_free -= len(chunk)
                if bytes_free < 0:
                    _refuse(file, f"comes to more than {MAX_BYTES // 1024**2} MiB")
                written.write(chunk)


def _refuse(file: Path, why: str) -> NoReturn:
    raise WrongUse(f"{file.as_posix()} {why}; nothing was made")
