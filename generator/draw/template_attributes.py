"""Which attributes an element of a template heeds, and which of them may hold expressions. All others are errors."""

from generator.core.problem import Tell
from generator.draw.attribute_expressions import is_dynamic
from generator.draw.column import GEOMETRY as BOX
from generator.draw.column import is_column
from generator.draw.directives import DIRECTIVES
from generator.draw.svg.parse import Element
from generator.draw.svg.shapes import GEOMETRY, SHAPES
from generator.draw.svg.style import PAINTING, TINT, declarations
from generator.draw.textbox import KNOWN, is_text_box
from generator.model.values import nearest

EFFECTS = frozenset(("opacity", "display", "visibility", "clip-path", "mask", "filter", "mix-blend-mode", "style"))
OF_PICTURES = EFFECTS | {"color"}  # pictures keep all other paint of their own
SKIPPED = ("title", "desc", "metadata")
LINES = ("data-cut", "data-fold")
_KEPT = PAINTING - OF_PICTURES - {TINT}
CHOICES_OF_OTHERS = ("systemLanguage", "requiredExtensions", "requiredFeatures")

# By the sort of an element: its data- attributes, and what else may hold expressions.
_HEEDED: dict[str, tuple[tuple[str, ...], frozenset[str]]] = {
    "svg": ((TINT,), PAINTING),
    "g": ((*DIRECTIVES, TINT), PAINTING | {"transform"}),
    "shape": ((*DIRECTIVES, TINT, *LINES), PAINTING | {"transform"}),
    "picture": ((*DIRECTIVES, "data-place"), OF_PICTURES | {"transform", "href", "data-place", *BOX}),
    "text box": ((*DIRECTIVES, *KNOWN), EFFECTS | {"transform", *KNOWN, *BOX}),
    "nothing": ((), frozenset()),
    "column": ((*DIRECTIVES, "data-flow"), EFFECTS | {"transform", *BOX}),
}
_OWNERS = {  # of what is not heeded where it stands: where it is
    **dict.fromkeys(KNOWN, "a text box is a rect with data-field or data-text"),
    **dict.fromkeys(LINES, "it is for a shape that lies in no group"),
    **dict.fromkeys(DIRECTIVES, "put it on a g, a shape, a picture or a text box"),
    "data-flow": "a column for running text is a rect, and has no other text",
    "data-place": "it is for a use, and for an image",
    TINT: "it is for a shape, or a group of shapes",
}


def check_template(root: Element, report: Tell) -> None:
    """Report each ``data-`` attribute, and each expression, that the element does not heed on which it stands."""
    for element in root.walk():
        sort = _sort_of(element)
        if sort is None:
            continue
        data, varying = _HEEDED[sort]
        varying |= frozenset(GEOMETRY[element.tag] if sort == "shape" else ())
        for name, text in element.attributes.items():
            if name.startswith("data-") and name not in data:
                if sort != "text box":  # which says so itself
                    hint = _OWNERS.get(name) or nearest(name, data)
                    report(*element.where(name), f"<{element.tag}> has {name}, which is not read there", hint)
            elif name in LINES and (text != "true" or element not in root.children):
                hint = "write true" if text != "true" else _OWNERS[name]
                report(*element.where(name), f"{name} is not read here", hint)
            elif "{" in text and is_dynamic(text) and name not in DIRECTIVES and name not in varying:
                is_ink = sort == "text box" and name == "fill"
                hint = "write data-colour" if is_ink else "write what it is on every face"
                report(*element.where(name), f"{name} of a <{element.tag}> cannot vary from item to item", hint)
            elif name in CHOICES_OF_OTHERS and text.strip():
                report(*element.where(name), f"{name} is not read in a template", "write data-if=\"lang == 'en'\"")


def refuse_paint(element: Element, report: Tell) -> None:
    """Report the paint that stands on a picture and would not reach what it shows."""
    if _KEPT.isdisjoint(element.attributes) and "style" not in element.attributes:
        return
    places = {name: name for name in element.attributes}
    places |= {name: "style" for name, _ in declarations(element)}
    for name in sorted(places.keys() & _KEPT):
        message = f"{name} of a <{element.tag}> is not read: a picture has paint of its own"
        report(*element.where(places[name]), message, 'write color here, and fill="currentColor" in the picture')


def _sort_of(element: Element) -> str | None:
    """What an element of a template is; None for one that templates do not have."""
    if element.tag in ("svg", "g"):
        return element.tag
    if element.tag in ("use", "image"):
        return "picture"
    if element.tag in SHAPES:
        return "column" if is_column(element) else "text box" if is_text_box(element) else "shape"
    return "nothing" if element.tag in (*SKIPPED, "defs") else None
