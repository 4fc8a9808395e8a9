"""A face as a small picture of itself, such as for the cover of a box, in lines that a printer can draw."""

from collections.abc import Iterable

from generator.core.units import mm_from_points
from generator.draw.marks.line_weights import LineWeights
from generator.draw.marks.marks import (
    Drawing,
    Face,
    Gradient,
    Layer,
    Mark,
    Matrix,
    Paint,
    PlacedDrawing,
    PlacedRaster,
    Shape,
    TextRun,
    mean_scale,
    moved,
)
from generator.draw.marks.naming import content_name
from generator.draw.marks.picture import Picture, edge_of
from generator.draw.short_bleed import covered, spills

LEAST_TEXT = 5.0  # pt: smaller text is left out, as nobody could read it
FAR = 4.0  # mm beyond the face: more than what lies in a usual bleed
WEIGHTS = (0.25, 0.5, 0.8)  # mm of lines, where a game says nothing
PAPER = Paint(fill="#ffffff", stroke="#000000", width=0.25)


def thumbnail(face: Face, width: float, height: float, *, cut: bool = False) -> Picture:
    """The face as large as fits into ``width`` by ``height`` mm, on its own piece of paper.

    What reaches beyond the face is ``cut`` off; what reaches far beyond, in any case.
    """
    factor = min(width / face.width, height / face.height)
    matrix: Matrix = (factor, 0.0, 0.0, factor, 0.0, 0.0)
    edge = edge_of(face)
    shown = tuple(_legible(face.marks, factor))
    if cut or any(spills(box, face.width, face.height, FAR) for box in covered(shown)):
        drawing = Drawing(f"{content_name(shown)} cut", shown, (0.0, 0.0, face.width, face.height))
    else:
        drawing = Drawing(content_name(shown), shown)
    small = PlacedDrawing(drawing, matrix)
    marks = (Shape(moved(edge, matrix), PAPER), *LineWeights(WEIGHTS).drawn((small,)))
    return Picture(Drawing(content_name(marks), marks), face.width * factor, face.height * factor, len(marks))


def is_coloured(marks: Iterable[Mark]) -> bool:
    """Whether anything is printed in a colour, and not in black, white or grey alone. Pixels count as colours."""
    for mark in marks:
        if isinstance(mark, Shape):
            found = _coloured_paint(mark.paint.fill) or _coloured_paint(mark.paint.stroke)
        elif isinstance(mark, TextRun):
            found = _coloured_paint(mark.colour)
        elif isinstance(mark, PlacedRaster):
            found = True
        else:
            found = is_coloured(mark.drawing.marks if isinstance(mark, PlacedDrawing) else mark.marks)
        if found:
            return True
    return False


def _coloured_paint(paint: str | Gradient | None) -> bool:
    if isinstance(paint, Gradient):
        return any(_coloured_paint(colour) for _, colour in paint.stops)
    return paint is not None and not paint[1:3] == paint[3:5] == paint[5:7]


def _legible(marks: Iterable[Mark], scale: float) -> Iterable[Mark]:
    """The marks without texts that are too small where a unit is ``scale`` mm."""
    for mark in marks:
        if isinstance(mark, TextRun):
            if mark.size * scale * mean_scale(mark.matrix) >= mm_from_points(LEAST_TEXT):
                yield mark
        elif isinstance(mark, PlacedDrawing) and _has_text(mark.drawing.marks):
            inner = tuple(_legible(mark.drawing.marks, scale * mean_scale(mark.matrix)))
            yield PlacedDrawing(Drawing(content_name(inner), inner, mark.drawing.box), mark.matrix)
        elif isinstance(mark, Layer) and _has_text(mark.marks):
            inner = tuple(_legible(mark.marks, scale * mean_scale(mark.matrix)))
            yield Layer(inner, mark.opacity, mark.clips, mark.mask, mark.matrix)
        else:
            yield mark


def _has_text(marks: Iterable[Mark]) -> bool:
    return any(
        isinstance(mark, TextRun)
        or (isinstance(mark, PlacedDrawing) and _has_text(mark.drawing.marks))
        or (isinstance(mark, Layer) and _has_text(mark.marks))
        for mark in marks
    )
