"""The viewport of an SVG file: its size, its viewBox, what is cut off at its edge, and lengths that are shares of it.

Source: SVG 2, chapter 8 (viewBox, preserveAspectRatio, and percentages in 8.9).
"""

import re
from itertools import product
from math import hypot

from msgspec.structs import replace

from generator.core.problem import Tell
from generator.draw.marks.marks import IDENTITY, Matrix, multiply
from generator.draw.marks.picture import MIDDLE, Aspect, Viewport, fit
from generator.draw.svg.attributes import MM_PER_PX, SHARES, about, length, length_mm
from generator.draw.svg.parse import Element
from generator.draw.svg.path import SPACE, excerpt, number, numbers
from generator.draw.svg.shapes import lengths
from generator.draw.svg.style import TINT, declarations

# Sizes below this many units mean nothing, and dividing by them gives numbers that mean nothing.
LEAST = 1e-3

_ALIGN = re.compile("x(Min|Mid|Max)Y(Min|Mid|Max)")
_RELATIVE = re.compile(r"[\d.]+(?:%|em|rem|ex)")
_ACROSS = ("x", "cx", "rx", "x1", "x2", "width")
_DOWN = ("y", "cy", "ry", "y1", "y2", "height")
_DRAWN = frozenset({"rect", "circle", "ellipse", "line", "image", "use", "svg", "symbol"})

_INHERITED = {"opacity": "1", "clip-path": "none", "mask": "none"}
_SHARES = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def aspect(element: Element, report: Tell) -> Aspect:
    """What ``preserveAspectRatio`` says. A value that is none is reported."""
    words = element.attributes.get("preserveAspectRatio", "xMidYMid").split()
    if words == ["none"]:
        return Aspect(stretch=True)
    match = _ALIGN.fullmatch(words[0]) if words else None
    if not match or words[1:] not in ([], ["meet"], ["slice"]):
        value = excerpt(" ".join(words))
        place = element.where("preserveAspectRatio")
        report(*place, f"preserveAspectRatio is {value}, which is not read", "as in xMidYMid, xMinYMax slice or none")
        return MIDDLE
    return Aspect(_SHARES[match[1]], _SHARES[match[2]], words[1:] == ["slice"])


def overflow(element: Element) -> str:
    """What an element says of what reaches beyond its edge; empty where that is nothing."""
    declared = {"overflow": element.attributes.get("overflow"), **dict(declarations(element))}
    return (declared["overflow"] or "").strip(SPACE)


def is_clipped(root: Element) -> bool:
    """Whether a file is cut off at the edge of its viewBox, as it is unless ``overflow`` is ``visible``."""
    return overflow(root) != "visible"


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
    matrix = fit(across, down, (0.0, 0.0, width, height), aspect(root, report))
    return width, height, multiply(matrix, (1.0, 0.0, 0.0, 1.0, -left, -top))


def inner_viewport(
    element: Element, sized: Element, around: tuple[float, float], report: Tell
) -> tuple[float, float, float, float, Matrix] | None:
    """Where an svg inside an svg, or a symbol, is drawn: left, top, width, height, and the matrix from its units.

    ``sized`` says how large it is: the svg itself, or the use; else it is as large as the viewport ``around``. None
    where nothing is to be seen, or a fault was reported.
    """
    sizes: list[float] = []
    try:
        for name, whole in zip(("width", "height"), around, strict=True):
            text = sized.attributes.get(name, element.attributes.get(name, "auto")).strip(SPACE)
            sizes.append(whole if text in ("auto", "100%") else length(text))
        at = [length(element.attributes.get(name, "0")) for name in ("x", "y")]
        if overflow(element) == "inherit":
            raise ValueError("overflow: 'inherit' is not read")
        x, y, width, height = *at, *sizes
        if width <= 0 or height <= 0:
            return None
        matrix = view_matrix(element, (x, y, width, height), report)
        if element.tag == "symbol" and {"refX", "refY"} & element.attributes.keys():
            left, top = reference(element, (width, height), matrix)
            left, top = (
                (x - left if "refX" in element.attributes else 0.0),
                (y - top if "refY" in element.attributes else 0.0),
            )
            x, y, matrix = x + left, y + top, multiply((1.0, 0.0, 0.0, 1.0, left, top), matrix)
        return x, y, width, height, matrix
    except ValueError as error:
        hint = "give the use, or the svg, x, y, width and height as numbers"
        report(element.line, element.column, f"<{element.tag}> {error}", hint)
        return None


def view_matrix(element: Element, box: Viewport, report: Tell) -> Matrix:
    """From an element's own units to those it lies in, where it is drawn in ``box``.

    Raises:
        ValueError: its viewBox is none.
    """
    view = _view_box(element)
    if view is None:
        return (1.0, 0.0, 0.0, 1.0, *box[:2])
    left, top, across, down = view
    return multiply(fit(across, down, box, aspect(element, report)), (1.0, 0.0, 0.0, 1.0, -left, -top))


def reference(element: Element, size: tuple[float, float], view: Matrix) -> tuple[float, float]:
    """Where ``refX`` and ``refY`` are that a marker or a symbol is placed by, taken through ``view``.

    Raises:
        ValueError: they are neither lengths, nor percentages, nor sides.
    """
    left, top, across, down = _view_box(element) or (0.0, 0.0, *size)
    places: list[float] = []
    for name, start, whole in (("refX", left, across), ("refY", top, down)):
        text = element.attributes.get(name, "0").strip(SPACE)
        share = SHARES.get(text)
        if share is not None:
            places.append(start + share * whole)
        else:
            places.append(number(text[:-1]) / 100 * whole if text.endswith("%") else length(text))
    return view[0] * places[0] + view[4], view[3] * places[1] + view[5]


def settle_inherited(root: Element) -> None:
    """Write what an element inherits by ``inherit`` alone as what is around it says."""
    for element in root.walk():
        for child, (name, initial) in product(element.children, _INHERITED.items()):
            declared = dict(declarations(child)).get(name)
            if (declared or child.attributes.get(name, "")).strip(SPACE) == "inherit":
                value = dict(declarations(element)).get(name) or element.attributes.get(name, initial)
                child.attributes[name] = value
                if declared:
                    style = child.attributes["style"]
                    child.attributes["style"] = re.sub(rf"(?<![\w-]){name}\s*:\s*inherit", f"{name}:{value}", style)


def own_matrix(element: Element, outer: Matrix, size: tuple[float, float], report: Tell) -> Matrix:
    """From the units in which an element is cut and masked to mm, where ``outer`` takes those to mm that it lies in.

    An svg is cut in the units of what is in it, and a use in those that it moves (SVG 2, 5.5); an outermost svg has
    none around it, and is not asked about.
    """
    if element.tag == "svg":
        view = inner_viewport(element, element, size, report)
        return outer if view is None else multiply(outer, view[4])
    is_moved = element.tag == "use" and element.attributes.get("href", "").startswith("#")
    offset = lengths(element, ("x", "y"), report) if is_moved else None
    return multiply(outer, (1.0, 0.0, 0.0, 1.0, offset[0], offset[1])) if offset else outer


class _SizeError(ValueError):
    def __init__(self, attribute: str, message: object) -> None:
        super().__init__(f"<svg> {attribute}: {message}")
        self.attribute = attribute


def _size(root: Element, name: str) -> float | None:
    if name not in root.attributes:
        return None
    text = root.attributes[name].strip(SPACE)
    if text == "auto" or (_RELATIVE.fullmatch(text) and "viewBox" in root.attributes):
        return None  # of a page or a font that there is not: as if it were not said
    try:
        size = length_mm(text)
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


def user_size(root: Element, width: float, height: float) -> tuple[float, float]:
    """The viewport of a file this many mm large, in user units."""
    return seen(root) or (width / MM_PER_PX, height / MM_PER_PX)


def settle_lengths(element: Element, size: tuple[float, float], report: Tell) -> Element:
    """An element with percentages of the viewport, which is so large, and ``transform-origin`` in user units."""
    if "transform-origin" not in element.attributes and not any("%" in text for text in element.attributes.values()):
        return element
    attributes = dict(element.attributes)
    for names, whole in ((_ACROSS, size[0]), (_DOWN, size[1]), (("r",), hypot(*size) / 2**0.5)):
        for name in names if element.tag in _DRAWN else ():
            if attributes.get(name, "").strip(SPACE).endswith("%"):
                attributes[name] = _of(attributes[name], whole)
    origin = attributes.pop("transform-origin", None)
    if origin is not None and "transform" in attributes:
        try:
            attributes["transform"] = about(origin, attributes["transform"], size)
        except ValueError as error:
            report(*element.where("transform-origin"), f"transform-origin: {error}", "write it as two numbers")
    return replace(element, attributes=attributes)


def _of(text: str, whole: float) -> str:
    try:
        return f"{number(text.strip(SPACE)[:-1]) / 100 * whole:.9g}"
    except ValueError:
        return text  # which is reported where it is read


def seen(element: Element) -> tuple[float, float] | None:
    """The size of an element's viewBox; None where it has none that makes sense."""
    try:
        box = _view_box(element)
    except _SizeError:
        return None
    return box and box[2:]


def natural(use: Element, box: list[float], sizes: dict[str, float]) -> tuple[float, float, float, float]:
    """The rectangle for a picture; what an image does not say follows from the picture's own size."""
    x, y, width, height = box
    sized = [name for name in sizes if use.attributes.get(name, "auto").strip() != "auto"]
    if sizes and not sized:
        width, height = sizes["width"] / MM_PER_PX, sizes["height"] / MM_PER_PX
    elif sizes and sized == ["width"]:
        height = width * sizes["height"] / sizes["width"]
    elif sizes and sized == ["height"]:
        width = height * sizes["width"] / sizes["height"]
    return x, y, width, height


def check_use_of_file(use: Element, report: Tell) -> None:
    """A file that is used keeps its own paint, and has to be told how large it is to be."""
    painted = {*use.attributes, *(name for name, _ in declarations(use))}
    if any(name.startswith(("fill", "stroke", "clip-rule", "paint-order", TINT)) for name in painted):
        message = "a file that is used keeps its own paint, so paint on this <use> has no effect"
        report(use.line, use.column, message, "paint the shapes in the file")
    missing = [name for name in ("width", "height") if name not in use.attributes]
    if missing:
        message = f"<use> of a file has no {' and no '.join(missing)}"
        report(use.line, use.column, message, "give it x, y, width and height: the rectangle to fit it into")
