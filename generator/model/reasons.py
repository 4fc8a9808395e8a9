"""Why an expression cannot be read or worked out, in a designer's words: not in those of Jinja2 and Python."""

import re

from generator.model.filters import FILTERS, TESTS
from generator.model.values import nearest

# ruff: noqa: E501 - a table of patterns

TYPES = {  # what values of Python are called; others are values
    "int": "a number", "float": "a number", "str": "a text", "LocalizedText": "a text", "Markup": "a text",
    "list": "a list", "tuple": "a list", "range": "a list", "generator": "a list", "dict": "a record",
    "Record": "a record", "bool": "true or false", "NoneType": "nothing", "StrictUndefined": "an unknown name",
    "function": "a function", "type": "a function", "method": "a function", "builtin_function_or_method": "a function",
}  # fmt: skip
ENDS = "it ends where a value is missing"
EQUALS = "a single = is in it; write == to compare"
_TYPE = r"'?(?:[\w.]*\.)?(\w+)'?"

# The first that fits. ``{0}`` is what a group has found, ``{0:type}`` what values of that name are called.
_SAYINGS = (
    (r"unexpected (?:'?end of template'?|'end of print statement').*", ENDS),
    (r"unexpected '.', expected '[\])}]'", "a closing bracket is missing"),
    (r"unexpected '\)'", "a value is missing before )"),
    (r"unexpected '(.+)'", "{0!r} has no place in it"),
    (r"unexpected char '(.+)' at \d+", "{0!r} has no place in it"),
    (r"expected token '.+', got '='", EQUALS),
    (r"expected token '.+', got 'end of .+'", "a closing bracket is missing"),
    (r"expected token '.+', got '(.+)'", "{0!r} has no place in it"),
    (r"'(.+)' is undefined", "{0!r} is unknown here"),
    (r"'[\w.]*Record object' has no attribute '(\w+)'", "{0!r} is not a field here"),
    (r".*has no (?:attribute|element) '?(\d+)'?", "there is no member at place {0}"),
    (r".*has no (?:attribute|element) '?(\w+)'?", "{0!r} is unknown here"),
    (r"'(.+)' not supported between instances of '(\w+)' and '(\w+)'", "{0} compares {1:type} with {2:type}"),
    (r"unsupported operand type\(s\) for ([^:]+): " + _TYPE + " and " + _TYPE, "{0} works on numbers, not on {1:type} and {2:type}"),
    (r"(\*\*?|%) works on numbers only, not on (\w+) and (\w+)", "{0} works on numbers only, not on {1:type} and {2:type}"),
    (r"bad operand type for unary ([-+]): " + _TYPE, "{0} works on a number, not on {1:type}"),
    (r"can only concatenate (\w+) \(not \"(\w+)\"\) to .*", "+ cannot join {0:type} and {1:type}; ~ joins them as texts"),
    (r"can't multiply sequence by non-int of type '(\w+)'", "* works on numbers, not on {0:type}"),
    (r"(?:argument of type )?'(\w+)' (?:object )?is not (?:iterable|a container.*)", "a list is needed here, not {0:type}"),
    (r"an? (\w+) cannot be called here", "() follows {0:type}, which is not a function"),
    (r"'(\w+)' object is not callable", "() follows {0:type}, which is not a function"),
    (r"'(\w+)' object (?:is not subscriptable|is not a mapping)", "a list or a record is needed here, not {0:type}"),
    (r"'(\w+)' object cannot be interpreted as an integer", "a whole number is needed here, not {0:type}"),
    (r"object of type '(\w+)' has no len\(\)", "a list or a text is needed here, not {0:type}"),
    (r"invalid literal for int\(\) with base \d+: '(.*)'", "{0!r} is not a whole number"),
    (r"could not convert string to float: '(.*)'", "{0!r} is not a number"),
    (r"(?:int|float)\(\) argument must be .*, not '(\w+)'", "a number is needed here, not {0:type}"),
    (r".*(?:division|modulo) by zero", "it divides by 0"),
    (r"(?:list|tuple|string|range object) index out of range", "the list has no member at this place"),
    (r".*\(\) missing .*", "a value is missing in the brackets of a function"),
    (r".*(?:takes|expected) .*argument.*", "there are too few or too many values in the brackets of a function"),
)  # fmt: skip
_UNKNOWN = re.compile(r"No (filter|test) named '(.+)'\.?")
_FOREIGN = re.compile(
    r"object|instance|NoneType|argument|<class|operand|positional|iterable|subscript|unhashable|arg \d"
)


class _Reason(str):
    """What a group has found, which can be shown as the type that it names."""

    def __format__(self, form: str) -> str:
        return TYPES.get(str(self), "this value") if form == "type" else super().__format__(form)


def in_plain_words(message: str) -> str:
    """What Jinja2 or Python says of an expression, as a designer would say it."""
    named = _UNKNOWN.fullmatch(message)
    if named:
        meant = nearest(named[2], FILTERS if named[1] == "filter" else TESTS, "") if len(named[2]) < 60 else ""
        return f"there is no {named[1]} {named[2]!r}" + (f"; {meant}" if meant else "")
    for pattern, words in _SAYINGS:
        match = re.fullmatch(pattern, message, re.S)
        if match:
            return words.format(*map(_Reason, match.groups()))
    return "it cannot be worked out" if _FOREIGN.search(message) else message
