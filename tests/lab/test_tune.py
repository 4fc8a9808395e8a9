"""``pnp tune``: it finds what meets the goals, says what it tried, and does without Optuna cleanly."""

import json
import sys
from typing import Any

import pytest
from projects import ROOT
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.lab.simulation.moves import NoSimulation
from generator.lab.simulation.tune import TuneRange, read_goal, tune

ASKED = ["tricks-or-treats", "--players", "2", "--games", "4", "--trials", "12", "--policy", "random", "--workers", "1"]


def pnp(*more: str) -> Any:
    return CliRunner().invoke(app, ["tune", *ASKED, *more, "--data", str(ROOT / "data")], catch_exceptions=False)


@pytest.mark.slow
def test_a_search_ends_with_what_meets_the_goals() -> None:
    pytest.importorskip("optuna")
    goals, ranges = [read_goal("turns >= 12"), read_goal("turns <= 14")], [TuneRange("rounds", 1, 40)]

    def played(values: Any) -> Any:
        return {"games": 1, "turns": {"mean": values["rounds"]}, "quality": {}}

    tried = tune(ranges, goals, played, 200, 1)
    assert tried == tune(ranges, goals, played, 200, 1)
    assert tried[-1].missed == 0
    assert all(trial.missed > 0 for trial in tried[:-1])
    assert 12 <= tried[-1].values["rounds"] <= 14
    with pytest.raises(NoSimulation, match="no figure 'turn'; did you mean turns"):
        tune(ranges, [read_goal("turn <= 3")], played, 2, 1)


def test_the_command_says_what_it_tried_and_what_to_change() -> None:
    pytest.importorskip("optuna")
    wanted = [
        "--goal", "turns <= 12", "--goal", "turns >= 10", "--vary", "rounds=1..9", "--vary", "mask-tokens.count=20..30",
    ]  # fmt: skip
    found = json.loads(pnp(*wanted, "--format", "json").stdout)
    assert found["best"]["missed"] == min(trial["missed"] for trial in found["trials"])
    text = pnp(*wanted).stdout
    assert text == pnp(*wanted).stdout
    for line in found["best"]["lines"]:
        assert line in text.splitlines()


def test_without_optuna_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    refused = pnp("--goal", "turns <= 10", "--vary", "rounds=1..9")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "pip install 'pnp-generator[tune]'" in refused.stderr


@pytest.mark.parametrize(
    ("goal", "vary", "said"),
    [
        ("turns", "rounds=1..9", "is not FIGURE <= NUMBER"),
        ("turns < 4", "rounds=1..9", "is not FIGURE <= NUMBER"),
        ("turns <= 4", "rounds=9", "is not NAME=LOW..HIGH"),
        ("turns <= 4", "rounds=9..1", "is not NAME=LOW..HIGH"),
        ("turns <= 4", "round=1..9", "did you mean rounds"),
        ("turns <= 4", "rounds=0..9", "1 to 99 can be played"),
    ],
)
def test_what_cannot_be_read_is_refused(goal: str, vary: str, said: str) -> None:
    refused = pnp("--goal", goal, "--vary", vary)
    assert refused.exit_code == 2
    assert said in refused.stderr
