"""A face as a small picture of itself, such as for the cover of a box, in lines that a printer can draw."""

from collections.abc import Iterable

from generator.core.choices import mm_from_points
from generator.draw.marks.glyphs import with_texts
from generator.draw.marks.line_weights import LineWeights
from generator.draw.marks.marks import (
    Drawing,
    Face,
    Gradient,
    Mark,
    Matrix,
    Paint,
    PlacedDrawing,
    Shape,
    TextRun,
    content_name,
    leaves,
    moved,
)
from generator.draw.marks.picture import Picture, edge_of
from generator.draw.short_bleed import covered, spills

LEAST_TEXT = 5.0  # pt: smaller text is left out, as nobody could read it
FAR = 4.0  # mm beyond the face: more than what lies in a usual bleed
WEIGHTS = (0.25, 0.5, 0.8)  # mm of lines, where a game says nothing
PIXELS = "#ff0000"  # what pictures of pixels are taken for
PAPER = Paint(fill="#ffffff", stroke="#000000", width=0.25)


def thumbnail(face: Face, width: float, height: float, *, cut: bool = False) -> Picture:
    """The face as large as fits into ``width`` by ``height`` mm, on its own piece of paper.

    What reaches beyond the face is ``cut`` off; what reaches far beyond, in any case.
    """
    factor = min(width / face.width, height / face.height)
    matrix: Matrix = (factor, 0.0, 0.0, factor, 0.0, 0.0)
    edge = edge_of(face)
    least = mm_from_points(LEAST_TEXT)
    shown = tuple(with_texts(face.marks, factor, lambda text, size: [text] if size >= least else []))
    if cut or any(spills(box, face.width, face.height, FAR) for box in covered(shown)):
        drawing = Drawing(f"{content_name(shown)} cut", shown, (0.0, 0.0, face.width, face.height))
    else:
        drawing = Drawing(content_name(shown), shown)
    small = PlacedDrawing(drawing, matrix)
    marks = (Shape(moved(edge, matrix), PAPER), *LineWeights(WEIGHTS).drawn((small,)))
    return Picture(Drawing(content_name(marks), marks), face.width * factor, face.height * factor, len(marks))


def is_coloured(marks: Iterable[Mark]) -> bool:
    """Whether anything is printed in a colour, and not in black, white or grey alone. Pixels count as colours."""
    paints = (
        paint
        for mark, _ in leaves(marks)
        for paint in (
            (mark.paint.fill, mark.paint.stroke)
            if isinstance(mark, Shape)
            else (mark.colour if isinstance(mark, TextRun) else PIXELS,)
        )
    )
    return any(map(_coloured_paint, paints))


def _coloured_paint(paint: str | Gradient | None) -> bool:
    if isinstance(paint, Gradient):
        return any(_coloured_paint(colour) for _, colour in paint.stops)
    return paint is not None and not paint[1:3] == paint[3:5] == paint[5:7]
