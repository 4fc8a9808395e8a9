"""What was made of trees and texts before, for whoever reads the same again and again."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from generator.read.file_size import MAX_NODES
from generator.read.pieces import Trees

OfBefore = TypeVar("OfBefore")
_MOST = 10_000  # answers, after which those that were not asked for since the last so many go


class MadeBefore:
    """What was made, by what it was made of. Nobody may change it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.trees = Trees(MAX_NODES)
        self._new: dict[Hashable, tuple[object, Any]] = {}
        self._old: dict[Hashable, tuple[object, Any]] = {}

    def get(self, key: Hashable) -> tuple[object, Any] | None:
        """What is kept under a key, with what it holds."""
        known = self._new.get(key)
        if known is None:
            known = self._old.get(key)
            if known is not None:
                self.put(key, known)
        return known

    def put(self, key: Hashable, known: tuple[object, Any]) -> None:
        """Keep something."""
        if len(self._new) >= _MOST:
            self._old, self._new = self._new, {}
        self._new[key] = known


_MADE: ContextVar[MadeBefore | None] = ContextVar("made", default=None)


@contextmanager
def making(before: MadeBefore) -> Iterator[None]:
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
    known = before.get(key)
    if known is None:
        known = held, make()
        before.put(key, known)
    return known[1]
