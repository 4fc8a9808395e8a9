"""How far marks reach. A form XObject is clipped to its box, so the answer may be too large but never too small."""

from collections.abc import Iterable

from generator.draw.marks.marks import Layer, Mark, Matrix, PlacedRaster, Shape, TextRun

Extent = tuple[float, float, float, float]  # left, top, right, bottom, in mm

# Of the line width: a miter of limit 4 reaches 4 half widths from its corner; square caps reach less.
_STROKE_REACH = 2.0
# Of the font size: more than any font's accents and swashes.
_ABOVE, _BELOW, _BESIDE = 1.6, 0.8, 0.5


def extent(marks: Iterable[Mark]) -> Extent:
    """A box around everything that the marks draw; a point where they draw nothing."""
    boxes = [_extent_of(mark) for mark in marks]
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _extent_of(mark: Mark) -> Extent:
    if isinstance(mark, Shape):
        # A curve stays within the hull of its control points.
        xs = [x for step in mark.path for x in step[1::2]] or [0.0]
        ys = [y for step in mark.path for y in step[2::2]] or [0.0]
        reach = _reach(mark) if mark.paint.stroke else 0.0
        return (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)
    if isinstance(mark, TextRun):
        size, end = mark.size, mark.x + mark.font.width(mark.text) * mark.size
        box = (mark.x - _BESIDE * size, mark.y - _ABOVE * size, end + _BESIDE * size, mark.y + _BELOW * size)
        return _through(mark.matrix, box)
    if isinstance(mark, PlacedRaster):
        return _through(mark.matrix, (0.0, 0.0, 1.0, 1.0))
    return _through(mark.matrix, extent(mark.marks if isinstance(mark, Layer) else mark.drawing.marks))


def _reach(shape: Shape) -> float:
    """How far a stroke may lie off its path: miters as far as their limit says, where there are any."""
    sharp = shape.paint.miter / 2 if shape.paint.join == "miter" else 0.0
    return max(_STROKE_REACH, sharp) * shape.paint.width


def _through(matrix: Matrix, box: Extent) -> Extent:
    a, b, c, d, e, f = matrix
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return (min(xs), min(ys), max(xs), max(ys))
