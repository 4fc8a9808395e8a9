"""Whole SVG files that never vary (icons, frames, illustrations) as drawings that are placed.

Read are svg, g, defs, use, path, rect, circle, ellipse, line, polyline and polygon with plain paint (see ``style``);
title, desc, metadata and what editors add are skipped. All else is a problem at its place in the file, because a
picture that lacks a part without a word is worse than none. As nothing is cut off at the edge of the viewBox, shapes
beyond it are a problem too, unless the svg has ``overflow="visible"``. A file that another one uses keeps its own paint
and inherits none, which is where this differs from a browser.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.marks.marks import Drawing, Mark, Matrix, PlacedDrawing, Shape, multiply
from generator.marks.naming import content_name
from generator.marks.overhang import overhang
from generator.marks.picture import Picture, fit
from generator.problem import Problem
from generator.svg.ink import FULL_INK, Ink
from generator.svg.parse import MAX_DEPTH, MAX_ELEMENTS, Element, parse_svg, read_svg_text
from generator.svg.path import excerpt
from generator.svg.reference import check_file, find_file
from generator.svg.shapes import SHAPES, check_attributes, element_matrix, lengths, shape
from generator.svg.style import Style
from generator.svg.viewport import is_clipped, is_stretched, viewport

__all__ = ["Picture", "fit", "forget_drawings", "is_absent", "read_drawing", "told", "variants_of_what_was_read"]

# How many files may use one another in a row; a picture of pictures of pictures is as deep as art goes.
MAX_FILES_DEEP = 8
# What a file is told of at most; it stands for more than anyone reads at once.
MAX_PROBLEMS = 200
# Steps of paths that count as much as a shape more.
_STEPS = 200
# A hair beyond the viewBox is nobody's loss; in mm.
_OVERHANG = 0.5

_SKIPPED = frozenset({"title", "desc", "metadata"})
_OF_TEMPLATES = frozenset({"data-if", "data-for", "data-let", "data-text", "data-field", "data-flow"})
_CUT = "cut the shapes themselves (Path > Intersection in Inkscape)"
_INSTEAD = {
    "text": "turn the text into paths (Path > Object to Path in Inkscape)",
    "image": "draw it with paths (Path > Trace Bitmap in Inkscape)",
    "style": "write fill, stroke and so on as attributes of the elements",
    "symbol": "put a <g id=…> into defs and use that",
    "svg": "use <g transform=…> in place of an svg inside an svg",
    "a": "use <g>",
    "switch": "use <g>",
    "marker": "draw the arrow head as a path",
    "linearGradient": "fill with one colour",
    "radialGradient": "fill with one colour",
    "pattern": "draw the lines of the pattern as a path",
    "clipPath": _CUT,
    "mask": _CUT,
    "filter": "remove it, and the filter of the elements that use it",
}

# By working folder (paths may be relative to it), file, roots and ink.
_cache: dict[tuple[str, Path, tuple[Path, ...], Ink], Picture | tuple[Problem, ...]] = {}


def read_drawing(path: Path, roots: Sequence[Path], ink: Ink = FULL_INK) -> Picture | list[Problem]:
    """Read a static SVG file, and the files it uses, all of which must lie inside one of the folders ``roots``.

    Returns the picture, or everything that is wrong with it in the order of the files, which are named as ``path``
    names its file. Rules: ``template-syntax``, and ``unknown-reference`` for a file or id that cannot be used.
    The answer is kept by path until ``forget_drawings``.
    """
    path, folders = ink.file(Path(os.path.normpath(path))), tuple(roots)
    found = _cache.get((os.getcwd(), path, folders, ink))
    if found is None:
        try:
            check_file(path, folders)
        except ValueError as error:
            return [Problem(str(path), 1, 1, "error", "unknown-reference", str(error))]
        found = _read(path, folders, ink, ())
    return found if isinstance(found, Picture) else list(found)


def told(name: str, problem: Problem, folder: Path) -> str:
    """What is wrong with a picture, for the file in ``folder`` that uses it as ``name``.

    The fault may lie in its low-ink variant, or in a picture inside it: so that file and its line are named.
    """
    if is_absent(problem):
        return f"{name}: {problem.message}"
    return f"{os.path.relpath(problem.file, folder)}, line {problem.line}: {problem.message}"


def variants_of_what_was_read(roots: Sequence[Path], ink: Ink) -> list[Path]:
    """The pictures read in full ink so far, for these folders, that another ink has a variant of."""
    here, folders = os.getcwd(), tuple(roots)
    read = [path for cwd, path, among, known in _cache if (cwd, among, known) == (here, folders, FULL_INK)]
    return sorted(path for path in read if ink.file(path) != path)


def is_absent(problem: Problem) -> bool:
    """Whether a problem of `read_drawing` is that the picture itself is not there, and not something inside it."""
    return problem.rule == "unknown-reference" and (problem.line, problem.column) == (1, 1)


def forget_drawings() -> None:
    """Read every file anew from now on (for a program that runs while files change)."""
    _cache.clear()


def _read(path: Path, roots: tuple[Path, ...], ink: Ink, users: tuple[Path, ...]) -> Picture | tuple[Problem, ...]:
    key = (os.getcwd(), path, roots, ink)
    if key not in _cache:
        _cache[key] = _Reader(path, roots, ink, users).read()
    return _cache[key]


@dataclass(frozen=True, slots=True)
class _Place:
    """What an element inherits: the style, the matrix from its parent's units to mm, how deep it lies, and where its
    marks go (nowhere in defs)."""

    style: Style
    matrix: Matrix
    depth: int
    marks: list[Mark] | None


class _Reader:
    """Reads one file. ``users`` are the files that led to it, each using the next."""

    def __init__(self, path: Path, roots: tuple[Path, ...], ink: Ink, users: tuple[Path, ...]) -> None:
        self.path = path
        self.roots = roots
        self.ink = ink
        self.users = (*users, path)
        self.problems: set[Problem] = set()  # a set: what is used twice is at fault once
        self.ids: dict[str, Element] = {}
        self.files: dict[Element, Picture | tuple[Problem, ...]] = {}  # by the use that names them
        self.using: list[Element] = []  # what is being drawn through a use, the outermost first
        self.width = self.height = 0.0
        self.clipped = True  # what a browser does at the edge of the viewBox, unless told otherwise
        self.visited = 0
        self.shapes = 0

    def report(self, line: int, column: int, message: str, hint: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.add(self.problem((line, column), "template-syntax", message, hint))

    def problem(self, place: tuple[int, int], rule: str, message: str, hint: str = "") -> Problem:
        return Problem(str(self.path), *place, "error", rule, message, hint)

    def read(self) -> Picture | tuple[Problem, ...]:
        text, problems = read_svg_text(self.path, str(self.path))
        if text is None:
            return tuple(problems)
        root = parse_svg(text, str(self.path))
        if isinstance(root, Problem):
            return (root,)
        self.refuse_expressions(root)
        if self.problems:
            return tuple(sorted(self.problems))
        for element in root.walk():
            if "id" in element.attributes:
                self.ids.setdefault(element.attributes["id"], element)
            # Before drawing starts, so that files inside files never lie on one another's calls.
            if element.tag == "use" and not element.attributes.get("href", "#").startswith("#"):
                self.files[element] = self.file(element)
        self.width, self.height, matrix = viewport(root, self.report)
        self.clipped = is_clipped(root) and not self.problems  # without a size nothing is beyond it
        check_attributes(root, self.report)
        style = Style(ink=self.ink).read(root, self.report)
        marks: list[Mark] = []
        if style.shown:
            self.children(root, _Place(style, matrix, 1, marks))
        if max(self.visited, self.shapes) > MAX_ELEMENTS:
            message = f"all uses counted, more than {MAX_ELEMENTS:,} elements are drawn"
            self.problems.add(self.problem((root.line, root.column), "too-costly", message, "simplify the drawing"))
        if self.problems:
            return tuple(sorted(self.problems))
        return Picture(Drawing(content_name(marks), tuple(marks)), self.width, self.height, self.shapes)

    def refuse_expressions(self, root: Element) -> None:
        """What would vary in a template stays as it is here, and so would be drawn wrong in silence."""
        for element in root.walk():
            for name, text in element.attributes.items():
                if "{{" in text or name in _OF_TEMPLATES:
                    message = f"{name} is for templates: a picture is the same on every face"
                    self.report(*element.where(name), message, "draw what varies in the template")

    def children(self, element: Element, place: _Place) -> None:
        for child in element.children:
            self.draw(child, place)

    def draw(self, element: Element, place: _Place) -> None:
        """Add the marks of an element and all in it."""
        self.visited += 1
        tag = element.tag
        if max(self.visited, self.shapes) > MAX_ELEMENTS or tag in _SKIPPED:
            return
        if tag not in SHAPES and tag not in ("g", "defs", "use"):
            message = f"<{tag}> is not read in a drawing"
            self.report(element.line, element.column, message, _INSTEAD.get(tag, "remove it"))
            return
        if place.depth > MAX_DEPTH:
            message = f"groups and uses lie more than {MAX_DEPTH} deep in one another"
            self.report(element.line, element.column, message, "ungroup some")
            return
        check_attributes(element, self.report)
        style = place.style.read(element, self.report)
        if not style.shown:
            return
        matrix = element_matrix(element, place.matrix, self.report)
        # Elements in defs are drawn in vain, so that what is wrong there is told even if nothing uses it.
        marks = None if tag == "defs" else place.marks
        if tag in ("g", "defs"):
            self.children(element, _Place(style, matrix, place.depth + 1, marks))
        elif element in self.files:
            if style != place.style:
                message = "a file that is used keeps its own paint, so paint on this <use> has no effect"
                self.report(element.line, element.column, message, "paint the shapes in the file")
            self.place_file(element, matrix, marks)
        elif tag == "use":
            self.place_element(element, _Place(style, matrix, place.depth + 1, marks))
        else:
            self.add(element, shape(element, style, matrix, self.report), marks)

    def add(self, element: Element, mark: Mark | None, marks: list[Mark] | None, shapes: int = 1) -> None:
        """Put a mark, which draws so many shapes, behind the others."""
        if mark is None or marks is None:
            return
        marks.append(mark)
        self.shapes += shapes + (len(mark.path) // _STEPS if isinstance(mark, Shape) else 0)
        if not self.clipped or self.shapes > MAX_ELEMENTS:
            return
        over = overhang(mark, self.width, self.height)
        if over > _OVERHANG:
            message = f"<{element.tag}> reaches {over:.1f} mm beyond the viewBox, where browsers cut it off"
            hint = 'move it, make the viewBox larger, or have it drawn with overflow="visible" on the svg'
            self.report(element.line, element.column, message, hint)

    def place_element(self, use: Element, place: _Place) -> None:
        """Draw what a use of this very file refers to, with the style and at the place of the use."""
        name = use.attributes.get("href", "")[1:]
        target = self.ids.get(name)
        if target is None:
            message = f"there is no id {excerpt(name)} in this file" if name else "<use> refers to nothing"
            self.problems.add(self.problem(use.where("href"), "unknown-reference", message))
            return
        if target in self.using or target.tag == "svg":
            self.report(*use.where("href"), f"{excerpt(name)} would be drawn inside itself", "use something else here")
            return
        offset = lengths(use, ("x", "y"), self.report)
        if offset:
            matrix = multiply(place.matrix, (1.0, 0.0, 0.0, 1.0, offset[0], offset[1]))
            self.using.append(target)
            self.draw(target, replace(place, matrix=matrix))
            self.using.pop()

    def file(self, use: Element) -> Picture | tuple[Problem, ...]:
        """The picture in the file that a use refers to, or what is wrong with either."""
        place = use.where("href")
        try:
            path = self.ink.file(find_file(use.attributes["href"], self.path.parent, self.roots))
            check_file(path, self.roots)
        except ValueError as error:
            return (self.problem(place, "unknown-reference", str(error)),)
        if path in self.users:
            return (self.problem(place, "unknown-reference", f"{path.name} would be drawn inside itself"),)
        if len(self.users) >= MAX_FILES_DEEP:
            chain = " uses ".join(user.name for user in self.users)
            message = f"more than {MAX_FILES_DEEP} files use one another in a row: {chain} uses {path.name}"
            return (self.problem(place, "unknown-reference", message),)
        return _read(path, self.roots, self.ink, self.users)

    def place_file(self, use: Element, matrix: Matrix, marks: list[Mark] | None) -> None:
        """Place the picture in the file that a use refers to."""
        found = self.files[use]
        if not isinstance(found, Picture):
            self.problems.update(found[: max(MAX_PROBLEMS - len(self.problems), 1)])
            return
        missing = [name for name in ("width", "height") if name not in use.attributes]
        if missing:
            message = f"<use> of a file has no {' and no '.join(missing)}"
            self.report(use.line, use.column, message, "give it x, y, width and height: the rectangle to fit it into")
        stretch = is_stretched(use, self.report)
        box = lengths(use, ("x", "y", "width", "height"), self.report)
        if box and box[2] and box[3]:
            placed = found.placed(box[0], box[1], box[2], box[3], stretch=stretch)
            self.add(use, PlacedDrawing(placed.drawing, multiply(matrix, placed.matrix)), marks, found.shapes + 1)
