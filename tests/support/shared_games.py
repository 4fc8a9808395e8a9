"""The shipped games, checked once for all tests of a worker that use them as they are."""

import sys
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from projects import ROOT

from generator.project import Project
from generator.workspace import build
from generator.workspace.build import Checked

SHIPPED = Project(ROOT / "data", ROOT / "templates")
MOST_KEPT = 8  # a game's faces take some megabytes


class SharedGames:
    """Stands in for `check_game` where it is asked for a shipped game as it is."""

    def __init__(self) -> None:
        self.check = build.check_game
        self.kept: OrderedDict[tuple[object, ...], tuple[Checked, str]] = OrderedDict()

    def __call__(self, project: Project, name: str, **options: Any) -> Checked:
        for gain in ("kinds", "jobs"):  # what is shared has all faces, and is checked by one process
            options.pop(gain, None)
        progress, replaced = options.get("progress"), options.get("replace")
        if project != SHIPPED or progress is not None or replaced:
            return self.check(project, name, **options)
        key = (name, options.get("keep", ""), options.get("ink", "full"), options.get("whole", True))
        if key not in self.kept:
            checked = self.check(project, name, **options)
            self.kept[key] = checked, _values(checked)
            if len(self.kept) > MOST_KEPT:
                _unharmed(*self.kept.popitem(last=False)[1])
        self.kept.move_to_end(key)
        return _copy(self.kept[key][0])

    def unharmed(self) -> None:
        """Raise an error if a test changed what others use."""
        for checked, values in self.kept.values():
            _unharmed(checked, values)


def _copy(checked: Checked) -> Checked:
    """The same with containers of its own; the values in them are shared."""
    game = checked.game
    kinds = {name: replace(kind, items=list(kind.items), beside=list(kind.beside)) for name, kind in game.kinds.items()}
    faces = {key: dict(found) for key, found in checked.faces.items()}
    return replace(
        checked,
        game=replace(game, kinds=kinds, plan=list(game.plan)),
        problems=list(checked.problems),
        waived=list(checked.waived),
        faces=faces,
        pages=dict(checked.pages),
    )


def _values(checked: Checked) -> str:
    """All that the items of a game say, to tell whether it was changed."""
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


def _unharmed(checked: Checked, values: str) -> None:
    assert _values(checked) == values, f"a test changed the game {checked.game.name}, which other tests use too"


@pytest.fixture(scope="session", autouse=True)
def shared_games() -> Iterator[None]:
    """Check each shipped game once: hundreds of tests print it, list it or plan with it, and none of them changes it."""
    shared = SharedGames()
    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if getattr(module, "check_game", None) is shared.check and name != __name__:
                patch.setattr(module, "check_game", shared)
        yield
    shared.unharmed()
