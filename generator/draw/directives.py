"""Attributes that make elements of a template vary, as functions of the variables; and what of a template is for one
ink.

All raise `ExpressionError` where the attribute cannot be read.
"""

import re
from contextlib import suppress

from msgspec.structs import replace

from generator.core.choices import InkName
from generator.draw.attribute_expressions import Evaluate, compile_expression, compile_value, is_dynamic
from generator.draw.marks.marks import IDENTITY, Matrix
from generator.draw.svg.attributes import transform
from generator.draw.svg.parse import Element
from generator.draw.svg.path import LARGEST, SPACE, excerpt
from generator.draw.svg.path import number as plain_number
from generator.draw.svg.reference import Ink
from generator.draw.svg.style import TINT
from generator.draw.theme import Theme
from generator.model.budget import ExpressionError

LOOP = re.compile(r"\s*([a-z][a-z0-9_]*)\s+in\s+(.+)", re.S)
LET = re.compile(r"\s*([a-z][a-z0-9_]*)\s*=(?!=)\s*(.+)", re.S)
DIRECTIVES = ("data-if", "data-for", "data-let")


def condition(element: Element) -> Evaluate | None:
    """``data-if``: whether the element is drawn."""
    text = element.attributes.get("data-if")
    return None if text is None else compile_expression(text)


def loop(element: Element) -> tuple[str, Evaluate] | None:
    """``data-for``: a name, and the list of what it stands for in turn."""
    if "data-for" not in element.attributes:
        return None
    name, members = loop_text(element)
    return name, compile_expression(members)


def loop_text(element: Element) -> tuple[str, str]:
    """The name in ``data-for`` and the list that it runs over, as they are written."""
    text = element.attributes["data-for"]
    match = LOOP.fullmatch(text)
    if match is None:
        raise ExpressionError(f"data-for is {excerpt(text)}; write name in list")
    return match[1], match[2]


def names(element: Element) -> tuple[tuple[str, Evaluate], ...]:
    """``data-let``: names for use inside, with their values, each worked out with those before it."""
    return tuple([(name, compile_expression(text)) for name, text in name_texts(element)])


def name_texts(element: Element) -> list[tuple[str, str]]:
    """The names of ``data-let`` with their expressions, as they are written."""
    names = []
    for text in element.attributes.get("data-let", "").split(";"):
        match = LET.fullmatch(text)
        if match:
            names.append((match.group(1), match.group(2)))
        elif text.strip():
            raise ExpressionError(f"data-let is {excerpt(text)}; write name = expression")
    return names


def own_matrix(element: Element) -> Matrix | Evaluate:
    """``transform``: as a matrix, or as text where it varies; `IDENTITY` itself where there is none."""
    text = element.attributes.get("transform")
    if text is None:
        return IDENTITY
    if is_dynamic(text):
        return compile_value(text)
    try:
        return sound(transform(text))
    except ValueError as error:
        raise ExpressionError(f"transform: {error}") from None


def sound(matrix: Matrix) -> Matrix:
    """A matrix, unless it scales or moves beyond all measure.

    Raises:
        ValueError: it does.
    """
    if not all(-LARGEST <= value <= LARGEST for value in matrix):
        raise ValueError(f"it scales or moves by more than {LARGEST:,.0f}")
    return matrix


def number(text: str) -> Evaluate:
    """A number, be it fixed."""
    if is_dynamic(text):
        return compile_value(text)
    try:
        fixed = plain_number(text)
    except ValueError as error:
        raise ExpressionError(str(error)) from None
    return lambda _: fixed


INK = re.compile(r"\bink\b")  # a name in an expression
_VARYING_FONT = re.compile(r"""data-font\s*=\s*["'][^"']*\{\{""")
_ASKED = re.compile(r"""\bink\s*[!=]=\s*(["'])(\w*)\1(?!\s*[|.~\[+*%])""")


def may_vary_with_ink(text: str, theme: Theme) -> bool:
    """Whether a template may hold something that looks otherwise in this theme's ink than in full."""
    roles = (f'"{role}"' in text or f"'{role}'" in text for role in theme.lighter)
    tinted, fonts = bool(theme.ink.palette) and TINT in text, bool(theme.lighter) and _VARYING_FONT.search(text)
    return INK.search(text) is not None or tinted or bool(fonts) or any(roles)


def varying_with_ink(elements: list[Element], theme: Theme) -> list[Element]:
    """Those that may look otherwise in this theme's ink than in full, whole, and what holds such."""
    varying, ink = [], theme.ink
    for element in elements:
        asks = any(_asks_for(text, ink.name) for text in element.attributes.values())
        font = element.attributes.get("data-font", "")
        lighter = font in theme.lighter or (bool(theme.lighter) and is_dynamic(font))
        if asks or lighter or _is_tinted_anew(element, ink):
            varying.append(element)
        elif inner := varying_with_ink(element.children, theme):
            varying.append(replace(element, children=inner))
    return varying


def _asks_for(text: str, ink: InkName) -> bool:
    """Whether ``text`` names the ink in a way that may be answered otherwise than in full ink."""
    reduced = _ASKED.sub(lambda match: match[0] if match[2] in (InkName.full, ink) else "", text)
    return INK.search(reduced) is not None


def _is_tinted_anew(element: Element, ink: Ink) -> bool:
    """Whether only drawing an element tells if its tint is one of the palette's."""
    name = element.attributes.get(TINT, "").strip(SPACE)
    return bool(ink.palette) and name != "" and name not in dict(ink.palette)


def tinted_alike(element: Element) -> Element:
    """Without a palette: which tint a shape has no longer depends on the item, so that more is drawn once for all."""
    attributes = element.attributes
    if is_dynamic(attributes.get(TINT, "")):
        with suppress(ExpressionError):  # what is not an expression is reported where it is compiled
            compile_value(attributes[TINT])
            attributes = {**attributes, TINT: ""}
    return replace(element, attributes=attributes, children=[tinted_alike(child) for child in element.children])
