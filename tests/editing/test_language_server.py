"""The schemas in the YAML language server itself: nothing wrong with what is right, and keys and choices are offered."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from fox_hunt import FILES, write_fox_hunt
from language_server import LanguageServer, why_not
from test_broken_files import BOOK, FORGE, GAME, ITEMS
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.model.schema import KIND

ROOT = Path(__file__).parents[2]
# The wordiest of the shipped games' files, one of each sort.
SHIPPED = [
    *("data/star-road/game.yaml", "data/star-road/blueprints.yaml", "data/star-road/lab.yaml"),
    *("data/collectors/balance.yaml", "data/tricks-or-treats/forge.yaml", "data/tricks-or-treats/surprise-cards.yaml"),
    *("templates/tricks-or-treats/style.yaml", "templates/collectors/words.yaml"),
]

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_fox_hunt(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def lines(project: Path) -> dict[str, str]:
    """The line that tells an editor of its schema, by file, as the command prints it."""
    told: dict[str, str] = {}
    for root, out in ((project, project / "schemas"), (ROOT, project / "shipped")):
        where = ["--data", str(root / "data"), "--templates", str(root / "templates"), "--out", str(out)]
        result = CliRunner().invoke(app, ["schema", *where])
        rows = result.stdout.splitlines()
        told |= {name: row.strip() for name, row in pairwise(rows) if row.startswith("    #")}
    return told


@pytest.fixture(scope="module")
def server(project: Path) -> Iterator[LanguageServer]:
    running = LanguageServer(project)
    yield running
    running.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SHIPPED, *(name for name in FILES if name.endswith(".yaml"))])
def test_nothing_is_wrong_with_a_right_file(
    name: str, project: Path, lines: dict[str, str], server: LanguageServer
) -> None:
    file = (project if name in FILES else ROOT) / name
    found = server.wrong(server.open(file, f"{lines[str(file)]}\n{file.read_text(encoding='utf-8')}"))
    assert [f"{one['range']['start']}: {one['message']}" for one in found] == []


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (ITEMS, "family: fur", "family: scales", "fur"),
        (ITEMS, "speed: 7", "sped: 7", "sped"),
        (GAME, "{type: number}", "{type: float}", "whole"),
        (BOOK, "  field: weight\n", "  feild: weight\n", "feild"),
        (FORGE, "recipe: ensemble", "recipe: soup", "ensemble"),
    ],
)
def test_what_is_wrong_is_reported_at_its_line(
    name: str, old: str, new: str, said: str, project: Path, lines: dict[str, str], server: LanguageServer
) -> None:
    text = FILES[name].replace(old, new, 1)
    found = server.wrong(server.open(project / name, f"{lines[str(project / name)]}\n{text}"))
    assert said in " ".join(one["message"] for one in found)
    line = 1 + FILES[name][: FILES[name].index(old)].count("\n") + old[: len(old) - len(old.lstrip("\n"))].count("\n")
    assert line in {one["range"]["start"]["line"] for one in found}


def test_keys_and_choices_are_offered(project: Path, lines: dict[str, str], server: LanguageServer) -> None:
    file = project / ITEMS
    text = f"{lines[str(file)]}\n- id: hare\n  family: \n  prey: \n  art: \n  \n"
    file = server.open(file, text)
    assert {"speed", "claws", "lair"} <= {item["label"] for item in server.complete(file, 5, 2)}
    assert {"fur", "feather"} <= {item["label"] for item in server.complete(file, 2, 10)}
    assert {"red-fox", "goose"} <= {item["label"] for item in server.complete(file, 3, 8)}
    assert "fox" in {item["label"] for item in server.complete(file, 4, 7)}


def test_settings_of_the_check_that_is_named_are_offered(
    project: Path, lines: dict[str, str], server: LanguageServer
) -> None:
    file = project / BOOK
    file = server.open(file, f"{lines[str(file)]}\n- rule: few\n  check: how-many\n  kind: \n  \n")
    assert {"exactly", "copies", "within", "source"} <= {item["label"] for item in server.complete(file, 4, 2)}
    assert {"animals"} <= {item["label"] for item in server.complete(file, 3, 8)}


@pytest.mark.slow
def test_a_key_is_explained(project: Path, lines: dict[str, str], server: LanguageServer) -> None:
    file = project / GAME
    file = server.open(file, f"{lines[str(file)]}\n{FILES[GAME]}")
    line = FILES[GAME].split("\n").index("    group: family") + 1
    assert KIND.fields["group"].says[:30] in server.hover(file, line, 5)
