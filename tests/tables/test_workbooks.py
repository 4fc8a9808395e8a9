"""XLSX and ODS: each cell as the sheet shows it, or why nobody can say."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from each import each
from workbooks import linked_xlsx, ods, raw_xlsx, row, saved, text, value, xlsx, zipped

from generator.core.problem import Faulty, NotFound, WrongUse
from generator.tables import archive, cells
from generator.tables.cells import CellGrid
from generator.tables.opening import open_grid


def opened(
    data: bytes, folder: Path, ending: str = "xlsx", sheet: str | None = None, point: str | None = None
) -> CellGrid:
    path = folder / f"a.{ending}"
    path.write_bytes(data)
    return open_grid(path, sheet, "kind", point)


def shown(grid: CellGrid) -> dict[tuple[int, int], str]:
    return {(row, column): cell.text for row, found in grid.rows.items() for column, cell in found.items()}


def test_numbers_dates_and_texts_are_as_the_sheet_shows_them(tmp_path: Path) -> None:
    book = xlsx(
        [["007", 7, 2.0, 1.5, 0.25], ["two\nlines", date(2026, 5, 4), None, -3, " x "]],
        {"B1": "000", "E1": "0%", "B2": "dd.mm.yyyy", "D2": '+0" HP";-0" HP"'},
    )
    grid = opened(saved(book), tmp_path, point=",")
    assert shown(grid) == {
        (1, 1): "007", (1, 2): "007", (1, 3): "2", (1, 4): "1,5", (1, 5): "25%",
        (2, 1): "two\nlines", (2, 2): "04.05.2026", (2, 4): "-3 HP", (2, 5): " x ",
    }  # fmt: skip
    numbers = {
        place: cell.number
        for place, cell in ((p, grid.rows[p[0]][p[1]]) for p in shown(grid))
        if cell.number is not None
    }
    assert numbers == {(1, 2): 7, (1, 3): 2, (1, 4): Decimal("1.5"), (2, 4): -3}  # 25% is not 0.25, nor a date its days


def test_what_each_computer_shows_in_its_own_way_is_reported(tmp_path: Path) -> None:
    rows = [[1.5, True, date(2026, 5, 4), date(2026, 5, 4), "=1+1", 1234]]
    grid = opened(saved(xlsx(rows, {"C1": "mm-dd-yy", "D1": "d mmmm yyyy", "F1": "#,##0"})), tmp_path)
    untold = {column: cell.untold for column, cell in grid.rows[1].items()}
    assert "comma on some" in untold[1]
    assert "language of each computer" in untold[2]
    assert "its date" in untold[3]
    assert "names in the language" in untold[4]
    assert "never worked out" in untold[5]
    assert "thousands" in untold[6]
    assert grid.rows[1][1].number == Decimal("1.5")  # whatever it is shown with
    assert grid.rows[1][2].flag is True


def test_a_formula_is_its_value_and_a_wrong_one_is_reported(tmp_path: Path) -> None:
    cells = (
        '<c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>2x</v></c>'
        '<c r="C1" t="e"><f>A1/0</f><v>#DIV/0!</v></c><c r="D1" t="str"><f>""</f><v></v></c>'
    )
    grid = opened(raw_xlsx(f"<sheetData><row r='1'>{cells}</row></sheetData>"), tmp_path)
    assert shown(grid) == {(1, 1): "2", (1, 2): "2x", (1, 3): ""}
    assert grid.rows[1][3].untold == "its formula says #DIV/0!"


def test_shared_and_formatted_texts_are_joined_without_what_is_read_aloud(tmp_path: Path) -> None:
    strings = (
        "<si><t>plain</t></si><si><r><t>two </t></r><r><t>runs</t></r></si>"
        "<si><t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si><si><t>a_x000D_\nb_x0041_</t></si>"
    )
    cells = "".join(f"<c t='s'><v>{place}</v></c>" for place in range(4)) + "<c t='inlineStr'><is><t>here</t></is></c>"
    grid = opened(raw_xlsx(f"<sheetData><row>{cells}</row></sheetData>", strings), tmp_path)
    assert list(shown(grid).values()) == ["plain", "two runs", "東京", "a\nbA", "here"]


TWO_CELLS = "<sheetData><row><c t='s'><v>0</v></c><c s='1'><v>45000</v></c></row></sheetData>"
STRINGS = "<si><t>Take two.</t></si>"
STYLES = (
    '<numFmts><numFmt numFmtId="170" formatCode="yyyy-mm-dd"/></numFmts>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>'
)


@each(
    "names, sep",
    [
        ({}, "/"),
        ({}, "\\"),
        ({"officeDocument": "book/workbook.xml"}, "/"),
        ({"officeDocument": "workbook.xml"}, "/"),
        ({"officeDocument": "xl/book1.xml"}, "\\"),
        ({"worksheet": "xl/data/one.xml"}, "/"),
        ({"worksheet": "one.xml"}, "/"),
        ({"sharedStrings": "xl/SharedStrings.xml"}, "/"),
        ({"sharedStrings": "texts.xml"}, "\\"),
        ({"styles": "xl/Styles.xml"}, "/"),
        ({"styles": "look/a b.xml"}, "/"),
        ({"officeDocument": "a/B.xml", "worksheet": "C.xml", "sharedStrings": "d/E.xml", "styles": "f/G.XML"}, "/"),
    ],
)
def test_parts_are_found_by_relationship(names: dict[str, str], sep: str, tmp_path: Path) -> None:
    data = linked_xlsx(TWO_CELLS, STRINGS, STYLES, names, sep)
    assert shown(opened(data, tmp_path)) == {(1, 1): "Take two.", (1, 2): "2023-03-15"}


@each("change", [str.upper, str.lower, str.swapcase])
def test_names_of_parts_have_no_case(change: Callable[[str], str], tmp_path: Path) -> None:
    with ZipFile(BytesIO(linked_xlsx(TWO_CELLS, STRINGS, STYLES))) as archive:
        data = zipped({change(name): archive.read(name) for name in archive.namelist()})
    assert shown(opened(data, tmp_path)) == {(1, 1): "Take two.", (1, 2): "2023-03-15"}


@each(
    "cell, reason",
    [
        ("<c t='s'><v>1</v></c>", "it is text 1 of the workbook, which has 1, from 0"),
        ("<c t='s'><v>-1</v></c>", "it is text -1"),
        ("<c t='s'><v>x</v></c>", "it is text x"),
        ("<c t='s'><v>99999999999</v></c>", "it is text 99999999999"),
        ("<c s='2'><v>45000</v></c>", "its style 2 is not in the workbook"),
        ("<c t='n'><v>five</v></c>", "marked as a number"),
        ("<c t='n'><v>NaN</v></c>", "not a number"),
        ("<c t='e'><v>#N/A</v></c>", "its formula says #N/A"),
        ("<c><f>A1</f></c>", "never worked out"),
        ("<c t='d'><v>2026-05-04</v></c>", "its date"),
    ],
)
def test_damage_is_reported_at_its_cell(cell: str, reason: str, tmp_path: Path) -> None:
    rows = f"<sheetData><row><c t='inlineStr'><is><t>id</t></is></c></row><row>{cell}</row></sheetData>"
    grid = opened(linked_xlsx(rows, STRINGS, STYLES), tmp_path)
    assert reason in grid.rows[2][1].untold
    assert not grid.rows[2][1].text


@each("gone, reasons", [("xl/sharedStrings.xml", ("it is text 0", "")), ("xl/styles.xml", ("", "its style 1"))])
def test_what_a_missing_part_would_say_is_reported_at_its_cells(
    gone: str, reasons: tuple[str, str], tmp_path: Path
) -> None:
    with ZipFile(BytesIO(linked_xlsx(TWO_CELLS, STRINGS, STYLES))) as archive:
        data = zipped({name: archive.read(name) for name in archive.namelist() if name != gone})
    cells = opened(data, tmp_path).rows[1]
    for column, reason in enumerate(reasons, start=1):
        assert cells[column].untold.startswith(reason)
        assert bool(cells[column].untold) is bool(reason)


@each(
    "cell, words",
    [
        ("<c t='inlineStr'><v>1</v><is><t>1. Take two.</t></is></c>", "1. Take two."),
        ("<c t='inlineStr'><is><t>1. Take two.</t></is><v>1</v></c>", "1. Take two."),
        ("<c t='inlineStr'><v>1. Take two.</v></c>", "1. Take two."),
        ("<c t='str'><v>Take two.</v><is><t>no</t></is></c>", "Take two."),
        ("<c t='n'><v>7</v><is><t>no</t></is></c>", "7"),
        ("<c t='s'><v>0</v><is><t>no</t></is><extLst><ext><t>no</t></ext></extLst></c>", "Take two."),
    ],
)
def test_a_cell_is_one_of_the_texts_in_it(cell: str, words: str, tmp_path: Path) -> None:
    data = linked_xlsx(f"<sheetData><row>{cell}</row></sheetData>", STRINGS, STYLES)
    assert shown(opened(data, tmp_path)) == {(1, 1): words}


def test_days_can_count_from_1904(tmp_path: Path) -> None:
    styles = (
        '<numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs>'
    )
    data = raw_xlsx(
        '<sheetData><row><c s="0"><v>1</v></c></row></sheetData>', styles=styles, workbook='<workbookPr date1904="1"/>'
    )
    assert shown(opened(data, tmp_path)) == {(1, 1): "1904-01-02"}


def test_hidden_rows_are_counted_and_merged_cells_kept(tmp_path: Path) -> None:
    book = xlsx([["id"], ["a"], ["b"]])
    book["Cards"].row_dimensions[2].hidden = True
    book["Cards"].merge_cells("A2:B3")
    grid = opened(saved(book), tmp_path)
    assert grid.hidden == 1
    assert grid.merged == [(2, 1, 3, 2)]


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_the_sheet_is_the_only_one_or_named(ending: str, tmp_path: Path) -> None:
    two = {
        "xlsx": saved(xlsx([["a"]], Other=[["b"]])),
        "ods": ods(row("a"), after=f'<table:table table:name="Other">{row("b")}</table:table>'),
    }[ending]
    assert shown(opened(two, tmp_path, ending, "Other")) == {(1, 1): "b"}
    with pytest.raises(WrongUse, match="several sheets; say which with --sheet: Cards, Other"):
        opened(two, tmp_path, ending)
    with pytest.raises(NotFound, match="no sheet 'None'; it has Cards, Other"):
        opened(two, tmp_path, ending, "None")


def test_a_sheet_named_like_the_kind_is_meant_and_a_hidden_one_is_not(tmp_path: Path) -> None:
    book = xlsx([["a"]], Kind=[["b"]])
    assert shown(opened(saved(book), tmp_path)) == {(1, 1): "b"}
    book["Kind"].sheet_state = "hidden"
    assert shown(opened(saved(book), tmp_path)) == {(1, 1): "a"}


def test_ods_cells_are_what_is_written_in_them(tmp_path: Path) -> None:
    rows = row(
        value("007", "float", office__value="7"),
        value("1,5", "float", office__value="1.5"),
        value("25 %", "percentage", office__value="0.25"),
        value("04.05.26", "date", office__date_value="2026-05-04"),
        value("WAHR", "boolean", office__boolean_value="true"),
        text("a<text:s text:c='2'/>b<text:line-break/>c</text:p><text:p>d <text:span>e</text:span>"),
        text("x", table__formula="of:=A1"),
        text("#REF!", table__formula="of:=A1"),
        "<table:table-cell office:value-type='string'><office:annotation><text:p>remark</text:p></office:annotation><text:p>y</text:p></table:table-cell>",
    )
    grid = opened(ods(rows), tmp_path, "ods")
    assert list(shown(grid).values()) == ["007", "1,5", "25 %", "04.05.26", "WAHR", "a  b\nc\nd e", "x", "#REF!", "y"]
    found = grid.rows[1]
    assert [found[place].number for place in (1, 2, 3)] == [7, Decimal("1.5"), None]
    assert found[3].holds == "0.25"
    assert found[5].flag is True
    assert found[8].untold == "its formula says #REF!"


def test_ods_rows_and_cells_are_repeated_and_merged(tmp_path: Path) -> None:
    rows = (
        row("id", text("", table__number_columns_repeated="3"), "x")
        + row(text("a", table__number_columns_repeated="2"), number_rows_repeated="2")
        + row(text("", table__number_columns_repeated="16384"), number_rows_repeated="1048000")
        + row(text("b", table__number_columns_spanned="2"), visibility="filter")
    )
    grid = opened(ods(rows), tmp_path, "ods")
    last = 1 + 2 + 1048000 + 1
    assert shown(grid) == {
        (1, 1): "id",
        (1, 5): "x",
        (2, 1): "a",
        (2, 2): "a",
        (3, 1): "a",
        (3, 2): "a",
        (last, 1): "b",
    }
    assert grid.merged == [(last, 1, last, 2)]
    assert grid.hidden == 1


BOMB = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'


@pytest.mark.parametrize(
    "ending, data, message",
    [
        ("xlsx", b"PK\x03\x04 half a file", "not a workbook"),
        ("xlsx", b"\xd0\xcf\x11\xe0" + b"x" * 600, "password, or an old"),
        ("xlsx", zipped({"a": "b"}), "has no xl/workbook.xml"),
        ("xlsx", zipped({"xl/workbook.xml": BOMB}), "document type"),
        ("ods", zipped({"content.xml": BOMB}), "document type"),
        ("ods", zipped({"content.xml": "<a><b></a>"}), "is not XML"),
        ("ods", zipped({"content.xml": b"\xff\x00\x12 encrypted"}), "is not XML"),
        ("ods", zipped({"content.xml": "<a>" * 200}), "deeper"),
        ("ods", ods(row(text("x", table__number_columns_repeated="16384"), number_rows_repeated="1048576")), "1,000 cells"),
        ("xlsx", raw_xlsx("<sheetData><row>" + "<c/>" * 2_000 + "</row></sheetData>"), "larger or deeper"),
        ("xlsx", raw_xlsx("<sheetData><row>" + "<c/>" * 600 + "</row></sheetData>"), "larger or deeper"),
        ("xlsx", raw_xlsx("<x>" + "y" * 3 * 1024**2 + "</x>"), "2 MiB"),
        ("xlsx", raw_xlsx(f"<x y='{'y' * 2 * 1024**2}'/>"), "does not end"),
        ("csv", b"x" * (8 * 1024**2 + 1), "larger than 8 MiB"),
    ],
)  # fmt: skip
def test_a_strangers_file_is_refused_before_it_costs_much(
    ending: str, data: bytes, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cells, "MAX_CELLS", 1000)
    monkeypatch.setattr(archive, "MAX_TAGS", 1000)
    monkeypatch.setattr(archive, "MAX_INSIDE", 500)
    monkeypatch.setattr(archive, "MAX_PART", 2 * 1024**2)
    with pytest.raises(Faulty, match=message):
        opened(data, tmp_path, ending, point=".")


def test_a_file_of_another_sort_is_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="not a CSV, TSV, XLSX, ODS or JSON"):
        opened(b"", tmp_path, "xls")
    with pytest.raises(WrongUse, match="--sheet is for"):
        opened(b"a", tmp_path, "csv", "Cards")
    with pytest.raises(NotFound):
        open_grid(tmp_path / "none.csv", None, "kind", None)


def _letters(name: str, **says: str) -> str:
    said = "".join(f' style:{key.replace("_", "-")}="{value}"' for key, value in says.items())
    return f'<style:style style:name="{name}"><style:text-properties{said}/></style:style>'


def _span(style: str, words: str) -> str:
    return f'<text:span text:style-name="{style}">{words}</text:span>'


@each(
    "cell, runs",
    [
        (text(f"Draw {_span('B', 'two')} cards"), [("Draw ", ""), ("two", "b"), (" cards", "")]),
        (text(f"  {_span('B', ' a ')}  b"), [("a ", "b"), ("b", "")]),
        (text(_span("B", f"a {_span('I', 'b')}")), [("a ", "b"), ("b", "bi")]),
        (text("all of it", table__style_name="B"), [("all of it", "b")]),
        (text(f"but {_span('N', 'this')}", table__style_name="B"), [("but ", "b"), ("this", "")]),
        (text(_span("S", "gone")), [("gone", "s")]),
        (text(_span("N", "plain")), []),
        (text(_span("unknown", "plain")), []),
        (value("2", "float", office__value="2", table__style_name="B"), []),
    ],
)
def test_the_looks_of_an_ods_cell_are_those_of_its_styles(
    cell: str, runs: list[tuple[str, str]], tmp_path: Path
) -> None:
    styles = [
        _letters("B", font_weight="bold"),
        _letters("I", font_style="italic"),
        _letters("N", font_weight="normal"),
        _letters("S", text_line_through_style="solid"),
        '<style:currency-style style:name="C"><style:text-properties style:font-weight="bold"/></style:currency-style>',
    ]
    (tmp_path / "a.ods").write_bytes(ods(row(cell), before="".join(styles)))
    grid = open_grid(tmp_path / "a.ods", None, "cards", None)
    assert [(words, look) for words, look in grid.rows[1][1].runs if words] == runs
    assert not runs or "".join(words for words, _ in runs) == grid.rows[1][1].text
