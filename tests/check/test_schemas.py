"""Schemas for editors: what is right passes, what is wrong does not, and `pnp check` says the same."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from as_editors_read import read_value
from jsonschema import Draft202012Validator
from tries import slow_but
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.cli.data_commands import VSCODE
from generator.model.fields.json_schema import one_of_words

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("schemas")
    project = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]
    result = CliRunner().invoke(app, ["schema", *project, "--out", str(out)])
    assert result.exit_code == 0, result.stdout
    return out


def validator(file: Path) -> Draft202012Validator:
    schema = json.loads(file.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def schema_for(schemas: Path, file: Path) -> Path:
    own = schemas / file.parent.name / f"{file.stem}.schema.json"
    return own if own.exists() else schemas / file.parent.name / "items" / f"{file.stem}.schema.json"


SHIPPED = sorted([*(ROOT / "data").glob("*/*.yaml"), *(ROOT / "templates").glob("*/*.yaml")])
OWN = [file for file in SHIPPED if file.parent.name != "common"]


@pytest.mark.parametrize(
    "file",
    slow_but([file for file in OWN if file.stat().st_size < 9_000][::4], OWN),
    ids=lambda file: str(file.relative_to(ROOT)),
)
def test_every_shipped_file_is_valid(file: Path, schemas: Path) -> None:
    errors = validator(schema_for(schemas, file)).iter_errors(read_value(file))
    assert [f"{list(error.path)}: {error.message[:200]}" for error in errors] == []


def lists(schema: Any) -> Iterator[list[Any]]:
    """The lists of words and types in a schema."""
    for key, value in schema.items() if isinstance(schema, dict) else enumerate(schema):
        if key in ("enum", "type", "required") and isinstance(value, list):
            yield value
        elif isinstance(value, dict | list):
            yield from lists(value)


def test_no_word_is_offered_twice(schemas: Path) -> None:
    """Older language servers refuse a whole schema for it."""
    for file in schemas.rglob("*.schema.json"):
        for words in lists(json.loads(file.read_text(encoding="utf-8"))):
            assert len(words) == len({json.dumps(word) for word in words}), (file, words)


def test_a_word_is_a_choice_quoted_or_as_yaml_reads_it() -> None:
    assert one_of_words(["1", "1r", "true", "no", "0010", "1e2"])["enum"] == [
        *("1", 1, "1r", "true", True, "no", "0010", 10, "1e2", 100.0)
    ]


def test_vs_code_is_told_of_every_schema(schemas: Path) -> None:
    told = json.loads((schemas / VSCODE).read_text(encoding="utf-8"))["yaml.schemas"]
    assert len(told) == len(list(schemas.rglob("*.schema.json")))
    assert all(Path(schema).exists() for schema in told)
    assert {Path(file).resolve() for file in told.values()} >= {file.resolve() for file in OWN}
