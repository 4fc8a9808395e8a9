"""Expressions over an item's fields, written in ``balance.yaml``: Jinja2's, in its sandbox.

They come with files that strangers share, so nothing in them may run long or reach out: attributes that start
with an underscore, calls of methods that change things, powers and the repetition of texts and lists are refused.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, TemplateError, meta
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

MAX_EXPRESSION = 2_000  # characters
MAX_RANGE = 2_000


class _Environment(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset(["*", "**"])

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "**":
            raise SecurityError("powers are not allowed; multiply")
        if not (isinstance(left, int | float) and isinstance(right, int | float)):
            raise TypeError(f"only numbers can be multiplied, not {type(left).__name__} and {type(right).__name__}")
        return left * right


ENVIRONMENT = _Environment(undefined=StrictUndefined, autoescape=False, cache_size=0)
ENVIRONMENT.globals.clear()


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > MAX_RANGE:
        raise ValueError(f"a range of more than {MAX_RANGE} numbers")
    return numbers


ENVIRONMENT.globals["range"] = _range


class ExpressionError(ValueError):
    """The expression cannot be read, or asks for what is not there; the message is for its author."""


@lru_cache(maxsize=512)
def compile_expression(text: str) -> tuple[Callable[..., Any], frozenset[str]]:
    """A callable that evaluates ``text`` on keyword arguments, and the names it uses.

    Raises:
        ExpressionError: it cannot be read.
    """
    if len(text) > MAX_EXPRESSION:
        raise ExpressionError(f"longer than {MAX_EXPRESSION} characters")
    try:
        names = meta.find_undeclared_variables(ENVIRONMENT.parse("{{ (" + text + ") }}"))
        return ENVIRONMENT.compile_expression(text, undefined_to_none=False), frozenset(names)
    except (TemplateError, RecursionError) as error:
        raise ExpressionError(f"cannot read the expression: {error}") from None


def evaluate(text: str, values: dict[str, Any]) -> Any:
    """The value of an expression; None where a field that it needs is absent.

    Raises:
        ExpressionError: it cannot be read or uses an unknown name.
    """
    call, names = compile_expression(text)
    try:
        result = call(**values)
        bool(result)  # an unknown name shows itself only when it is looked at
    except TypeError as error:
        absent = "NoneType" in str(error)  # a field of a record: merge.count
        if absent or any(values.get(name) is None for name in names):
            return None
        raise ExpressionError(str(error)) from None
    except (TemplateError, ArithmeticError, ValueError, OverflowError, RecursionError) as error:
        raise ExpressionError(str(error)) from None
    return result


@lru_cache(maxsize=512)
def _template(text: str) -> Any:
    try:
        return ENVIRONMENT.from_string(text)
    except TemplateError as error:
        raise ExpressionError(f"cannot read the message: {error}") from None


def fill(text: str, values: dict[str, Any]) -> str:
    """A message with its ``{{ … }}`` filled in.

    Raises:
        ExpressionError: it cannot be read or uses an unknown name.
    """
    if "{" not in text:
        return text
    try:
        return str(_template(text).render(values))
    except (TemplateError, TypeError, ArithmeticError, ValueError) as error:
        raise ExpressionError(str(error)) from None
