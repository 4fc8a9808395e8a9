"""Marks become the operators that draw them."""

from collections.abc import Sequence

import pytest
from each import each
from proofs import polygon

from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import Drawing, Mark, Paint, PlacedDrawing, Shape, TextRun
from generator.pdf.operators import Code, cut_lines, draw, matrix, number, within
from generator.pdf.resource_shelf import ResourceShelf
from generator.sheet.page import CutLine

LINE = (("M", 0.0, 0.0), ("L", 10.0, 2.5))


class Book(ResourceShelf):
    """Names that tell what they are for."""

    def __init__(self) -> None:
        pass

    def encode(self, text: TextRun) -> Sequence[tuple[str, str]]:
        return [("F1", f"({text.text}) Tj")] if text.text else []

    def form(self, drawing: Drawing) -> str:
        return drawing.name


BOOK = Book()


def code_of(*marks: Mark) -> str:
    return draw(marks, BOOK).text


@each(
    ("value", "text"),
    [
        (0, "0"),
        (63, "63"),
        (10.5, "10.5"),
        (0.1 + 0.2, "0.3"),
        (-0.0001, "0"),
        (1e-7, "0"),
        (1 / 3, "0.333"),
        (-2.25, "-2.25"),
        (100, "100"),
        (1234567.0, "1234567"),
    ],
)
def test_numbers_are_short_and_have_no_exponent(value: float, text: str) -> None:
    assert number(value) == text


def test_a_matrix_keeps_its_factors_to_a_micrometre_across_a_page() -> None:
    assert matrix((0.70710678, 0.0, -1e-9, 1.0, 10.0, 20.5)) == "0.7071068 0 0 1 10 20.5"


def test_a_stroke_sets_colour_width_cap_join_and_dash() -> None:
    paint = Paint(stroke="#000000", width=0.4, cap="round", join="bevel", dash=(1.5, 0.5))
    assert code_of(Shape(LINE, paint)) == "0 G 0.4 w 1 J 2 j [1.5 0.5] 0 d\n0 0 m\n10 2.5 l S"


def test_fill_and_stroke_are_one_operator() -> None:
    path = polygon((0, 0), (4, 0), (4, 3))
    code = code_of(Shape(path, Paint(fill="#ff0080", stroke="#000000")))
    assert code.startswith("1 0 0.502 rg 0 G 0.25 w")
    assert code.endswith("h B")


@each(
    ("paint", "operator"),
    [
        (Paint(fill="#000000"), "f"),
        (Paint(fill="#000000", even_odd=True), "f*"),
        (Paint(stroke="#000000"), "S"),
        (Paint(stroke="#000000", even_odd=True), "S"),
        (Paint(fill="#000000", stroke="#000000", even_odd=True), "B*"),
    ],
)
def test_the_painting_operator_follows_the_paint(paint: Paint, operator: str) -> None:
    assert code_of(Shape(LINE, paint)).split()[-1] == operator


def test_curves_are_written() -> None:
    curve = (("M", 0.0, 0.0), ("C", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0))
    assert "1 2 3 4 5 6 c" in code_of(Shape(curve, Paint(fill="#000000")))


@pytest.mark.parametrize("paint", [Paint(), Paint(stroke="#000000", width=0)])
def test_a_paint_without_ink_draws_nothing(paint: Paint) -> None:
    assert code_of(Shape(LINE, paint)) == ""


def test_a_dash_of_nothing_is_a_solid_line() -> None:
    assert "[] 0 d" in code_of(Shape(LINE, Paint(stroke="#000000", dash=(0.0, 0.0))))


def test_grey_is_written_as_grey() -> None:
    assert code_of(Shape(LINE, Paint(fill="#808080"))).startswith("0.502 g\n")


def test_settings_are_written_where_they_change_only(body: Font) -> None:
    black, grey = Shape(LINE, Paint(fill="#000000")), Shape(LINE, Paint(fill="#cccccc"))
    code = code_of(black, black, TextRun("a", body, 3, 0, 0), grey, grey, black)
    assert [line for line in code.split("\n") if line.endswith(" g")] == ["0 g", "0.8 g", "0 g"]


def test_text_stands_upright_in_a_page_whose_y_goes_down(body: Font) -> None:
    assert code_of(TextRun("Hi", body, 3.2, 5, 20)) == "0 g\nBT 1 0 0 -1 5 20 Tm /F1 3.2 Tf (Hi) Tj ET"


def test_a_texts_matrix_applies_to_its_place_too(body: Font) -> None:
    turned = TextRun("Hi", body, 3, 5, 20, matrix=(0, 1, -1, 0, 50, 0), colour="#ff0000")
    assert code_of(turned) == "1 0 0 rg\nBT 0 1 1 0 30 5 Tm /F1 3 Tf (Hi) Tj ET"


def test_an_outlined_text_is_white_with_a_line_and_leaves_the_next_one_filled(body: Font) -> None:
    code = code_of(TextRun("6", body, 9, 5, 20, outline=0.3), TextRun("Hi", body, 3, 5, 30))
    assert code == (
        "1 g 0 G 0.3 w 1 J 1 j [] 0 d\nBT 1 0 0 -1 5 20 Tm 2 Tr /F1 9 Tf (6) Tj 0 Tr ET\n"
        "0 g\nBT 1 0 0 -1 5 30 Tm /F1 3 Tf (Hi) Tj ET"
    )


def test_no_text_draws_nothing(body: Font) -> None:
    assert code_of(TextRun("", body, 3, 5, 20)) == ""


def test_a_drawing_is_placed_and_named_once() -> None:
    star = Drawing("star", ())
    code = draw([PlacedDrawing(star), PlacedDrawing(star, (2, 0, 0, 2, 10, 0))], BOOK)
    assert code == Code("/star Do\nq 2 0 0 2 10 0 cm /star Do Q", ("star",))


def test_crop_marks_are_black_and_have_their_width() -> None:
    lines = [CutLine(5, 10, 9, 10, 0.2), CutLine(20, 5, 20, 9, 0.2)]
    assert cut_lines(lines).split("\n") == ["0 G 0 J [] 0 d", "0.2 w", "5 10 m 9 10 l S", "20 5 m 20 9 l S"]
    assert cut_lines([]) == ""


def test_a_crop_mark_on_art_has_white_beside_it() -> None:
    white, black = cut_lines([CutLine(5, 10, 9, 10, 0.2, on_art=True)]).split("0 G")
    assert white.split("\n")[:2] == ["1 G 0 J [] 0 d", "0.6 w 5 10 m 9 10 l S"]
    assert black.split("\n")[1:] == ["0.2 w", "5 10 m 9 10 l S"]


def test_what_is_within_a_slot_is_clipped_to_it() -> None:
    assert within((1, 0, 0, 1, 10, 20), (-1, -1, 65, 90), "X") == "q 1 0 0 1 10 20 cm -1 -1 65 90 re W n\nX\nQ"
