"""The shipped game."""

from pathlib import Path

import pytest
from smithy import Smithy

from generator.forge.spec import read_forge
from generator.model.load import load_game
from generator.rules.rulebook import read_rulebook

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="session")
def smithy() -> Smithy:
    game, problems = load_game(DATA / "tricks-or-treats", "tricks-or-treats")
    book, more = read_forge(game)
    assert [problem for problem in problems + more if problem.level == "error"] == []
    return Smithy(game, book, read_rulebook(game)[0])
