"""A template: an SVG file read once, whose attributes may hold Jinja2 expressions.

An element may carry, beside SVG's own attributes:

- ``data-if="expression"``: drawn only where it is true;
- ``data-let="name = expression; other = expression"``: names for use inside;
- ``data-for="name in expression"``: drawn once a member (``loop.index`` counts from 1, ``loop.index0`` from 0);
- on a ``rect``, which is then a text box and not drawn itself: see `generator.draw.textbox`;
- ``data-cut="true"`` on a shape: where scissors go, if not along the edges (drawn by the sheet);
- ``data-fold="true"`` on a shape: where the component is folded;
- on a ``use`` that shows a file: ``data-place="field"``, the field to blame where the file is not there.

What does not vary from item to item is drawn once and placed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from generator.core.choices import um
from generator.draw.attribute_expressions import Evaluate, Reads, expression_reads, joined, reads
from generator.draw.directives import loop_text, name_texts, sound
from generator.draw.frame import Frame, path_of
from generator.draw.marks.marks import IDENTITY, Face, Layer, Mark, Matrix, Outline, PlacedDrawing, multiply
from generator.draw.part_memory import PartMemory
from generator.draw.scope import MAX_REPEATS, MOST_KEPT, FaceFault, FaceScope
from generator.draw.seen_pictures import TemplatePicture
from generator.draw.short_bleed import with_folds_seen
from generator.draw.svg.attributes import MM_PER_PX, transform
from generator.draw.svg.parse import Element
from generator.draw.svg.shapes import element_matrix, shape
from generator.draw.svg.style import TINT, Style
from generator.model.budget import METER, ExhaustedError, ExpressionError, TooCostlyError, text_of
from generator.model.reasons import in_plain_words
from generator.model.values import Record

# Steps: of a face, and of drawing a part of it.
FACE = 500_000
_SAME_SHAPE = 0.01  # of 1: how far sizes may be off that other programs round
PART = 10


class TemplatePart(Protocol):
    """A piece of a template that draws itself into a scope."""

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Add this part's marks to the scope."""

    def reads(self) -> Reads | None:
        """All that it depends on beside where it lies: names, and fields of them; None where nobody can say."""


@dataclass(frozen=True)
class Template:
    """A template ready to draw faces of one size."""

    file: str
    width: float
    height: float
    matrix: Matrix
    parts: tuple[TemplatePart, ...]
    outline: Outline = ()  # where scissors go, if not along the edges
    folds: tuple[Outline, ...] = ()
    frame: Frame | None = None
    view: tuple[float, float] | None = None  # width and height of its viewBox
    tells_copy: bool = False  # whether it asks which copy of an item it draws

    def face(self, scope: FaceScope) -> Face:
        """Draw one face; what is wrong with it is in ``scope.findings``. It ends where it takes too much work."""
        self.draw(scope)
        weights, marks = scope.theme.weights, tuple(scope.marks)
        if self.folds and scope.draws:
            marks = with_folds_seen(marks, self.folds)
        if weights is not None:
            marks = weights.drawn(marks)
        return Face(self.width, self.height, marks, self.outline, self.folds)

    def draw(self, scope: FaceScope) -> None:
        """The same, with the parts' own marks in ``scope.marks``."""
        scope.frame = self.frame if scope.bounded else None
        try:
            with METER.allowance(FACE, "a face"):
                METER.work(PART * len(self.parts))
                for part in self.parts:
                    part.draw(scope, self.matrix)
        except ExhaustedError as stop:
            line, column = stop.place or (1, 1)
            hint = "repeat less, and ask for less in expressions"
            scope.findings.append(FaceFault("too-costly", str(stop), hint, None, line, column))


@dataclass(frozen=True)
class FixedDrawing:
    """What never varies: a drawing at its place."""

    placed: PlacedDrawing
    places: tuple[tuple[Outline, Element], ...] = ()  # where each of its marks lies, and what drew it
    pictures: tuple[TemplatePicture, ...] = ()  # those among them of which there may be something to say
    seen: dict[Matrix, list[FaceFault]] = field(default_factory=dict, compare=False)  # what is wrong at a place

    def reads(self) -> Reads | None:
        """Nothing."""
        return frozenset()

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Place the drawing."""
        if scope.frame is not None:
            wrong = self.seen.get(matrix)
            if wrong is None:
                before = len(scope.findings)
                for path, element in self.places:
                    see_that_it_is_on(scope, element, path, matrix)
                for picture in self.pictures:
                    picture.remark_on(scope, matrix)
                self.seen[matrix] = scope.findings[before:]
            elif wrong:
                scope.findings += wrong
        if scope.draws:
            scope.marks.append(PlacedDrawing(self.placed.drawing, multiply(matrix, self.placed.matrix)))


@dataclass(frozen=True)
class TemplateGroup:
    """Parts under a condition, a repetition or a transform."""

    parts: tuple[TemplatePart, ...]
    element: Element
    condition: Evaluate | None = None
    loop: tuple[str, Evaluate] | None = None
    matrix: Matrix | Evaluate = IDENTITY
    names: tuple[tuple[str, Evaluate], ...] = ()
    memory: PartMemory = field(default_factory=PartMemory, compare=False)
    whole: PartMemory = field(default_factory=lambda: PartMemory(whole=True), compare=False)  # of all repetitions

    def reads(self) -> Reads | None:
        """All that it depends on."""
        inside = self._reads_once()
        if inside is None or self.loop is None:
            return inside
        name, members = loop_text(self.element)
        own = frozenset(path for path in inside if path[0] not in (name, "loop"))
        return joined((own, expression_reads(members)))

    def _reads_once(self) -> Reads | None:
        """All that one repetition depends on."""
        attributes = self.element.attributes
        parts = [part.reads() for part in self.parts]
        if self.condition is not None:
            parts.append(expression_reads(attributes["data-if"]))
        if not isinstance(self.matrix, tuple):
            parts.append(reads((attributes["transform"],)))
        paths = joined(parts)
        for name, text in reversed(name_texts(self.element)) if self.names else ():
            inside = None if paths is None else frozenset(path for path in paths if path[0] != name)
            paths = joined((inside, expression_reads(text)))
        return paths

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Draw the parts as often as they are wanted."""
        outer = scope.variables
        try:
            if self.loop is None:
                self.memory.draw(scope, matrix, self._once, self._reads_once)
            else:
                self.whole.draw(scope, matrix, self._each, self.reads)
        except (ExpressionError, TypeError, ValueError) as error:
            fault(scope, self.element, error)
        except ExhaustedError as stop:
            stop.place = stop.place or (self.element.line, self.element.column)
            raise
        finally:
            scope.variables = outer

    def _each(self, scope: FaceScope, matrix: Matrix) -> None:
        assert self.loop is not None
        (name, members), outer = self.loop, scope.variables
        values = list(members(outer) or [])
        scope.repeats += len(values)
        if scope.repeats > MAX_REPEATS:
            raise TooCostlyError(f"repeats more than {MAX_REPEATS:,} times")
        for index, value in enumerate(values):
            loop = {"index": index + 1, "index0": index, "length": len(values), "last": index == len(values) - 1}
            scope.variables = {**outer, name: value, "loop": Record(loop)}
            self.memory.draw(scope, matrix, self._once, self._reads_once)

    def _once(self, scope: FaceScope, matrix: Matrix) -> None:
        if self.names:
            scope.variables = dict(scope.variables)
            for name, value in self.names:
                scope.variables[name] = value(scope.variables)
        if self.condition is not None and not self.condition(scope.variables):
            return
        own = self.matrix if isinstance(self.matrix, tuple) else _transform(text_of(self.matrix(scope.variables)))
        inner = matrix if own is IDENTITY else sound(multiply(matrix, own))
        METER.work(PART * len(self.parts))
        for part in self.parts:
            part.draw(scope, inner)


@dataclass(frozen=True)
class VaryingShape:
    """A shape some of whose attributes hold expressions."""

    element: Element
    style: Style
    values: dict[str, Evaluate]
    memory: PartMemory = field(default_factory=PartMemory, compare=False)

    def reads(self) -> Reads | None:
        """All that it depends on."""
        return reads(self.element.attributes[name] for name in self.values)

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Draw the shape as it is for this item."""
        self.memory.draw(scope, matrix, self._draw, self.reads)

    def _draw(self, scope: FaceScope, matrix: Matrix) -> None:
        try:
            attributes = evaluate_attributes(self.element, self.values, scope)
        except ExpressionError as error:
            fault(scope, self.element, error)
            return
        element = replace(self.element, attributes=attributes)

        def report(line: int, column: int, message: str, hint: str) -> None:
            scope.findings.append(FaceFault("template-syntax", message, hint, None, line, column))

        style = self.style.read(element, report)
        mark = shape(element, style, element_matrix(element, matrix, report), report)
        if mark is not None:
            if scope.draws:
                scope.marks.append(mark)
            see_that_it_is_on(scope, element, path_of(mark), IDENTITY)


class Content(NamedTuple):
    """What an element holds in one paint: how opaque all of it is together, and its parts."""

    opacity: float
    parts: tuple[TemplatePart, ...]


@dataclass(frozen=True)
class VariablePaint:
    """A group, a picture or a text box that is faded, or some of whose settings hold expressions.

    Its parts are compiled once for each set of values that these have had.
    """

    element: Element
    size: int  # in elements
    values: dict[str, Evaluate]
    usual: Content  # without what varies, as the parts read the same whatever their paint
    compile: Callable[[Element], tuple[Content, list[FaceFault]]]  # with what is wrong
    known: dict[tuple[str | None, ...], tuple[Content, list[FaceFault]]] = field(default_factory=dict, compare=False)

    def reads(self) -> Reads | None:
        """All that it depends on."""
        own = reads(self.element.attributes[name] for name in self.values)
        return joined((own, *[part.reads() for part in self.usual.parts]))

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Draw the parts in the paint that they have for this item."""
        content = self.usual
        if self.values:
            try:
                attributes = evaluate_attributes(self.element, self.values, scope)
            except ExpressionError as error:
                fault(scope, self.element, error)
                return
            key = tuple([attributes.get(name) for name in self.values])
            if key not in self.known:
                if len(self.known) >= MOST_KEPT:
                    self.known.clear()
                self.known[key] = self.compile(replace(self.element, attributes=attributes))
            content, faults = self.known[key]
            scope.findings += faults
        METER.work(PART * self.size)  # known or not: what a face costs is not a matter of what came before
        before = len(scope.marks)
        for part in content.parts:
            part.draw(scope, matrix)
        scope.marks[before:] = faded(scope.marks[before:], content.opacity)


def faded(marks: list[Mark], opacity: float) -> list[Mark]:
    """Marks that are so opaque together."""
    if opacity == 1 or not marks:
        return marks
    return [Layer(tuple(marks), opacity)] if opacity > 0 else []


def evaluate_attributes(element: Element, values: dict[str, Evaluate], scope: FaceScope) -> dict[str, str]:
    """An element's attributes as they are for this item. A blank form has none, and so perhaps no tint: it is for
    pens."""
    attributes = dict(element.attributes)
    for name, value in values.items():
        try:
            attributes[name] = text_of(value(scope.variables))
        except ExpressionError:
            if not scope.blank or name != TINT:
                raise
            del attributes[name]
    return attributes


def wrong_size(template: Template, size: tuple[float, float], name: str) -> tuple[str, str] | None:
    """What is wrong with the size of the template in ``name``, and what to write; None where it is ``size``, in mm."""
    width, height = size
    have, want = (um(template.width), um(template.height)), (um(width), um(height))
    if have == want:
        across, down = template.view or size
        if abs(across * height / (down * width) - 1) <= _SAME_SHAPE:
            return None
        message = (
            f"the viewBox of {name} is {across:g} x {down:g}, which is another shape than {width:g} x {height:g} mm"
        )
        return message, f'write viewBox="0 0 {width:g} {height:g}" in {name}'
    message = (
        f"the template {name} is {template.width:g} x {template.height:g} mm; the kind is {width:g} x {height:g} mm"
    )
    in_template = f'width="{width:g}mm" height="{height:g}mm" in {name}'
    if have[0] == um(width * MM_PER_PX) or have[1] == um(height * MM_PER_PX):
        return message, f"a size there lacks its unit: write {in_template}"
    return message, f"write size: [{template.width:g}, {template.height:g}] here, or {in_template}"


def see_that_it_is_on(scope: FaceScope, element: Element, path: Outline, matrix: Matrix) -> None:
    """Note where a mark misses the face."""
    wrong = scope.frame.missed_by(path, matrix) if scope.frame is not None else ""
    if wrong:
        hint = 'move it; or give the svg overflow="visible", if it is meant to be cut off'
        message = f"<{element.tag}> {wrong}"
        scope.add_fault(element, "off-the-face", message, hint)


def fault(scope: FaceScope, element: Element, wrong: str | Exception) -> None:
    """Note that the template itself is wrong at ``element``."""
    rule = "too-costly" if isinstance(wrong, TooCostlyError) else "template-syntax"
    scope.add_fault(element, rule, in_plain_words(str(wrong)), getattr(wrong, "hint", ""))


@lru_cache(maxsize=4096)
def _transform(text: str) -> Matrix:
    return transform(text)
