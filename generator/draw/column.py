"""A column for running text in a template: a ``rect`` with ``data-flow="1"``, which is not drawn itself.

Text flows from column to column in the order of their numbers and then to the next page. ``x y width height`` may hold
expressions, such as ``{{ 40 if page == 1 else 12 }}``; all columns of a text are equally wide.
"""

from msgspec import Struct

from generator.core.problem import Tell
from generator.draw.attribute_expressions import Evaluate, compile_value, finite, is_dynamic
from generator.draw.marks.marks import Matrix
from generator.draw.scope import FaceFault, FaceScope
from generator.draw.svg.parse import Element
from generator.draw.svg.path import excerpt
from generator.draw.svg.path import number as plain_number
from generator.model.budget import ExpressionError, TooCostlyError
from generator.model.reasons import in_plain_words

GEOMETRY = ("x", "y", "width", "height")


def is_column(element: Element) -> bool:
    """Whether an element is a column for running text."""
    return element.tag == "rect" and "data-flow" in element.attributes


class ColumnPart(Struct, frozen=True):
    """A column, compiled."""

    number: int
    geometry: tuple[Evaluate, ...]  # x, y, width, height
    line: int
    column: int

    def reads(self) -> None:
        """Nobody can say: text flows into it."""

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Note where the column is, and draw what flows into it."""
        from generator.draw.text.flow import Column

        try:
            x, y, width, height = [finite(value(scope.variables)) for value in self.geometry]
        except (ExpressionError, TypeError, ValueError) as error:
            self._fault(scope, in_plain_words(str(error)), costly=isinstance(error, TooCostlyError))
            return
        if matrix[:4] != (1.0, 0.0, 0.0, 1.0):
            self._fault(scope, "a column is neither turned nor scaled; give the template its size in mm as viewBox")
            return
        if width <= 0 or height <= 0:
            self._fault(scope, f"a column of {width:g} x {height:g} mm")
            return
        if scope.flow is None:
            self._fault(scope, "no text flows here: the kind has no prose")
            return
        left, top = x + matrix[4], y + matrix[5]
        if scope.frame is not None and not scope.frame.spans(left, top, width, height):
            self._fault(scope, "the column reaches beyond the page", "off-the-face")
        scope.columns.append(Column(self.number, left, top, width, height, self.line, self.column))
        if scope.draws:
            scope.marks += scope.flow.get(self.number, ())

    def _fault(self, scope: FaceScope, message: str, rule: str = "template-syntax", *, costly: bool = False) -> None:
        rule = "too-costly" if costly else rule
        scope.findings.append(FaceFault(rule, message, "", None, self.line, self.column))


def compile_column(element: Element, report: Tell) -> ColumnPart | None:
    """A column from its ``rect``; None where something is wrong with it (and reported)."""
    attributes = element.attributes
    number = attributes["data-flow"]
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        report(*element.where("data-flow"), f"data-flow is {excerpt(number)}", "number the columns 1, 2, …")
        return None
    values: list[Evaluate] = []
    for name in GEOMETRY:
        text = attributes.get(name, "0" if name in "xy" else "")
        try:
            values.append(compile_value(text) if is_dynamic(text) else _constant(plain_number(text)))
        except (ExpressionError, ValueError):
            report(*element.where(name), f"{name} of a column is {excerpt(text)}", "write a number of mm")
            return None
    return ColumnPart(int(number), tuple(values), element.line, element.column)


def _constant(value: float) -> Evaluate:
    return lambda _: value
