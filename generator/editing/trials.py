"""Whether a change that is to alter no printed sheet does so: the game is checked and drawn as it is and as it would
be."""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from generator.check.build import check_game
from generator.check.result import CheckResult
from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import Faulty, Infeasible, Problem
from generator.core.rewriting import Replacement
from generator.editing.renames import Rename
from generator.model.game import Game
from generator.model.load import load_game
from generator.pdf.face_svg import face_svg

MOST_FACES = 40  # of a kind, from all of its items


def tried(project: Project, name: str, renamed: Callable[[Game, Path], Rename]) -> list[Replacement]:
    """The changes of a new name in a game, as `require_same` lets them through.

    Args:
        project: the folders.
        name: the game.
        renamed: gives the new name in the game as it was read, with the folder of its templates.
    """
    game, _ = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
    rename = renamed(game, project.templates_for(game.templates) / game.templates)
    require_same(project, name, rename)
    return rename.changes


def require_same(project: Project, name: str, rename: Rename) -> None:
    """Go on only where a new name leaves the problems and the faces of a game as they are.

    Args:
        project: the folders.
        name: the game.
        rename: what is to be written.

    Raises:
        Faulty: there would be problems that there are not now.
        Infeasible: a face would be another, or code of the game has the name.
    """
    if rename.obstacles:
        first = rename.obstacles[0]
        raise Infeasible(f"{first.file}:{first.line} names it, which is code of the game: rename it there first")
    before = check_game(project, name)
    with scratch() as folder:
        own = Project(folder / "data", folder / "templates")
        pairs = ((project.data, own.data, name), (project.templates, own.templates, before.game.templates))
        for old, new, inner in (*pairs, (project.templates, own.templates, "common")):
            if (old / inner).is_dir() and not (new / inner).exists():
                shutil.copytree(old / inner, new / inner, copy_function=_link)
        for path, _, content in rename.changes:
            root, new = next((old, new) for old, new, _ in pairs if path.resolve().is_relative_to(old.resolve()))
            target = new / path.resolve().relative_to(root.resolve())
            target.unlink(missing_ok=True)
            if content is not None:
                target.write_bytes(content)
        after = check_game(own, name)
        left = [_told(problem, project.data) for problem in before.problems]
        added = [problem for problem in after.problems if _told(problem, own.data) not in left]
        if added:
            shown = [_in_project(problem, own, project) for problem in added]
            raise Faulty(shown, "nothing was renamed")
        _require_faces(before, after)


def _link(source: str, target: str) -> None:
    """Put the same file into another place, without copying where that can be."""
    with suppress(OSError):
        os.link(source, target)
        return
    shutil.copyfile(source, target)


def _told(problem: Problem, data: Path) -> tuple[str, int, str]:
    """What identifies a problem, wherever its project lies."""
    file = problem.file.removeprefix(data.parent.as_posix() + "/").removeprefix(data.as_posix() + "/")
    return file.rpartition("/")[2], problem.line, problem.rule


def _in_project(problem: Problem, own: Project, project: Project) -> Problem:
    from msgspec.structs import replace

    file = problem.file.replace(own.data.as_posix(), project.data.as_posix())
    return replace(problem, file=file.replace(own.templates.as_posix(), project.templates.as_posix()))


def _require_faces(before: CheckResult, after: CheckResult) -> None:
    for kind in before.game.kinds.values():
        changed = after.game.kinds[kind.name]
        sound = [at for at, item in enumerate(kind.items) if not item.broken and kind.printed and not kind.prose]
        for at in sound[:: len(sound) // MOST_FACES + 1]:
            for language in before.game.languages:
                pair = ((before, kind), (after, changed))
                faces = [face_svg(checked.front(each, at, language), "", language) for checked, each in pair]
                if faces[0] != faces[1]:
                    item = kind.items[at].id
                    raise Infeasible(
                        f"{kind.name}/{item} would look different, as something else is called like it too; "
                        "nothing was renamed"
                    )
