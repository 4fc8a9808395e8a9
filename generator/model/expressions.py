"""Expressions over an item's fields, written in ``balance.yaml`` and in templates: Jinja2's, in its sandbox.

They come with files that strangers share, so nothing in them may run long, grow large or reach out. Only what is named
here is there: no statements, no calls of methods that change things, and nothing that depends on chance.
What they do is counted, and ends where it is more than anything printed needs (`budget`, `filters`).
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from types import FunctionType
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, Undefined, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from generator.model import filters
from generator.model.board_functions import FUNCTIONS
from generator.model.budget import COMPILING, MAX_SIZE, METER, ExpressionError, TooCostlyError, made, text_of, weight
from generator.model.compiled import Function, FunctionGenerator, Generator, as_function, known_names, parse_expression
from generator.model.filters import LEAST, MAX_NUMBER, NUMBER, SHORT, bounded
from generator.model.reasons import ENDS, in_plain_words
from generator.model.values import Record

__all__ = ["ENVIRONMENT", "FAULTS", "MAX_SIZE", "ExpressionError", "compile_expression", "evaluate", "fill", "reason"]

MAX_EXPRESSION = 2_000  # characters
MAX_NODES = 600  # names, numbers and operators
MAX_DEPTH = 40
MAX_RANGE = 10_000
MAX_FILLED = 10_000  # characters of a message
MOST_KNOWN = 2_048  # expressions whose functions are kept
CALL = 10  # steps that a function given to an expression stands for

METHODS = frozenset((
    "count", "endswith", "get", "index", "items", "keys", "lower", "split", "startswith", "strip", "upper", "values",
))  # fmt: skip

_USUAL = (int, float, str, list, tuple, dict)

ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # of an object in memory, another one in every run

# What reading and evaluating may raise, other than TypeError, which may mean no more than an absent field.
FAULTS = (TemplateError, ArithmeticError, AttributeError, LookupError, ValueError, RecursionError)


@lru_cache(maxsize=256)
def _fields_of(kind: type) -> frozenset[str]:
    """The names of a named tuple's members, none of which begins with an underscore; nothing of other types."""
    return frozenset(getattr(kind, "_fields", ())) if issubclass(kind, tuple) else frozenset()


class _Environment(ImmutableSandboxedEnvironment):
    intercepted_binops = frozenset(["+", "*", "%", "**"])

    def call_binop(self, _context: Any, operator: str, left: Any, right: Any) -> Any:
        operations = {"+": filters.plus, "*": filters.times, "**": filters.power}
        return operations.get(operator, filters.remainder)(left, right)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """The same as Jinja2's, and quicker for what is asked for mostly: fields, and methods that change nothing."""
        kind = type(obj)
        if kind is Record:
            values = obj._values
            if attribute in values:
                return values[attribute]
        elif isinstance(obj, Record):
            if attribute in obj:
                return obj[attribute]
        elif attribute in _fields_of(kind):  # type: ignore[arg-type]
            return getattr(obj, attribute)
        if kind in (list, str) and attribute in METHODS:
            return getattr(obj, attribute, None) or self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def is_safe_callable(self, obj: Any) -> bool:
        return isinstance(obj, (FunctionType, Undefined)) or getattr(obj, "__name__", None) in METHODS

    def call(self, _context: Any, obj: Any, /, *arguments: Any, **more: Any) -> Any:
        """Nothing that can be called here asks for the context, for which Jinja2 would look twice."""
        if isinstance(obj, FunctionType):  # what templates and rules are given; their lists are data
            METER.charge(CALL)
            result = obj(*arguments, **more)
            return made(result) if type(result) is str else result
        if not self.is_safe_callable(obj):
            raise SecurityError(f"a {type(obj).__name__} cannot be called here")
        of = getattr(obj, "__self__", None)
        METER.charge(1 + weight(of) * max(1, *map(weight, arguments)) if arguments else 1 + weight(of))
        return bounded(obj(*arguments, **more))

    joined = staticmethod(filters.joined)
    weighed = staticmethod(filters.weighed)
    part = staticmethod(filters.part)
    within = staticmethod(filters.within)
    made = staticmethod(made)

    def wrap_str_format(self, value: Any) -> None:
        """Jinja2 would make ``"{:>9999999}".format(1)`` possible."""

    def _generate(self, source: nodes.Template, *rest: Any, **more: Any) -> str:
        """Jinja2's own hook between reading and compiling."""
        _check(source)
        return super()._generate(source, *rest, **more)

    def compile_expression(self, source: str, undefined_to_none: bool = True) -> Any:  # noqa: ARG002, FBT001, FBT002
        """A function of the values by name; Jinja2's own takes them as keywords. What it costs is counted each time."""
        METER.begin(COMPILING)
        entry = _functions.get(source)
        if entry is None:
            before = METER.left
            expression = parse_expression(source, self)
            _check(nodes.Template([nodes.Output([expression])]))
            written = FunctionGenerator(self, None, None, optimized=False).source(expression)
            if len(_functions) >= MOST_KNOWN:
                _functions.clear()
            entry = _functions[source] = as_function(written, _names()), before - METER.left
        else:
            METER.charge(entry[1])
        return entry[0]


# By its text the function of an expression, which keeps nothing of its values, and the steps that its constants cost.
_functions: dict[str, tuple[Function, int]] = {}


def _check(tree: nodes.Template) -> None:
    """Refuse what takes long to compile or cannot be run: Jinja2's compiler doubles its work with each level."""
    waiting: list[tuple[nodes.Node, int]] = [(tree, 0)]
    for count, (node, depth) in enumerate(waiting):
        if depth > MAX_DEPTH or count > MAX_NODES:
            raise TemplateSyntaxError("it is too long, or nested too deep", 1)
        if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Getattr) and node.node.attr not in METHODS:
            raise TemplateSyntaxError(f"{node.node.attr}() cannot be called here", 1)
        if isinstance(node, nodes.Const):
            bounded(node.value)
        waiting += [(child, depth + 1) for child in node.iter_child_nodes()]


def _finished(value: Any) -> Any:
    """The value of a whole expression. What filters would yield only when it is asked for is asked for here."""
    kind = type(value)
    if kind in NUMBER and LEAST <= value <= MAX_NUMBER:  # as nearly all are
        return value
    if kind is bool or kind is Record or (kind is str and len(value) <= SHORT):
        return value
    return bounded(list(value) if kind not in _USUAL and hasattr(value, "__next__") else value)


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > MAX_RANGE:
        raise TooCostlyError(f"a range of more than {MAX_RANGE:,} numbers")
    return numbers


GLOBALS: dict[str, Any] = {"range": _range, **FUNCTIONS}
ENVIRONMENT = _Environment(undefined=StrictUndefined, autoescape=False, cache_size=0, optimized=False)
ENVIRONMENT.filters, ENVIRONMENT.tests = dict(filters.FILTERS), dict(filters.TESTS)
ENVIRONMENT.finalize = text_of
ENVIRONMENT.code_generator_class = Generator
ENVIRONMENT.globals = GLOBALS


@cache
def _names() -> dict[str, Any]:
    """What the code of functions may name."""
    environment = ENVIRONMENT
    return known_names(
        environment,
        {
            "begin": METER.begin,
            "finish": _finished,
            "field": environment.getattr,
            "call": environment.call,
            "plus": filters.plus,
            "times": filters.times,
            "remainder": filters.remainder,
            "power": filters.power,
        },
    )


_MEANT = (  # what takes the place of what other languages write
    ("<>", "write != for unequal"),
    ("[≤≥≠]", "write <=, >= or !="),
    (r"&&|\|\||!(?!=)", "write and, or, not"),
    (r"[\d\w)] *[x×] *[\d\w(]", "* multiplies"),
    (r"[^\W\d]{1,3}", "and, or, not join conditions"),
)


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
        names = frozenset([node.name for node in tree.find_all(nodes.Name)])
        with METER.set_aside():  # it is done once, for whoever asks first
            return ENVIRONMENT.compile_expression(text, undefined_to_none=False), names - GLOBALS.keys()
    except (TemplateError, RecursionError) as error:
        raise ExpressionError(f"cannot read the expression: {of_own_bracket(text, reason(error))}") from None


CONSTANTS = frozenset(["true", "false", "none", "True", "False", "None", "not", "in", "is", "and", "or", "if", "else"])
# Quoted text, or names: no filter, test, setting or function.
_WORDS = re.compile(
    r"'[^']*'|\"[^\"]*\"|(?<![.|\w])(?<!\bis )(?<!\bis not )[^\W\d]\w*(?:\.[^\W\d]\w*)*(?![\w(]|\s*=(?!=))"
)


def names_in(text: str) -> list[str]:
    """The names in an expression, with the fields of what they stand for (``item.cost``), in their order."""
    words = dict.fromkeys(_WORDS.findall(text))
    return [name for name in words if name[0] not in "'\"" and name not in CONSTANTS and name not in GLOBALS]


def of_own_bracket(text: str, message: str) -> str:
    """``message`` of an expression without a bracket that is not the author's; and what may be meant."""
    if message == "a value is missing before )" and ")" not in text:
        return ENDS
    meant = next((instead for pattern, instead in _MEANT if re.search(pattern, text)), "")
    return f"{message}; {meant}" if message.endswith("has no place in it") else message


def evaluate(text: str, values: dict[str, Any]) -> Any:
    """The value of an expression; None where a field that it needs is absent.

    Raises:
        ExpressionError: it cannot be read or uses an unknown name.
    """
    call, names = compile_expression(text)
    try:
        result = call(values)
        bool(result)  # an unknown name shows itself only when it is examined
    except TooCostlyError:
        raise
    except TypeError as error:
        absent = "NoneType" in str(error)  # a field of a record: merge.count
        if absent or any(values.get(name) is None for name in names):
            return None
        raise ExpressionError(reason(error)) from None
    except FAULTS as error:
        raise ExpressionError(reason(error)) from None
    return result


@lru_cache(maxsize=512)
def _template(text: str) -> Any:
    if len(text) > MAX_FILLED:
        raise TooCostlyError(f"the message is longer than {MAX_FILLED:,} characters")
    with METER.set_aside():  # it is done once, for whoever asks first
        METER.begin()
        return ENVIRONMENT.from_string(read_message(text))


def fill(text: str, values: dict[str, Any]) -> str:
    """A message with its ``{{ … }}`` filled in.

    Raises:
        ExpressionError: it cannot be read or uses an unknown name.
    """
    if "{" not in text:
        return text
    template = _template(text)
    METER.begin()
    try:
        return ADDRESS.sub("", text_of(template.render(values)))
    except TooCostlyError:
        raise
    except (*FAULTS, TypeError) as error:
        raise ExpressionError(reason(error)) from None


@lru_cache(maxsize=512)
def read_expression(text: str) -> nodes.Template:
    """An expression as a tree, to be examined and not to be worked out.

    Raises:
        ExpressionError: it cannot be read.
    """
    if len(text) > MAX_EXPRESSION:
        raise ExpressionError(f"longer than {MAX_EXPRESSION} characters")
    return _tree("{{ (" + text + ") }}", "expression")


@lru_cache(maxsize=512)
def read_message(text: str) -> nodes.Template:
    """A message with ``{{ … }}`` as a tree.

    Raises:
        ExpressionError: it cannot be read.
    """
    if "{%" in text:
        raise ExpressionError("cannot read the message: only {{ expressions }} are allowed in it")
    return _tree(text, "message")


def _tree(text: str, what: str) -> nodes.Template:
    METER.begin()
    try:
        tree = ENVIRONMENT.parse(text)
        _check(tree)
    except (TemplateError, RecursionError) as error:
        message = reason(error)
        message = of_own_bracket(text[4:-4], message) if what == "expression" else message
        raise ExpressionError(f"cannot read the {what}: {message}") from None
    for sort, functions in ((nodes.Filter, ENVIRONMENT.filters), (nodes.Test, ENVIRONMENT.tests)):
        for node in tree.find_all(sort):
            if node.name not in functions:
                message = in_plain_words(f"No {sort.__name__.lower()} named {node.name!r}.")
                raise ExpressionError(f"cannot read the {what}: {message}")
    return tree


def reason(error: Exception) -> str:
    """What is wrong, in one line."""
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return in_plain_words(ADDRESS.sub("", getattr(error, "message", None) or str(error)))
