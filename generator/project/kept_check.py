"""A check that does anew only what changed since the run before, whose answers the cache keeps."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from generator.core.folders import Project
from generator.project.build import Progress, check_game
from generator.project.cache import Cache, key_of, tool_digest
from generator.project.check_scope import WHOLE, Scope
from generator.project.checked import Checked
from generator.project.file_states import FileLooker, told_project
from generator.project.kept_answers import KeptAnswers
from generator.project.memory import Memory
from generator.project.world import World

_LARGEST = 4 * 1024**2  # bytes of a game's files of items; of a larger game answers are too many to be read each time


def check_kept(
    project: Project,
    name: str,
    cache: Cache,
    looker: FileLooker,
    progress: Progress | None = None,
    *,
    scope: Scope = WHOLE,
) -> Checked:
    """What `check_game` finds of a game in full ink; no face is kept.

    Args:
        project: the folders.
        name: the game.
        cache: where answers are kept.
        looker: may have looked at the files already; what is kept is about files that stayed as they were since.
        progress: told of the work as it goes.
        scope: see `check_game`.

    Raises:
        NotFound: there is no such game.
    """
    if cache.folder is None or sum(_sizes(project.game_folder(name))) > _LARGEST:
        return check_game(project, name, progress=progress, scope=scope)
    states = looker.states(name, {})
    key = _key(project, name)
    kept = KeptAnswers(cache.get(key))
    memory, shown = Memory(kept), dict(kept.shown)
    memory.begin(World(states, project.data / name, shown))
    checked = check_game(project, name, memory=memory, progress=progress, scope=scope)
    looker.look_anew()
    if looker.states(name, {}) == states and (answers := memory.kept(shown)) is not None:
        cache.put(key, answers)
    return checked


def has_answers(project: Project, name: str, cache: Cache) -> bool:
    """Whether an earlier run kept answers about a game."""
    return cache.folder is not None and cache.get(_key(project, name)) is not None


def _key(project: Project, name: str) -> str:
    return key_of("answers", tool_digest(), *told_project(project, name))


def _sizes(folder: Path) -> Iterator[int]:
    for entry in os.scandir(folder):
        with suppress(OSError):
            yield entry.stat().st_size
