"""How far marks reach beyond a rectangle."""

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.marks.marks import Drawing, Layer, Mark, Outline, Paint, PlacedDrawing, Shape
from generator.draw.marks.overhang import are_within, overhang


def shape(*path: tuple[str | float, ...]) -> Shape:
    outline: Outline = path
    return Shape(outline, Paint("#000000"))


@each(
    ("mark", "over"),
    [
        (shape(("M", 0, 0), ("L", 20, 10), ("Z",)), 0),
        (shape(("M", -3, 5), ("L", 5, 5)), 3),
        (shape(("M", 5, 5), ("L", 24, 5)), 4),
        (shape(("M", 5, -1), ("L", 5, 12)), 2),
        (shape(("M", 0, 5), ("C", 0, -3, 20, -3, 20, 5)), 1),
        (shape(("M", 0, 5), ("C", 0, -1, 20, -1, 20, 5), ("Z",)), 0),
        (PlacedDrawing(Drawing("a", (shape(("M", 0, 0), ("L", 10, 10)),)), (2, 0, 0, 1, 5, 0)), 5),
        (PlacedDrawing(Drawing("b", ())), 0),
    ],
)
def test_the_farthest_point_counts(mark: Mark, over: float) -> None:
    assert max(0.0, overhang(mark, 20, 10)) == pytest.approx(over)


places = st.floats(-2, 22).map(lambda value: round(value, 1))
curves = st.lists(st.tuples(st.just("C"), *[places] * 6), max_size=3)
shapes = st.tuples(places, places, curves).map(lambda parts: shape(("M", *parts[:2]), *parts[2]))
layers = st.lists(shapes, max_size=2).map(lambda marks: Layer(tuple(marks), matrix=(0.5, 0, 0, 1, 0, 1)))


@given(st.lists(st.one_of(shapes, layers), max_size=4), st.sampled_from([0.0, 0.5, 2.0]))
def test_marks_are_within_if_each_of_them_is(marks: list[Mark], most: float) -> None:
    assert are_within(marks, 20, 20, most) == (max([overhang(mark, 20, 20) for mark in marks], default=0.0) <= most)
