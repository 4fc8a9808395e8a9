"""A column for running text in a template: a ``rect`` with ``data-flow="1"``, which is not drawn itself.

Text flows from column to column in the order of their numbers and then to the next page. ``x y width height`` may hold
expressions, such as ``{{ 40 if page == 1 else 12 }}``; all columns of a text are equally wide.
"""

from msgspec import Struct

from generator.core.problem import Tell
from generator.draw.attribute_expressions import Evaluate, finite
from generator.draw.directives import number
from generator.draw.marks.marks import Matrix
from generator.draw.scope import FaceScope
from generator.draw.svg.parse import Element
from generator.draw.svg.path import excerpt
from generator.draw.template import fault
from generator.draw.text.flow import Column
from generator.model.budget import ExpressionError

GEOMETRY = ("x", "y", "width", "height")
NOT_STRAIGHT = "a column is neither turned nor scaled; give the template its size in mm as viewBox"


def is_column(element: Element) -> bool:
    """Whether an element is a column for running text."""
    return element.tag == "rect" and "data-flow" in element.attributes


class ColumnPart(Struct, frozen=True):
    """A column, compiled."""

    number: int
    geometry: tuple[Evaluate, ...]  # x, y, width, height
    element: Element

    def reads(self) -> None:
        """Nobody can say: text flows into it."""

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Note where the column is, and draw what flows into it."""
        try:
            x, y, width, height = [finite(value(scope.variables)) for value in self.geometry]
        except (ExpressionError, TypeError, ValueError) as error:
            fault(scope, self.element, error)
            return
        if matrix[:4] != (1.0, 0.0, 0.0, 1.0):
            fault(scope, self.element, NOT_STRAIGHT)
            return
        if width <= 0 or height <= 0:
            fault(scope, self.element, f"a column of {width:g} x {height:g} mm")
            return
        if scope.flow is None:
            fault(scope, self.element, "no text flows here: the kind has no prose")
            return
        at = (x + matrix[4], y + matrix[5])
        column = Column(self.number, *at, width, height, self.element.line, self.element.column)
        if scope.frame is not None and scope.frame.beyond(column):
            scope.add_fault(self.element, "off-the-face", "the column reaches beyond the page")
        scope.columns.append(column)
        if scope.draws:
            scope.marks += scope.flow.get(self.number, ())


def compile_column(element: Element, report: Tell) -> ColumnPart | None:
    """A column from its ``rect``; None where something is wrong with it (and reported)."""
    attributes = element.attributes
    place = attributes["data-flow"]
    if not (place.isascii() and place.isdigit() and len(place) < 3):
        report(*element.where("data-flow"), f"data-flow is {excerpt(place)}", "number the columns 1, 2, …")
        return None
    values: list[Evaluate] = []
    for name in GEOMETRY:
        text = attributes.get(name, "0" if name in "xy" else "")
        try:
            values.append(number(text))
        except ExpressionError:
            report(*element.where(name), f"{name} of a column is {excerpt(text)}", "write a number of mm")
            return None
    return ColumnPart(int(place), tuple(values), element)
