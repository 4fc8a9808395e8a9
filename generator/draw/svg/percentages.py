"""Lengths in percent, which are shares of the viewport they stand in (SVG 2, 8.9), as plain numbers."""

from math import hypot

from generator.draw.svg.attributes import MM_PER_PX
from generator.draw.svg.parse import Element
from generator.draw.svg.path import SPACE, number, numbers

_ACROSS = ("x", "cx", "rx", "x1", "x2", "width")
_DOWN = ("y", "cy", "ry", "y1", "y2", "height")
_DRAWN = frozenset({"rect", "circle", "ellipse", "line", "image", "use", "svg"})


def user_size(root: Element, width: float, height: float) -> tuple[float, float]:
    """The viewport of a file this many mm large, in user units."""
    return _size(root) or (width / MM_PER_PX, height / MM_PER_PX)


def without_percentages(root: Element, size: tuple[float, float]) -> None:
    """Write percentages of the viewport, which is so large, as user units."""
    waiting = [(child, size) for child in root.children]
    while waiting:
        element, around = waiting.pop()
        attributes = element.attributes
        if element.tag in _DRAWN and any("%" in text for text in attributes.values()):
            for names, whole in ((_ACROSS, around[0]), (_DOWN, around[1]), (("r",), hypot(*around) / 2**0.5)):
                for name in names:
                    if attributes.get(name, "").strip(SPACE).endswith("%"):
                        attributes[name] = _of(attributes[name], whole)
        inner = _size(element) or around if element.tag in ("svg", "symbol") else around
        waiting += [(child, inner) for child in element.children]


def _of(text: str, whole: float) -> str:
    try:
        return f"{number(text.strip(SPACE)[:-1]) / 100 * whole:.9g}"
    except ValueError:
        return text  # which is reported where it is read


def _size(element: Element) -> tuple[float, float] | None:
    try:
        _, _, width, height = numbers(element.attributes.get("viewBox", ""))
    except ValueError:
        return None
    return (width, height) if width > 0 and height > 0 else None
