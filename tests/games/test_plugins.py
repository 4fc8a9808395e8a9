"""Plugins use nothing that a stranger's game cannot: one of the shipped games, copied out into a package of its own and a
project of its own, does all that it did; so does a copy whose code lies with its files."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from projects import ROOT, Project
from shared_games import undrawn
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.core import plugins
from generator.core.folders import shipped_games
from generator.lab.simulation.playable import all_games

GAME, NAME, PACKAGE = "collectors", "gatherers", "gatherers_at_play"
CACHES = (plugins.installed, plugins._entry_points)
SHIPPED_BUT_ONE = [folder for folder in shipped_games() if folder.name != GAME]


def forget() -> None:
    for cache in CACHES:
        cache.cache_clear()


@pytest.fixture
def offers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the import path, in which a package says that it offers a game."""
    site = tmp_path / "site"
    about = site / f"{PACKAGE}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[pnp.games]\n{NAME} = {PACKAGE}\n")
    monkeypatch.syspath_prepend(str(site))
    forget()
    yield site
    forget()


def said(*command: str, data: Path, status: int = 0) -> str:
    result = CliRunner().invoke(app, [*command, "--data", str(data)])
    assert result.exit_code == status, result.output
    return result.output


def copied(offers: Path, project: Path) -> None:
    """The game as a stranger has it: its code in a package, its files in a project, each under a name of its own."""
    package = offers / PACKAGE
    shutil.copytree(ROOT / "data" / GAME / "play", package, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("data", "templates"):
        shutil.copytree(ROOT / folder / GAME, project / folder / NAME, ignore=shutil.ignore_patterns("play", "tests"))
    for file in (project / "data").rglob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(f"{GAME}/", f"{NAME}/"), encoding="utf-8")


ASKED = (
    ("odds", "GAME/duel", "a=5,1,9", "b=1,4,10"),
    ("odds", "GAME/trade", "grit=3", "reflexes=19", "--format", "json"),
    ("simulate", "GAME", "--players", "3", "--games", "2", "--seed", "5", "--workers", "1", "--format", "json"),
    ("check", "GAME", "--templates", "TEMPLATES"),
)
SHEETS = ("--kind", "characters", "--kind", "items", "--out", "sheets")


@pytest.mark.slow
def test_a_shipped_game_copied_out_of_the_package_is_the_same_game(
    offers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(offers, tmp_path / "project")
    answers: dict[str, list[str | bytes]] = {}
    for name, data in ((NAME, tmp_path / "project/data"), (GAME, ROOT / "data")):
        room = tmp_path / name
        room.mkdir()
        with monkeypatch.context() as patch:
            patch.chdir(room)
            if name == NAME:
                patch.setattr(plugins, "shipped_games", lambda: SHIPPED_BUT_ONE)
            forget()
            assert (GAME in all_games()) == (name == GAME)
            meant = {
                "GAME": name,
                "GAME/duel": f"{name}/duel",
                "GAME/trade": f"{name}/trade",
                "TEMPLATES": str(data.parent / "templates"),
            }
            with undrawn():
                found = [said(*(meant.get(part, part) for part in command), data=data) for command in ASKED]
            found.append(said("render", name, *SHEETS, "--templates", meant["TEMPLATES"], data=data))
        answers[name] = [text.replace(name, GAME).replace(str(data.parent), "") for text in found[:-1]]
        sheets = sorted((room / "sheets").rglob("*.pdf"))
        assert sheets
        answers[name] += [file.read_bytes() for file in sheets]
    assert answers[NAME] == answers[GAME]


def test_what_a_stranger_wrote_wrongly_is_reported_with_its_place(offers: Path, project: Project) -> None:
    """An installed package that cannot be imported, or whose functions fail, is not a fault of the tool."""
    file = offers / f"{PACKAGE}.py"
    game = project.folder / "data/fair/game.yaml"
    asks = game.read_text().replace("fields:", "derived: {worth: worth}\n    fields:", 1)
    game.write_text(asks, encoding="utf-8")
    cases = {
        "procedures = {\n": (f"{file}:1: SyntaxError", "there is no procedure 'worth'"),
        "\nimport nothing_there_at_all\n": (f"{file}:2: ModuleNotFoundError",),
        "procedures = {'worth': lambda fields: 1 / 0}\n": (f"{file}:1: ZeroDivisionError: division by zero",),
    }
    for text, messages in cases.items():
        sys.modules.pop(PACKAGE, None)
        file.write_text(text, encoding="utf-8")
        forget()
        told = said("check", "fair", data=project.folder / "data", status=1)
        assert [message for message in messages if message not in told] == [], told
    sys.modules.pop(PACKAGE, None)


def test_a_stranger_answers_and_plays(offers: Path, project: Project) -> None:
    (offers / f"{PACKAGE}.py").write_text(
        "from generator.games import Answer, Question\n"
        "from dice_race import DiceRace\n"
        "def fail(values, shelf): return {}['nothing']\n"
        "questions = [Question('six', 'Half a dozen.', {}, lambda values, shelf: Answer({'six': 6}, ['six'])),\n"
        "             Question('none', 'Fails.', {}, fail)]\n"
        "class game(DiceRace): kinds = piles = ('stalls',)\n"
    )
    sys.modules.pop(PACKAGE, None)
    data = project.folder / "data"
    assert said("odds", f"{NAME}/six", data=data) == "six\n"
    assert f"{PACKAGE}.py:3: KeyError: 'nothing'" in said("odds", f"{NAME}/none", data=data, status=2)
    assert "Fails." in said("odds", data=data)
    sys.modules.pop(PACKAGE, None)


def test_any_plugin_lays_pieces_of_a_board(
    offers: Path, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    code = "layers = {'LAYER': lambda rng, count, known: [['a', 'b']] * count}\n"
    (offers / f"{PACKAGE}.py").write_text(code.replace("LAYER", "odd-streets"), encoding="utf-8")
    (project.folder / "data/fair/play.py").write_text(code.replace("LAYER", "own-streets"), encoding="utf-8")
    sys.modules.pop(PACKAGE, None)
    data = project.folder / "data"
    said("trust", "fair", data=data)
    forge = "kinds:\n  stalls: {recipe: streets, field: wares, layer: LAYER}\n"
    for layer, is_known in (("odd-streets", 1), ("own-streets", 1), ("straight-streets", 1), ("even-streets", 0)):
        project.write("forge.yaml", forge.replace("LAYER", layer))
        told = said("check", "fair", "--all", data=data, status=1)
        assert ("is none of" not in told) == is_known, told
    assert "not-one-of: 'even-streets' is none of own-streets, odd-streets, straight-streets" in told
    sys.modules.pop(PACKAGE, None)


def test_a_game_asks_its_own_code_before_that_of_the_game_it_was_made_from(
    offers: Path, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    code = "from generator.games import Answer, Question\nquestions = [Question('n', 'A number.', {}, lambda *_: ANSWER)]\n"
    (offers / f"{PACKAGE}.py").write_text(code.replace("ANSWER", "Answer({'n': 6}, [])"))
    sys.modules.pop(PACKAGE, None)
    project.write("lab.yaml", f"questions: [{{name: A number, {NAME}/n: {{}}, take: n, expect: [7, 7]}}]\n")
    data = project.folder / "data"
    assert "A number: 6; 7 to 7 expected" in said("check", "fair", "--lab", data=data, status=1)
    (data / "fair/play.py").write_text(code.replace("ANSWER", "Answer({'n': 7}, [])"))
    said("trust", "fair", data=data)
    said("check", "fair", "--lab", data=data)
    sys.modules.pop(PACKAGE, None)
