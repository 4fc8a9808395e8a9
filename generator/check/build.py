"""From a project's files to checked games: read, apply the rules, draw every face, or know it from an earlier run."""

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from typing import TypedDict, Unpack

from msgspec import convert, structs

from generator.check.cache import Cache, key_of, tool_digest
from generator.check.file_states import FileLooker, told_project
from generator.check.memo import AnswerFile, Memo
from generator.check.procedures import derived_of, granted, unfit_procedures
from generator.check.result import CheckResult
from generator.check.runner import GameCheck, check_together
from generator.check.scope import COVER, OWN_LANGUAGE, WHOLE, FaceSelection, Progress, Scope, UsualSheets
from generator.check.tasks import GameTasks, renderer_for
from generator.core.choices import InkName
from generator.core.folders import Project, shipped_common
from generator.core.problem import NotFound, Problem
from generator.draw.renderer import Renderer, open_renderer
from generator.model.game import Game, Item, Kind
from generator.model.load import load_game
from generator.rules.rulebook import open_rulebook, read_rulebook

__all__ = ["OWN_LANGUAGE", "Progress", "check_faces", "check_game", "in_ink", "open_check", "open_game"]


class CheckOptions(TypedDict, total=False):
    """How a game is checked."""

    replace: dict[str, tuple[Path, str]] | None  # files of items to read in place of a kind's own
    progress: Progress | None  # told of the work as it goes
    keep: str  # the language whose faces are kept for printing (``*``: the game's own; ``all``); others are checked
    kinds: Collection[str]  # those whose faces are kept; all if empty
    ink: InkName  # the edition that is drawn
    scope: Scope  # what is examined


def check_game(
    project: Project, name: str, *, jobs: int = 1, memo: Memo | None = None, **options: Unpack[CheckOptions]
) -> CheckResult:
    """Read a game and find all that is wrong with it, down to the texts that do not fit their boxes.

    Args:
        project: the folders.
        name: the game.
        jobs: how many processes may look at it at once.
        memo: what was found before; it is added to.
        options: see `CheckOptions`; it is examined whole, in full ink, and no face is kept.
    """
    memo = memo or Memo()
    with memo.reading():
        return check_together([open_check(project, name, memo, **options)], jobs)[0]


def open_check(project: Project, name: str, memo: Memo | None = None, **options: Unpack[CheckOptions]) -> GameCheck:
    """Read a game that is to be checked; see `check_game`."""
    memo, folder = memo or Memo(), project.game_folder(name)
    scope, ink = _as_printed(project, options.get("scope", WHOLE)), options.get("ink", InkName.full)
    game, problems = load_game(folder, f"{project.data.as_posix()}/{name}", options.get("replace"))
    memo.inputs.register(game)
    renderer = renderer_for(project, game, derived_of(game), ink, memo)
    _require_palette(renderer)
    described = memo.inputs.data("game.yaml", "balance.yaml")
    book = cache(lambda: memo.remember(("book", described), lambda: open_rulebook(game)))
    renderer.rules = cache(lambda: {rule.name: rule.settings for rule in book().rules})
    checked = CheckResult(game, [], [], renderer, memo=memo)
    kept_faces = FaceSelection(options.get("keep", ""), tuple(options.get("kinds", ())))
    tasks = GameTasks(checked, book, scope, project.common_file(COVER), kept_faces, options.get("progress"))
    problems += unfit_procedures(game, tasks.kinds, renderer.derived, memo)
    checked.frame = memo.inputs.frame(renderer.notes["theme"], granted(game))
    return GameCheck(tasks, problems, tasks.all())


def _as_printed(project: Project, scope: Scope) -> Scope:
    """What is examined, with bleed and joints as the project has them; a print's order has them already."""
    if not scope.whole:
        return scope
    from generator.model.defaults import read_defaults

    defaults = read_defaults(project.defaults).values
    sheets = convert(
        {key: defaults[key] for key in UsualSheets.__struct_fields__ if key in defaults}, UsualSheets, strict=False
    )
    return structs.replace(
        scope, bleed=scope.bleed if sheets.bleed is None else sheets.bleed, joined=scope.joined or "join" in defaults,
        sheets=sheets,
    )  # fmt: skip


def in_ink(checked: CheckResult, ink: InkName) -> Renderer:
    """What draws all of an edition of a checked game.

    Raises:
        NotFound: the game has no such edition.
    """
    known = checked.renderer
    if known.theme.ink.name == ink:
        return known
    folder, common = known.theme.roots
    renderer = open_renderer(checked.game, folder.parent, common, known.derived, ink, known.theme.shipped)
    _require_palette(renderer)
    renderer.rules = known.rules
    return renderer


def _require_palette(renderer: Renderer) -> None:
    if renderer.theme.ink.name == InkName.colour and not renderer.theme.palette:
        name, file = renderer.game.name, f"{renderer.shown}/style.yaml"
        raise NotFound(f"{name} has no colours: {file} names no palette (pnp help templates)")


def check_faces(project: Project, game: Game, kind: Kind, items: Sequence[Item]) -> Iterator[tuple[Item, Problem]]:
    """What is wrong with the faces and backs of items that are in no file yet: texts that do not fit, above all."""
    renderer = _unchecked(project, game)
    renderer.rules = cache(lambda: {rule.name: rule.settings for rule in read_rulebook(game)[0]})
    for side in WHOLE.sides_of(kind):
        if kind.printed and renderer.template(kind, side) is not None:
            for item, language in product(items, game.languages):
                for problem in renderer.face(kind, item, language, draws=False, side=side)[1]:
                    yield item, problem


def open_game(project: Project, name: str) -> Renderer:
    """A game as far as it can be read, with its theme, unchecked: for telling about it."""
    return _unchecked(project, load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")[0])


def _unchecked(project: Project, game: Game) -> Renderer:
    """What draws a game that was read."""
    derived = derived_of(game)
    list(unfit_procedures(game, game.kinds.values(), derived, Memo()))
    return open_renderer(game, project.templates_for(game.templates), project.common, derived, shipped=shipped_common())


_LARGEST = 4 * 1024**2  # bytes of a game's files of items; of a larger game answers are too many to be read each time


def check_kept(
    project: Project, name: str, cache: Cache, looker: FileLooker, progress: Progress | None = None
) -> CheckResult:
    """What `check_game` finds of a game in full ink, with answers of earlier runs; no face is kept.

    Args:
        project: the folders.
        name: the game.
        cache: where answers are kept.
        looker: may have looked at the files already; what is kept is about files that stayed as they were since.
        progress: told of the work as it goes.

    Raises:
        NotFound: there is no such game.
    """
    states = looker.states(name, {})
    key = _key(project, name)
    memo = Memo(AnswerFile.read(cache.get(key)))
    memo.begin(states, project.data / name)
    checked = check_game(project, name, memo=memo, progress=progress)
    looker.look_anew()
    if looker.states(name, {}) == states and (answers := memo.packed()) is not None:
        cache.put(key, answers)
    return checked


def keeps_answers(project: Project, name: str, cache: Cache) -> bool:
    """Whether answers about a game are kept: once it is asked about again. One process alone can do that."""
    if cache.folder is None or sum(_sizes(project.game_folder(name))) > _LARGEST:
        return False
    key = _key(project, name)
    if cache.get(key) is not None:
        return True
    cache.put(key, b"{}")
    return False


def _key(project: Project, name: str) -> str:
    return key_of("answers", tool_digest(), *told_project(project, name))


def _sizes(folder: Path) -> Iterator[int]:
    for entry in os.scandir(folder):
        with suppress(OSError):
            yield entry.stat().st_size
