"""Items to CSV and back: no difference, whatever they say."""

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import example, given, settings
from hypothesis import strategies as st
from projects import GAME, Project
from shared_games import SHIPPED_GAMES, shipped_game

from generator.core.textfile import FORBIDDEN
from generator.forge.yaml_writer import Verbatim, as_yaml
from generator.model.game import Game
from generator.model.load import load_game
from generator.model.values import as_data
from generator.read.tree import content
from generator.tables.cells import guarded, meant
from generator.tables.delimited import read_delimited
from generator.tables.exporting import as_csv
from generator.tables.headings import SheetTerms
from generator.tables.importing import import_rows

DATA = Path(__file__).parents[2] / "data"
KINDS = [
    (name, kind.name)
    for name in SHIPPED_GAMES
    for kind in shipped_game(name).kinds.values()
    if kind.items and not kind.prose
]
signs = st.text(st.sampled_from("aé=+-@'\"\t\n ,;[]{}#:0.1"), max_size=6)
words = signs | st.sampled_from(['""', "[]", "{}", "'", "'=", "007", "true", "1,5", "=1+1", " a ", "~", "null", "no"])
texts = words | st.fixed_dictionaries({"en": words}, optional={"fr": words})
numbers = st.integers(-99, 99).map(lambda number: Verbatim(f"{number:+d}" if number % 3 == 0 else str(number)))
items = st.fixed_dictionaries(
    {"name": texts, "price": numbers},
    optional={
        "note": texts, "code": words, "weight": st.sampled_from(["1.5", "-0.25", "2"]).map(Verbatim),
        "open": st.booleans(), "side": st.sampled_from(["left", "right"]), "wares": st.lists(words, max_size=3),
        "keeper": st.just("ann"), "copies": st.integers(0, 9), "waive": st.fixed_dictionaries({"a-rule": st.just("why, =1")}),
        "prizes": st.lists(st.sampled_from(["coins", "dolls"]).flatmap(lambda key: st.fixed_dictionaries({key: numbers})), max_size=3),
        "crate": st.fixed_dictionaries({"height": numbers}, optional={"label": words}),
    },
)  # fmt: skip


def loaded(folder: Path) -> Game:
    return load_game(folder, folder.name)[0]


def said(game: Game, kind: str) -> list[Any]:
    """What the items say; blanks round a list's words are not what they say."""
    found = [(item.id, item.copies, as_data(item.fields), as_data(item.waive)) for item in game.kinds[kind].items]
    return [tidy(part) for part in found]


def form(game: Game, kind: str) -> list[Any]:
    """The lists and mappings of the items as they are written: what is empty is not absent, as it is in values."""
    return [content(item.node, lambda _: "") for item in game.kinds[kind].items]


def tidy(value: Any) -> Any:
    match value:
        case str():
            return value.replace("\r\n", "\n")
        case dict():
            return {key: tidy(part) for key, part in value.items()}
        case list() | tuple():
            return [tidy(part) for part in value]
    return value


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("round") / "fair"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "people.yaml").write_text("- id: ann\n  name: Ann\n", encoding="utf-8")
    return folder


@settings(max_examples=30)
@given(st.lists(items, min_size=1, max_size=3))
@example([{"name": "a", "price": Verbatim("1"), "wares": wares} for wares in ([], ["a, b", "c"], ["a", "b"])])
def test_items_come_back_as_they_went(fair: Path, made: list[dict[str, Any]]) -> None:
    file = fair / "stalls.yaml"
    old = "\n".join(as_yaml({"id": f"i{place}", **item}) for place, item in enumerate(made)).encode()
    file.write_bytes(old)
    game = loaded(fair)
    kind = game.kinds["stalls"]
    grid = read_delimited(as_csv(kind).encode(), "a.csv")
    assert import_rows(game, kind, grid, old, SheetTerms(update=True)).data == old
    before, written = said(game, "stalls"), form(game, "stalls")
    kind.items = []
    file.write_bytes(import_rows(game, kind, grid, b"", SheetTerms()).data)
    assert said(loaded(fair), "stalls") == before
    assert form(loaded(fair), "stalls") == written


@pytest.mark.slow
@each("name, kind", KINDS)
def test_shipped_items_come_back_as_they_went(name: str, kind: str) -> None:
    game = loaded(DATA / name)
    described = game.kinds[kind]
    assert described.path is not None
    old = described.path.read_bytes()
    grid = read_delimited(as_csv(described).encode(), "a.csv")
    done = import_rows(game, described, grid, old, SheetTerms(update=True))
    assert done.data == old
    assert done.same == len(described.items)


@given(words)
def test_a_guarded_text_means_itself_and_is_no_formula(text: str) -> None:
    cell = guarded(text) if text else '""'
    assert meant(cell) == text
    assert cell[:1] not in "=@\t\r" or not cell
    assert FORBIDDEN.search(cell) is None


def test_export_writes_a_file_for_each_kind_with_items(project: Project) -> None:
    project.change("stalls.yaml", "Darts,", '"=Darts",')
    result = project.pnp("export", "fair", "--to", "csv", "--kind", "stalls")
    assert result.exit_code == 0, result.stderr
    assert [path.name for path in Path("output/fair/csv").iterdir()] == ["stalls.csv"]
    assert Path("output/fair/csv/stalls.csv").read_bytes().decode() == (
        "\ufeffid,name.en,name.fr,price,copies\r\ncake,Cake stall,Gâteaux,3,2\r\ndarts,'=Darts,Fléchettes,5,\r\n"
    )
    result = project.pnp("import", "output/fair/csv/stalls.csv", "--kind", "stalls", "--update")
    assert result.stdout == "data/fair/stalls.yaml: 0 added, 0 changed, 2 the same\n"
    assert project.pnp("export", "fair", "--to", "csv", "--kind", "none").exit_code == 2


@pytest.mark.slow
@settings(max_examples=40)
@given(st.lists(st.tuples(items, items), min_size=1, max_size=3))
def test_items_become_others_in_place_and_comments_stay(fair: Path, pairs: list[tuple[Any, Any]]) -> None:
    old, new = (
        "\n".join(as_yaml({"id": f"{letter}{at}", **pair[side]}) for at, pair in enumerate(pairs))
        for side, letter in enumerate("ab")
    )
    file = fair / "stalls.yaml"
    file.write_text(f"{old}\n{new}", encoding="utf-8")
    both = loaded(fair)
    head, *rows = csv.reader(StringIO(as_csv(both.kinds["stalls"]), newline=""))
    sheet = StringIO(newline="")
    csv.writer(sheet).writerows([head, *([f"a{row[0][1:]}", *row[1:]] for row in rows if row[0][0] == "b")])
    before = "# top\n" + old.replace("\n- id", "\n# between\n- id") + "# end\n"
    file.write_text(before, encoding="utf-8")
    game = loaded(fair)
    grid = read_delimited(sheet.getvalue().encode(), "a.csv")
    done = import_rows(game, game.kinds["stalls"], grid, before.encode(), SheetTerms(update=True))
    file.write_bytes(done.data)
    wanted = [[f"a{item[0][1:]}", *item[1:]] for item in said(both, "stalls") if item[0][0] == "b"]
    assert stripped(said(loaded(fair), "stalls")) == stripped(wanted)
    assert done.data.count(b"# between") == before.count("# between")
    assert done.data.endswith(b"# end\n")


def stripped(value: Any) -> Any:
    """What a value says but for blanks at the ends of texts, which are no reason to change one."""
    match value:
        case str():
            return value.strip()
        case dict():
            return {key: stripped(part) for key, part in value.items()}
        case list():
            return [stripped(part) for part in value]
    return value
