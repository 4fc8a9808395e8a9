"""What check passes, prints: shipped games with files changed by chance.

`make test` tries some of a small game, `.ci/run` one of two shipped ones, and `make promise` 2,000 of each.
"""

import os
from pathlib import Path

import pytest
from mutations import broken_promises, copied, mutants, run
from projects import Project
from tries import tries

from generator.core.problem import Refusal

ROOT = Path(__file__).parents[2]
COUNT = int(os.environ.get("PNP_MUTANTS", "1"))
GAMES = ["collectors", "star-road", "tricks-or-treats"]
GROUP = 8 if COUNT < 100 else 24  # changed files that go through the commands together
EACH = 8 if COUNT < 100 else 1  # of the commands after a change of a shipped game, which take 20 s of a processor
SEED = int(os.environ.get("PNP_SEED", "1"))

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="each change is tried in a process made by fork")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", range(max(1, COUNT // 250)))
def test_what_check_passes_every_other_command_carries_out(game: str, part: int, tmp_path: Path) -> None:
    project = copied(ROOT, game, tmp_path)
    count = COUNT if COUNT < 250 else 250
    assert list(broken_promises(project, game, count, SEED * 1000 + part, GROUP, EACH)) == []


@pytest.mark.slow
@pytest.mark.tried
def test_of_a_small_game_too(project: Project) -> None:
    assert list(broken_promises(project.folder, "fair", tries(8), SEED, GROUP)) == []


@pytest.mark.slow
def test_a_broken_promise_is_found(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: a fault that is put in, or a command that refuses, is reported. Of a small game: it is
    soon."""
    assert run(project.folder, "fair", []).fault == ""
    monkeypatch.setattr("generator.cli.render.run_render", _refuse)
    assert "ended with 2" in run(project.folder, "fair", []).fault
    monkeypatch.setattr("generator.cli.render.run_render", lambda *_, **__: int("x"))
    assert "ValueError" in run(project.folder, "fair", []).fault


def _refuse(*_arguments: object, **_more: object) -> None:
    raise Refusal("on purpose")


@pytest.mark.slow
def test_the_same_seed_changes_the_same_files(tmp_path: Path) -> None:
    project = copied(ROOT, "collectors", tmp_path)
    assert list(mutants(project, 50, 7)) == list(mutants(project, 50, 7))
    assert list(mutants(project, 50, 7)) != list(mutants(project, 50, 8))
