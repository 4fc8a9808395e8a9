"""What an answer rests on, noted while it is worked out: whoever reads something that may change says so here.

A note is a sort and a name: ``("items", "cards")`` says that items of a kind were examined, ``("places", "cards")``
that it was asked where they are. Who asks collects.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

Dependency = tuple[str, str]  # a sort and a name

DependencySet = dict[Dependency, None]  # notes, in the order in which they were taken

_NOTED: ContextVar[DependencySet | None] = ContextVar("noted", default=None)

# Gives the answer to a question, which tells all that it rests on and that is not noted: from before, or by working.
Remember = Callable[[Hashable, Callable[[], Any]], Any]


def anew(_question: Hashable, work: Callable[[], Any]) -> Any:
    """The answer by working, whatever is asked: what there is without a memory."""
    return work()


def take_note(sort: str, name: str) -> None:
    """Say that something was read."""
    note_all(((sort, name),))


noted_now = _NOTED.get  # the notes that are being taken, if any


def note_all(notes: Iterable[Dependency]) -> None:
    """Say what was read when an answer was worked out that is used again."""
    noted = _NOTED.get()
    if noted is not None:
        noted.update(dict.fromkeys(notes))


@contextmanager
def noting() -> Iterator[DependencySet]:
    """Collect the notes of what is done inside; whoever collects around it gets them as well."""
    noted: DependencySet = {}
    token = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(token)
        note_all(noted)
