"""A table laid with a game's components, for a figure: ``table:setup.yaml``. Lengths are mm, from its top left."""

from collections.abc import Iterator, Sequence
from math import hypot
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from generator.core.choices import mm_from_points
from generator.core.problem import Problem
from generator.draw.marks.marks import (
    Drawing,
    Face,
    Mark,
    Matrix,
    Outline,
    Paint,
    PathStep,
    Point,
    Shape,
    TextRun,
    content_name,
    moved,
)
from generator.draw.marks.picture import Picture, edge_of
from generator.draw.prose_theme import Measure
from generator.draw.text.prose_style import NoPicture, ProseStyle
from generator.model.fields import (
    Field,
    FlagField,
    ListField,
    NumberField,
    ReadContext,
    RecordField,
    StringField,
    TextField,
)
from generator.model.values import LocalizedText, ProblemLog, Record
from generator.read.reader import read_file
from generator.read.tree import Mapping, Node, locate

MOST = 300  # components, arrows or call-outs
LAYERS, STEP = 6, 0.8  # of a pile that are seen, and mm from one to the next
CIRCLE, DIGITS = 2.3, mm_from_points(8)  # the radius of a call-out, and its number
HEAD = 3.0  # mm: how long the head of an arrow is
LINE = Paint(stroke="#000000", width=0.35)
ARROW, TIP = Paint(stroke="#000000", width=0.7), Paint(fill="#000000")
ROUND = 0.5523  # of the radius: where a quarter of a circle has its control points
HALO = Paint(stroke="#ffffff", width=2.0)
DISC = Paint(fill="#ffffff", stroke="#000000", width=0.35)
EDGE = Paint(fill="#ffffff", stroke="#000000", width=0.25)


def _point(says: str, example: str, *, required: bool = True) -> ListField:
    return ListField(of=Measure(low=0, high=5000), required=required, says=says, example=example)


TABLE: dict[str, Field] = {
    "size": _point("width and height of the table, in mm", "[300, 200]"),
    "components": ListField(
        says="what is there; later ones are on top",
        example="[{show: cards/moon, at: [40, 50]}]",
        of=RecordField(
            fields={
                "show": StringField(
                    required=True, says="an item, as KIND/ID; or a picture beside the templates", example="cards/moon"
                ),
                "at": _point("its middle, in mm from the left and the top", "[40, 50]"),
                "turn": NumberField(default=0, says="degrees it is turned, clockwise", example="90"),
                "stack": NumberField(
                    whole=True, default=1, says="how many lie on each other; at most six are shown", example="5"
                ),
                "back": FlagField(default=False, says="whether its back is seen", example="true"),
                "width": Measure(
                    low=0.1, high=5000, says="of a picture, its width in mm", absent="as it is", example="15"
                ),
            }
        ),
    ),
    "arrows": ListField(
        says="arrows",
        example="[{from: [40, 50], to: [120, 50]}]",
        of=RecordField(
            fields={
                "from": _point("where it starts", "[40, 50]"),
                "to": _point("where its head is", "[120, 50]"),
            }
        ),
    ),
    "callouts": ListField(
        says="numbers in circles, from 1, explained below the picture",
        example="[{at: [20, 20], to: [40, 50], says: The deck}]",
        of=RecordField(
            fields={
                "at": _point("the place of the number", "[20, 20]"),
                "to": _point("the end of a line from it", "[40, 50]", required=False),
                "says": TextField(says="its meaning", absent="the legend leaves it out", example="The deck"),
            }
        ),
    ),
}


class ComponentOnTable(Struct, frozen=True):
    """A component on the table: the middle of it, degrees clockwise, how many lie there."""

    shown: Face | Picture
    at: Point
    turn: float
    stack: int


class CalloutOnTable(Struct, frozen=True):
    """A number, what it points to, and what it stands for."""

    at: Point
    to: Point | None
    says: LocalizedText | None


class TableScene(Struct, frozen=True):
    """A table with all that lies on it."""

    size: Point
    components: tuple[ComponentOnTable, ...]
    arrows: tuple[tuple[Point, Point], ...]
    callouts: tuple[CalloutOnTable, ...]


class PictureSource(Protocol):
    """Where faces and pictures come from; or why there are none."""

    def face(self, name: str, *, back: bool = False) -> Face | NoPicture:
        """The face of an item by its kind and id."""

    def file(self, name: str) -> Picture | NoPicture:
        """The picture in a file."""


def read_laid_table(
    path: Path, file: str, languages: tuple[str, ...], source: PictureSource
) -> tuple[TableScene | None, list[Problem]]:
    """Read the file of a table, called ``file`` in messages; None where something is wrong with it."""
    root, problems = read_file(path, file)
    report = ProblemLog(file, problems)
    if not isinstance(root, Mapping):
        if not problems:
            problems.append(Problem(file, 1, 1, "error", "missing-field", "size is missing", "add size: [300, 200]"))
        return None, problems
    values = RecordField(fields=TABLE).read(root, ReadContext(report, languages))
    if values is None or any(problem.level == "error" for problem in problems):
        return None, problems
    table = _Reader(report, source).table(values, root)
    return (None if any(problem.level == "error" for problem in problems) else table), problems


class _Reader:
    """Makes a table of what its file says."""

    def __init__(self, report: ProblemLog, source: PictureSource) -> None:
        self.report, self.source = report, source
        self.size: Point = (0.0, 0.0)

    def table(self, values: Record, root: Node) -> TableScene:
        """The whole."""
        self.size = (1e9, 1e9)  # until it is known
        self.size = self.point(values.size, locate(root, ("size",))) or self.size
        parts: dict[str, list[tuple[Record, Node]]] = {}
        for name in ("components", "arrows", "callouts"):
            entries = list(values[name] or ())
            if len(entries) > MOST:
                self.report.add(
                    locate(root, (name,)), "too-costly", f"there are more than {MOST} of these", "show less"
                )
            parts[name] = [(part, locate(root, (name, at))) for at, part in enumerate(entries[:MOST])]
        components = [self.component(part, node) for part, node in parts["components"]]
        arrows = [
            (self.point(part["from"], node, "from"), self.point(part.to, node, "to")) for part, node in parts["arrows"]
        ]
        callouts = [
            CalloutOnTable(
                self.point(part.at, node, "at") or (0.0, 0.0),
                self.point(part.to, node, "to") if part.to else None,
                part.says,
            )
            for part, node in parts["callouts"]
        ]
        return TableScene(
            self.size,
            tuple(part for part in components if part is not None),
            tuple((start, end) for start, end in arrows if start and end),
            tuple(callouts),
        )

    def point(self, values: list[float], node: Node, key: str = "") -> Point | None:
        """A point of the table."""
        where = locate(node, (key,)) if key else node
        if len(values) != 2 or not all(values if not key else (1,)):
            self.report.add(where, "wrong-type", "two numbers of mm are wanted here", "such as [40, 50]")
            return None
        if values[0] > self.size[0] or values[1] > self.size[1]:
            message = f"[{values[0]:g}, {values[1]:g}] lies beyond the table of {self.size[0]:g} x {self.size[1]:g} mm"
            self.report.add(where, "number-range", message, "move it, or make size larger")
        return values[0], values[1]

    def component(self, values: Record, node: Node) -> ComponentOnTable | None:
        """One component; None where it cannot be shown, which is reported."""
        at = self.point(values.at, node, "at")
        is_file = "/" not in values.show or "." in values.show
        shape = self.source.file(values.show) if is_file else self.source.face(values.show, back=values.back)
        if isinstance(shape, NoPicture):
            self.report.add(locate(node, ("show",)), shape.rule, shape.message, shape.hint)
            return None
        for note in shape.notes if isinstance(shape, Picture) else ():
            self.report.add(locate(node, ("show",)), note.rule, note.message, note.hint, note.level)
        if not 1 <= values.stack <= 999:
            self.report.add(locate(node, ("stack",)), "number-range", "1 to 999 are possible")
        if isinstance(shape, Picture) and values.width:
            scaled = shape.placed(0.0, 0.0, values.width, values.width * shape.height / shape.width)
            shape = Picture(_alone(scaled), values.width, values.width * shape.height / shape.width, shape.shapes)
        return ComponentOnTable(shape, at, values.turn, values.stack) if at is not None else None


def _alone(mark: Mark) -> Drawing:
    return Drawing(content_name((mark,)), (mark,))


class TableMarks(Struct, frozen=True):
    """What is drawn on a table at a scale besides components: piles, arrows, call-outs. These don't grow with it."""

    scale: float
    style: ProseStyle | None

    def below(self, face: Face, matrix: Matrix, stack: int) -> Iterator[Mark]:
        """The edges of those that lie under the topmost of a pile."""
        outline = moved(edge_of(face), matrix)
        for layer in range(min(stack, LAYERS) - 1, 0, -1):
            yield Shape(moved(outline, (1.0, 0.0, 0.0, 1.0, layer * STEP, layer * STEP)), EDGE)

    def arrows(self, arrows: Sequence[tuple[Point, Point]]) -> Iterator[Mark]:
        """Arrows, with white round them."""
        for (x1, y1), (x2, y2) in arrows:
            start, end = (x1 * self.scale, y1 * self.scale), (x2 * self.scale, y2 * self.scale)
            length = hypot(end[0] - start[0], end[1] - start[1])
            if not length:
                continue
            x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
            neck = end[0] - x * HEAD * 0.9, end[1] - y * HEAD * 0.9
            half = HEAD * 0.4
            tip: Outline = (
                ("M", *end),
                ("L", neck[0] - y * half, neck[1] + x * half),
                ("L", neck[0] + y * half, neck[1] - x * half),
                ("Z",),
            )
            line: Outline = (("M", *start), ("L", *neck))
            yield from (Shape(line, HALO), Shape(tip, HALO), Shape(line, ARROW), Shape(tip, TIP))

    def callouts(self, callouts: Sequence[CalloutOnTable]) -> Iterator[Mark]:
        """Numbers in circles, with lines to what they stand for."""
        for number, callout in enumerate(callouts, 1):
            x, y = callout.at[0] * self.scale, callout.at[1] * self.scale
            if callout.to is not None:
                to = callout.to[0] * self.scale, callout.to[1] * self.scale
                yield Shape((("M", x, y), ("L", *to)), HALO)
                yield Shape((("M", x, y), ("L", *to)), LINE)
                yield Shape(_circle(*to, 0.5), TIP)
            yield Shape(_circle(x, y, CIRCLE), DISC)
            if self.style is not None:
                font, text = self.style.bold[0], str(number)
                left, baseline = x - font.width(text) * DIGITS / 2, y + font.cap_height * DIGITS / 2
                yield TextRun(text, font, DIGITS, left, baseline)


def _circle(x: float, y: float, radius: float) -> Outline:
    far = radius * ROUND
    steps: list[PathStep] = [("M", x + radius, y)]
    for (ax, ay), (bx, by) in (((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0))):
        steps.append((
            "C", x + ax * radius + bx * far, y + ay * radius + by * far,
            x + bx * radius + ax * far, y + by * radius + ay * far, x + bx * radius, y + by * radius,
        ))  # fmt: skip
    return (*steps, ("Z",))
