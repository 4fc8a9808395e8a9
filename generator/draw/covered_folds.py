"""Folds that lie under art: they are drawn again on top of it, as nobody folds along a line that is not seen."""

from collections.abc import Iterable, Iterator, Sequence

from generator.draw.marks.bounds import Bounds, bounds, bounds_of
from generator.draw.marks.marks import (
    FOLD,
    IDENTITY,
    Layer,
    Mark,
    Matrix,
    Outline,
    PlacedRaster,
    Shape,
    TextRun,
    moved,
    multiply,
)


def with_folds_seen(marks: Sequence[Mark], folds: Iterable[Outline]) -> tuple[Mark, ...]:
    """The marks of a face, and behind them those of its folds that pixels or filled shapes lie over."""
    leaves = list(_leaves(marks, IDENTITY))
    covered = [fold for fold in folds if _is_covered(fold, leaves)]
    return (*marks, *[Shape(fold, FOLD) for fold in covered])


def _leaves(marks: Iterable[Mark], matrix: Matrix) -> Iterator[Shape | tuple[PlacedRaster, Matrix]]:
    """What covers, or is a fold, in the order in which it is drawn."""
    for mark in marks:
        if isinstance(mark, Shape):
            yield mark if matrix == IDENTITY else Shape(moved(mark.path, matrix), mark.paint)
        elif isinstance(mark, PlacedRaster):
            yield mark, matrix
        elif not isinstance(mark, TextRun):
            inner = mark.marks if isinstance(mark, Layer) else mark.drawing.marks
            yield from _leaves(inner, multiply(matrix, mark.matrix))


def _is_covered(fold: Outline, leaves: Sequence[Shape | tuple[PlacedRaster, Matrix]]) -> bool:
    """Whether something that is drawn after a fold reaches over all of it."""
    line = bounds(fold)
    seen = False
    for leaf in leaves:
        if isinstance(leaf, Shape) and leaf.paint == FOLD:
            seen |= leaf.path == fold
        elif seen and line is not None and _reaches_over(leaf, line):
            return True
    return False


def _reaches_over(leaf: Shape | tuple[PlacedRaster, Matrix], line: Bounds) -> bool:
    if isinstance(leaf, Shape):
        box = bounds(leaf.path) if leaf.paint.fill is not None else None
    else:
        box = bounds_of([leaf[0]], leaf[1])
    return box is not None and box[0] <= line[0] and box[1] <= line[1] and box[2] >= line[2] and box[3] >= line[3]
