"""A game made of any sheet checks clean, and goes on from its sheet."""

import csv
import json
from io import StringIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import normalize

import pytest
from drawn import FONTS
from each import each
from fontTools.ttLib import TTFont
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from PIL import Image
from projects import typed
from tries import slow_but, tries
from workbooks import ods, row, saved, value, xlsx
from workbooks import row as table_row
from workbooks import text as cell

from generator.check.build import check_game
from generator.core.folders import Project
from generator.core.problem import Refusal
from generator.model.game import TITLE_FIELDS
from generator.model.load import load_game
from generator.model.values import id_from
from generator.starter.games import put_game
from generator.tables.guessing import TITLES
from generator.tables.headings import SheetTerms
from generator.tables.importing import import_rows
from generator.tables.opening import SheetOrder, read_order, sources_of
from generator.tables.sheet_game import SheetGame, game_from_sheet

SCRIPTS = [
    "Fuchs über Straße", "Лиса и виноград", "狐と葡萄", "الثعلب", "שועל", "จิ้งจอก", "लोमड़ी", "여우", "Αλεπού", "🦊🔥",
    "👨‍👩‍👧 x", "e\u0301a\u0323",
]  # fmt: skip
MARKS = [
    "<b>bold</b> x",
    "a<br>b",
    "<p>one</p><p>two</p>",
    "&amp; &nbsp;",
    "[b]x[/b]",
    ":sword: up",
    "*one* two",
    "**alone",
    "a ** b",
    "_x_",
    "{sword}",
    "{red: x}",
    "{=cost}",
    "{cost|coins}",
    "%n",
    "a%nb",
    "{{ x }}",
    "{% if %}",
    "`code`",
    "~~x~~",
    "__x__",
    "[a](b/c)",
    "<span fgcolor='red'>x</span>",
    "{",
    "}",
    "{=",
    "\\",
    "\\n",
    "<!-- x -->",
    "**a _b** c_",
    "{漢字|かんじ}",
    "http://example.org/" + "a" * 90,
    "x" * 200,
]
NUMBERS = ["1", "2", "-3", "007", "1.5", "1,5", "1.234", "X", "2-4", "1/2", "12", "+2"]
WORDS = [
    "fire", "water", "yes", "no", "x", "a, b", "a; c", "fire, water", "Goblin", "", "", "fox.png", "=1+1", "'x", '""',
    "[]", "{}", "\t",
]  # fmt: skip
HEADINGS = ["id", "ID", "Name", "Title", "title.en", "Title (de)", "Name (fr)", "kind", "copies", "Qty", "#", "Anzahl", "waive", "art", "Image", "cost", "Cost!", "Größe", "", "", "name", "held", "items", "keys", "枚数", "a.b", "effects.0.coins", "2nd", "class", "self", "column B", "{x}", "*y*", "It's \"it\"", "<b>h</b>", "Weight (kg)", "x" * 80]  # fmt: skip
LONG = st.integers(1, 400).map(lambda count: ("Take two coins from the bank and " * 30)[: count * 2].strip())
CELLS = st.one_of(*map(st.sampled_from, (SCRIPTS, MARKS, NUMBERS, WORDS)), LONG, st.text(max_size=12))


@st.composite
def sheets(draw: st.DrawFn) -> list[list[str]]:
    """A heading row and rows: columns mostly of one sort of cells, as people write them."""
    width, height = draw(st.integers(1, 12)), draw(st.integers(2, 14))
    sorts = [
        draw(st.sampled_from([SCRIPTS, MARKS, NUMBERS[:6], ["1", "2", "3"], ["fire", "water"], ["x", ""], WORDS, None]))
        for _ in range(width)
    ]
    rows = [[draw(CELLS if sort is None else st.sampled_from(sort)) for sort in sorts] for _ in range(height)]
    headings = [draw(st.one_of(st.sampled_from(HEADINGS), st.text(max_size=8))) for _ in range(width)]
    return [headings, *rows]


def as_csv(rows: list[list[str]]) -> bytes:
    out = StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue().encode("utf-8", "ignore")


def made_of(folder: Path, data: bytes, file: str = "cards.csv", *languages: str) -> SheetGame:
    """The game of a sheet, written into a project that is checked; its problems are refused but for translations."""
    path, project = folder / file, Project(folder / "data", folder / "templates")
    path.write_bytes(data)
    order = SheetOrder(path.as_posix(), None, "cards", SheetTerms())
    made = game_from_sheet(
        order, "deck", languages, source=f"../../{file}", beside=folder, common=folder / "templates/common"
    )
    put_game(project, "deck", made.data, made.templates)
    problems = [one for one in check_game(project, "deck").problems if one.level != "note"]
    assert [one for one in problems if one.rule not in ("missing-translation", "picture-resolution")] == []
    goes_on(project)
    return made


def goes_on(project: Project) -> None:
    """Nothing changes where the rows are taken in again, as `pnp import --all` does."""
    game, _ = load_game(project.data / "deck", "deck")
    for order in sources_of(project, game):
        old = (project.data / "deck" / "cards.yaml").read_bytes()
        done = import_rows(game, game.kinds["cards"], read_order(order), old, order.terms)
        assert (done.data, done.added, done.missing) == (old, [], [])


# Nobody can say what these sheets are: no rows, no text.
REFUSED = ("has no rows", "is empty", "null bytes", "it is not UTF-8", "quotes do not fit")


@settings(deadline=None, max_examples=tries(6), phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(sheets())
@example([["Name", "Cost"], ["Fox", "1"], ["Owl", "2"]])
def test_a_game_of_any_sheet_checks_clean_and_goes_on_from_it(rows: list[list[str]]) -> None:
    with TemporaryDirectory() as folder:
        try:
            made_of(Path(folder), as_csv(rows))
        except Refusal as refusal:
            if not any(reason in str(refusal) for reason in REFUSED):
                raise


TABLES = {
    "whole": (["1", "2", "12"], "{type: whole}", "whole number", "1 to 12"),
    "whole with words": (["1", "X", "3", "4"], "{type: whole, words: [X]}", "whole number or X", "1 to 4"),
    "number": (["1.5", "2", "3.25"], "{type: number}", "number", "1.5 to 3.25"),
    "flag": (["x", "", "x"], "{type: flag}", "yes or no", "2 yes, 0 no"),
    "flag in words": (["yes", "no", "Yes"], "{type: flag}", "yes or no", "2 yes, 1 no"),
    "choice": (["fire", "water", "fire", "water"], "{type: choice, of: [fire, water]}", "choice of 2", "fire, water"),
    "list": (["a, b", "b", "a, c"], "{type: list}", "list of words", "3 words: a, b, c …"),
    "list by semicolons": (["a b; b", "b", "a b; c"], "{type: list}", "list of words", "3 words: a b, b, c …"),
    "code": (["007", "008", "A-9"], "{type: string}", "code", "such as 007"),
    "text": (["Take a card.", "Pay, then take.", "Go on."], "{type: text}", "text", "up to 15 characters"),
}


def a_sheet(form: str, headings: list[str], rows: list[list[str]]) -> bytes:
    """The same sheet in any of the forms of files."""
    if form == "csv":
        return as_csv([headings, *rows])
    if form == "tsv":
        return "".join("\t".join(row) + "\n" for row in [headings, *rows]).encode()
    if form == "json":
        return json.dumps(
            [{key: cell for key, cell in zip(headings, row, strict=True) if cell} for row in rows]
        ).encode()
    if form == "xlsx":
        return saved(xlsx([headings, *([cell or None for cell in row] for row in rows)]))
    return ods("".join(table_row(*line) for line in [headings, *rows]))


@pytest.mark.parametrize("sort, form", slow_but(16, [*product(TABLES, ("csv", "tsv", "json", "xlsx", "ods"))]))
def test_each_type_is_guessed_from_each_sort_of_file(sort: str, form: str, tmp_path: Path) -> None:
    cells, described, type_, values = TABLES[sort]
    rows = [[f"Card {'abcd'[number]}", cell] for number, cell in enumerate(cells)]
    made = made_of(tmp_path, a_sheet(form, ["Name", "Power"], rows), f"cards.{form}")
    assert (made.columns[1].type, made.columns[1].values) == (type_, values)
    assert f"      power: {described[:-1]}, title: Power}}\n" in made.data["game.yaml"].decode()


@pytest.mark.parametrize(
    "heading", ["Qty", "Quantity", "Count", "#", "Copies", "Anzahl", "Stück", "Menge", "Nombre", "Exemplaires", "Quantité", "Cantidad", "Copias", "Quantità", "Copie", "Numero", "num"]
)  # fmt: skip
def test_counts_become_copies(heading: str, tmp_path: Path) -> None:
    made = made_of(tmp_path, as_csv([["Name", heading], ["Fox", "3"], ["Owl", ""], ["Hen", "2"]]))
    assert (made.columns[1].name, made.columns[1].values) == ("copies", "6 in all")
    assert b"copies: 3" in made.data["cards.yaml"]


@pytest.mark.parametrize(
    "counts", [["1", "2", "3"], ["many", "1", "2"], ["-1", "1", "2"], ["1000", "1", "2"], ["1.5", "1", "2"]]
)
def test_what_is_no_count_is_a_field(counts: list[str], tmp_path: Path) -> None:
    rows = [[f"Card {number}x", count] for number, count in enumerate(counts)]
    made = made_of(tmp_path, as_csv([["Name", "#"], *rows]))
    remark = "called column_b" if counts[0] == "1" else f"not copies: B2 says '{counts[0]}'"
    assert (made.columns[1].name, made.columns[1].remark) == ("column_b", remark)


def test_texts_have_the_languages_of_their_headings(tmp_path: Path) -> None:
    rows = [["title.de", "Title (EN)", "Rules", "Rules (de)", "Weight (kg)"], ["Fuchs", "Fox", "Run", "Lauf", "3"]]
    made = made_of(tmp_path, as_csv(rows))
    assert [column.path for column in made.columns] == ["title.de", "title.en", "rules.en", "rules.de", "weight_kg"]
    assert made.languages == ["de", "en"]
    assert b"title: {de: Fuchs, en: Fox}" in made.data["cards.yaml"]


def test_a_language_that_a_row_lacks_is_named_and_no_error(tmp_path: Path) -> None:
    made = made_of(tmp_path, as_csv([["Name (en)", "Name (de)"], ["Fox", "Fuchs"], ["Owl", ""]]), "cards.csv", "de")
    assert made.languages == ["de", "en"]


ODD = {
    "id": ("A 1", "card_id"), "kind": ("x y", "card_kind"), "waive": ("x y", "card_waive"), "Größe": ("x y", "grosse"),
    "2nd": ("x y", "card_2nd"), "枚数": ("x y", "meishu"), "": ("x y", "column_b"), "It's \"it\"!": ("x y", "its_it"),
    "held": ("x y", "card_held"), "Name": ("x y", "name_2"), "a.b": ("x y", "a_b"),
}  # fmt: skip


@pytest.mark.parametrize("heading", ODD)
def test_a_column_with_an_odd_heading_gets_a_name_and_is_told(heading: str, tmp_path: Path) -> None:
    cell, name = ODD[heading]
    made = made_of(tmp_path, as_csv([["Name", heading], ["Fox", cell], ["Owl", cell + "z"]]))
    assert made.columns[1].name == name
    assert made.columns[1].remark
    assert f"{name}: {cell}" in made.data["cards.yaml"].decode()


def test_ids_of_a_sheet_are_kept(tmp_path: Path) -> None:
    made = made_of(tmp_path, as_csv([["ID", "Name"], ["fox-1", "Fox"], ["owl", "Fox"]]))
    assert made.data["cards.yaml"].startswith(b"- id: fox-1\n")
    assert b"key:" not in made.data["game.yaml"]


def test_a_sheet_in_which_nothing_tells_rows_apart_is_not_followed_and_that_is_told(tmp_path: Path) -> None:
    made = made_of(tmp_path, as_csv([["Name", "Cost"], ["Fox", "1"], ["Fox", "1"]]))
    assert "no column tells all rows apart" in made.notes[0]
    assert b"source" not in made.data["game.yaml"]


def test_pictures_beside_the_sheet_are_taken_and_others_named(tmp_path: Path) -> None:
    (tmp_path / "Mes images").mkdir()
    Image.new("RGB", (900, 600), "red").save(tmp_path / "Mes images" / "fox.png")
    Image.new("RGB", (20, 20), "blue").save(tmp_path / normalize("NFD", "ガゾウ é.png"))
    (tmp_path / "bad.png").write_bytes(b"no picture")
    rows = [
        ["Name", "Picture"],
        ["Fox", "fox.png"],
        ["Owl", "owl.jpg"],
        ["Hen", "sub/hen.svg"],
        ["Toad", "bad.png"],
        ["Cat", ""],
        ["Crow", "ガゾウ é.png"],
    ]
    made = made_of(tmp_path, as_csv(rows))
    assert made.templates["art/fox.png"] == (tmp_path / "Mes images" / "fox.png").read_bytes()
    small = made.templates["art/ガゾウ é.png"]
    assert small == (tmp_path / normalize("NFD", "ガゾウ é.png")).read_bytes(), "small pictures are pictures, too"
    assert b"item.art" in made.templates["cards.svg"]
    assert any("each a grey box in art/ until you put it there: owl.jpg sub/hen.svg" in note for note in made.notes)
    assert any(note.startswith("bad.png is left out") for note in made.notes)


def test_markup_of_html_and_of_other_tools_becomes_ours(tmp_path: Path) -> None:
    rows = [
        ["Name", "Text"],
        ["Fox", "<b>Run</b>&nbsp;on<br>[i]now[/i]"],
        ["Owl", "a%nb {sword} *so* <u>x</u> <sup>2</sup>"],
    ]
    text = made_of(tmp_path, as_csv(rows)).data["cards.yaml"].decode()
    assert "**Run**\u00a0on\n    _now_" in text
    assert "\\{sword} _so_ {underlined: x} \\<sup>2\\</sup>" in text


def test_characters_without_a_font_are_named_and_stand_as_boxes(tmp_path: Path) -> None:
    made = made_of(tmp_path, as_csv([["Name", "Text"], ["Fox", "🦊 狐\u3000狐\tx"], ["Owl", "x"]]))
    assert b"size: poker" in made.data["game.yaml"]
    assert any("no font here has" in note and "狐" in note and "🦊" in note for note in made.notes)
    assert "狐: icons/missing.svg" in made.templates["style.yaml"].decode()
    project = Project(tmp_path / "data", tmp_path / "templates")
    assert ["狐" in one.message for one in check_game(project, "deck").problems if one.rule == "drawn-otherwise"] == [
        True
    ]


def test_a_font_of_the_project_is_taken_for_what_the_others_lack(tmp_path: Path) -> None:
    (fonts := tmp_path / "templates" / "common" / "fonts").mkdir(parents=True)
    font = TTFont(FONTS / "lilita-one" / "LilitaOne_400Regular.ttf")
    for table in font["cmap"].tables:
        table.cmap = {ord("狐"): table.cmap.get(ord("A"), ".notdef")}
    font.save(fonts / "Kitsune-Regular.ttf")
    made = made_of(tmp_path, as_csv([["Name", "Text"], ["Fox", "**狐** 猫"], ["Owl", "x"]]))
    style = made.templates["style.yaml"].decode()
    assert "fallback: [{regular: Kitsune-Regular, bold: Kitsune-Regular, " in style
    assert "猫: icons" in style
    assert "狐: icons" not in style
    assert not made.columns[1].remark


def test_columns_that_cannot_be_read_are_left_out_and_named(tmp_path: Path) -> None:
    made = made_of(
        tmp_path, as_csv([["Name", "Bell", "Void", "Long"], ["Fox", "a\x07b", "", "y" * 10_001], ["Owl", "x", "", "z"]])
    )
    remarks = {column.heading: column.remark for column in made.columns}
    assert "U+0007 is not allowed" in remarks["Bell"]
    assert remarks["Void"] == "left out: it is empty"
    assert "left out: D2 " in remarks["Long"]


def test_a_text_that_fits_no_card_is_on_none_and_named(tmp_path: Path) -> None:
    made = made_of(tmp_path, as_csv([["Name", "Code"], ["Fox", "x" * 900], ["Owl", "y" * 900]]))
    assert made.columns[1].remark.startswith("not on the face: ")
    assert b"[190, 262]" in made.data["game.yaml"]


@pytest.mark.slow
def test_three_hundred_rows_of_thirty_columns_become_a_game(tmp_path: Path) -> None:
    headings = ["Name", *(f"Field {number}" for number in range(29))]
    rows = [[f"Card {number}", *(f"value {number % (column + 2)}" for column in range(29))] for number in range(300)]
    made = made_of(tmp_path, as_csv([headings, *rows]))
    assert (made.items, len(made.columns)) == (300, 30)


@pytest.mark.parametrize("data, told", [(b"", "is empty"), (b"Name,Cost\n", "has no rows below")])
def test_a_sheet_without_rows_is_refused(data: bytes, told: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=told):
        made_of(tmp_path, data)


CARDS = "Card name,Cost,Qty,Größe\nFox,1,3,klein\nOwl,2,1,groß\n"


def test_the_command_prints_a_table_and_the_game_prints(tmp_path: Path) -> None:
    project = tmp_path
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    done = typed(project, "new", "deck", "--from-sheet", "cards.csv", "--kind", "animals")
    assert done.exit_code == 0, done.stderr
    lines = done.output.splitlines()
    assert lines[0].startswith("2 items of 4 columns") or "2 items of 4 columns" in lines
    assert "Qty        copies     copies        4 in all" in [line.rstrip() for line in lines]
    assert typed(project, "check", "--strict").exit_code == 0
    printed = typed(project, "render", "deck", "--backs", "long")
    assert printed.exit_code == 0, printed.stderr
    assert "deck/animals" in printed.stdout
    (tmp_path / "cards.csv").write_text(CARDS + "Hen,3,1,klein\n", encoding="utf-8")
    assert "1 added, 0 changed, 2 the same" in typed(project, "import", "--all", "deck").stdout


def test_a_sheet_from_elsewhere_is_copied_into_the_game(tmp_path: Path) -> None:
    (tmp_path / "sheets").mkdir()
    (tmp_path / "project").mkdir()
    (tmp_path / "sheets" / "cards.csv").write_text(CARDS, encoding="utf-8")
    project = tmp_path / "project"
    result = typed(project, "new", "deck", "--from-sheet", "../sheets/cards.csv")
    assert "data/deck/cards.csv: change that one, then pnp import --all" in result.stdout
    assert (tmp_path / "project/data/deck/cards.csv").read_text(encoding="utf-8") == CARDS
    assert "2 the same" in typed(project, "import", "--all").stdout
    by_hand = typed(project, "import", "../sheets/cards.csv", "--kind", "cards", "--update")
    assert "cards is kept in cards.csv: pnp import --all reads it by what game.yaml says of it" in by_hand.stderr


@each(
    "options, told",
    [
        (("--from", "star-road"), "leave --from"),
        (("--with-play",), "leave --from, --with-play"),
        (("--kind", "a", "--kind", "b"), "a second --kind away"),
        (("--languages", "english"), "is not a language code"),
        (("--sheet", "x"), "has no sheets by name"),
        (("--kind", "Big Cards"), "cannot be the name of a kind"),
        (("--map", "Cost=price"), "--map COLUMN= leaves a column out"),
        (("--map", "Cosst="), "the sheet has no column 'Cosst'; did you mean Cost?"),
    ],
)
def test_options_that_do_not_go_with_a_sheet_are_refused(options: tuple[str, ...], told: str, tmp_path: Path) -> None:
    project = tmp_path
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    done = typed(project, "new", "deck", "--from-sheet", "cards.csv", *options)
    assert (done.exit_code, told in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "data").exists()


def test_options_of_a_sheet_want_one(tmp_path: Path) -> None:
    done = typed(tmp_path, "new", "deck", "--encoding", "cp1252")
    assert (done.exit_code, "give it with --from-sheet" in done.stderr) == (2, True)


def test_an_encoding_is_kept_for_the_next_time(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_bytes(CARDS.encode("cp1252"))
    project = tmp_path
    guessed = typed(project, "new", "deck", "--from-sheet", "cards.csv")
    assert (guessed.exit_code, "--encoding cp1252" in guessed.stderr) == (1, True)
    assert typed(project, "new", "deck", "--from-sheet", "cards.csv", "--encoding", "cp1252").exit_code == 0
    assert "2 the same" in typed(project, "import", "--all").stdout


def test_a_game_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    project = tmp_path
    assert typed(project, "new", "deck", "--from-sheet", "cards.csv").exit_code == 0
    done = typed(project, "new", "deck", "--from-sheet", "cards.csv")
    assert (done.exit_code, "there is a game deck already" in done.stderr) == (2, True)


LINK = "deck,Count,Name,Text\nship,2,Gull,Sail %n<i>far</i>\ncrew,,Jörg,Roll:%n1: no%n6: yes\ncrew,3,Änne,Roll:%n1: no%n6: yes\n"


def test_decks_of_one_sheet_become_kinds_of_one_game(tmp_path: Path) -> None:
    (tmp_path / "sheets").mkdir()
    (tmp_path / "project").mkdir()
    (tmp_path / "sheets" / "cards.csv").write_text(LINK, encoding="utf-8")
    project = tmp_path / "project"
    for deck in ("ship", "crew"):
        order = ("--from-sheet", "../sheets/cards.csv", "--kind", deck, "--where", f"deck={deck}")
        done = typed(project, "new", "sea", *order)
        assert done.exit_code == 0, done.stderr
    assert "sea: crew added, in data/sea and templates/sea" in done.output
    described = (project / "data/sea/game.yaml").read_text(encoding="utf-8")
    assert "where: {deck: ship}" in described
    assert "where: {deck: crew}" in described
    assert "_far_" in (project / "data/sea/ship.yaml").read_text(encoding="utf-8")
    assert "copies: 3" in (project / "data/sea/crew.yaml").read_text(encoding="utf-8")
    assert typed(project, "check", "--strict").exit_code == 0
    taken = typed(project, "import", "--all").stdout
    assert "ship.yaml: 0 added, 0 changed, 1 the same" in taken
    assert "crew.yaml: 0 added, 0 changed, 2 the same" in taken


def test_a_kind_of_a_sheet_joins_a_game_with_other_fonts_and_pictures(tmp_path: Path) -> None:
    assert typed(tmp_path, "new", "deck", "--kind", "cards").exit_code == 0
    art = tmp_path / "templates/deck/art"
    art.mkdir(exist_ok=True)
    (art / "fox.svg").write_bytes(b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    old = (art / "fox.svg").read_bytes()
    (tmp_path / "animals.csv").write_text("Name,Art\nFox,fox.svg\nOwl,owl.svg\n", encoding="utf-8")
    done = typed(tmp_path, "new", "deck", "--from-sheet", "animals.csv", "--kind", "animals")
    assert done.exit_code == 0, done.stderr
    assert "in art/ already, and stay: fox.svg" in done.output + done.stderr
    assert (art / "fox.svg").read_bytes() == old
    assert (art / "owl.svg").is_file()
    assert typed(tmp_path, "check", "--strict").exit_code == 0


@each(
    "sheet, kind, options, told",
    [
        ("Name\nFox\n", "cards", (), "is taken"),
        ("Name,Name (de)\nFox,Fuchs\n", "animals", (), "the sheet has texts in de"),
        ("Name\nFox\n", "animals", ("--languages", "en"), "has its languages"),
        ("Name\nFox\n", "animals", ("--where", "deck=ship"), "the sheet has no column 'deck'"),
        ("Name\nFox\n", "letters", (), "data/deck/letters.yaml is there already"),
    ],
)
def test_a_kind_of_a_sheet_that_does_not_fit_its_game_changes_nothing(
    sheet: str, kind: str, options: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    assert typed(tmp_path, "new", "deck", "--kind", "cards").exit_code == 0
    (tmp_path / "data/deck/letters.yaml").write_text("[]\n", encoding="utf-8")
    (tmp_path / "sheet.csv").write_text(sheet, encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    done = typed(tmp_path, "new", "deck", "--from-sheet", "sheet.csv", "--kind", kind, *options)
    assert (done.exit_code, told in done.stderr) == (2, True), done.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_column_is_left_out_and_stays_so(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Name,Notes!,Art\nFox,x.png,f.png\nOwl,y.png,o.png\n", encoding="utf-8")
    done = typed(tmp_path, "new", "deck", "--from-sheet", "cards.csv", "--map", "Notes!=")
    assert done.exit_code == 0, done.stderr
    assert "left out: --map leaves it out" in done.output
    described = (tmp_path / "data/deck/game.yaml").read_text(encoding="utf-8")
    assert 'Notes!: ""' in described
    assert "notes:" not in described
    assert "art: f.png" in (tmp_path / "data/deck/cards.yaml").read_text(encoding="utf-8")
    assert "2 the same" in typed(tmp_path, "import", "--all").stdout


def test_a_column_of_counts_that_is_none_says_which_cell_is_no_number(tmp_path: Path) -> None:
    made = made_of(tmp_path, b"Name,Qty\nFox,2\nOwl,3\nHen,all\n")
    assert made.columns[1].remark == "not copies: B4 says 'all'"


def test_signs_of_other_tools_that_stay_are_named(tmp_path: Path) -> None:
    made = made_of(tmp_path, b"Name,Text\nFox,Gain :coin: <sup>now</sup>\n")
    assert [note for note in made.notes if note.endswith(": :coin: <sup> </sup>")]


def test_lines_of_a_text_are_no_list_of_words(tmp_path: Path) -> None:
    made = made_of(tmp_path, b"Name,Effekt,Kartentext\nA,Roll:%n1: no,a%nb\nB,Roll:%n1: no,a%nc\n")
    assert [column.type for column in made.columns] == ["text", "text", "text"]


def test_only_a_list_of_json_is_a_list(tmp_path: Path) -> None:
    rows = [
        {"name": "7", "code": "city=1;path=0,1", "revenue": 20, "price": [30, 50], "none": []},
        {"name": "8", "code": "city=2;path=0,1", "revenue": [20, 40], "price": [30], "none": []},
    ]
    made = made_of(tmp_path, json.dumps(rows).encode(), "cards.json")
    assert {column.heading: (column.type, column.values) for column in made.columns[1:]} == {
        "code": ("text", "up to 15 characters"),
        "revenue": ("list of words", "2 words: 20, 40 …"),
        "price": ("list of words", "2 words: 30, 50 …"),
        "none": ("list of words", "none"),
    }


def test_lines_of_json_end_as_its_program_ended_them(tmp_path: Path) -> None:
    made = made_of(tmp_path, json.dumps([{"name": "Fox", "text": "a\r\nb\rc"}]).encode(), "cards.json")
    assert b"text: |-\n    a\n    b\n    c\n" in made.data["cards.yaml"]


def test_figures_of_another_script_count_and_print_as_they_are(tmp_path: Path) -> None:
    made = made_of(tmp_path, "名前,枚数,コスト\n猫,３,１０\n犬,１,５\n".encode())
    assert [(column.name, column.type) for column in made.columns[1:]] == [("copies", "copies"), ("kosuto", "code")]
    assert "copies: 3" in made.data["cards.yaml"].decode()


def test_a_price_prints_with_its_currency(tmp_path: Path) -> None:
    price = value("€ 2,50", "currency", office__value="2.5")
    rows = table_row("name", "price", "cost") + table_row("Fox", price, value("3", "float", office__value="3"))
    made = made_of(tmp_path, ods(rows), "cards.ods")
    assert "price: € 2,50" in made.data["cards.yaml"].decode()
    assert made.columns[2].type == "whole number"


@pytest.mark.parametrize("form", ["xlsx", "ods"])
def test_hidden_columns_and_merged_cells_are_left_out_and_said_and_hidden_rows_read(tmp_path: Path, form: str) -> None:
    rows = [
        ["name", "secret", "pair", "more"],
        ["Fox", "a", "x", "one"],
        ["Owl", "b", "y", "two"],
        ["Elk", "c", "z", "three"],
    ]
    if form == "xlsx":
        book = xlsx(rows)
        book["Cards"].column_dimensions["B"].hidden = True
        book["Cards"].row_dimensions[3].hidden = True
        book["Cards"].merge_cells("C2:C3")
        data = saved(book)
    else:
        columns = '<table:table-column/><table:table-column table:visibility="collapse"/>'
        first = row("Fox", "a", cell("x", table__number_rows_spanned="2"), "one")
        below = row("Owl", "b", "<table:covered-table-cell/>", "two", visibility="collapse")
        data = ods(columns + row(*rows[0]) + first + below + row(*rows[3]))
    made = made_of(tmp_path, data, f"cards.{form}")
    assert (made.items, [column.name for column in made.columns]) == (3, ["name", "", "", "more"])
    remarks = [column.remark for column in made.columns]
    assert "hides" in remarks[1]
    assert "merged" in remarks[2]


def test_items_are_called_by_each_column_of_names_that_is_known() -> None:
    assert {id_from(heading).replace("-", "_") for heading in TITLES.pattern.split("|")} == {*TITLE_FIELDS}
