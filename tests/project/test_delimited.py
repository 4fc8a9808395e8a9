"""CSV and TSV: encodings, separators, quotes, and what is told of them."""

import pytest
from each import each

from generator.core.problem import Faulty
from generator.project.spreadsheet import cells, delimited
from generator.project.spreadsheet.cells import CellGrid
from generator.project.spreadsheet.delimited import read_delimited


def read(data: bytes, name: str = "a.csv") -> CellGrid:
    return read_delimited(data, name)


def texts(grid: CellGrid) -> list[list[str]]:
    return [[cell.text for _, cell in sorted(found.items())] for _, found in grid.in_order()]


@each(
    "data, told",
    [
        ("id,é\n".encode(), "UTF-8, cells separated by commas"),
        ("id;é\r\n".encode("utf-8-sig"), "UTF-8, cells separated by semicolons"),
        ("id\té\n".encode("utf-16"), "UTF-16, cells separated by tabs"),
        (b"\xfe\xff" + "id\té\n".encode("utf-16-be"), "UTF-16, cells separated by tabs"),
        ("id;é\n".encode("cp1252"), "Windows-1252 (no UTF-8; look at the accents), cells separated by semicolons"),
        ("sep=|\nid;é\n".encode(), "UTF-8, cells separated by semicolons"),
    ],
)
def test_the_encoding_and_the_separator_are_found_and_reported(data: bytes, told: str) -> None:
    grid = read(data)
    assert grid.notes == [told]
    assert texts(grid)[-1] == ["id", "é"]


def test_a_first_line_can_name_the_separator_and_is_no_row() -> None:
    assert texts(read(b"sep=;\r\nid;a,b,c\r\n")) == [["id", "a,b,c"]]


def test_a_separator_in_quotes_counts_for_nothing() -> None:
    assert texts(read(b'id;"a,b,c,d"\n')) == [["id", "a,b,c,d"]]


def test_a_tsv_has_tabs() -> None:
    assert texts(read(b"a,b,c\td\n", "a.tsv")) == [["a,b,c", "d"]]


def test_line_breaks_and_quotes_stand_in_cells() -> None:
    grid = read(b'id,a\r\n1,"two\r\nlines, ""quoted"""\r\n\r\n3,x')
    assert texts(grid) == [["id", "a"], ["1", 'two\nlines, "quoted"'], ["3", "x"]]
    assert sorted(grid.rows) == [1, 2, 4]  # rows as a spreadsheet counts them


@pytest.mark.parametrize(
    "data, message",
    [
        (b'id,a\n1,"x"y\n', "the quotes do not fit together"),
        (b'id,a\n1,"x\n', "the quotes do not fit together"),
        (b"\x00\x01id,a", "null bytes"),
        (b"id\x81\xff", "neither UTF-8 nor"),
        (b"\xff\xfei\x00d", "marked as UTF-16"),
        (b'id\n"' + b"x" * 200_000 + b'"', "100,000 characters"),
        (b"," * 20_000, "16,384 cells"),
        (b"a,b\n" * 1_000, "1,000 cells"),
        (b"\n" * 2_000, "1,000 rows"),
    ],
)
def test_what_is_no_such_file_is_refused(data: bytes, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "MAX_CELLS", 1000)
    monkeypatch.setattr(delimited, "MAX_ROW", 1000)
    with pytest.raises(Faulty, match=message):
        read(data)
