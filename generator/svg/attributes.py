"""What attribute values of SVG mean: lengths, colours, transforms. Each reads a text or raises ValueError.

Sources: CSS Values 3 (units), CSS Color 3 (basic names), CSS Transforms 1, section 14 (the transform attribute).
"""

import math
import re

from generator.marks.marks import IDENTITY, Matrix, multiply
from generator.svg.path import GAP, LARGEST, NUMBER, SPACE, excerpt, numbers
from generator.units import MM_PER_INCH, mm_from_points

PX_PER_INCH = 96
MM_PER_PX = MM_PER_INCH / PX_PER_INCH

_MM = {"": MM_PER_PX, "px": MM_PER_PX, "mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": mm_from_points(1)}
_USER_UNITS = {unit: 1.0 if size == MM_PER_PX else size / MM_PER_PX for unit, size in _MM.items()}
_LENGTH = re.compile(f"({NUMBER})([a-z]*)")
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_RGB = re.compile(r"rgb\(([^)]*)\)")
_FUNCTION = re.compile(rf"([A-Za-z]+)[{SPACE}]*\(([^()]*)\){GAP}")

# The 16 names of HTML 4, which CSS calls basic.
COLOUR_NAMES = {
    "black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "white": "#ffffff",
    "maroon": "#800000", "red": "#ff0000", "purple": "#800080", "fuchsia": "#ff00ff",
    "green": "#008000", "lime": "#00ff00", "olive": "#808000", "yellow": "#ffff00",
    "navy": "#000080", "blue": "#0000ff", "teal": "#008080", "aqua": "#00ffff",
}  # fmt: skip


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
    found = _LENGTH.fullmatch(text.strip(SPACE))
    if not found or found[2] not in units:
        raise ValueError(f"{excerpt(text)} is not a number, alone or with mm, cm, in, pt or px")
    value = float(found[1]) * units[found[2]]
    if not -LARGEST <= value <= LARGEST:
        raise ValueError(f"{excerpt(text)} is beyond ±{LARGEST:,.0f}")
    return value


def colour(text: str) -> str | None:
    """``#rrggbb`` in lower case, or None for ``none``.

    Raises:
        ValueError: not #rgb, #rrggbb, rgb(), none or one of the 16 basic names.
    """
    text = text.strip(SPACE)
    if _HEX.fullmatch(text):
        return (text if len(text) == 7 else "#" + "".join(digit * 2 for digit in text[1:])).lower()
    name = text.lower()
    if name == "none":
        return None
    if name in COLOUR_NAMES:
        return COLOUR_NAMES[name]
    found = _RGB.fullmatch(name)
    parts = [part.strip() for part in found[1].split(",")] if found else []
    if len(parts) == 3 and len({part.endswith("%") for part in parts}) == 1:
        return "#" + "".join(f"{_channel(part, text):02x}" for part in parts)
    raise ValueError(f"{excerpt(text)} is not #rgb, #rrggbb, rgb(r, g, b), none or a basic colour name")


def _channel(part: str, text: str) -> int:
    try:
        (value,) = numbers(part.removesuffix("%"))
    except ValueError:
        raise ValueError(f"{excerpt(text)} is not rgb(r, g, b) with three numbers or three percentages") from None
    return round(min(max(value * 255 / 100 if part.endswith("%") else value, 0), 255))


def transform(text: str) -> Matrix:
    """The matrix of a ``transform`` attribute: translate, scale, rotate, matrix, skewX, skewY, one after the other.

    Raises:
        ValueError: another function, or the wrong count of numbers.
    """
    matrix = IDENTITY
    text = text.strip(SPACE)
    position = 0
    while position < len(text):
        found = _FUNCTION.match(text, position)
        if not found:
            raise ValueError(f"{excerpt(text[position:])} is not translate, scale, rotate, matrix, skewX or skewY")
        matrix = multiply(matrix, _function(found[1], found[2]))
        position = found.end()
    return matrix


def _function(name: str, arguments: str) -> Matrix:
    values = numbers(arguments)
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
