"""Attribute values of templates: text with Jinja2 expressions between double braces."""

import re
from collections.abc import Callable
from typing import Any

from jinja2 import TemplateError

from generator.catalog.expressions import ENVIRONMENT, FAULTS, ExpressionError, reason
from generator.catalog.values import Record
from generator.svg.path import LARGEST

BRACES = re.compile(r"\{\{(.*?)\}\}", re.S)
STATEMENT = re.compile(r"\{%|\{#")
DOTTED = re.compile(r"[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*")
CONSTANTS = frozenset(["true", "false", "none", "True", "False", "None", "not", "in", "is", "and", "or", "if", "else"])

PLAIN = frozenset([str, int, float, bool, list, type(None)])  # what nearly all values are

Variables = dict[str, Any]
Evaluate = Callable[[Variables], Any]


def is_dynamic(text: str) -> bool:
    """Whether an attribute's text holds an expression."""
    return "{{" in text or STATEMENT.search(text) is not None


def compile_value(text: str) -> Evaluate:
    """An attribute's text as a function of the variables; with one expression and nothing else, its value as it is.

    Raises:
        ExpressionError: it cannot be read.
    """
    if STATEMENT.search(text):
        raise ExpressionError("only {{ expressions }} can stand here; use data-for and data-if")
    whole = BRACES.fullmatch(text.strip())
    if whole and "{{" not in whole.group(1):
        return compile_expression(whole.group(1))
    parts: list[str | Evaluate] = []
    end = 0
    for match in BRACES.finditer(text):
        parts += [text[end : match.start()], compile_expression(match.group(1))]
        end = match.end()
    parts.append(text[end:])
    if len(parts) == 3:  # the usual case
        before, only, after = parts
        return lambda values: f"{before}{_shown(only(values))}{after}"  # type: ignore[operator]
    return lambda values: "".join([part if isinstance(part, str) else _shown(part(values)) for part in parts])


def finite(value: Any) -> float:
    """The value of an attribute that is a length.

    Raises:
        ValueError, TypeError: it is no number, or one beyond ±1,000,000.
    """
    number = float(value)
    if not -LARGEST <= number <= LARGEST:
        raise ValueError(f"{number:g} is beyond ±{LARGEST:,.0f}")
    return number


def _shown(value: Any) -> str:
    return "" if value is None else str(value)


def compile_expression(text: str) -> Evaluate:
    """An expression as a function of the variables. A path of names is looked up without Jinja2, for speed.

    Raises:
        ExpressionError: it cannot be read. Calling the function raises it too, where a name is unknown.
    """
    text = text.strip()
    if DOTTED.fullmatch(text) and text not in CONSTANTS:
        return _path(text)
    try:
        expression = ENVIRONMENT.compile_expression(text, undefined_to_none=False)
    except (TemplateError, RecursionError) as error:
        raise ExpressionError(f"cannot read {text[:80]!r}: {reason(error)}") from None

    def evaluate(values: Variables) -> Any:
        try:
            value = expression(values)
            return value if type(value) in PLAIN else _something(value, text)
        except (*FAULTS, TypeError) as error:
            raise ExpressionError(f"{text[:80]!r}: {reason(error)}") from None

    return evaluate


def _path(text: str) -> Evaluate:
    first, *rest = text.split(".")

    def look_up(values: Variables) -> Any:
        try:
            value = values[first]
            for name in rest:
                value = value[name] if type(value) is Record else ENVIRONMENT.getattr(value, name)
            return value if type(value) in PLAIN else _something(value, text)
        except (KeyError, TemplateError):
            raise ExpressionError(f"{text!r} is unknown here") from None

    return look_up


def _something(value: Any, text: str) -> Any:
    """``value``, unless it is unknown or a function.

    Raises:
        TemplateError: it is unknown.
        ExpressionError: it is a function.
    """
    if value and callable(value):  # an unknown name shows itself when it is looked at
        raise ExpressionError(f"{text[:80]!r} is a function; call it with ()")
    return value
