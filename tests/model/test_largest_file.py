"""The limit of files of items, and how a project raises it."""

from pathlib import Path

import pytest

from generator.core.problem import Problem
from generator.model import defaults
from generator.model.defaults import read_defaults
from generator.model.load import load_game
from generator.read import long_list, tree

GAME = "name: Heap\nkinds:\n  chips:\n    title: Chips\n    fields: {}\n"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with some 60 kB of items, where a MiB is 10,000 bytes and may hold 1,000 values."""
    monkeypatch.setattr(tree, "MIB", 10_000)
    monkeypatch.setattr(tree, "MAX_BYTES", 20_000)
    monkeypatch.setattr(tree, "MAX_NODES", 2_000)
    monkeypatch.setattr(defaults, "Limits", lambda mib=2, *, raisable: tree.Limits(mib, raisable))
    monkeypatch.setattr(defaults, "_SMALL", 0)
    monkeypatch.setattr(long_list, "LARGE", 0)
    folder = tmp_path / "data" / "heap"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    _write(folder, 4_000)
    return folder


def _write(folder: Path, count: int) -> None:
    (folder / "chips.yaml").write_text("".join(f"- id: c{number}\n" for number in range(count)))


def _problems(folder: Path) -> list[Problem]:
    return load_game(folder, "data/heap")[1]


def test_a_file_that_is_too_large_says_how_to_raise_the_limit(data: Path) -> None:
    (problem,) = _problems(data)
    assert (problem.line, problem.rule) == (1, "yaml-syntax")
    assert problem.hint.endswith("raise the limit in pnp.yaml: largest_file: 4")


def test_values_that_are_too_many_say_so_too(data: Path) -> None:
    _write(data, 1_500)
    (problem,) = _problems(data)
    assert (problem.line, problem.message) == (667, "the file holds more than 2,000 values")
    assert "largest_file: 4" in problem.hint


def test_a_project_raises_the_limit(data: Path) -> None:
    (data.parent.parent / "pnp.yaml").write_text("largest_file: 13\n")
    game, problems = load_game(data, "data/heap")
    assert problems == []
    assert len(game.kinds["chips"].items) == 4_000


def test_a_game_cannot_raise_it_for_itself(data: Path) -> None:
    (data / "pnp.yaml").write_text("largest_file: 13\n")
    (data / "game.yaml").write_text(GAME + "largest_file: 13\n")
    assert {problem.rule for problem in _problems(data)} >= {"yaml-syntax", "unknown-field"}


@pytest.mark.parametrize("value", ["0", "1025", "-1", "2.5", "x", "[1]"])
def test_a_limit_that_makes_no_sense_is_a_mistake(data: Path, value: str) -> None:
    file = data.parent.parent / "pnp.yaml"
    file.write_text(f"largest_file: {value}\n")
    (problem,) = read_defaults(file).problems
    assert (problem.line, problem.column) == (1, 15)
    assert len(_problems(data)) == 1
