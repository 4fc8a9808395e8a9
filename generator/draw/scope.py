"""What drawing one face needs and gathers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from generator.core.problem import Level, Problem
from generator.draw.frame import Frame
from generator.draw.marks.marks import Mark, Shape
from generator.draw.marks.picture import Picture
from generator.draw.svg.parse import Element
from generator.draw.text.fit import Fitter
from generator.draw.text.flow import Column
from generator.draw.theme import Theme

MAX_REPEATS = 10_000  # members that data-for may run over in one face
MOST_KEPT = 256  # results that a part of a template remembers


class FaceFault(Struct, frozen=True):
    """Something wrong with a face: at ``path`` in the item, or at a line of the template where ``path`` is None."""

    rule: str
    message: str
    hint: str
    path: tuple[str | int, ...] | None
    line: int
    column: int
    level: Level = "error"

    def of_template(self, file: str) -> Problem:
        """The same as a problem of the template in ``file``."""
        return Problem(file, self.line, self.column, self.level, self.rule, self.message, self.hint)


class TextSpot(NamedTuple):
    """A text that is not set yet: its place among the marks of a face, and what sets it."""

    place: Shape  # what it has to fit into
    element: Element
    marks: Callable[[], list[Mark]]


class FaceScope(Struct):
    """One face being drawn: its variables, the marks so far, what was found wrong."""

    variables: dict[str, Any]
    theme: Theme
    fitter: Fitter
    language: str
    blank: bool = False
    draws: bool = True  # else only looked through for what is wrong: no marks are wanted
    marks: list[Mark] = []
    findings: list[FaceFault] = []
    repeats: int = 0
    parts: int = 0  # of templates that were drawn, of those that remember
    places: list[tuple[float, float, str]] | None = (
        None  # y and x of each field that is printed, where that is asked for
    )
    spots: dict[int, TextSpot] | None = None  # by the identity of a place; texts are not set where that is asked for
    remembers: bool = False  # whether parts may take what they drew before; for faces of items
    bounded: bool = True  # whether what is drawn has to lie on the template's face
    columns: list[Column] = []  # for running text, as they were met
    frame: Frame | None = None  # of the template being drawn; None where what it draws is to be of any size
    pictures: Mapping[str, Picture] = {}  # that are in no file, by what they are called
    flow: Mapping[int, Sequence[Mark]] | None = None  # what is in them, by number; None where no text flows

    def add_fault(
        self,
        element: Element,
        rule: str,
        message: str,
        hint: str = "",
        path: tuple[str | int, ...] | None = None,
        level: Level = "error",
    ) -> None:
        """Note what is wrong at an element of the template, or at ``path`` in the item."""
        self.findings.append(FaceFault(rule, message, hint, path, element.line, element.column, level))
