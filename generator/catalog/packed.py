"""Items of a large kind, packed: a few hundred bytes each, unpacked when somebody looks at their values.

Texts are kept as UTF-8. Of values that come again and again (a choice, a list of effects) there is one for all items,
so that nobody may change a value of an item's in its place.
"""

from collections.abc import Mapping as MappingType
from types import MappingProxyType
from typing import Any

from generator.catalog.game import Item
from generator.catalog.values import LocalizedText, Record
from generator.source.tree import Mapping

MOST_SHARED = 20_000  # values that are known as such
MOST_WEIGHT = 64  # parts of a value that is looked up among them

Packed = tuple[Any, ...]


class PackedValues:
    """What the items of one kind have in common."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._languages: dict[tuple[str, ...], int] = {}
        self._by_number: list[tuple[str, ...]] = []
        self._shared: dict[object, Any] = {}
        self._last: tuple[Packed | None, dict[str, Any]] = None, {}

    def pack(self, fields: dict[str, Any]) -> Packed:
        """The values, in little room; the first of them is their names."""
        names = tuple(fields)
        return (self._names.setdefault(names, names), *[self._packed(value) for value in fields.values()])

    def unpack(self, packed: Packed) -> dict[str, Any]:
        """The values by name, as they were; the same dictionary where the same are asked for twice in a row."""
        if self._last[0] is packed:
            return self._last[1]
        names, *values = packed
        by_number = self._by_number
        for at, value in enumerate(values):
            if type(value) is bytes:
                texts = value.decode("utf-8", "surrogatepass").split("\0")
                values[at] = LocalizedText(dict(zip(by_number[ord(texts[0]) - 1], texts[1:], strict=True)))
        fields = dict(zip(names, values, strict=True))
        self._last = packed, fields
        return fields

    def _packed(self, value: Any) -> Any:
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is LocalizedText:
            languages = tuple(value.translations)
            number = self._languages.setdefault(languages, len(self._languages))
            if number == len(self._by_number):
                self._by_number.append(languages)
            texts = value.translations.values()
            if number < 100 and not any("\0" in text for text in texts):
                return "\0".join([chr(number + 1), *texts]).encode("utf-8", "surrogatepass")
            return value
        key = frozen(value, [MOST_WEIGHT])
        if key is None:
            return value
        if len(self._shared) >= MOST_SHARED:
            return self._shared.get(key, value)
        return self._shared.setdefault(key, value)


class PackedItem(Item):
    """An item whose values are packed."""

    __slots__ = ("_packed", "_shelf")

    _packed: Packed
    _shelf: PackedValues | None

    @property
    def fields(self) -> dict[str, Any]:
        """See `Item`. Changes to it are lost."""
        return self._packed[0] if self._shelf is None else self._shelf.unpack(self._packed)

    @fields.setter
    def fields(self, fields: dict[str, Any]) -> None:
        """A copy with other values, as `dataclasses.replace` makes it, has them as they are."""
        self._packed, self._shelf = (fields,), None


def packed(item: Item, node: Mapping, shelf: PackedValues) -> PackedItem:
    """The same item in little room.

    Args:
        item: the item.
        node: what it was read from, in little room too.
        shelf: that of its kind.
    """
    small = PackedItem(
        item.kind, item.id, {}, item.copies, item.waive or _NOTHING, item.file, node, item.broken,
        item.waived or (), item.wrong or _NONE,
    )  # fmt: skip
    small._packed, small._shelf = shelf.pack(item.fields), shelf
    return small


_NOTHING: MappingType[str, Any] = MappingProxyType({})
_NONE: frozenset[str] = frozenset()


def frozen(value: Any, room: list[int]) -> object | None:
    """A key that two values share only if they are the same through and through; None where there is none.

    Args:
        value: as fields are read.
        room: how many parts it may have, counted downwards.
    """
    room[0] -= 1
    kind = type(value)
    if room[0] < 0:
        return None
    if kind in _ATOMS:
        return kind, value
    if kind is list:
        members = [frozen(member, room) for member in value]
    elif kind is Record:
        members = [part for name, member in value for part in (name, frozen(member, room))]
    elif kind is LocalizedText:
        members = [part for pair in value.translations.items() for part in pair]
    else:
        return None
    return None if None in members else (kind, *members)


_ATOMS = frozenset((str, int, float, bool, type(None)))
