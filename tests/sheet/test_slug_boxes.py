"""The slug finds room in the margins, or says that there is none."""

from each import each

from generator.core.choices import PAPERS, um
from generator.sheet.crop_marks import THICKNESS
from generator.sheet.page import CutLine, Rect, Rectangle
from generator.sheet.slug_boxes import SLUG, Margin, SlugItem, find_slug_boxes, may_fit

A4 = PAPERS["a4"]
ALL: tuple[Margin, ...] = ("bottom", "right", "top", "left")


def block(left: float, top: float, right: float, bottom: float) -> Rect:
    return Rect(um(left), um(top), um(right), um(bottom))


def test_pieces_stand_side_by_side_under_the_block_where_it_is_low() -> None:
    slug_boxes = find_slug_boxes(SLUG, ("bottom",), [block(10, 10, 200, 278)], [], A4)
    assert slug_boxes is not None
    square, ruler, text = (slug_box.box for slug_box in slug_boxes)
    assert (square.x, square.y) == (5.0, 278 + 3)
    assert (ruler.x, ruler.y) == (5 + 10 + 2, 278 + 3)
    assert text.y == 278 + 3 + 2.4 + 0.5
    assert text.x + text.width == 205.0


def test_pieces_beside_the_block_are_read_with_the_right_edge_down() -> None:
    slug_boxes = find_slug_boxes(SLUG, ("right",), [block(10, 10, 190, 290)], [], A4)
    assert slug_boxes is not None
    assert all(slug_box.turned for slug_box in slug_boxes)
    assert slug_boxes[0].box == Rectangle(193, 292 - 10, 10, 10)
    assert slug_boxes[1].box.height == 109.0
    assert slug_boxes[1].box.y + slug_boxes[1].box.height == 292 - 10 - 2


def test_pieces_are_split_over_margins_where_no_single_one_holds_them() -> None:
    # 13 mm at the right above a broad mark, 6 mm below: the square fits beside only, ruler and text below too.
    slug_boxes = find_slug_boxes(SLUG, ALL, [block(5, 5, 191.8, 285.5)], [CutLine(192.3, 150, 204, 150, 250.0)], A4)
    assert slug_boxes is not None
    assert [slug_box.margin for slug_box in slug_boxes] == ["right", "bottom", "bottom"]


def test_the_line_of_text_makes_do_with_less_before_it_gives_up() -> None:
    (text,) = find_slug_boxes(SLUG[2:], ("bottom",), [block(5, 5, 205, 288)], [], (110, 297)) or ()
    assert text.box.width == 100.0
    assert find_slug_boxes(SLUG[2:], ("bottom",), [block(5, 5, 205, 288)], [], (69, 297)) is None


def test_marks_are_kept_clear_of() -> None:
    marks = [CutLine(x, 281, x, 285, THICKNESS) for x in (12, 30)]
    slug_boxes = find_slug_boxes(SLUG[:1], ("bottom",), [block(10, 10, 200, 278)], marks, A4)
    assert slug_boxes is not None
    assert slug_boxes[0].box.x == 12 + 0.1 + 0.5


def test_no_room_is_none() -> None:
    assert find_slug_boxes(SLUG, ALL, [block(5, 5, 205, 292)], [], A4) is None


def test_nothing_needs_no_room() -> None:
    assert find_slug_boxes((), ALL, [block(5, 5, 205, 292)], [], A4) == ()


@each("pieces", [SLUG, SLUG[:1], SLUG[2:], ()])
@each("width", range(150, 206, 5))
@each("height", [200, 270, 285, 292])
def test_where_a_piece_finds_no_room_on_an_empty_sheet_none_is_looked_for(
    pieces: tuple[SlugItem, ...], width: float, height: float
) -> None:
    blocks = [block(5, 5, width, height)]
    alone = all(find_slug_boxes((piece,), ALL, blocks, [], A4) is not None for piece in pieces)
    assert may_fit(pieces, ALL, blocks, A4) == alone
