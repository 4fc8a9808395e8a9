"""Single SVG shapes: their outlines as paths, and the marks they make under a style and a matrix.

Sources: SVG 2, chapter 10 (basic shapes, and where the outline of each starts) and 13.5 (strokes).
"""

import math
from collections.abc import Callable
from itertools import pairwise

from generator.core.problem import Tell
from generator.draw.marks.marks import Mark, Matrix, Outline, PathStep, mean_scale, multiply
from generator.draw.marks.picture import edges_path
from generator.draw.svg.attributes import length, transform
from generator.draw.svg.painting import paint_outline
from generator.draw.svg.parse import Element
from generator.draw.svg.path import LARGEST, numbers, parse_path, unit_arc
from generator.draw.svg.style import PAINTING, Style, is_property
from generator.draw.svg.undrawn import Remark, UndrawnError

# How long, in mm, the line is that stands for a dot.
_DOT = 1e-3

_ANYWHERE = PAINTING | frozenset({"id", "class", "style", "lang", "role", "tabindex", "focusable"}) | {
    "requiredExtensions", "requiredFeatures", "systemLanguage",
}  # fmt: skip
_GRADIENT = _ANYWHERE | {"gradientUnits", "gradientTransform", "transform-origin", "spreadMethod", "href"}
_PLACE = ("x", "y", "width", "height", "preserveAspectRatio")
GEOMETRY = {
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
    "path": ("d",),
}
_REQUIRED = {
    "rect": ("width", "height"),
    "circle": ("r",),
    "ellipse": ("rx", "ry"),
    "polyline": ("points",),
    "polygon": ("points",),
    "path": ("d",),
}
# What changes a picture in some programs, on elements on which it is not read; all else is nothing to any of them.
_MEANT = frozenset({"transform", "viewBox", "preserveAspectRatio", "href", "patternTransform"})
OF_TEMPLATES = frozenset({"data-if", "data-for", "data-let", "data-text", "data-field", "data-flow"})
_FREE = ("data-", "aria-", "inkscape:", "xml:")
_SIZES = frozenset({"width", "height", "r", "rx", "ry"})
_CIRCLE = unit_arc(0.0, 2 * math.pi)
SHAPES = frozenset(GEOMETRY)
_KNOWN = {
    **{tag: _ANYWHERE | {"transform", "href", "d", "pathLength", *names} for tag, names in GEOMETRY.items()},
    **dict.fromkeys(("g", "defs", "switch"), _ANYWHERE | {"transform"}),
    **dict.fromkeys(("use", "image"), _ANYWHERE | {"transform", "href", *_PLACE}),
    "a": _ANYWHERE | {"transform", "href", "target"},
    **dict.fromkeys(
        ("text", "tspan"), _ANYWHERE | {"transform", "x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust"}
    ),
    "symbol": _ANYWHERE | {"viewBox", "refX", "refY", *_PLACE},
    "clipPath": _ANYWHERE | {"transform", "clipPathUnits"},
    "mask": _ANYWHERE | {"transform", "maskUnits", "maskContentUnits", *_PLACE[:4]},  # a mask is never transformed
    "linearGradient": _GRADIENT | {"x1", "y1", "x2", "y2"},
    "radialGradient": _GRADIENT | {"cx", "cy", "r", "fx", "fy", "fr"},
    "stop": _ANYWHERE | {"offset"},
    "marker": _ANYWHERE
    | {"viewBox", "preserveAspectRatio", "refX", "refY", "markerWidth", "markerHeight", "markerUnits", "orient"},
    "pattern": _ANYWHERE | {"patternUnits", "patternContentUnits", *_PLACE[:4]},
    "svg": _ANYWHERE
    | {"viewBox", "version", "baseProfile", "zoomAndPan", "contentStyleType", "contentScriptType", *_PLACE},
}


def check_attributes(element: Element, report: Tell) -> None:
    """Tell each attribute that no such element of the subset has. Those of other vocabularies are free."""
    allowed = _KNOWN.get(element.tag, _ANYWHERE)
    if allowed.issuperset(element.attributes):
        return
    for name in element.attributes:
        if name not in allowed and not is_property(name) and not name.startswith(_FREE):
            words = f"<{element.tag}> has an attribute {name}, which is not read"
            report(*element.where(name), words if name in _MEANT else Remark(words), "remove it")


def refuse_expressions(root: Element, report: Tell) -> None:
    """Tell what would vary in a template: it stays as it is in a picture, and so would be drawn wrong in silence."""
    for element in root.walk():
        for name, text in element.attributes.items():
            if "{{" in text or name in OF_TEMPLATES:
                message = f"{name} is for templates: a picture is the same on every face"
                report(*element.where(name), message, "draw what varies in the template")


def is_meant(element: Element, report: Tell) -> bool:
    """Whether an element asks for no other program, even one without a name; a choice by language is reported."""
    attributes = element.attributes
    if "systemLanguage" in attributes:
        report(*element.where("systemLanguage"), "a choice by language is not read", "keep one of them")
    return "requiredExtensions" not in attributes


def element_matrix(element: Element, outer: Matrix, report: Tell) -> Matrix:
    """``outer`` with the element's own ``transform`` inside it."""
    text = element.attributes.get("transform")
    if text is None:
        return outer
    try:
        matrix = multiply(outer, transform(text))
    except ValueError as error:
        report(*element.where("transform"), f"transform: {error}", "")
        return outer
    if not all(-LARGEST <= value <= LARGEST for value in matrix):
        report(*element.where("transform"), f"transform: it scales or moves by more than {LARGEST:,.0f}", "")
        return outer
    return matrix


def lengths(element: Element, names: tuple[str, ...], report: Tell) -> list[float] | None:
    """Attributes as user units, 0 for one that is not there; None when any of them is wrong and was reported."""
    values: list[float] = []
    for name in names:
        try:
            value = length(element.attributes.get(name, "0"))
            if value < 0 and name in _SIZES:
                raise ValueError(f"{value:g} is negative")
            values.append(value)
        except ValueError as error:
            report(*element.where(name), f"<{element.tag}> {name}: {error}", "")
    return values if len(values) == len(names) else None


def shape_path(element: Element, report: Tell) -> Outline:
    """The outline of a shape in its user units; empty for one that draws nothing or has a fault, which is reported."""
    tag = element.tag
    missing = [name for name in _REQUIRED.get(tag, ()) if name not in element.attributes]
    if missing:
        report(element.line, element.column, f"<{tag}> has no {' and no '.join(missing)}", "")
        return ()
    if tag in ("path", "polyline", "polygon"):
        name = "d" if tag == "path" else "points"
        try:
            if element.outline is None:
                element.outline = parse_path(element.attributes[name]) if tag == "path" else _points(element)
            return element.outline
        except ValueError as error:
            report(*element.where(name), f"<{tag}> {name}: {error}", "")
            return ()
    values = lengths(element, GEOMETRY[tag], report)
    return _OUTLINES[tag](element, values) if values else ()


def _points(element: Element) -> Outline:
    values = numbers(element.attributes["points"])
    if len(values) % 2:
        raise ValueError(f"{len(values)} numbers do not make pairs")
    pairs = list(zip(values[::2], values[1::2], strict=True))
    if not pairs:
        return ()
    end: tuple[PathStep, ...] = (("Z",),) if element.tag == "polygon" else ()
    return (("M", *pairs[0]), *[("L", *pair) for pair in pairs[1:]], *end)


def _line(_element: Element, values: list[float]) -> Outline:
    x1, y1, x2, y2 = values
    return (("M", x1, y1), ("L", x2, y2))


def _circle(_element: Element, values: list[float]) -> Outline:
    cx, cy, r = values
    return _ellipse(_element, [cx, cy, r, r])


def _ellipse(_element: Element, values: list[float]) -> Outline:
    cx, cy, rx, ry = values
    if rx == 0 or ry == 0:
        return ()
    curves = [
        ("C", cx + rx * u1, cy + ry * v1, cx + rx * u2, cy + ry * v2, cx + rx * u, cy + ry * v)
        for u1, v1, u2, v2, u, v in _CIRCLE
    ]
    return (("M", cx + rx, cy), *curves, ("Z",))


def _rect(element: Element, values: list[float]) -> Outline:
    x, y, width, height, rx, ry = values
    if width == 0 or height == 0:
        return ()
    # A radius that is not given is as large as the other one.
    rx = rx if "rx" in element.attributes else ry
    ry = ry if "ry" in element.attributes else rx
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    if rx == 0 or ry == 0:
        return edges_path(x, y, right, bottom)
    pull = 1 - 4 / 3 * math.tan(math.pi / 8)
    px, py = rx * pull, ry * pull
    return (
        ("M", x + rx, y),
        ("L", right - rx, y),
        ("C", right - px, y, right, y + py, right, y + ry),
        ("L", right, bottom - ry),
        ("C", right, bottom - py, right - px, bottom, right - rx, bottom),
        ("L", x + rx, bottom),
        ("C", x + px, bottom, x, bottom - py, x, bottom - ry),
        ("L", x, y + ry),
        ("C", x, y + py, x + px, y, x + rx, y),
        ("Z",),
    )


_OUTLINES: dict[str, Callable[[Element, list[float]], Outline]] = {
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
}


def _with_dots(path: Outline, matrix: Matrix) -> Outline:
    """The path, in which subpaths without any length get a little.

    SVG draws a dot for such a subpath under round or square caps. PDF draws it for round ones only, and pdfium, which
    Chromium shows PDFs with, for the last subpath only.
    """
    for step, after in pairwise(path):
        if step[0] == "M" and (after[0] == "Z" or after[-2:] == step[1:]):
            break
    else:
        return path
    mean = mean_scale(matrix)
    if mean == 0:
        return path
    length = _DOT / mean
    starts = [index for index, step in enumerate(path[:-1]) if step[0] == "M"]
    steps: list[PathStep] = []
    for start, end in zip(starts, [*starts[1:], len(path)], strict=True):
        subpath = path[start:end]
        _, x, y = subpath[0]
        if len(subpath) > 1 and all(step[1:] == (x, y) * (len(step) // 2) for step in subpath[1:]):
            subpath = (subpath[0], ("L", x + length, y))
        steps += subpath
    return tuple(steps)


def shape(element: Element, style: Style, matrix: Matrix, report: Tell) -> Mark | None:
    """The mark that a shape element makes, or None where nothing is to be seen or a fault was reported.

    ``style`` is the element's own, read already; ``matrix`` takes its user units to mm, its own ``transform`` included.
    """
    path = shape_path(element, report)
    if style.dash and "pathLength" in element.attributes:
        report(*element.where("pathLength"), "pathLength is not read: it changes the dashes", "write their own lengths")
    if path and style.stroke is not None and style.width > 0 and style.cap != "butt":
        path = _with_dots(path, matrix)
    try:
        return paint_outline(path, style, matrix)
    except UndrawnError as error:
        report(element.line, element.column, error.undrawn, "end the gradient at the shape's edge, or add stops")
        return None
