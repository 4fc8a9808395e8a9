"""Folds under art are drawn again on top of it."""

from generator.draw.marks.marks import FOLD, Drawing, Mark, Paint, PlacedDrawing, Shape
from generator.draw.marks.picture import box_path
from generator.draw.short_bleed import with_folds_seen

LINE = (("M", 0.0, 10.0), ("L", 20.0, 10.0))
OTHER = (("M", 10.0, 0.0), ("L", 10.0, 20.0))
FOLDS = (LINE, OTHER)


def art(width: float, fill: str | None = "#88aadd") -> Shape:
    return Shape(box_path(0.0, 0.0, width, 20.0), Paint(fill=fill))


def again(*marks: Mark) -> list[object]:
    """The folds that are drawn behind all others."""
    return [mark.path for mark in with_folds_seen(marks, FOLDS)[len(marks) :] if isinstance(mark, Shape)]


def test_a_fold_under_art_is_drawn_again() -> None:
    fold = Shape(LINE, FOLD)
    assert again(fold, art(20.0)) == [LINE]
    assert again(art(20.0), fold) == []
    assert again(fold, art(15.0)) == []
    assert again(fold, art(20.0, None)) == []


def test_what_lies_in_a_drawing_counts_where_it_is_placed() -> None:
    inner = PlacedDrawing(Drawing("art", (art(10.0),)), (2.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    both = PlacedDrawing(Drawing("both", (Shape(LINE, FOLD), Shape(OTHER, FOLD))))
    assert again(both, inner) == [LINE, OTHER]
