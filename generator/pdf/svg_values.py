"""Numbers, paths, matrices, colours and outlines of glyphs as SVG has them: short, the same to the micrometre as in
a PDF."""

from functools import lru_cache
from typing import NamedTuple

from generator.draw.marks.marks import Matrix, Outline, Point
from generator.draw.marks.shaping import Shaper

# Lengths are counted in micrometres, so that steps from point to point add up to where the points are.
_PER_MM = 1000


def path_data(outline: Outline) -> str:
    """A path's ``d``. Its steps are relative, which repeats more and so compresses better."""
    out: list[str] = []
    x = y = start_x = start_y = 0
    for step in outline:
        name = step[0]
        if name == "Z":
            out.append("z")
            x, y = start_x, start_y
            continue
        to_x, to_y = round(step[-2] * _PER_MM), round(step[-1] * _PER_MM)
        across, down = to_x - x, to_y - y
        if name == "C":
            points = [round(value * _PER_MM) for value in step[1:5]]
            shown = [points[0] - x, points[1] - y, points[2] - x, points[3] - y, across, down]
            out.append("c" + " ".join([_thousandths(value) for value in shown]))
        elif name == "M":
            # Absolute: what a path repeats is then the same wherever it stands.
            out.append(f"M{_thousandths(to_x)} {_thousandths(to_y)}")
            start_x, start_y = to_x, to_y
        elif not down:
            out.append(f"h{_thousandths(across)}")
        elif not across:
            out.append(f"v{_thousandths(down)}")
        else:
            out.append(f"l{_thousandths(across)} {_thousandths(down)}")
        x, y = to_x, to_y
    return "".join(out)


def length(value: float) -> str:
    """A length in mm, to the micrometre; also any plain number to a thousandth."""
    return _thousandths(round(value * _PER_MM))


@lru_cache(maxsize=1 << 15)
def _thousandths(value: int) -> str:
    whole, rest = divmod(abs(value), 1000)
    text = f"{whole or ''}.{rest:03}".rstrip("0") if rest else str(whole)
    return f"-{text}" if value < 0 else text


@lru_cache(maxsize=1 << 12)
def transform(values: Matrix) -> str:
    """A ``transform`` that applies a matrix; the factors with more places, as they multiply up to a page's width."""
    a, b, c, d, e, f = values
    if (b, c) == (0, 0):
        moved = f"translate({length(e)} {length(f)})" if e or f else ""
        scaled = "" if a == d == 1 else f"scale({factor(a)})" if a == d else f"scale({factor(a)} {factor(d)})"
        return moved + scaled
    return f"matrix({factor(a)} {factor(b)} {factor(c)} {factor(d)} {length(e)} {length(f)})"


@lru_cache(maxsize=1 << 12)
def factor(value: float) -> str:
    """A factor, to eight significant places."""
    text = f"{value:.8f}" if abs(value) >= 0.01 else f"{value:.12f}"
    text = text.rstrip("0").rstrip(".").replace("0.", ".", 1) if abs(value) < 1 else text.rstrip("0").rstrip(".")
    return "0" if text in ("", "-", "-0", ".") else text


@lru_cache(maxsize=1 << 10)
def short_colour(value: str) -> str:
    """A colour ``#rrggbb`` as ``#rgb`` where that says the same."""
    return f"#{value[1]}{value[3]}{value[5]}" if value[1::2] == value[2::2] else value


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
