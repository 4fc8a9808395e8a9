"""From a template's SVG text to a `Template`: what varies as parts, what doesn't as drawings made once."""

import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from msgspec import structs

from generator.core.notes import take_note
from generator.core.problem import Problem
from generator.draw.attribute_expressions import Evaluate, compile_value, is_dynamic
from generator.draw.column import compile_column, is_column
from generator.draw.copy_names import template_tells
from generator.draw.definitions import with_definitions
from generator.draw.directives import (
    DIRECTIVES,
    condition,
    loop,
    may_vary_with_ink,
    names,
    number,
    own_matrix,
    tinted_alike,
    varying_with_ink,
)
from generator.draw.file_use import FileUse, is_uncoloured, uncoloured
from generator.draw.frame import Frame, path_of, path_of_picture
from generator.draw.marks.marks import (
    FOLD,
    IDENTITY,
    Drawing,
    Layer,
    Mark,
    Matrix,
    Outline,
    PlacedDrawing,
    Shape,
    content_name,
    moved,
)
from generator.draw.scope import FaceFault
from generator.draw.seen_pictures import TemplatePicture
from generator.draw.svg.attributes import length_mm
from generator.draw.svg.drawing import MAX_PROBLEMS, Picture, fit, picture_message
from generator.draw.svg.parse import Element, parse_svg, read_svg_text
from generator.draw.svg.path import number as plain_number
from generator.draw.svg.path import numbers
from generator.draw.svg.shapes import SHAPES, check_attributes, element_matrix, shape, shape_path
from generator.draw.svg.style import PAINTING, TINT, Style, current, declarations
from generator.draw.svg.viewport import LEAST, aspect, is_clipped
from generator.draw.template import (
    Content,
    FixedDrawing,
    Template,
    TemplateGroup,
    TemplatePart,
    VariablePaint,
    VaryingShape,
    faded,
)
from generator.draw.template_attributes import EFFECTS, SKIPPED, check_template, refuse_paint
from generator.draw.textbox import STAND_INS, compile_text_box, is_text_box
from generator.draw.theme import Theme
from generator.model.budget import METER, ExhaustedError, ExpressionError, TooCostlyError
from generator.model.values import nearest

READING = 3_000_000  # steps: some 3,000 expressions
_SETTINGS = PAINTING | STAND_INS.keys()  # that an element is compiled anew for
READ = frozenset({"g", "use", "image", "defs", *SHAPES, *SKIPPED})
OTHERWISE = {  # what to write in place of what other programs know
    "style": 'write colours and lines as attributes of each shape: fill="none" stroke="#000"',
    "text": 'words are set in a box: <rect data-text="…" data-font="…" data-size="10" x="…" y="…" …/>',
    "img": "write image",
    "svg": "make it a separate picture, and place it with use",
}


def read_template(path: Path, theme: Theme, file: str, *, of_ink: bool = False) -> Template | list[Problem]:
    """Read a template file.

    Args:
        path: the SVG file.
        theme: the fonts, icons and folders it may use.
        file: its name in messages.
        of_ink: only the parts that may look otherwise with other ink.

    Returns:
        The template, or all that is wrong with it.
    """
    take_note("file", os.fspath(path))
    text, problems = read_svg_text(path, file)
    if text is None:
        return problems
    tinted = bool(theme.ink.palette)
    if of_ink and not may_vary_with_ink(text, theme):
        return Template(file, 1, 1, IDENTITY, ())
    root = parse_svg(text, file)
    if isinstance(root, Problem):
        return [root]
    compiler = _Compiler(path.parent, theme, file)
    root = with_definitions(root, compiler.report)
    if of_ink:
        root = next(iter(varying_with_ink([root], theme)), structs.replace(root, children=[]))
    if not tinted and TINT in text:
        root = tinted_alike(root)
    try:
        with METER.allowance(READING, "reading the template"):
            template = compiler.template(root)
    except ExhaustedError as stop:
        hint = "use fewer expressions: elements that look alike in data-for, names in data-let"
        return [Problem(file, 1, 1, "error", "too-costly", str(stop), hint)]
    return template if template is not None and not compiler.problems else compiler.problems


class _Compiler:
    def __init__(self, folder: Path, theme: Theme, file: str) -> None:
        self.folder, self.theme, self.file = folder, theme, file
        self.problems: list[Problem] = []
        self.outline: Outline = ()
        self.folds: list[Outline] = []
        self.pictures: dict[int, TemplatePicture] = {}  # those of which there may be something to say, by the same
        # Text boxes and columns, by their elements and whether what these are in is visible.
        self.boxes: dict[tuple[Element, bool], tuple[TemplatePart, ...]] = {}
        self.places: dict[int, tuple[Outline, Element]] = {}  # by the identity of a mark: where it lies, what drew it

    def report(self, line: int, column: int, message: str, hint: str) -> None:
        """Note what is wrong with the template."""
        problem = Problem(self.file, line, column, "error", "template-syntax", message, hint)
        if len(self.problems) < MAX_PROBLEMS and problem not in self.problems:  # as a definition is read at each use
            self.problems.append(problem)

    def template(self, root: Element) -> Template | None:
        """The whole template, from its root ``svg``."""
        try:
            width, height = (length_mm(root.attributes.get(name, "")) for name in ("width", "height"))
            left, top, across, down = numbers(root.attributes.get("viewBox", f"0 0 {width} {height}"))
            if min(width, height, across, down) < LEAST:
                raise ValueError("sizes must be more than 0")
        except ValueError:
            message = "a template needs width and height in mm and a viewBox of four numbers"
            self.report(root.line, root.column, message, 'such as width="63mm" height="88mm" viewBox="0 0 63 88"')
            return None
        a, b, c, d, e, f = fit(across, down, (0.0, 0.0, width, height))
        matrix = (a, b, c, d, e - a * left, f - d * top)
        check_template(root, self.report)
        check_attributes(root, self.report)
        parts = self._painted(root, Style(ink=self.theme.ink))
        folds = tuple(moved(fold, matrix) for fold in self.folds)
        outline = moved(self.outline, matrix)
        frame = Frame(width, height, outline, is_clipped(root))
        view, tells = (across, down), template_tells(root)
        return Template(self.file, width, height, matrix, parts, outline, folds, frame, view, tells)

    def parts(self, elements: list[Element], style: Style) -> tuple[TemplatePart, ...]:
        """The parts of sibling elements, runs of fixed ones put together."""
        parts: list[TemplatePart] = []
        fixed: list[Mark] = []
        for element in elements:
            if element.tag in SKIPPED or (element.tag == "defs" and not element.children):
                continue
            if "data-cut" in element.attributes or "data-fold" in element.attributes:
                fixed += self._line(element)
                continue
            if _is_fixed(element) or element.tag == "defs":  # which draws nothing itself, whatever is in it
                fixed += self.marks(element, style, IDENTITY)
                continue
            parts += self._together(fixed)
            fixed = []
            part = self.part(element, style)
            if part is not None:
                parts.append(part)
        parts += self._together(fixed)
        return tuple(parts)

    def marks(self, element: Element, style: Style, matrix: Matrix) -> list[Mark]:
        """The marks of an element that does not vary."""
        if self._is_foreign(element):
            return []
        check_attributes(element, self.report)
        matrix = element_matrix(element, matrix, self.report)
        style = self._style(element, style)
        if not style.shown:
            return []
        if element.tag == "g":
            marks = [mark for child in element.children for mark in self.marks(child, style, matrix)]
            return faded(marks, style.effect.opacity)
        if element.tag in SHAPES:
            mark = shape(element, style, matrix, self.report)
            if mark is None:
                return []
            self.places[id(mark)] = path_of(mark), element
            return [mark]
        if element.tag in ("use", "image"):
            return faded(self._picture(element, matrix, style), style.effect.opacity) if style.visible else []
        for inner in element.walk():  # definitions, which nothing in a template refers to, but a style sheet would
            if inner.tag == "style":
                self._is_foreign(inner)
        return []

    def _is_foreign(self, element: Element) -> bool:
        """Whether templates have no such element; then this is reported, and nothing of what it says besides."""
        if element.tag in READ:
            return False
        hint = OTHERWISE.get(element.tag) or nearest(element.tag, sorted(READ))
        self.report(element.line, element.column, f"<{element.tag}> is not read in a template", hint)
        return True

    def _style(self, element: Element, style: Style) -> Style:
        """The style of an element in a parent of this style, by what it heeds."""
        if element.tag in ("use", "image"):
            refuse_paint(element, self.report)
        elif is_column(element) or is_text_box(element):  # whose rectangle is not drawn
            attributes = {**element.attributes, **{name: value or "" for name, value in declarations(element)}}
            element = _only(structs.replace(element, attributes=attributes), EFFECTS - {"style"})
        return style.read(element, self.report)

    def _line(self, element: Element) -> list[Mark]:
        """The component's outline, which the sheet draws, or a fold, which the face does."""
        if not _is_fixed(element) or element.tag not in SHAPES:
            hint = "pieces of another outline are another kind; share: NAME puts both on one sheet"
            self.report(element.line, element.column, "a cut or a fold is a shape that does not vary", hint)
            return []
        path = moved(shape_path(element, self.report), element_matrix(element, IDENTITY, self.report))
        if "data-cut" in element.attributes:
            self.outline = path
            return []
        self.folds.append(path)
        return [Shape(path, FOLD)]

    def _picture(self, element: Element, matrix: Matrix, style: Style) -> list[Mark]:
        name, shade = element.attributes.get("href", ""), current(style)
        picture = self.theme.drawing(self.folder / name, shade)
        if not isinstance(picture, Picture):
            for problem in picture:
                rule = "too-costly" if problem.rule == "too-costly" else "template-syntax"
                line, column = element.where("href")
                message = picture_message(name, problem, self.folder)
                self.problems.append(Problem(self.file, line, column, "error", rule, message, problem.hint))
            return []
        if is_uncoloured(picture, element, self.theme, self.folder / name, shade):
            unheeded = uncoloured(name)
            self.report(*element.where("color"), str(unheeded), unheeded.hint)
        try:
            sizes = {"x": 0.0, "y": 0.0, "width": picture.width, "height": picture.height}
            for key, usual in sizes.items():
                sizes[key] = plain_number(element.attributes.get(key, str(usual)))
            x, y, width, height = sizes.values()
            if width <= 0 or height <= 0:
                raise ValueError("width and height must be more than 0")
        except ValueError as error:
            message, _, hint = str(error).partition("; ")
            self.report(*element.where(key), f"{key}: {message}", hint)
            return []
        placed = picture.placed(x, y, width, height, aspect(element, self.report), matrix)
        path, inner = path_of_picture(picture, placed)
        self.places[id(placed)] = moved(path, inner), element
        seen = TemplatePicture(picture, name, placed, element)
        if not seen.is_plain:
            self.pictures[id(placed)] = seen
        return [placed]

    def part(self, element: Element, style: Style) -> TemplatePart | None:
        """An element that varies."""
        try:
            part = self._bare(element, style)
            when, each, lets = condition(element), loop(element), names(element)
        except ExpressionError as error:
            rule = "too-costly" if isinstance(error, TooCostlyError) else "template-syntax"
            self.problems.append(
                Problem(self.file, element.line, element.column, "error", rule, str(error), error.hint)
            )
            return None
        if part is None or (when is None and each is None and not lets):
            return part
        if isinstance(part, TemplateGroup):
            return replace(part, condition=when, loop=each, names=lets)
        return TemplateGroup((part,), element, when, each, names=lets)

    def _bare(self, element: Element, style: Style) -> TemplatePart | None:
        if self._is_foreign(element):
            return None
        bare = _only(element, element.attributes.keys() - set(DIRECTIVES))
        if _is_fixed(bare):
            drawn = self._together(self.marks(bare, style, IDENTITY))
            return drawn[0] if drawn else None
        check_attributes(element, self.report)
        is_box = is_column(element) or is_text_box(element)
        if element.tag in SHAPES and not is_box:
            return VaryingShape(element, style, _varying(element, element.attributes.keys() - set(DIRECTIVES)))
        if element.tag not in ("g", "use", "image") and not is_box:
            self.report(element.line, element.column, f"<{element.tag}> cannot vary from item to item", "")
            return None
        matrix, key = own_matrix(element), (element, style.visible)
        parts = self.boxes[key] if key in self.boxes else self._painted(element, style)
        if is_box:  # which is the same in every paint of what it is in
            self.boxes[key] = parts
        if element.tag == "g" or matrix is not IDENTITY:
            return TemplateGroup(parts, element, matrix=matrix)
        return parts[0] if parts else None

    def _painted(self, element: Element, style: Style) -> tuple[TemplatePart, ...]:
        """What is in a group, a picture, a text box or a column that is in a parent of this style."""
        values = _varying(element, _SETTINGS)
        fixed = {name: text for name, text in element.attributes.items() if name not in values}
        needed = {name: STAND_INS[name] for name in values if STAND_INS.get(name)}
        usual = self._content(structs.replace(element, attributes={**fixed, **needed}), style)
        if not values and usual.opacity == 1:
            return usual.parts
        size = sum(1 for _ in element.walk())
        return (VariablePaint(element, size, values, usual, partial(self._content_anew, style=style)),)

    def _content(self, element: Element, style: Style) -> Content:
        inner = self._style(element, style)
        parts: tuple[TemplatePart | None, ...] = ()
        if element.tag in ("g", "svg"):
            parts = self.parts(element.children, inner) if inner.shown else ()
        elif not (inner.shown and inner.visible):
            pass
        elif is_column(element):
            parts = (compile_column(element, self.report),)
        elif is_text_box(element):
            parts = (compile_text_box(element, self.theme, self.report),)
        else:
            bare = _only(element, element.attributes.keys() - {*DIRECTIVES, "transform"})
            fixed = self._together(self._picture(bare, IDENTITY, inner)) if _is_fixed(bare) else None
            parts = tuple(fixed) if fixed is not None else (self._file_use(element, inner),)
        return Content(inner.effect.opacity, tuple([part for part in parts if part is not None]))

    def _content_anew(self, element: Element, *, style: Style) -> tuple[Content, list[FaceFault]]:
        """The same for an element whose attributes are those of an item; and what is wrong with them."""
        element = _only(element, [name for name, text in element.attributes.items() if text or name not in STAND_INS])
        self.problems, self.places, self.pictures = [], {}, {}
        with METER.set_aside(), METER.allowance(READING, "reading the template"):
            content = self._content(element, style)
        faults = [
            FaceFault(problem.rule, problem.message, problem.hint, None, problem.line, problem.column, problem.level)
            for problem in self.problems
        ]
        return content, faults

    def _together(self, marks: list[Mark]) -> list[TemplatePart]:
        if not marks:
            return []
        every = list(_with_inner(marks))
        places = tuple(self.places[id(mark)] for mark in every if id(mark) in self.places)
        pictures = tuple(self.pictures[id(mark)] for mark in every if id(mark) in self.pictures)
        if len(marks) == 1 and isinstance(marks[0], PlacedDrawing):
            return [FixedDrawing(marks[0], places, pictures)]
        return [FixedDrawing(PlacedDrawing(Drawing(content_name(marks), tuple(marks))), places, pictures)]

    def _file_use(self, element: Element, style: Style) -> FileUse:
        get = element.attributes.get
        missing = [name for name in ("width", "height") if name not in element.attributes]
        if missing:
            message = f"a <{element.tag}> that varies has no {' and no '.join(missing)}"
            self.report(element.line, element.column, message, "give it x, y, width and height: what to fit it into")
        box = tuple(number(get(name, "0")) for name in ("x", "y", "width", "height"))
        href, place = compile_value(get("href", "")), get("data-place")
        return FileUse(
            element, href, box, self.folder, None if place is None else compile_value(place),  # type: ignore[arg-type]
            aspect(element, self.report), current(style),
        )  # fmt: skip


def _with_inner(marks: Iterable[Mark]) -> Iterator[Mark]:
    """Marks, and behind each that is faded those in it."""
    for mark in marks:
        yield mark
        if isinstance(mark, Layer):
            yield from _with_inner(mark.marks)


def _is_fixed(element: Element) -> bool:
    """Whether an element looks the same on every face."""
    if is_text_box(element) or is_column(element) or any(name in element.attributes for name in DIRECTIVES):
        return False
    if any(is_dynamic(text) for text in element.attributes.values()):
        return False
    return all(_is_fixed(child) for child in element.children)


def _varying(element: Element, names: Collection[str]) -> dict[str, Evaluate]:
    """Those of an element's attributes that hold expressions, of these names."""
    return {
        name: compile_value(text) for name, text in element.attributes.items() if name in names and is_dynamic(text)
    }


def _only(element: Element, names: Collection[str]) -> Element:
    """The element with these attributes alone."""
    return structs.replace(element, attributes={name: t for name, t in element.attributes.items() if name in names})
