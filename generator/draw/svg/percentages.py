"""Lengths in percent, which are shares of the viewport they stand in (SVG 2, 8.9), and other files that are used."""

from math import hypot

from generator.core.problem import Tell
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


def natural(use: Element, box: list[float], sizes: dict[str, float]) -> tuple[float, float, float, float]:
    """The rectangle for a picture; what an image does not say follows from the picture's own size."""
    x, y, width, height = box
    known = [name for name in sizes if use.attributes.get(name, "auto").strip() != "auto"]
    if sizes and not known:
        width, height = sizes["width"] / MM_PER_PX, sizes["height"] / MM_PER_PX
    elif sizes and known == ["width"]:
        height = width * sizes["height"] / sizes["width"]
    elif sizes and known == ["height"]:
        width = height * sizes["width"] / sizes["height"]
    return x, y, width, height


def check_use_of_file(use: Element, report: Tell) -> None:
    """A file that is used keeps its own paint, and has to be told how large it is to be."""
    painted = {"fill", "stroke", "stroke-width", "color", "stroke-linecap", "stroke-linejoin", "stroke-dasharray"}
    if painted & set(use.attributes) or "style" in use.attributes:
        message = "a file that is used keeps its own paint, so paint on this <use> has no effect"
        report(use.line, use.column, message, "paint the shapes in the file")
    missing = [name for name in ("width", "height") if name not in use.attributes]
    if missing:
        message = f"<use> of a file has no {' and no '.join(missing)}"
        report(use.line, use.column, message, "give it x, y, width and height: the rectangle to fit it into")
