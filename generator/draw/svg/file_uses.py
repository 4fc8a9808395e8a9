"""Uses of other files in a picture: what each has to say, and how large it is where it does not say it."""

from generator.core.problem import Tell
from generator.draw.svg.attributes import MM_PER_PX
from generator.draw.svg.parse import Element


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
