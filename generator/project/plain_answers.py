"""Answers as JSON holds them, and back. What is none of these values cannot be kept."""

from enum import Enum
from fractions import Fraction
from typing import Any

from generator.core.problem import Problem
from generator.draw.scope import FaceFault
from generator.rules.apply import Judged
from generator.rules.kit import TriedEntry

_TYPES: dict[str, Any] = {one.__name__: one for one in (Problem, FaceFault, Judged, TriedEntry)}
_NAMES = {one: one.__struct_fields__ for one in _TYPES.values()}
_ATOMS = (str, int, float, bool, type(None))


class NotPlain(Exception):
    """An answer that JSON cannot hold."""


def as_plain(answer: Any) -> Any:
    """An answer as lists of lists that begin with the name of what they are.

    Raises:
        NotPlain: it holds what has no name here.
    """
    kind = type(answer)
    if kind in _ATOMS:
        return answer
    if kind in (tuple, list):
        return [kind.__name__, *map(as_plain, answer)]
    if kind is dict:
        return ["dict", *([as_plain(key), as_plain(value)] for key, value in answer.items())]
    if kind is Fraction:
        return ["Fraction", answer.numerator, answer.denominator]
    if isinstance(answer, str) and isinstance(answer, Enum):
        return answer.value
    if kind not in _NAMES:
        raise NotPlain(kind.__name__)
    return [kind.__name__, *(as_plain(getattr(answer, name)) for name in _NAMES[kind])]


def from_plain(plain: Any) -> Any:
    """The answer again."""
    if type(plain) is not list:
        return plain
    name, *parts = plain
    if name == "tuple":
        return tuple([from_plain(part) for part in parts])
    if name == "list":
        return [from_plain(part) for part in parts]
    if name == "dict":
        return {from_plain(key): from_plain(value) for key, value in parts}
    if name == "Fraction":
        return Fraction(*parts)
    return _TYPES[name](*map(from_plain, parts))
