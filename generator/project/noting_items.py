"""Items that note who reads which of their values: a value of one item, or a field of all where many are read.

What they note is told by `generator.project.item_digests`. Which items there are, in which order, and whether they
could be read, is noted when a kind is asked for them; what an item is called and whether it is broken goes with that.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingType
from typing import Any

from generator.core.notes import ColumnNotes, noted_now, take_cell, take_note
from generator.model.game import Item, Kind
from generator.model.values import Record
from generator.read.tree import Mapping, Node, locate

_ITEMS, _PARTIAL = (Kind.__dict__[name] for name in ("items", "partial"))
_COPIES, _WAIVE, _NODE = (Item.__dict__[name] for name in ("copies", "waive", "node"))


class NotingKind(Kind):
    """A kind that notes when its items are looked at, with all their values."""

    __slots__ = ()

    @property
    def items(self) -> list[Item]:
        """The items."""
        take_note("items", self.name)
        return _ITEMS.__get__(self)  # type: ignore[no-any-return]

    @items.setter
    def items(self, items: list[Item]) -> None:
        _ITEMS.__set__(self, items)

    @property
    def partial(self) -> bool:
        """Whether items are missing."""
        take_note("rows", self.name)
        return _PARTIAL.__get__(self)  # type: ignore[no-any-return]

    @partial.setter
    def partial(self, partial: bool) -> None:
        _PARTIAL.__set__(self, partial)

    @property
    def is_broken(self) -> bool:
        """Whether an item could not be read."""
        take_note("broken", self.name)
        return any(item.broken for item in _ITEMS.__get__(self))


class NotingRowsKind(NotingKind):
    """A kind whose items note for themselves when their values are looked at."""

    __slots__ = ()

    @property
    def items(self) -> list[Item]:
        """The items."""
        take_note("rows", self.name)
        return _ITEMS.__get__(self)  # type: ignore[no-any-return]

    @items.setter
    def items(self, items: list[Item]) -> None:
        _ITEMS.__set__(self, items)


class NotingItem(Item):
    """An item that notes which of its values are looked at."""

    __slots__ = ()

    @property
    def copies(self) -> int:
        """See `Item`."""
        self._note("copies")
        return _COPIES.__get__(self)  # type: ignore[no-any-return]

    @copies.setter
    def copies(self, copies: int) -> None:
        _COPIES.__set__(self, copies)

    @property
    def waive(self) -> MappingType[str, Any]:
        """See `Item`."""
        self._note("waive")
        return _WAIVE.__get__(self)  # type: ignore[no-any-return]

    @waive.setter
    def waive(self, waive: MappingType[str, Any]) -> None:
        _WAIVE.__set__(self, waive)

    @property
    def node(self) -> Mapping:
        """See `Item`."""
        take_note("items", self.kind)
        take_note("places", self.kind)
        return node_of(self)

    @node.setter
    def node(self, node: Mapping) -> None:
        _NODE.__set__(self, node)

    @property
    def keys(self) -> Iterable[str]:
        """See `Item`."""
        take_note("keys", self.kind)
        return node_of(self).values

    def where(self, *path: str | int) -> Node:
        """See `Item`. What is remembered may go by what is written there, and by the line of no item's value."""
        if path:
            self._note(str(path[0]))
        else:
            take_note("items", self.kind)
        return locate(node_of(self), path)

    def view(self, language: str, fallback: str) -> Record:
        """See `Item`."""
        return _NotingRecord(unnoted(self).view(language, fallback), self._columns, self.id)

    def record(self) -> Record:
        """See `Item`."""
        return _NotingRecord(unnoted(self).record(), self._columns, self.id)

    @property
    def _columns(self) -> ColumnNotes:
        return self.fields.columns if isinstance(self.fields, _NotingFields) else ColumnNotes(self.kind)

    def _note(self, field: str) -> None:
        take_cell(self._columns[field], self.id)


class _NotingFields(dict[str, Any]):
    """Values of an item by name, which notes those that are looked at."""

    __slots__ = ("columns", "of")

    def __init__(self, values: dict[str, Any], columns: ColumnNotes, of: str) -> None:
        super().__init__(values)
        self.columns, self.of = columns, of

    def plain(self) -> dict[str, Any]:
        """The values, which nobody notes."""
        return dict(zip(dict.keys(self), dict.values(self), strict=True))

    def __getitem__(self, name: str) -> Any:
        take_cell(self.columns[name], self.of)
        return dict.__getitem__(self, name)

    def get(self, name: str, default: Any = None) -> Any:
        noted = noted_now()
        if noted is not None and (column := self.columns[name]) not in noted:
            take_cell(column, self.of)
        return dict.get(self, name, default)

    def __iter__(self) -> Iterator[str]:  # without it `{**fields}` and `dict(fields)` would pass by `__getitem__`
        return super().__iter__()

    def items(self) -> Any:
        self._all()
        return super().items()

    def values(self) -> Any:
        self._all()
        return super().values()

    def copy(self) -> dict[str, Any]:
        copied: dict[str, Any] = self | {}
        return copied

    def __or__(self, other: Any) -> Any:
        return _NotingFields(self.plain() | other, self.columns, self.of)

    def __ror__(self, other: Any) -> Any:
        self._all()
        return other | self.plain()

    def __eq__(self, other: object) -> bool:
        self._all()
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __repr__(self) -> str:
        self._all()
        return super().__repr__()

    def __reduce__(self) -> tuple[Any, ...]:
        self._all()
        return dict, (self.plain(),)

    def _all(self) -> None:
        for name in super().__iter__():
            take_cell(self.columns[name], self.of)


class _NotingRecord(Record):
    """An item's values as expressions see them, which notes those that are looked at."""

    __slots__ = ("_columns", "_of")

    def __init__(self, record: Record, columns: ColumnNotes, of: str) -> None:
        super().__init__(record._values)
        object.__setattr__(self, "_columns", columns)
        object.__setattr__(self, "_of", of)

    def __getattr__(self, name: str) -> Any:
        if name in self._values:
            take_cell(self._columns[name], self._of)
        return super().__getattr__(name)

    def __getitem__(self, name: str) -> Any:
        noted = noted_now()
        if noted is not None and (column := self._columns[name]) not in noted:  # it is asked for a thousand times
            take_cell(column, self._of)
        return self._values[name]

    def __repr__(self) -> str:
        self._all()
        return super().__repr__()

    def weighs(self) -> Iterable[Any]:
        self._all()
        return super().weighs()

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        self._all()
        return super().__iter__()

    def __eq__(self, other: object) -> bool:
        self._all()
        if isinstance(other, _NotingRecord):
            other._all()
        return isinstance(other, Record) and bool(self._values == other._values)

    __hash__ = Record.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        self._all()
        return Record, (self._values,)

    def _all(self) -> None:
        for name in self._values:
            take_cell(self._columns[name], self._of)


def make_noting(kind: Kind) -> None:
    """Let a kind note who looks at its items, and them who looks at their values."""
    items: list[Item] = _ITEMS.__get__(kind)
    columns = ColumnNotes(kind.name)
    for item in items:
        if type(item) is Item:
            item.fields = _NotingFields(item.fields, columns, item.id)
            item.__class__ = NotingItem
    whole = all(type(item) is NotingItem for item in items)
    kind.__class__ = NotingRowsKind if whole else NotingKind  # of a large kind items are packed


def unnoted(item: Item) -> Item:
    """The same item, whose values nobody notes: for who asks about an item that the question tells."""
    if not isinstance(item, NotingItem):
        return item
    fields = item.fields.plain() if isinstance(item.fields, _NotingFields) else item.fields
    return Item(
        item.kind, item.id, fields, _COPIES.__get__(item), _WAIVE.__get__(item), item.file, node_of(item),
        item.broken, item.waived, item.wrong,
    )  # fmt: skip


def node_of(item: Item) -> Mapping:
    """The tree of an item, which nobody notes."""
    return _NODE.__get__(item)  # type: ignore[no-any-return]
