"""Outlines with a style, as the marks they make: plain shapes mostly, and layers where paint lets others through."""

import math
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from generator.draw.marks.marks import (
    IDENTITY,
    Gradient,
    Layer,
    Mark,
    Matrix,
    Outline,
    Paint,
    PlacedDrawing,
    Shape,
    drawing_of,
    inverse,
    mean_scale,
    multiply,
)
from generator.draw.marks.marks import moved as moved_path
from generator.draw.marks.picture import bounds, box_path
from generator.draw.svg.attributes import MM_PER_PX
from generator.draw.svg.style import CURRENT, GradientServer, Style, TileServer
from generator.draw.svg.undrawn import Undrawn, UndrawnError

# Within this share a stroke that is scaled differently along x and y is taken as scaled evenly: on 0.8 mm, 0.8 µm.
_EVEN = 1e-3
_DOT = 1e-3  # mm
_MOST_REPEATS = 8  # of a gradient: pdfium draws any in 256 steps, and so no edge in it as sharp as it is
_LEAST = 1e-9  # of a side of a box, in user units: below this there is no box


class _Coat(NamedTuple):
    """One paint of a shape: its colour, how opaque it is, and in greys how opaque where, if that varies."""

    colour: str | Gradient
    opacity: float = 1.0
    fade: Gradient | None = None


class _Look(NamedTuple):
    """How an outline is drawn, whatever it is."""

    paints: tuple[Paint, ...]  # the first one behind
    opacity: float  # of all together
    even: bool  # whether it can be drawn in mm, or only through the matrix
    fill: _Coat | None
    stroke: _Coat | None


def paint_outline(path: Outline, style: Style, matrix: Matrix) -> Mark | None:
    """The mark of an outline in user units, which ``matrix`` takes to mm; None where nothing is to be seen.

    A stroke that the matrix would scale differently along x and y can only be drawn through that matrix, so such a
    shape comes as a drawing of its own, placed.
    """
    if not path:
        return None
    plain = not isinstance(style.fill, tuple) and not isinstance(style.stroke, tuple)
    look = _plain_look(style, *matrix[:4]) if plain else _look(style, matrix, path)
    if look is None:
        return None
    outline = moved_path(path, matrix) if look.even else path
    if plain and look.even and len(look.paints) == 1 and look.opacity == 1:
        return Shape(outline, look.paints[0])
    marks = tuple([_behind(Shape(outline, paint), look.fill, look.stroke) for paint in look.paints])
    mark = marks[0] if len(marks) == 1 and look.opacity == 1 else Layer(marks, look.opacity)
    return mark if look.even else PlacedDrawing(drawing_of([mark]), matrix)


@lru_cache(maxsize=2048)  # by values alone: a deck's art has few sorts of lines and areas
def _plain_look(style: Style, a: float, b: float, c: float, d: float) -> _Look | None:
    """As `_look`, of a style without gradients, which takes no notice of the path and of where it is."""
    return _look(style, (a, b, c, d, 0.0, 0.0), ())


def _look(style: Style, matrix: Matrix, path: Outline) -> _Look | None:
    """How a style draws a path; None where nothing is to be seen."""
    a, b, c, d, _, _ = matrix
    scale = mean_scale(matrix)
    if scale == 0 or not (style.shown and style.visible):
        return None
    stroked = style.stroke is not None and style.width > 0
    even = abs(math.hypot(a, b) - math.hypot(c, d)) <= _EVEN * scale and abs(a * c + b * d) <= _EVEN * scale * scale
    even = even or not stroked or style.unscaled
    matrix, scale = (matrix, scale) if even else (IDENTITY, 1.0)
    fill = _coat(style.fill, style.fill_alpha * style.fill_opacity, style, path, matrix)
    stroke = _coat(style.stroke, style.stroke_alpha * style.stroke_opacity, style, path, matrix)
    stroke = stroke if style.width > 0 else None
    if fill is None and stroke is None:
        return None
    opacity = style.effect.opacity
    if opacity < 1 and (fill is None or stroke is None) and style.effect.mask is None:
        fill, stroke = fill and _faded(fill, opacity), stroke and _faded(stroke, opacity)
        opacity = 1.0
    both = _paint(fill, stroke, style, MM_PER_PX if style.unscaled else scale)
    paints = [both]
    if fill and stroke and (style.stroke_first or fill.fade or stroke.fade):
        paints = [replace(both, stroke=None), replace(both, fill=None)]
        paints = paints[::-1] if style.stroke_first else paints
    return _Look(tuple(paints), opacity, even, fill, stroke)


def _paint(fill: _Coat | None, stroke: _Coat | None, style: Style, scale: float) -> Paint:
    ends = fill.opacity if fill else 1.0, stroke.opacity if stroke else 1.0
    if stroke is None:
        return Paint(fill and fill.colour, None, 0.0, even_odd=style.even_odd, fill_opacity=ends[0])
    # A dash of no length is a dot under round caps, which pdfium leaves out.
    dash = tuple([max(part * scale, _DOT if style.cap != "butt" else 0.0) for part in style.dash])
    width = style.ink.line(style.width * scale)
    start = style.dash_offset * scale if dash else 0.0
    line = (stroke.colour, width, style.cap, style.join, dash, style.even_odd, *ends, style.miter, start)
    return Paint(fill and fill.colour, *line)


def _coat(
    server: str | GradientServer | TileServer | None, opacity: float, style: Style, path: Outline, matrix: Matrix
) -> _Coat | None:
    if server is None or isinstance(server, TileServer) or opacity <= 0:  # tiles are pictures, and drawn as such
        return None
    if server == CURRENT:
        return _Coat(style.colour, opacity * style.colour_alpha) if style.colour_alpha > 0 else None
    if not isinstance(server, GradientServer):
        return _Coat(server, opacity)
    inner = server.matrix
    if server.of_box:
        box = bounds(path)
        if box is None or box[2] - box[0] < _LEAST or box[3] - box[1] < _LEAST:
            # SVG 2, 13.2.3: a flat box leaves no paint but what is said in its place
            return _coat(server.instead[0], server.instead[1] * opacity, style, path, matrix)
        inner = multiply((box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]), inner)
    if server.spread in ("reflect", "repeat"):
        server = _repeated(server, style, path, inner)
    placed = multiply(matrix, inner)
    colours = Gradient(server.points, tuple([(at, shade) for at, shade, _ in server.stops]), placed)
    alphas = {alpha for _, _, alpha in server.stops}
    if len(alphas) == 1:
        alpha = alphas.pop() * opacity
        return _Coat(colours, alpha) if alpha > 0 else None
    fade = Gradient(server.points, tuple([(at, grey(alpha)) for at, _, alpha in server.stops]), placed)
    return _Coat(colours, opacity, fade)


def _repeated(server: GradientServer, style: Style, path: Outline, inner: Matrix) -> GradientServer:
    """A gradient that repeats, as one that is long enough for a path; ``inner`` takes its units to the path's.

    Raises:
        UndrawnError: it would take too many stops, or repeats inside its circle.
    """
    box = bounds(path)
    points = server.points
    first, last = 0, _MOST_REPEATS + 1
    if box is not None:
        reach = style.width * max(style.miter, 2.0) / 2 if style.stroke is not None else 0.0
        wider = box_path(box[0] - reach, box[1] - reach, box[2] - box[0] + 2 * reach, box[3] - box[1] + 2 * reach)
        corners = [step[-2:] for step in moved_path(wider, inverse(inner)) if step[0] != "Z"]
        first, last = _reach_of_line(points, corners) if len(points) == 4 else _reach_of_circle(points, corners)
    is_hard = server.spread == "repeat" and server.stops[0][1:] != server.stops[-1][1:]
    if last - first > (1 if is_hard else _MOST_REPEATS):
        raise UndrawnError("", Undrawn("a gradient that repeats"))
    stops: list[tuple[float, str, float]] = []
    for turn in range(first, last):
        is_back = server.spread == "reflect" and turn % 2
        own = [(1 - at, *paint) for at, *paint in server.stops[::-1]] if is_back else list(server.stops)
        ends = [(0.0, *own[0][1:]), *own, (1.0, *own[-1][1:])]
        stops += [((turn + at - first) / (last - first), *paint) for at, *paint in ends]
    half = len(points) // 2
    start, end = [
        tuple(a + share * (b - a) for a, b in zip(points[:half], points[half:], strict=True)) for share in (first, last)
    ]
    return server._replace(points=(*start, *end), stops=tuple(stops))


def _reach_of_line(points: tuple[float, ...], corners: list[tuple[float, ...]]) -> tuple[int, int]:
    """From where to where a line has to reach to cover the corners, in its own length."""
    x, y, x2, y2 = points
    across, down = x2 - x, y2 - y
    shares = [((cx - x) * across + (cy - y) * down) / (across * across + down * down) for cx, cy in corners]
    first = math.floor(min(shares))
    return first, max(math.ceil(max(shares)), first + 1)


def _reach_of_circle(points: tuple[float, ...], corners: list[tuple[float, ...]]) -> tuple[int, int]:
    """The same of the circles between a point and a circle around it."""
    fx, fy, fr, cx, cy, r = points
    for last in range(1, _MOST_REPEATS + 1):
        x, y = fx + last * (cx - fx), fy + last * (cy - fy)
        if not fr and all(math.hypot(px - x, py - y) <= last * r for px, py in corners):
            return 0, last
    return 0, _MOST_REPEATS + 1


def _faded(coat: _Coat, opacity: float) -> _Coat:
    return coat._replace(opacity=coat.opacity * opacity)


def _behind(shape: Shape, fill: _Coat | None, stroke: _Coat | None) -> Mark:
    """The shape, behind what says how opaque its gradient is where."""
    coat = stroke if shape.paint.stroke is not None else fill
    if coat is None or coat.fade is None:
        return shape
    box = bounds(shape.path) or (0.0, 0.0, 0.0, 0.0)
    reach = shape.paint.width * max(shape.paint.miter, 2.0) if shape.paint.stroke is not None else 0.0
    left, top, right, bottom = box[0] - reach - 1, box[1] - reach - 1, box[2] + reach + 1, box[3] + reach + 1
    around = box_path(left, top, right - left, bottom - top)
    return Layer((shape,), mask=(Shape(around, Paint(coat.fade)),))


def grey(share: float) -> str:
    """The grey that is so light, from 0 to 1."""
    return "#" + f"{round(255 * share):02x}" * 3
