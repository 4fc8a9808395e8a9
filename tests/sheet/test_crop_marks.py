"""Crop marks show each cut, and never lie on a component."""

from itertools import combinations, product

from geometry import edges, gap, ink, inside
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import ROOT

from generator.core.choices import PAPERS, SIZES, um
from generator.model.load import load_game
from generator.sheet.crop_marks import crop_marks, uncross
from generator.sheet.grid import fit_grid
from generator.sheet.page import CutLine, Rectangle

A4 = PAPERS["a4"]


@st.composite
def pages_of_boxes(draw: st.DrawFn) -> list[Rectangle]:
    """Some slots of a grid with a gutter, anywhere on A4, in whole micrometres."""
    width, height = draw(st.integers(15_000, 80_000)), draw(st.integers(15_000, 80_000))
    gutter = draw(st.integers(0, 12_000))
    columns, rows = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    left, top = draw(st.integers(0, 60_000)), draw(st.integers(0, 60_000))
    places = [(column, row) for row in range(rows) for column in range(columns)]
    used = draw(st.lists(st.sampled_from(places), unique=True, min_size=1))
    corners = [(left + column * (width + gutter), top + row * (height + gutter)) for column, row in used]
    return [Rectangle(x / 1000, y / 1000, width / 1000, height / 1000) for x, y in corners]


@settings(deadline=None)
@given(pages_of_boxes())
def test_no_mark_comes_within_half_a_millimetre_of_a_component(boxes: list[Rectangle]) -> None:
    marks = [ink(line) for line in crop_marks(boxes, A4)]
    assert all(gap(mark, edges(box)) >= um(0.5) for mark in marks for box in boxes)


@settings(deadline=None)
@given(pages_of_boxes(), st.integers(0, 10_000))
def test_no_mark_lies_on_the_bleed(boxes: list[Rectangle], bleed: int) -> None:
    marks = [ink(line) for line in crop_marks(boxes, A4, bleed / 1000)]
    assert all(gap(mark, edges(box)) >= um(0.5) + bleed for mark in marks for box in boxes)


@settings(deadline=None)
@given(pages_of_boxes())
def test_no_mark_reaches_the_outer_five_millimetres(boxes: list[Rectangle]) -> None:
    assert all(inside(ink(line), *A4, 5) for line in crop_marks(boxes, A4))


@settings(deadline=None)
@given(pages_of_boxes())
def test_marks_are_thin_and_two_to_eight_millimetres_long(boxes: list[Rectangle]) -> None:
    """Up to four, and eight where the marks of two components have grown together in a gutter."""
    for line in crop_marks(boxes, A4):
        length = um(abs(line.x2 - line.x1) + abs(line.y2 - line.y1))
        assert line.width == 0.2
        assert 2000 <= length <= 8000


@settings(deadline=None)
@given(pages_of_boxes())
def test_each_mark_lies_on_a_trim_edge_and_starts_at_its_corner(boxes: list[Rectangle]) -> None:
    corners = {(x, y) for x1, y1, x2, y2 in map(edges, boxes) for x in (x1, x2) for y in (y1, y2)}
    for line in crop_marks(boxes, A4):
        ends = [(um(line.x1), um(line.y1)), (um(line.x2), um(line.y2))]
        level = line.y1 == line.y2
        near = {(x - 500, y) if level else (x, y - 500) for x, y in corners}
        near |= {(x + 500, y) if level else (x, y + 500) for x, y in corners}
        assert near & set(ends)


@settings(deadline=None)
@given(pages_of_boxes())
def test_no_mark_is_drawn_twice(boxes: list[Rectangle]) -> None:
    marks = crop_marks(boxes, A4)
    assert all(gap(ink(one), ink(other)) > 0 for one, other in combinations(marks, 2) if same_line(one, other))


@settings(deadline=None)
@given(pages_of_boxes())
def test_the_order_of_components_does_not_matter(boxes: list[Rectangle]) -> None:
    assert crop_marks(list(reversed(boxes)), A4) == crop_marks(boxes, A4)


@settings(deadline=None)
@given(pages_of_boxes(), st.integers(0, 20_000))
def test_printed_marks_do_not_cross(boxes: list[Rectangle], aside: int) -> None:
    lower = max(box.y + box.height for box in boxes) + 3.5  # a block of another size stands below
    drawn = crop_marks([*boxes, Rectangle(boxes[0].x + aside / 1000, lower, 30, 30)], A4)
    printed = uncross(drawn)
    assert len(printed) == len(drawn)
    assert not [
        (one, other)
        for one, other in product(printed, printed)
        if one.x1 < other.x1 == other.x2 < one.x2 and other.y1 < one.y1 == one.y2 < other.y2
    ]


def same_line(one: CutLine, other: CutLine) -> bool:
    return (one.x1 == one.x2 == other.x1 == other.x2) or (one.y1 == one.y2 == other.y1 == other.y2)


def test_a_card_alone_has_eight_marks_of_four_millimetres() -> None:
    marks = crop_marks([Rectangle(50, 60, 63, 88)], A4)
    assert marks == (
        CutLine(45.5, 60, 49.5, 60, 0.2),
        CutLine(113.5, 60, 117.5, 60, 0.2),
        CutLine(45.5, 148, 49.5, 148, 0.2),
        CutLine(113.5, 148, 117.5, 148, 0.2),
        CutLine(50, 55.5, 50, 59.5, 0.2),
        CutLine(50, 148.5, 50, 152.5, 0.2),
        CutLine(113, 55.5, 113, 59.5, 0.2),
        CutLine(113, 148.5, 113, 152.5, 0.2),
    )


def test_neighbours_that_touch_share_their_marks() -> None:
    marks = crop_marks([Rectangle(50, 60, 40, 40), Rectangle(90, 60, 40, 40)], A4)
    assert len(marks) == 4 + 6
    assert sum(1 for line in marks if line.x1 == line.x2 == 90) == 2


def test_nine_poker_cards_have_sixteen_marks() -> None:
    assert len(crop_marks(fit_grid(A4, SIZES["poker"]).slots, A4)) == 16


def test_marks_in_a_narrow_gutter_run_from_card_to_card_or_are_left_out() -> None:
    def between(gutter: float) -> list[CutLine]:
        marks = crop_marks([Rectangle(50, 60, 40, 40), Rectangle(90 + gutter, 60, 40, 40)], A4)
        return [line for line in marks if line.y1 == line.y2 and 90 < line.x1 < 90 + gutter]

    assert between(2.9) == []
    assert [(line.x1, line.x2) for line in between(3)] == [(90.5, 92.5)] * 2
    assert [(line.x1, line.x2) for line in between(6)] == [(90.5, 95.5)] * 2
    assert [(line.x1, line.x2) for line in between(10)] == [(90.5, 94.5), (95.5, 99.5)] * 2


def test_marks_shorten_down_to_two_millimetres_where_the_paper_ends() -> None:
    def above(top: float) -> list[CutLine]:
        return [line for line in crop_marks([Rectangle(50, top, 40, 40)], A4) if line.y2 < top and line.x1 == line.x2]

    assert [line.y1 for line in above(8)] == [5.0, 5.0]
    assert [line.y1 for line in above(7.5)] == [5.0, 5.0]
    assert above(7.4) == []


def test_a_component_in_the_unprintable_edge_has_no_mark_there() -> None:
    marks = crop_marks([Rectangle(140, 60, 56.5, 15), Rectangle(205.501, 60, 4, 15)], A4)
    assert [(line.x1, line.x2) for line in marks if line.y1 == line.y2] == [(135.5, 139.5), (197.0, 201.0)] * 2


def test_marks_keep_clear_of_components_that_have_none() -> None:
    """A square above a round token that stands half a side farther right."""
    square, token = Rectangle(50, 60, 20, 20), Rectangle(60, 83, 20, 20)
    below = [
        (line.x1, line.y1, line.y2)
        for line in crop_marks([square], A4, 0, [token])
        if line.y1 > 79 and line.x1 == line.x2
    ]
    assert below == [(50, 80.5, 84.5), (70, 80.5, 82.5)]
    assert len(crop_marks([square], A4, 0, [Rectangle(60, 82.5, 20, 20)])) == 7, "no room for one of eight"
    assert crop_marks([square], A4, 0, [token]) != crop_marks([square], A4)


def test_each_cut_of_the_shipped_tickets_tokens_and_tiles_has_a_mark_at_both_ends() -> None:
    kinds = load_game(ROOT / "data" / "tricks-or-treats", "tricks-or-treats")[0].kinds
    for name in ("treat-tickets", "trick-tickets", "mask-tokens", "movement-tokens", "housing-tiles", "surprise-cards"):
        slots = fit_grid(A4, kinds[name].size or (0, 0)).slots
        marks = crop_marks(slots, A4)
        top, bottom = min(slot.y for slot in slots), max(slot.y + slot.height for slot in slots)
        for x in {round(edge, 3) for slot in slots for edge in (slot.x, slot.x + slot.width)}:
            ends = {line.y1 < top for line in marks if line.x1 == line.x2 == x and not top < line.y1 < bottom}
            assert ends == {True, False}, (name, x)
