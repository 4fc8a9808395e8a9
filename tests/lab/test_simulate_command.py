"""``pnp simulate``: the forms of its answer, and how it refuses bad questions."""

import csv
import json
import re
import shutil
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from projects import ROOT
from shared_games import shipped_game
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.lab.simulation.playable import all_games, box_of
from generator.lab.simulation.quality import NAMES
from generator.lab.simulation.totals import QUANTILES

DATA = ["--data", str(ROOT / "data")]
GAME = "tricks-or-treats"
GAMES = ["--games", "30", "--seed", "3", "--workers", "1"]


def pnp(*arguments: str, data: list[str] = DATA) -> Any:
    return CliRunner().invoke(app, ["simulate", *arguments, *data], catch_exceptions=False)


def told(*arguments: str, data: list[str] = DATA) -> str:
    result = pnp(*arguments, *GAMES, data=data)
    assert (result.exit_code, result.stderr) == (0, "")
    return str(result.stdout)


def figures(*arguments: str, data: list[str] = DATA) -> Any:
    return json.loads(told(*arguments, "--format", "json", data=data))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_json_holds_what_it_promises(players: int) -> None:
    found = figures(GAME, "--players", str(players))
    percents = [str(percent) for percent in QUANTILES]
    assert (found["game"], found["players"], found["games"], found["seed"]) == (GAME, players, 30, 3)
    assert found["mode"] == ("solo" if players == 1 else "standard")
    for spread in (found["turns"], found["scores"], *found["scores_by_seat"], *found["used"].values()):
        assert list(spread["quantiles"]) == percents
        values = list(spread["quantiles"].values())
        assert values == sorted(values)
    assert [seat["seat"] for seat in found["wins_by_seat"]] == list(range(1, players + 1))
    for seat in found["wins_by_seat"]:
        assert 0 <= seat["low"] <= seat["share"] <= seat["high"] <= 1
        assert seat["share"] == pytest.approx(seat["wins"] / 30, abs=1e-6)
    if players > 1:
        assert sum(seat["wins"] for seat in found["wins_by_seat"]) >= 30
    for kind, used in found["used"].items():
        assert used["quantiles"]["99"] <= used["box"]
        assert 0 <= found["shortages"][kind] <= 1
    assert found["used"]["treat-tickets"]["box"] == 44 * players
    assert found["events"]["Surprise cards"]["mean"] > 0
    assert ("mask-tokens" in found["used"]) == (players > 1)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_and_another_other_ones() -> None:
    one = told(GAME, "--players", "2", "--format", "json")
    assert told(GAME, "--players", "2", "--format", "json") == one
    other = pnp(GAME, "--players", "2", "--games", "30", "--seed", "4", "--format", "json", "--workers", "1")
    assert json.loads(other.stdout)["scores"] != json.loads(one)["scores"]


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_bytes() -> None:
    asked = [GAME, "--players", "3", "--policy", "greedy,random", "--games", "110", "--format", "json"]
    answers = {pnp(*asked, "--workers", workers).stdout for workers in ("1", "2")}
    assert len(answers) == 1
    assert json.loads(answers.pop())["games"] == 110


@pytest.mark.slow
def test_policies_go_round_the_table() -> None:
    found = figures(GAME, "--players", "3", "--policy", "careful,random")
    assert found["policies"] == ["careful", "random", "careful"]
    assert [seat["policy"] for seat in found["wins_by_seat"]] == found["policies"]
    assert set(figures(GAME, "--players", "2")["policies"]) == {next(iter(all_games()[GAME].policies))}


@pytest.mark.slow
def test_what_of_the_rules_is_not_played_is_listed() -> None:
    few = ("--players", "2", "--games", "2", "--workers", "1")
    for name, playable in all_games().items():
        data = json.loads(pnp(name, *few, "--format", "json").stdout)
        text = pnp(name, *few).stdout
        game = shipped_game(name)
        words = list(playable.leaves_out(box_of(game, 2, data["mode"]), data["mode"]))
        assert data.get("not_played", []) == words
        assert [line for line in text.splitlines() if "not played" in line] == [f"not played: {part}" for part in words]


def test_text_tells_the_same_in_tables() -> None:
    found, text = figures(GAME, "--players", "2"), told(GAME, "--players", "2")
    assert text.startswith("Tricks or Treats, standard, 2 players, 30 games simulated, seed 3\n")
    for seat in found["wins_by_seat"]:
        assert f"seat {seat['seat']}, greedy  {100 * seat['share']:.1f} %" in text
    assert f"{found['scores']['mean']:.2f}" in text
    for name in (*found["used"], *found["events"]):
        assert f"\n{name} " in text
    short = {kind for kind, share in found["shortages"].items() if share}
    assert ("there was enough of everything in every game" in text) == (not short)


@pytest.mark.slow
def test_csv_has_a_row_for_each_number_of_the_json() -> None:
    found = figures(GAME, "--players", "2")
    rows = list(csv.DictReader(StringIO(told(GAME, "--players", "2", "--format", "csv"))))
    assert list(rows[0]) == ["figure", "of", "measure", "value"]
    by_name = {(row["figure"], row["of"], row["measure"]): row["value"] for row in rows}
    assert len(by_name) == len(rows)
    assert float(by_name["scores", "", "quantile 95"]) == found["scores"]["quantiles"]["95"]
    assert float(by_name["wins_by_seat", "2", "high"]) == found["wins_by_seat"][1]["high"]
    assert float(by_name["used", "trick-tickets", "mean"]) == found["used"]["trick-tickets"]["mean"]
    assert float(by_name["shortages", "trick-tickets", "games"]) == 0
    assert float(by_name["events", "doors reached", "mean"]) == found["events"]["doors reached"]["mean"]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_has_a_plot_of_each_seat(tmp_path: Path) -> None:
    file = tmp_path / "made" / "lab.html"
    assert told(GAME, "--players", "2", "--format", "html", "--out", str(file)) == ""
    page = _Page()
    page.feed(file.read_text(encoding="utf-8"))
    assert page.open == []
    assert page.links == []
    assert page.tags.count("svg") > 5
    assert "Scores of seat 2 (simulated, 30 games)" in file.read_text(encoding="utf-8")
    assert "script" not in page.tags


@pytest.mark.slow
def test_what_runs_dry_is_reported(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data" / GAME, data / GAME)
    plan = (data / GAME / "game.yaml").read_text(encoding="utf-8")
    (data / GAME / "game.yaml").write_text(plan.replace("count: 44 * players", "count: 6 * players"), encoding="utf-8")
    small = ["--data", str(data)]
    found = figures(GAME, "--players", "4", data=small)
    assert found["used"]["treat-tickets"]["box"] == found["used"]["treat-tickets"]["quantiles"]["99"] == 24
    assert found["shortages"]["treat-tickets"] > 0.9
    assert "games in which there were not enough\n  treat-tickets" in told(GAME, "--players", "4", data=small)


@pytest.mark.slow
def test_a_game_made_from_another_is_played_by_its_rules(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data" / GAME, tmp_path / "data" / "my-treats")
    mine = ["--data", str(tmp_path / "data")]
    found, theirs = figures("my-treats", "--players", "2", data=mine), figures(GAME, "--players", "2")
    assert {**found, "game": GAME} == theirs


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing", "--players", "2"], ["nothing"]),
        ([GAME, "--players", "5"], ["1 to 4 players", "not 5"]),
        ([GAME, "--players", "0"], ["not 0"]),
        ([GAME, "--players", "1", "--mode", "standard"], ["standard", "not 1"]),
        ([GAME, "--players", "2", "--mode", "duel"], ["'duel'", "standard, solo"]),
        ([GAME, "--players", "2", "--games", "0"], ["--games is 0"]),
        ([GAME, "--players", "2", "--games", "1000000000"], ["--games is 1000000000", "10,000,000"]),
        ([GAME, "--players", "2", "--workers", "0"], ["--workers is 0"]),
        ([GAME, "--players", "2", "--policy", "gredy"], ["'gredy'", "greedy"]),
        ([GAME, "--players", "2", "--policy", ""], ["''"]),
        ([GAME, "--players", "2", "--policy", "greedy,random,careful"], ["3 seats", "2 players"]),
        ([GAME, "--players", "2", "--workers", "2", "--dask", "tcp://x:1"], ["--workers and --dask"]),
        ([GAME, "--players", "2", "--games", "5", "--out", "/dev/null/x"], ["cannot write"]),
    ],
)
def test_bad_questions_get_one_clear_line(arguments: list[str], words: list[str]) -> None:
    result = pnp(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("pnp: ")
    assert result.stderr.count("\n") == 1
    assert [word for word in words if word not in result.stderr] == []


def test_a_game_that_nobody_here_knows_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "fair"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "name: {en: Fair}\nlanguages: [en]\nkinds:\n  a: {title: {en: A}, fields: {}}\n", encoding="utf-8"
    )
    (folder / "a.yaml").write_text("- id: one\n", encoding="utf-8")
    result = pnp("fair", "--players", "2", data=["--data", str(tmp_path / "data")])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "fair cannot be simulated" in result.stderr


@pytest.mark.parametrize(
    ("file", "old", "new", "word"),
    [
        ("trick-tickets.yaml", "value: 1", "value: 400", "trick-tickets/"),
        ("game.yaml", 'housing-tiles\n    sets: "1"', 'housing-tiles\n    count: "3"', "12 Housing tiles"),
        ("game.yaml", 'count: "2"', "count: players / 0", "the plan for game-boards"),
        ("game-boards.yaml", '"#.##.##.#"', '"########."', "game-boards/broomstick-lane"),
        ("game-boards.yaml", '"#.##.##.#"', '"........"', "game-boards/broomstick-lane"),
        ("housing-tiles.yaml", "difficulty: 0", "difficulty: -5", "housing-tiles/granny-nibbles-cottage"),
        ("surprise-cards.yaml", "- treats: +", "- treats: +99", "surprise-cards/"),
    ],
)
def test_a_box_that_cannot_be_played_is_refused(tmp_path: Path, file: str, old: str, new: str, word: str) -> None:
    shutil.copytree(ROOT / "data" / GAME, tmp_path / "data" / GAME)
    path = tmp_path / "data" / GAME / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    result = pnp(GAME, "--players", "2", data=["--data", str(tmp_path / "data")])
    assert result.exit_code in (1, 2)
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    assert word in result.stderr


def test_data_with_errors_is_shown_and_not_played(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data" / GAME, tmp_path / "data" / GAME)
    (tmp_path / "data" / GAME / "costumes.yaml").write_text("- id: [\n", encoding="utf-8")
    result = pnp(GAME, "--players", "2", data=["--data", str(tmp_path / "data")])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "costumes.yaml" in result.stderr
    assert result.stderr.endswith("nothing was played\n")


@pytest.mark.slow
def test_a_game_is_reported_step_by_step_whichever_it_is() -> None:
    for name in all_games():
        text = pnp(name, "--players", "3", "--trace", "2", "--policy", "random").stdout
        assert text == pnp(name, "--players", "3", "--policy", "random", "--trace", "2").stdout
        assert "game 2 of seed 0\n" in text
        assert re.search(r"after \d+ turns: (player \d|nobody)", text.splitlines()[-1])
        *steps, end = map(json.loads, pnp(name, "--players", "3", "--trace", "--format", "json").stdout.splitlines())
        assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
        assert steps[-1]["turn"] <= end["turns"] + 1
        assert steps[-1]["scores"] == end["scores"]
    assert pnp(GAME, "--trace", "--players", "2").stdout == pnp(GAME, "--players", "2", "--trace", "0").stdout
    for wrong in (["--trace", "--vary", "mask-tokens.count=3"], ["--trace", "--format", "csv"]):
        assert pnp(GAME, "--players", "2", *wrong).exit_code == 2


@pytest.mark.slow
def test_a_search_wants_a_number_of_playouts() -> None:
    assert "seat 1, search:1" in pnp(GAME, "--players", "2", "--games", "1", "--policy", "search:1,greedy").stdout
    for wrong in ("search:0", "search:9999999", "search:"):
        assert pnp(GAME, "--players", "2", "--policy", wrong).exit_code == 2


@pytest.mark.rare
def test_quality_is_told_of_each_game() -> None:
    for name in all_games():
        found = figures(name, "--players", "3", "--policy", "greedy,random")["quality"]
        assert set(found) == {*NAMES, "skill", "by_item"}
        assert found["skill"].keys() == {"greedy", "random"}
        assert found["by_item"]
        for measure in ("drama", "decisiveness"):
            assert 0 <= found[measure]["mean"] <= 1
