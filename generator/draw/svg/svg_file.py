"""An SVG file that is being read, as the reader's parts share it: its elements and what is wrong with them."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from generator.core.problem import Problem
from generator.draw.marks.marks import Mark, Matrix
from generator.draw.svg.parse import Element
from generator.draw.svg.reference import Ink
from generator.draw.svg.style import Server, Style
from generator.draw.svg.undrawn import FilterUndrawn, Remark, Undrawn, filter_undrawn, name_of

_NAMED = re.compile(r" (?:on|\(in) (?:'.*?'|<[^>]*>)\)?")
MAX_PROBLEMS = 200  # that a file is told of at most, which is more than anyone reads at once


class SvgFile(ABC):
    """A file as far as it is read; `SvgReader` draws it."""

    def __init__(self, path: Path, ink: Ink) -> None:
        """Begin with nothing."""
        self.path = path
        self.ink = ink
        self.problems: set[Problem] = set()  # a set: what is used twice is at fault once
        self.ids: dict[str, Element] = {}
        self.size = (1.0, 1.0)  # of the viewport that is drawn in, in user units
        self.visited = 0  # elements
        self.undrawn: list[tuple[Element, Undrawn, Problem]] = []  # what no vectors show, where it is drawn
        self.drawing: Element | None = None  # what is drawn now
        self.using: list[Element] = []  # what is being drawn by reference, the outermost first
        self.remarks: dict[str, tuple[int, int]] = {}  # what is drawn otherwise than said, and where first
        self.is_one_line = False  # whether a line says little of where something is

    def report(self, line: int, column: int, message: str, hint: str) -> None:
        """Note what of the file cannot be drawn: at all, or with vectors alone."""
        if isinstance(message, FilterUndrawn):
            try:
                message = filter_undrawn(message, self.ids)
            except ValueError as error:
                message = f"filter: {error}"
        if isinstance(message, Remark):
            self.remarks.setdefault(message, (line, column))
        elif isinstance(message, Undrawn):
            assert self.drawing is not None
            words = f"{message} on {name_of(self.drawing)}"
            self.undrawn.append((self.drawing, message, self.problem((line, column), "template-syntax", words, hint)))
        elif len(self.problems) < MAX_PROBLEMS:
            if self.is_one_line and self.drawing is not None and "id" in self.drawing.attributes:
                message = f"{message} (in {name_of(self.drawing)})"
            self.problems.add(self.problem((line, column), "template-syntax", message, hint))

    def remark(self, element: Element, words: str) -> None:
        """Note what is drawn otherwise than an element says."""
        self.remarks.setdefault(words, (element.line, element.column))

    def sorts(self, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """One problem of each sort, the first, with how many more there are like it."""
        alike: dict[tuple[str, ...], list[Problem]] = {}
        for problem in sorted(problems):
            words = _NAMED.sub("", problem.message)
            alike.setdefault((problem.file, problem.level, problem.rule, words), []).append(problem)
        return tuple(
            replace(first, message=f"{first.message}; and {len(rest)} more like this") if rest else first
            for first, *rest in alike.values()
        )

    def problem(self, place: tuple[int, int], rule: str, message: str, hint: str = "") -> Problem:
        """A problem of this file."""
        return Problem(str(self.path), *place, "error", rule, message, hint)

    def too_costly(self, element: Element, message: str) -> None:
        """Note what is more than is drawn."""
        self.problems.add(self.problem((element.line, element.column), "too-costly", message, "simplify the drawing"))

    @property
    @abstractmethod
    def parents(self) -> dict[Element, Element]:
        """By each element but the outermost, the one that it is in."""

    @abstractmethod
    def address(self, element: Element) -> str | None:
        """The pixels of another file that an element shows, as an address; None where they are no plain pixels."""

    @abstractmethod
    def server(self, name: str, place: tuple[int, int]) -> Server | None:
        """What the element of an id paints with."""

    @abstractmethod
    def style_of(self, element: Element, *, quiet: bool = False) -> Style:
        """The style of an element where it is, whoever uses it; what hides what is around does not hide it.

        ``quiet``: what is wrong there is not reported, and what it paints with not looked up.
        """

    @abstractmethod
    def marks_of(self, element: Element, style: Style, matrix: Matrix) -> list[Mark]:
        """What is in an element that is drawn where something refers to it."""
