"""Folds that lie under art: they are drawn again on top of it, as nobody folds along a line that is not seen."""

from collections.abc import Iterable, Sequence

from generator.draw.marks.bounds import Bounds, bounds, bounds_of
from generator.draw.marks.marks import FOLD, Mark, Matrix, Outline, PlacedRaster, Shape, TextRun, leaves, moved


def with_folds_seen(marks: Sequence[Mark], folds: Iterable[Outline]) -> tuple[Mark, ...]:
    """The marks of a face, and behind them those of its folds that pixels or filled shapes lie over."""
    drawn = [(mark, matrix) for mark, matrix in leaves(marks) if not isinstance(mark, TextRun)]
    covered = [fold for fold in folds if _is_covered(fold, drawn)]
    return (*marks, *[Shape(fold, FOLD) for fold in covered])


def _is_covered(fold: Outline, drawn: Sequence[tuple[Shape | PlacedRaster, Matrix]]) -> bool:
    """Whether something that is drawn after a fold reaches over all of it."""
    line = bounds(fold)
    seen = False
    for mark, matrix in drawn:
        if isinstance(mark, Shape) and mark.paint == FOLD:
            seen |= moved(mark.path, matrix) == fold
        elif seen and line is not None and _reaches_over(mark, matrix, line):
            return True
    return False


def _reaches_over(mark: Shape | PlacedRaster, matrix: Matrix, line: Bounds) -> bool:
    box = None if isinstance(mark, Shape) and mark.paint.fill is None else bounds_of([mark], matrix)
    return box is not None and box[0] <= line[0] and box[1] <= line[1] and box[2] >= line[2] and box[3] >= line[3]
