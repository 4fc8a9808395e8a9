"""What was made of trees and texts before, for whoever reads the same again and again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from generator.read.file_size import MAX_NODES
from generator.read.pieces import Trees

OfBefore = TypeVar("OfBefore")
_MOST = 20_000  # answers, after which the one that was not asked for longest goes


class ParseMemo:
    """What was made, by what it was made of. Nobody may change it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.trees = Trees(MAX_NODES)
        self.kept: OrderedDict[Hashable, tuple[object, Any]] = OrderedDict()  # with what is held, used last comes last


_MADE: ContextVar[ParseMemo | None] = ContextVar("made", default=None)


@contextmanager
def making(before: ParseMemo) -> Iterator[None]:
    """Let what was made or read before be made or read no more."""
    token = _MADE.set(before)
    try:
        yield
    finally:
        _MADE.reset(token)


made_before = _MADE.get  # what is kept, if anything is


def made_of(key: Hashable, held: object, make: Callable[[], OfBefore]) -> OfBefore:
    """What is made of something, from before or now.

    Args:
        key: tells all that it is made of; things that are told apart by identity are to be ``held``.
        held: these things, which live as long as what was made of them is kept.
        make: makes it.
    """
    before = made_before()
    if before is None:
        return make()
    entry = before.kept.get(key)
    if entry is None:
        entry = before.kept[key] = held, make()
        if len(before.kept) > _MOST:
            before.kept.popitem(last=False)
    else:
        before.kept.move_to_end(key)
    return entry[1]
