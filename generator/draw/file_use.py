"""A picture in a template whose name or place varies from item to item."""

import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path as FilePath

from generator.core.notes import noted_now, take_note
from generator.core.problem import Problem
from generator.draw.attribute_expressions import Evaluate, Reads, finite, reads
from generator.draw.frame import path_of_picture
from generator.draw.marks.marks import IDENTITY, Matrix
from generator.draw.marks.picture import MIDDLE, Aspect
from generator.draw.part_memory import PartMemory
from generator.draw.scope import MOST_KEPT, FaceFault, FaceScope
from generator.draw.seen_pictures import TemplatePicture
from generator.draw.svg.drawing import SORTS, Picture, forget_drawings, is_absent, picture_message
from generator.draw.svg.parse import Element
from generator.draw.svg.reference import FULL_INK, is_without_folder
from generator.draw.template import fault, see_that_it_is_on
from generator.draw.theme import Theme
from generator.model.budget import ExpressionError, text_of
from generator.model.values import nearest

READ = ("href", "x", "y", "width", "height", "data-place")  # what may hold expressions


@dataclass(frozen=True)
class FileUse:
    """A ``use`` of a file whose name or place varies."""

    element: Element
    href: Evaluate
    box: tuple[Evaluate, Evaluate, Evaluate, Evaluate]
    folder: FilePath
    place: Evaluate | None  # the field to blame
    aspect: Aspect = MIDDLE
    current: str = FULL_INK.current  # what currentColor is in it
    pictures: dict[str, Picture] = field(default_factory=dict, compare=False)  # those placed last, by name
    seen: dict[tuple[object, ...], list[FaceFault]] = field(default_factory=dict, compare=False)  # what is wrong there
    memory: PartMemory = field(default_factory=PartMemory, compare=False)

    def reads(self) -> Reads | None:
        """All that it depends on."""
        return reads(self.element.attributes.get(name, "") for name in READ)

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Place the picture, or say which file is not there."""
        self.memory.draw(scope, matrix, self._draw, self.reads)

    def _draw(self, scope: FaceScope, matrix: Matrix) -> None:
        try:
            name = text_of(self.href(scope.variables))
            x, y, width, height = [finite(value(scope.variables)) for value in self.box]
            field = None if self.place is None else text_of(self.place(scope.variables))
        except (ExpressionError, TypeError, ValueError) as error:
            fault(scope, self.element, error)
            return
        if noted_now() is not None:
            take_note("picture", os.fspath(self.folder / name))  # one that is at hand counts as well
        picture = scope.pictures.get(name) or self.pictures.get(name) or self._read(scope, name, field)
        if picture is None:
            return
        if width <= 0 or height <= 0:
            return
        placed = picture.placed(x, y, width, height, self.aspect, matrix)
        place = (name, x, y, width, height, matrix)
        if scope.frame is not None:
            wrong = self.seen.get(place)
            if wrong is None:
                if len(self.seen) >= MOST_KEPT:
                    self.seen.clear()
                before = len(scope.findings)
                see_that_it_is_on(scope, self.element, *path_of_picture(picture, placed))
                self.seen[place] = scope.findings[before:]
            elif wrong:
                scope.findings += wrong
        shown = TemplatePicture(picture, name, placed, self.element)
        if not shown.is_plain:
            shown.remark_on(scope, IDENTITY, field)
        if scope.draws:
            scope.marks.append(placed)

    def _read(self, scope: FaceScope, name: str, field: str | None) -> Picture | None:
        # A path drops the slash at its end: a folder whose picture has no name is not the picture with its name.
        file = self.folder / (f"{name}{SORTS[0]}" if name.endswith("/") else name)
        picture = scope.theme.drawing(file, self.current)
        if isinstance(picture, Picture):
            if is_uncoloured(picture, self.element, scope.theme, self.folder / name, self.current):
                fault(scope, self.element, uncoloured(name))
                return picture
            if len(self.pictures) >= MOST_KEPT:
                self.pictures.clear()
            self.pictures[name] = picture
            return picture
        self._blame(scope, name, picture[0], field)
        return None

    def _blame(self, scope: FaceScope, name: str, problem: Problem, field: str | None) -> None:
        path = tuple(field.split(".")) if field is not None else None
        if path is not None and is_absent(problem):
            message = f"there is no picture {name} beside the template"
            if is_without_folder(self.folder / name):
                message = problem.message
            scope.add_fault(self.element, "unknown-reference", message, self._near(name), path)
            return
        if problem.file.endswith(".svg"):  # a picture of pixels has no lines to name
            path = None
        rule = "too-costly" if problem.rule == "too-costly" else "template-syntax"
        scope.add_fault(self.element, rule, picture_message(name, problem, self.folder), problem.hint, path)

    def _near(self, name: str) -> str:
        """A hint: pictures of nearly that name, of any sort."""
        path = FilePath(name)
        if name.endswith("/") or path.name.lower() in SORTS:
            return "the name is empty: write that of a picture"
        if FilePath(path.stem).suffix.lower() in SORTS:
            return f"write {FilePath(path.stem).stem}: the template adds the folder and the suffix"
        there = _files((self.folder / name).parent)
        files = [file for file in there if FilePath(file).suffix.lower() in SORTS]
        stem = path.stem if path.suffix.lower() in SORTS else path.name
        same = [file for file in files if FilePath(file).stem == stem]
        if same:
            return f"there is {same[0]}: name it in the template without a suffix, or with that one"
        foreign = [file for file in there if FilePath(file).stem == stem]
        if foreign:
            return f"there is {foreign[0]}, of a sort that is not read: save it as SVG, PNG, JPEG or WebP"
        return nearest(stem, dict.fromkeys(FilePath(file).stem for file in files))


def is_uncoloured(picture: Picture, element: Element, theme: Theme, path: FilePath, current: str) -> bool:
    """Whether a picture in ``path`` is the same without the colour that stands on the very element that places it."""
    if current == FULL_INK.current or not {"color", "style"} & element.attributes.keys():
        return False
    usual = theme.drawing(path)
    return isinstance(usual, Picture) and usual.drawing == picture.drawing


def uncoloured(name: str) -> ExpressionError:
    """What to say of such a picture."""
    return ExpressionError(f"color changes nothing in {name}", 'write fill="currentColor" there in place of its colour')


def forget_files() -> None:
    """Look at every picture and folder again from now on (for a program that runs while files change)."""
    forget_drawings()
    _files.cache_clear()


@lru_cache(maxsize=64)
def _files(folder: FilePath) -> tuple[str, ...]:
    """The names in a folder in their order; none where there is no such folder."""
    try:
        return tuple(sorted(os.listdir(folder)))
    except (OSError, ValueError):  # or a name that no folder can have
        return ()


def forget_folders() -> None:
    """Look again which pictures there are, from now on (for a program that runs while files change)."""
    _files.cache_clear()
