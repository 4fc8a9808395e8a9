"""Answers that are asked for several times in one check, worked out once."""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from generator.core.notes import NotedSet, note_all, noting
from generator.model.budget import METER


class _Known(NamedTuple):
    answer: Any
    steps: int  # that it took
    notes: NotedSet


class AskedOnce:
    """Answers of one check of one game, which does not change meanwhile; to be called as `Remember` is.

    The steps of an answer are counted each time, and so is what it rests on noted. Where they would exhaust what the
    game may take, it is worked out anew, so that it ends where it would without a memory.
    """

    __slots__ = ("_known",)

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._known: dict[Hashable, _Known] = {}

    def __call__(self, question: Hashable, work: Callable[[], Any]) -> Any:
        """The answer to a question; it must not be changed."""
        known = self._known.get(question)
        if known is not None and METER.balance >= known.steps:
            METER.work(known.steps)
            note_all(known.notes)
            return known.answer
        before = METER.balance
        with noting() as notes:
            answer = work()
        self._known[question] = _Known(answer, before - METER.balance, notes)
        return answer
