"""Changes of a game's files as steps that are undone, or made once more: all files of a step, or none.

A step is undone as long as its files are as it left them, or were changed since in other lines alone.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from difflib import SequenceMatcher
from os.path import realpath
from pathlib import Path
from threading import Lock

from msgspec.structs import replace

from generator.core.problem import NotFound, Refusal
from generator.core.rewriting import EditConflict, Replacement, content_of, replacing_all
from generator.web.history import NOWHERE, FileChange, version_of
from generator.web.source_files import SUFFIXES, TEMPLATES, SourceFile, unreadable
from generator.web.workshop import Workshop

_TURNS = Lock()  # one after the other: what is read of files and history belongs together
_Contents = dict[str, Replacement]  # by the names that changes give files


def next_step(workshop: Workshop, game: str, page: Mapping[str, str] = NOWHERE, *, undone: bool) -> FileChange | None:
    """The step that would be undone next, or done again; what no longer can be is passed over. See `History.steps`."""
    for change in workshop.history.steps(game, page, undone=undone):
        with suppress(Refusal, OSError):
            _turn(workshop, change, {})
            return change
    return None


def turned(
    workshop: Workshop, game: str, page: Mapping[str, str] = NOWHERE, *, undone: bool, down_to: int | None = None
) -> list[FileChange]:
    """Undo the last step of a game or a page, or make once more the one that was undone last.

    Args:
        workshop: the project.
        game: its name.
        page: see `History.steps`.
        undone: whether it was, and is to be made once more.
        down_to: the number of a step; it and all after it are undone as one.

    Returns:
        The steps, as they can be turned back. What no longer can be undone is passed over.

    Raises:
        NotFound: there is none.
        ChangedMeanwhile: there are some, but files were changed since.
        OSError: a file cannot be written.
    """
    with _TURNS:
        contents: _Contents = {}
        done: list[FileChange] = []
        refusals: list[Refusal] = []
        for change in workshop.history.steps(game, page, undone=undone):
            if (down_to is None and done) or change.number < (down_to or 0):
                break
            try:
                done.append(_turn(workshop, change, contents))
            except (NotFound, EditConflict) as error:
                refusals.append(error)
        if not done:
            nothing = NotFound("there is nothing to undo" if not undone else "there is nothing to do again")
            raise refusals[0] if refusals else nothing
        with replacing_all(list(contents.values())):
            for change in done:
                workshop.history.turned(change)
    _clear(workshop, [one.path for one in contents.values() if one.new is None])
    workshop.look()
    return done


def _turn(workshop: Workshop, change: FileChange, contents: _Contents) -> FileChange:
    """A step as it is once it is turned; its files are then in ``contents``, which may say more than lies there.

    Raises:
        NotFound: it names no file of the game.
        ChangedMeanwhile: it cannot be turned any more.
    """
    parts, then = [], dict(contents)
    for part in (change, *change.more):
        path = _path(workshop, part)
        replacement = then.get(part.file) or Replacement(path, there := content_of(path), there)
        new = part.other
        if version_of(replacement.new or b"") != part.version:
            new = _without(part, workshop.history.content(part), replacement)
        parts.append(replace(part, other=replacement.new, version=version_of(new or b"")))
        then[part.file] = replacement._replace(new=new)
    contents.update(then)
    return replace(parts[0], more=tuple(parts[1:]))


def _without(part: FileChange, after: bytes | None, replacement: Replacement) -> bytes:
    """A text that was changed since, without the change. Raises `EditConflict` where that is not certain."""
    file = SourceFile(part.file, replacement.path, replacement.path.as_posix(), replacement.new or b"")
    if after is not None and part.other is not None and replacement.path.suffix in (*SUFFIXES, ".svg"):
        merged = brought_together(after, part.other, file.content)
        if merged is not None and not unreadable(file, merged):
            return merged
    raise EditConflict(replacement.path)


def brought_together(base: bytes, ours: bytes, other: bytes) -> bytes | None:
    """``other`` with what is different from ``base`` in ``ours``; None where both differ in the same lines."""
    lines, own, theirs = (text.splitlines(keepends=True) for text in (base, ours, other))
    same = SequenceMatcher(None, lines, theirs).get_matching_blocks()
    merged: list[bytes] = []
    place = 0
    for tag, start, end, first, last in SequenceMatcher(None, lines, own).get_opcodes():
        if tag == "equal":
            continue
        above, below = max(start - 1, 0), min(end + 1, len(lines))
        block = next((each for each in same if each.a <= above and below <= each.a + each.size), None)
        at_end = block is not None and start == len(lines) and block.b + block.size < len(theirs)
        if block is None or at_end or (end == 0 and block.b):  # what comes to an end that moved: nobody knows where
            return None
        moved = block.b - block.a
        merged += [*theirs[place : start + moved], *own[first:last]]
        place = end + moved
    return b"".join([*merged, *theirs[place:]])


def _clear(workshop: Workshop, paths: Iterable[Path]) -> None:
    """Remove the folders that files left empty."""
    for path in paths:
        with suppress(OSError):
            for folder in path.parents:
                if folder in (workshop.project.data, workshop.project.templates):
                    break
                folder.rmdir()


def roots_of(workshop: Workshop, game: str) -> tuple[Path, Path]:
    """The folders of a game's data and templates."""
    outline = workshop.outline(game)
    return workshop.project.data / game, workshop.project.templates / (outline.templates if outline else game)


def _path(workshop: Workshop, change: FileChange) -> Path:
    data, templates = roots_of(workshop, change.game)
    root = templates if change.file.startswith(TEMPLATES) else data
    path = root / change.file.removeprefix(TEMPLATES)
    if not Path(realpath(path)).is_relative_to(realpath(root)):
        raise NotFound(f"{change.game} has no file {change.file!r}")
    return path
