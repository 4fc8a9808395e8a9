"""The box for so many players."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from each import each
from projects import Project as Fair
from pypdf import PdfReader
from pypdf.generic import Destination
from typer.testing import CliRunner

from generator.check.build import check_game
from generator.check.result import CheckResult
from generator.check.scope import Scope
from generator.cli.commands import app
from generator.core.folders import Project
from generator.core.problem import Refusal
from generator.printing.order import SheetLayout
from generator.printing.plan import PlannedSheets, Share, choose_mode, plan

ROOT = Path(__file__).parents[2]
PROJECT = Project(ROOT / "data", ROOT / "templates")

# The table of teams: which cards are dealt to how many players.
TEAMS = {
    2: "R B", 3: "R G B", 4: "R* R B* B", 5: "R* R G B Y", 6: "R* R G* G B* B", 7: "R* R G* G B* B Y",
    8: "R* R G* G B* B Y* Y",
}  # fmt: skip


@pytest.fixture(scope="module")
def games() -> dict[str, CheckResult]:
    return {name: check_game(PROJECT, name, scope=Scope(whole=False)) for name in PROJECT.games()}


def box(checked: CheckResult, players: int, mode: str | None = None) -> dict[str, Share]:
    chosen = choose_mode(checked.game, players, mode)
    return {share.kind.name: share for sheets in boxed(checked, players, chosen) for share in sheets.shares}


def boxed(checked: CheckResult, players: int, mode: str) -> list[PlannedSheets]:
    return plan(checked, players, mode, SheetLayout(), checked.game.language)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 9))
def test_star_road_counts_follow_the_rules(games: dict[str, CheckResult], players: int) -> None:
    shares = box(games["star-road"], players)
    assert shares["stands"].components == 4 * 2 * players
    assert shares["digit-pieces"].components == 4 * shares["stands"].components
    assert shares["resource-indicators"].components >= 12 * players
    assert shares["completion-indicators"].components == shares["stands"].components
    assert shares["characters"].components >= 2 * players
    dealt = Counter(item.fields["sign"] for item, copies in shares["team-cards"].picks for _ in range(copies))
    assert dealt == Counter(TEAMS[players].split())


@pytest.mark.slow
def test_a_full_star_road_box_has_the_numbers_of_the_list(games: dict[str, CheckResult]) -> None:
    shares = box(games["star-road"], 8)
    counts = [
        shares[kind].components for kind in ("stands", "digit-pieces", "resource-indicators", "completion-indicators")
    ]
    assert counts == [64, 256, 256, 64]
    digits = {item.fields["digit"]: copies for item, copies in shares["digit-pieces"].picks}
    assert digits == {0: 129, 1: 63, 2: 33, 3: 31}  # of set 1


@pytest.mark.slow
def test_solo_leaves_out_what_is_for_the_street(games: dict[str, CheckResult]) -> None:
    assert "mask-tokens" in box(games["tricks-or-treats"], 3)
    assert "mask-tokens" not in box(games["tricks-or-treats"], 1, "solo")


@pytest.mark.parametrize("players", [2, 3])
def test_each_collector_has_a_character_a_deck_and_ten_escapades(games: dict[str, CheckResult], players: int) -> None:
    shares = box(games["collectors"], players)
    owners = {item.id for item, _ in shares["characters"].picks}
    assert len(owners) == players
    assert Counter(item.fields["owner"] for item, _ in shares["escapades"].picks) == dict.fromkeys(owners, 10)
    assert {item.fields["owner"] for item, _ in shares["items"].picks} == owners


def characters(checked: CheckResult, players: int, wanted: list[str]) -> list[str]:
    planned = plan(checked, players, "", SheetLayout(), "en", named_items=wanted)
    (share,) = [share for sheets in planned for share in sheets.shares if share.kind.name == "characters"]
    return sorted(item.id for item, _ in share.picks)


def test_whoever_is_wanted_is_in_the_box(games: dict[str, CheckResult]) -> None:
    checked = games["collectors"]
    assert characters(checked, 2, ["clocks", "teacup-collector"]) == ["clock-collector", "teacup-collector"]
    assert characters(checked, 3, ["Wren Tallow"]) == ["hat-collector", "key-collector", "moth-collector"]


@pytest.mark.slow
def test_a_box_for_sleeved_cards_takes_the_place_of_the_other(games: dict[str, CheckResult]) -> None:
    for game, mode in (("tricks-or-treats", "standard"), ("star-road", "set1"), ("collectors", "")):
        planned = plan(games[game], 2, mode, SheetLayout(), "en", named_items=["sleeves"])
        nets = [share.kind for sheets in planned for share in sheets.shares if share.kind.net]
        assert any(kind.name.startswith("sleeved") and kind.net and kind.net.width == 68 for kind in nets)
        assert not {kind.name for kind in nets} & {"surprise-box", "card-box", "item-box", "escapade-box"}
    named = plan(games["star-road"], 2, "set1", SheetLayout(), "en", named_items=["sleeves", "veto-man"])
    (share,) = [share for sheets in named for share in sheets.shares if share.kind.name == "characters"]
    assert [item.id for item, _ in share.picks] == ["veto-man"]


def test_what_is_wanted_in_vain_is_refused(games: dict[str, CheckResult]) -> None:
    for game, wanted, why in (
        ("collectors", ["spoons"], "no item of collectors is called 'spoons'"),
        ("collectors", ["clocks", "clock-collector"], "clock-collector is named twice"),
        ("collectors", ["hats", "keys", "moths"], "moth-collector is not in this box"),
        ("star-road", ["frozen-man", "frozen-base"], "no item of star-road is called 'frozen-base'"),
    ):
        with pytest.raises(Refusal, match=why):
            plan(games[game], 2, "set1" if game == "star-road" else "", SheetLayout(), "en", named_items=wanted)


@pytest.mark.slow
def test_who_plays_alone_gets_the_box_for_solo(games: dict[str, CheckResult]) -> None:
    assert choose_mode(games["tricks-or-treats"].game, 1, None) == "solo"
    assert choose_mode(games["tricks-or-treats"].game, 2, None) == "standard"
    assert choose_mode(games["star-road"].game, 2, None) == "set1"
    assert choose_mode(games["collectors"].game, 2, None) == ""
    alone = box(games["tricks-or-treats"], 1)
    assert "mask-tokens" not in alone  # which are for gathering in the street
    assert alone["pawns"].components == 1
    assert "mask-tokens" in box(games["tricks-or-treats"], 2)


@each(
    ("game", "players", "mode"),
    [
        ("star-road", 9, None),
        ("star-road", 1, None),
        ("tricks-or-treats", 5, None),
        ("tricks-or-treats", 1, "standard"),
        ("tricks-or-treats", 3, "solo"),
    ],
)
def test_too_many_players_are_refused(games: dict[str, CheckResult], game: str, players: int, mode: str | None) -> None:
    with pytest.raises(Refusal, match="player"):
        box(games[game], players, mode)


def run(*arguments: str) -> tuple[int, str]:
    folders = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]
    result = CliRunner().invoke(app, ["plan", *arguments, *folders])
    return result.exit_code, result.stdout + result.stderr


@pytest.mark.rare
def test_the_box_is_one_file_behind_a_cover_that_lists_it(games: dict[str, CheckResult], tmp_path: Path) -> None:
    status, text = run("collectors", "--players", "2", "--render", "--out", str(tmp_path))
    pdf = PdfReader(tmp_path / "collectors/box-2-players.pdf")
    planned = boxed(games["collectors"], 2, "")
    sheets = sum(one.sheets for one in planned)
    assert status == 0
    assert f"{sheets + 1} sheets with the cover in" in text
    assert len(pdf.pages) == sheets + 1
    cover = pdf.pages[0].extract_text()
    assert "The box for 2 players" in cover
    assert "Escapades" in cover
    titles = [entry.title for entry in pdf.outline if isinstance(entry, Destination)]
    assert titles == [", ".join(str(share.kind.title) for share in one.shares) for one in planned]


@pytest.mark.slow
@each(
    ("arguments", "words"),
    [
        (["chess", "--players", "2"], "no game"),
        (["star-road", "--players", "12"], "2 to 8 players"),
        (["tricks-or-treats", "--players", "2", "--mode", "race"], "no mode"),
        (["star-road", "--players", "2", "--lang", "fr"], "not written in"),
        (["star-road", "--players", "2", "--paper", "50x50"], "does not fit"),
    ],
)
def test_wrong_use_is_one_clear_line(arguments: list[str], words: str) -> None:
    status, text = run(*arguments)
    assert status == 2
    assert words in text


@pytest.mark.slow
def test_a_plan_with_a_mistake_is_a_problem_at_its_line(tmp_path: Path) -> None:
    game = tmp_path / "data/collectors"
    shutil.copytree(ROOT / "data/collectors", game)
    file = game / "game.yaml"
    lines = file.read_text(encoding="utf-8").splitlines()
    start = lines.index("plan:")
    lines[start + 1 : start + 1] = [
        "  - {kind: dice, sets: '1', source: ours, why: {en: none}}",
        "  - {kind: tracks, count: players / 0, source: ours, why: {en: x}}",
        "  - {kind: tracks, count: 3 * player, source: ours, why: {en: x}}",
    ]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    problems = check_game(Project(tmp_path / "data", ROOT / "templates"), "collectors").problems
    found = [(problem.line, problem.rule) for problem in problems if problem.file.endswith("game.yaml")]
    assert found == [(start + 2, "unknown-reference"), (start + 3, "rule-syntax"), (start + 4, "rule-syntax")]
    told = {problem.line: (problem.message, problem.hint) for problem in problems}[start + 4]
    assert told[0].endswith("'player' is unknown here")
    assert told[1] == "did you mean players?"


def test_a_game_without_a_plan_is_told_the_lines_to_write(project: Fair) -> None:
    result = project.pnp("plan", "fair")
    assert result.exit_code == 2
    lines = re.search(r"has no plan in its game.yaml; write into it: (plan: .*)", result.stderr)
    assert lines
    game = project.path("game.yaml")
    game.write_text(f"{game.read_text(encoding='utf-8')}\n{lines[1]}\n", encoding="utf-8")
    assert [problem for problem in project.check() if problem.level == "error"] == []
    result = project.pnp("plan", "fair", "--players", "2")
    assert result.exit_code == 0, result.stderr
    assert "stalls" in result.stdout
