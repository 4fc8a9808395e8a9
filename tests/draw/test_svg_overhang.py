"""How far marks reach beyond a rectangle."""

import pytest
from each import each

from generator.draw.marks.marks import Drawing, Mark, Outline, Paint, PlacedDrawing, Shape
from generator.draw.marks.picture import overhang


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
