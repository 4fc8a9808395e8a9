"""``--settings``: files of settings played side by side, and how they are refused."""

import json
from pathlib import Path

import pytest
from projects import ROOT
from typer.testing import CliRunner

from generator.cli.commands import app

ASKED = ["simulate", "tricks-or-treats", "--players", "1", "--games", "30", "--workers", "1"]
DATA = ["--data", str(ROOT / "data")]


def file(folder: Path, text: str, name: str = "long") -> list[str]:
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return ["--settings", str(path)]


def told(*arguments: str) -> str:
    result = CliRunner().invoke(app, [*ASKED, *DATA, *arguments], catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    return str(result.stdout)


def test_files_are_played_beside_the_game_as_it_is(tmp_path: Path) -> None:
    long = file(tmp_path, "settings: {rounds: 25}\n")
    rich = file(tmp_path, "settings: {treats: 9}\ncomponents: {treat-tickets.count: +40}\n", "rich")
    found = json.loads(told(*long, *rich, "--format", "json"))
    as_it_is, longer, richer = found["variants"]
    assert [one["value"] for one in found["variants"]] == ["as it is", "long", "rich"]
    assert (as_it_is["turns"]["mean"], longer["turns"]["mean"]) == (20, 25)
    assert richer["used"]["treat-tickets"]["box"] == as_it_is["used"]["treat-tickets"]["box"] + 40
    assert richer["scores"]["mean"] > as_it_is["scores"]["mean"] + 2


@pytest.mark.slow
def test_the_game_as_it_is_comes_to_the_same_as_without_files(tmp_path: Path) -> None:
    with_files = json.loads(told(*file(tmp_path, "{}\n"), "--format", "json"))["variants"]
    alone = json.loads(told("--format", "json"))
    for variant in with_files:
        assert variant["scores"] == alone["scores"]


def test_the_table_has_a_row_for_each_file(tmp_path: Path) -> None:
    lines = told(*file(tmp_path, "settings: {rounds: 25}\n")).splitlines()
    assert [line.strip().split("  ")[0] for line in lines[1:4]] == ["settings", "as it is", "long"]
    assert [line.strip().split("  ")[0] for line in lines[6:]] == ["settings", "long"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("settings: {round: 25}\n", "long.yaml:1:19: error unknown-field: 'round' is not a setting of this game"),
        ("settings: {rounds: 0}\n", "long.yaml:1:20: error number-range: rounds is 0; 1 to 99 can be played"),
        ("settings: {rounds: many}\n", "long.yaml:1:20: error wrong-type"),
        ("setting: {rounds: 9}\n", "long.yaml:1:1: error unknown-field"),
        ("components: {treat-tickets: 9}\n", "long.yaml:1:29: error wrong-type"),
        ("components: {treat-ticket.count: 9}\n", "long.yaml:1:34: error unknown-reference: the box has no kind"),
        ("- 1\n", "long.yaml:1:1: error wrong-type"),
        ("settings: {rounds: 9\n", "long.yaml:1:11: error yaml-syntax"),
    ],
)
def test_what_a_file_gets_wrong_is_reported_at_its_place(tmp_path: Path, text: str, words: str) -> None:
    result = CliRunner().invoke(app, [*ASKED, *DATA, *file(tmp_path, text)], catch_exceptions=False)
    assert result.exit_code == 1
    assert words in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--settings", "gone.yaml"], "there is no file gone.yaml"),
        (["--settings", "{0}", "--settings", "{0}"], "each file needs its own name"),
        (["--settings", "{0}", "--vary", "pawns.count=1"], "--vary and --settings exclude each other"),
        (["--settings", "{0}", "--format", "csv"], "--settings is printed as text or json, not as csv"),
        (["--enough"], "--enough needs 400 games or more"),
    ],
)
def test_wrong_use_gets_one_line(tmp_path: Path, arguments: list[str], words: str) -> None:
    path = file(tmp_path, "{}\n")[1]
    given = [argument.format(path) for argument in arguments]
    result = CliRunner().invoke(app, [*ASKED, *DATA, *given], catch_exceptions=False)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
