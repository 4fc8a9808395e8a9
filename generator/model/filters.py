"""What expressions may do: operators, filters and tests, each with what it costs. What is not named here is not there.

Jinja2's own do the work. Before they do, the steps they are about to take are charged; what they make is charged for
as well, and bounded.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from operator import itemgetter
from types import GeneratorType
from typing import Any

from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS as JINJA_FILTERS
from jinja2.filters import make_attrgetter, make_multi_attrgetter
from jinja2.tests import TESTS as JINJA_TESTS
from jinja2.utils import pass_context, pass_environment

from generator.model.budget import MAX_SIZE, METER, TooCostlyError, made, text_of, weight

MAX_NUMBER = 10**15  # beyond it a float has no units left
LONGEST_NAME = 200  # characters of an attribute that a filter looks up, member by member

ORDERED = ("sort", "groupby")  # what follows the order of the language

SHORT = 100  # characters that cost nothing worth counting

# Named once, as a union written where it is asked for is made again each time.
NUMBER = (int, float)
LEAST = -MAX_NUMBER
_NUMBERS = frozenset((int, float))
_PLAIN = frozenset((int, float, bool, str, type(None)))

JINJAS_FILTERS: dict[str, Callable[..., Any]] = dict(JINJA_FILTERS)
JINJAS_TESTS: dict[str, Callable[..., Any]] = {**JINJA_TESTS}  # type: ignore[dict-item]
Cost = Callable[..., int]  # of the filter's arguments, the value first


def bounded(value: Any) -> Any:
    """A value that an expression has made, if it is no larger than anything printed.

    Raises:
        TooCostlyError: it is longer, or took too long to make.
        SecurityError: a number is beyond `MAX_NUMBER`, or is none.
    """
    kind = type(value)
    if kind in _NUMBERS:
        if not -MAX_NUMBER <= value <= MAX_NUMBER:
            raise SecurityError(f"a number is larger than {MAX_NUMBER}" if value == value else "this is not a number")
        return value
    if kind is GeneratorType:
        return counted(value)
    return value if kind is bool else made(value)


def counted(members: Iterable[Any]) -> Iterator[Any]:
    """The members, each charged for as it is asked for."""
    for member in members:
        METER.charge(1)
        yield member


def signed(value: float) -> str:
    """A number with its sign: ``+3``, ``−2`` (a true minus), ``0``."""
    return f"+{value}" if value > 0 else f"\u2212{-value}" if value < 0 else "0"


def _nothing(*_arguments: Any, **_more: Any) -> int:
    return 0


def _first(value: Any, *_arguments: Any, **_more: Any) -> int:
    """Of what looks at all of its value."""
    weight(value)
    return 0


def _all(*arguments: Any, **more: Any) -> int:
    """Of what compares its arguments, or looks through them."""
    for value in (*arguments, *more.values()):
        if type(value) not in _PLAIN or (type(value) is str and len(value) > 100):
            weight(value)
    return 0


def _trim(value: Any, chars: str | None = None) -> int:
    return weight(value) * weight(chars)  # each character is looked for among the others


def _by_attribute(_context: Any, _value: Any, *arguments: Any, **more: Any) -> int:
    _short(more.get("attribute", arguments[0] if arguments else ""))
    return 0


def _short(attribute: Any) -> None:
    if isinstance(attribute, str) and len(attribute) > LONGEST_NAME:
        raise TooCostlyError(f"the name of an attribute is longer than {LONGEST_NAME} characters")


def _with_cost(function: Callable[..., Any], cost: Cost) -> Callable[..., Any]:
    """A filter that is charged for. Jinja2's marks on the function are kept."""

    @wraps(function)
    def charged(*arguments: Any, **more: Any) -> Any:
        METER.charge(1 + cost(*arguments, **more))
        return bounded(function(*arguments, **more))

    return charged


def _ordered(name: str) -> Callable[..., Any]:
    """A filter that compares all members with one another, or the same attribute of each."""
    function = JINJAS_FILTERS[name]
    marked = pass_context if name in ORDERED else pass_environment

    @marked
    @wraps(function)
    def ordered(jinja: Any, value: Any, *arguments: Any, **more: Any) -> Any:
        environment = jinja.environment if name in ORDERED else jinja
        members = value if isinstance(value, list) else list(counted(value))
        position = {"sort": 2, "unique": 1, "groupby": 0, "min": 1, "max": 1}[name]
        attribute = more.get("attribute", arguments[position] if len(arguments) > position else None)
        _short(attribute)
        keys = members
        if attribute is not None:
            getter = (make_multi_attrgetter if name == "sort" else make_attrgetter)(environment, attribute)
            keys = [getter(member) for member in members] if name != "groupby" else members
        steps = weight(keys) * (1 if name in ("min", "max") else len(members).bit_length())
        if name == "unique" and any(type(key) not in _PLAIN for key in keys):
            steps += len(members) ** 2 // 4  # what cannot be told apart by its hash is compared with all others
        METER.charge(1 + steps)
        result = function(environment, members, *arguments, **more)
        if name in ORDERED:
            seen = itemgetter(0) if name == "groupby" else getter if attribute is not None else None
            backwards = name == "sort" and bool(more.get("reverse", arguments[0] if arguments else False))
            result = _by_language(result, seen, str(jinja.get("lang") or ""), backwards=backwards)
        return bounded(result)

    return ordered


def _by_language(members: list[Any], getter: Callable[[Any], Any] | None, language: str, *, backwards: bool) -> Any:
    """Sorted members in the order of their language, where they are identified by texts in more than plain letters."""
    keys = [getter(member) if getter else member for member in members]
    texts = [key[0] if isinstance(key, list) and len(key) == 1 else key for key in keys]
    if not all(isinstance(text, str) for text in texts) or all(text.isascii() for text in texts):
        return members
    from generator.model.numerals import in_order

    METER.charge(weight(texts) * 8)
    numbers = in_order(texts, language)
    return [members[number] for number in (reversed(numbers) if backwards else numbers)]


@pass_environment
def _sum(environment: Any, value: Any, attribute: str | int | None = None, start: Any = 0) -> Any:
    _short(attribute)
    members: Iterable[Any] = counted(value)
    if attribute is not None:
        members = map(make_attrgetter(environment, attribute), members)
    total = start
    for member in members:
        total = total + member
        if type(total) not in _NUMBERS:
            made(total)
    return bounded(total)


def _list(value: Any) -> list[Any]:
    METER.charge(1)
    members: list[Any] = []
    for member in counted(value):
        members.append(member)
        if len(members) > MAX_SIZE:
            break
    return made(members)  # type: ignore[no-any-return]


@pass_environment
def _join(environment: Any, value: Iterable[Any], d: str = "", attribute: str | int | None = None) -> str:
    _short(attribute)
    get = None if attribute is None else make_attrgetter(environment, attribute)
    parts: list[str] = []
    size = 0
    for member in counted(value):
        parts.append(text_of(member if get is None else get(member)))
        size += len(parts[-1]) + len(d)
        if size > MAX_SIZE:
            raise TooCostlyError(f"a text is longer than {MAX_SIZE} characters")
    return d.join(parts)


def replaced(text: object, old: str, new: str, count: int = -1) -> str:
    """A text with ``old`` in it replaced, if it is then no longer than `MAX_SIZE`."""
    text = text_of(text)
    times = text.count(old) if count < 0 else min(text.count(old), count)
    if len(text) + times * (len(new) - len(old)) > MAX_SIZE:
        raise TooCostlyError(f"a text is longer than {MAX_SIZE} characters")
    METER.charge(1 + (len(text) + len(new) >> 4))
    return text.replace(old, new, count)


def _round(value: float, precision: int = 0, method: str = "common") -> float:
    if not 0 <= precision <= 9:
        raise ValueError("round goes to 0 to 9 places")
    return JINJAS_FILTERS["round"](value, precision, method)  # type: ignore[no-any-return]


def within(value: Any, members: Any) -> bool:
    """Whether ``value`` is among ``members``, each of which is examined."""
    size = 1 if isinstance(members, dict) or not hasattr(members, "__len__") else len(members)
    if type(members) is str:
        size >>= 4
    METER.charge(1 + size * (weight(value) if type(value) not in _PLAIN else 1))
    return value in members


def plus(left: Any, right: Any) -> Any:
    """``left + right``."""
    if type(left) not in NUMBER and not isinstance(left, NUMBER):
        METER.charge(len(left) if hasattr(left, "__len__") else 1)
    total = left + right
    return total if type(total) in NUMBER and LEAST <= total <= MAX_NUMBER else bounded(total)


def times(left: Any, right: Any) -> Any:
    """``left * right``, of numbers only."""
    if not (isinstance(left, NUMBER) and isinstance(right, NUMBER)):
        raise _not_of_numbers("*", left, right)
    product = left * right
    return product if LEAST <= product <= MAX_NUMBER else bounded(product)


def power(left: Any, right: Any) -> Any:
    """``left ** right``, of numbers only; worked out only where it is no larger than `MAX_NUMBER`."""
    if not (isinstance(left, NUMBER) and isinstance(right, NUMBER)):
        raise _not_of_numbers("**", left, right)
    if (left < 0 and right != int(right)) or (not left and right < 0):
        raise SecurityError("this is not a number")
    try:
        bounded(float(left) ** right)
    except OverflowError:
        raise SecurityError(f"a number is larger than {MAX_NUMBER}") from None
    return left**right


def padded(value: Any, width: int, sign: str = "0") -> str:
    """A number, or a text, with as many signs before it as make it ``width`` long: ``7|pad(2)`` is ``07``."""
    if not 0 <= width <= LONGEST_NAME or len(sign) != 1:
        raise SecurityError(f"pad takes a length up to {LONGEST_NAME}, and one sign")
    text = text_of(value)
    return text.zfill(width) if sign == "0" else text.rjust(width, sign)  # -5 becomes -05


_PLACEHOLDER = re.compile(r"%%|%([-+0 ]?)([0-9]{0,2})(?:\.([0-9]))?([dfs])")


def formatted(pattern: Any, *values: Any) -> str:
    """A text with numbers in it as ``%02d``, ``%.1f`` and ``%s`` say."""
    pattern, waiting = text_of(pattern), list(values)

    def fill(match: re.Match[str]) -> str:
        if match[0] == "%%":
            return "%"
        if not waiting:
            raise SecurityError("a value is missing for a % in the text")
        value = waiting.pop(0)
        if match[4] == "s":
            value = text_of(value)
        elif not isinstance(value, NUMBER):
            raise SecurityError(f"%{match[4]} takes a number")
        return match[0] % value  # type: ignore[no-any-return]

    METER.charge(1 + (len(pattern) >> 4))
    text = _PLACEHOLDER.sub(fill, pattern)
    if waiting or "%" in _PLACEHOLDER.sub("", pattern):
        raise SecurityError("a number in a text is written %d, %02d, %.1f or %s, one for each value")
    return made(text)  # type: ignore[no-any-return]


def remainder(left: Any, right: Any) -> Any:
    """``left % right``, of numbers; of a text, the same with numbers in it (`formatted`)."""
    if isinstance(left, str):
        return formatted(left, *(right if isinstance(right, (list, tuple)) else (right,)))
    if not (isinstance(left, NUMBER) and isinstance(right, NUMBER)):
        raise _not_of_numbers("%", left, right)
    return left % right


def _not_of_numbers(operator: str, left: Any, right: Any) -> TypeError:
    return TypeError(f"{operator} works on numbers only, not on {type(left).__name__} and {type(right).__name__}")


def joined(parts: tuple[Any, ...]) -> str:
    """The parts of ``a ~ b`` as one text."""
    return made("".join([part if type(part) is str else text_of(part) for part in parts]))  # type: ignore[no-any-return]


def weighed(value: Any) -> Any:
    """A value that is about to be compared."""
    kind = type(value)
    if kind not in NUMBER and (kind is not str or len(value) > SHORT):
        weight(value)
    return value


def part(value: Any, cut: slice) -> Any:
    """``value[from:to]``."""
    return bounded(value[cut])


_COSTS: dict[str, Cost] = {
    **dict.fromkeys(("abs", "count", "d", "default", "first", "items", "last", "length", "reverse"), _nothing),
    **dict.fromkeys(("capitalize", "dictsort", "float", "int", "lower", "string", "title", "upper"), _first),
    **dict.fromkeys(("map", "reject", "rejectattr", "select", "selectattr"), _by_attribute),
    "trim": _trim,
}
FILTERS: dict[str, Callable[..., Any]] = {
    **{name: _with_cost(JINJAS_FILTERS[name], cost) for name, cost in _COSTS.items()},
    **{name: _ordered(name) for name in ("sort", "unique", "groupby", "min", "max")},
    "sum": _sum,
    "list": _list,
    "join": _join,
    "replace": replaced,
    "round": _with_cost(_round, _nothing),
    "pad": _with_cost(padded, _nothing),
    "format": _with_cost(formatted, _all),
    "signed": _with_cost(signed, _nothing),
}

# Tests that look at one value, and not into it.
_QUICK = (
    "boolean", "defined", "divisibleby", "even", "false", "float", "integer", "iterable", "mapping", "none", "number",
    "odd", "sameas", "sequence", "string", "true", "undefined",
)  # fmt: skip
_COMPARING = (
    "==", "eq", "equalto", "!=", "ne", ">", "gt", "greaterthan", "ge", ">=", "<", "lt", "lessthan", "<=", "le",
    "lower", "upper",
)  # fmt: skip
TESTS: dict[str, Callable[..., Any]] = {
    **{name: JINJAS_TESTS[name] for name in _QUICK},
    **{name: _with_cost(JINJAS_TESTS[name], _all) for name in _COMPARING},
    "in": within,
}
