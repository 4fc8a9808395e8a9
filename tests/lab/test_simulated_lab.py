"""``simulated`` in ``lab.yaml``: ``pnp check --lab`` plays it, holds its figures to account, and plays it once."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from projects import ROOT
from shared_games import undrawn
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.lab.simulation import run
from generator.lab.simulation.totals import figures_at

GAME = "star-road"


def check(folder: Path, *more: str) -> Any:
    where = ["--data", str(folder), "--templates", str(ROOT / "templates"), "--cache", str(folder / "cache")]
    return CliRunner().invoke(app, ["check", *more, *where, "--format", "json"], catch_exceptions=False)


def problems(folder: Path, lab: str, *more: str) -> list[dict[str, Any]]:
    (folder / GAME / "lab.yaml").write_text(lab, encoding="utf-8")
    with undrawn():
        found: list[dict[str, Any]] = json.loads(check(folder, *more).stdout)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("data")
    shutil.copytree(ROOT / "data" / GAME, made / GAME)
    return made


@pytest.mark.slow
def test_figures_are_held_to_account_and_games_played_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lab = """\
simulated:
  - players: 2
    games: 20
    policy: greedy
    expect:
      wins_by_seat: [0.9, 1]
      turns: [1, 90]
      drama: [0, 1]
      shortages: [0, 0.2]
      turn: [0, 1]
  - {players: 99, expect: {turns: [1, 2]}}
"""
    assert problems(folder, lab) == []  # nothing is played unless it is asked for
    found = problems(folder, lab, "--lab")
    assert [(one["line"], one["rule"]) for one in found] == [
        *((6, "lab-expectation") for _ in range(2)),  # seats are drawn: each wins about half
        (10, "unknown-reference"),
        (11, "lab-syntax"),
    ]
    assert "wins_by_seat" in found[0]["message"]
    assert "in 20 games; 0.9 to 1 expected" in found[0]["message"]

    def played(*given: Any) -> None:
        raise AssertionError(given)

    monkeypatch.setattr(run, "play_part", played)
    assert problems(folder, lab, "--lab") == found


WRONG = [
    ("{games: 3, expect: {turns: [1, 2]}}", "missing-field"),
    ("{players: 2}", "missing-field"),
    ("{players: 2, expect: {turns: 3}}", "wrong-type"),
    ("{players: 2, expect: {turns: [3, 1]}}", "number-range"),
    ("{players: 200, expect: {turns: [1, 3]}}", "number-range"),
    ("{players: 2, expects: {turns: [1, 3]}}", "unknown-field"),
]


@pytest.mark.slow
def test_what_is_wrong_is_reported_without_playing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "play_part", None)
    lab = "simulated:\n" + "".join(f"  - {wrong}\n" for wrong, _ in WRONG)
    expected = set(enumerate((rule for _, rule in WRONG), start=2))
    for more in ((), ("--lab",)):
        assert {(one["line"], one["rule"]) for one in problems(folder, lab, *more)} >= expected
    assert {one["rule"] for one in problems(folder, "simulated: {players: 2}")} == {"wrong-type"}


def test_a_path_finds_its_figures_with_their_limits() -> None:
    found = {
        "games": 100,
        "turns": {"mean": 4.0, "error": 0.5},
        "wins_by_seat": [{"seat": 1, "share": 0.6, "low": 0.5, "high": 0.7}],
        "shortages": {"cards": 0.0},
        "quality": {"drama": {"mean": 0.25, "low": 0.2, "high": 0.3}, "minutes": None},
    }
    assert list(figures_at(found, "wins_by_seat")) == [("wins_by_seat 1", 0.6, 0.5, 0.7)]
    assert list(figures_at(found, "drama")) == [("drama", 0.25, 0.2, 0.3)]
    assert list(figures_at(found, "quality.drama.mean")) == [("quality.drama.mean", 0.25, 0.25, 0.25)]
    ((_, _, low, high),) = figures_at(found, "turns")
    assert (round(low, 2), round(high, 2)) == (3.02, 4.98)
    ((name, value, _, high),) = figures_at(found, "shortages")
    assert (name, value, high < 0.05) == ("shortages.cards", 0, True)
    assert not list(figures_at(found, "minutes")) + list(figures_at(found, "nothing.there"))
