"""A drawing with its own size, how it is fitted into a rectangle, and how far marks reach."""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot, inf, sqrt
from typing import NamedTuple

from msgspec import Struct

from generator.core.choices import MM_PER_INCH
from generator.core.problem import Problem
from generator.draw.marks.marks import (
    IDENTITY,
    Drawing,
    Face,
    Layer,
    Mark,
    Matrix,
    Outline,
    PathStep,
    PlacedDrawing,
    PlacedRaster,
    Raster,
    Shape,
    TextRun,
    leaves,
    moved,
    multiply,
)

Viewport = tuple[float, float, float, float]  # left, top, width, height


class Aspect(NamedTuple):
    """How a picture is fitted into a rectangle (SVG's ``preserveAspectRatio``)."""

    across: float = 0.5  # of the room that is left over, how much lies on the left
    down: float = 0.5
    fill: bool = False  # as small as fills the rectangle, and cut off at its edges; else as large as fits
    stretch: bool = False  # to the rectangle's own proportions


MIDDLE = Aspect()


class Picture(Struct, frozen=True):
    """A drawing and its own size in mm. The drawing's marks are mm from the top left corner at that size."""

    drawing: Drawing
    width: float
    height: float
    shapes: int  # drawn in all, those of the drawings placed in it and these themselves included; long paths count more
    dpi: float | None = None  # of its coarsest pixels at its own size; None where it has none
    namesakes: tuple[str, ...] = ()  # other files that its name might stand for
    shades: "tuple[tuple[str, Picture], ...]" = ()  # the same in other colours than black, by these
    notes: tuple[Problem, ...] = ()  # what is drawn otherwise than with vectors, or than its file says

    def placed(
        self, x: float, y: float, width: float, height: float, aspect: Aspect = MIDDLE, matrix: Matrix = IDENTITY
    ) -> PlacedDrawing | Layer:
        """The drawing in a rectangle (of any unit), and that by ``matrix``."""
        inner = fit(self.width, self.height, (x, y, width, height), aspect)
        if not aspect.fill:
            return PlacedDrawing(self.drawing, multiply(matrix, inner))
        return Layer(
            (PlacedDrawing(self.drawing, inner),), clips=((box_path(x, y, width, height), False),), matrix=matrix
        )

    def edge(self, x: float, y: float, width: float, height: float, aspect: Aspect, matrix: Matrix) -> Outline:
        """The outline of all of it where it is placed so; what is cut off counts too."""
        inner = fit(self.width, self.height, (x, y, width, height), aspect)
        return moved(box_path(0.0, 0.0, self.width, self.height), multiply(matrix, inner))

    def dpi_under(self, matrix: Matrix) -> float | None:
        """Pixels an inch, of its coarsest, where ``matrix`` takes its own mm to those of paper."""
        if self.dpi is None:
            return None
        a, b, c, d, _, _ = matrix
        largest = max(hypot(a, b), hypot(c, d))
        return self.dpi / largest if largest else None


def fit(width: float, height: float, box: Viewport, aspect: Aspect = MIDDLE) -> Matrix:
    """The matrix that brings (0, 0, width, height) into ``box``."""
    left, top, box_width, box_height = box
    across, down = box_width / width, box_height / height
    if not aspect.stretch:
        across = down = max(across, down) if aspect.fill else min(across, down)
    right, below = box_width - width * across, box_height - height * down
    return (across, 0.0, 0.0, down, left + right * aspect.across, top + below * aspect.down)


def box_path(x: float, y: float, width: float, height: float) -> Outline:
    """The outline of a rectangle."""
    return edges_path(x, y, x + width, y + height)


def edges_path(left: float, top: float, right: float, bottom: float) -> Outline:
    """The outline of a rectangle that ends there."""
    return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))


def edge_of(face: Face) -> Outline:
    """Where a face ends."""
    return face.outline or box_path(0.0, 0.0, face.width, face.height)


def placed_rasters(
    marks: Iterable[Mark], matrix: Matrix = IDENTITY, *, unseen: bool = True
) -> Iterator[tuple[Raster, float, float]]:
    """All pictures of pixels among marks, each with its width and height in mm.

    Args:
        marks: where they are looked for, however deep they lie.
        matrix: how the marks are placed.
        unseen: whether those count too that only say where others show (in a layer's mask).
    """
    for mark, placed in leaves(marks, matrix, unseen=unseen):
        if isinstance(mark, PlacedRaster):
            a, b, c, d, _, _ = multiply(placed, mark.matrix)
            yield mark.raster, hypot(a, b), hypot(c, d)


def coarsest(marks: "tuple[Mark, ...]", matrix: Matrix = IDENTITY) -> float | None:
    """Pixels an inch of the coarsest pixels among marks, placed by ``matrix``; None where there are none.

    Pictures one pixel wide or high are colours, and don't count.
    """
    resolutions = (
        MM_PER_INCH * min(raster.width / width, raster.height / height)
        for raster, width, height in placed_rasters(marks, matrix, unseen=False)
        if width and height and min(raster.width, raster.height) > 1
    )
    return min(resolutions, default=None)


Bounds = tuple[float, float, float, float]  # left, top, right, bottom

_SQUARE = box_path(0.0, 0.0, 1.0, 1.0)


def bounds(path: Iterable[PathStep]) -> Bounds | None:
    """The box round an outline; None where it has no point."""
    left, top, right, bottom = inf, inf, -inf, -inf
    x = y = 0.0
    for step in path:
        if len(step) == 1:
            continue
        before_x, before_y = x, y
        x, y = step[-2:]
        left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
        if step[0] == "C":
            _, x1, y1, x2, y2, _, _ = step
            # A curve stays within the hull of its points.
            if x1 < left or x2 < left or x1 > right or x2 > right:
                xs = _extremes(before_x, x1, x2, x)
                left, right = min([left, *xs]), max([right, *xs])
            if y1 < top or y2 < top or y1 > bottom or y2 > bottom:
                ys = _extremes(before_y, y1, y2, y)
                top, bottom = min([top, *ys]), max([bottom, *ys])
    return None if left == inf else (left, top, right, bottom)


def moved_box(box: Bounds, matrix: Matrix) -> Bounds:
    """The box round a box that was moved by ``matrix``."""
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return (min(xs), min(ys), max(xs), max(ys))


def bounds_of(marks: Iterable[Mark], matrix: Matrix = IDENTITY) -> Bounds | None:
    """The box round all outlines and pixels of marks, placed by ``matrix``; clips, masks and texts don't count."""

    def steps() -> Iterator[PathStep]:
        for mark, placed in leaves(marks, matrix):
            if isinstance(mark, Shape):
                yield from moved(mark.path, placed)
            elif isinstance(mark, PlacedRaster):
                yield from moved(_SQUARE, multiply(placed, mark.matrix))

    return bounds(steps())


def _extremes(a: float, b: float, c: float, d: float) -> list[float]:
    """Values of a cubic from ``a`` to ``d`` where it turns round, if that is between its ends."""
    if min(a, d) <= min(b, c) and max(b, c) <= max(a, d):
        return []
    # The derivative over 3: (1-t)² (b-a) + 2 t (1-t) (c-b) + t² (d-c).
    p, q, r = b - a, c - b, d - c
    square, half = p - 2 * q + r, q - p
    if abs(square) < 1e-12:
        roots = [-p / (2 * half)] if half else []
    else:
        under = half * half - square * p
        roots = [(-half + sign * sqrt(under)) / square for sign in (1, -1)] if under >= 0 else []
    return [
        (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t * t * (1 - t) * c + t**3 * d for t in roots if 0 < t < 1
    ]


def overhang(mark: Mark, width: float, height: float, matrix: Matrix = IDENTITY) -> float:
    """How far outlines reach beyond the rectangle from (0, 0) to (width, height), in mm; at most 0 if they do not.

    ``matrix`` takes the mark to the rectangle's mm. The width of strokes is left out, and so are texts.
    """
    if isinstance(mark, TextRun):
        return 0.0
    if isinstance(mark, PlacedDrawing | Layer):
        inner = multiply(matrix, mark.matrix)
        held, clips = (mark.marks, mark.clips) if isinstance(mark, Layer) else (mark.drawing.marks, ())
        far = max([overhang(each, width, height, inner) for each in held], default=0.0)
        # And no farther than the nearest of its clips.
        return min([far, *(_path_over(moved(path, inner), width, height) for path, _ in clips if path)])
    if isinstance(mark, PlacedRaster):
        return _path_over(moved(_SQUARE, multiply(matrix, mark.matrix)), width, height)
    return _path_over(moved(mark.path, matrix), width, height)


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
