"""As many components as fit, at places that leave room for the slug."""

from dataclasses import replace
from itertools import combinations

import pytest
from geometry import edges, gap, ink, inside
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.sheet.crop_marks import crop_marks
from generator.sheet.grid import Grid, fit_grid
from generator.sheet.slug_boxes import SLUG, Margin, Rect, find_slug_boxes
from generator.sizes import PAPERS, SIZES, Size
from generator.units import um

OTHER_SIZES: dict[str, Size] = {"60x60": (60, 60), "180x130": (180, 130), "130x180": (130, 180), "63x88": (63, 88)}
CARDS = SIZES | OTHER_SIZES

# Columns, rows, turned, and the margin that holds the slug.
EXPECTED = {
    ("a4", "poker"): (3, 3, False, "bottom"),
    ("a4", "bridge"): (2, 5, True, "right"),
    ("a4", "mini-american"): (3, 7, True, "right"),
    ("a4", "mini-euro"): (4, 4, False, "right"),
    ("a4", "euro"): (3, 3, False, "right"),
    ("a4", "tarot"): (2, 2, False, "bottom"),
    ("a4", "square-70"): (2, 4, False, "right"),
    ("a4", "square-40"): (5, 6, False, "bottom"),
    ("a4", "60x60"): (3, 4, False, "bottom"),
    ("a4", "180x130"): (1, 2, False, "bottom"),
    ("a4", "130x180"): (1, 2, True, "bottom"),
    ("a4", "63x88"): (3, 3, False, "bottom"),
    ("letter", "poker"): (3, 3, False, "right"),
    ("letter", "bridge"): (3, 3, False, "right"),
    ("letter", "mini-american"): (5, 4, False, "bottom"),
    ("letter", "mini-euro"): (3, 5, True, "bottom"),
    ("letter", "euro"): (2, 4, True, "bottom"),
    ("letter", "tarot"): (2, 2, False, "bottom"),
    ("letter", "square-70"): (2, 3, False, "bottom"),
    ("letter", "square-40"): (5, 6, False, "bottom"),
    ("letter", "60x60"): (3, 4, False, "bottom"),
    ("letter", "180x130"): (1, 2, False, "right"),
    ("letter", "130x180"): (1, 2, True, "right"),
    ("letter", "63x88"): (3, 3, False, "right"),
}
# How far the block is moved from the middle, up or to the left; all others stand in the middle.
MOVED = {
    ("a4", "mini-american"): (5.2, 0.0),
    ("letter", "poker"): (2.3, 0.0),
    ("letter", "63x88"): (2.3, 0.0),
    ("letter", "mini-american"): (0.0, 2.0),
}
# Where all that fit would leave no margin wide enough for the 10 mm square.
GIVEN_UP = {("a4", "square-40"): 5, ("letter", "mini-euro"): 3}

every_pair = pytest.mark.parametrize(("paper", "card"), [(paper, card) for paper in ("a4", "letter") for card in CARDS])


def grid_for(paper: str, card: str) -> Grid:
    return fit_grid(PAPERS[paper], CARDS[card])


def most_that_fit(paper: Size, card: Size) -> int:
    """By laying out rows and columns one after the other."""
    best = 0
    for width, height in (card, card[::-1]):
        columns = max(n for n in range(100) if n * um(width) <= um(paper[0]) - 10_000)
        rows = max(n for n in range(100) if n * um(height) <= um(paper[1]) - 10_000)
        best = max(best, columns * rows)
    return best


def moved(grid: Grid, paper: Size) -> tuple[float, float]:
    """How far the block's middle is left of and above the paper's."""
    first, last = grid.slots[0], grid.slots[-1]
    across = paper[0] - (last.x + last.width) - first.x
    down = paper[1] - (last.y + last.height) - first.y
    return round(across / 2, 3), round(down / 2, 3)


def test_the_table_names_every_paper_and_size() -> None:
    assert set(EXPECTED) == {(paper, card) for paper in ("a4", "letter") for card in CARDS}


@every_pair
def test_columns_rows_turn_and_slug_are_as_worked_out(paper: str, card: str) -> None:
    grid = grid_for(paper, card)
    (margin,) = {slug_box.margin for slug_box in grid.slug}
    assert (grid.columns, grid.rows, grid.turned, margin) == EXPECTED[paper, card]
    assert len(grid.slots) == grid.columns * grid.rows


@every_pair
def test_all_that_fit_are_on_the_sheet_unless_the_square_finds_no_room(paper: str, card: str) -> None:
    most = most_that_fit(PAPERS[paper], CARDS[card])
    assert len(grid_for(paper, card).slots) == most - GIVEN_UP.get((paper, card), 0)


@every_pair
def test_nothing_on_a_sheet_meets_anything_else(paper: str, card: str) -> None:
    grid, size = grid_for(paper, card), PAPERS[paper]
    slots = [edges(slot) for slot in grid.slots]
    slug_boxes = [edges(slug_box.box) for slug_box in grid.slug]
    marks = [ink(line) for line in crop_marks(grid.slots, size)]
    assert {slug_box.name for slug_box in grid.slug} == {"square", "ruler", "text"}
    assert all(gap(one, other) >= 0 for one, other in combinations(slots, 2))
    assert all(gap(slug_box, other) >= um(0.5) for slug_box in slug_boxes for other in slots + marks)
    assert all(gap(one, other) >= um(0.5) for one, other in combinations(slug_boxes, 2))
    assert all(inside(box, *size, 5) for box in slots + slug_boxes + marks)


@every_pair
def test_slots_have_the_size_of_the_component_and_go_row_by_row(paper: str, card: str) -> None:
    grid = grid_for(paper, card)
    width, height = CARDS[card][::-1] if grid.turned else CARDS[card]
    assert {(slot.width, slot.height, slot.turned) for slot in grid.slots} == {(width, height, grid.turned)}
    assert [slot.number for slot in grid.slots] == list(range(1, len(grid.slots) + 1))
    assert [(slot.y, slot.x) for slot in grid.slots] == sorted((slot.y, slot.x) for slot in grid.slots)


@every_pair
def test_the_block_stands_in_the_middle_unless_the_slug_needs_it_moved(paper: str, card: str) -> None:
    assert moved(grid_for(paper, card), PAPERS[paper]) == MOVED.get((paper, card), (0.0, 0.0))


@pytest.mark.parametrize(("paper", "card"), MOVED)
def test_no_smaller_move_of_a_tenth_of_a_millimetre_is_enough(paper: str, card: str) -> None:
    grid, size = grid_for(paper, card), PAPERS[paper]
    across, down = moved(grid, size)
    for less in range(100, um(across + down) + 1, 100):
        back = (less if across else 0), (less if down else 0)
        slots = [replace(slot, x=slot.x + back[0] / 1000, y=slot.y + back[1] / 1000) for slot in grid.slots]
        first, last = edges(slots[0]), edges(slots[-1])
        block = Rect(first[0], first[1], last[2], last[3])
        everywhere: tuple[Margin, ...] = ("bottom", "right", "top", "left")
        assert find_slug_boxes(SLUG, everywhere, block, crop_marks(slots, size), size) is None


def test_paper_of_exactly_nine_cards_holds_nine() -> None:
    grid = fit_grid((189, 264), (63, 88), margin=0)
    assert (grid.columns, grid.rows) == (3, 3)
    assert grid.slug == ()


@settings(deadline=None)
@given(
    width=st.integers(20_000, 90_000),
    height=st.integers(20_000, 90_000),
    columns=st.integers(1, 6),
    rows=st.integers(1, 6),
    gutter=st.integers(0, 6_000),
    margin=st.integers(0, 4_999),
)
def test_paper_of_exactly_some_cards_holds_them(
    width: int, height: int, columns: int, rows: int, gutter: int, margin: int
) -> None:
    paper = (
        (columns * width + (columns - 1) * gutter + 2 * margin) / 1000,
        (rows * height + (rows - 1) * gutter + 2 * margin) / 1000,
    )
    grid = fit_grid(paper, (width / 1000, height / 1000), gutter=gutter / 1000, margin=margin / 1000)
    assert len(grid.slots) >= columns * rows


@settings(deadline=None)
@given(width=st.integers(30_000, 150_000), height=st.integers(30_000, 200_000), gutter=st.sampled_from([0, 3, 4, 6]))
def test_any_size_that_fits_makes_a_sheet_without_collisions(width: int, height: int, gutter: int) -> None:
    paper = PAPERS["a4"]
    grid = fit_grid(paper, (width / 1000, height / 1000), gutter=gutter)
    slots, slug_boxes = [edges(slot) for slot in grid.slots], [edges(slug_box.box) for slug_box in grid.slug]
    marks = [ink(line) for line in crop_marks(grid.slots, paper)]
    assert all(gap(one, other) >= 0 for one, other in combinations(slots, 2))
    assert all(gap(slug_box, other) >= um(0.5) for slug_box in slug_boxes for other in slots + marks)
    assert all(gap(one, other) >= um(0.5) for one, other in combinations(slug_boxes, 2))
    assert all(inside(box, *paper, 5) for box in slots + slug_boxes)


def test_a_gutter_stands_between_components_only() -> None:
    grid = fit_grid(PAPERS["a4"], SIZES["poker"], gutter=4)
    first, second = grid.slots[:2]
    assert second.x - (first.x + first.width) == pytest.approx(4)
    assert grid.columns == 3


def test_turned_components_are_used_only_where_more_fit() -> None:
    assert fit_grid((150, 150), (60, 45)).turned is False
    assert fit_grid((210, 297), SIZES["bridge"]).turned is True


def test_a_component_larger_than_the_paper_is_an_error_that_names_both_sizes() -> None:
    with pytest.raises(ValueError, match=r"205 × 300 mm does not fit paper of 210 × 297 mm"):
        fit_grid(PAPERS["a4"], (205, 300))


def test_paper_with_room_for_components_only_keeps_them_and_leaves_the_square_out() -> None:
    grid = fit_grid(PAPERS["a4"], (198, 280))
    assert len(grid.slots) == 1
    assert "square" not in {slug_box.name for slug_box in grid.slug}


def test_a_margin_below_what_printers_reach_gives_up_no_component() -> None:
    assert len(fit_grid(PAPERS["a4"], SIZES["square-40"], margin=4.9).slots) == 35


def test_no_room_is_kept_where_none_is_asked_for() -> None:
    grid = fit_grid(PAPERS["a4"], SIZES["square-40"], keep_out=())
    assert len(grid.slots) == 35
    assert grid.slug == ()
