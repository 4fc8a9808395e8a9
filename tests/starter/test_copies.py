"""``pnp new NAME --from GAME``: a copy that checks at once, and says nothing that is no longer true."""

from pathlib import Path

import pytest
from projects import ROOT, Project
from tries import slow_but

GAMES = sorted(path.parent.name for path in ROOT.glob("data/*/game.yaml"))


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """An empty folder."""
    monkeypatch.chdir(tmp_path)
    return Project(tmp_path)


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder, but what is compiled, and tests."""
    places = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return {
        place.as_posix(): path.read_bytes()
        for place, path in places.items()
        if "__pycache__" not in place.parts and place.parts[0] != "tests"
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", slow_but(1, GAMES))
def test_a_shipped_game_is_copied_whole_but_for_its_sources(empty: Project, game: str) -> None:
    made = empty.pnp("new", "mine", "--from", game)
    assert (made.exit_code, len(made.stdout.splitlines())) == (0, 4)
    for part in ("data", "templates"):
        copied, original = contents(empty.folder / part / "mine"), contents(ROOT / part / game)
        assert copied.keys() == original.keys()
        assert [name for name in copied if copied[name] != original[name]] == (["SOURCES.md"] if part == "data" else [])
    assert (empty.folder / "data/mine/play/__init__.py").is_file()
    assert not (empty.folder / "data/mine/tests").exists()
    assert f"a copy of the game {game}" in (empty.folder / "data/mine/SOURCES.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_copy_checks_at_once(empty: Project) -> None:
    empty.pnp("new", "mine", "--from", GAMES[0])
    checked = empty.pnp("check", "mine", "--strict")
    assert checked.exit_code == 0, checked.stdout


def test_a_game_of_the_project_is_copied_before_a_shipped_one_of_that_name(empty: Project) -> None:
    empty.pnp("new", GAMES[0], "--kind", "cards")
    empty.write(f"data/{GAMES[0]}/printed.json", "{}")
    empty.write(f"data/{GAMES[0]}/.notes", "mine alone")
    outside = empty.write("outside.txt", "not of the game")
    (empty.folder / "data" / GAMES[0] / "link.txt").symlink_to(outside)
    assert empty.pnp("new", "mine", "--from", GAMES[0]).exit_code == 0
    assert set(contents(empty.folder / "data/mine")) == {"game.yaml", "cards.yaml", "balance.yaml", "forge.yaml"}
    assert empty.pnp("check", "--strict").exit_code == 0


def test_a_copy_has_templates_of_its_own_where_two_games_shared_them(empty: Project) -> None:
    empty.pnp("new", "first", "--kind", "cards")
    (empty.folder / "templates/first").rename(empty.folder / "templates/shared")
    empty.change("data/first/game.yaml", "name: First\n", "name: First\ntemplates: shared # by both\n")
    assert empty.pnp("check", "first", "--strict").exit_code == 0
    assert empty.pnp("new", "second", "--from", "first").exit_code == 0
    assert "templates:" not in (empty.folder / "data/second/game.yaml").read_text(encoding="utf-8")
    assert contents(empty.folder / "templates/second") == contents(empty.folder / "templates/shared")
    assert empty.pnp("check", "second", "--strict").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--from nothing", "there is no game 'nothing' to copy, and no such file or folder; known: "),
        ("--from ../x", "there is no game '../x' to copy, and no such file or folder; known: "),
        (f"--from {GAMES[0]} --languages de", "--from copies a game with its own languages and kinds"),
        (f"--from {GAMES[0]} --kind cards", "--from copies a game with its own languages and kinds"),
    ],
)
def test_what_cannot_be_copied_is_refused(empty: Project, arguments: str, said: str) -> None:
    result = empty.pnp("new", "mine", *arguments.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pnp: {said}")
    assert len(result.stderr.splitlines()) == 1
    assert not any(empty.folder.iterdir())
