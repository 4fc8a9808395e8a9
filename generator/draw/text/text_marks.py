"""The marks of a text that was fitted into its box."""

from collections.abc import Iterator

from generator.core.choices import mm_from_points
from generator.draw.marks.bidi import STEERING
from generator.draw.marks.fonts import Font
from generator.draw.marks.glyphs import as_shapes, outlines
from generator.draw.marks.marks import (
    IDENTITY,
    Mark,
    Matrix,
    Paint,
    PlacedDrawing,
    Shape,
    TextRun,
    mean_scale,
    moved,
    multiply,
)
from generator.draw.marks.picture import Picture
from generator.draw.text.fit import FittedText, TextArea
from generator.draw.text.text_lines import TextLine
from generator.draw.text.words import READING, Atom, LetterEffect

READING_ABOVE = 0.92  # how far what is above words is from their baseline, of the font size
LINE_BELOW = {"under": 0.14, "through": -0.28}  # how far a line's middle is below the baseline, of the font size
LINE_WIDTH, LEAST_LINE = 0.06, 0.15  # how wide it is, of the font size; in mm
ICON_MIDDLE = 0.36  # how far an icon's middle lies above the baseline, of the font size


def place(fitted: FittedText, box: TextArea, matrix: Matrix = IDENTITY) -> list[Mark]:
    """The marks of a fitted text. Capitals sit in the middle of their line box, so that rows line up by eye."""
    size = mm_from_points(fitted.size)
    outline = box.outline if fitted.size > box.outlined_above else 0.0
    marks: list[Mark] = []
    for line, x, baseline in _starts(fitted, box):
        marks += line_marks(line, x, baseline, size, matrix, box.colour, outline)
    return marks


def line_boxes(fitted: FittedText, box: TextArea) -> list[tuple[float, float, float, float]]:
    """Where the lines of a text lie, from the tops of its capitals to its base line: left, top, width, height."""
    size = mm_from_points(fitted.size)
    height = box.fonts[0].cap_height * size
    return [(x, baseline - height, line.width * size, height) for line, x, baseline in _starts(fitted, box)]


def _starts(fitted: FittedText, box: TextArea) -> Iterator[tuple[TextLine, float, float]]:
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
        align = line.align or box.align
        yield line, box.x + {"left": 0.0, "center": slack / 2, "right": slack}.get(align, start), baseline


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
    marks: list[Mark] = _lines_along(line, x, baseline, size, matrix, colour)
    run: Atom | None = None  # the first of those that are drawn as one
    run_text, run_x = "", x
    run_ends = False

    def end() -> None:
        visible = STEERING.sub("", run_text)
        if run and visible and not isinstance(run.source, Picture):
            em, ink = size * run.look.scale, run.look.colour or colour
            leftwards = run.level % 2 == 1
            if run.look.reading:
                marks.extend(_reading(run, run_x, baseline, size, matrix, ink))
            own = TextRun(visible, run.source, em, _inset(run, size, run_x), baseline, matrix, ink, outline, leftwards)
            marks.extend(_behind(own, run.look.effect))
            marks.append(own)

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
            if look.reading or run_ends:
                end()
                run, run_text, run_x = atom, text, x
            else:
                run_text = text + run_text if level % 2 else run_text + text
        elif run or not atom.is_gap:  # a space after an icon draws nothing
            end()
            run, run_text, run_x = atom, text, x
        run_ends = bool(line.spread) and atom.is_gap  # what follows stands farther than the font would have it
        x += (width + line.spread * run_ends) * size
    end()
    return marks


def _lines_along(line: TextLine, x: float, baseline: float, size: float, matrix: Matrix, colour: str) -> list[Mark]:
    """The lines under and through words, as shapes: from the first word to the last, spaces between them too."""
    reaches: list[tuple[str, float, str, float, float]] = []  # which, of what size and colour, from where to where
    last: dict[str, int] = {}  # of each, that of the word before
    for atom in line.atoms if any(atom.look.lines for atom in line.atoms) else ():
        is_space, em, ink = atom.is_gap, size * atom.look.scale, atom.look.colour or colour
        right = x + (atom.width + line.spread * is_space) * size
        if not is_space:
            before, last = last, {}
            for name in atom.look.lines:
                *looks, left, end = reaches[before[name]] if name in before else (x, x)
                if looks == [name, em, ink]:
                    reaches[before[name]] = name, em, ink, left, right
                    last[name] = before[name]
                else:
                    last[name] = len(reaches)
                    reaches.append((name, em, ink, end, right))
        x = right
    marks: list[Mark] = []
    for name, em, ink, left, right in reaches:
        half = max(LINE_WIDTH * em, LEAST_LINE) / 2
        top, bottom = (baseline + LINE_BELOW[name] * em + side for side in (-half, half))
        path = ("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",)
        marks.append(Shape(moved(path, matrix), Paint(fill=ink)))
    return marks


def _inset(run: Atom, size: float, x: float) -> float:
    """Where words begin: in the middle of what is above them."""
    assert isinstance(run.source, Font)
    if not run.look.reading:
        return x
    return x + (run.width - run.look.scale * run.source.width(run.text)) * size / 2


def _reading(run: Atom, x: float, baseline: float, size: float, matrix: Matrix, ink: str) -> list[Mark]:
    """The small letters above words, as shapes: they are half as large as text may be, and words are found without."""
    look = run.look
    assert look.read_in is not None
    start = x + (run.width - look.reading_width) * size / 2
    above = baseline - READING_ABOVE * size * look.scale
    return list(as_shapes(TextRun(look.reading, look.read_in, READING * size * look.scale, start, above, matrix, ink)))


def _behind(text: TextRun, effect: LetterEffect | None) -> list[Mark]:
    """Shadow and outline of letters, as shapes: nobody is to find the words twice."""
    if effect is None or not text.text.strip():
        return []
    path = outlines(text)
    marks: list[Mark] = []
    lines = {"width": 2 * effect.width * mean_scale(text.matrix), "join": "round"} if effect.outline else {}
    if effect.shadow:
        a, b, c, d, _, _ = text.matrix
        right, down = effect.right, effect.down
        aside = moved(path, (1.0, 0.0, 0.0, 1.0, a * right + c * down, b * right + d * down))
        stroke = effect.shadow if effect.outline else None
        marks.append(Shape(aside, Paint(fill=effect.shadow, stroke=stroke, **lines)))  # type: ignore[arg-type]
    if effect.outline:
        marks.append(Shape(path, Paint(fill=effect.outline, stroke=effect.outline, **lines)))  # type: ignore[arg-type]
    return marks
