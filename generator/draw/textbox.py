"""A text box of a template: a ``rect`` that names its text, font and sizes, and is not drawn itself.

- ``data-field="title"``: a field of the item (a path: ``lose_condition.title``); or ``data-text="…"``: words and
  expressions. With both, the text is ``data-text``, and the field (or that of ``data-place``) is where problems show;
- ``data-font="display"``: a role of ``style.yaml``; ``data-size``, ``data-min``: the largest and the smallest size in
  points (without ``data-min``: 6);
- ``data-align`` left, center, right, justify; ``data-valign`` top, middle, bottom; ``data-lines``: the most lines;
  ``data-leading``: the line height, of the font size (1.2); ``data-case="upper"``: capitals;
- ``data-hyphenate="true"``: words may be broken behind their syllables, with a hyphen, as the text's language has it;
- ``data-over="allowed"``: it may lie on another text, or under what is drawn later;
- ``data-along="M10 20H50"``: the line that the text stands on, as the ``d`` of a path, in place of a rectangle;
- ``data-guide="lines"`` or ``"box"``: what a blank form prints here for a pen.

Each may hold expressions; a setting that comes out empty counts as absent.
"""

from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from generator.core.choices import mm_from_points
from generator.core.problem import Tell
from generator.draw.attribute_expressions import LANGUAGE, Evaluate, Reads, compile_value, finite, is_dynamic, reads
from generator.draw.directives import DIRECTIVES
from generator.draw.frame import Frame
from generator.draw.marks.bidi import LEFTWARD
from generator.draw.marks.fonts import named
from generator.draw.marks.marks import Mark, Matrix, Paint, Shape, moved
from generator.draw.marks.picture import bounds, box_path, edges_path
from generator.draw.part_memory import PartMemory
from generator.draw.scope import MOST_KEPT, FaceScope, TextSpot
from generator.draw.svg.colours import colour
from generator.draw.svg.parse import Element
from generator.draw.svg.path import LARGEST
from generator.draw.svg.path import number as plain_number
from generator.draw.template import fault
from generator.draw.text.fit import LINE_HEIGHT, FittedText, TextArea
from generator.draw.text.markup import in_capitals
from generator.draw.text.text_marks import place
from generator.draw.text_along import Baseline, letters_along, read_baseline
from generator.draw.theme import Theme
from generator.model.budget import METER, ExpressionError, text_of
from generator.model.numerals import shown
from generator.model.values import nearest

SMALLEST = 6.0  # points: print.md's floor for cards, unless the template says otherwise
GUIDE = Paint(stroke="#000000", width=0.25, cap="round", dash=(0.01, 1.0))
FIT = 3  # steps of fitting a character
CHOICES = {
    "data-align": ("left", "center", "right", "justify"),
    "data-valign": ("top", "middle", "bottom"),
    "data-guide": ("lines", "box"),
    "data-case": ("upper",),
    "data-hyphenate": ("true",),
    "data-over": ("allowed",),
}
KNOWN = (
    "data-field", "data-text", "data-place", "data-font", "data-size", "data-min", "data-lines", "data-leading",
    "data-colour", "data-along", *CHOICES,
)  # fmt: skip
# Settings that may hold expressions, with what stands for them while it is not known what these give.
STAND_INS = {**dict.fromkeys(KNOWN[3:], ""), "data-size": "1000", "data-font": "\0", "data-along": "M0 0H1"}
OF_BOXES = ("x", "y", "width", "height", "data-valign", "data-lines", "data-leading", "data-hyphenate")  # not of lines
READ = ("data-field", "data-place", "x", "y", "width", "height")  # beside the text: what may hold expressions
# The default (None: it has to be there), and the least and the largest that means anything.
NUMBERS: dict[str, tuple[float | None, float, float]] = {
    "x": (0.0, -LARGEST, LARGEST),
    "y": (0.0, -LARGEST, LARGEST),
    "width": (None, 0.0, LARGEST),
    "height": (None, 0.0, LARGEST),
    "data-size": (None, 1.0, 1000.0),
    "data-min": (SMALLEST, 1.0, 1000.0),
    "data-leading": (LINE_HEIGHT, 0.5, 10.0),
    "data-lines": (0, 0, 1000),
}


def is_text_box(element: Element) -> bool:
    """Whether an element is a text box."""
    return element.tag == "rect" and any(
        name in element.attributes for name in ("data-field", "data-text", "data-font")
    )


@dataclass(frozen=True)
class TextBox:
    """A text box, compiled. What it has fitted it remembers for a while: captions are many, and few of them differ."""

    box: TextArea
    text: Evaluate
    path: Evaluate | None  # the field to blame
    guide: str
    upper: bool
    moves: dict[str, Evaluate]  # x, y, width, height where they vary
    element: Element
    hyphenate: bool = False
    fitted: dict[tuple[str, str, float, float, bool, bool], FittedText] = field(default_factory=dict, compare=False)
    boxes: dict[tuple[float, ...], TextArea] = field(default_factory=dict, compare=False)
    places: dict[tuple[object, ...], tuple[float, bool]] = field(default_factory=dict, compare=False)
    line: Baseline | None = None  # that it stands on
    texts: tuple[str, ...] = ()  # the attributes that may hold expressions
    memory: PartMemory = field(default_factory=PartMemory, compare=False)

    def reads(self) -> Reads | None:
        """All that the box depends on; None where nobody can say."""
        paths = reads(self.texts)
        return paths if paths is None else paths | {LANGUAGE}

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Fit the text and add its marks, or say what is wrong."""
        self.memory.draw(scope, matrix, self._draw, self.reads)

    def _draw(self, scope: FaceScope, matrix: Matrix) -> None:
        try:
            value = self.text(scope.variables)
            field = "" if self.path is None else text_of(self.path(scope.variables))
            box = self._box(scope)
            if self.hyphenate:
                box = replace(box, language=str(scope.variables["lang"]))
            if self.line is None and scope.language.partition("-")[0] in LEFTWARD:
                box = replace(box, leftwards=True)
            text = shown(value, scope.language)
        except (ExpressionError, TypeError, ValueError) as error:
            fault(scope, self.element, error)
            return
        if scope.blank and not text.strip():
            scope.marks += self._guide(box, matrix)
            return
        text = in_capitals(text, box.icons, box.looks, scope.language) if self.upper else text
        if scope.spots is not None:
            self._add_spot(scope, text, box, matrix)
            return
        fitted = self._fit(scope, text, box)
        if self.line is not None:
            try:
                marks = self._along(scope, fitted, box, self.line, matrix)
            except ExpressionError as error:
                fault(scope, self.element, error)
                return
        elif scope.frame is not None and text.strip():
            self._see_that_it_is_on(scope, scope.frame, text, box, matrix)
        if scope.places is not None and field and text.strip():
            a, b, c, d, e, f = matrix
            scope.places.append((b * box.x + d * box.y + f, a * box.x + c * box.y + e, field))
        if scope.draws:
            scope.marks += place(fitted, box, matrix) if self.line is None else marks
        if _is_wrong(fitted):
            self._report(scope, fitted, box, field)

    def _add_spot(self, scope: FaceScope, text: str, box: TextArea, matrix: Matrix) -> None:
        """Say where the text would stand, unless it may stand on others."""
        if not text.strip() or "data-over" in self.element.attributes or scope.spots is None:
            return
        path = box_path(box.x, box.y, box.width, box.height)
        if self.line is not None and (edges := bounds(self.line.path)):
            high = mm_from_points(box.largest)
            path = edges_path(edges[0] - high, edges[1] - high, edges[2] + high, edges[3] + high)

        def marks() -> list[Mark]:
            fitted = self._fit(scope, text, box)
            if fitted.lines_over:  # which is told of itself
                return []
            if self.line is None:
                return place(fitted, box, matrix)
            return [mark for letter, _, _ in letters_along(fitted, box, self.line, matrix) for mark in letter]

        spot = TextSpot(Shape(moved(path, matrix), Paint()), self.element, marks)
        scope.spots[id(spot.place)] = spot
        scope.marks.append(spot.place)

    def _fit(self, scope: FaceScope, text: str, box: TextArea) -> FittedText:
        key = (text, box.language, box.width, box.height, scope.draws, box.leftwards)
        METER.work(FIT * len(text))  # also where it is known: what a file costs is not a matter of what came before
        fitted = self.fitted.get(key)
        if fitted is None:
            if len(self.fitted) >= MOST_KEPT:
                self.fitted.clear()
            fitted = scope.fitter.fit(text, box) if scope.draws or self.line else scope.fitter.check(text, box)
            self.fitted[key] = fitted
        return fitted

    def _along(self, scope: FaceScope, fitted: FittedText, box: TextArea, line: Baseline, matrix: Matrix) -> list[Mark]:
        """The marks of a text that stands on a line, or `ExpressionError`."""
        letters, frame = list(letters_along(fitted, box, line, matrix)), scope.frame
        if frame and any(frame.beyond(area, place) or not frame.holds(area, place) for _, area, place in letters):
            message = "the text along a line reaches beyond the face"
            scope.add_fault(self.element, "off-the-face", message, "move the line, or make the text smaller")
        return [mark for marks, _, _ in letters for mark in marks]

    def _see_that_it_is_on(self, scope: FaceScope, frame: Frame, text: str, box: TextArea, matrix: Matrix) -> None:
        place = (box.x, box.y, box.width, box.height, matrix)
        reach = self.places.get(place)
        if reach is None:
            if len(self.places) >= MOST_KEPT:
                self.places.clear()
            reach = self.places[place] = (frame.beyond(box, matrix), frame.holds(box, matrix))
        far, held = reach
        if far:
            message = f"the text's box reaches {far:.1f} mm beyond the face"
            scope.add_fault(self.element, "off-the-face", message, "move it, or make it smaller")
        elif not held and not frame.holds_lines(scope.fitter.fit(text, box), box, matrix):
            message = f"the text {text[:40]!r} reaches beyond the outline, and is cut off"
            scope.add_fault(self.element, "off-the-face", message, "move its box inwards, or make it smaller")

    def _box(self, scope: FaceScope) -> TextArea:
        if not self.moves:
            return self.box
        key = tuple([finite(value(scope.variables)) for value in self.moves.values()])
        box = self.boxes.get(key)
        if box is None:
            if len(self.boxes) >= MOST_KEPT:
                self.boxes.clear()
            moved = dict(zip(self.moves, key, strict=True))
            box = self.boxes[key] = replace(self.box, **moved)  # type: ignore[arg-type]
        return box

    def _report(self, scope: FaceScope, fitted: FittedText, box: TextArea, field: str) -> None:
        path = (
            tuple([int(step) if step.isascii() and step.isdigit() else step for step in field.split(".")])
            if field
            else ()
        )
        if fitted.missing:
            fonts = ", ".join(font.name for font in box.fonts)
            message = f"no glyph for {named(fitted.missing)} in {fonts}"
            hint = "replace it, or add a font that has it under fallback in style.yaml"
            scope.add_fault(self.element, "missing-glyph", message, hint, path)
        for name, style in fitted.unstyled:
            message = f"{name} has no {style}"
            place = "fonts" if name == box.fonts[0].name else "fallback"
            hint = f"name one beside regular under {place} in style.yaml ({style.replace(' ', '_')}: …), or do without"
            scope.add_fault(self.element, "missing-style", message, hint, path)
        if fitted.lines_over:
            hint = f"shorten the text, or make its {'line longer' if self.line else 'box larger'}"
            scope.add_fault(self.element, "text-overflow", self._too_long(fitted, box), hint, path)
        elif fitted.broken:
            message = f"a word is broken in its middle at {box.smallest:g} pt: {fitted.broken[0]}"
            hint = "write a shorter word, or a hyphen where it may be broken, or make its box wider"
            scope.add_fault(self.element, "broken-word", message, hint, path, "warning")

    def _too_long(self, fitted: FittedText, box: TextArea) -> str:
        """What is too much, in words."""
        if self.line is not None:
            return f"is longer than its line of {box.width:.1f} mm at {box.smallest:g} pt"
        lines = f"{fitted.lines_over} line{'s' if fitted.lines_over != 1 else ''} too many"
        return f"does not fit at {box.smallest:g} pt: {lines}"

    def _guide(self, box: TextArea, matrix: Matrix) -> list[Mark]:
        """Where a pen writes: dotted lines at the pitch of the largest size, or a dotted frame."""
        if self.line is not None:
            return [Shape(moved(self.line.path, matrix), GUIDE)] if self.guide else []
        right, bottom = box.x + box.width, box.y + box.height
        if self.guide == "box":
            return [Shape(moved(box_path(box.x, box.y, box.width, box.height), matrix), GUIDE)]
        if self.guide != "lines":
            return []
        pitch = max(mm_from_points(box.largest) * box.leading, 5.0)  # a pen's line is no closer than 5 mm
        count = max(1, int(box.height / pitch + 0.01))
        count = min(count, box.most_lines) if box.most_lines else count
        return [
            Shape(moved((("M", box.x, bottom - row * pitch), ("L", right, bottom - row * pitch)), matrix), GUIDE)
            for row in range(count)
        ]


def compile_text_box(element: Element, theme: Theme, report: Tell) -> TextBox | None:
    """A text box from its ``rect``; None where something is wrong with it (and reported)."""
    before = _Counter(report)
    attributes = element.attributes
    for name in attributes:
        if name.startswith("data-") and name not in (*KNOWN, *DIRECTIVES):
            before(*element.where(name), f"{name} is not known here", nearest(name, KNOWN))
    for name, words in CHOICES.items():
        if attributes.get(name, words[0]) not in words:
            before(*element.where(name), f"{name} is {attributes[name]!r}", "known: " + ", ".join(words))
    numbers, moves = _numbers(element, before)  # one that is missing may have been reported under the name it was given
    if "data-min" in attributes and numbers["data-min"] > numbers["data-size"] > 0:
        message = f"data-min, {numbers['data-min']:g}, is larger than data-size, {numbers['data-size']:g}"
        before(*element.where("data-min"), message, "data-min is the smallest size: swap the two")
    role = attributes.get("data-font", "")
    fonts = next(iter(theme.fonts.values()), None) if role == STAND_INS["data-font"] else theme.fonts.get(role)
    if fonts is None and not theme.is_unread(role):
        named = attributes.get("data-font")
        message = "data-font is missing" if named is None else f"{named!r} is not a role under fonts in style.yaml"
        before(*element.where("data-font"), message, nearest(named or "", theme.fonts))
    if "data-field" not in attributes and "data-text" not in attributes:
        if not before.count:  # else it was reported under the name that it was given
            before(element.line, element.column, "data-field is missing", "name the field whose text is set here")
        return None
    try:
        data = attributes.get("data-text") or "{{ item." + attributes.get("data-field", "") + " }}"
        text = compile_value(data, printed=True)
        blamed = attributes.get("data-field", attributes.get("data-place"))
        path = None if blamed is None else compile_value(blamed)
    except ExpressionError as error:
        before(*element.where("data-text"), str(error), "")
    try:
        paint = colour(attributes.get("data-colour", "#000"))
    except ValueError as error:
        before(*element.where("data-colour"), f"data-colour: {error}", "")
    line = _line(element, before)
    if before.count or fonts is None:
        return None
    if line is not None:
        numbers |= {"x": line.points[0][0], "y": line.points[0][1], "width": line.reaches[-1], "height": LARGEST}
        numbers["data-lines"] = 1
    box = TextArea(
        numbers["x"], numbers["y"], numbers["width"], numbers["height"], fonts, numbers["data-size"],
        min(numbers["data-min"], numbers["data-size"]), attributes.get("data-align", "start"),  # type: ignore[arg-type]
        attributes.get("data-valign", "top"),  # type: ignore[arg-type]
        numbers["data-leading"], int(numbers["data-lines"]), theme.icons, paint or "#000000",
        *theme.outline(attributes["data-font"]), theme.styled.get(attributes["data-font"]), theme.looks,
    )  # fmt: skip
    upper = attributes.get("data-case") == "upper"
    guide = attributes.get("data-guide", "")
    return TextBox(
        box, text, path, guide, upper, moves, element, "data-hyphenate" in attributes, line=line,
        texts=(data, *[attributes.get(name, "") for name in READ]),
    )  # fmt: skip


def _line(element: Element, report: Tell) -> Baseline | None:
    """The line that a text stands on, if it does; settings of boxes are reported then."""
    if "data-along" not in element.attributes:
        return None
    for name in (name for name in OF_BOXES if name in element.attributes):
        report(*element.where(name), f"{name} is not read beside data-along", "leave it out: the line is the place")
    if element.attributes.get("data-align") == "justify":
        report(*element.where("data-align"), "text along a line is not justified", "write left, center or right")
    try:
        return read_baseline(element.attributes["data-along"])
    except ValueError as error:
        message, _, hint = str(error).partition("; ")
        report(*element.where("data-along"), f"data-along: {message}", hint)
        return None


class _Counter:
    """A report that counts what goes through it."""

    def __init__(self, report: Tell) -> None:
        self.report, self.count = report, 0

    def __call__(self, line: int, column: int, message: str, hint: str) -> None:
        self.count += 1
        self.report(line, column, message, hint)


def _numbers(element: Element, report: Tell) -> tuple[dict[str, float], dict[str, Evaluate]]:
    numbers: dict[str, float] = {}
    moves: dict[str, Evaluate] = {}
    for name, (default, least, most) in NUMBERS.items():
        text = element.attributes.get(name)
        numbers[name] = default or 0.0
        try:
            if text is None:
                unknown = [key for key in element.attributes if key.startswith("data-") and key not in KNOWN]
                missing = default is None and not (name != "data-size" and "data-along" in element.attributes)
                if missing and not get_close_matches(name, unknown, 1, 0.8):
                    raise ValueError("is missing")
            elif is_dynamic(text) and name in ("x", "y", "width", "height"):
                moves[name] = compile_value(text)
            else:
                numbers[name] = plain_number(text)
                if name == "data-lines" and numbers[name] != int(numbers[name]):
                    raise ValueError(f"{text} is not a whole number")
                if not least <= numbers[name] <= most:
                    raise ValueError(f"{text} is not between {least:g} and {most:g}")
        except (ValueError, ExpressionError) as error:
            message, _, hint = str(error).partition("; ")
            report(*element.where(name), f"{name}: {message}", hint or "write a number")
    return numbers, moves


def _is_wrong(fitted: FittedText) -> bool:
    return bool(fitted.lines_over or fitted.missing or fitted.broken or fitted.unstyled)
