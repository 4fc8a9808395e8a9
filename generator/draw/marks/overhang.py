"""How far marks reach."""

from collections.abc import Sequence

from generator.draw.marks.marks import (
    IDENTITY,
    Layer,
    Mark,
    Matrix,
    Outline,
    PlacedDrawing,
    PlacedRaster,
    Shape,
    TextRun,
    moved,
    multiply,
)
from generator.draw.marks.picture import bounds, box_path

_SQUARE = box_path(0.0, 0.0, 1.0, 1.0)


def overhang(mark: Mark, width: float, height: float, matrix: Matrix = IDENTITY) -> float:
    """How far outlines reach beyond the rectangle from (0, 0) to (width, height), in mm; at most 0 if they do not.

    ``matrix`` takes the mark to the rectangle's mm. The width of strokes is left out, and so are texts.
    """
    if isinstance(mark, TextRun):
        return 0.0
    if isinstance(mark, PlacedDrawing | Layer):
        inner = multiply(matrix, mark.matrix)
        if isinstance(mark, PlacedDrawing):
            return _all_over(mark.drawing.marks, width, height, inner)
        far = _all_over(mark.marks, width, height, inner)  # and no farther than the nearest of its clips
        return min([far, *(_path_over(moved(path, inner), width, height) for path, _ in mark.clips if path)])
    if isinstance(mark, PlacedRaster):
        return _path_over(moved(_SQUARE, multiply(matrix, mark.matrix)), width, height)
    return _path_over(moved(mark.path, matrix), width, height)


def are_within(marks: Sequence[Mark], width: float, height: float, most: float) -> bool:
    """Whether no mark's `overhang` is more than ``most``, which is not negative."""
    # No curve leaves the hull of its control points, so these settle it for nearly all.
    points = [value for mark in marks if isinstance(mark, Shape) for step in mark.path for value in step[1:]]
    plain = not points or _beyond(points, width, height) <= most
    return all(overhang(mark, width, height) <= most for mark in marks if not (plain and isinstance(mark, Shape)))


def _all_over(marks: Sequence[Mark], width: float, height: float, matrix: Matrix) -> float:
    return max([overhang(each, width, height, matrix) for each in marks], default=0.0)


def _path_over(path: Outline, width: float, height: float) -> float:
    # No curve leaves the hull of its control points, so these settle it for nearly all.
    far = _beyond([value for step in path for value in step[1:]], width, height)
    if far <= 0:
        return far
    box = bounds(path)
    return far if box is None else _beyond(box, width, height)


def _beyond(points: Sequence[float], width: float, height: float) -> float:
    """The largest overhang of points given as x, y, x, y and so on; there is one at least."""
    across, down = points[::2], points[1::2]
    return max(-min(across), max(across) - width, -min(down), max(down) - height)
