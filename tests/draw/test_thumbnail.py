"""A face as a small picture: as large as fits, without what nobody could read, in lines that print."""

from collections.abc import Iterable, Iterator
from math import sqrt

import pytest
from each import each
from projects import PLAIN

from generator.core.choices import mm_from_points
from generator.draw.figure_pictures import LEAST_TEXT, is_coloured, thumbnail
from generator.draw.marks.fonts import load
from generator.draw.marks.marks import Drawing, Face, Gradient, Layer, Mark, Paint, PlacedDrawing, Shape, TextRun
from generator.draw.marks.picture import box_path

LINE = Paint(stroke="#000000", width=0.5)
FONT = load(PLAIN)


def words(size: float) -> TextRun:
    return TextRun("words", FONT, mm_from_points(size), 5, 20)


def all_of(marks: Iterable[Mark], scale: float = 1.0) -> Iterator[tuple[Mark, float]]:
    for mark in marks:
        if isinstance(mark, PlacedDrawing):
            a, b, c, d, _, _ = mark.matrix
            yield from all_of(mark.drawing.marks, scale * sqrt(abs(a * d - b * c)))
        else:
            yield mark, scale


def face(*marks: Mark) -> Face:
    return Face(60, 90, (Shape(box_path(2, 2, 56, 86), LINE), *marks))


def test_it_is_as_large_as_fits() -> None:
    small = thumbnail(face(), 20, 20)
    assert (small.width, small.height) == pytest.approx((20 * 60 / 90, 20))


def test_lines_are_wide_enough_to_be_printed() -> None:
    nested = PlacedDrawing(Drawing("inner", (Shape(box_path(0, 0, 9, 9), LINE),)), (0.5, 0, 0, 0.5, 3, 3))
    widths = [
        mark.paint.width * scale
        for mark, scale in all_of(thumbnail(face(nested), 9, 9).drawing.marks)
        if isinstance(mark, Shape)
    ]
    assert len(widths) == 3  # the paper, the frame, the nested one
    assert widths == pytest.approx([0.25] * 3)


@pytest.mark.parametrize(("points", "kept"), [(LEAST_TEXT * 4.6, True), (LEAST_TEXT * 4.4, False)])
@pytest.mark.parametrize("nested", [False, True])
def test_text_that_nobody_could_read_is_left_out(points: float, kept: bool, nested: bool) -> None:
    run: Mark = words(points)
    small = thumbnail(face(PlacedDrawing(Drawing("inner", (run,))) if nested else run), 20, 20)  # 4.5 times smaller
    assert any(isinstance(mark, TextRun) for mark, _ in all_of(small.drawing.marks)) == kept


@each(
    ("mark", "coloured"),
    [
        (Shape((), Paint(fill="#ffffff", stroke="#7f7f7f")), False),
        (Shape((), Paint(stroke="#7f7f80")), True),
        (Shape((), Paint(fill=Gradient((0, 0, 1, 0), ((0, "#000000"), (1, "#333333"))))), False),
        (Shape((), Paint(fill=Gradient((0, 0, 1, 0), ((0, "#000000"), (1, "#330000"))))), True),
        (words(9), False),
        (TextRun("red", FONT, 3, 0, 0, colour="#ff0000"), True),
        (Layer((PlacedDrawing(Drawing("grey", (words(9),))),)), False),
        (Layer((PlacedDrawing(Drawing("green", (Shape((), Paint(fill="#00ff00")),))),)), True),
    ],
)
def test_colours_are_told_from_greys(mark: Mark, coloured: bool) -> None:
    assert is_coloured([mark]) is coloured
