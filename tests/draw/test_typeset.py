"""Blocks become rows: lines of even length, numbers that hang, tables as wide as their words, boxes round examples."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from drawn import ICONS
from each import each
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from texts import BODY, BOLD, ITALIC, REGULAR, STYLE, columns, document, rows, says, typesetter

from generator.draw.marks.marks import Mark, PlacedDrawing, Shape, TextRun
from generator.draw.text.flow import NEVER, Row, flow
from generator.draw.text.paragraph import PlacedWord, break_lines, count_lines, split
from generator.draw.text.table import column_widths
from generator.draw.text.typeset import IN_LIST, IN_PARAGRAPH, IN_SHORT_LIST
from generator.draw.text.words import Atom, Ruler, Run, Word

LONG = "The quick brown fox jumps over the lazy dog and then sleeps in the warm sun until it rains again at night."


def texts(row: Row) -> list[TextRun]:
    return [mark for mark in row.marks if isinstance(mark, TextRun)]


def pictures(row: Row) -> list[PlacedDrawing]:
    return [mark for mark in row.marks if isinstance(mark, PlacedDrawing)]


def lines(row: Row) -> list[Shape]:
    return [mark for mark in row.marks if isinstance(mark, Shape)]


def right(mark: TextRun) -> float:
    return mark.x + mark.font.width(mark.text.rstrip()) * mark.size


def found(text: str, width: float = 60.0) -> list[tuple[str, int, int]]:
    """Rule, line and column of what cannot be set; the text begins on the third line."""
    setter = typesetter()
    setter.rows(document(text), width)
    return [(finding.rule, finding.line, finding.column) for finding in setter.findings]


def test_a_paragraph_is_a_row_a_line_at_the_pitch_of_the_body() -> None:
    made = rows(LONG)
    assert len(made) > 2
    assert {row.height for row in made} == {BODY.pitch}
    assert " ".join(says(row.marks) for row in made) == LONG
    assert all(right(mark) <= 60 + 1e-6 for row in made for mark in texts(row))


def broken(*words: tuple[str, float], limit: float = 10.0) -> list[str]:
    """The lines that words of these widths make, with spaces of 0.4."""
    placed = [
        PlacedWord(
            Word((Atom(REGULAR[0], text, width),), width, (Atom(REGULAR[0], " ", 0.4),), 0.4), 1, 1, text.isdecimal()
        )
        for text, width in words
    ]
    return ["".join(text for _, text, *_ in line.atoms) for line in break_lines(placed, limit)]


def test_a_number_goes_with_what_it_counts_if_the_line_is_not_much_shorter_for_it() -> None:
    assert broken(("Take", 4.6), ("only", 4.0), ("3", 0.6), ("cards", 5.0)) == ["Take only", "3 cards"]
    assert broken(("Take", 4.6), ("only", 4.0), ("a", 0.6), ("card", 5.0)) == ["Take only a", "card"]
    assert broken(("Take", 4.3), ("only", 3.7), ("333", 1.2), ("cards", 5.0)) == ["Take only 333", "cards"]


def test_a_number_a_single_letter_and_an_open_bracket_before_one_are_weak() -> None:
    words = split([Run("Take 3 (+2 of A and 1000 or B2 cards", REGULAR, 1, 1)], Ruler(), ICONS, lambda *_: None)
    assert ["".join(text for _, text, *_ in placed.word.atoms) for placed in words if placed.weak] == ["3", "(+2", "A"]


def test_capitals_stand_in_the_middle_of_their_line() -> None:
    (row,) = rows("Hello")
    (mark,) = texts(row)
    middle = mark.y - REGULAR[0].cap_height * mark.size / 2
    assert middle == pytest.approx(row.height / 2)


def test_neither_the_first_line_of_a_paragraph_nor_its_last_can_stand_alone() -> None:
    costs = [row.cost for row in rows(f"{LONG} {LONG} {LONG}\n\nEnd.")]
    assert len(costs) > 6
    assert costs[0] == costs[-3] == NEVER
    assert costs[-2] == costs[-1] == 0.0
    assert set(costs[1:-3]) == {IN_PARAGRAPH}
    assert [row.cost for row in rows("Two lines of text that are just a bit too long for one of them.")] == [NEVER, 0.0]


def test_words_in_bold_and_italics_have_their_fonts_and_no_space_too_many() -> None:
    (row,) = rows("A **bold**, an *italic* word")
    assert [(mark.text.strip(), mark.font) for mark in texts(row)] == [
        ("A", REGULAR[0]),
        ("bold", BOLD[0]),
        (", an", REGULAR[0]),
        ("italic", ITALIC[0]),
        ("word", REGULAR[0]),
    ]
    starts = [mark.x for mark in texts(row)]
    ends = [mark.x + mark.font.width(mark.text) * mark.size for mark in texts(row)]
    assert ends[:-1] == pytest.approx(starts[1:])


def test_a_word_that_changes_its_font_within_is_not_broken() -> None:
    for width in range(20, 60):
        for row in rows("so it **goes**on and on and **on**, they say **again**.", float(width)):
            assert not says(row.marks).startswith((",", ".", "on,"))


def test_an_icon_stays_with_the_word_before_it_and_stands_in_the_middle_of_capitals() -> None:
    for width in range(12, 40):
        made = rows("Take some coins [coin] and go", float(width))
        assert [says(row.marks).split()[-1] for row in made if pictures(row)] in (["coins"], ["and"], ["go"])
    (row,) = rows("Coins [coin]")
    (icon,), (mark,) = pictures(row), texts(row)
    a, _, _, d, _, y = icon.matrix
    assert a == d
    assert y + d * ICONS["[coin]"].height / 2 == pytest.approx(mark.y - 0.36 * mark.size)


def test_no_line_starts_with_an_operator() -> None:
    for width in range(14, 60):
        for row in rows("draw 4 × 5 squares, then 1 + 3 = 4 and − 2 or a / b – so", float(width)):
            assert says(row.marks)[0] not in "×+=−/–"


def test_a_line_rather_ends_before_a_number_than_after_it() -> None:
    ends = [says(row.marks).split()[-1] for row in rows("Give back all that you hold, take 2 Tricks, go on.", 37.0)]
    assert "2" not in ends


def test_lines_are_as_few_as_can_be_and_even() -> None:
    words = split([Run(LONG, REGULAR, 1, 1)], Ruler(), {}, lambda *_: None)
    for limit in (12.0, 15.0, 20.0, 33.0):
        made = break_lines(words, limit)
        assert len(made) == count_lines(words, limit)
        assert all(line.width <= limit for line in made)


@given(st.lists(st.text("abc", min_size=1, max_size=9), min_size=1, max_size=40), st.integers(5, 30))
def test_lines_hold_all_words_in_order_and_only_too_wide_words_stick_out(words: list[str], limit: int) -> None:
    placed = split([Run(" ".join(words), REGULAR, 1, 1)], Ruler(), {}, lambda *_: None)
    made = break_lines(placed, float(limit))
    said = ["".join(text for _, text, *_ in line.atoms) for line in made]
    assert " ".join(said).split() == words
    assert all(line.width <= limit + 1e-6 or " " not in text for line, text in zip(made, said, strict=True))
    assert len(made) == count_lines(placed, float(limit))


def test_bullets_and_numbers_hang_left_of_the_text() -> None:
    for text, indent in ((f"- {LONG}\n- two", 4.0), (f"1. {LONG}\n2. two", 5.0)):
        made = rows(text)
        starts = [[mark.x for mark in texts(row)] for row in made]
        assert {max(row) for row in starts} == {indent}
        hanging = [bool(pictures(row)) or min(start) == 0.0 for row, start in zip(made, starts, strict=True)]
        assert hanging == [True, *[False] * (len(made) - 2), True]


def test_steps_are_numbered_from_one() -> None:
    assert [says(row.marks) for row in rows("1. a\n2. b\n3. c")] == ["1. a", "2. b", "3. c"]


def test_a_step_number_stands_in_the_middle_of_its_picture() -> None:
    style = replace(STYLE, numbers=replace(STYLE.numbers, picture=ICONS["[coin]"], height=4.0))
    (row,) = typesetter(style=style).rows(document("1. a"), 60.0)
    number, _ = texts(row)
    assert number.text == "1"
    assert number.x + number.font.width("1") * number.size / 2 == pytest.approx(2.0)


def test_lists_in_an_item_hang_from_its_words() -> None:
    found = rows("1. one\n   - two\n\n   three\n2. four\n")
    starts = [[mark.x for mark in row.marks if isinstance(mark, TextRun)][-1] for row in found]
    assert [says(row.marks) for row in found] == ["1. one", "two", "three", "2. four"]
    assert starts == [5.0, 9.0, 5.0, 5.0]


def test_a_broken_line_is_not_stretched() -> None:
    setter = typesetter(style=replace(STYLE, justified=True))
    found = setter.rows(document("one two\\\nthree four  \nfive"), 60.0)
    assert [says(row.marks) for row in found] == ["one two", "three four", "five"]
    assert len({row.height for row in found}) == 1
    width = max(mark.x for mark in found[1].marks if isinstance(mark, TextRun))
    assert width < 20


def test_a_heading_below_steps_is_a_bold_line_that_keeps_with_what_follows() -> None:
    heading, *_ = rows("#### Deep *down*\n\nwords\n")
    assert {mark.font.name for mark in heading.marks if isinstance(mark, TextRun)} == {BOLD[0].name}
    assert heading.cost == NEVER


def test_a_marked_paragraph_has_its_picture_and_its_words_in_their_font() -> None:
    (row,) = rows("Ruling: so it is.")
    assert [(mark.text.strip(), mark.font) for mark in texts(row)] == [
        ("Ruling:", ITALIC[0]),
        ("so it is.", REGULAR[0]),
    ]
    assert [mark.drawing.name for mark in pictures(row)] == ["long"]
    (item,) = rows("- Ruling: so it is.")
    assert [mark.drawing.name for mark in pictures(item)] == ["long"]
    (other,) = rows("- A ruling: so it is.")
    assert [mark.drawing.name for mark in pictures(other)] == ["coin"]


def test_a_mark_is_known_in_its_language_whatever_its_spaces() -> None:
    setter = typesetter("fr")
    (row,) = setter.rows(document("Arbitrage\u00a0: c’est ainsi."), 60.0)
    assert texts(row)[0].font == ITALIC[0]
    (row,) = setter.rows(document("Ruling: not in French."), 60.0)
    assert texts(row)[0].font == REGULAR[0]


def test_a_short_list_is_kept_together_more_than_a_long_one() -> None:
    assert [row.cost for row in rows("- a\n- b\n- c")] == [IN_SHORT_LIST, IN_SHORT_LIST, 0.0]
    assert IN_LIST in [row.cost for row in rows("\n".join("- a" for _ in range(12)))]


@each("below", ["One line.", LONG, "- a\n- b\n- c", "### Step\n\nOne line.\n\nAnother."])
def test_a_heading_keeps_with_two_lines_below_it(below: str) -> None:
    made = rows(f"## Part\n\n{below}\n\nThe end.\n\nNo, here.")
    free = next(at for at, row in enumerate(made) if row.cost < NEVER)
    assert sum(not row.heading for row in made[: free + 1]) >= 2
    pages = flow([*rows("x\n\n" * 3), *made], lambda _: columns([float(height) for height in (24, 60)]))
    for filled in pages[0]:
        assert not filled.rows or not filled.rows[-1].heading


def test_a_table_below_a_heading_is_enough_to_keep_with() -> None:
    heading, table, end = rows("## Part\n\n| a |\n|---|\n| b |\n\nEnd.")
    assert (heading.cost, table.cost, end.cost) == (NEVER, 0.0, 0.0)


def test_what_announces_something_is_kept_with_it() -> None:
    first, *_ = rows("Take these:\n\n- a\n- b")
    assert first.cost > IN_PARAGRAPH


def test_the_white_below_a_heading_and_a_box_is_theirs() -> None:
    made = rows("## Part\n\nText.\n\n> Box.\n\nText.\n\nText.")
    assert [row.before for row in made] == [5.0, 1.0, 2.0, 3.0, 2.0]


TABLE = "| Name | What it does |\n|---|--:|\n| one | a |\n| two | and so on |\n"


def test_a_table_is_as_wide_as_its_column_with_a_line_below_each_row() -> None:
    (row,) = rows(TABLE)
    across = [mark.path for mark in lines(row)]
    assert [(path[0][1], path[1][1]) for path in across] == [(0.0, 60.0)] * 3
    assert [mark.paint.width for mark in lines(row)] == [0.5, 0.25, 0.5]
    assert texts(row)[0].font == BOLD[0]
    assert says(row.marks) == "Name What it does one a two and so on"


def test_cells_stand_at_the_side_their_column_asks_for() -> None:
    (row,) = rows(TABLE)
    ends = {round(right(mark), 6) for mark in texts(row) if mark.x > 20}
    assert ends == {60.0}


def test_table_columns_are_as_wide_as_their_texts_and_share_what_is_left() -> None:
    def cell(text: str) -> list:  # type: ignore[type-arg]
        return split([Run(text, REGULAR, 1, 1)], Ruler(), {}, lambda *_: None)

    narrow, wide = cell("one"), cell("a much longer text in this one")
    widths = column_widths([[narrow, wide]], STYLE.table, 100.0)
    assert sum(widths) == pytest.approx(97.0)
    assert widths[1] > widths[0] > narrow[0].word.width * 2.8
    squeezed = column_widths([[narrow, wide]], STYLE.table, 30.0)
    assert squeezed[0] == pytest.approx(narrow[0].word.width * 2.8, abs=3)
    assert sum(squeezed) == pytest.approx(27.0)


def test_a_table_too_high_for_a_column_is_cut_between_rows_and_has_its_head_again() -> None:
    body = "".join(f"| row {number} | x |\n" for number in range(30))
    pages = flow(rows(f"| Head | y |\n|---|---|\n{body}"), lambda _: columns([50.0]))
    parts = [says(row.marks) for page in pages for filled in page for row in filled.rows]
    assert len(parts) > 1
    assert all(part.startswith("Head y") for part in parts)
    assert [word for part in parts for word in part.split() if word.isdigit()] == [str(n) for n in range(30)]


def test_a_box_too_high_for_a_column_is_cut_between_paragraphs() -> None:
    text = "\n>\n".join(f"> Paragraph {number}." for number in range(20))
    pages = flow(rows(text), lambda _: columns([40.0]))
    said = " ".join(says(row.marks) for page in pages for filled in page for row in filled.rows)
    assert said == " ".join(f"Paragraph {number}." for number in range(20))


def test_a_box_stands_round_its_text_on_its_ground() -> None:
    asked: list[tuple[str, float, float]] = []

    def ground(name: str, width: float, height: float, _: object) -> list[Mark]:
        asked.append((name, width, height))
        return []

    setter = typesetter(style=replace(STYLE, box=replace(STYLE.box, ground="box.svg")))
    setter.draw = ground
    (row,) = setter.rows(document("> Hello"), 60.0)
    assert asked == [("box.svg", 60.0, row.height)]
    (mark,) = texts(row)
    assert mark.x == 2.0
    assert row.height == pytest.approx(4.0 + STYLE.box.type.pitch)


def test_sections_are_counted_for_what_lies_behind_their_headings() -> None:
    numbers: list[object] = []
    setter = typesetter(style=replace(STYLE, section=replace(STYLE.section, ground="section.svg")))

    def draw(_name: str, _width: float, _height: float, variables: Mapping[str, Any]) -> tuple[Mark, ...]:
        numbers.append(variables["number"])
        return ()

    setter.draw = draw
    setter.rows(document("## A\n\n### a\n\n## B\n\ntext"), 60.0)
    assert numbers == [1, 2]


def test_what_cannot_be_set_is_reported_at_its_place() -> None:
    assert found("Fine.\n\nA **b** \U0001f383 pumpkin") == [("missing-glyph", 5, 9)]
    assert found("so Donaudampfschifffahrtsgesellschaftskapitän it is", 40.0) == [("text-overflow", 3, 4)]
    assert found("- so\n- **Donaudampfschifffahrtsgesellschaft**", 30.0) == [("text-overflow", 4, 5)]
    assert found("| Donaudampfschifffahrt | Donaudampfschifffahrt |\n|---|---|\n| a | b |", 40.0) == [
        ("text-overflow", 3, 1)
    ]
    assert found("A word: \u05e9\u05dc\u05d5\u05dd") == []


def test_rows_of_a_text_are_those_of_its_blocks() -> None:
    made = rows(f"{LONG}\n\n- a\n- b")
    tops = [row.before for row in made]
    assert tops[0] == STYLE.gap
    assert [before for _, before in pairwise(tops)][-2:] == [STYLE.gap, 1.0]


def test_bullets_without_a_picture_are_dots() -> None:
    style = replace(STYLE, bullets=replace(STYLE.bullets, picture=None))
    made = typesetter(style=style).rows(document("- one\n- two"), 60.0)
    assert [says(row.marks) for row in made] == ["• one", "• two"]
    for row in made:
        dot, word = texts(row)
        assert 0.0 < dot.x < dot.x + dot.font.width("•") * dot.size < word.x
