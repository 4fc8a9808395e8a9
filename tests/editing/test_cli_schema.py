"""`pnp schema`: where it writes, what it refuses, and games that have mistakes."""

import json
from pathlib import Path

import pytest
from fox_hunt import FILES, write_fox_hunt
from jsonschema import Draft202012Validator
from tries import part
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.editing.schemas import DRAFT

GAME = "data/fox-hunt/game.yaml"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(write_fox_hunt(folder))
    return folder


@pytest.mark.slow
@pytest.mark.tried
def test_each_file_that_is_there_gets_its_line_and_each_schema_says_its_draft(project: Path) -> None:
    result = CliRunner().invoke(app, ["schema", "fox-hunt"])
    assert result.exit_code == 0
    assert (
        "data/fox-hunt/animals.yaml\n    # yaml-language-server: $schema=../../schemas/fox-hunt/items/animals.schema.json"
        in result.stdout
    )
    written = sorted(file.relative_to(project).as_posix() for file in (project / "schemas").rglob("*.schema.json"))
    assert "schemas/fox-hunt/lab.schema.json" in written
    assert "schemas/pnp.schema.json" in written
    for file in part(written, 4):
        schema = json.loads((project / file).read_text(encoding="utf-8"))
        assert schema["$schema"] == DRAFT
        Draft202012Validator.check_schema(schema)


def test_the_same_game_gives_the_same_bytes(project: Path) -> None:
    for out in ("one", "two"):
        assert CliRunner().invoke(app, ["schema", "--out", out]).exit_code == 0
    for file in (project / "one").rglob("*.schema.json"):
        assert file.read_bytes() == (project / "two" / file.relative_to(project / "one")).read_bytes()


@pytest.mark.parametrize("arguments", [["nope"], ["--data", "nowhere"], ["--out", "pnp.yaml"]], ids=" ".join)
def test_wrong_use_is_one_line_and_status_2(project: Path, arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["schema", *arguments])
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "", "[]", "kinds: 3", "kinds: {animals: 3}", "kinds: {animals: {fields: {name: {type: nothing}}}}", "a: [",
            "x: y: z",
        ),
        FILES[GAME].replace("  animals:", "  ../../../outside:"),
        FILES[GAME].replace("  animals:", '  "a\\e[31mb":'),
        FILES[GAME].replace("animal.svg", "../../../../etc/passwd"),
        FILES[GAME].replace("animal.svg", "art"),
        FILES[GAME].replace("to: animals", "to: nobody"),
        FILES[GAME].replace("    group: family\n", "    file: ../../x.yaml\n"),
    ],
)  # fmt: skip
def test_a_game_with_mistakes_gets_schemas_as_far_as_it_can_be_read(project: Path, text: str) -> None:
    (project / GAME).write_text(text, encoding="utf-8")
    before = {file for file in project.parent.rglob("*") if project not in file.parents}
    result = CliRunner().invoke(app, ["schema"])
    assert result.exit_code == 0, result.stdout
    assert (project / "schemas/fox-hunt/game.schema.json").exists()
    assert "\x1b" not in result.stdout
    assert {file for file in project.parent.rglob("*") if project not in file.parents} == before
    written = {file.relative_to(project).parts[0] for file in project.rglob("*.schema.json")}
    assert written == {"schemas"}
