"""A drawing with its own size, and how it is fitted into a rectangle."""

from dataclasses import dataclass

from generator.marks.marks import Drawing, Matrix, PlacedDrawing

Viewport = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing and its own size in mm. The drawing's marks are mm from the top left corner at that size."""

    drawing: Drawing
    width: float
    height: float
    shapes: int  # drawn in all, those of the drawings placed in it and these themselves included; long paths count more

    def placed(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        stretch: bool = False,  # noqa: FBT001, FBT002 - templates hand it on by place
    ) -> PlacedDrawing:
        """The drawing in a rectangle (of any unit): as large as fits, centred; or filling it where ``stretch``."""
        return PlacedDrawing(self.drawing, fit(self.width, self.height, (x, y, width, height), stretch=stretch))


def fit(width: float, height: float, box: Viewport, *, stretch: bool = False) -> Matrix:
    """The matrix that brings (0, 0, width, height) into ``box``.

    The aspect ratio is kept and the rest of the box shared out evenly (``xMidYMid meet``), or not kept where
    ``stretch`` (``none``).
    """
    left, top, box_width, box_height = box
    across, down = box_width / width, box_height / height
    if not stretch:
        across = down = min(across, down)
    return (across, 0.0, 0.0, down, left + (box_width - width * across) / 2, top + (box_height - height * down) / 2)
