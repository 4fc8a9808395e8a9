"""Every type of field is in what `pnp stats` counts and in what forms ask."""

from pathlib import Path

import pytest

from generator.lab.columns import columns
from generator.model.field_spec import FIELD_TYPES
from generator.model.load import load_game
from generator.project.editing.forms import form_of


@pytest.mark.parametrize("name", FIELD_TYPES)
@pytest.mark.parametrize("place", ["alone", "in a list", "in a record"])
def test_a_field_has_a_column_and_a_form(name: str, place: str, tmp_path: Path) -> None:
    described, value = FIELD_TYPES[name].example, FIELD_TYPES[name].value
    if place == "in a list":
        described, value = f"{{type: list, of: {described}}}", f"[{value}]"
    elif place == "in a record":
        described, value = f"{{type: record, fields: {{it: {described}}}}}", f"{{it: {value}}}"
    game = tmp_path / "fair"
    game.mkdir()
    kinds = f"  cards: {{title: Cards, fields: {{it: {described}}}}}\n"
    (game / "game.yaml").write_text(f"name: Fair\nlanguages: [en, fr]\nkinds:\n{kinds}", encoding="utf-8")
    (game / "cards.yaml").write_text(f"- {{id: red-fox, it: {value}}}\n", encoding="utf-8")
    read, problems = load_game(game, "fair")
    assert [problem for problem in problems if problem.level == "error"] == []
    kind = read.kinds["cards"]
    paths = [column.path for column in columns(kind, kind.items)]
    inner = {"alone": "it", "in a list": "it.*", "in a record": "it.it"}[place]
    assert any(path.startswith(inner) for path in paths), paths
    (form,) = [field for field in form_of(read, kind, tmp_path, "en") if field["name"] == "it"]
    if place != "alone":
        form = form["of"] if place == "in a list" else form["fields"][0]
    assert form["sort"] != "other"
