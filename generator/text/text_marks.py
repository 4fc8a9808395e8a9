"""The marks of a text that was fitted into its box."""

from collections.abc import Iterator

from generator.marks.fonts import Font
from generator.marks.marks import IDENTITY, Mark, Matrix, PlacedDrawing, TextRun, multiply
from generator.marks.picture import Picture
from generator.text.fit import Fitted, TextArea, TextLine
from generator.text.words import PLAIN
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
    above = 0.0  # how many lines' heights
    spare = box.height - pitch * sum([line.height for line in fitted.lines])
    top = box.y + {"top": 0.0, "middle": spare / 2, "bottom": spare}[box.valign]
    for line in fitted.lines:
        baseline = top + pitch * (above + line.height * 0.5) + box.fonts[0].cap_height * line.height * size / 2
        above += line.height
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
    run_look = PLAIN

    def end() -> None:
        if run and run_font:
            em, ink = size * run_look.scale, run_look.colour or colour
            marks.append(TextRun(run, run_font, em, run_x, baseline, matrix, ink, outline))

    for source, text, width, look in line.atoms:
        if isinstance(source, Picture):
            end()
            run = ""
            scale = width * size / source.width
            middle = baseline - ICON_MIDDLE * size * look.scale
            at = (scale, 0.0, 0.0, scale, x, middle - scale * source.height / 2)
            marks.append(PlacedDrawing(source.drawing, multiply(matrix, at)))
        elif run and source is run_font and look == run_look:
            run += text
        elif run or not text.isspace():  # a space after an icon draws nothing
            end()
            run, run_font, run_look, run_x = text, source, look, x
        x += width * size
    end()
    return marks
