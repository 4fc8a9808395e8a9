"""Furniture finds room in the margins, or says that there is none."""

from generator.sheet.marks import THICKNESS
from generator.sheet.page import Box, Line
from generator.sheet.spots import FURNITURE, Margin, Rect, find_spots
from generator.sizes import PAPERS
from generator.units import um

A4 = PAPERS["a4"]
ALL: tuple[Margin, ...] = ("bottom", "right", "top", "left")


def block(left: float, top: float, right: float, bottom: float) -> Rect:
    return Rect(um(left), um(top), um(right), um(bottom))


def test_pieces_stand_side_by_side_under_the_block_where_it_is_low() -> None:
    spots = find_spots(FURNITURE, ("bottom",), block(10, 10, 200, 280), [], A4)
    assert spots is not None
    square, ruler, text = (spot.box for spot in spots)
    assert (square.x, square.y) == (5.0, 280.5)
    assert (ruler.x, ruler.y) == (5 + 10.2 + 2, 280.5)
    assert text.y == 280.5 + 2.7 + 0.5
    assert text.x + text.width == 205.0


def test_pieces_beside_the_block_are_read_with_the_right_edge_down() -> None:
    spots = find_spots(FURNITURE, ("right",), block(10, 10, 193, 290), [], A4)
    assert spots is not None
    assert all(spot.turned for spot in spots)
    assert spots[0].box == Box(193.5, 292 - 10.2, 10.2, 10.2)
    assert spots[1].box.height == 109.0
    assert spots[1].box.y + spots[1].box.height == 292 - 10.2 - 2


def test_pieces_are_split_over_margins_where_no_single_one_holds_them() -> None:
    # 11 mm at the right above a broad mark, 4 mm below: the square fits beside only, ruler and text below too.
    spots = find_spots(FURNITURE, ALL, block(5, 5, 193.8, 287.5), [Line(194.3, 150, 204, 150, 250.0)], A4)
    assert spots is not None
    assert [spot.margin for spot in spots] == ["right", "bottom", "bottom"]


def test_the_line_of_text_makes_do_with_less_before_it_gives_up() -> None:
    (text,) = find_spots(FURNITURE[2:], ("bottom",), block(5, 5, 205, 288), [], (110, 297)) or ()
    assert text.box.width == 100.0
    assert find_spots(FURNITURE[2:], ("bottom",), block(5, 5, 205, 288), [], (69, 297)) is None


def test_marks_are_kept_clear_of() -> None:
    marks = [Line(x, 281, x, 285, THICKNESS) for x in (12, 30)]
    spots = find_spots(FURNITURE[:1], ("bottom",), block(10, 10, 200, 280), marks, A4)
    assert spots is not None
    assert spots[0].box.x == 12 + 0.1 + 0.5


def test_no_room_is_none() -> None:
    assert find_spots(FURNITURE, ALL, block(5, 5, 205, 292), [], A4) is None


def test_nothing_needs_no_room() -> None:
    assert find_spots((), ALL, block(5, 5, 205, 292), [], A4) == ()
