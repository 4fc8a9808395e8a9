"""Which items of a kind are meant: by words, by a field's value, by what is wrong with them."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from generator.model.game import Item, Kind
from generator.model.values import as_data

_LIMIT = re.compile(r"(<=|>=|<|>|=)\s*(-?\d+(?:\.\d+)?)")
_BETWEEN = re.compile(r"(-?\d+(?:\.\d+)?)\s*(?:\.\.|…|–)\s*(-?\d+(?:\.\d+)?)")
MOST_VALUES = 60  # of a field that are offered


class Sieve(Struct, frozen=True):
    """A filter of items; what is empty lets all through.

    ``value`` is a text that the field's value has somewhere in it; or, for numbers, ``>=3``, ``<5``, ``2..4``, ``7``.
    """

    words: str = ""
    field: str = ""
    value: str = ""
    wrong: bool = False

    @property
    def open(self) -> bool:
        """Whether it lets all through."""
        return not (self.words or (self.field and self.value) or self.wrong)

    def lets(self, item: Item, faulty: Iterable[str] = ()) -> bool:
        """Whether an item is meant; ``faulty``: the ids of those that something is wrong with."""
        if self.wrong and item.id not in faulty:
            return False
        if self.field and self.value and not any(_fits(part, self.value) for part in _parts(_of(item, self.field))):
            return False
        if not self.words:
            return True
        text = "\n".join([item.id, *(str(part) for value in item.fields.values() for part in _parts(value))]).casefold()
        return all(word in text for word in self.words.casefold().split())


def fields_of(kind: Kind) -> list[str]:
    """The fields by which items of a kind can be distinguished."""
    return [name for name in [*kind.fields, "copies"] if len(values_of(kind, name)) > 1]


def values_of(kind: Kind, field: str) -> list[str]:
    """The values of a field that there are, numbers by their size; none where there are too many to choose from."""
    distinct = {part for item in kind.items for part in _parts(_of(item, field)) if str(part)}
    if len(distinct) > MOST_VALUES:
        return []
    numbers = sorted(part for part in distinct if isinstance(part, int | float))
    return [f"{part:g}" for part in numbers] + sorted(part for part in distinct if isinstance(part, str))


def _of(item: Item, field: str) -> Any:
    return item.copies if field == "copies" else item.fields.get(field)


def _parts(value: Any) -> Iterator[str | int | float]:
    """The parts of a value, down to texts and numbers; the names of its parts count as texts."""
    match as_data(value):
        case None:
            pass
        case bool(held):
            yield "true" if held else "false"
        case int(number) | float(number):
            yield number
        case dict(held):
            for name, inner in held.items():
                yield str(name)
                yield from _parts(inner)
        case list(held) | tuple(held):
            for inner in held:
                yield from _parts(inner)
        case scalar:
            yield str(scalar)


def _fits(part: str | float, value: str) -> bool:
    value = value.strip()
    limit, between = _LIMIT.fullmatch(value), _BETWEEN.fullmatch(value)
    if isinstance(part, str):
        return value.casefold() in part.casefold()
    if limit:
        than = float(limit[2])
        return {"<": part < than, ">": part > than, "<=": part <= than, ">=": part >= than, "=": part == than}[limit[1]]
    if between:
        return float(between[1]) <= part <= float(between[2])
    return f"{part:g}" == value.lstrip("+")
