"""The outlines of glyphs as paths of SVG: for writers that draw letters as shapes."""

from functools import lru_cache
from typing import NamedTuple

from generator.draw.marks.marks import Point
from generator.draw.marks.shaping import Shaper


class GlyphPath(NamedTuple):
    """A glyph's outline for an SVG path: where its first stroke starts, and all that follows, relative to that."""

    x: float
    y: float
    steps: str

    def at(self, x: float, y: float) -> str:
        """The part of a path's ``d`` that draws it with its origin there."""
        return f"M{_units(self.x + x)} {_units(self.y + y)}{self.steps}"


@lru_cache(maxsize=1 << 14)
def glyph_path(shaper: Shaper, number: int) -> GlyphPath | None:
    """A glyph's outline, in units of its font and y upwards; None where it draws nothing."""
    pen = _Pen()
    shaper.outline(number, pen)
    return None if pen.start is None else GlyphPath(*pen.start, "".join(pen.steps))


class _Pen:
    """Takes an outline as HarfBuzz tells it, with quadratic curves as TrueType has them."""

    def __init__(self) -> None:
        self.start: Point | None = None
        self.steps: list[str] = []
        self._contour: Point = (0.0, 0.0)  # where it began
        self._at: Point = (0.0, 0.0)
        self._smooth: Point | None = None  # what SVG takes for the next curve's control point where none is given

    def moveTo(self, to: Point) -> None:  # noqa: N802 - the name that the library calls, as are those below
        if self.start is None:
            self.start = to
        else:
            self.steps.append(f"m{self._relative(to)}")
        self._contour = self._at = to
        self._smooth = None

    def lineTo(self, to: Point) -> None:  # noqa: N802
        across, down = to[0] - self._at[0], to[1] - self._at[1]
        if not down:
            self.steps.append(f"h{_units(across)}")
        else:
            self.steps.append(f"v{_units(down)}" if not across else f"l{self._relative(to)}")
        self._at, self._smooth = to, None

    def qCurveTo(self, over: Point, to: Point) -> None:  # noqa: N802
        end = self._relative(to)
        self.steps.append(f"t{end}" if over == self._smooth else f"q{self._relative(over)} {end}")
        self._at, self._smooth = to, (2 * to[0] - over[0], 2 * to[1] - over[1])

    def curveTo(self, *points: Point) -> None:  # noqa: N802
        self.steps.append("c" + " ".join([self._relative(point) for point in points]))
        self._at, self._smooth = points[-1], None

    def closePath(self) -> None:  # noqa: N802
        self.steps.append("z")
        self._at, self._smooth = self._contour, None

    def _relative(self, point: Point) -> str:
        return f"{_units(point[0] - self._at[0])} {_units(point[1] - self._at[1])}"


def _units(value: float) -> str:
    """Units of a font: whole ones, or halves between two of them."""
    return f"{value:.1f}".removesuffix(".0")
