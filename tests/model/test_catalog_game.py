"""Every mistake in game.yaml is a problem at its line."""

from pathlib import Path

import pytest
from readings import Reading, reading

from generator.model.at_a_glance import MAX_LANGUAGES

KIND = """\
name: G
kinds:
  cards:
    title: Cards
    size: poker
    template: card.svg
    fields:
      name: {type: text}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    """A game's folder with a file of items, as yet without a description."""
    folder = tmp_path / "g"
    folder.mkdir()
    (folder / "cards.yaml").write_text("- id: a\n")
    return folder


def described(folder: Path, text: str) -> Reading:
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return reading(folder)


def changed(folder: Path, old: str, new: str) -> Reading:
    assert old in KIND
    return described(folder, KIND.replace(old, new, 1))


def test_a_description_without_a_mistake_makes_a_kind(folder: Path) -> None:
    found = described(folder, KIND)
    assert found.places == []
    kind = found.game.kinds["cards"]
    assert (kind.size, kind.template, kind.printed, str(kind.title)) == ((63.0, 88.0), "card.svg", True, "Cards")
    assert found.game.languages == ("en",)


def test_two_lengths_are_a_size(folder: Path) -> None:
    assert changed(folder, "poker", "[60, 88.5]").game.kinds["cards"].size == (60.0, 88.5)


def test_a_field_that_recurs_into_itself_is_refused_where_it_is_too_deep(folder: Path) -> None:
    deep = "{type: list, of: " * 37 + "{type: text}" + "}" * 37
    found = changed(folder, "{type: text}", deep)
    assert [place[2] for place in found.places] == ["yaml-syntax"]
    assert found.messages == ["nested more than 40 deep"]


def test_thirty_levels_of_lists_are_read(folder: Path) -> None:
    (folder / "cards.yaml").write_text(f"- id: a\n  name: {'[' * 30}x{']' * 30}\n")
    found = changed(folder, "{type: text}", "{type: list, of: " * 30 + "{type: text}" + "}" * 30)
    assert found.places == []


def test_art_may_be_described_anew(folder: Path) -> None:
    found = changed(folder, "name: {type: text}", "art: {type: choice, of: [a, b], required: true}")
    assert [(place[0], place[2]) for place in found.places] == [(1, "missing-field")]


def test_a_game_has_no_more_languages_than_one_could_print(folder: Path) -> None:
    codes = [f"{a}{b}" for a in "abc" for b in "abcdefghij"]
    found = described(folder, f"languages: [{', '.join(codes)}]\n{KIND}")
    assert found.places == [(1, 13 + 4 * MAX_LANGUAGES, "number-range")]
    assert len(found.game.languages) == MAX_LANGUAGES


def test_items_of_a_group_stand_together(folder: Path) -> None:
    (folder / "cards.yaml").write_text("- {id: a, set: x}\n- {id: b, set: y}\n- {id: c, set: x}\n- id: d\n")
    found = described(
        folder,
        KIND.replace("    size", "    group: set\n    size").replace(
            "{type: text}", "{type: text}\n      set: {type: string}"
        ),
    )
    kind = found.game.kinds["cards"]
    assert [[item.id for item in group] for group in kind.groups(kind.items)] == [["a", "c"], ["b"], ["d"]]


@pytest.mark.parametrize("name", ["Cards", "../cards", "my cards", "cards!"])
def test_a_kinds_name_is_made_like_an_id(folder: Path, name: str) -> None:
    found = changed(folder, "  cards:", f"  {name}:")
    assert (3, 3, "bad-id") in found.places


def test_a_kind_whose_description_is_of_another_form_leaves_the_others(folder: Path) -> None:
    found = described(folder, KIND + "  tiles: 3\n  coins: {title: Coins, fields: {n: {type: whole}}}\n")
    assert list(found.game.kinds) == ["cards", "coins"]
    assert [place for place in found.places if place[2] != "missing-file"] == [(9, 10, "wrong-type")]


def test_a_folder_in_place_of_a_file_is_named(folder: Path) -> None:
    (folder / "game.yaml").mkdir()
    found = reading(folder)
    assert found.messages == ["this is not a file"]
    assert found.game.kinds == {}


def test_limits_of_a_mode_that_is_not_there_are_reported(folder: Path) -> None:
    read = described(folder, KIND + "players: [1, 4]\nmodes: [race]\nplayers_by_mode: {race: [2], rest: [3]}\n")
    assert read.places == [(11, 36, "unknown-reference")]
    assert read.game.suits(2, "race")
    assert not read.game.suits(3, "race")
    assert read.game.suits(4, "")
