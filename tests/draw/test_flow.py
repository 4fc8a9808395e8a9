"""Rows flow from column to column and page to page, break where it hurts least, and end about even."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace
from texts import columns, rows, says, words

from generator.draw.marks.marks import TextRun
from generator.draw.text.flow import MAX_PAGES, NEVER, Column, FilledPage, Row, UnplaceableError, flow

LINE = Row(5.0)


def numbered(count: int, row: Row = LINE) -> list[Row]:
    return [replace(row, heading=str(number), level=2) for number in range(count)]


def taken(pages: list[FilledPage]) -> list[list[int]]:
    """How many rows each column of each page has."""
    return [[len(filled.rows) for filled in page] for page in pages]


def order(pages: list[FilledPage]) -> list[int]:
    return [int(row.heading) for page in pages for filled in page for row in filled.rows]


def every(*heights: float) -> list[Column]:
    return columns(heights)


def test_columns_fill_in_the_order_of_their_numbers_before_the_next_page() -> None:
    both = every(50, 50)
    pages = flow(numbered(30), lambda _: both[::-1])
    assert taken(pages) == [[10, 10], [5, 5]]
    assert order(pages) == list(range(30))
    assert [filled.column.number for filled in pages[0]] == [1, 2]


def test_rows_exactly_as_high_as_the_columns_need_no_further_page() -> None:
    assert taken(flow(numbered(20), lambda _: every(50, 50))) == [[10, 10]]
    assert taken(flow(numbered(21), lambda _: every(50, 50))) == [[10, 10], [1, 0]]


def test_pages_may_have_columns_of_other_heights() -> None:
    pages = flow(numbered(20), lambda page: every(25, 25) if page == 1 else every(50, 50))
    assert taken(pages) == [[5, 5], [5, 5]]


def test_the_columns_of_the_last_page_are_about_even() -> None:
    pages = flow(numbered(13), lambda _: every(100, 100))
    assert taken(pages) == [[7, 6]]
    assert taken(flow(numbered(8), lambda _: every(100, 100, 100))) == [[3, 3, 2]]


def test_the_white_above_a_row_is_left_out_at_the_head_of_a_column() -> None:
    spaced = numbered(4, replace(LINE, before=3.0))
    first, second = flow(spaced, lambda _: every(13, 13))[0]
    assert first.tops == second.tops == (10.0, 18.0)


def test_no_break_comes_where_none_may_be() -> None:
    found = [replace(row, cost=NEVER if number in (8, 9) else 0.0) for number, row in enumerate(numbered(20))]
    assert taken(flow(found, lambda _: every(50))) == [[8], [10], [2]]


def test_a_dear_break_is_avoided_if_little_is_left_empty() -> None:
    cheap = [replace(row, cost=0.0 if number == 8 else 6.0) for number, row in enumerate(numbered(20))]
    assert taken(flow(cheap, lambda _: every(50)))[0] == [9]
    slow = [replace(row, cost=0.0 if number == 6 else 6.0) for number, row in enumerate(numbered(20))]
    assert taken(flow(slow, lambda _: every(50)))[0] == [10]


def test_a_row_that_does_not_fit_goes_whole_to_the_next_column() -> None:
    pages = flow([*numbered(5), Row(40.0, heading="5"), *[replace(LINE, heading="6")]], lambda _: every(50))
    assert taken(pages) == [[5], [2]]


def test_white_is_stretched_so_that_columns_end_at_their_foot() -> None:
    spaced = numbered(12, replace(LINE, before=1.0))
    first = flow(spaced, lambda _: every(48.0))[0][0]
    assert len(first.rows) == 8
    assert first.end == pytest.approx(first.column.y + 48.0)
    gaps = [below - above - 5.0 for above, below in zip(first.tops, first.tops[1:], strict=False)]
    assert gaps == pytest.approx([8 / 7] * 7)


def test_white_is_not_stretched_beyond_what_looks_right() -> None:
    spaced = [*numbered(5, replace(LINE, before=1.0)), Row(40.0, heading="5")]
    first = flow(spaced, lambda _: every(48.0))[0][0]
    assert first.end == pytest.approx(first.column.y + 29.0)


def test_a_row_higher_than_any_column_is_cut() -> None:
    def table(count: int) -> Row:
        def cut(room: float) -> list[Row]:
            fits = int(room // 10)
            return [table(min(fits, count - start)) for start in range(0, count, fits)]

        return Row(10.0 * count, cut=cut)

    pages = flow([table(12)], lambda _: every(50))
    assert [[row.height for filled in page for row in filled.rows] for page in pages] == [[50], [50], [20]]


def test_rows_that_stay_together_beyond_a_column_break_all_the_same() -> None:
    chain = [replace(row, cost=NEVER) for row in numbered(25)]
    pages = flow(chain, lambda _: every(50))
    assert order(pages) == list(range(25))


def test_what_fits_no_column_is_reported() -> None:
    tall = Row(60.0)
    with pytest.raises(UnplaceableError) as told:
        flow([*numbered(3), tall], lambda _: every(50, 50))
    assert told.value.row is tall


def test_a_row_too_high_for_the_first_page_waits_for_the_second() -> None:
    pages = flow([Row(40.0)], lambda page: every(20) if page == 1 else every(50))
    assert taken(pages) == [[0], [1]]


def test_pages_without_columns_are_reported() -> None:
    with pytest.raises(UnplaceableError) as told:
        flow([LINE], lambda _: [])
    assert told.value.row is None


def test_there_is_an_end_to_pages() -> None:
    with pytest.raises(UnplaceableError):
        flow([LINE] * (MAX_PAGES + 1), lambda _: every(5))


BLOCKS = st.sampled_from(
    [
        "## Part {n}", "### Step {n}", "A line {n}.",
        "Here {n} is a paragraph that is long enough to be broken into a few lines, more or less often, as it goes.",
        "- one {n}\n- two with so many words that they take more than a single line of their column\n- three",
        "Words {n}.\n1. first {n}\n2. second", "> A box {n} with a few words, so that it is two lines high or more.",
        "| a {n} | b |\n|---|---|\n| c | d and more |\n| e | f |", "Ruling: so {n} it is.",
    ]
)  # fmt: skip


@pytest.mark.slow
@given(st.lists(BLOCKS, min_size=1, max_size=40), st.integers(1, 3), st.integers(60, 160))
def test_every_word_is_there_once_in_order_and_inside_its_column(blocks: list[str], count: int, height: int) -> None:
    text = "\n\n".join(block.replace("{n}", f"n{number}") for number, block in enumerate(blocks))
    found = rows(text)
    both = every(*[float(height)] * count)
    pages = flow(found, lambda _: both)
    assert words(pages) == [word for row in found for word in says(row.marks).split()]
    for filled in (filled for page in pages for filled in page):
        column = filled.column
        bottoms = [top + row.height for row, top in zip(filled.rows, filled.tops, strict=True)]
        assert all(column.y <= top for top in filled.tops)
        assert all(bottom <= column.y + column.height + 1e-6 for bottom in bottoms)
        assert all(bottom <= top + 1e-6 for bottom, top in zip(bottoms, filled.tops[1:], strict=False))
        for mark in (mark for row in filled.rows for mark in row.marks if isinstance(mark, TextRun)):
            assert mark.x >= 0
            assert mark.x + mark.font.width(mark.text.rstrip()) * mark.size <= column.width + 1e-6


@given(st.lists(BLOCKS, min_size=1, max_size=40), st.integers(100, 200))
def test_no_heading_stands_at_the_foot_of_a_column_and_no_line_alone(blocks: list[str], height: int) -> None:
    sorts = "".join("heading " if block.startswith("#") else "other " for block in blocks)
    assume("heading " * 6 not in sorts)  # so many stay together for more than a column
    text = "\n\n".join(block.replace("{n}", f"n{number}") for number, block in enumerate([*blocks, "The end."]))
    found = rows(text)
    pages = flow(found, lambda _: every(float(height), float(height)))
    last = {id(filled.rows[-1]) for page in pages for filled in page if filled.rows}
    for row, below in pairwise(found):
        if id(row) in last:
            assert row.cost < NEVER, (row.heading, below.heading)
