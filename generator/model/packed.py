"""Items of a large kind, packed: a few hundred bytes each, unpacked when somebody looks at their values.

Texts are kept as UTF-8. Of values that come again and again (a choice, a list of effects) there is one for all items,
so that nobody may change a value of an item's in its place.
"""

from collections.abc import Mapping as MappingType
from types import MappingProxyType
from typing import Any

from generator.model.game import Item
from generator.model.values import LocalizedText, Record
from generator.read.tree import Mapping

MOST_SHARED = 20_000  # values that are known as such
MOST_WEIGHT = 64  # parts of a value that is looked up among them

PackedRow = tuple[Any, ...]


class PackedValues:
    """What the items of one kind have in common."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._shared: dict[object, Any] = {}
        self._last: tuple[PackedRow | None, dict[str, Any]] = None, {}

    def pack(self, fields: dict[str, Any]) -> PackedRow:
        """The values, in little room; the first of them is their names."""
        names = tuple(fields)
        return (self._names.setdefault(names, names), *[self._packed(value) for value in fields.values()])

    def unpack(self, packed: PackedRow) -> dict[str, Any]:
        """The values by name, as they were; the same dictionary where the same are asked for twice in a row."""
        if self._last[0] is packed:
            return self._last[1]
        fields = dict(zip(packed[0], packed[1:], strict=True))
        self._last = packed, fields
        return fields

    def _packed(self, value: Any) -> Any:
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is LocalizedText:
            texts = value.translations.values()
            if not texts or any("\0" in text for text in texts):
                return value
            languages = tuple(value.translations)
            return PackedText(self._names.setdefault(languages, languages), "\0".join(texts).encode())
        key = frozen(value, [MOST_WEIGHT])
        if key is None:
            return value
        if len(self._shared) >= MOST_SHARED:
            return self._shared.get(key, value)
        return self._shared.setdefault(key, value)


class PackedText(LocalizedText):
    """A text whose words are kept as UTF-8."""

    __slots__ = ("_languages", "_words")

    def __init__(self, languages: tuple[str, ...], words: bytes) -> None:
        """Keep the words in these languages, parted by zeros."""
        self._languages, self._words = languages, words

    @property
    def translations(self) -> dict[str, str]:  # type: ignore[override]
        """See `LocalizedText`. Changes to them are lost."""
        return dict(zip(self._languages, self._words.decode().split("\0"), strict=True))


class PackedItem(Item):
    """An item whose values are packed."""

    __slots__ = ("_packed", "_shelf")

    _packed: PackedRow
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
