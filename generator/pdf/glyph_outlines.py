"""The outlines of glyphs as paths of SVG: for writers that draw letters as shapes, to a hundredth of a millimetre."""

from functools import lru_cache
from math import floor, hypot, log2
from typing import NamedTuple

from generator.draw.marks.marks import Point
from generator.draw.marks.shaping import Shaper

GRAIN = 0.02  # mm, the most that a step of what letters are drawn in may be: finer than printers and eyes tell apart
_Place = tuple[int, int]


class GlyphPath(NamedTuple):
    """A glyph's outline for an SVG path: where its first stroke starts, and all that follows, relative to that."""

    x: int
    y: int
    steps: str

    def at(self, x: float, y: float) -> str:
        """The part of a path's ``d`` that draws it with its origin there."""
        return f"M{round(self.x + x)} {round(self.y + y)}{self.steps}"


def grain(unit: float) -> float:
    """How many units of a font, each so many mm long, letters are drawn in: a power of two, which sizes share."""
    return 2.0 ** floor(log2(GRAIN / unit))


@lru_cache(maxsize=1 << 14)
def glyph_path(shaper: Shaper, number: int, step: float) -> GlyphPath | None:
    """A glyph's outline, in so many units of its font and y upwards; None where it draws nothing."""
    pen = _Pen(step)
    shaper.outline(number, pen)
    return None if pen.start is None else GlyphPath(*pen.start, "".join(pen.steps))


class _Pen:
    """Takes an outline as HarfBuzz tells it, with quadratic curves as TrueType has them."""

    def __init__(self, step: float) -> None:
        self.start: _Place | None = None
        self.steps: list[str] = []
        self._step = step
        self._contour = self._at = (0, 0)  # where it began, and where it is
        self._smooth: _Place | None = None  # what SVG takes for the next curve's control point where none is given

    def moveTo(self, point: Point) -> None:  # noqa: N802 - the name that the library calls, as are those below
        (to,) = self._placed(point)
        if self.start is None:
            self.start = to
        else:
            self.steps.append(f"m{self._relative(to)}")
        self._contour = self._at = to
        self._smooth = None

    def lineTo(self, point: Point) -> None:  # noqa: N802
        (to,) = self._placed(point)
        across, down = to[0] - self._at[0], to[1] - self._at[1]
        if down:
            self.steps.append(f"l{self._relative(to)}" if across else f"v{down}")
        elif across:
            self.steps.append(f"h{across}")
        self._at, self._smooth = to, None

    def qCurveTo(self, *points: Point) -> None:  # noqa: N802
        over, to = self._placed(*points)
        if self._is_straight(over, to):
            self.lineTo(points[-1])
            return
        end = self._relative(to)
        self.steps.append(f"t{end}" if over == self._smooth else f"q{self._relative(over)} {end}")
        self._at, self._smooth = to, (2 * to[0] - over[0], 2 * to[1] - over[1])

    def curveTo(self, *points: Point) -> None:  # noqa: N802
        placed = self._placed(*points)
        self.steps.append("c" + " ".join([self._relative(point) for point in placed]))
        self._at, self._smooth = placed[-1], None

    def closePath(self) -> None:  # noqa: N802
        self.steps.append("z")
        self._at, self._smooth = self._contour, None

    def _is_straight(self, over: _Place, to: _Place) -> bool:
        """Whether a curve's bend is no larger than half a step."""
        across, down = to[0] - self._at[0], to[1] - self._at[1]
        return abs((over[0] - self._at[0]) * down - (over[1] - self._at[1]) * across) <= hypot(across, down)

    def _placed(self, *points: Point) -> list[_Place]:
        return [(round(x / self._step), round(y / self._step)) for x, y in points]

    def _relative(self, place: _Place) -> str:
        return f"{place[0] - self._at[0]} {place[1] - self._at[1]}"
