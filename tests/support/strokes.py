"""How wide lines come out on paper, worked out again for the tests: from the marks of finished faces."""

from collections.abc import Iterable
from math import sqrt

from generator.draw.marks.marks import IDENTITY, Layer, Mark, Matrix, PlacedDrawing, Shape, multiply

WHITE = "#ffffff"
Widths = tuple[float, float]  # mm, at the narrowest and at the widest: a stretched line is not as wide all along


class StrokeGauge:
    """Measures the lines of face after face; what it has measured at a scale, it does not measure again."""

    def __init__(self) -> None:
        self.seen: set[tuple[object, ...]] = set()

    def measure(self, marks: Iterable[Mark], matrix: Matrix = IDENTITY) -> set[Widths]:
        """The widths of all lines that were not met before."""
        found: set[Widths] = set()
        low, high = axes(matrix)
        for mark in marks:
            if isinstance(mark, Shape):
                if mark.paint.stroke not in (None, WHITE):  # what keeps an arrow clear of what it lies on
                    found.add((round(mark.paint.width * low, 4), round(mark.paint.width * high, 4)))
            elif isinstance(mark, PlacedDrawing):
                inner = multiply(matrix, mark.matrix)
                key = (mark.drawing.name, *[f"{length:.6g}" for length in axes(inner)])
                if key not in self.seen:
                    self.seen.add(key)
                    found |= self.measure(mark.drawing.marks, inner)
            elif isinstance(mark, Layer):
                found |= self.measure(mark.marks, multiply(matrix, mark.matrix))
        return found


def axes(matrix: Matrix) -> tuple[float, float]:
    """How far a matrix stretches at the least and at the most: its singular values."""
    a, b, c, d, _, _ = matrix
    squares, area = a * a + b * b + c * c + d * d, abs(a * d - b * c)
    wide, narrow = sqrt(squares + 2 * area), sqrt(max(squares - 2 * area, 0.0))
    return (wide - narrow) / 2, (wide + narrow) / 2
