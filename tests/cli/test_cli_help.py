"""What --help says: headings, the project's own words, and examples that work."""

import re
import shlex
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
import typer
from click.testing import Result
from each import each
from PIL import Image
from projects import ROOT, Project
from tries import slow_but
from typer.testing import CliRunner

from generator.check.tasks import GameTasks
from generator.cli.commands import app
from generator.cli.group import FIRST, GROUPS, examples
from generator.cli.options import HEADINGS, REST, SECTIONS
from generator.core.atomic import write_whole
from generator.printing import box, sheets
from generator.sheet.page import Document, Page, PageRun

GROUP = typer.main.get_command(app)
COMMANDS = sorted(GROUP.commands)  # type: ignore[attr-defined]
FOLDERS = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]


def pnp(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def options_of(command: str) -> list[str]:
    params = GROUP.commands[command].params  # type: ignore[attr-defined]
    return [name for param in params for name in param.opts if name.startswith("--")]


def example_lines(command: str) -> list[list[str]]:
    """The arguments of each example, whatever the shell does around it."""
    lines = [line for line in examples(command).splitlines() if not line.startswith("  #")]
    if command == "completion":  # within what the shell does with it
        return [shlex.split(found) for line in lines for found in re.findall(r"pnp ([^>)]+)", line)]
    assert [line for line in lines if not line.startswith("  pnp ")] == []
    return [shlex.split(line)[1:] for line in lines]


def _write_pictures(folder: Path) -> None:
    (folder / "cards").mkdir(exist_ok=True)
    pictures = [Image.new("RGB", (496, 693), (shade, 0, 0)) for shade in (50, 100)]
    for name, picture in zip(("back.png", "cards/dragon.png"), pictures, strict=True):
        picture.save(folder / name)
    pictures[0].save(folder / "deck.pdf", save_all=True, append_images=pictures[1:], resolution=200)


def _write_nothing(_: Document, pages: Iterable[Page] | PageRun, file: Path, **__: object) -> None:
    assert next(iter(pages))
    write_whole(file, "")


# Their examples are of whole games.
SLOW = [
    *("blank", "check", "export", "generate", "impose", "pack", "plan"),
    *("preflight", "render", "show", "simulate", "tune", "watch"),
]


@pytest.mark.parametrize("command", slow_but([name for name in COMMANDS if name not in SLOW], COMMANDS))
def test_every_command_has_examples_that_work(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if command == "tune":
        pytest.importorskip("optuna")
    writes = command in ("icons", "new", "trust")  # into the project itself, so not into this one
    for name in () if writes else ("data", "templates"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("generator.cli.watch.saves", lambda *_: iter(()))  # a watch waits for them for ever
    lines = example_lines(command)
    assert 2 <= len(lines) <= 4, f"{command} has {len(lines)} examples"
    assert [line[0] for line in lines] == [command] * len(lines)
    for line in (
        [] if command in ("lsp", "serve", "site") else lines
    ):  # tests/lsp and tests/web start servers and make a site
        if command == "preflight":
            assert pnp("render", "--kind", "treat-tickets", "--no-preflight", *FOLDERS).exit_code == 0
        if command == "impose":
            _write_pictures(tmp_path)
        if "--from-sheet" in line:
            Path("cards.csv").write_text("Name\nFox\n", encoding="utf-8")
        if command == "trust" and not (tmp_path / "data").exists():
            monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
            assert pnp("new", "my-race", "--with-play").exit_code == 0
        if command == "icons" and "--take" in line:
            assert pnp("new", "my-game").exit_code == 0
        if command == "import":
            assert pnp("export", "star-road", "--to", "csv", "--kind", "team-cards", *FOLDERS).exit_code == 0
            shutil.copy("output/star-road/csv/team-cards.csv", "team-cards.csv")
        if command in SLOW and command != "preflight":
            # What is found in faces, and what sheets show, has tests enough: `make sheets` prints all there is.
            monkeypatch.setattr(GameTasks, "drawn", lambda _: [])
            for module in (box, sheets):
                monkeypatch.setattr(module, "write_proved", _write_nothing)
        taken = [word for at, word in enumerate(FOLDERS) if FOLDERS[at - at % 2] in options_of(command)]
        fewer = ["--games", "20", "--trials", "5"] if command == "tune" else []
        result = pnp(*line, *fewer, *([] if writes else taken))
        assert result.exit_code == 0, result.stderr


@each("command", COMMANDS)
def test_help_ends_with_the_examples_and_fits_a_terminal(command: str) -> None:
    told = pnp(command, "--help").stdout
    assert told.endswith(f"Examples:\n{examples(command)}\n")
    assert [line for line in told.splitlines() if len(line) > 80] == []


@each("command", COMMANDS)
def test_options_stand_under_headings_in_one_order(command: str) -> None:
    told = pnp(command, "--help").stdout
    headings = [line[:-1] for line in told.splitlines() if re.fullmatch(r"[A-Z]\w+:", line)]
    assert headings == [title for title in (*HEADINGS, "Examples") if title in headings]
    rest = told.split(f"\n{REST}:\n")[1].split("\nExamples:")[0]
    others = set(re.findall(r"^  (\S+)", rest, re.M)) - {"-h,", "--workers", "--dask"}
    assert others == set(), "an option without a heading: see options.txt"


def test_every_option_under_a_heading_is_there() -> None:
    known = {name for command in COMMANDS for name in options_of(command)}
    assert set(SECTIONS) - known == set()


def test_help_of_a_command_is_what_help_tells(project: Project) -> None:
    assert project.pnp("help", "render").stdout == project.pnp("render", "--help").stdout
    assert project.pnp("help").stdout == project.pnp("--help").stdout
    wrong = project.pnp("help", "rendr")
    assert wrong.exit_code == 2
    assert "did you mean render?" in wrong.stderr


def test_all_commands_are_in_groups_and_the_first_ten_in_a_line_each() -> None:
    lines = pnp("--help").stdout.splitlines()
    first = [f"  {name:<10}{GROUP.commands[name].get_short_help_str(999)}" for name in FIRST.split()]  # type: ignore[attr-defined]
    assert lines[4:15] == ["What everybody needs:", *first]
    assert sorted(name for _, names in GROUPS.values() for name in names.split()) == COMMANDS
    assert set(COMMANDS) - set(FIRST.split()) <= set(re.findall(r"\w+", "".join(lines[16:24])))
    assert (len(lines) <= 40, max(map(len, lines)) <= 80) == (True, True)


@pytest.mark.slow
def test_the_first_examples_work_in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    box, cards, check = example_lines("pnp")
    assert [pnp(*box).exit_code, pnp(*cards).exit_code] == [0, 0]
    assert {path.name for path in tmp_path.rglob("*.pdf")} == {"box-4-players.fr.pdf", "surprise-cards-forged.pdf"}
    assert [pnp("new", "my-game").exit_code, pnp(*check).exit_code] == [0, 0]


def test_help_speaks_of_the_projects_own_languages_and_modes(project: Project) -> None:
    assert "--lang en|fr " in project.pnp("render", "--help").stdout
    assert "--mode MODE " in project.pnp("plan", "--help").stdout
    project.change("game.yaml", "languages: [en, fr]", "modes: [duel, league]\nlanguages:\n- de\n- it")
    assert "--lang de|it " in project.pnp("render", "--help").stdout
    assert "--lang de|it " in project.pnp("help", "generate").stdout
    assert "--mode duel|league " in project.pnp("plan", "--help").stdout
    project.write("game.yaml", "languages: [aa, bb, cc, dd, ee, ff, gg, hh, ii]\n")
    assert "--lang LANGUAGE " in project.pnp("render", "--help").stdout
    shutil.rmtree(project.folder / "data")
    assert "--lang LANGUAGE " in project.pnp("render", "--help").stdout


def test_a_command_about_no_game_speaks_of_no_games_languages(project: Project) -> None:
    assert "--lang en|fr|de|es|…" in project.pnp("calibrate", "--help").stdout


def test_help_of_another_folder_speaks_of_that(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "--lang en|fr " in project.pnp("render", "--data", "project/data", "--help").stdout
    assert "--lang LANGUAGE " in project.pnp("render", "--help").stdout


def test_help_and_refusals_name_the_kinds_that_can_be_made(project: Project) -> None:
    assert "Here:" not in project.pnp("generate", "--help").stdout
    assert "no game has recipes" in project.pnp("generate", "nope").stderr
    project.write("forge.yaml", "kinds:\n  stalls: {recipe: members}\n")
    assert "Here: stalls." in project.pnp("generate", "--help").stdout
    refused = project.pnp("generate", "nope")
    assert (refused.exit_code, refused.stderr) == (2, "pnp: no game has a kind 'nope'; kinds with a recipe: stalls\n")
