"""How far art reaches, side by side: what comes to the cut has to go on beyond it; and folds that art covers."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.draw.marks.marks import (
    FOLD,
    IDENTITY,
    Face,
    Layer,
    Mark,
    Matrix,
    Outline,
    PlacedDrawing,
    PlacedRaster,
    Shape,
    TextRun,
    leaves,
    moved,
    multiply,
)
from generator.draw.marks.picture import Bounds, bounds, bounds_of, box_path
from generator.draw.scope import FaceFault

NEAR = 0.05  # mm that count for nothing
SPILT = 0.5  # mm beyond an edge: less is the half of a line along it
PAPER = "#ffffff"


class CoveredBox(NamedTuple):
    """What a mark covers, in mm of the face."""

    left: float
    top: float
    right: float
    bottom: float


def short_bleed(face: Face, bleed: float, whose: str = "the") -> list[FaceFault]:
    """A fault if art comes to the cut of a face and ends before ``bleed`` mm beyond it; texts are not art."""
    boxes = [box for box in covered(face.marks) if _is_on(box, face)]
    beyond = {
        "left": [-box.left for box in boxes],
        "top": [-box.top for box in boxes],
        "right": [box.right - face.width for box in boxes],
        "bottom": [box.bottom - face.height for box in boxes],
    }
    farthest = {side: max(reaches, default=-bleed) for side, reaches in beyond.items()}
    short = {side: abs(reach) for side, reach in farthest.items() if -NEAR <= reach < bleed - NEAR}
    if not short:
        return []
    least = min(short.values())
    ends = f"{least:.2g} mm beyond the cut" if least > NEAR else "at the cut"
    message = f"{whose} art ends {ends} ({', '.join(short)}); the bleed is {bleed:g} mm"
    hint = f"draw what touches the cut {bleed:g} mm beyond it, or set a smaller bleed"
    return [FaceFault("short-bleed", message, hint, (), 1, 1, "warning")]


def spills(box: CoveredBox, width: float, height: float, free: float = SPILT) -> bool:
    """Whether a box reaches more than ``free`` mm beyond one of this size."""
    return min(box.left, box.top) < -free or box.right > width + free or box.bottom > height + free


def _is_on(box: CoveredBox, face: Face) -> bool:
    return box.left < face.width and box.right > 0 and box.top < face.height and box.bottom > 0


def covered(marks: Iterable[Mark], matrix: Matrix = IDENTITY) -> Iterator[CoveredBox]:
    """What each mark covers that leaves ink and is not text, seen through ``matrix``."""
    for mark in marks:
        if isinstance(mark, Shape):
            if mark.path and (mark.paint.stroke or mark.paint.fill not in (None, PAPER)):
                yield _shape(mark, matrix)
        elif isinstance(mark, PlacedRaster):
            yield _around(moved(box_path(0.0, 0.0, 1.0, 1.0), multiply(matrix, mark.matrix)))
        elif isinstance(mark, PlacedDrawing):
            own, box = multiply(matrix, mark.matrix), mark.drawing.box
            edges = [] if box is None else [_around(moved((("M", *box[:2]), ("L", *box[2:])), own))]
            yield from _within(covered(mark.drawing.marks, own), edges)
        elif isinstance(mark, Layer):
            own = multiply(matrix, mark.matrix)
            yield from _within(covered(mark.marks, own), [_around(moved(path, own)) for path, _ in mark.clips])


def _shape(shape: Shape, matrix: Matrix) -> CoveredBox:
    box, paint = _around(moved(shape.path, matrix)), shape.paint
    half = paint.width / 2 if paint.stroke not in (None, PAPER) else 0.0
    return CoveredBox(box.left - half, box.top - half, box.right + half, box.bottom + half)


def _around(path: Outline) -> CoveredBox:
    return CoveredBox(*(bounds(path) or (0.0, 0.0, 0.0, 0.0)))


def _within(boxes: Iterable[CoveredBox], edges: Iterable[CoveredBox]) -> Iterator[CoveredBox]:
    """What of the boxes lies within all edges."""
    limits = list(edges)
    for box in boxes:
        cut = CoveredBox(
            max([box.left, *(edge.left for edge in limits)]),
            max([box.top, *(edge.top for edge in limits)]),
            min([box.right, *(edge.right for edge in limits)]),
            min([box.bottom, *(edge.bottom for edge in limits)]),
        )
        if cut.left < cut.right and cut.top < cut.bottom:
            yield cut


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
