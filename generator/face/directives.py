"""Attributes that make elements of a template vary, as functions of the variables.

All raise `ExpressionError` where the attribute cannot be read.
"""

import re

from generator.catalog.expressions import ExpressionError
from generator.face.attribute_expressions import Evaluate, compile_expression, compile_value, is_dynamic
from generator.marks.marks import IDENTITY, Matrix
from generator.svg.attributes import transform
from generator.svg.parse import Element

LOOP = re.compile(r"\s*([a-z][a-z0-9_]*)\s+in\s+(.+)", re.S)
LET = re.compile(r"\s*([a-z][a-z0-9_]*)\s*=(?!=)\s*(.+)", re.S)
DIRECTIVES = ("data-if", "data-for", "data-let")


def condition(element: Element) -> Evaluate | None:
    """``data-if``: whether the element is drawn."""
    text = element.attributes.get("data-if")
    return None if text is None else compile_expression(text)


def loop(element: Element) -> tuple[str, Evaluate] | None:
    """``data-for``: a name, and the list of what it stands for in turn."""
    text = element.attributes.get("data-for")
    if text is None:
        return None
    match = LOOP.fullmatch(text)
    if match is None:
        raise ExpressionError(f"data-for is {text!r}; write name in list")
    return match.group(1), compile_expression(match.group(2))


def names(element: Element) -> tuple[tuple[str, Evaluate], ...]:
    """``data-let``: names for use inside, with their values, each worked out with those before it."""
    found = []
    for text in element.attributes.get("data-let", "").split(";"):
        match = LET.fullmatch(text)
        if match:
            found.append((match.group(1), compile_expression(match.group(2))))
        elif text.strip():
            raise ExpressionError(f"data-let is {text!r}; write name = expression")
    return tuple(found)


def own_matrix(element: Element) -> Matrix | Evaluate:
    """``transform``: as a matrix, or as text where it varies; `IDENTITY` itself where there is none."""
    text = element.attributes.get("transform")
    if text is None:
        return IDENTITY
    if is_dynamic(text):
        return compile_value(text)
    try:
        return transform(text)
    except ValueError as error:
        raise ExpressionError(f"transform: {error}") from None


def number(text: str) -> Evaluate:
    """A number, be it fixed."""
    if is_dynamic(text):
        return compile_value(text)
    try:
        fixed = float(text)
    except ValueError:
        raise ExpressionError(f"{text!r} is not a number") from None
    return lambda _: fixed
