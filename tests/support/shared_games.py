"""The shipped games, checked once for all tests of a worker that use them as they are."""

import sys
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from projects import ROOT

from generator.project import Project
from generator.workspace import build
from generator.workspace.build import Checked

SHIPPED = Project(ROOT / "data", ROOT / "templates")
MOST_KEPT = 8  # a game's faces take some megabytes


class SharedKey(NamedTuple):
    """As what a game was checked."""

    name: str
    keep: str
    ink: str
    whole: bool

    def serves(self, other: "SharedKey") -> bool:
        """Whether a game that was checked so has all that is asked for; in none of them is anything wrong."""
        same = (self.name, self.ink) == (other.name, other.ink)
        return same and (not other.keep or self.keep == other.keep) and (self.whole or not other.whole)


class SharedGames:
    """Stands in for `check_game` where it is asked for a shipped game as it is."""

    def __init__(self) -> None:
        self.check = build.check_game
        self.kept: OrderedDict[SharedKey, tuple[Checked, str]] = OrderedDict()

    def __call__(self, project: Project, name: str, **options: Any) -> Checked:
        progress, replaced = options.get("progress"), options.get("replace")
        if project != SHIPPED or progress is not None or replaced:
            return self.check(project, name, **options)
        # What is shared has the faces of all kinds, and is checked by one process.
        wanted = {option: value for option, value in options.items() if option not in ("kinds", "jobs")}
        key = SharedKey(
            name, wanted.get("keep", ""), str(wanted.get("ink", "full")), whole=bool(wanted.get("whole", True))
        )
        key = next((known for known in self.kept if known.serves(key)), key)
        if key not in self.kept:
            checked = self.check(project, name, **wanted)
            assert not checked.problems  # else what is found would differ by how it is looked for
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
