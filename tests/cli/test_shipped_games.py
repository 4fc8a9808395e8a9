"""Games that ship are reached by their names, from any folder; a project's own come first, and nothing changes them."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from each import each
from projects import GAME, Project, typed
from tries import slow_but

from generator.cli.commands import app
from generator.cli.shipped import DOING
from generator.core.folders import shipped, shipped_games

COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
# Of each command that only reads: a line that names a game, or one of its kinds, and what is said of it.
READING = {
    "blank": ("tricks-or-treats --kind costumes --count 1", "printing its forms into output/"),
    "check": ("star-road --no-cache", "checking it"),
    "export": ("collectors --to csv --out here", "exporting it into here/"),
    "generate": ("surprise-cards --seed 7", "making new items for it"),
    "icons": ("anchor --game collectors", "listing icons"),
    "list": ("tricks-or-treats costumes --lang fr", "listing it"),
    "odds": ("draw kind=trick-tickets draws=1 where=value", "asking about it"),
    "pack": ("collectors", "packing it"),
    "plan": ("tricks-or-treats --players 4", "planning its box"),
    "render": ("tricks-or-treats --kind odds-cards --lang fr", "printing it into output/"),
    "rules": ("star-road", "listing its rules"),
    "schema": ("collectors", "writing its schemas into schemas/"),
    "serve": ("star-road", "showing it, and writing nothing"),
    "show": ("tricks-or-treats costumes/sweet-powered-robot", "showing it"),
    "simulate": ("tricks-or-treats --players 2 --games 1 --workers 1", "playing it"),
    "site": ("collectors", "making its site in output/site/"),
    "stats": ("collectors --kind characters", "analysing it"),
    "trust": ("collectors", "trusting its code"),
    "tune": (
        "tricks-or-treats --players 2 --goal turns.mean<=99 --vary goal=30..31 --games 1 --trials 1",
        "playing it",
    ),
    "watch": ("tricks-or-treats --kind odds-cards", "printing it into output/"),
}
QUICK = ("export", "generate", "icons", "list", "odds", "rules", "serve", "show")


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.mark.parametrize("command", slow_but(QUICK, sorted(DOING)))
def test_a_command_that_reads_takes_a_game_that_ships(
    command: str, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.cli.watch.saves", lambda *_: iter(()))  # a watch waits for them for ever
    made = SimpleNamespace(size=0, files=0, changed=0, lacks="")  # tests/web make sites
    monkeypatch.setattr("generator.web.site.making.make_site", lambda *_: made)
    served = []
    monkeypatch.setattr("generator.cli.serve.run", lambda project, terms, **_: served.append((project, terms.writes)))
    arguments, does = READING[command]
    result = typed(empty, command, *arguments.split())
    game = next((folder.name for folder in shipped_games() if folder.name in arguments), "tricks-or-treats")
    assert result.stderr.splitlines()[0] == f"{game} ships with the tool; {does}"
    assert result.exit_code == 0, result.stderr
    assert [project.data for project, writes in served if not writes] == ([shipped() / "data"] if served else [])
    assert not (empty / "data").exists()


def test_every_command_about_a_game_reads_one_or_refuses_it(empty: Path) -> None:
    about = {
        name for name, command in COMMANDS.items()
        if {"game", "games", "name", "paths"} & {param.name for param in command.params}
    }  # fmt: skip
    assert set(READING) == set(DOING)
    assert about - set(DOING) == {"new", "import"}  # for them, the next test


@each("arguments", [
    "import a.csv --kind team-cards --game star-road",
    "import star-road a.csv --kind team-cards", "icons anchor --take --game star-road",
    "render star-road --mark-printed", "watch star-road --kind team-cards --import a.csv",
    "generate blueprints --game star-road --out data/star-road/blueprints.yaml",
])  # fmt: skip
def test_what_would_change_a_game_that_ships_offers_a_copy(arguments: str, tmp_path: Path) -> None:
    result = typed(tmp_path, *arguments.split())
    copy = "ships with the tool and stays as it is; for a copy of your own: pnp new my-road --from star-road"
    assert (result.exit_code, result.stderr) == (2, f"pnp: star-road {copy}\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_without_a_project_the_games_that_ship_are_listed(empty: Path) -> None:
    listed = typed(empty, "list")
    assert listed.stderr == "there is no game here; these ship with the tool\n"
    assert [line.split()[0] for line in listed.stdout.splitlines()[1:]] == [folder.name for folder in shipped_games()]
    assert "Name one of collectors, star-road, tricks-or-treats" in typed(empty, "plan").stderr
    assert "tricks-or-treats, surprise-cards" in typed(empty, "rules", "effect-range").stdout


@pytest.mark.slow
def test_a_projects_own_game_comes_first(project: Project) -> None:
    project.write("data/collectors/game.yaml", GAME)
    assert project.pnp("list", "collectors").stderr == ""
    assert project.pnp("list", "star-road").stderr == "star-road ships with the tool; listing it\n"
    mixed = project.pnp("render", "star-road", "fair")
    assert (mixed.exit_code, "name them one after the other" in mixed.stderr) == (2, True)
    assert [line.split()[0] for line in project.pnp("list").stdout.splitlines()[1:]] == ["collectors", "fair"]
    assert project.pnp("new", "my-road", "--from", "star-road").exit_code == 0


def test_a_folder_of_games_that_was_typed_is_the_only_one(project: Project) -> None:
    assert "there is no game 'star-road' in data" in project.pnp("list", "star-road", "--data", "data").stderr
    assert "there is no folder nope" in project.pnp("list", "star-road", "--data", "nope").stderr
