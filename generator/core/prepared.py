"""Answers worked out where a library is installed, for where it is not: browsers have no Pillow.

They are those of functions of a file's bytes, which come first; all else in a question is distinguished by its text.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from hashlib import sha256
from typing import Any, TypeVar

from msgspec import msgpack

PreparedAnswer = TypeVar("PreparedAnswer")
PreparedAnswers = dict[str, bytes]  # packed, by function, content and what else was asked with

_TAKEN: PreparedAnswers = {}
_NOTING: list[PreparedAnswers] = []


class MissingAnswer(OSError):
    """Answers are known here, and not this one; ``near`` are those of the same function of the same file."""

    def __init__(self, near: list[Any]) -> None:
        super().__init__("what this picture comes to was not worked out beforehand")
        self.near = near


def prepared(sort: Any) -> Callable[[Callable[..., PreparedAnswer]], Callable[..., PreparedAnswer]]:
    """Let a function's answers be noted by `preparing`, and be known once `take_prepared` has them.

    Args:
        sort: the type of the answers, as msgspec reads it.

    Raises:
        Unprepared: by the function made, where answers were taken, and not this one.
    """

    def decorate(function: Callable[..., PreparedAnswer]) -> Callable[..., PreparedAnswer]:
        @wraps(function)
        def answer(data: bytes, *more: Any) -> PreparedAnswer:
            if not _TAKEN and not _NOTING:
                return function(data, *more)
            prefix = f"{function.__name__} {sha256(data).hexdigest()} "
            key = f"{prefix}{more!r}"
            if key in _TAKEN:
                taken_answer: PreparedAnswer = msgpack.decode(_TAKEN[key], type=sort)
                return taken_answer
            if _TAKEN:
                near = [packed for other_key, packed in _TAKEN.items() if other_key.startswith(prefix)]
                raise MissingAnswer([msgpack.decode(packed, type=sort) for packed in near])
            computed = function(data, *more)
            for notes in _NOTING:
                notes[key] = msgpack.encode(computed)
            return computed

        return answer

    return decorate


@contextmanager
def preparing() -> Iterator[PreparedAnswers]:
    """Note the answers that are given in the block."""
    notes: PreparedAnswers = {}
    _NOTING.append(notes)
    try:
        yield notes
    finally:
        _NOTING.remove(notes)


def pack_prepared(answers: PreparedAnswers) -> bytes:
    """Answers as a file."""
    return msgpack.encode(dict(sorted(answers.items())))


def take_prepared(packed: bytes) -> None:
    """Know the answers in a file that `pack_prepared` made."""
    _TAKEN.update(msgpack.decode(packed, type=dict[str, bytes]))
