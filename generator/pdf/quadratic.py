"""PostScript outlines as glyphs of TrueType (OpenType, *glyf*), which are what goes into a PDF.

A cubic curve becomes as many quadratic ones as keep within half a unit of it. Source of that bound: T. W. Sederberg,
*Computer Aided Geometric Design*, on approximating cubics by quadratics of equal parts.
"""

import struct
from functools import lru_cache

from generator.draw.marks.marks import Point
from generator.draw.marks.shaping import Shaper

_FARTHEST = 0.5  # units of the font: a two-thousandth of an em, and less than what is lost by rounding
_BOUND = 3**0.5 / 36
_MOST = 0x7FFF


@lru_cache(maxsize=1 << 12)
def quadratic_glyph(shaper: Shaper, number: int) -> bytes:
    """A glyph of a font as an entry of the table *glyf*; empty where it draws nothing."""
    pen = _Pen()
    shaper.outline(number, pen)
    contours = [contour for contour in pen.contours if len(contour) > 2]
    points = [point for contour in contours for point in reversed(contour)]  # TrueType fills what is on the right
    if not points:
        return b""
    xs, ys = ([max(-_MOST, min(_MOST, round(value))) for value in values] for values in _ways(points))
    data = struct.pack(">5h", len(contours), min(xs), min(ys), max(xs), max(ys))
    last = -1
    for contour in contours:
        last += len(contour)
        data += struct.pack(">H", last)
    data += struct.pack(">H", 0) + bytes([on_curve for _, on_curve in points])
    for values in (xs, ys):
        steps = [after - before for before, after in zip([0, *values], values, strict=False)]
        data += struct.pack(f">{len(steps)}h", *[max(-_MOST, min(_MOST, step)) for step in steps])
    return data + bytes(-len(data) % 4)


def _ways(points: list[tuple[complex, bool]]) -> tuple[list[float], list[float]]:
    return [point.real for point, _ in points], [point.imag for point, _ in points]


class _Pen:
    """Takes an outline as HarfBuzz tells it: contours of points, each with whether it is on the curve."""

    def __init__(self) -> None:
        self.contours: list[list[tuple[complex, bool]]] = []

    def moveTo(self, to: Point) -> None:  # noqa: N802 - the name that the library calls, as are those below
        self.contours.append([(complex(*to), True)])

    def lineTo(self, to: Point) -> None:  # noqa: N802
        self.contours[-1].append((complex(*to), True))

    def qCurveTo(self, over: Point, to: Point) -> None:  # noqa: N802
        self.contours[-1] += [(complex(*over), False), (complex(*to), True)]

    def curveTo(self, first: Point, second: Point, to: Point) -> None:  # noqa: N802
        contour = self.contours[-1]
        begin, over, under, end = contour[-1][0], complex(*first), complex(*second), complex(*to)
        cubic, square, slope = end - 3 * under + 3 * over - begin, 3 * (under - 2 * over + begin), 3 * (over - begin)
        count = 1
        while abs(cubic) * _BOUND > _FARTHEST * count**3:
            count += 1
        before, before_slope = begin, slope
        for part in range(1, count + 1):
            at = part / count
            after = end if part == count else ((cubic * at + square) * at + slope) * at + begin
            after_slope = (3 * cubic * at + 2 * square) * at + slope
            bend = (before + after) / 2 + (before_slope - after_slope) / (4 * count)
            contour += [(bend, False), (after, True)]
            before, before_slope = after, after_slope

    def closePath(self) -> None:  # noqa: N802
        contour = self.contours[-1]
        if len(contour) > 1 and contour[-1] == contour[0]:
            contour.pop()
