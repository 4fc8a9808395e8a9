"""Files of the project that a request changes, each act as one step that can be undone."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from generator.core.rewriting import Replacement, replacing_all
from generator.web.asking import WorkshopRequest
from generator.web.history import FileChange, version_of
from generator.web.source_files import TEMPLATES, SourceFile, require_readable
from generator.web.turning import roots_of
from generator.web.workshop import Workshop


def saved(
    request: WorkshopRequest,
    file: SourceFile,
    content: bytes,
    sort: str = "saved",
    kind: str = "",
    item: str = "",
    **about: Any,
) -> SourceFile:
    """Save a file of the game that is asked for. See `saved_all`."""
    return saved_all(request, [(file, content, kind)], sort, item, **about)[0]


def saved_all(
    request: WorkshopRequest,
    texts: Sequence[tuple[SourceFile, bytes, str]],
    sort: str = "saved",
    item: str = "",
    **about: Any,
) -> list[SourceFile]:
    """Save files of the game that is asked for as one step that can be undone, and look at what comes of it.

    Args:
        request: the request.
        texts: each file as it was read, what it is to hold, and the kind whose items are concerned.
        sort: see `FileChange`, as for ``item`` and ``about``.
        item: the one that is concerned.
        about: more of a `FileChange`.

    Raises:
        ChangedMeanwhile: one no longer holds what was read.
        Refusal: as `require_readable`; another program keeps writing.
        OSError: one cannot be written.
    """
    game, steps = request.game.name, []
    changes = []
    for file, content, kind in texts:
        require_readable(file, content)
        old = file.content if file.content or file.path.exists() else None
        changes.append(Replacement(file.path, old, content))
        if content != file.content:
            steps.append(FileChange(0, game, file.name, sort, kind, item, old, version_of(content), **about))
    with replacing_all(changes):
        _remember(request.workshop, steps)
    if steps:
        request.workshop.look()
    return [replace(file, content=content) for file, content, _ in texts]


def _remember(workshop: Workshop, parts: Sequence[FileChange]) -> None:
    """Take note of a step."""
    if parts:
        workshop.history.remember(replace(parts[0], more=tuple(parts[1:])))


def put_all(request: WorkshopRequest, changes: Sequence[Replacement], sort: str = "saved", kind: str = "") -> None:
    """Write files of the game that is asked for as one step that can be undone, as `saved_all` does."""
    with replacing_all(changes):
        remember(request.workshop, request.game.name, changes, sort, kind)
    request.workshop.look()


def remember(workshop: Workshop, game: str, changes: Iterable[Replacement], sort: str, kind: str = "") -> None:
    """Take note of files that were changed as one step by what commands do it by."""
    data, templates = roots_of(workshop, game)
    steps = []
    for path, old, new in changes:
        own = path.is_relative_to(data)
        name = path.relative_to(data).as_posix() if own else TEMPLATES + path.relative_to(templates).as_posix()
        if new != old:
            steps.append(FileChange(0, game, name, sort, kind, "", old, version_of(new or b"")))
    _remember(workshop, steps)


def remember_made(workshop: Workshop, game: str) -> None:
    """Take note of a game that was made, of all of its files as one step."""
    roots = workshop.project.data / game, workshop.project.templates / game
    paths = [path for root in roots for path in sorted(root.rglob("*")) if path.is_file() and not path.is_symlink()]
    remember(workshop, game, [Replacement(path, None, path.read_bytes()) for path in paths], "made")
