"""A drawing with its own size, and how it is fitted into a rectangle."""

from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple

from msgspec import Struct

from generator.core.choices import MM_PER_INCH
from generator.draw.marks.marks import (
    IDENTITY,
    Drawing,
    Face,
    Layer,
    Mark,
    Matrix,
    Outline,
    PlacedDrawing,
    PlacedRaster,
    Raster,
    Shape,
    TextRun,
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
    right, bottom = x + width, y + height
    return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))


def edge_of(face: Face) -> Outline:
    """Where a face ends."""
    return face.outline or box_path(0.0, 0.0, face.width, face.height)


def placed_rasters(
    marks: "Iterable[Mark]", matrix: Matrix = IDENTITY, *, unseen: bool = True
) -> Iterator[tuple[Raster, float, float]]:
    """All pictures of pixels among marks, each with its width and height in mm.

    Args:
        marks: where they are looked for, however deep they lie.
        matrix: how the marks are placed.
        unseen: whether those count too that only say where others show (in a layer's mask).
    """
    for mark in marks:
        if isinstance(mark, Shape | TextRun):
            continue
        inner = multiply(matrix, mark.matrix)
        if isinstance(mark, PlacedRaster):
            a, b, c, d, _, _ = inner
            yield mark.raster, hypot(a, b), hypot(c, d)
        elif isinstance(mark, Layer):
            yield from placed_rasters((*mark.marks, *(mark.mask or ())) if unseen else mark.marks, inner, unseen=unseen)
        else:
            yield from placed_rasters(mark.drawing.marks, inner, unseen=unseen)


def coarsest(marks: "tuple[Mark, ...]", matrix: Matrix = IDENTITY) -> float | None:
    """Pixels an inch of the coarsest pixels among marks, placed by ``matrix``; None where there are none.

    Pictures one pixel wide or high are colours, and don't count.
    """
    found = (
        MM_PER_INCH * min(raster.width / width, raster.height / height)
        for raster, width, height in placed_rasters(marks, matrix, unseen=False)
        if width and height and min(raster.width, raster.height) > 1
    )
    return min(found, default=None)
