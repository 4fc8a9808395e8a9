"""How far marks reach. A form XObject is clipped to its box, so the answer may be too large but never too small."""

from collections.abc import Iterable

from generator.draw.marks.marks import Layer, Mark, PlacedRaster, Shape, TextRun
from generator.draw.marks.picture import Bounds, moved_box

# Of the line width: a miter of limit 4 reaches 4 half widths from its corner; square caps reach less.
_STROKE_REACH = 2.0
# Of the font size: more than any font's accents and swashes.
_ABOVE, _BELOW, _BESIDE = 1.6, 0.8, 0.5


def extent(marks: Iterable[Mark]) -> Bounds:
    """A box around everything that the marks draw; a point where they draw nothing."""
    boxes = [_extent_of(mark) for mark in marks]
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _extent_of(mark: Mark) -> Bounds:
    if isinstance(mark, Shape):
        # A curve stays within the hull of its control points.
        xs = [x for step in mark.path for x in step[1::2]] or [0.0]
        ys = [y for step in mark.path for y in step[2::2]] or [0.0]
        reach = _reach(mark) if mark.paint.stroke else 0.0
        return (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)
    if isinstance(mark, TextRun):
        size, end = mark.size, mark.x + mark.font.width(mark.text) * mark.size
        box = (mark.x - _BESIDE * size, mark.y - _ABOVE * size, end + _BESIDE * size, mark.y + _BELOW * size)
        return moved_box(box, mark.matrix)
    if isinstance(mark, PlacedRaster):
        return moved_box((0.0, 0.0, 1.0, 1.0), mark.matrix)
    return moved_box(extent(mark.marks if isinstance(mark, Layer) else mark.drawing.marks), mark.matrix)


def _reach(shape: Shape) -> float:
    """How far a stroke may lie off its path: miters as far as their limit says, where there are any."""
    sharp = shape.paint.miter / 2 if shape.paint.join == "miter" else 0.0
    return max(_STROKE_REACH, sharp) * shape.paint.width
