"""Every mistake in game.yaml is a problem at its line."""

from pathlib import Path

import pytest
from readings import Place, Reading, reading

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


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", [(1, 1, "missing-field")]),
        ("# nothing\n", [(1, 1, "missing-field")]),
        ("- a\n", [(1, 1, "wrong-type")]),
        ("hello\n", [(1, 1, "wrong-type")]),
        ("name: G\n", [(1, 1, "missing-field")]),
        ("name: G\nkinds:\n", [(1, 1, "missing-field")]),
        ("name: G\nkinds: {}\n", [(2, 8, "missing-field")]),
        ("name: G\nkinds: [a]\n", [(2, 8, "wrong-type")]),
        ("name: G\nkinds:\n  cards:\n", [(3, 3, "missing-field")]),
        ("name: G\nkinds:\n  cards: x\n", [(3, 10, "wrong-type")]),
        ("name: [G]\nkinds: {cards: {title: C, fields: {n: {type: text}}}}\n", [(1, 7, "wrong-type")]),
        (
            "nme: G\nkinds: {cards: {title: C, fields: {n: {type: text}}}}\n",
            [(1, 1, "missing-field"), (1, 1, "unknown-field")],
        ),
        ("name: G\nkinds: {cards: {fields: {n: {type: text}}}}\n", [(2, 16, "missing-field")]),
        ("name: G\nkinds: {cards: {title: C}}\n", [(2, 16, "missing-field")]),
        ("name: &x G\n", [(1, 7, "yaml-syntax")]),
    ],
)
def test_a_description_of_another_form_is_named_where_it_goes_wrong(
    folder: Path, text: str, places: list[Place]
) -> None:
    assert described(folder, text).places == places


@pytest.mark.parametrize(
    ("size", "column", "rule", "says"),
    [
        ("pokr", 11, "not-one-of", "'pokr' is not a size by name"),
        ("[60, 60, 60]", 11, "wrong-type", "a size has two numbers, [width, height] in mm; here are 3"),
        ("[60]", 11, "wrong-type", "a size has two numbers, [width, height] in mm; here is only 1"),
        ("{width: 60}", 11, "wrong-type", "a size by name, or [width, height] in mm, is wanted here, not a mapping"),
        ("[60, 4.9]", 16, "number-range", "4.9 mm; a side measures 5 mm or more"),
        ("[-60, 60]", 12, "number-range", "-60 mm; a side measures 5 mm or more"),
        ("[2001, 60]", 12, "wrong-size", "2,001 mm; a side measures 2,000 mm at most"),
        ("[60mm, 60]", 12, "wrong-type", "a number is wanted here, not '60mm'"),
        ('["60", 60]', 12, "wrong-type", "a number is wanted here, not the quoted text '60'"),
        ("60x60", 11, "not-one-of", "'60x60' is not a size by name"),
    ],
)
def test_a_size_is_a_name_or_two_lengths(folder: Path, size: str, column: int, rule: str, says: str) -> None:
    found = changed(folder, "poker", size)
    assert found.places == [(5, column, rule)]
    assert found.messages == [says]
    assert not found.game.kinds["cards"].printed


def test_two_lengths_are_a_size(folder: Path) -> None:
    assert changed(folder, "poker", "[60, 88.5]").game.kinds["cards"].size == (60.0, 88.5)


@pytest.mark.parametrize("line", ["", "    size: ~\n", "    size:\n"])
def test_a_kind_with_a_template_needs_a_size(folder: Path, line: str) -> None:
    found = changed(folder, "    size: poker\n", line)
    assert found.places == [(4, 5, "missing-field")]
    assert found.messages == ["size is missing"]


@pytest.mark.parametrize(
    ("field", "column", "rule", "says"),
    [
        (
            "{type: txt}",
            20,
            "not-one-of",
            "'txt' is none of text, string, whole, number, flag, choice, reference, list, record, one-of",
        ),
        ("{required: true}", 13, "missing-field", "type is missing"),
        ("text", 13, "wrong-type", "a field such as {type: text, required: true} is wanted here, not 'text'"),
        ("[text]", 13, "wrong-type", "a field such as {type: text, required: true} is wanted here, not a list"),
        ("{type: text, requird: true}", 26, "unknown-field", "'requird' is not a field here"),
        ("{type: text, required: yes}", 36, "wrong-type", "true or false is wanted here, not 'yes'"),
        ("{type: whole, default: x}", 36, "wrong-type", "a whole number is wanted here, not 'x'"),
        ("{type: text, of: [a]}", 26, "unknown-field", "a field of type text has no 'of'"),
        ("{type: choice}", 13, "missing-field", "a field of type choice needs 'of'"),
        ("{type: choice, of: []}", 13, "missing-field", "a field of type choice needs 'of'"),
        ("{type: choice, of: up}", 32, "wrong-type", "a list is wanted here, not 'up'"),
        ("{type: choice, of: [up, [x]]}", 37, "wrong-type", "a single value is wanted here, not a list"),
        (
            "{type: choice, of: [up], titles: {ip: high}}",
            47,
            "not-one-of",
            "'ip' is not among the words of this choice",
        ),
        ("{type: choice, of: [up], titles: [high]}", 46, "wrong-type", "a mapping is wanted here, not a list"),
        ("{type: whole, titles: {up: high}}", 27, "unknown-field", "a field of type whole has no 'titles'"),
        ("{type: record}", 13, "missing-field", "a field of type record needs 'fields'"),
        ("{type: record, fields: {}}", 13, "missing-field", "a field of type record needs 'fields'"),
        ("{type: record, fields: [a]}", 36, "wrong-type", "a mapping is wanted here, not a list"),
        ("{type: record, fields: {a: {type: b}}}", 47, "not-one-of", None),
        ("{type: one-of}", 13, "missing-field", "a field of type one-of needs 'keys'"),
        ("{type: one-of, keys: {a: {type: b}}}", 45, "not-one-of", None),
        (
            "{type: list, of: text}",
            30,
            "wrong-type",
            "a field such as {type: text, required: true} is wanted here, not 'text'",
        ),
        ("{type: list, of: {type: b}}", 37, "not-one-of", None),
        ("{type: reference}", 13, "missing-field", "a field of type reference needs 'to'"),
        ("{type: reference, to: crads}", 35, "unknown-reference", "'crads' is not a kind"),
        ("{type: list, of: {type: reference, to: crads}}", 52, "unknown-reference", "'crads' is not a kind"),
        ("{type: whole, words: X}", 34, "wrong-type", "a list is wanted here, not 'X'"),
    ],
)
def test_a_field_described_wrongly_is_named_once_and_its_items_are_left_alone(
    folder: Path, field: str, column: int, rule: str, says: str | None
) -> None:
    (folder / "cards.yaml").write_text("- {id: a, name: {en: x}}\n- {id: b, name: [1, 2]}\n")
    found = changed(folder, "{type: text}", field)
    assert [place for place in found.places if place[0] == 8] == [(8, column, rule)]
    assert says is None or says in found.messages


def test_a_field_that_recurs_into_itself_is_refused_where_it_is_too_deep(folder: Path) -> None:
    deep = "{type: list, of: " * 37 + "{type: text}" + "}" * 37
    found = changed(folder, "{type: text}", deep)
    assert [place[2] for place in found.places] == ["yaml-syntax"]
    assert found.messages == ["nested more than 40 deep"]


def test_thirty_levels_of_lists_are_read(folder: Path) -> None:
    (folder / "cards.yaml").write_text(f"- id: a\n  name: {'[' * 30}x{']' * 30}\n")
    found = changed(folder, "{type: text}", "{type: list, of: " * 30 + "{type: text}" + "}" * 30)
    assert found.places == []


@pytest.mark.parametrize("key", ["id", "copies", "waive"])
def test_what_every_kind_has_cannot_be_described_anew(folder: Path, key: str) -> None:
    (folder / "cards.yaml").write_text("- {id: 7, copies: 2}\n")
    found = changed(folder, "name: {type: text}", f"{key}: {{type: flag}}")
    assert found.places == [(8, 9 + len(key), "unknown-field")]
    assert (found.items[0].id, found.items[0].copies) == ("7", 2)


def test_art_may_be_described_anew(folder: Path) -> None:
    found = changed(folder, "name: {type: text}", "art: {type: choice, of: [a, b], required: true}")
    assert [(place[0], place[2]) for place in found.places] == [(1, "missing-field")]


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "..", ".", "a/b.yaml", "..\\x.yaml", "c:x", '""'])
@pytest.mark.parametrize("key", ["file", "templates"])
def test_no_name_leads_out_of_the_project(folder: Path, key: str, name: str) -> None:
    line = f"    file: {name}\n" if key == "file" else ""
    top = f"templates: {name}\n" if key == "templates" else ""
    found = described(folder, top + KIND.replace("    size", f"{line}    size"))
    if name == '""':
        assert found.places == []
    else:
        assert [place[2] for place in found.places] == ["unknown-reference"]
    assert found.game.templates == "g"
    assert found.game.kinds["cards"].file == "g/cards.yaml"


@pytest.mark.parametrize(
    ("languages", "places", "kept"),
    [
        ("[en, fr]", [], ("en", "fr")),
        ("[fr]", [], ("fr",)),
        ("[]", [], ("en",)),
        ("en", [(1, 12, "wrong-type")], ("en",)),
        ("[en, FR]", [(1, 17, "wrong-type")], ("en",)),
        ("[en, ../../x]", [(1, 17, "wrong-type")], ("en",)),
        ("[en, [fr]]", [(1, 17, "wrong-type")], ("en",)),
        ("~", [], ("en",)),
        ("{en: fr}", [(1, 12, "wrong-type")], ("en",)),
        ("[en, fr, en]", [(1, 21, "not-one-of")], ("en", "fr")),
    ],
)
def test_languages_are_a_list_of_codes(
    folder: Path, languages: str, places: list[Place], kept: tuple[str, ...]
) -> None:
    found = described(folder, f"languages: {languages}\n{KIND}")
    assert found.places == places
    assert found.game.languages == kept


def test_a_game_has_no_more_languages_than_one_could_print(folder: Path) -> None:
    codes = [f"{a}{b}" for a in "abc" for b in "abcdefghij"]
    found = described(folder, f"languages: [{', '.join(codes)}]\n{KIND}")
    assert found.places == [(1, 13 + 4 * MAX_LANGUAGES, "number-range")]
    assert len(found.game.languages) == MAX_LANGUAGES


@pytest.mark.parametrize(
    ("group", "rule", "says"),
    [
        ("nme", "unknown-field", "'nme' is not a field"),
        ("id", "unknown-field", "'id' is not a field"),
        ("name", "wrong-type", "name holds more than one word"),
    ],
)
def test_items_are_grouped_by_a_field_that_tells_them_apart(folder: Path, group: str, rule: str, says: str) -> None:
    found = changed(folder, "    size", f"    group: {group}\n    size")
    assert found.places == [(5, 12, rule)]
    assert found.messages == [says]
    assert found.game.kinds["cards"].group is None


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


@pytest.mark.parametrize("name", ["self", "loop", "item", "none", "class", "__class__", "a b", "é", "1"])
def test_a_field_may_be_called_anything(folder: Path, name: str) -> None:
    (folder / "cards.yaml").write_text(f"- {{id: a, {name}: 3}}\n", encoding="utf-8")
    found = changed(folder, "name: {type: text}", f"{name}: {{type: whole}}")
    assert found.places == []
    assert found.items[0].fields[name] == 3


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
