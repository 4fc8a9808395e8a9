"""What people type who do not know the tool yet: it does what was meant, or says how that is done; and it finds the project."""

import os
import re
from pathlib import Path

import pytest
from each import each
from projects import GAME, Project, typed, write_files

from generator.cli import group as guesses
from generator.cli.group import app
from generator.cli.project_defaults import way_to_project

REGISTERED = {one.name or one.callback.__name__ for one in app.registered_commands if one.callback is not None}


def said(*arguments: str) -> str:
    result = typed(Path(), *arguments)
    assert result.exit_code == 2, result.output
    return result.stderr.replace("\n", " ")


@each("word, answer", [(word, answer) for (word, option), answer in guesses.answers().items() if not option])
def test_a_word_that_is_no_command_is_answered(word: str, answer: str) -> None:
    assert word not in REGISTERED
    assert f"there is no command {word}: {answer}" in said(word, "my-game")
    assert set(_named_in(answer)) <= REGISTERED


@pytest.mark.slow
@each("key, answer", [(key, answer) for key, answer in guesses.answers().items() if key[1]])
def test_an_option_that_is_elsewhere_is_answered(key: tuple[str, str], answer: str) -> None:
    command, option = key
    assert f"pnp {command} has no option {option}: {answer}" in said(command, option, "3")
    assert set(_named_in(answer)) <= REGISTERED


def _named_in(answer: str) -> list[str]:
    return re.findall(r"\bpnp (\w+)", answer)


@pytest.mark.parametrize("typed_as", [["--ink", "color"], ["--ink=color"], ["--ink", "Color"]])
def test_colour_may_be_spelt_color(project: Project, typed_as: list[str]) -> None:
    assert "palette" in said("render", *typed_as)
    assert said("render", *typed_as) == said("render", "--ink", "colour")


@pytest.mark.slow
@each("words, found", [
    (["backs"], "calibrate Backs behind their fronts"), (["BACK"], "pnp help calibrate"), (["cut"], "print Cut with a machine"),
    (["colour"], "pnp help pictures"), (["color"], "pnp help pictures"), (["colors"], "pnp help pictures"),
    (["bleed"], "pnp help print Bleed"), (["low-ink"], "Low ink"), (["low", "ink"], "Low ink"), (["players"], "What three players"),
    (["fonts"], "pnp help settings"), (["duplex"], "pnp help print"), (["excel"], "pnp help spreadsheets"), (["tts"], "pnp help table"),
])  # fmt: skip
def test_a_word_of_the_manual_finds_its_pages(words: list[str], found: str) -> None:
    result = typed(Path(), "help", *words)
    assert (result.exit_code, found in " ".join(result.output.split())) == (0, True), result.output
    assert "`" not in result.output  # code is no heading


def test_a_word_of_no_page_is_answered() -> None:
    assert "there is no command and no page 'zzz'" in said("help", "zzz")


@pytest.mark.parametrize("path", ["data/fair", "data/fair/", "./data/fair"])
def test_a_games_folder_stands_for_its_name(project: Project, path: str) -> None:
    assert project.pnp("render", path).exit_code == 0
    assert project.pnp("rules", path).stdout == project.pnp("rules", "fair").stdout
    assert project.pnp("list", path).stdout == project.pnp("list", "fair").stdout
    assert "there is no game 'templates/fair'" in project.pnp("render", "templates/fair").stderr


def test_the_only_game_need_not_be_named(project: Project) -> None:
    game = GAME + "players: [2, 3]\nplan: [{kind: stalls, count: players, source: ours, why: one each}]\n"
    project.write("game.yaml", game)
    named = project.pnp("plan", "fair", "--players", "3")
    assert project.pnp("plan", "--players", "3").output == named.output
    assert project.pnp("export").exit_code == 0
    assert "Missing argument 'GAME'" in project.pnp("trust").stderr  # what may run is named
    project.write("data/other/game.yaml", game)
    assert "which game? Name one of fair, other" in project.pnp("plan", "--players", "3").stderr


@each("words, output", [
    (["sail"], "sailboat\n"), (["anchor", "sail"], "anchor\nsailboat\n"), (["fair", "anchor", "sail"], "anchor\nsailboat\n"),
    (["crossed", "swords"], "crossed-swords\n"),
])  # fmt: skip
def test_icons_are_found_by_all_words_or_by_any(project: Project, words: list[str], output: str) -> None:
    assert project.pnp("icons", *words).stdout == output


# The project above


PLACES = ("data", "data/fair", "templates", "templates/fair", "output", "notes/2026")


@pytest.mark.parametrize("place", PLACES)
def test_within_a_project_it_is_found(project: Project, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (project.folder / "pnp.yaml").write_text("paper: letter\nout: print\n")
    here = project.folder / place
    here.mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(here)
    up = "/".join([".."] * len(Path(place).parts))
    assert project.pnp("check").output == f"checked fair (2 kinds, 3 items), {up}/pnp.yaml: no problem found\n"
    assert f"{up}/print/fair/stalls.pdf" in project.pnp("render").stdout
    assert (project.folder / "print/fair/stalls.pdf").is_file()
    assert project.pnp("calibrate", "--printer", "den", "--reading", "1,1").exit_code in (0, 2)
    assert not (here / "printers.yaml").exists()
    assert project.pnp("schema").exit_code == 0
    assert (project.folder / "schemas").is_dir()
    assert sorted(entry.name for entry in here.iterdir() if entry.name in ("data", "output", "schemas")) == []
    shown = " ".join(project.pnp("render", "--help").stdout.split())
    assert f"[default: {up}/print, from {up}/pnp.yaml]" in shown
    (project.folder / "data/fair/stalls.yaml").write_text("- {id: a}\n")
    assert f"{up}/data/fair/stalls.yaml:1:" in project.pnp("check").stdout


def test_a_new_game_goes_to_the_project_that_one_stands_in(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.folder / "data/fair")
    result = project.pnp("new", "luck")
    assert result.exit_code == 0
    assert "check  pnp check luck\n" in result.output
    assert sorted(path.name for path in project.folder.glob("data/*")) == ["fair", "luck"]
    assert not (project.folder / "data/fair/data").exists()
    beside = project.folder / "tries"
    beside.mkdir()
    monkeypatch.chdir(beside)
    assert project.pnp("new", "luck").exit_code == 0
    assert (beside / "data/luck/game.yaml").exists()  # it has its own folder, and begins a project


def test_a_file_is_named_from_where_one_stands(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.folder / "data/fair")
    assert project.pnp("check", "stalls.yaml").output == "checked stalls.yaml: no problem found\n"
    assert project.pnp("render", ".", "--out", "here").exit_code == 0
    assert (project.folder / "data/fair/here/fair/stalls.pdf").exists()


def test_what_is_typed_is_taken_as_it_is(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.folder / "data")
    assert "there is no folder nowhere" in project.pnp("check", "--data", "nowhere").stderr


def test_a_project_in_the_current_folder_comes_first(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = project.folder / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    assert way_to_project() == Path("..")
    (inner / "pnp.yaml").touch()
    assert way_to_project() == Path()
    (inner / "pnp.yaml").unlink()
    (inner / "data").mkdir()
    assert way_to_project() == Path()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no owners here")
def test_a_project_of_another_user_is_passed_over(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project.folder / "data")
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    assert way_to_project() == Path()


# The true reason


@pytest.mark.parametrize("arguments, reason", [
    ([], "stalls: copies: 0; people: no template: a table of data"), (["--kind", "stalls"], "stalls: copies: 0"),
    (["--item", "a"], "stalls: copies: 0; people: no template: a table of data"),
])  # fmt: skip
def test_where_nothing_is_printed_the_reason_is_true(project: Project, arguments: list[str], reason: str) -> None:
    project.write("stalls.yaml", "- {id: a, name: A, price: 1, copies: 0}\n")
    result = project.pnp("render", *arguments)
    assert (result.exit_code, result.stderr) == (2, f"pnp: there is nothing to print ({reason})\n")


def test_a_game_of_tables_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = "name: Luck\nkinds:\n  cards:\n    title: Cards\n    fields: {name: {type: text}}\n"
    write_files(tmp_path, {"data/luck/game.yaml": game, "data/luck/cards.yaml": "- {id: a, name: A}\n"}, plain=True)
    monkeypatch.chdir(tmp_path)
    reason = "cards: no template: a table of data"
    assert said("render") == said("blank") == f"pnp: there is nothing to print ({reason}) "
    assert "luck prints no kind 'cards' (no template: a table of data); known: none" in said(
        "render", "--kind", "cards"
    )
    assert said("export") == f"pnp: there is nothing to export ({reason}) "
    (tmp_path / "data/luck/cards.yaml").write_text("[]\n")
    assert said("render") == f"pnp: there is nothing to print ({reason}) "
