"""Expressions over an item's fields, written in ``balance.yaml`` and in templates: Jinja2's, in its sandbox.

They come with files that strangers share, so nothing in them may run long, grow large or reach out. Only what is named
here is there: no statements, no powers, no calls of methods that change things, and nothing that depends on chance.
Whatever makes a text or a list longer is bounded.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from types import FunctionType
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, Undefined, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from generator.catalog.compiled import as_function, parse_expression
from generator.catalog.values import Record

MAX_EXPRESSION = 2_000  # characters
MAX_NODES = 600  # names, numbers and operators
MAX_DEPTH = 40
MAX_RANGE = 2_000
MAX_SIZE = 10_000  # characters of a text, members of a list
MAX_MEMBERS = 200
MAX_NUMBER = 10**15  # beyond it a float has no units left

FILTERS = frozenset((
    "abs", "capitalize", "count", "d", "default", "dictsort", "first", "float", "groupby", "int", "items", "join",
    "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "replace", "reverse", "round",
    "select", "selectattr", "sort", "string", "sum", "title", "trim", "unique", "upper",
))  # fmt: skip
METHODS = frozenset((
    "count", "endswith", "get", "index", "items", "keys", "lower", "split", "startswith", "strip", "upper", "values",
))  # fmt: skip

# Named once, as a union written where it is asked for is made anew each time.
_NUMBER = (int, float)
_SIZED = (str, list, tuple, dict)

ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # of an object in memory, another one in every run

# What reading and evaluating may raise, other than TypeError, which may mean no more than an absent field.
FAULTS = (TemplateError, ArithmeticError, AttributeError, LookupError, ValueError, RecursionError)


class ExpressionError(ValueError):
    """The expression cannot be read, or asks for what is not there; the message is for its author."""


class _Environment(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset(["+", "*", "%", "**"])

    def call_binop(self, _context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "+":
            return _bounded(left + right)
        if not (isinstance(left, _NUMBER) and isinstance(right, _NUMBER)):
            names = f"{type(left).__name__} and {type(right).__name__}"
            raise TypeError(f"{operator} works on numbers only, not on {names}")
        if operator == "*":
            return _bounded(left * right)
        return left % right

    def getattr(self, obj: Any, attribute: str) -> Any:
        """The same as Jinja2's, and quicker for what is asked for mostly: fields, and methods that change nothing."""
        if type(obj) is Record and attribute in obj:
            return obj[attribute]
        if type(obj) in (list, str) and attribute in METHODS:
            return getattr(obj, attribute, None) or self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def is_safe_callable(self, obj: Any) -> bool:
        return isinstance(obj, (FunctionType, Undefined)) or getattr(obj, "__name__", None) in METHODS

    def call(self, _context: Any, obj: Any, /, *arguments: Any, **more: Any) -> Any:
        """Nothing that can be called here asks for the context, for which Jinja2 would look twice."""
        if not self.is_safe_callable(obj):
            raise SecurityError(f"a {type(obj).__name__} cannot be called here")
        return obj(*arguments, **more)

    def wrap_str_format(self, value: Any) -> None:
        """Jinja2 would make ``"{:>9999999}".format(1)`` possible."""

    def _generate(self, source: nodes.Template, *rest: Any, **more: Any) -> str:
        """Jinja2's own hook between reading and compiling."""
        _check(source)
        return super()._generate(source, *rest, **more)

    def compile_expression(self, source: str, undefined_to_none: bool = True) -> Any:  # noqa: ARG002, FBT001, FBT002
        """A function of the values by name; Jinja2's own takes them as keywords."""
        expression = parse_expression(source, self)
        _check(nodes.Template([nodes.Output([expression])]))
        return as_function(expression, self, _finished)


def _check(tree: nodes.Template) -> None:
    """Refuse what takes long to compile or cannot be run: Jinja2's compiler doubles its work with each level."""
    waiting: list[tuple[nodes.Node, int]] = [(tree, 0)]
    for count, (node, depth) in enumerate(waiting):
        if depth > MAX_DEPTH or count > MAX_NODES:
            raise TemplateSyntaxError("it is too long, or nested too deep", 1)
        if isinstance(node, nodes.Pow):
            raise TemplateSyntaxError("powers are not allowed; multiply", 1)
        if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Getattr) and node.node.attr not in METHODS:
            raise TemplateSyntaxError(f"{node.node.attr}() cannot be called here", 1)
        if isinstance(node, nodes.Const):
            _bounded(node.value)
        waiting += [(child, depth + 1) for child in node.iter_child_nodes()]


def _bounded(value: Any) -> Any:
    if type(value) in _NUMBER:
        if abs(value) > MAX_NUMBER:
            raise SecurityError(f"a number is larger than {MAX_NUMBER}")
    elif isinstance(value, _SIZED) and len(value) > MAX_SIZE:
        raise SecurityError(f"a value is longer than {MAX_SIZE} characters or members")
    return value


def _finished(value: Any) -> Any:
    """The value of a whole expression. What filters would yield only when it is asked for is asked for here."""
    return _bounded(list(value) if type(value) not in _SIZED and hasattr(value, "__next__") else value)


def _guarded(work: Callable[..., Any]) -> Callable[..., Any]:
    """A filter whose result is bounded. Jinja2's marks on the function are kept."""

    @wraps(work)
    def guarded(*arguments: Any, **more: Any) -> Any:
        return _bounded(work(*arguments, **more))

    return guarded


def _join(value: Iterable[Any], d: str = "", attribute: str | None = None) -> str:
    parts: list[str] = []
    size = 0
    for member in value:
        parts.append(str(member if attribute is None else ENVIRONMENT.getitem(member, attribute)))
        size += len(parts[-1]) + len(d)
        if size > MAX_SIZE:
            raise SecurityError(f"a text is longer than {MAX_SIZE} characters")
    return d.join(parts)


def _replace(text: object, old: str, new: str, count: int = -1) -> str:
    text = str(text)
    found = text.count(old) if count < 0 else min(text.count(old), count)
    if len(text) + found * (len(new) - len(old)) > MAX_SIZE:
        raise SecurityError(f"a text is longer than {MAX_SIZE} characters")
    return text.replace(old, new, count)


def _round(value: float, precision: int = 0, method: str = "common") -> float:
    if not 0 <= precision <= 9:
        raise ValueError("round goes to 0 to 9 places")
    return _ROUND(value, precision, method)  # type: ignore[no-any-return]


def _in(value: object, members: Any) -> bool:
    if len(members) > MAX_MEMBERS:  # asked for each member of another list
        raise SecurityError(f"a list of more than {MAX_MEMBERS} members is searched over and over")
    return value in members


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > MAX_RANGE:
        raise ValueError(f"a range of more than {MAX_RANGE} numbers")
    return numbers


def signed(value: float) -> str:
    """A number with its sign: ``+3``, ``−2`` (a true minus), ``0``."""
    return f"+{value}" if value > 0 else f"\u2212{-value}" if value < 0 else "0"


GLOBALS: dict[str, Any] = {"range": _range}
ENVIRONMENT = _Environment(undefined=StrictUndefined, autoescape=False, cache_size=0, optimized=False)
_ROUND = ENVIRONMENT.filters["round"]
ENVIRONMENT.filters = {name: _guarded(work) for name, work in ENVIRONMENT.filters.items() if name in FILTERS}
ENVIRONMENT.filters |= {"join": _join, "replace": _replace, "round": _round, "signed": signed}
ENVIRONMENT.tests = {**ENVIRONMENT.tests, "in": _in}
ENVIRONMENT.globals = GLOBALS


@lru_cache(maxsize=512)
def compile_expression(text: str) -> tuple[Callable[[dict[str, Any]], Any], frozenset[str]]:
    """A function of the values by name that evaluates ``text``, and the names it uses.

    Raises:
        ExpressionError: it cannot be read.
    """
    if len(text) > MAX_EXPRESSION:
        raise ExpressionError(f"longer than {MAX_EXPRESSION} characters")
    try:
        tree = ENVIRONMENT.parse("{{ (" + text + ") }}")
        names = {node.name for node in tree.find_all(nodes.Name)} - set(GLOBALS)
        return ENVIRONMENT.compile_expression(text, undefined_to_none=False), frozenset(names)
    except (TemplateError, RecursionError) as error:
        raise ExpressionError(f"cannot read the expression: {reason(error)}") from None


def evaluate(text: str, values: dict[str, Any]) -> Any:
    """The value of an expression; None where a field that it needs is absent.

    Raises:
        ExpressionError: it cannot be read or uses an unknown name.
    """
    call, names = compile_expression(text)
    try:
        result = call(values)
        bool(result)  # an unknown name shows itself only when it is looked at
    except TypeError as error:
        absent = "NoneType" in str(error)  # a field of a record: merge.count
        if absent or any(values.get(name) is None for name in names):
            return None
        raise ExpressionError(str(error)) from None
    except FAULTS as error:
        raise ExpressionError(reason(error)) from None
    return result


@lru_cache(maxsize=512)
def _template(text: str) -> Any:
    if "{%" in text:
        raise ExpressionError("cannot read the message: only {{ expressions }} can stand in it")
    try:
        return ENVIRONMENT.from_string(text)
    except (TemplateError, RecursionError) as error:
        raise ExpressionError(f"cannot read the message: {reason(error)}") from None


def fill(text: str, values: dict[str, Any]) -> str:
    """A message with its ``{{ … }}`` filled in.

    Raises:
        ExpressionError: it cannot be read or uses an unknown name.
    """
    if "{" not in text:
        return text
    try:
        return ADDRESS.sub("", str(_template(text).render(values)))
    except (*FAULTS, TypeError) as error:
        raise ExpressionError(reason(error)) from None


def reason(error: Exception) -> str:
    """What is wrong, in one line."""
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return ADDRESS.sub("", getattr(error, "message", None) or str(error))
