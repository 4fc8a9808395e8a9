"""Names of new games, and what is there already: refused in one line, and nothing is written."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from projects import Project

from generator.core.folders import Project as Folders
from generator.core.problem import WrongUse
from generator.model.items import ID
from generator.starter import files, games
from generator.starter.sorts import check_game_name


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """An empty folder."""
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path)


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("My Game", "my-game"),
        ("Ruß", "russ"),
        ("Ωμέγα", "omega"),
        ("..", "my-game"),
        ("a/b", "a-b"),
        ("a--b", "a-b"),
        ("", "my-game"),
        ("\x1b[2J", "2j"),
        ("common", "common-2"),
        ("con", "con-2"),
    ],
)
def test_a_bad_name_is_refused_with_one_that_will_do(empty: Project, name: str, better: str) -> None:
    result = empty.pnp("new", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith(f"; try {better}\n")
    assert len(result.stderr.splitlines()) == 1
    assert "\x1b" not in result.stderr
    assert not any(empty.folder.iterdir())


@pytest.mark.slow
@given(st.text(max_size=80))
def test_any_name_will_do_or_gets_one_that_does(name: str) -> None:
    try:
        check_game_name(name, ())
    except WrongUse as error:
        better = str(error).rpartition("try ")[2]
        check_game_name(better, ())
    else:
        assert ID.fullmatch(name)


@pytest.mark.parametrize(
    ("languages", "said"),
    [
        ("EN", "'EN' is not a language code"),
        ("en,", "'' is not a language code"),
        ("en,deutsch", "'deutsch' is not a language code"),
        ("en,en", "names a language twice"),
        (",".join(f"a{letter}" for letter in "abcdefghijklmnopqrstu"), "a game has 1 to 20 languages"),
    ],
)
def test_languages_are_codes_each_once(empty: Project, languages: str, said: str) -> None:
    result = empty.pnp("new", "my-game", "--languages", languages)
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert said in result.stderr
    assert not any(empty.folder.iterdir())


@pytest.mark.parametrize(
    "there", ["data/my-game", "templates/my-game", "data/my-game/notes.txt", "templates/my-game/x.svg"]
)
def test_nothing_is_written_over(empty: Project, there: str) -> None:
    path = empty.folder / there
    if path.suffix:
        empty.write(there, "mine")
    else:
        path.mkdir(parents=True)
    before = sorted(empty.folder.rglob("*"))
    result = empty.pnp("new", "my-game")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is there already, and nothing is written over" in result.stderr
    assert sorted(empty.folder.rglob("*")) == before


def test_the_projects_own_language_is_that_of_its_new_games(empty: Project) -> None:
    (empty.folder / "pnp.yaml").write_text("lang: de\n", encoding="utf-8")
    assert empty.pnp("new", "mein-spiel", "--kind", "tokens").exit_code == 0
    assert "languages: [de]" in (empty.folder / "data/mein-spiel/game.yaml").read_text(encoding="utf-8")
    assert empty.pnp("new", "mein-spiel", "--kind", "cards").exit_code == 0
    assert empty.pnp("check", "--strict").exit_code == 0


def test_data_and_templates_are_two_folders(empty: Project) -> None:
    result = empty.pnp("new", "my-game", "--data", "x", "--templates", "x")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert not any(empty.folder.iterdir())


def test_a_failure_midway_leaves_nothing(empty: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    written = files.write

    def failing(path: Path, text: str) -> None:
        written(path, text)
        if path.name == "game.yaml":
            raise KeyboardInterrupt

    monkeypatch.setattr(games, "write", failing)
    with pytest.raises(KeyboardInterrupt):
        games.make_game(Folders(Path("data"), Path("templates")), "my-game", ["en"], [])
    assert not any(empty.folder.iterdir())


def test_where_nothing_can_be_written_nothing_is_left(empty: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = os.rename

    def failing(source: Path, target: Path) -> None:
        if target.parent.name == "data":
            raise OSError(28, "No space left on device", str(target))
        rename(source, target)

    monkeypatch.setattr(os, "rename", failing)
    result = empty.pnp("new", "my-game")
    assert (result.exit_code, result.stderr) == (2, "pnp: cannot write data/my-game: no space left on device\n")
    assert not any(empty.folder.iterdir())


def test_who_wants_quiet_hears_of_mistakes_only(empty: Project) -> None:
    assert (empty.pnp("new", "my-game", "--kind", "tokens", "--quiet").output) == ""
    assert empty.pnp("new", "my-game", "--quiet").stderr.startswith("pnp: there is a game my-game already")
