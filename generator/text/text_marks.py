"""The marks of a text that was fitted into its box."""

from collections.abc import Iterator

from generator.marks.fonts import Font
from generator.marks.marks import IDENTITY, Mark, Matrix, PlacedDrawing, TextRun, multiply
from generator.marks.picture import Picture
from generator.text.fit import Fitted, TextArea, TextLine
from generator.units import mm_from_points

ICON_MIDDLE = 0.36  # how far an icon's middle lies above the baseline, of the font size


def place(fitted: Fitted, box: TextArea, matrix: Matrix = IDENTITY) -> list[Mark]:
    """The marks of a fitted text. Capitals sit in the middle of their line box, so that rows line up by eye."""
    size = mm_from_points(fitted.size)
    outline = box.outline if fitted.size > box.outlined_above else 0.0
    marks: list[Mark] = []
    for line, x, baseline in _starts(fitted, box):
        marks += line_marks(line, x, baseline, size, matrix, box.colour, outline)
    return marks


def line_boxes(fitted: Fitted, box: TextArea) -> list[tuple[float, float, float, float]]:
    """Where the lines of a text lie, from the tops of its capitals to its base line: left, top, width, height."""
    size = mm_from_points(fitted.size)
    height = box.fonts[0].cap_height * size
    return [(x, baseline - height, line.width * size, height) for line, x, baseline in _starts(fitted, box)]


def _starts(fitted: Fitted, box: TextArea) -> Iterator[tuple[TextLine, float, float]]:
    """Each line with where its base line begins."""
    size = mm_from_points(fitted.size)
    pitch = size * box.leading
    spare = box.height - pitch * len(fitted.lines)
    top = box.y + {"top": 0.0, "middle": spare / 2, "bottom": spare}[box.valign]
    for row, line in enumerate(fitted.lines):
        baseline = top + pitch * (row + 0.5) + box.fonts[0].cap_height * size / 2
        slack = box.width - line.width * size
        yield line, box.x + {"left": 0.0, "center": slack / 2, "right": slack}[box.align], baseline


def line_marks(
    line: TextLine,
    x: float,
    baseline: float,
    size: float,
    matrix: Matrix = IDENTITY,
    colour: str = "#000000",
    outline: float = 0.0,
) -> list[Mark]:
    """The marks of one line whose text starts at ``x``; ``size`` is the font's and ``outline`` its line's, in mm."""
    marks: list[Mark] = []
    run, run_x = "", x
    run_font: Font | None = None
    for source, text, width in line.atoms:
        if isinstance(source, Picture):
            if run and run_font:
                marks.append(TextRun(run, run_font, size, run_x, baseline, matrix, colour, outline))
            run = ""
            scale = width * size / source.width
            at = (scale, 0.0, 0.0, scale, x, baseline - ICON_MIDDLE * size - scale * source.height / 2)
            marks.append(PlacedDrawing(source.drawing, multiply(matrix, at)))
        elif run and source is run_font:
            run += text
        elif run or not text.isspace():  # a space after an icon draws nothing
            if run and run_font:
                marks.append(TextRun(run, run_font, size, run_x, baseline, matrix, colour, outline))
            run, run_font, run_x = text, source, x
        x += width * size
    if run and run_font:
        marks.append(TextRun(run, run_font, size, run_x, baseline, matrix, colour, outline))
    return marks
