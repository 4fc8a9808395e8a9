"""Answers that are kept for who asks the same again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

CachedValue = TypeVar("CachedValue")


class LatestAnswers(Generic[CachedValue]):
    """The answers that were asked for last, as many as there is room for."""

    def __init__(self, room: int, size: Callable[[CachedValue], int] = lambda _: 1) -> None:
        """``size``: how much of the room an answer takes."""
        self._room, self._size = room, size
        self._answers: OrderedDict[Hashable, CachedValue] = OrderedDict()
        self._lock = Lock()

    def of(self, question: Hashable, make: Callable[[], CachedValue]) -> CachedValue:
        """The answer to a question, which holds all that it rests on."""
        with self._lock:
            if question in self._answers:
                self._answers.move_to_end(question)
                return self._answers[question]
        answer = make()
        with self._lock:
            self._answers[question] = answer
            while sum(map(self._size, self._answers.values())) > self._room:
                self._answers.popitem(last=False)
        return answer
