"""``forge.yaml``: every mistake is reported at its line, as in any other file of a game."""

import shutil
from pathlib import Path

import pytest
from each import each
from shared_games import undrawn
from smithy import Smithy

from generator.check.build import check_game
from generator.core.folders import Project
from generator.forge.recipes import recipes
from generator.forge.request import SPECIAL
from generator.forge.spec import read_forge
from generator.model.load import load_game

ROOT = Path(__file__).parents[2]
GOOD = """\
kinds:
  surprise-cards:
    recipe: members
    field: effects
    texts:
      title: title
      titles:
        - {en: "{adj noun}", fr: "{noun adj}"}
words:
  nouns:
    - {en: an owl, fr: un *hibou, sort: [creature]}
  adjectives:
    - {en: hungry, fr: affamé}
"""


def problems_with(text: str, folder: Path) -> list[str]:
    shutil.copytree(ROOT / "data" / "tricks-or-treats", folder / "game")
    (folder / "game" / "forge.yaml").write_text(text, encoding="utf-8")
    game, _ = load_game(folder / "game", "game")
    return [f"{p.file}:{p.line}:{p.column} {p.rule}: {p.message}" for p in read_forge(game)[1]]


def test_the_shipped_file_has_no_mistake(smithy: Smithy) -> None:
    assert read_forge(smithy.game)[1] == []
    assert read_forge(smithy.game)[0].entries.keys() >= {"surprise-cards"}


def test_the_smallest_file_is_enough(tmp_path: Path) -> None:
    assert problems_with(GOOD, tmp_path) == []


@each(
    ("old", "new", "problem"),
    [
        ("recipe: members", "recipe: stew", "3:13 not-one-of: 'stew' is not a recipe"),
        ("  surprise-cards:", "  cards:", "2:3 unknown-reference: 'cards' is not a kind"),
        ("    field: effects\n", "", "3:5 missing-field: field is missing"),
        ("    recipe: members\n", "", "3:5 missing-field: recipe is missing"),
        ("title: title\n", "titel: title\n", "6:7 unknown-field: 'titel' is not a field here"),
        ('"{adj noun}"', '"{adj nuon}"', "8:16 wrong-type: {adj nuon} is not understood"),
        ('"{noun adj}"', '"{les noun}"', "8:34 wrong-type: {les noun} is not understood"),
        (', fr: "{noun adj}"', "", "8:11 missing-field: fr is missing"),
        ("un *hibou", "*hibou", "11:24 yaml-syntax"),
        ("un *hibou", "le hibou", "11:24 wrong-type: 'le hibou' does not show its gender"),
        ("an owl", "owl", "11:12 wrong-type: 'owl' has no article"),
        ("sort: [creature]", "sort: creature", "11:41 wrong-type: a list is wanted here"),
        ("words:", "word:", "9:1 unknown-field: 'word' is not a field here"),
    ],
)
def test_a_mistake_is_reported_where_it_is(old: str, new: str, problem: str, tmp_path: Path) -> None:
    assert old in GOOD
    found = problems_with(GOOD.replace(old, new), tmp_path)
    assert any(line.startswith(f"game/forge.yaml:{problem}") for line in found)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("- a\n", "1:1 wrong-type: a mapping with kinds"),
        ("kinds: []\n", "1:8 wrong-type: a mapping of kinds"),
        ("kinds: {surprise-cards: 3}\n", "1:25 wrong-type: a mapping with a recipe"),
        ("words: [a]\nkinds: {}\n", "1:8 wrong-type: a mapping with nouns and adjectives"),
    ],
)
def test_a_file_of_another_form_is_told_what_is_wanted(text: str, wanted: str, tmp_path: Path) -> None:
    assert [line.startswith(f"game/forge.yaml:{wanted}") for line in problems_with(text, tmp_path)] == [True]


def test_an_empty_file_makes_nothing(tmp_path: Path) -> None:
    assert problems_with("", tmp_path) == []


@pytest.mark.slow
def test_the_check_of_a_game_reads_it_too(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "data" / "tricks-or-treats", tmp_path / "data" / "tricks-or-treats")
    file = tmp_path / "data" / "tricks-or-treats" / "forge.yaml"
    file.write_text(GOOD.replace("members", "stew"), encoding="utf-8")
    with undrawn():
        checked = check_game(Project(tmp_path / "data", ROOT / "templates"), "tricks-or-treats")
    assert [(p.rule, p.line) for p in checked.problems if p.file.endswith("forge.yaml")] == [("not-one-of", 3)]


@each("name", recipes())
def test_a_recipe_explains_itself_and_knows_its_levers(name: str) -> None:
    recipe = recipes()[name]
    assert f"recipe: {name}" in (recipe.__doc__ or "")
    assert SPECIAL.keys() >= recipe.OPTIONS
    assert all(f"{setting}:" in (recipe.__doc__ or "") for setting in recipe.PARAMETERS)
