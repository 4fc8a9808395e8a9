"""Which elements of a template look otherwise with other ink, so that a check draws no more than these twice.

What has a tint need not be drawn again: a shape is where it is in every edition, and a name that the palette has is
right. Nor need what asks only whether the ink is a third one, as it is not in full ink: with colour, ``ink == 'low'``.
"""

import re
from contextlib import suppress

from msgspec.structs import replace

from generator.core.choices import InkName
from generator.draw.attribute_expressions import compile_value, is_dynamic
from generator.draw.svg.ink import Ink
from generator.draw.svg.parse import Element
from generator.draw.svg.path import SPACE
from generator.draw.svg.shapes import SHAPES
from generator.draw.svg.style import TINT
from generator.model.budget import ExpressionError

INK = re.compile(r"\bink\b")  # a name in an expression
_ASKED = re.compile(r"""\bink\s*[!=]=\s*(["'])(\w*)\1(?!\s*[|.~\[+*%])""")


def names_ink(element: Element) -> bool:
    """Whether an expression of an element names the ink."""
    return any(INK.search(text) for text in element.attributes.values())


def varying_with_ink(elements: list[Element], ink: Ink) -> list[Element]:
    """Those that may look otherwise with this ink than in full, whole, and what holds such."""
    kept = []
    for element in elements:
        if any(_asks_for(text, ink.name) for text in element.attributes.values()) or _is_tinted_anew(element, ink):
            kept.append(element)
        elif inner := varying_with_ink(element.children, ink):
            kept.append(replace(element, children=inner))
    return kept


def _asks_for(text: str, ink: InkName) -> bool:
    """Whether ``text`` names the ink in a way that may be answered otherwise than in full ink."""
    asked = _ASKED.sub(lambda found: found[0] if found[2] in (InkName.full, ink) else "", text)
    return INK.search(asked) is not None


def _is_tinted_anew(element: Element, ink: Ink) -> bool:
    """Whether only drawing an element tells if its tint is one of the palette's."""
    name = element.attributes.get(TINT, "").strip(SPACE)
    return bool(ink.palette) and name != "" and name not in dict(ink.palette)


def tinted_alike(element: Element) -> Element:
    """Without a palette: which tint a shape has no longer depends on the item, so that more is drawn once for all."""
    attributes = element.attributes
    if element.tag in SHAPES and is_dynamic(attributes.get(TINT, "")):
        with suppress(ExpressionError):  # what is not an expression is reported where it is compiled
            compile_value(attributes[TINT])
            attributes = {**attributes, TINT: ""}
    return replace(element, attributes=attributes, children=[tinted_alike(child) for child in element.children])
