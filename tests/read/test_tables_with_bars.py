"""Bars in cells of tables that part no cells."""

from generator.read.blocks import LinePart, plain
from generator.read.markdown import read_table


def test_a_phrase_with_its_number_and_a_reading_stay_in_one_cell() -> None:
    lines = ["| Take {3|cards} | {漢字|かんじ} |", "|---|---|", r"| a \| b | {c|"]
    table = read_table([LinePart(text, number, 1) for number, text in enumerate(lines, 1)], lambda *_: None)
    assert table is not None
    assert [plain(cell) for cell in table.head] == ["Take {3|cards}", "漢字"]
    assert [plain(cell) for cell in table.rows[0]] == ["a | b", "{c"]
