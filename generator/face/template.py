"""A template: an SVG file read once, whose attributes may hold Jinja2 expressions.

An element may carry, beside SVG's own attributes:

- ``data-if="expression"``: drawn only where it is true;
- ``data-let="name = expression; other = expression"``: names for use inside;
- ``data-for="name in expression"``: drawn once a member (``loop.index`` counts from 1, ``loop.index0`` from 0);
- on a ``rect``, which is then a text box and not drawn itself: see `generator.face.textbox`;
- ``data-cut="true"`` on a shape: where scissors go, if not along the edges (drawn by the sheet);
- ``data-fold="true"`` on a shape: where the component is folded;
- on a ``use`` that shows a file: ``data-place="field"``, the field to blame where the file is not there.

What does not vary from item to item is drawn once and placed.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Protocol

from generator.catalog.budget import METER, ExhaustedError, ExpressionError, TooCostlyError, text_of
from generator.catalog.problem_log import nearest
from generator.catalog.values import Record
from generator.face.attribute_expressions import Evaluate, finite
from generator.face.directives import sound
from generator.face.frame import Frame, path_of, path_of_picture
from generator.face.scope import MAX_REPEATS, MOST_KEPT, FaceFault, FaceScope
from generator.face.seen_pictures import SeenPicture
from generator.marks.marks import IDENTITY, Face, Matrix, Outline, PlacedDrawing, multiply
from generator.marks.picture import MIDDLE, Aspect
from generator.problem import Problem
from generator.svg.attributes import transform
from generator.svg.drawing import SORTS, Picture, forget_drawings, is_absent, told
from generator.svg.parse import Element
from generator.svg.shapes import element_matrix, shape
from generator.svg.style import TINT, Style

# Steps: of a face, and of drawing a part of it.
FACE = 500_000
PART = 10


class TemplatePart(Protocol):
    """A piece of a template that draws itself into a scope."""

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Add this part's marks to the scope."""


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

    def face(self, scope: FaceScope) -> Face:
        """Draw one face; what is wrong with it is in ``scope.findings``. It ends where it takes too much work."""
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
        return Face(self.width, self.height, tuple(scope.marks), self.outline, self.folds)


@dataclass(frozen=True)
class Fixed:
    """What never varies: a drawing at its place."""

    placed: PlacedDrawing
    places: tuple[tuple[Outline, Element], ...] = ()  # where each of its marks lies, and what drew it
    pictures: tuple[SeenPicture, ...] = ()  # those among them of which there may be something to say
    seen: set[Matrix] = field(default_factory=set, compare=False)  # places that were looked at

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Place the drawing."""
        if matrix not in self.seen and scope.frame is not None:
            self.seen.add(matrix)
            for path, element in self.places:
                see_that_it_is_on(scope, element, path, matrix)
            for picture in self.pictures:
                picture.remark_on(scope, matrix)
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

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Draw the parts as often as they are wanted."""
        outer = scope.variables
        try:
            if self.loop is None:
                self._once(scope, matrix)
            else:
                self._each(scope, matrix, *self.loop)
        except (ExpressionError, TypeError, ValueError) as error:
            fault(scope, self.element, error)
        except ExhaustedError as stop:
            stop.place = stop.place or (self.element.line, self.element.column)
            raise
        finally:
            scope.variables = outer

    def _each(self, scope: FaceScope, matrix: Matrix, name: str, members: Evaluate) -> None:
        outer = scope.variables
        values = list(members(outer) or [])
        scope.repeats += len(values)
        if scope.repeats > MAX_REPEATS:
            raise TooCostlyError(f"repeats more than {MAX_REPEATS:,} times")
        for index, value in enumerate(values):
            loop = {"index": index + 1, "index0": index, "length": len(values), "last": index == len(values) - 1}
            scope.variables = {**outer, name: value, "loop": Record(loop)}
            self._once(scope, matrix)

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
class FileUse:
    """A ``use`` of a file whose name or place varies."""

    element: Element
    href: Evaluate
    box: tuple[Evaluate, Evaluate, Evaluate, Evaluate]
    folder: FilePath
    place: str | None
    aspect: Aspect = MIDDLE
    pictures: dict[str, Picture] = field(default_factory=dict, compare=False)  # those placed last, by name
    seen: set[tuple[object, ...]] = field(default_factory=set, compare=False)  # places that were looked at

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Place the picture, or say which file is not there."""
        try:
            name = text_of(self.href(scope.variables))
            x, y, width, height = [finite(value(scope.variables)) for value in self.box]
        except (ExpressionError, TypeError, ValueError) as error:
            fault(scope, self.element, error)
            return
        picture = self.pictures.get(name) or self._read(scope, name)
        if picture is None:
            return
        if width <= 0 or height <= 0:
            return
        placed = picture.placed(x, y, width, height, self.aspect, matrix)
        place = (name, x, y, width, height, matrix)
        if scope.frame is not None and place not in self.seen:
            if len(self.seen) >= MOST_KEPT:
                self.seen.clear()
            self.seen.add(place)
            see_that_it_is_on(scope, self.element, *path_of_picture(picture, placed))
        known = SeenPicture(picture, name, placed, self.element)
        if not known.is_plain:
            known.remark_on(scope, IDENTITY, self.place)
        if scope.draws:
            scope.marks.append(placed)

    def _read(self, scope: FaceScope, name: str) -> Picture | None:
        picture = scope.theme.drawing(self.folder / name)
        if isinstance(picture, Picture):
            if len(self.pictures) >= MOST_KEPT:
                self.pictures.clear()
            self.pictures[name] = picture
            return picture
        self._blame(scope, name, picture[0])
        return None

    def _blame(self, scope: FaceScope, name: str, problem: Problem) -> None:
        line, column = self.element.line, self.element.column
        if self.place is None or (not is_absent(problem) and problem.file.endswith(".svg")):
            costly = problem.rule == "too-costly"
            fault(scope, self.element, told(name, problem, self.folder), problem.hint, costly=costly)
            return
        path = tuple(self.place.split("."))
        if is_absent(problem):
            message, hint = f"there is no picture {name} beside the template", self._near(name)
            scope.findings.append(FaceFault("unknown-reference", message, hint, path, line, column))
        else:  # a picture of pixels, which has no lines to name
            message, hint = told(name, problem, self.folder), problem.hint
            rule = "too-costly" if problem.rule == "too-costly" else "template-syntax"
            scope.findings.append(FaceFault(rule, message, hint, path, line, column))

    def _near(self, name: str) -> str:
        """A hint: pictures of nearly that name, of whatever sort."""
        wanted = FilePath(name)
        files = _pictures((self.folder / name).parent)
        stem = wanted.stem if wanted.suffix.lower() in SORTS else wanted.name
        same = [file for file in files if FilePath(file).stem == stem]
        if same:
            return f"there is {same[0]}: name it in the template without a suffix, or with that one"
        foreign = sorted(file.name for file in (self.folder / name).parent.glob("*") if file.stem == stem)
        if foreign:
            return f"there is {foreign[0]}, of a sort that is not read: save it as SVG, PNG, JPEG or WebP"
        return nearest(stem, dict.fromkeys(FilePath(file).stem for file in files))


@dataclass(frozen=True)
class VaryingShape:
    """A shape some of whose attributes hold expressions."""

    element: Element
    style: Style
    values: dict[str, Evaluate]

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Draw the shape as it is for this item."""
        try:
            attributes = self._attributes(scope)
        except ExpressionError as error:
            fault(scope, self.element, error)
            return
        element = replace(self.element, attributes=attributes)

        def report(line: int, column: int, message: str, hint: str) -> None:
            scope.findings.append(FaceFault("template-syntax", message, hint, None, line, column))

        style = self.style.read(element, report)
        mark = shape(element, style, element_matrix(element, matrix, report), report)
        if mark is not None:
            scope.marks.append(mark)
            see_that_it_is_on(scope, element, path_of(mark), IDENTITY)

    def _attributes(self, scope: FaceScope) -> dict[str, str]:
        """The attributes as they are for this item. A blank form has none, and so perhaps no tint: it is for pens."""
        attributes = dict(self.element.attributes)
        for name, value in self.values.items():
            try:
                attributes[name] = text_of(value(scope.variables))
            except ExpressionError:
                if not scope.blank or name != TINT:
                    raise
                del attributes[name]
        return attributes


def see_that_it_is_on(scope: FaceScope, element: Element, path: Outline, matrix: Matrix) -> None:
    """Note where a mark misses the face."""
    wrong = scope.frame.missed_by(path, matrix) if scope.frame is not None else ""
    if wrong:
        hint = 'move it; or give the svg overflow="visible", if it is meant to be cut off'
        message = f"<{element.tag}> {wrong}"
        scope.findings.append(FaceFault("off-the-face", message, hint, None, element.line, element.column))


def fault(scope: FaceScope, element: Element, wrong: str | Exception, hint: str = "", *, costly: bool = False) -> None:
    """Note that the template itself is wrong at ``element``."""
    rule = "too-costly" if costly or isinstance(wrong, TooCostlyError) else "template-syntax"
    hint = hint or getattr(wrong, "hint", "")
    scope.findings.append(FaceFault(rule, str(wrong), hint, None, element.line, element.column))


@lru_cache(maxsize=4096)
def _transform(text: str) -> Matrix:
    return transform(text)


def forget_files() -> None:
    """Look at every picture and folder anew from now on (for a program that runs while files change)."""
    forget_drawings()
    _pictures.cache_clear()


@lru_cache(maxsize=64)
def _pictures(folder: FilePath) -> tuple[str, ...]:
    return tuple(sorted(path.name for path in folder.glob("*") if path.suffix.lower() in SORTS))


def forget_folders() -> None:
    """Look anew which pictures there are from now on (for a program that runs while files change)."""
    _pictures.cache_clear()
