"""What check passes, prints: shipped games with files changed by chance.

`make test` tries a change of two games with some of the commands, `.ci/run` more of all, and `make promise` 2,000 of each.
"""

import os
from pathlib import Path

import mutations
import pytest
from mutations import broken_promises, copied, mutants, run
from projects import Project

ROOT = Path(__file__).parent.parent
COUNT = int(os.environ.get("PNP_MUTANTS", "1"))
GAMES = ["collectors", "star-road", "tricks-or-treats"][: 2 if COUNT == 1 else None]
GROUP = 8 if COUNT < 100 else 24  # changed files that go through the commands together
SEED = int(os.environ.get("PNP_SEED", "1"))

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="each change is tried in a process made by fork")


@pytest.mark.tried
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", range(max(1, COUNT // 250)))
def test_what_check_passes_every_other_command_carries_out(
    game: str, part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = copied(ROOT, game, tmp_path)
    if COUNT == 1:  # all commands on a large game take a minute: a part of them, for each game another
        every = mutations.commands
        monkeypatch.setattr(mutations, "commands", lambda *of: every(*of)[GAMES.index(game) :: len(GAMES)])
    count = COUNT if COUNT < 250 else 250
    assert list(broken_promises(project, game, count, SEED * 1000 + part, GROUP)) == []


def test_a_broken_promise_is_found(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: a fault that is put in, or a command that refuses, is told. Of a small game: it is soon."""
    assert run(project.folder, "fair", []).fault == ""
    monkeypatch.setattr("generator.cli.render.run_render", lambda *_, **__: 2)
    assert "ended with 2" in run(project.folder, "fair", []).fault
    monkeypatch.setattr("generator.cli.render.run_render", lambda *_, **__: int("x"))
    assert "ValueError" in run(project.folder, "fair", []).fault


def test_the_same_seed_changes_the_same_files(tmp_path: Path) -> None:
    project = copied(ROOT, "collectors", tmp_path)
    assert list(mutants(project, 50, 7)) == list(mutants(project, 50, 7))
    assert list(mutants(project, 50, 7)) != list(mutants(project, 50, 8))
