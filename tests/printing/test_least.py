"""The least that each way to play takes, kind by kind: two counts for a game of two modes."""

import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import Result
from projects import ROOT
from typer.testing import CliRunner

from generator.check.build import check_game
from generator.check.result import CheckResult
from generator.check.scope import Scope
from generator.cli.commands import app
from generator.core.folders import Project
from generator.printing.box_account import LeastOfMode, least_of_modes
from generator.printing.order import Choice, SheetLayout
from generator.printing.plan import plan

SHIPPED = Project(ROOT / "data", ROOT / "templates")


@pytest.fixture(scope="module")
def checked() -> CheckResult:
    return check_game(SHIPPED, "tricks-or-treats", scope=Scope(whole=False))


@pytest.fixture(scope="module")
def modes(checked: CheckResult) -> dict[str, LeastOfMode]:
    return {one.mode: one for one in least_of_modes(checked, Choice(), SheetLayout())}


def run(*words: str) -> Result:
    where = ["--data", str(SHIPPED.data), "--templates", str(SHIPPED.templates)]
    return CliRunner().invoke(app, ["plan", *words, *where])


@pytest.mark.slow
def test_it_is_what_the_plan_has_for_the_fewest(checked: CheckResult, modes: dict[str, LeastOfMode]) -> None:
    assert {mode: one.players for mode, one in modes.items()} == {"standard": 2, "solo": 1}
    for mode, one in modes.items():
        planned = plan(checked, one.players, mode, SheetLayout(), "en")
        counts: Counter[str] = Counter()
        for share in (share for each in planned for share in each.shares):
            counts[share.kind.name] += share.components
        assert {kind: least.components for kind, least in one.kinds.items()} == counts
        assert one.sheets == sum(each.sheets for each in planned)
        assert one.sheets <= sum(least.sheets for least in one.kinds.values())  # they may share sheets


@pytest.mark.slow
def test_solo_takes_no_more_than_the_standard_game(modes: dict[str, LeastOfMode]) -> None:
    standard, solo = modes["standard"].kinds, modes["solo"].kinds
    assert "mask-tokens" not in solo
    assert all(least.sheets <= standard[kind].sheets for kind, least in solo.items())
    assert modes["solo"].sheets < modes["standard"].sheets


@pytest.mark.slow
def test_numbers_of_ours_are_marked_and_those_of_the_rules_are_not(modes: dict[str, LeastOfMode]) -> None:
    said = run("tricks-or-treats").stdout
    cells = [re.split(r" {2,}", line) for line in said.splitlines()]
    assert ["mask-tokens", "Mask tokens"] in [row[:2] for row in cells]
    rows = {row[0]: row[2:] for row in cells}
    assert rows["pawns"] == ["2", "1", "1", "1"]  # one for each collector: the game's own number
    assert rows["surprise-cards"] == ["78*", str(modes["standard"].kinds["surprise-cards"].sheets), "36*", "4"]
    assert rows["mask-tokens"][2:] == ["–", "–"]
    assert "* our setting" in said


@pytest.mark.parametrize("words", [["--render"], ["--mode", "solo"]])
def test_what_asks_for_one_box_needs_the_players(words: list[str]) -> None:
    result = run("tricks-or-treats", *words)
    assert result.exit_code == 2
    assert "--players" in result.stderr


def test_a_game_without_a_plan_has_no_least(tmp_path: Path) -> None:
    (tmp_path / "data" / "bare").mkdir(parents=True)
    (tmp_path / "data" / "bare" / "game.yaml").write_text(
        "name: Bare\nkinds: {notes: {title: Notes, fields: {name: {type: text}}}}\n", encoding="utf-8"
    )
    (tmp_path / "data" / "bare" / "notes.yaml").write_text("[]\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["plan", "bare", "--data", str(tmp_path / "data")])
    assert result.exit_code == 2
    assert "no plan" in result.stderr
