"""Markers: what is drawn at the vertices of a path, a line, a polyline or a polygon. Source: SVG 2, 11.6 and 9.5.6."""

import math
import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from generator.draw.marks.marks import Layer, Mark, Matrix, Outline, moved, multiply
from generator.draw.marks.picture import box_path
from generator.draw.svg.attributes import length
from generator.draw.svg.parse import Element
from generator.draw.svg.path import NUMBER, SPACE
from generator.draw.svg.shapes import check_attributes, shape_path
from generator.draw.svg.style import CURRENT, NO_EFFECT, GradientServer, Style, TileServer
from generator.draw.svg.svg_file import SvgFile
from generator.draw.svg.undrawn import Undrawn
from generator.draw.svg.viewport import overflow, reference, seen, view_matrix

MARKED = frozenset({"path", "line", "polyline", "polygon"})
_ANGLE = re.compile(rf"({NUMBER})(deg|grad|rad|turn)?")
_DEGREES = {None: 1.0, "deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}
_LEAST = 1e-9  # two directions that are so nearly opposite have no middle

_Direction = tuple[float, float] | None


class _Vertex:
    """A point of a path, with the directions in which the path comes to it and leaves it, of length 1."""

    __slots__ = ("into", "out", "x", "y")

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.into: _Direction = None
        self.out: _Direction = None

    def angle(self) -> float:
        """Between both directions, in degrees (SVG 2, 9.5.6)."""
        into, out = self.into or self.out or (1.0, 0.0), self.out or self.into or (1.0, 0.0)
        x, y = into[0] + out[0], into[1] + out[1]
        if math.hypot(x, y) < _LEAST:
            x, y = -into[1], into[0]
        return math.degrees(math.atan2(y, x))


def markers(reader: SvgFile, element: Element, style: Style, matrix: Matrix) -> Iterator[Mark]:
    """The marks of all markers of a shape whose user units ``matrix`` takes to mm, in the order of its vertices."""
    ends = style.marker_start, style.marker_mid, style.marker_end
    if not style.visible or not any(ends):
        return
    if element.tag not in MARKED:
        reader.remark(element, f"a marker on a <{element.tag}> is not drawn, as in browsers")
        return
    points = _vertices(shape_path(element, reader.report))
    if style.marker_mid and element.tag == "path" and re.search("[Aa]", element.attributes.get("d", "")):
        _leave(reader, element, "a marker on an arc")  # which is several curves here
        return
    if style.markers_below:
        _leave(reader, element, "a marker below its line")
        return
    last = len(points) - 1  # a point alone has no marker
    for at, vertex in enumerate(points if last else ()):
        names = [name for name, here in zip(ends, (at == 0, 0 < at < last, at == last), strict=True) if here and name]
        for name in names:
            marker = reader.ids.get(name)
            if marker is None or marker.tag != "marker":
                reader.remark(element, f"there is no <marker> {name[:40]!r}, so none is drawn")
            elif marker not in reader.using:
                yield from _marker(reader, element, marker, style, matrix, vertex, is_start=at == 0)


def _marker(
    reader: SvgFile, element: Element, marker: Element, style: Style, matrix: Matrix, vertex: _Vertex, *, is_start: bool
) -> Iterator[Mark]:
    """One marker at a vertex."""
    get = marker.attributes.get
    check_attributes(marker, reader.report)
    own = reader.style_of(marker)
    if own.read(marker, reader.report, reader.server).effect is not NO_EFFECT:
        _leave(reader, element, "a marker that is itself faded, cut or masked")
    try:
        wide, high = (max(length(get(name, "3")), 0.0) for name in ("markerWidth", "markerHeight"))
        view = view_matrix(marker, (0.0, 0.0, wide, high), reader.report)
        left, top = reference(marker, (wide, high), view)
        turn = _turn(get("orient", "0").strip(SPACE), vertex, is_start=is_start)
    except ValueError:
        _leave(reader, element, "a marker of another size or direction")
        return
    scale = 1.0 if get("markerUnits") == "userSpaceOnUse" else style.width
    if not (wide and high and scale):
        return
    cos, sin = scale * math.cos(turn), scale * math.sin(turn)
    placed = multiply(matrix, multiply((cos, sin, -sin, cos, vertex.x, vertex.y), (1, 0, 0, 1, -left, -top)))
    painted = _painted(reader, element, marker, style)
    around, reader.size = reader.size, seen(marker) or (wide, high)
    reader.using.append(marker)
    marks = reader.marks_of(painted, own, multiply(placed, view))
    reader.using.pop()
    reader.size = around
    if overflow(marker) in ("visible", "auto"):
        yield from marks
    elif marks:
        yield Layer(tuple(marks), clips=((moved(box_path(0.0, 0.0, wide, high), placed), False),))


def _painted(reader: SvgFile, element: Element, marker: Element, style: Style) -> Element:
    """A marker in which ``context-fill`` and ``context-stroke`` are what its shape is painted with."""
    if not any("context-" in value for each in marker.walk() for value in each.attributes.values()):
        return marker
    paints = dict[str, str]()
    for name, paint, alpha in (("fill", style.fill, style.fill_alpha), ("stroke", style.stroke, style.stroke_alpha)):
        if isinstance(paint, GradientServer | TileServer):
            _leave(reader, element, "a marker with the gradient of its line")
            return marker
        shade, opaque = (style.colour, style.colour_alpha) if paint == CURRENT else (paint, alpha)
        paints[f"context-{name}"] = f"{shade}{round(255 * opaque):02x}" if shade else "none"

    def copy(held: Element) -> Element:
        attributes = dict(held.attributes)
        for name, paint in paints.items():
            attributes = {key: value.replace(name, paint) for key, value in attributes.items()}
        return replace(held, attributes=attributes, children=[copy(child) for child in held.children])

    return copy(marker)


def _leave(reader: SvgFile, element: Element, words: str) -> None:
    reader.report(element.line, element.column, Undrawn(words), "draw the arrow head as a path")


def _turn(text: str, vertex: _Vertex, *, is_start: bool) -> float:
    """What ``orient`` turns a marker by, in radians."""
    if text in ("auto", "auto-start-reverse"):
        return math.radians(vertex.angle() + 180 * (is_start and text != "auto"))
    match = _ANGLE.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return math.radians(float(match[1]) * _DEGREES[match[2]])


def _vertices(path: Outline) -> list[_Vertex]:
    """The vertices of a path; where a part of it has no length, its neighbours say the direction."""
    found: list[_Vertex] = []
    start = 0
    for step in path:
        if step[0] == "M":
            _fill(found[start:])
            start = len(found)
            found.append(_Vertex(*step[1:]))
            continue
        before, first = found[-1], found[start]
        x, y = step[-2:] if step[0] != "Z" else (first.x, first.y)
        points = [(before.x, before.y), *zip(step[1:-2:2], step[2:-2:2], strict=True), (x, y)] if step[0] == "C" else []
        points = points or [(before.x, before.y), (x, y)]
        found.append(_Vertex(x, y))
        before.out, found[-1].into = _direction(points), _direction(points[::-1], -1.0)
        if step[0] == "Z":
            first.into, found[-1].out = found[-1].into or before.into, first.out
    _fill(found[start:])
    return found


def _direction(points: list[tuple[float, float]], sign: float = 1.0) -> _Direction:
    x, y = points[0]
    for next_x, next_y in points[1:]:
        far = math.hypot(next_x - x, next_y - y)
        if far > 0:
            return sign * (next_x - x) / far, sign * (next_y - y) / far
    return None


def _fill(subpath: list[_Vertex]) -> None:
    """Give parts without a length the direction of what is before them, or after."""
    for before, after in pairwise(subpath):
        before.out = before.out or before.into
        after.into = after.into or before.out
        after.out = after.out or (after.into if after is subpath[-1] else None)
    for after, before in pairwise(subpath[::-1]):
        before.out = before.out or after.into or after.out
        before.into = before.into or (before.out if before is not subpath[0] else None)
        after.into = after.into or before.out
