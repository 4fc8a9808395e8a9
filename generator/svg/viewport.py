"""The viewport of an SVG file: its size, its viewBox, and what is cut off at its edge.

Source: SVG 2, chapter 8 (viewBox and preserveAspectRatio, of which ``xMidYMid meet`` and ``none`` are read).
"""

from generator.marks.marks import IDENTITY, Matrix, multiply
from generator.marks.picture import Viewport, fit
from generator.problem import Tell
from generator.svg.attributes import MM_PER_PX, length_mm
from generator.svg.parse import Element
from generator.svg.path import SPACE, excerpt, numbers
from generator.svg.style import declarations

# Sizes below this many units mean nothing, and dividing by them gives numbers that mean nothing.
LEAST = 1e-3


def is_stretched(element: Element, report: Tell) -> bool:
    """Whether ``preserveAspectRatio`` is ``none``. A value outside the subset is reported."""
    value = " ".join(element.attributes.get("preserveAspectRatio", "xMidYMid").split())
    if value not in ("xMidYMid", "xMidYMid meet", "none"):
        place = element.where("preserveAspectRatio")
        report(*place, f"preserveAspectRatio is {excerpt(value)}, which is not read", "use xMidYMid or none")
    return value == "none"


def is_clipped(root: Element) -> bool:
    """Whether a file is cut off at the edge of its viewBox, as it is unless ``overflow`` is ``visible``."""
    declared = {"overflow": root.attributes.get("overflow"), **dict(declarations(root))}
    return (declared["overflow"] or "").strip(SPACE) != "visible"


def viewport(root: Element, report: Tell) -> tuple[float, float, Matrix]:
    """Width and height of a file in mm, and the matrix from its user units to mm. Faults are reported.

    A size that is not given follows from the other one and the viewBox; with neither, a user unit is 1/96 inch.
    """
    try:
        width, height, box = _size(root, "width"), _size(root, "height"), _view_box(root)
    except _SizeError as error:
        report(*root.where(error.attribute), str(error), 'as in width="54mm" height="36mm" viewBox="0 0 54 36"')
        return 1.0, 1.0, IDENTITY
    if box is None:
        if width is None or height is None:
            report(root.line, root.column, "<svg> has no size", 'give it width="54mm" height="36mm" and a viewBox')
            return 1.0, 1.0, IDENTITY
        return width, height, (MM_PER_PX, 0.0, 0.0, MM_PER_PX, 0.0, 0.0)
    left, top, across, down = box
    if width is None:
        width = across * MM_PER_PX if height is None else height * across / down
    if height is None:
        height = width * down / across
    matrix = fit(across, down, (0.0, 0.0, width, height), stretch=is_stretched(root, report))
    return width, height, multiply(matrix, (1.0, 0.0, 0.0, 1.0, -left, -top))


class _SizeError(ValueError):
    def __init__(self, attribute: str, message: object) -> None:
        super().__init__(f"<svg> {attribute}: {message}")
        self.attribute = attribute


def _size(root: Element, name: str) -> float | None:
    if name not in root.attributes:
        return None
    try:
        size = length_mm(root.attributes[name])
    except ValueError as error:
        raise _SizeError(name, error) from None
    if size < LEAST:
        raise _SizeError(name, "a size has to be more than 0")
    return size


def _view_box(root: Element) -> Viewport | None:
    if "viewBox" not in root.attributes:
        return None
    try:
        left, top, width, height = numbers(root.attributes["viewBox"])
    except ValueError:
        raise _SizeError("viewBox", "it has to be four numbers: left, top, width, height") from None
    if width < LEAST or height < LEAST:
        raise _SizeError("viewBox", "width and height have to be more than 0")
    return left, top, width, height
