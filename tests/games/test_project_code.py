"""Code beside a game's files runs once its owner has said so, and no sooner; and it is told where it goes wrong."""

import json
import os
import py_compile
from pathlib import Path

import pytest
from projects import ROOT, Project
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.core import folders
from generator.core.folders import shipped_games
from generator.core.project_code import _file

RACE = """
from pathlib import Path
from generator.games import Answer, Game, Question

Path({marker!r}).write_text("it ran")


class Race(Game):
    players = range(1, 5)

    def start(self, box, players, settings, rng):
        return (0,) * players, 0

    def player(self, state):
        return state[1]

    def moves(self, state):
        return ["roll"]

    def apply(self, state, move, rng):
        places, turn = state
        return (*places[:turn], places[turn] + rng.randint(1, 6), *places[turn + 1:]), (turn + 1) % len(places)

    def is_over(self, state):
        return max(state[0]) >= 10

    def scores(self, state):
        return state[0]


game = Race
procedures = {{"worth": lambda fields: fields["price"] * 2}}
questions = [Question("six", "Half a dozen.", {{}}, lambda values, shelf: Answer({{"six": 6}}, ["six"]))]
"""


def said(*command: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, list(command))
    assert result.exit_code == status, result.output
    return result.output


@pytest.fixture
def marker(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is there once the code of the project's game has run."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    marker = tmp_path / "marker"
    (project.folder / "data/fair/play.py").write_text(RACE.format(marker=str(marker)))
    game = project.folder / "data/fair/game.yaml"
    game.write_text(game.read_text().replace("    fields:", "    derived: {worth: worth}\n    fields:", 1))
    return marker


def test_code_runs_nowhere_before_it_is_trusted(marker: Path) -> None:
    told = said("check", status=1)
    assert "data/fair/play.py:1:1: warning untrusted-code: the code of fair is not run" in told
    assert "then: pnp trust fair" in told
    assert "there is no procedure 'worth'" in told
    commands = (
        "render fair", "odds", "odds fair/six", "list fair", "show stalls/cake", "schema", "stats fair", "plan fair",
    )  # fmt: skip
    for command in commands:
        CliRunner().invoke(app, command.split())
        assert not marker.exists(), command
    assert "pnp trust fair" in said("simulate", "fair", "--players", "2", status=2)
    assert not marker.exists()


def test_what_is_trusted_runs_until_it_changes(project: Project, marker: Path) -> None:
    assert "data/fair/play.py" in said("trust", "fair")
    said("check")
    assert marker.exists()
    assert said("odds", "fair/six") == "six\n"
    asked = ("simulate", "fair", "--players", "2", "--games", "120", "--format", "json", "--workers")
    once = said(*asked, "1")
    assert json.loads(once)["games"] == 120
    assert said(*asked, "2") == once
    code = project.folder / "data/fair/play.py"
    marker.unlink()
    code.write_text(code.read_text() + "\n# another content\n")
    assert "untrusted-code" in said("check", status=1)
    assert "fair/six" not in said("odds")
    assert not marker.exists()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no such permissions here")
@pytest.mark.parametrize(
    ("folder", "file"), [(0o700, 0o666), (0o700, 0o660), (0o777, 0o600), (0o770, 0o600), (0o1777, 0o600)]
)
def test_what_others_may_have_written_is_not_believed(project: Project, marker: Path, folder: int, file: int) -> None:
    said("trust", "fair")
    _file().parent.chmod(folder)
    _file().chmod(file)
    said("check", status=1)
    assert not marker.exists()
    with _file().open("a") as notes:
        notes.write("0" * 64 + " '/elsewhere/play.py'\n")
    said("trust", "fair")
    assert "0" * 64 not in _file().read_text()  # what another may have written is not trusted by the way
    assert (_file().stat().st_mode & 0o777, _file().parent.stat().st_mode & 0o777) == (0o600, 0o700)
    said("check")
    assert marker.exists()


def test_an_answer_that_is_kept_knows_whether_code_may_run(project: Project, marker: Path, tmp_path: Path) -> None:
    kept = ("--cache", str(tmp_path / "cache"))
    for trusted in (False, True, True):
        if trusted:
            said("trust", "fair")
        told = said("check", *kept, status=0 if trusted else 1)
        assert ("untrusted-code" in told) != trusted
    code = project.folder / "data/fair/play.py"
    code.write_text(code.read_text().replace("* 2", "* 3"))
    assert "untrusted-code" in said("check", *kept, status=1)


def test_a_package_is_trusted_with_all_its_modules(project: Project, marker: Path) -> None:
    folder = project.folder / "data/fair"
    (folder / "play").mkdir()
    (folder / "play.py").rename(folder / "play/race.py")
    (folder / "play/__init__.py").write_text("from .race import game, procedures, questions\n")
    assert "data/fair/play/__init__.py:1:1: warning untrusted-code" in said("check", status=1)
    said("trust", "fair")
    said("check")
    assert said("odds", "fair/six") == "six\n"
    (folder / "play/race.py").write_text("raise SystemExit\n")
    assert "untrusted-code" in said("check", status=1)


def test_what_lies_compiled_beside_trusted_code_is_not_run(project: Project, marker: Path, tmp_path: Path) -> None:
    folder = project.folder / "data/fair/play"
    folder.mkdir()
    (project.folder / "data/fair/play.py").rename(folder / "race.py")
    (folder / "__init__.py").write_text("from .race import game, procedures, questions\n")
    source, honest = folder / "race.py", (folder / "race.py").read_bytes()
    source.write_bytes(f"open({str(tmp_path / 'stolen')!r}, 'w')\n".encode() + honest)
    compiled = Path(py_compile.compile(str(source), doraise=True) or "")
    about = source.stat()
    source.write_bytes(honest)
    compiled.write_bytes(compiled.read_bytes()[:12] + len(honest).to_bytes(4, "little") + compiled.read_bytes()[16:])
    os.utime(source, ns=(about.st_atime_ns, about.st_mtime_ns))
    said("trust", "fair")
    said("check")
    assert marker.exists()
    assert not (tmp_path / "stolen").exists()


@pytest.mark.parametrize(
    ("code", "place"),
    [
        (
            "game = \n",
            "data/fair/play.py:1:1: error unknown-reference: the code of fair cannot be imported: SyntaxError",
        ),
        ("\nimport nothing_there\n", "data/fair/play.py:2:1: error unknown-reference"),
        ("def f():\n    return {}['x']\nf()\n", "data/fair/play.py:2:1: error unknown-reference"),
        ("raise SystemExit(0)\n", "data/fair/play.py:1:1: error unknown-reference"),
        ("procedures = {'worth': lambda fields: 1 / 0}", "play.py:1: ZeroDivisionError"),
    ],
)
def test_a_mistake_is_reported_with_its_place(project: Project, marker: Path, code: str, place: str) -> None:
    (project.folder / "data/fair/play.py").write_text(code)
    said("trust", "fair")
    assert place in said("check", status=1)
    assert CliRunner().invoke(app, ["simulate", "fair", "--players", "2"]).exit_code in (1, 2)


def test_notes_that_others_may_have_written_trust_nothing(marker: Path) -> None:
    said("trust", "fair")
    assert _file().stat().st_mode & 0o077 == 0
    os.chmod(_file(), 0o666)
    assert "untrusted-code" in said("check", status=1)
    assert not marker.exists()


def test_a_game_without_code_has_none_to_trust(project: Project) -> None:
    assert "no play.py" in said("trust", "fair", status=2)


@pytest.mark.slow
def test_the_starter_plays_and_keeps_its_promises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    CliRunner().invoke(app, ["new", "my-race", "--with-play", "--languages", "fr,en"])
    said("trust", "my-race")
    said("check", "my-race")
    assert "5 random games: all as it should be" in said(
        "simulate", "my-race", *("--players", "3", "--verify", "--games", "5")
    )
    asked = ("simulate", "my-race", "--players", "2", "--games", "12", "--workers", "1", "--format", "json")
    wins = json.loads(said(*asked, "--policy", "greedy,random"))["wins_by_seat"]
    assert wins[0]["wins"] > wins[1]["wins"]
    assert json.loads(said(*asked))["shortages"] == {"letters": 1.0}


BROKEN = {
    "changes the state": "def apply(self, state, move, rng): state[0][0] += 1; return state",
    "gives two states": "def apply(self, state, move, rng): return [[random.random()]]",
    ".moves() gives []": "def moves(self, state): return []",
    ".player() gives 7": "def player(self, state): return 7",
    ".counts() come to": "def counts(self, state): return {'stones': {'pile': state[0][0]}}",
    "has other moves": "def guess(self, state, player, rng): return [[99]]",
}


@pytest.mark.parametrize("told", BROKEN)
def test_a_promise_that_is_broken_is_found(project: Project, marker: Path, told: str) -> None:
    (project.folder / "data/fair/play.py").write_text(
        "import random\n"
        "from generator.games import Game\n"
        "class game(Game):\n"
        "    def start(self, box, players, settings, rng): return [[0]]\n"
        "    def player(self, state): return 0\n"
        "    def moves(self, state): return ['on'] if state[0][0] < 9 else ['off']\n"
        "    def apply(self, state, move, rng): return [[state[0][0] + 1]]\n"
        "    def is_over(self, state): return state[0][0] > 4\n"
        "    def scores(self, state): return [state[0][0]]\n"
        f"    {BROKEN[told]}\n"
    )
    said("trust", "fair")
    assert told in said("simulate", "fair", "--players", "1", "--verify", status=1)


REFUSED = {
    "play.py:4: game: players is 2; write a range, such as range(2, 5)": "players = 2",
    "play.py:4: game: settings is ['rounds']; write a mapping": "settings = ['rounds']",
    "play.py:4: game has no moves()": "moves = None; del moves",
    "play.py:6: game.moves() gives None": "def moves(self, state): pass",
    "play.py:6: game.scores() gives 3": "def scores(self, state): return 3",
}


@pytest.mark.parametrize("told", REFUSED)
def test_a_game_that_cannot_be_played_says_where_and_why(project: Project, told: str) -> None:
    (project.folder / "data/fair/play.py").write_text(
        "from generator.games import Game\n"
        "class game(Game):\n"
        "    name = ''\n"
        "    def start(self, box, players, settings, rng): return 0\n"
        "    def player(self, state): return 0\n"
        f"    {REFUSED[told]}\n"
        "    def apply(self, state, move, rng): return 1\n"
        "    def is_over(self, state): return state == 1\n"
        + ("" if "moves" in told else "    def moves(self, state): return ['on']\n")
        + ("" if "scores" in REFUSED[told] else "    def scores(self, state): return [state]\n")
    )
    said("trust", "fair")
    assert told in said("simulate", "fair", "--players", "1", "--games", "1", "--workers", "1", status=2)


def test_a_shipped_game_that_is_copied_is_trusted_while_no_byte_of_its_code_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    name = shipped_games()[0].name
    said("new", "mine", "--from", name)
    asked = ("simulate", "mine", "--players", "2", "--games", "2", "--format", "json", "--workers")
    once = said(*asked, "1")
    (figures,) = Path("data/mine/play").glob("*/figures.txt")  # drawings count as well: what is made rests on them
    before = figures.read_bytes()
    figures.write_bytes(before[:-1] + b" ")
    assert "pnp trust mine" in said(*asked, "1", status=2)
    said("trust", "mine")
    assert said(*asked, "1") == once
    figures.write_bytes(before)
    Path("config/pnp-generator/trusted").unlink()
    assert said(*asked, "1") == once


@pytest.mark.slow
def test_other_processes_find_the_code_that_settings_are_made_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    said("new", "mine", "--from", "star-road")
    asked = ("simulate", "mine", "--players", "2", "--games", "120", "--format", "json", "--workers")
    once = said(*asked, "1")
    assert said(*asked, "2") == once
    first = Path("data/mine/play/__init__.py")
    first.write_text(first.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    said("trust", "mine")
    assert said(*asked, "2") == once


def test_in_a_checkout_the_games_of_its_owner_are_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("shipped-one", "own-one"):
        (tmp_path / "data" / name).mkdir(parents=True)
        (tmp_path / "data" / name / "game.yaml").touch()
    (tmp_path / "pyproject.toml").write_text('"data/shipped-one" = "generator/shipped/data/shipped-one"\n')
    monkeypatch.setattr(folders, "shipped", lambda: tmp_path)
    assert shipped_games.__wrapped__() == [tmp_path / "data/shipped-one"]
    assert {path.name for path in shipped_games()} == {path.parent.name for path in (ROOT / "data").glob("*/game.yaml")}
