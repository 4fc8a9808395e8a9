"""What attribute values of SVG mean: lengths, transforms. Each reads a text or raises ValueError.

Sources: CSS Values 3 (units), CSS Transforms 1, section 14 (the transform attribute).
"""

import math
import re

from generator.core.choices import MM_PER_INCH, mm_from_points
from generator.draw.marks.marks import IDENTITY, Matrix, multiply
from generator.draw.svg.path import GAP, LARGEST, NUMBER, SPACE, excerpt, number, numbers, point_for_comma

PX_PER_INCH = 96
MM_PER_PX = MM_PER_INCH / PX_PER_INCH

_MM = {
    "": MM_PER_PX,
    "px": MM_PER_PX,
    "mm": 1.0,
    "cm": 10.0,
    "in": MM_PER_INCH,
    "pt": mm_from_points(1),
    "pc": mm_from_points(12),
    "Q": 0.25,
    "q": 0.25,
}
_USER_UNITS = {unit: 1.0 if size == MM_PER_PX else size / MM_PER_PX for unit, size in _MM.items()}
_LENGTH = re.compile(f"({NUMBER})([a-zQ]*)")
_FARTHEST = 1e12  # that a transform is about: what comes of it is bounded where it is used
_FUNCTION = re.compile(rf"([A-Za-z]+)[{SPACE}]*\(([^()]*)\){GAP}")


def length(text: str) -> float:
    """A length in user units. A unit is 1/96 inch as in SVG, so ``1mm`` is 3.78 user units whatever the viewBox.

    Raises:
        ValueError: not a number with mm, cm, in, pt, px or nothing behind it, or beyond ±1,000,000.
    """
    return _measure(text, _USER_UNITS)


def length_mm(text: str) -> float:
    """A length in mm; a bare number counts px of 1/96 inch. ``54mm`` is 54 exactly. Raises like ``length``."""
    return _measure(text, _MM)


def _measure(text: str, units: dict[str, float]) -> float:
    match = _LENGTH.fullmatch(text.strip(SPACE))
    if not match or match[2] not in units:
        hint = point_for_comma(text) or ", alone or with mm, cm, in, pt or px"
        raise ValueError(f"{excerpt(text)} is not a number{hint}")
    value = float(match[1]) * units[match[2]]
    if not -LARGEST <= value <= LARGEST:
        raise ValueError(f"{excerpt(text)} is beyond ±{LARGEST:,.0f}")
    return value


def transform(text: str) -> Matrix:
    """The matrix of a ``transform`` attribute: translate, scale, rotate, matrix, skewX, skewY, one after the other.

    Raises:
        ValueError: another function, or the wrong count of numbers.
    """
    matrix = IDENTITY
    text = text.strip(SPACE)
    position = 0
    while position < len(text):
        match = _FUNCTION.match(text, position)
        if not match:
            raise ValueError(f"{excerpt(text[position:])} is not translate, scale, rotate, matrix, skewX or skewY")
        matrix = multiply(matrix, _function(match[1], match[2]))
        position = match.end()
    return matrix


SHARES = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}


def about(origin: str, text: str, size: tuple[float, float]) -> str:
    """A ``transform`` with its ``transform-origin`` written into it, in a viewport so large.

    Raises:
        ValueError: the origin is not one or two lengths, percentages or sides.
    """
    words = [*origin.split(), "center"]
    if len(words) not in (2, 3):
        raise ValueError(f"{excerpt(origin)} is not one or two lengths")
    if words[0] in ("top", "bottom") or words[1] in ("left", "right"):
        words[:2] = words[1::-1]
    x, y = [
        whole * SHARES[word] if word in SHARES
        else whole * number(word[:-1]) / 100 if word.endswith("%")
        else length(word)
        for word, whole in zip(words[:2], size, strict=True)
    ]  # fmt: skip
    return f"translate({x:.9g} {y:.9g}) {text} translate({-x:.9g} {-y:.9g})"


def _function(name: str, arguments: str) -> Matrix:
    values = numbers(arguments, _FARTHEST)
    match (name, values):
        case "translate", [x]:
            return (1, 0, 0, 1, x, 0)
        case "translate", [x, y]:
            return (1, 0, 0, 1, x, y)
        case "scale", [factor]:
            return (factor, 0, 0, factor, 0, 0)
        case "scale", [x, y]:
            return (x, 0, 0, y, 0, 0)
        case "rotate", [angle]:
            return _turn(angle)
        case "rotate", [angle, x, y]:
            return multiply((1, 0, 0, 1, x, y), multiply(_turn(angle), (1, 0, 0, 1, -x, -y)))
        case "skewX", [angle]:
            return (1, 0, math.tan(math.radians(angle)), 1, 0, 0)
        case "skewY", [angle]:
            return (1, math.tan(math.radians(angle)), 0, 1, 0, 0)
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
    if name in ("translate", "scale", "rotate", "skewX", "skewY", "matrix"):
        raise ValueError(f"{name} does not take {len(values)} numbers: {excerpt(arguments)}")
    raise ValueError(f"{excerpt(name)} is not translate, scale, rotate, matrix, skewX or skewY")


def _turn(angle: float) -> Matrix:
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return (cos, sin, -sin, cos, 0, 0)
