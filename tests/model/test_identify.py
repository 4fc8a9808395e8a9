"""Which kind a loose file is of: by its name, its folder and the fields it uses."""

from pathlib import Path

import pytest

from generator.check.paths import identify
from generator.core.folders import Project
from generator.core.problem import Refusal

CARDS = "- {id: a, name: x, cost: 1}\n"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    cards, tiles = (
        "{title: C, fields: {name: {type: text}, %s: {type: whole}}}",
        "{title: T, fields: {arrow: {type: string}}}",
    )
    kinds = {"wood": f"{{cards: {cards % 'cost'}, tiles: {tiles}}}", "stone": f"{{cards: {cards % 'weight'}}}"}
    for game, described in kinds.items():
        (tmp_path / "data" / game).mkdir(parents=True)
        (tmp_path / "data" / game / "game.yaml").write_text(f"name: G\nkinds: {described}\n")
    return Project(tmp_path / "data", tmp_path / "templates")


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("tiles.yaml", "- {id: a, arrow: up}\n", ("wood", "tiles")),
        ("tiles.yaml", "- {id: a, arow: up}\n", ("wood", "tiles")),
        ("tiles.yaml", "", ("wood", "tiles")),
        ("my-tiles-2.yaml", "- {id: a}\n", ("wood", "tiles")),
        ("anything.yaml", "- {id: a, arrow: up}\n", ("wood", "tiles")),
        ("cards.yaml", CARDS, ("wood", "cards")),
        ("cards.yaml", "- {id: a, name: x, weight: 3}\n", ("stone", "cards")),
        ("stone/cards.yaml", "- {id: a, name: x}\n", ("stone", "cards")),
        ("new.yaml", CARDS, ("wood", "cards")),
    ],
)
def test_a_file_is_known_by_its_name_its_folder_and_its_fields(
    project: Project, tmp_path: Path, name: str, text: str, found: tuple[str, str]
) -> None:
    path = tmp_path / "elsewhere" / name
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert identify(project, path) == found


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("cards.yaml", "- {id: a, name: x}\n", "could be items of wood/cards and stone/cards"),
        ("x.yaml", "- {foo: 1, bar: 2}\n", "is like no kind of item; name it after one"),
        ("x.yaml", "hello\n", "is like no kind of item; name it after one"),
        ("x.yaml", "[", "is like no kind of item; name it after one"),
    ],
)
def test_a_file_like_no_kind_or_like_two_is_not_guessed_at(
    project: Project, tmp_path: Path, name: str, text: str, words: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(Refusal, match=words):
        identify(project, path)


def test_a_games_own_file_is_of_that_game(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(CARDS)
    assert identify(project, path, "stone") == ("stone", "cards")
