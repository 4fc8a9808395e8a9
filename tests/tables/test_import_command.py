"""``pnp import``: rows become items, and whatever cannot become one is reported at its cell."""

from collections.abc import Sequence

import pytest
from each import each
from projects import STALLS, Project
from workbooks import ods, raw_xlsx, row, saved, value, xlsx

from generator.model.fields import NumberField, TextField
from generator.model.load import load_game
from generator.model.values import as_data
from generator.tables.headings import StrayHeading, resolve


def stalls(project: Project) -> dict[str, dict[str, object]]:
    game, problems = load_game(project.path("").parent / "fair", "fair")
    assert [problem for problem in problems if problem.level == "error"] == []
    return {
        item.id: {n: as_data(v) for n, v in item.fields.items() if v not in (None, [])}
        for item in game.kinds["stalls"].items
    }


def imported(project: Project, data: str | bytes, *arguments: str, file: str = "a.csv") -> str:
    """Import a file of stalls; what was said on standard output."""
    project.write(f"in/{file}", data)
    result = project.pnp("import", f"in/{file}", "--kind", "stalls", *arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def refused(project: Project, data: str | bytes, *arguments: str, file: str = "a.csv", status: int = 1) -> list[str]:
    """Try to; the lines of what was said against it. Nothing is written."""
    before = project.path("stalls.yaml").read_bytes()
    project.write(f"in/{file}", data)
    result = project.pnp("import", f"in/{file}", "--kind", "stalls", *arguments)
    assert result.exit_code == status, result.stdout
    assert project.path("stalls.yaml").read_bytes() == before
    return [line for line in result.stderr.splitlines() if "cells separated" not in line]


def test_rows_become_items_in_the_house_form(project: Project) -> None:
    sheet = (
        "ID;Name (en);name.FR;Price;weight;open;side;wares;keeper;prizes.0.coins;prizes.1.dolls;crate.height;note\n"
        ";Ruß & Co;Suie;007;1,5;ja;LEFT;cake, pie;Ann;+3;−1;2;zwei\n\n"
        'ring;"Ring\ntoss";Anneaux;4;;;;;;;;;\n'
    ).replace("007", "7")
    assert imported(project, sheet) == "data/fair/stalls.yaml: 2 added, 0 changed, 0 the same\n"
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == STALLS + (
        "\n- id: russ-co\n  name: {en: Ruß & Co, fr: Suie}\n  price: 7\n  note: zwei\n  weight: 1.5\n  open: true\n"
        "  side: left\n  wares: [cake, pie]\n  keeper: ann\n  prizes:\n    - coins: +3\n    - dolls: -1\n"
        "  crate: {height: 2}\n\n- id: ring\n  name:\n    en: |-\n      Ring\n      toss\n    fr: Anneaux\n  price: 4\n"
    )
    assert project.check() == []


def test_a_cell_prints_as_the_sheet_shows_it(project: Project) -> None:
    book = xlsx([["id", "name", "price", "code", "weight"], ["a", 2.0, 2.0, 7, 1.5]], {"D2": "000"})
    imported(project, saved(book), file="a.xlsx")
    rows = row("id", "name", "price", "code") + row(
        "b", value("1,5", "float", office__value="1.5"), value("3", "float", office__value="3"), value("24.12.", "date")
    )
    imported(project, ods(rows), file="a.ods")
    found = stalls(project)
    assert found["a"] == {"name": "2", "price": 2, "code": "007", "weight": 1.5}
    assert found["b"] == {"name": "1,5", "price": 3, "code": "24.12."}


@pytest.mark.parametrize(
    "separator, typed, arguments, number",
    [
        *((";", "1,5", (), 1.5), (";", "1.5", (), 1.5), (",", "1.5", (), 1.5), (",", '"1,5"', (), 1.5)),
        *((";", "1,234", (), 1.234), (",", "1.234", (), 1.234), (";", "0.125", (), 0.125), ("\t", "2,25", (), 2.25)),
        *((";", "1.234", ("--decimal", "comma"), 1234), ("\t", "1.234", ("--decimal", "point"), 1.234)),
        *((";", "1.234,5", (), 1234.5), (",", "1.234.567", (), 1234567), (";", "−2", (), -2)),
        *((";", "１２，５", (), 12.5), (",", "－３", (), -3), (",", "٣", (), 3), (",", "५", (), 5)),
    ],
)
def test_numbers_are_read_in_the_way_of_the_sheet(
    separator: str, typed: str, arguments: tuple[str, ...], number: float, project: Project
) -> None:
    imported(
        project,
        f"id,name,price,weight\na,A,1,{typed}\n".replace(",", separator, 3).replace(
            "a,A,1,", separator.join(("a", "A", "1", ""))
        ),
        *arguments,
    )
    assert stalls(project)["a"]["weight"] == number


HEAD = "id,name.en,name.fr,price,weight,open,side,keeper,prizes.0.coins,prizes.0.dolls,wares\n"


@pytest.mark.parametrize(
    "line, place, message",
    [
        ("a,A,A,four,,,,,,,", "D2", "error wrong-type: a whole number is wanted here, not 'four'"),
        ("a,A,A,,,,,,,,", "D2", "error missing-field: price is missing"),
        ('a,A,A,"1,234",,,,,,,', "D2", "error sheet-cell: 1,234 could be 1234 or 1.234"),
        ("a,A,A,1.5,,,,,,,", "D2", "error wrong-type: a whole number is wanted here, not '1.5'"),
        ("a,A,A,1,,perhaps,,,,,", "F2", "error wrong-type: true or false is wanted here, not 'perhaps'"),
        ("a,A,A,1,,,up,,,,", "G2", "error not-one-of: 'up' is none of left, right"),
        ("a,A,A,1,,,,bob,,,", "H2", "error unknown-reference: 'bob' is not an item of people"),
        ("a,A,A,1,,,,,1,2,", "J2", "error wrong-type: 'dolls' is next to 'coins'; only one of them is allowed"),
        ("a b,A,A,1,,,,,,,", "A2", "error bad-id: the id 'a b' is not made of"),
        ("cake,A,A,1,,,,,,,", "A2", "error duplicate-id: data/fair/stalls.yaml has an item cake already"),
        ("a,A,A,1,,,,,,,\na,B,B,1,,,,,,,", "A3", "error duplicate-id: the id 'a' is repeated here; it is first in a.csv:A2"),
        ("a,A\x07,A,1,,,,,,,", "B2", "error sheet-cell: the character U+0007 is not allowed here"),
        ("a,,,1,,,,,,,", "A2", "error missing-field: name is missing"),
        ("a,A,A,1,,,,,,,,x", "L2", "error sheet-heading: this column has no heading"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_at_its_cell(line: str, place: str, message: str, project: Project) -> None:
    told = refused(project, HEAD + line + "\n")
    assert told[0].startswith(f"a.csv:{place}: {message}"), told
    assert told[-1] == "1 error in 1 file; nothing was imported"


@pytest.mark.parametrize(
    "head, place, message, hint",
    [
        (
            "id,nmae,price",
            "B1",
            "'nmae' is not a field: 'nmae' is not known",
            "did you mean name?; --map nmae=name says which it is, --map nmae= leaves it out",
        ),
        ("id,name.de,price", "B1", "'name.de': 'de' is not a language of the game", "known: en, fr"),
        ("id,wares.x,price", "B1", "a list's members are numbered from 0", ""),
        ("id,price.x,price", "B1", "there is nothing in the field before 'x'", ""),
        ("id,name,Name", "C1", "name is repeated here; it is first in a.csv:B1", "keep one of the two"),
    ],
)
def test_a_column_that_is_no_field_is_reported_at_its_heading(
    head: str, place: str, message: str, hint: str, project: Project
) -> None:
    told = refused(project, f"{head}\na,A,1\n")
    assert told[0].startswith(f"a.csv:{place}: error sheet-heading: ")
    assert message in told[0]
    assert hint in told[1]


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_number_has_fifteen_digits(ending: str, project: Project) -> None:
    cell = value("0.3", "float", office__value="0.30000000000000004")
    rows = row("id", "name", "price", "weight") + row("a", "A", value("1", "float", office__value="1"), cell)
    book = xlsx([["id", "name", "price", "weight"], ["a", "A", 1, 0.30000000000000004]])
    imported(project, ods(rows) if ending == "ods" else saved(book), file=f"a.{ending}")
    assert "weight: 0.3\n" in project.path("stalls.yaml").read_text(encoding="utf-8")


def test_a_heading_that_nobody_can_read_is_reported(project: Project) -> None:
    book = xlsx([["id", "name", "price", '="no"&"te"', True], ["a", "A", 1, "kept", "x"]])
    lines = refused(project, saved(book), file="a.xlsx")
    assert lines[0].startswith("a.xlsx:Cards!D1: error sheet-heading: the file does not say what this heading shows:")
    assert lines[2].startswith("a.xlsx:Cards!E1: error sheet-heading: the file does not say what this heading shows:")


def test_the_user_says_which_field_a_column_is_and_which_is_none(project: Project) -> None:
    sheet = "Nr,Stand,Remark,Cost\na,A,whatever,1\n"
    maps = [f"--map={one}" for one in ("nr=id", "Stand=name.en", "Remark=", "COST=price")]
    imported(project, sheet, *maps)
    assert stalls(project)["a"] == {"name": {"en": "A"}, "price": 1}
    assert refused(project, sheet, "--map", "Nowhere=id", status=2)[0].startswith("pnp: --map: the sheet has no column")
    assert refused(project, sheet, "--map", "Stand", status=2)[0].startswith("pnp: --map Stand: it takes COLUMN=FIELD")


def test_merged_cells_and_formulas_are_reported_in_workbooks(project: Project) -> None:
    book = xlsx([["id", "name", "price"], ["a", "A", "=1+1"], ["b", "B", 2]])
    book["Cards"].merge_cells("B2:B3")
    told = refused(project, saved(book), file="cards.xlsx")
    assert told[0] == "cards.xlsx:Cards!B2: error sheet-cell: it is merged with the cells to B3"
    formula = "cards.xlsx:Cards!C2: error sheet-cell: the file does not say what this cell shows"
    assert any(line.startswith(formula) for line in told)


def test_what_a_cell_shows_and_holds_differs(project: Project) -> None:
    told = refused(project, saved(xlsx([["id", "name", "price"], ["a", "A", 1.5]], {"C2": "0"})), file="a.xlsx")
    assert told[0] == "a.xlsx:Cards!C2: error sheet-cell: the cell holds 1.5 and shows '2'"


def test_ids_are_made_from_names_in_any_alphabet(project: Project) -> None:
    imported(project, "name,price\nЁлка,1\nCake,2\nCake,3\n")
    assert list(stalls(project)) == ["cake", "darts", "elka", "cake-2", "cake-3"]


def test_nothing_is_written_on_a_dry_run(project: Project) -> None:
    before = project.path("stalls.yaml").read_bytes()
    said = imported(project, "id,price\ncake,9\n", "--update", "--dry-run")
    assert "-  price: 3\n+  price: 9\n" in said
    assert said.endswith("0 added, 1 changed (1 field), 0 the same; nothing was written\n")
    assert project.path("stalls.yaml").read_bytes() == before


def test_a_kinds_file_that_is_not_there_is_made(project: Project) -> None:
    project.path("stalls.yaml").unlink()
    imported(project, "id,name,price\na,A,1\n")
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == "- id: a\n  name: A\n  price: 1\n"


def test_a_needed_field_without_a_column_is_reported_once_and_at_the_headings(project: Project) -> None:
    told = refused(project, "\nID,Cost\na,3\nb,4\n", "--map", "Cost=price")
    assert told[:2] == [
        "a.csv:A2: error missing-field: there is no column for name, which every item must have",
        "    hint: add a column name, or say with --map COLUMN=name which it is",
    ]
    assert "1 error in 1 file" in told[2]
    assert "price is missing" in refused(project, "id,name,price\na,A,\n")[0]


@pytest.mark.parametrize(
    "data, arguments, told",
    [
        ("", (), "a.csv is empty: its first row has the fields' names, such as id, name, price, note"),
        ("name,price\nA,1\n", ("--update",), "--update matches ids, and the sheet has no column id; pnp export fair"),
        ("id\na\n", ("--game", "none"), "there is no game 'none'"),
    ],
)
def test_wrong_use_is_a_line(data: str, arguments: tuple[str, ...], told: str, project: Project) -> None:
    assert told in refused(project, data, *arguments, status=2)[-1]


def test_a_link_out_of_the_project_is_not_followed(project: Project) -> None:
    outside = project.folder / "outside.yaml"
    project.path("stalls.yaml").rename(outside)
    project.path("stalls.yaml").symlink_to(outside)
    assert "leads out of the project" in refused(project, "id,name,price\na,A,1\n", status=2)[-1]


def test_a_file_with_mistakes_is_not_made_worse(project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: [3")
    assert "mend it first" in refused(project, "id,name,price\na,A,1\n", status=2)[-1]


def test_rows_and_items_are_matched_by_the_field_that_is_asked_for(project: Project) -> None:
    sheet = "Titre,name.en,price,note\nGâteaux,Cake stall,4,\nTir,Archery,6,new\n"
    for key in ("name.fr", "Titre", "name.en", "NAME"):
        said = imported(project, sheet, "--map", "Titre=name.fr", "--key", key, "--update", "--dry-run")
        assert "1 added, 1 changed (1 field), 0 the same" in said, key
    imported(project, sheet, "--map", "Titre=name.fr", "--key", "name", "--update")
    assert list(stalls(project)) == ["cake", "darts", "archery"]
    assert "0 added, 0 changed, 2 the same" in imported(project, sheet, "--map=Titre=name.fr", "--key=name", "--update")
    imported(project, "price;name.en\n4;Cakes\n", "--key", "price", "--update")
    assert stalls(project)["cake"]["name"] == {"en": "Cakes", "fr": "Gâteaux"}
    assert project.check() == []


def test_a_key_that_does_not_say_which_item_a_row_is(project: Project) -> None:
    project.change("stalls.yaml", "price: 5", "price: 3")
    for sheet, arguments, told in (
        (
            "name,price\nA,3\n",
            ("--update",),
            "a.csv:B2: error duplicate-id: 2 items of data/fair/stalls.yaml have this",
        ),
        ("name,price\nA,1\nB,+1\n", ("--update",), "a.csv:B3: error duplicate-id: price '+1' is repeated here; it"),
        ("name,price\nA,1\nB,\n", ("--update",), "a.csv:B3: error missing-field: price is missing, by which"),
        ("name,price,id\nA,1,cake\n", ("--update",), "a.csv:C2: error duplicate-id: data/fair/stalls.yaml has an item"),
    ):
        assert told in refused(project, sheet, "--key", "price", *arguments)[0], sheet
    project.change("stalls.yaml", "price: 3", "price: 5")
    wrong_id = refused(project, "id,price\ndarts,5\n", "--key", "price", "--update")[0]
    assert "data/fair/stalls.yaml calls this item cake, not 'darts'" in wrong_id
    assert "already: 'cake'" in refused(project, "name,price\nA,5\n", "--key", "price")[0]
    for key, told in (("prise", "is not a field"), ("code", "has no column code"), ("wares", "more than one word")):
        assert told in refused(project, "name,price\nA,5\n", "--key", key, "--update", status=2)[-1]


def test_headings_stand_where_the_user_says(project: Project) -> None:
    sheet = "Karty do gry\n\nname,price\nA,1\n"
    assert refused(project, sheet)[1] == "    hint: --header 3 takes the headings from row 3"
    assert "row 2 of a.csv is empty" in refused(project, sheet, "--header", "2", status=2)[-1]
    imported(project, sheet, "--header", "3")
    assert stalls(project)["a"] == {"name": "A", "price": 1}


def test_a_mistake_of_a_whole_column_is_reported_once_at_its_heading(project: Project) -> None:
    rows = "".join(f"{{}},s{place},{{}}\n" for place in range(3))
    for head, cells, told in (
        (
            "price,id,name",
            ("one", "A"),
            "a.csv:A1: error wrong-type: a whole number is wanted here, not 'one'; so in all",
        ),
        (
            "name,id,name.en",
            ("A", "B"),
            "a.csv:C1: error sheet-cell: a.csv:A1 says the same field as a whole; so in all 3",
        ),
        (
            "keeper,id,price",
            ("bob", "1"),
            "a.csv:A1: error unknown-reference: 'bob' is not an item of people; so in all 3",
        ),
        ("name,id,price", ("A", ""), "a.csv:C1: error missing-field: price is missing; so in all 3 rows"),
    ):
        told_of = refused(project, f"{head}\n{rows.format(*cells * 3)}")
        assert sum(line.startswith(told) for line in told_of) == 1, told_of
        assert not any(line.startswith(("a.csv:A2", "a.csv:A3", "a.csv:C2", "a.csv:C3")) for line in told_of), told_of
    some = refused(project, "id,name,price\na,A,1\nb,B,x\nc,C,y\n")
    assert [line.split(": ")[0] for line in some if ": error " in line] == ["a.csv:C3", "a.csv:C4"]


@pytest.mark.parametrize("heading", ["Quantity", "Qty", "QTY", "Count", "#", "Anzahl", "Quantité", "Cantidad"])
def test_a_column_of_numbers_of_copies_is_known_by_other_names(heading: str, project: Project) -> None:
    lines = refused(project, f"name,price,{heading}\nA,1,2\n")
    assert lines[0].startswith("a.csv:C1: error sheet-heading:")
    assert lines[1].startswith("    hint: did you mean copies?; --map ")
    imported(project, f"name,price,{heading}\nA,1,2\n", "--map", f"{heading}=copies")
    assert load_game(project.path("").parent / "fair", "fair")[0].kinds["stalls"].items[-1].copies == 2


@each("heading, field", [("Nombre", "copies"), ("Prise", "price"), ("Titel", "FIELD"), ("crate.hight", "FIELD")])
def test_the_option_in_a_hint_names_the_field_that_is_meant(heading: str, field: str, project: Project) -> None:
    lines = refused(project, f"id,{heading}\na,2\n")
    assert f"--map {heading}={field} says which it is" in lines[1]


@each("languages, is_count", [(("es", "de"), False), (("en",), False), (("fr",), True), (("es", "fr"), True)])
def test_nombre_heads_copies_in_french_only(languages: tuple[str, ...], is_count: bool) -> None:
    fields = {"name": TextField(), "copies": NumberField()}
    with pytest.raises(StrayHeading) as refusal:
        resolve("Nombre", fields, languages)
    assert ("copies?" in refusal.value.hint) == is_count


@pytest.mark.parametrize("forge", ["", "kinds:\n  people: {recipe: members}\n"])
def test_a_kind_that_no_game_has_is_answered_by_all_kinds(forge: str, project: Project) -> None:
    project.write("in/a.csv", "id,name\na,A\n")
    if forge:
        project.write("forge.yaml", forge)
    for kind, hint in (("stall", "did you mean stalls?"), ("Karten", "known: people, stalls")):
        result = project.pnp("import", "in/a.csv", "--kind", kind)
        assert (result.exit_code, result.stderr.splitlines()[-1]) == (2, f"pnp: no game has a kind '{kind}'; {hint}")


@pytest.mark.parametrize("code", ["0.00", '#,##0.00 "€"', "#,##0"])
def test_a_workbook_that_leaves_the_decimal_sign_open_is_told_of_the_option(code: str, project: Project) -> None:
    book = saved(xlsx([["id", "name", "price", "note"], ["a", "A", 1, 1234.5]], {"D2": code}))
    lines = refused(project, book, file="a.xlsx")
    assert lines[1].startswith("    hint: say --decimal comma or --decimal point, or give")
    imported(project, book, "--decimal", "comma", file="a.xlsx")


@pytest.mark.parametrize("cells, others", [("- 2-4 1/2", "'2-4', '1/2'"), ("- - 2-4", "'2-4'"), ("- - -", "")])
def test_a_mistake_of_a_whole_column_names_what_its_cells_say(cells: str, others: str, project: Project) -> None:
    rows = "".join(f"s{place},A,{text}\n" for place, text in enumerate(cells.split()))
    lines = refused(project, f"id,name,price\n{rows}")
    more = f", with {others} too" if others else ""
    assert lines[0].endswith(f"a whole number is wanted here, not '-'; so in all 3 rows{more}")


def test_formulas_without_values_are_one_message_that_says_what_to_do(project: Project) -> None:
    formula = '<table:table-cell table:formula="of:=1+1"/>'
    head = ["id", "name", "price", "weight"]
    for file, data in (
        ("a.xlsx", saved(xlsx([head, *([f"s{n}", "A", "=1+1", "=2" if n else 3] for n in range(4))]))),
        ("a.ods", ods(row(*head) + "".join(row(f"s{n}", "A", formula, formula if n else "3") for n in range(4)))),
    ):
        told = refused(project, data, file=file)
        assert told[0] == f"{file}:Cards!C2: error sheet-cell: 7 formulas have no value, from here to D5 in C, D"
        assert "open the sheet in a spreadsheet program, save it" in told[1]
        assert told[2].startswith("1 error")


def test_hidden_columns_are_left_out_and_that_is_reported(project: Project) -> None:
    book = xlsx([["id", "name", "price", "note", "x"], ["a", "A", 1, "later", "?"]])
    for letter in "DE":
        book["Cards"].column_dimensions[letter].hidden = True
    columns = '<table:table-column table:number-columns-repeated="3"/>'
    columns += '<table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>'
    for file, data in (
        ("a.xlsx", saved(book)),
        ("a.ods", ods(columns + row("id", "name", "price", "note", "x") + row("b", "B", "1", "later", "?"))),
    ):
        project.write(f"in/{file}", data)
        result = project.pnp("import", f"in/{file}", "--kind", "stalls", "--dry-run")
        assert f"{file}: columns that the sheet hides were left out: D ('note'), E ('x'); --map" in result.stderr
        assert "later" not in result.stdout
        assert "note: later" in imported(project, data, "--map", "note=note", "--dry-run", file=file)


@pytest.mark.parametrize("sort", ["csv", "xlsx"])
def test_markup_of_html_becomes_ours_where_that_is_asked_for(sort: str, project: Project) -> None:
    cell = "<b>Draw</b> one<br>R&amp;D <i>only</i> <u>x</u>"
    rows = [["id", "name", "price", "note"], ["pie", "Pie", "3", cell]]
    sheet = saved(xlsx(rows)) if sort == "xlsx" else "".join(",".join(row) + "\n" for row in rows)
    imported(project, sheet, "--markup", "html", file=f"a.{sort}")
    assert stalls(project)["pie"]["note"] == "**Draw** one\nR&D _only_ <u>x</u>"
    assert [problem.message.split()[0] for problem in project.check() if problem.rule == "foreign-markup"] == ["<u>"]


HTML = {  # what becomes of places and lines of HTML, in a game that has styles for them, and in one that has none
    "<u>a</u> <b><u>b</u></b>": ("{keyword: a} **{keyword: b}**", "<u>a</u> **<u>b</u>**"),
    "<s>a</s><strike>b</strike> <del>c</del>": (
        "{gone: a}{gone: b} {gone: c}",
        "<s>a</s><strike>b</strike> <del>c</del>",
    ),
    "<center>A</center>b<br>c": ("{centre: A}\nb\nc", "<center>A</center>b\nc"),
    "a<br><center>B<br>C</center><br>d": ("a\n{centre: B\nC}\nd", "a\n<center>B\nC</center>\nd"),
    '<p align="center">A</p><p>b</p>': ("{centre: A}\nb", '<p align="center">A\nb'),
    "<p>a</p><p align=right>B</p>": ("a\n<p align=right>B", "a\n<p align=right>B"),  # of no style
    "<p align=left>a</p>": ("a", "a"),
}


@pytest.mark.parametrize("has_styles", [True, False])
def test_places_and_lines_of_html_become_the_styles_of_the_game_or_are_named(
    has_styles: bool, project: Project
) -> None:
    style = project.folder / "templates/fair/style.yaml"
    styles = "styles: {loud: {line: under, size: 2}, keyword: {line: under}, gone: {line: through}, centre: {align: center}}\n"
    style.write_text(style.read_text("utf-8") + styles * has_styles, "utf-8")
    rows = [["id", "name", "price", "note"], *([f"r{at}", "A", "3", text] for at, text in enumerate(HTML))]
    imported(project, saved(xlsx(rows)), "--markup", "html", file="a.xlsx")
    notes = [item["note"] for name, item in stalls(project).items() if name.startswith("r")]
    assert notes == [become[not has_styles] for become in HTML.values()]
    told = [problem for problem in project.check() if problem.rule == "foreign-markup"]
    assert all("that has line: " in problem.hint or "that has align: " in problem.hint for problem in told)
    assert len({problem.line for problem in told}) == (1 if has_styles else len(HTML) - 1)
    if has_styles:
        project.change("game.yaml", "  stalls:\n", "  stalls:\n    source: {file: ../../in/a.xlsx, markup: html}\n")
        assert f"0 changed, {len(HTML)} the same" in project.pnp("import", "--all").stdout


def _rich(cells: Sequence[tuple[str, str]], *, shared: bool = True) -> bytes:
    """A workbook with bold headings, ids and prices; its notes are these texts in XML, each with its cell's style."""
    fonts = "<fonts><font/><font><b/></font><font><b val='0'/><i/><strike/></font></fonts>"
    styles = fonts + "<cellXfs><xf fontId='0'/><xf fontId='1'/><xf fontId='2'/></cellXfs><dxfs><font><b/></font></dxfs>"
    names = ("id", "name", "price", "note")
    head = "".join(f"<c t='inlineStr' s='1'><is><t>{name}</t></is></c>" for name in names)
    rows = "".join(
        f"<row><c t='inlineStr' s='1'><is><t>r{at}</t></is></c><c t='inlineStr'><is><t>A</t></is></c><c s='1'><v>3</v></c>"
        + (f"<c t='s' s='{style}'><v>{at}</v></c>" if shared else f"<c t='inlineStr' s='{style}'><is>{text}</is></c>")
        + "</row>"
        for at, (text, style) in enumerate(cells)
    )
    strings = "".join(f"<si>{text}</si>" for text, _ in cells) if shared else ""
    return raw_xlsx(f"<sheetData><row>{head}</row>{rows}</sheetData>", strings, styles)


def _run(words: str, looks: str = "") -> str:
    return f"<r><rPr>{looks}<sz val='11'/></rPr><t xml:space='preserve'>{words}</t></r>"


RICH = {  # what becomes of a text, given as XML with the style of its cell
    "Draw **two** cards": ("<r><t>Draw </t></r>" + _run("two", "<b/>") + _run(" cards"), "0"),
    "**Draw** two": (_run("Draw ", "<b/>") + _run("two"), "0"),  # blanks stay outside
    "**Drawn**": (_run("Dr", "<b/>") + _run("awn", "<b val='1'/>"), "0"),
    "**a _b_** c": (_run("a ", "<b/>") + _run("b", "<b/><i/>") + _run(" c"), "0"),
    "a, **_b_** c": ("<r><t>a,</t></r>" + _run(" b ", "<b/><i/>") + _run("c"), "0"),
    "**_ab_**": (_run("a", "<b/><i/>") + _run("b", "<i/><b/>"), "0"),
    "**a**\n**b**": (_run("a\nb", "<b/>"), "0"),
    "plain": (_run("plain", "<b val='0'/><i val='false'/>"), "0"),
    "plain too": (_run("plain") + _run(" ", "<b/>") + _run("too"), "0"),
    "_1 < 2_": (_run("1 &lt; 2", "<i/>"), "0"),
    "**whole**": ("<t>whole</t>", "1"),
    "**whole** but one": ("<r><t>whole</t></r>" + _run(" but one"), "1"),
    "**=guarded**": ("<t>'=guarded</t>", "1"),
    "": ('<t>""</t>', "1"),
    "_struck_": ("<t>struck</t>", "2"),
}


@pytest.mark.parametrize("shared", [True, False])
def test_bold_and_italic_of_cells_become_marks_where_that_is_asked_for(shared: bool, project: Project) -> None:
    project.write("in/a.xlsx", _rich(list(RICH.values()), shared=shared))
    arguments = ("import", "in/a.xlsx", "--kind", "stalls", "--markup", "html")
    result = project.pnp(*arguments)
    assert result.exit_code == 0, result.stderr
    assert [item["note"] for name, item in stalls(project).items() if name.startswith("r")] == list(RICH)
    assert stalls(project)["r0"] | {"note": ""} == {"name": "A", "price": 3, "note": ""}
    assert "left out" not in result.stderr
    assert f"1 cell has struck text, which prints as if it were valid: D{len(RICH) + 1}\n" in result.stderr
    assert f"0 changed, {len(RICH)} the same" in project.pnp(*arguments, "--update").stdout


@each("cells, remarks", [
    ([RICH["plain"]], []),
    ([("<t>a</t>", "1"), RICH["plain too"]], ["1 cell has bold, italic or struck text, which is left out; --markup html keeps bold and italic"]),
    ([("<t>a</t>", "1"), RICH["plain"], RICH["_1 < 2_"], (_run("x", "<strike/>"), "0")], [
        "3 cells have bold, italic or struck text, which is left out; --markup html keeps bold and italic",
        "1 cell has struck text, which prints as if it were valid: D5",
    ]),
    ([(_run("x", "<strike/>"), "0")] * 2, ["2 cells have struck text, which prints as if it were valid: D2, D3"]),
])  # fmt: skip
def test_looks_of_cells_that_are_left_out_are_counted(
    cells: list[tuple[str, str]], remarks: list[str], project: Project
) -> None:
    project.write("in/a.xlsx", _rich(cells))
    result = project.pnp("import", "in/a.xlsx", "--kind", "stalls", "--dry-run")
    assert result.stderr.splitlines() == [f"data/fair/stalls.yaml: {remark}" for remark in remarks]
    assert "**" not in result.stdout
