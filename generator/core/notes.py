"""What an answer rests on, noted while it is worked out: whoever reads something that may change says so here.

A note is a sort and a name: ``("items", "cards")`` says that all items of a kind were looked at with all their values,
``("rows", "cards")`` that it was asked which there are, a *cell* a value of one item, a *column* a field of all items.
Who asks collects.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

NotedThing = tuple[str, str]  # a sort and a name

CELLS = 4  # of a column, after which an answer rests on all of it
_BREAK = "\0"  # between the parts of a cell's name


class NotedSet(dict[NotedThing, None]):
    """Notes, in the order in which they were taken."""

    __slots__ = ("cells",)

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self.cells: dict[NotedThing, int] = {}  # how many of a column were noted one by one


_NOTED: ContextVar[NotedSet | None] = ContextVar("noted", default=None)

# Gives the answer to a question, which tells all that it rests on and that is not noted: from before, or by working.
Remember = Callable[[Hashable, Callable[[], Any]], Any]


def anew(_question: Hashable, work: Callable[[], Any]) -> Any:
    """The answer by working, whatever is asked: what there is without a memory."""
    return work()


def take_note(sort: str, name: str) -> None:
    """Say that something was read."""
    noted = _NOTED.get()
    if noted is not None:
        noted[sort, name] = None


noted_now = _NOTED.get  # the notes that are being taken, if any


class ColumnNotes(dict[str, NotedThing]):
    """The notes of a kind's columns, by field."""

    __slots__ = ("_kind",)

    def __init__(self, kind: str) -> None:
        """Take the kind's name."""
        super().__init__()
        self._kind = kind

    def __missing__(self, field: str) -> NotedThing:
        column = self[field] = "column", f"{self._kind}{_BREAK}{field}"
        return column


def take_cell(column: NotedThing, identifier: str) -> None:
    """Say that of a column the value of the item with this id was read. Where more are read, all count as read."""
    noted = _NOTED.get()
    if noted is None or column in noted:
        return
    cell = "cell", f"{column[1]}{_BREAK}{identifier}"
    if cell not in noted:
        count = noted.cells[column] = noted.cells.get(column, 0) + 1
        noted[cell if count <= CELLS else column] = None


def parts_of_cell(name: str) -> tuple[str, str, str | None]:
    """The kind, the field and the item's id that a cell names; no id of a column."""
    kind, field, *identifier = name.split(_BREAK, 2)
    return kind, field, identifier[0] if identifier else None


def note_all(notes: Iterable[NotedThing]) -> None:
    """Say what was read when an answer was worked out that is used again."""
    noted = _NOTED.get()
    if noted is not None:
        noted.update(dict.fromkeys(notes))


@contextmanager
def noting() -> Iterator[NotedSet]:
    """Collect the notes of what is done inside; whoever collects around it gets them as well."""
    noted = NotedSet()
    token = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(token)
        note_all(noted)


@contextmanager
def not_noting() -> Iterator[None]:
    """Nobody notes what is read inside: what comes of it rests on what is noted elsewhere."""
    token = _NOTED.set(None)
    try:
        yield
    finally:
        _NOTED.reset(token)
