"""Gradients, and the plain colours that some of them come to. Source: SVG 2, chapter 14 (paint servers)."""

import re
from math import hypot

from generator.draw.marks.marks import IDENTITY, Matrix
from generator.draw.svg.attributes import about, length, transform
from generator.draw.svg.colours import faded_colour
from generator.draw.svg.parse import Element
from generator.draw.svg.path import LARGEST, SPACE, excerpt, number
from generator.draw.svg.shapes import check_attributes
from generator.draw.svg.style import CURRENT, GradientServer, Server, TileServer, declarations, share
from generator.draw.svg.svg_file import SvgFile
from generator.draw.svg.undrawn import Undrawn

MAX_STOPS = 256
_MAX_CHAIN = 16  # gradients that take what they don't say from one another

_DEFAULTS = {
    "linearGradient": {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"},
    "radialGradient": {"cx": "50%", "cy": "50%", "r": "50%", "fr": "0%"},
}
_HAIR = 1e-6
_STEP = 1 / 256  # in which pdfium draws a gradient, the last of them before its end
_SHARE = re.compile(r"%|[a-z]{3}")
_ON_EDGE = 0.999  # of the radius: nearer to the edge a focus makes a cone, which each program draws otherwise

_Stop = tuple[float, str, float]


class _GradientError(ValueError):
    """What of a gradient cannot be drawn, and where it says so."""

    def __init__(self, element: Element, attribute: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.element, self.attribute, self.hint = element, attribute, hint
        self.undrawn = message if isinstance(message, Undrawn) else None


def _gradient_server(element: Element, reader: SvgFile) -> Server:
    """What a gradient element paints with. Raises _GradientError where it cannot be drawn."""
    chain = _chain(element, reader)
    stated: dict[str, tuple[Element, str]] = {}
    for link in chain:
        check_attributes(link, reader.report)
        for name, value in link.attributes.items():
            stated.setdefault(name, (link, value))
    spread = stated["spreadMethod"][1].strip(SPACE) if "spreadMethod" in stated else "pad"
    stops = next((own_stops for link in chain if (own_stops := _stops(link, reader))), [])
    if not stops:
        return None, 1.0
    if len(stops) == 1:
        return stops[0][1], stops[0][2]
    of_box = _units(stated)
    points = _points(element.tag, stated, size=(1.0, 1.0) if of_box else reader.size)
    if points is None:  # SVG 2, 14.2.2 and 14.2.3: no length is the last colour
        return stops[-1][1], stops[-1][2]
    texts = [stated.get(name, (element, default))[1] for name, default in _DEFAULTS[element.tag].items()]
    texts += [stated[name][1] for name in ("fx", "fy", "transform-origin") if name in stated]
    of_viewport = not of_box and any(map(_SHARE.search, texts))
    matrix = _matrix(stated, reader.size)
    return GradientServer(of_box, points, matrix, tuple(stops), of_viewport=of_viewport, spread=spread)


def _chain(element: Element, reader: SvgFile) -> list[Element]:
    """The gradient and those whose stops or attributes it takes, the nearest first."""
    chain = [element]
    while (href := chain[-1].attributes.get("href", "").strip(SPACE)) and len(chain) < _MAX_CHAIN:
        linked = reader.ids.get(href[1:]) if href.startswith("#") else None
        if linked is None or linked.tag not in _DEFAULTS:
            raise _GradientError(chain[-1], "href", f"there is no gradient {excerpt(href)} in this file")
        if linked in chain:
            raise _GradientError(chain[-1], "href", f"{excerpt(href)} would take its colours from itself")
        chain.append(linked)
    return chain


def _units(texts: dict[str, tuple[Element, str]]) -> bool:
    element, value = texts.get("gradientUnits", (None, "objectBoundingBox"))
    if element is not None and value not in ("objectBoundingBox", "userSpaceOnUse"):
        raise _GradientError(element, "gradientUnits", f"gradientUnits {excerpt(value)} is not read")
    return value == "objectBoundingBox"


def _points(tag: str, texts: dict[str, tuple[Element, str]], size: tuple[float, float]) -> tuple[float, ...] | None:
    """The line from x1 y1 to x2 y2, or the focus' circle and the outer one; None where that has no length."""
    diagonal = hypot(*size) / 2**0.5
    values: dict[str, float] = {}
    for name, default in _DEFAULTS[tag].items():
        whole = diagonal if name in ("r", "fr") else size[name[-1 if name[0] in "cf" else 0] == "y"]
        values[name] = _coordinate(texts, name, default, whole)
    if tag == "linearGradient":
        line = tuple(values[name] for name in ("x1", "y1", "x2", "y2"))
        return None if line[:2] == line[2:] else line
    cx, cy, r, fr = (values[name] for name in ("cx", "cy", "r", "fr"))
    fx = _coordinate(texts, "fx", "", size[0]) if "fx" in texts else cx
    fy = _coordinate(texts, "fy", "", size[1]) if "fy" in texts else cy
    if fr < 0:
        raise _GradientError(texts["fr"][0], "fr", f"fr: {excerpt(texts['fr'][1])} is negative")
    if r <= 0:
        return None
    if hypot(fx - cx, fy - cy) + fr > _ON_EDGE * r:
        name = next((name for name in ("fx", "fy", "fr") if name in texts), "r")
        message = Undrawn("a radial gradient whose focus lies on or outside its circle")
        raise _GradientError(texts[name][0], name, message, "move it inside")
    return fx, fy, fr, cx, cy, r


def _coordinate(texts: dict[str, tuple[Element, str]], name: str, default: str, whole: float) -> float:
    element, text = texts.get(name, (None, default))
    text = text.strip(SPACE)
    try:
        return number(text[:-1]) / 100 * whole if text.endswith("%") else length(text)
    except ValueError as error:
        assert element is not None
        raise _GradientError(element, name, f"{name}: {error}") from None


def _matrix(texts: dict[str, tuple[Element, str]], size: tuple[float, float]) -> Matrix:
    if "gradientTransform" not in texts:
        return IDENTITY
    element, text = texts["gradientTransform"]
    try:
        matrix = transform(about(texts["transform-origin"][1], text, size) if "transform-origin" in texts else text)
    except ValueError as error:
        raise _GradientError(element, "gradientTransform", f"gradientTransform: {error}") from None
    if not all(-LARGEST <= value <= LARGEST for value in matrix) or not matrix[0] * matrix[3] - matrix[1] * matrix[2]:
        raise _GradientError(
            element, "gradientTransform", "gradientTransform: it makes the gradient flat, or too large"
        )
    return matrix


def _stops(gradient: Element, reader: SvgFile) -> list[_Stop]:
    """The stops in order, each at least as far along as those before it."""
    stops: list[_Stop] = []
    for element in gradient.children:
        if element.tag != "stop":
            continue
        check_attributes(element, reader.report)
        if len(stops) == MAX_STOPS:
            raise _GradientError(element, "offset", f"a gradient has more than {MAX_STOPS} stops", "simplify it")
        properties = {"stop-color": "black", "stop-opacity": "1", "offset": "0"} | element.attributes
        properties |= {name: value.strip(SPACE) for name, value in declarations(element) if value is not None}
        try:
            offset = share(properties["offset"].strip(SPACE))
            colour, alpha = properties["stop-color"].strip(SPACE), share(properties["stop-opacity"].strip(SPACE))
            if colour.lower() == CURRENT:
                style = reader.style_of(element)
                shade, opaque = style.colour, style.colour_alpha
            else:
                base, opaque = faded_colour(colour)
                shade, opaque = (base, opaque) if base is not None else ("#000000", 0.0)
        except ValueError as error:
            raise _GradientError(element, "offset", f"<stop> {error}") from None
        stops.append((max(offset, stops[-1][0] if stops else 0.0), shade, opaque * alpha))
    # The outermost of two at an end is what lies beyond it: in PDF, and the last as pdfium has it, that takes room.
    if len(stops) > 1 and stops[1][0] == 0:
        stops[1:] = [(max(stop[0], _HAIR), *stop[1:]) for stop in stops[1:]]
    if len(stops) > 1 and stops[-2][0] == 1:
        stops = [(min(stop[0], 1 - _STEP), *stop[1:]) for stop in stops]
    return stops


def _is_one_tile(pattern: Element) -> bool:
    """Whether a pattern is a picture as large as what it fills, in that one's units."""
    get = pattern.attributes.get
    sizes = {get("width", ""), get("height", "")}
    start = {get("x", "0"), get("y", "0")}
    units = get("patternUnits", "objectBoundingBox"), get("patternContentUnits", "userSpaceOnUse")
    extra = {"patternTransform", "viewBox", "href", "preserveAspectRatio"} & set(pattern.attributes)
    return sizes <= {"1", "100%"} and start <= {"0", "0%"} and set(units) == {"objectBoundingBox"} and not extra


def find_server(reader: SvgFile, name: str, place: tuple[int, int]) -> Server | None:
    """What the element of this id paints with in a reader's file; None, and reported, where it cannot."""
    element, report = reader.ids.get(name), reader.report
    if element is None:
        report(*place, f"there is no id {excerpt(name)} in this file", "")
        return None
    if element.tag == "pattern" and _is_one_tile(element):
        check_attributes(element, report)
        return TileServer(element)
    if element.tag not in _DEFAULTS:
        message = f"<{element.tag}> {excerpt(name)} is not read as a paint"
        message = Undrawn("a pattern") if element.tag == "pattern" else message
        report(*place, message, "use a plain colour or a gradient")
        return None
    try:
        return _gradient_server(element, reader)
    except _GradientError as error:
        message = error.undrawn or str(error)
        report(*error.element.where(error.attribute), message, error.hint)
        return None
