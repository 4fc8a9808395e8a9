"""Attribute values of templates: text with Jinja2 expressions between double braces; and what these read."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from jinja2 import TemplateError, nodes

from generator.draw.svg.path import LARGEST
from generator.model.budget import ExpressionError, TooCostlyError
from generator.model.compiled import parse_expression
from generator.model.expressions import CONSTANTS, ENVIRONMENT, FAULTS, MAX_EXPRESSION, names_in, of_own_bracket, reason
from generator.model.filters import ORDERED
from generator.model.numerals import shown
from generator.model.values import Record, nearest

STATEMENT = re.compile(r"\{%|\{#")
DOTTED = re.compile(r"[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*")

MAX_VALUE = 20_000  # characters of an attribute with expressions in it

PLAIN = frozenset([str, int, float, bool, list, type(None)])  # what nearly all values are

Variables = dict[str, Any]
Evaluate = Callable[[Variables], Any]


def is_dynamic(text: str) -> bool:
    """Whether an attribute's text holds an expression."""
    return "{{" in text or STATEMENT.search(text) is not None


def compile_value(text: str, *, printed: bool = False) -> Evaluate:
    """An attribute's text as a function of the variables; with one expression and nothing else, its value as it is.

    Numbers among other words are those of the language where the text is ``printed``.

    Raises:
        ExpressionError: it cannot be read.
    """
    if "{" not in text and len(text) <= MAX_VALUE:
        return lambda _: text
    if STATEMENT.search(text):
        raise ExpressionError("only {{ expressions }} are allowed here; use data-for and data-if")
    if len(text) > MAX_VALUE:
        raise TooCostlyError(f"an attribute with expressions is longer than {MAX_VALUE:,} characters")
    stripped = text.strip()
    if stripped.startswith("{{") and stripped.endswith("}}") and "{{" not in stripped[2:-2]:
        return compile_expression(stripped[2:-2])
    parts: list[str | Evaluate] = []
    end = 0
    for start, stop in braces(text):
        parts += [text[end:start], compile_expression(text[start + 2 : stop - 2])]
        end = stop
    if "{{" in text[end:]:
        raise ExpressionError(f"{text[text.index('{{', end) :][:80]!r}: the braces are not closed by }}}}")
    parts.append(text[end:])

    def evaluate(values: Variables) -> str:
        tongue = str(values["lang"]) if printed else ""
        return "".join([part if isinstance(part, str) else shown(part(values), tongue) for part in parts])

    return evaluate


def braces(text: str) -> Iterator[tuple[int, int]]:
    """Where expressions stand in their braces. Each character is examined a few times, whatever they are."""
    start, last = text.find("{{"), text.rfind("}}")
    while 0 <= start < last:
        stop = text.find("}}", start + 2) + 2
        yield start, stop
        start = text.find("{{", stop)


def finite(value: Any) -> float:
    """The value of an attribute that is a length.

    Raises:
        ValueError, TypeError: it is not a number, or one beyond ±1,000,000.
    """
    number = float(value)
    if not -LARGEST <= number <= LARGEST:
        raise ValueError(f"{number:g} is beyond ±{LARGEST:,.0f}")
    return number


def compile_expression(text: str) -> Evaluate:
    """An expression as a function of the variables. A path of names is looked up without Jinja2, for speed.

    Raises:
        ExpressionError: it cannot be read. Calling the function raises it too, where a name is unknown.
    """
    text = text.strip()
    if DOTTED.fullmatch(text) and text not in CONSTANTS:
        return _path(text)
    if len(text) > MAX_EXPRESSION:
        raise ExpressionError(f"{text[:80]!r}: longer than {MAX_EXPRESSION:,} characters")
    try:
        expression = ENVIRONMENT.compile_expression(text, undefined_to_none=False)
    except TooCostlyError as error:
        raise TooCostlyError(f"{text[:80]!r}: {error}") from None
    except (TemplateError, RecursionError) as error:
        raise ExpressionError(f"cannot read {text[:80]!r}: {of_own_bracket(text, reason(error))}") from None

    def evaluate(values: Variables) -> Any:
        try:
            value = expression(values)
            return value if type(value) in PLAIN else _something(value, text)
        except TooCostlyError as error:
            raise TooCostlyError(f"{text[:80]!r}: {error}") from None
        except (*FAULTS, TypeError) as error:
            raise _explained(text, values, error) from None

    return evaluate


def _explained(text: str, values: Variables, error: Exception) -> ExpressionError:
    """Why an expression cannot be worked out: the name in it that is unknown or has no value, if there is one."""
    absent = ""
    for path in names_in(text):
        first, *steps = path.split(".")
        if first in values and (not steps or isinstance(values[first], Record)):
            try:
                absent = absent or ("" if _path(path)(values) is not None else path)
            except ExpressionError as unknown:
                return unknown
    wording = str(error)
    undefined = re.fullmatch(r"'(\w+)' is undefined", wording)
    if undefined:
        return ExpressionError(f"{text[:80]!r}: {reason(error)}", _meant(undefined[1], [], values))
    if absent and "NoneType" in wording:
        return ExpressionError(
            f"{text[:80]!r}: {absent} has no value here", f"write it, or put {absent} or 0 in its place"
        )
    return ExpressionError(f"{text[:80]!r}: {reason(error)}", getattr(error, "hint", ""))


def _path(text: str) -> Evaluate:
    first, *steps = text.split(".")

    def look_up(values: Variables) -> Any:
        try:
            value = values[first]
            for name in steps:
                if type(value) is Record:
                    value = value._values[name]
                else:
                    value = value[name] if isinstance(value, Record) else ENVIRONMENT.getattr(value, name)
            return value if type(value) in PLAIN else _something(value, text)
        except (KeyError, TemplateError):
            what = (
                f"{steps[0]!r} is not a field of the item" if first == "item" and steps else f"{text!r} is unknown here"
            )
            raise ExpressionError(what, _meant(first, steps, values)) from None

    return look_up


def _meant(first: str, steps: list[str], values: Variables) -> str:
    """A hint for a path that leads nowhere: the existing names at its first wrong step."""
    item = values.get("item")
    if first not in values:
        return f"write item.{first}" if isinstance(item, Record) and first in item else nearest(first, sorted(values))
    value = values[first]
    for name in steps:
        if not isinstance(value, Record):
            return ""
        if name not in value:
            return nearest(name, sorted(field for field, _ in value))
        value = value[name]
    return ""


def _something(value: Any, text: str) -> Any:
    """``value``, unless it is unknown or a function.

    Raises:
        TemplateError: it is unknown.
        ExpressionError: it is a function.
    """
    if value and callable(value):  # an unknown name shows itself when it is examined
        raise ExpressionError(f"{text[:80]!r} is a function; call it with ()")
    return value


NamePath = tuple[str, ...]  # a name, or a name and a field of it
Reads = frozenset[NamePath]
LANGUAGE: NamePath = ("lang",)

_DOTTED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)+")
_UNSURE = frozenset(("exists", "items", "rule"))  # what they give may change while a program runs


def reads(texts: Iterable[str]) -> Reads | None:
    """All that the expressions in these attributes of a template read; None where nobody can say."""
    places = ((text, start + 2, stop - 2) for text in texts if is_dynamic(text) for start, stop in braces(text))
    return joined(expression_reads(text[start:stop]) for text, start, stop in places)


def joined(parts: Iterable[Reads | None]) -> Reads | None:
    """All that some parts read together; None where nobody can say it of one."""
    part_reads = list(parts)
    return None if None in part_reads else frozenset[NamePath]().union(*filter(None, part_reads))


@lru_cache(maxsize=1024)
def expression_reads(text: str) -> Reads | None:
    """All that an expression reads: names, or fields of them; None where nobody can say. It follows the text alone."""
    text = text.strip()
    if _DOTTED.fullmatch(text):
        return frozenset((tuple(text.split(".")[:2]),))
    try:
        waiting: list[nodes.Node] = [parse_expression(text, ENVIRONMENT)]
    except TemplateError:
        return None
    paths: set[NamePath] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name):
            paths.add((node.node.name, node.attr))
        elif isinstance(node, nodes.Name):
            paths.add((node.name,))
        else:
            if isinstance(node, nodes.Filter) and node.name in ORDERED:
                paths.add(LANGUAGE)
            waiting += node.iter_child_nodes()
    names = {path[0] for path in paths}
    return None if names & _UNSURE else frozenset(paths)
