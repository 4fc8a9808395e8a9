"""Changes of a game's files that are undone, or made once more; and those of a game or a kind that is made whole."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from os.path import realpath
from pathlib import Path

from msgspec.structs import replace

from generator.core.problem import Infeasible, NotFound, reason_of
from generator.core.rewriting import bytes_of, remove_same, rewrite
from generator.web.asking import Asked
from generator.web.history import FileChange
from generator.web.source_files import TEMPLATES, SourceFile, save, version_of
from generator.web.workshop import Workshop


def turned(workshop: Workshop, game: str, *, undone: bool) -> FileChange:
    """Undo the last change of a game, or make once more the one that was undone last: all of its files, or none.

    Raises:
        NotFound: there is none.
        ChangedMeanwhile: a file was changed since.
        Infeasible: a file cannot be written.
    """
    change = workshop.history.last(game, undone=undone)
    if change is None:
        raise NotFound("there is nothing to undo" if not undone else "there is nothing to do again")
    parts = [change, *change.more]
    files = [_file(workshop, part) for part in parts]
    for part, file in zip(parts, files, strict=True):
        file.require(part.version)
    before = [file.content if file.path.exists() else None for file in files]
    kept = (workshop.project.data, workshop.project.templates)
    done: list[tuple[SourceFile, bytes | None, bytes | None]] = []
    try:
        for part, file, old in zip(parts, files, before, strict=True):
            _put(file.path, file.content, part.other, kept)
            done.append((file, part.other, old))
    except OSError as error:
        for file, now, old in reversed(done):
            with suppress(OSError, Infeasible):
                _put(file.path, now or b"", old, kept)
        raise Infeasible(f"cannot write {file.shown}: {reason_of(error)}") from None
    first, *more = (
        replace(part, other=old, version=_file(workshop, part).version) for part, old in zip(parts, before, strict=True)
    )
    workshop.history.turned(replace(first, more=tuple(more)))
    workshop.look()
    return change


def _put(path: Path, old: bytes, new: bytes | None, kept: Collection[Path]) -> None:
    """Put other bytes into a file, or take it away, and then the folders that it leaves empty, up to those ``kept``."""
    if new is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        rewrite(path, old, new)
        return
    remove_same(path, old)
    with suppress(OSError):
        for folder in path.parents:
            if folder in kept:
                break
            folder.rmdir()


def _file(workshop: Workshop, change: FileChange) -> SourceFile:
    """The file of a change as it is now; one that is not there holds nothing."""
    own = change.file.startswith(TEMPLATES)
    outline = workshop.outline(change.game)
    folder = outline.templates if own and outline is not None else change.game
    root = (workshop.project.templates if own else workshop.project.data) / folder
    path = root / change.file.removeprefix(TEMPLATES)
    if not Path(realpath(path)).is_relative_to(realpath(root)):
        raise NotFound(f"{change.game} has no file {change.file!r}")
    return SourceFile(change.file, path, path.as_posix(), bytes_of(path))


def saved(
    asked: Asked, file: SourceFile, content: bytes, sort: str = "saved", kind: str = "", item: str = ""
) -> SourceFile:
    """Save a file of the game that is asked for, so that it can be undone, and look at what comes of it.

    Raises as `save` does. What the arguments are, `FileChange` says.
    """
    old = file.content if file.path.exists() else None
    now = save(file, content)
    if content != file.content:
        change = FileChange(0, asked.game.name, file.name, sort, kind, item, old, now.version)
        asked.workshop.history.remember(change)
        asked.workshop.look()
    return now


def files_of(workshop: Workshop, game: str) -> dict[str, bytes]:
    """All files of a game and of its templates, by the names that changes give them."""
    project = workshop.project
    return {
        prefix + path.relative_to(root).as_posix(): path.read_bytes()
        for prefix, root in (("", project.data / game), (TEMPLATES, project.templates / game))
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def remember_made(workshop: Workshop, game: str, kind: str, before: Mapping[str, bytes], sort: str = "made") -> None:
    """Take note of what was made, such as a game or a kind: of every file that is another now, as one step."""
    changes = [
        FileChange(0, game, name, sort, kind, "", before.get(name), version_of(content))
        for name, content in files_of(workshop, game).items()
        if before.get(name) != content
    ]
    if changes:
        workshop.history.remember(replace(changes[0], more=tuple(changes[1:])))
