"""Lines of given weights, whatever scale their drawings are placed at."""

from math import cos, sin

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from strokes import StrokeGauge

from generator.draw.marks.line_weights import LineWeights
from generator.draw.marks.marks import Drawing, Gradient, Layer, Mark, Matrix, Paint, PlacedDrawing, Shape, content_name

WEIGHTS = LineWeights((0.8, 0.25, 0.5))
PATH = (("M", 0.0, 0.0), ("L", 10.0, 0.0), ("C", 12.0, 0.0, 12.0, 5.0, 10.0, 10.0), ("Z",))


def line(width: float) -> Shape:
    return Shape(PATH, Paint(None, "#000000", width))


def drawing(*marks: Mark) -> Drawing:
    return Drawing(content_name(marks), marks)


def measured(*marks: Mark) -> list[float]:
    return sorted({round(width, 3) for found in StrokeGauge().measure(marks) for width in found})


@each(
    "width, given",
    [(0.01, 0.25), (0.35, 0.25), (0.36, 0.5), (0.63, 0.5), (0.64, 0.8), (1.6, 0.8), (1.61, 1.61), (7, 7)],
)
def test_a_line_gets_the_nearest_weight_by_ratio_and_an_area_keeps_its_own(width: float, given: float) -> None:
    assert WEIGHTS.nearest(width) == given


def test_what_has_them_already_is_the_very_same() -> None:
    placed = PlacedDrawing(drawing(line(0.5), Shape(PATH, Paint("#000000"))), (1.0, 0.0, 0.0, 1.0, 3.0, 4.0))
    found = WEIGHTS.drawn([placed, line(0.8)])
    assert found[0] is placed
    assert found[1] == line(0.8)


def test_drawings_in_drawings_and_layers_are_as_wide_on_paper() -> None:
    inner = PlacedDrawing(drawing(line(2.0)), (0.2, 0.0, 0.0, 0.2, 1.0, 1.0))
    layer = Layer((inner, line(1.0)), 0.5, matrix=(0.0, 0.5, -0.5, 0.0, 0.0, 0.0))
    outer = PlacedDrawing(drawing(layer, line(0.4)), (2.0, 0.0, 0.0, 2.0, 0.0, 0.0))
    assert measured(outer) == [0.4, 0.8, 1.0]
    assert measured(*WEIGHTS.drawn([outer])) == [0.5, 0.8]


def test_one_drawing_at_one_scale_is_cut_once_and_its_name_tells_the_cuts_apart() -> None:
    icon = drawing(line(2.0))
    small, turned, large = WEIGHTS.drawn(
        [
            PlacedDrawing(icon, (k * cos(t), k * sin(t), -k * sin(t), k * cos(t), 0, 0))
            for k, t in [(0.1, 0), (0.1, 1), (1, 0)]
        ]
    )
    assert isinstance(small, PlacedDrawing)
    assert isinstance(turned, PlacedDrawing)
    assert isinstance(large, PlacedDrawing)
    assert small.drawing is turned.drawing
    assert small.drawing.name == content_name(small.drawing.marks) != large.drawing.name


def test_a_stretched_drawing_has_even_lines_where_its_outlines_were() -> None:
    stretched = PlacedDrawing(drawing(line(0.5)), (4.0, 0.0, 0.0, 0.5, 1.0, 2.0))
    assert measured(stretched) == [0.25, 2.0]
    (found,) = WEIGHTS.drawn([stretched])
    assert measured(found) == [0.8]
    assert isinstance(found, PlacedDrawing)
    (shape,) = found.drawing.marks
    assert isinstance(shape, Shape)
    assert shape.path[1] == ("L", 40.0, 0.0)
    assert found.matrix == (1.0, 0.0, 0.0, 1.0, 1.0, 2.0)


def test_a_stretched_gradient_keeps_its_place_and_its_lines_the_mean() -> None:
    shades = Gradient((0, 0, 1, 0), ((0, "#000000"), (1, "#ffffff")))
    stretched = PlacedDrawing(drawing(Shape(PATH, Paint(shades, "#000000", 0.1))), (4.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    (found,) = WEIGHTS.drawn([stretched])
    assert isinstance(found, PlacedDrawing)
    assert found.matrix == stretched.matrix
    (shape,) = found.drawing.marks
    assert isinstance(shape, Shape)
    assert shape.paint.width == pytest.approx(0.125)


LENGTHS = st.floats(0.01, 20) | st.floats(-20, -0.01)


@given(st.floats(0.02, 5), LENGTHS, LENGTHS, st.floats(-3, 3), st.floats(0.05, 4))
def test_every_line_of_a_plain_drawing_has_a_weight_however_it_is_placed(
    width: float, across: float, down: float, lean: float, inner: float
) -> None:
    once: Matrix = (inner, 0.0, 0.0, inner, 2.0, 0.0)
    marks = (line(width), PlacedDrawing(drawing(line(width)), once))
    found = measured(
        *LineWeights((0.25, 0.5, 0.8)).drawn([PlacedDrawing(drawing(*marks), (across, 0.0, lean, down, 1.0, 2.0))])
    )
    assert all(each in (0.25, 0.5, 0.8) or each > 1.6 for each in found)
