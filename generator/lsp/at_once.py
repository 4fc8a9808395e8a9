"""What is known at once after a keystroke: the item that it is in is looked at, and all else is as it was last told."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from os.path import realpath
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.core.problem import Problem
from generator.core.textfile import LINE_BREAK
from generator.model.game import Game, Item, Kind
from generator.project.check_scope import Scope
from generator.project.snapshot import Snapshot
from generator.project.workspace import Workspace


class ToldLast(Struct, frozen=True):
    """What was told last of a game after all of it was looked at, and what it was like."""

    snapshot: Snapshot
    texts: Mapping[str, str]  # unsaved ones, by real path
    problems: list[Problem]


class _Edit(NamedTuple):
    """The lines of a file that are others now, from 1: those after ``before``, up to ``end`` in the old text."""

    file: str  # its real path
    before: int
    end: int
    added: int  # to the lines after them


class _Place(NamedTuple):
    """An item, and the lines that were its own."""

    item: Item
    start: int
    end: int  # the first that is no more its own


def at_once(told: ToldLast, texts: Mapping[str, str], workspace: Workspace) -> list[Problem] | None:
    """What is wrong with a game as far as it is known at once, sorted; None where no single item is another one.

    Of the item in which the text changed it is what its values, faces and rules come to now; editions and what stands
    on all items are left to who looks at the whole.

    Args:
        told: the last list of all.
        texts: of unsaved files now, which ``workspace`` has taken already.
        workspace: holds the game.
    """
    edit = _edit(told.texts, texts)
    if edit is None:
        return None
    kind = next((one for one in _kinds(told.snapshot.game) if realpath(one.path or "") == edit.file), None)
    place = _place(kind, edit) if kind is not None else None
    if kind is None or place is None:
        return None
    scope = Scope(kinds=(kind.name,), items=(place.item.id,), forms=False, whole=False)
    checked = workspace.scoped(told.snapshot.game_name, scope)
    now = checked.game.kinds.get(kind.name)
    if now is None or now.partial or [item.id for item in now.all_items] != [item.id for item in kind.all_items]:
        return None
    found = [
        one for one in checked.problems if one.file == kind.file and place.start <= one.line < place.end + edit.added
    ]
    for problem in told.problems:
        if problem.file != kind.file or problem.line < place.start:
            found.append(problem)
        elif problem.line >= place.end:
            found.append(replace(problem, line=problem.line + edit.added))
    return sorted(dict.fromkeys(found))


def _kinds(game: Game) -> list[Kind]:
    return [kind for kind in game.kinds.values() if kind.path is not None and not kind.partial]


def _edit(before: Mapping[str, str], now: Mapping[str, str]) -> _Edit | None:
    """How texts differ; None if it is not one file that does."""
    files = [file for file in before.keys() | now.keys() if before.get(file) != now.get(file)]
    if len(files) != 1 or files[0] not in before or files[0] not in now:
        return None
    old, new = (LINE_BREAK.split(texts[files[0]]) for texts in (before, now))
    start = _alike(old, new)
    rest = _alike(old[start:][::-1], new[start:][::-1])
    return _Edit(files[0], start, len(old) - rest, len(new) - len(old))


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are the same from the beginning."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (line, its) in enumerate(pairs) if line != its), min(len(one), len(other)))


def _place(kind: Kind, edit: _Edit) -> _Place | None:
    """The item that an edit lies in, none of whose neighbours has part in it."""
    starts = [*(item.node.line for item in kind.all_items), edit.end + 1]
    for item, (start, end) in zip(kind.all_items, pairwise(starts), strict=True):
        if start <= edit.before + 1 and edit.end < end:
            return _Place(item, start, end)
    return None
