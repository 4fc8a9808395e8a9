"""Every type of field, one that is added among them, is in all that is made of fields; one that forgets any is refused."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import new_class

import pytest
from each import each

from generator.editing.forms import form_of, new_items
from generator.lab.columns import columns
from generator.model import fields
from generator.model.field_spec import FieldSpec, field_keys, field_types
from generator.model.fields import Field, StringField
from generator.model.fields.json_schema import SchemaNames
from generator.model.fields.traits import FieldType
from generator.model.game import Game
from generator.model.load import load_game
from generator.rules.rulebook import open_rulebook
from generator.tables.cell_table import ChangedRow, cells_changed
from generator.tables.exporting import as_csv

COLOUR = '''"""Colours."""
import re
from generator.model.fields import FieldForm, SingleField
from generator.model.fields.traits import FieldType

class ColourField(SingleField, frozen=True):
    """A colour."""
    TYPES = (FieldType("colour", "a colour", "{type: colour}", '"#c0392b"', called=("color",)),)
    NOUN = ("a colour", "colours")
    takes = "a colour, such as #c0392b"
    in_form = FieldForm("word", blank="#000000")

    def schema(self, names):
        return {"type": "string", "pattern": "^#[0-9a-f]{6}$"}

    def read(self, node, context):
        if re.fullmatch("#[0-9a-f]{6}", getattr(node, "text", "")):
            return node.text
        self._wrong(node, context, "a colour")
'''


@pytest.fixture
def colour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A type that one file adds."""
    (tmp_path / "colour_field.py").write_text(COLOUR, encoding="utf-8")
    monkeypatch.setattr(fields, "__path__", [*fields.__path__, str(tmp_path)])
    for kept in (field_types, field_keys):
        kept.cache_clear()
    yield "colour"
    monkeypatch.undo()
    for kept in (field_types, field_keys):
        kept.cache_clear()
    del sys.modules["generator.model.fields.colour_field"]


def game_of(folder: Path, described: str, value: str, rules: str = "") -> tuple[Game, list[str]]:
    game = folder / "fair"
    game.mkdir()
    kinds = f"  cards: {{title: Cards, fields: {{it: {described}}}}}\n"
    (game / "game.yaml").write_text(f"name: Fair\nlanguages: [en, fr]\nkinds:\n{kinds}", encoding="utf-8")
    (game / "cards.yaml").write_text(f"- {{id: red-fox, it: {value}}}\n", encoding="utf-8")
    (game / "balance.yaml").write_text(rules, encoding="utf-8")
    read, problems = load_game(game, "fair")
    return read, [problem.message for problem in problems if problem.level == "error"]


@each("place", ["alone", "in a list", "in a record"])
@pytest.mark.usefixtures("colour")
@each("name", [*field_types(), "colour"])
def test_a_field_has_a_column_and_a_form(name: str, place: str, tmp_path: Path) -> None:
    sort = field_types()[name][1]
    described, value = sort.example.replace("maps", "cards"), sort.value
    if place == "in a list":
        described, value = f"{{type: list, of: {described}}}", f"[{value}]"
    elif place == "in a record":
        described, value = f"{{type: record, fields: {{it: {described}}}}}", f"{{it: {value}}}"
    read, errors = game_of(tmp_path, f"{described}, side: {{type: whole}}", value)
    assert errors == []
    kind = read.kinds["cards"]
    paths = [column.path for column in columns(kind, kind.items)]
    inner = {"alone": "it", "in a list": "it.*", "in a record": "it.it"}[place]
    assert any(path.startswith(inner) for path in paths), paths
    (form,) = [field for field in form_of(read, kind, tmp_path, "en") if field["name"] == "it"]
    if place != "alone":
        form = form["of"] if place == "in a list" else form["fields"][0]
    assert form["sort"] != "other"


@pytest.mark.usefixtures("colour")
def test_a_type_of_one_file_is_everywhere(tmp_path: Path) -> None:
    for name in ("named", "wrong", "right"):
        (tmp_path / name).mkdir()
    _, errors = game_of(tmp_path / "named", "{type: color}", "red")
    assert errors == [f"'color' is none of {', '.join(field_types())}"]
    _, errors = game_of(tmp_path / "wrong", "{type: colour}", "red")
    assert errors == ["a colour is wanted here, not 'red'"]
    rules = "- {rule: unlike, check: unique, kind: cards, field: it, source: ours, why: to tell them apart}\n"
    game, errors = game_of(tmp_path / "right", "{type: colour, required: true}", '"#c0392b"', rules)
    assert [*errors, *open_rulebook(game).problems] == []
    kind = game.kinds["cards"]
    assert as_csv(kind) == "id,it\r\nred-fox,#c0392b\r\n"
    old, row = kind.path.read_bytes() if kind.path else b"", ChangedRow("red-fox", {"it": "#000080"})
    assert b'it: "#000080"' in cells_changed(game, kind, old, [row])[0]
    names = SchemaNames()
    assert kind.fields["it"].key_schema(names)["pattern"] == "^#[0-9a-f]{6}$"
    FieldSpec().schema(names)
    assert "colour" in names.definitions["field"]["properties"]["type"]["enum"]
    kind.items = []
    assert next(new_items(game, kind))["it"] == "#000000"


@each("forgotten", Field.OWED)
def test_a_type_that_forgets_something_is_none(forgotten: str) -> None:
    own = {name: getattr(StringField, name) for name in Field.OWED if name != forgotten}
    sort = FieldType("half", "half of a type", "{type: half}", "half")
    with pytest.raises(TypeError, match=f"Half has TYPES, and lacks {forgotten}: see Field"):
        new_class("Half", (Field,), {"frozen": True}, lambda body: body.update(TYPES=(sort,), **own))


def test_an_address_is_a_place_on_a_board(tmp_path: Path) -> None:
    described = "{type: address, to: cards}, columns: {type: whole}, rows: {type: whole}"
    _, errors = game_of(tmp_path, described, "0612, columns: 6, rows: 12")
    assert errors == []
    for wide, place, line_wrong, message in (
        (6, "0613", 4, "0613 is not on the board of 6 × 12"),
        (6, "B-4", 4, "'B-4' is not an address"),
        (0, "0101", 2, "columns is a whole number from 1 to 1,000, not 0"),
    ):
        (tmp_path / "fair/cards.yaml").write_text(f"- id: a\n  columns: {wide}\n  rows: 12\n  it: {place}\n")
        _, problems = load_game(tmp_path / "fair", "fair")
        ((found, line),) = [(problem.message, problem.line) for problem in problems if problem.level == "error"]
        assert (found, line) == (message, line_wrong)


def test_a_board_says_how_large_it_is(tmp_path: Path) -> None:
    _, errors = game_of(tmp_path, "{type: address, to: cards}", "0612")
    assert errors == ["cards has no fields columns and rows, so nobody knows which places there are"]
