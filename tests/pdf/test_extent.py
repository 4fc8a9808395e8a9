"""A form's box holds all that it draws."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops
from proofs import pdf_with, polygon

from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import Drawing, Paint, PlacedDrawing, Shape, TextRun
from generator.pdf.extent import extent
from generator.pdf.png import page_png

BLACK = Paint(fill="#000000")


def test_a_fill_reaches_as_far_as_its_points() -> None:
    assert extent([Shape(polygon((1, 2), (5, 2), (3, 9)), BLACK)]) == (1, 2, 5, 9)


def test_a_curve_reaches_no_farther_than_its_control_points() -> None:
    curve = (("M", 0.0, 0.0), ("C", -3.0, 4.0, 12.0, 4.0, 9.0, 0.0))
    assert extent([Shape(curve, BLACK)]) == (-3, 0, 12, 4)


def test_a_stroke_reaches_as_far_as_its_longest_miter() -> None:
    left, top, right, bottom = extent([Shape(polygon((1, 2), (5, 2)), Paint(stroke="#000000", width=0.5))])
    assert (left, top, right, bottom) == (0, 1, 6, 3)


def test_drawings_within_drawings_are_followed_through_their_matrices() -> None:
    dot = Drawing("dot", (Shape(polygon((0, 0), (1, 0), (1, 2), (0, 2)), BLACK),))
    turned = Drawing("turned", (PlacedDrawing(dot, (0, 1, -1, 0, 10, 0)),))
    assert extent([PlacedDrawing(turned, (2, 0, 0, 2, 0, 5))]) == (16, 5, 20, 7)


def test_nothing_reaches_nowhere() -> None:
    assert extent([]) == (0, 0, 0, 0)
    assert extent([Shape((), BLACK)]) == (0, 0, 0, 0)


coordinate = st.integers(50, 250).map(lambda tenths: tenths / 10)
points = st.tuples(coordinate, coordinate)
paints = st.builds(
    Paint,
    fill=st.sampled_from([None, "#808080"]),
    stroke=st.just("#000000"),
    width=st.sampled_from([0.3, 1.0, 2.0]),
    cap=st.sampled_from(["butt", "round", "square"]),
    join=st.sampled_from(["miter", "round", "bevel"]),
)


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(st.lists(points, min_size=2, max_size=5), paints, st.booleans())
def test_a_drawing_looks_the_same_as_the_marks_it_is_made_of(
    corners: list[tuple[float, float]], paint: Paint, closed: bool
) -> None:
    path = polygon(*corners) if closed else polygon(*corners)[:-1]
    placed, direct = pdf_with(PlacedDrawing(Drawing("d", (Shape(path, paint),)))), pdf_with(Shape(path, paint))
    one, other = (Image.open(BytesIO(page_png(pdf, 0, 100))) for pdf in (placed, direct))
    assert ImageChops.difference(one, other).getbbox() is None


@pytest.mark.parametrize("text", ["Égj", "ÂÅẤ", "Wf"])
def test_accents_and_descenders_are_not_cut_off(text: str, body: Font, symbols: Font) -> None:
    for font in (body, symbols):
        run = TextRun(text, font, 8, 5, 15)
        placed, direct = pdf_with(PlacedDrawing(Drawing("d", (run,)))), pdf_with(run)
        one, other = (Image.open(BytesIO(page_png(pdf, 0, 150))) for pdf in (placed, direct))
        assert ImageChops.difference(one, other).getbbox() is None
