"""Lines that are as wide on paper as a game says, however large the pictures are that they belong to."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from generator.draw.marks.marks import (
    IDENTITY,
    Drawing,
    Layer,
    Mark,
    Matrix,
    Paint,
    PlacedDrawing,
    Shape,
    drawing_of,
    mean_scale,
    moved,
    multiply,
)

BAND = 2.0  # wider than this many times the widest weight, a line is an area
MOST_CUTS = 4_096  # drawings at a scale, kept
_EVEN = 1e-4  # within this share a drawing is as wide as it is high
_SAME = 1e-6  # mm
_FLAT = 1e-9

_Linear = tuple[float, float, float, float]


class LineWeights:
    """The weights of a game's lines: each line on a face gets the one that is nearest to what it would be."""

    __slots__ = ("_cuts", "_line", "_widths")

    def __init__(self, widths: Iterable[float], line: Callable[[float], float] = float) -> None:
        """Take the weights.

        Args:
            widths: in mm, one at least.
            line: how wide (mm) a line is drawn in this ink that has that width in full ink.
        """
        self._widths = tuple(sorted(widths))
        self._line = line
        self._cuts: dict[tuple[object, ...], Drawing] = {}

    def nearest(self, width: float) -> float:
        """The width (mm) of a line on paper that would be ``width`` wide; near is measured by the ratio of the
        two."""
        if width > self._widths[-1] * BAND:
            return width
        return self._line(min(self._widths, key=lambda line: max(line / width, width / line)))

    def drawn(self, marks: Iterable[Mark]) -> tuple[Mark, ...]:
        """The marks of a face, in mm, with their lines in these weights."""
        return tuple([self._weighed(mark, 1.0) for mark in marks])

    def _weighed(self, mark: Mark, scale: float) -> Mark:
        """A mark whose units are ``scale`` mm on paper."""
        if isinstance(mark, Shape):
            paint = self._paint(mark.paint, scale)
            return mark if paint is mark.paint else Shape(mark.path, paint)
        if isinstance(mark, PlacedDrawing):
            return self._placed(mark, scale)
        if isinstance(mark, Layer):
            inner = scale * mean_scale(mark.matrix)
            marks = tuple([self._weighed(each, inner) for each in mark.marks]) if inner > _FLAT else mark.marks
            return mark if _all_same(marks, mark.marks) else replace(mark, marks=marks)
        return mark

    def _paint(self, paint: Paint, scale: float) -> Paint:
        if paint.stroke is None or paint.width <= 0:
            return paint
        width = self.nearest(paint.width * scale) / scale
        return paint if abs(width - paint.width) * scale < _SAME else replace(paint, width=width)

    def _placed(self, mark: PlacedDrawing, scale: float) -> PlacedDrawing:
        a, b, c, d, e, f = mark.matrix
        mean = mean_scale(mark.matrix)
        if mean * scale <= _FLAT:
            return mark
        uneven = max(min(abs(a - d) + abs(b + c), abs(a + d) + abs(b - c)), 0.0) > _EVEN * mean
        if uneven and _is_plain(mark.drawing):
            # Its lines would be wider along one side than along the other: so the drawing itself is stretched.
            linear = (_rounded(a), _rounded(b), _rounded(c), _rounded(d))
            cut = self._cut(mark.drawing, linear, _rounded(scale))
            return PlacedDrawing(cut, (1.0, 0.0, 0.0, 1.0, e, f))
        cut = self._cut(mark.drawing, None, _rounded(mean * scale))
        return mark if cut is mark.drawing else PlacedDrawing(cut, mark.matrix)

    def _cut(self, drawing: Drawing, linear: _Linear | None, scale: float) -> Drawing:
        """A drawing as it is at a scale; stretched by ``linear``, where there is one."""
        key = (drawing.name, drawing.box, linear, scale)
        cut = self._cuts.get(key)
        if cut is None:
            source = drawing.marks if linear is None else tuple(_stretched(drawing.marks, (*linear, 0.0, 0.0)))
            marks = tuple([self._weighed(mark, scale) for mark in source])
            same = linear is None and _all_same(marks, drawing.marks)
            cut = drawing if same else drawing_of(marks, drawing.box if linear is None else None)
            if len(self._cuts) >= MOST_CUTS:
                self._cuts.clear()
            self._cuts[key] = cut
        return cut


def _all_same(marks: tuple[Mark, ...], originals: tuple[Mark, ...]) -> bool:
    return all(a is b for a, b in zip(marks, originals, strict=True))


def _rounded(value: float) -> float:
    """To five digits: what is placed at nearly the same scale is one drawing."""
    return float(f"{value:.5g}")


def _is_plain(drawing: Drawing) -> bool:
    """Whether a drawing is of shapes alone, which can be stretched point by point."""
    return drawing.box is None and all(
        (isinstance(mark, Shape) and mark.paint.is_plain)
        or (isinstance(mark, PlacedDrawing) and _is_plain(mark.drawing))
        for mark in drawing.marks
    )


def _stretched(marks: Iterable[Mark], matrix: Matrix) -> Iterable[Mark]:
    """Shapes as ``matrix`` has them, their lines and dashes by its mean."""
    mean = mean_scale(matrix)
    for mark in marks:
        if isinstance(mark, PlacedDrawing):
            yield from _stretched(mark.drawing.marks, multiply(matrix, mark.matrix))
        elif isinstance(mark, Shape):
            paint = mark.paint
            if paint.stroke is not None and matrix != IDENTITY:
                dash = tuple([part * mean for part in paint.dash])
                paint = replace(paint, width=paint.width * mean, dash=dash, dash_offset=paint.dash_offset * mean)
            yield Shape(moved(mark.path, matrix), paint)
