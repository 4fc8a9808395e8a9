"""The shipped games, read once for all tests of a worker that use them as they are, and checked once where a check is asked for.

Sheets are printed, listed and planned of what was read: that nothing is wrong with a shipped game is found where a test
asks for the whole check, and once is enough.
"""

import sys
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import pytest
from msgspec import structs
from projects import ROOT

from generator.check import build
from generator.check.result import CheckResult
from generator.check.runner import Findings, GameCheck
from generator.check.scope import COVER, OWN_LANGUAGE, PLAN, RULES, WHOLE, FaceSelection
from generator.check.tasks import GameTasks
from generator.core.choices import InkName
from generator.core.folders import Project
from generator.model.game import Game
from generator.model.load import load_game
from generator.printing import print_games

SHIPPED = Project(ROOT / "data", ROOT / "templates")
SHIPPED_GAMES = [path.parent.name for path in sorted(SHIPPED.data.glob("*/game.yaml"))]
MOST_KEPT = 8  # a game's faces take some megabytes


@cache
def shipped_game(name: str) -> Game:
    """A shipped game as it is read, the same for all tests of a process: who changes it reads one of its own."""
    game, problems = load_game(SHIPPED.data / name, name)
    assert problems == []
    return game


class SharedKey(NamedTuple):
    """As what a game was read. Nothing is wrong in any, so that one serves for all, however much of it was examined."""

    data: str  # the folders as they were named, which messages do
    templates: str
    name: str
    ink: str


class RulesAlone(GameCheck):
    """Holds a game's items against its rules, for what is waived in it, and draws nothing."""

    def run_task(self, number: int) -> Findings:
        """Run rules and the plan alone."""
        return (
            super().run_task(number)
            if self.tasks[number].sort in (RULES, PLAN)
            else Findings([], frozenset(), frozenset(), 0)
        )


class Sound(NamedTuple):
    """A check of which is known what it finds: nothing."""

    checked: CheckResult
    tasks: tuple[()] = ()

    def merge(self, _run_task: Any) -> CheckResult:
        """Merge nothing."""
        return self.checked

    def run_task(self, _number: int) -> None:
        """Nobody asks."""


class SharedGames:
    """Stands in for `check_game` and `open_check` where it is asked for a shipped game as it is."""

    def __init__(self) -> None:
        self.check, self.open = build.check_game, build.open_check
        self.kept: OrderedDict[SharedKey, tuple[CheckResult, str]] = OrderedDict()
        self.sound: set[tuple[str, str]] = set()  # games and inks that were checked whole

    def __call__(self, project: Project, name: str, **options: Any) -> CheckResult:
        told = [options.get(name) for name in ("progress", "replace", "memo")]
        if not _is_shipped(project) or any(one is not None for one in told):
            return self.check(project, name, **options)
        ink = InkName(options.get("ink", InkName.full))
        key = SharedKey(str(project.data), str(project.templates), name, ink)
        if options.get("scope", WHOLE).whole and (name, ink) not in self.sound:
            assert not self.check(
                project, name, ink=ink
            ).problems  # else what is found would differ by how it is looked for
            self.sound.add((name, ink))
        if key not in self.kept:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(build, "GameCheck", RulesAlone)
                checked = self.check(project, name, ink=ink)
            assert not checked.problems
            self.kept[key] = checked, _values(checked)
            if len(self.kept) > MOST_KEPT:
                _unharmed(*self.kept.popitem(last=False)[1])
        self.kept.move_to_end(key)
        checked = self.kept[key][0]
        _draw(checked, project, options.get("keep", ""), tuple(options.get("kinds", ())))
        return _copy(checked)

    def open_check(self, project: Project, name: str, **options: Any) -> GameCheck | Sound:
        """Stands in for `open_check`."""
        if not _is_shipped(project) or options.get("progress") is not None or options.get("replace"):
            return self.open(project, name, **options)
        return Sound(self(project, name, **options))

    def unharmed(self) -> None:
        """Raise an error if a test changed what others use."""
        for checked, values in self.kept.values():
            _unharmed(checked, values)


@contextmanager
def undrawn() -> Iterator[None]:
    """Games are compared with their rules, their lab and their forge, and drawn in no check: for what is not about
    faces."""
    with pytest.MonkeyPatch.context() as patch:
        for several in ("drawn", "other_inks"):
            patch.setattr(GameTasks, several, lambda _: [])
        yield


def _is_shipped(project: Project) -> bool:
    if project == SHIPPED:
        return True
    return (project.data.resolve(), project.templates.resolve()) == (SHIPPED.data, SHIPPED.templates)


def _draw(checked: CheckResult, project: Project, language: str, kinds: tuple[str, ...]) -> None:
    """Draw the faces that are to be kept, if they were not yet, as a check that keeps them does."""
    tasks = GameTasks(checked, dict, WHOLE, project.common_file(COVER), FaceSelection(language, kinds))  # type: ignore[arg-type]
    known = {*checked.faces, *checked.pages}
    wanted = checked.game.language if language == OWN_LANGUAGE else language
    for task in tasks.drawn():
        if task.keeps and (task.kind, wanted) not in known:
            assert task.work() == []


def _copy(checked: CheckResult) -> CheckResult:
    """The same with containers of its own; the values in them are shared."""
    game = checked.game
    kinds = {
        name: replace(kind, all_items=list(kind.items), beside=list(kind.beside)) for name, kind in game.kinds.items()
    }
    faces = {key: dict(found) for key, found in checked.faces.items()}
    return structs.replace(
        checked,
        game=structs.replace(game, kinds=kinds, plan=list(game.plan)),
        problems=list(checked.problems),
        waived=list(checked.waived),
        faces=faces,
        pages=dict(checked.pages),
    )


def _values(checked: CheckResult) -> str:
    """All that the items of a game say, to say whether it was changed."""
    return repr(
        [
            (
                kind.name,
                kind.template,
                kind.size,
                [(item.id, item.fields, item.copies, item.waive) for item in kind.items],
            )
            for kind in checked.game.kinds.values()
        ]
    )


def _unharmed(checked: CheckResult, values: str) -> None:
    assert _values(checked) == values, f"a test changed the game {checked.game.name}, which other tests use too"


@pytest.fixture(scope="session", autouse=True)
def shared_games() -> Iterator[None]:
    """Read each shipped game once: hundreds of tests print it, list it or plan with it, and none of them changes it."""
    shared = SharedGames()
    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if getattr(module, "check_game", None) is shared.check and name != __name__:
                patch.setattr(module, "check_game", shared)
        patch.setattr(print_games, "open_check", shared.open_check)
        yield
    shared.unharmed()
