"""The marks of a text that was fitted into its box."""

from collections.abc import Iterator

from generator.core.units import mm_from_points
from generator.draw.marks.marks import IDENTITY, Mark, Matrix, PlacedDrawing, TextRun, multiply
from generator.draw.marks.picture import Picture
from generator.draw.text.fit import Fitted, TextArea, TextLine
from generator.draw.text.words import Atom

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
        start = slack if line.leftwards else 0.0
        yield line, box.x + {"left": 0.0, "center": slack / 2, "right": slack, "start": start}[box.align], baseline


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
    run: Atom | None = None  # the first of those that are drawn as one
    run_text, run_x = "", x

    def end() -> None:
        if run and not isinstance(run.source, Picture):
            em, ink = size * run.look.scale, run.look.colour or colour
            leftwards = run.level % 2 == 1
            marks.append(TextRun(run_text, run.source, em, run_x, baseline, matrix, ink, outline, leftwards))

    for atom in line.atoms:
        source, text, width, look, level = atom
        if isinstance(source, Picture):
            end()
            run = None
            scale = width * size / source.width
            middle = baseline - ICON_MIDDLE * size * look.scale
            at = (scale, 0.0, 0.0, scale, x, middle - scale * source.height / 2)
            marks.append(PlacedDrawing(source.drawing, multiply(matrix, at)))
        elif run and run.source is source and run.level == level and (run.look is look or run.look == look):
            run_text = text + run_text if level % 2 else run_text + text
        elif run or not text.isspace():  # a space after an icon draws nothing
            end()
            run, run_text, run_x = atom, text, x
        x += width * size
    end()
    return marks
