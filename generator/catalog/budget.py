"""What the work that strangers' files ask for may cost: counted in steps, refused beyond an allowance.

A step is about what Python does in a microsecond. Steps are counted, never timed, so that a file is refused everywhere
or nowhere. Allowances lie in one another: an expression's in that of the face or the rules it belongs to.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

EXPRESSION = 100_000  # steps of one evaluation
MAX_SIZE = 10_000  # characters of a text, members of a list and of all lists in it
COMPILING = 1_000  # steps that reading an expression stands for

_CONTAINERS = frozenset((list, tuple, dict))
_ATOMS = frozenset((int, float, bool, type(None)))


class ExpressionError(ValueError):
    """The expression cannot be read, or asks for what is not there; the message is for its author."""

    rule = ""  # the rule that a problem goes by, where it is not the reader's own


class TooCostlyError(ExpressionError):
    """The expression asks for more work than anything that is printed needs."""

    rule = "too-costly"


class ExhaustedError(Exception):
    """The allowance of more than one expression is spent: of a face, of a game's rules. No further one is worked out."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.place: tuple[int, int] | None = None  # line and column of what was being worked out


class Meter(threading.local):
    """Counts the steps of this thread."""

    def __init__(self) -> None:
        self.spent = 0
        self.limit = 0  # where the expression at hand ends
        self.ceiling = sys.maxsize  # where the allowance around it ends
        self.allowed = ""  # what that is, for a message

    def begin(self, steps: int = 1) -> None:
        """Start on an expression."""
        self.spent += steps
        self.limit = self.spent + EXPRESSION
        if self.spent > self.ceiling:
            raise ExhaustedError(self.allowed)

    def charge(self, steps: int) -> None:
        """Count steps of the expression at hand, before they are gone.

        Raises:
            TooCostlyError: it may not take so many.
            ExhaustedError: what it belongs to may not.
        """
        self.spent += steps
        if self.spent > self.limit:
            raise TooCostlyError(f"this takes more than {EXPRESSION:,} steps to work out")
        if self.spent > self.ceiling:
            raise ExhaustedError(self.allowed)

    def work(self, steps: int) -> None:
        """Count steps of what is no expression, such as a part of a face that is drawn.

        Raises:
            ExhaustedError: what it belongs to may not take so many.
        """
        self.spent += steps
        if self.spent > self.ceiling:
            raise ExhaustedError(self.allowed)

    @contextmanager
    def allowance(self, steps: int, what: str) -> Iterator[None]:
        """Let the work inside take so many steps at most. ``what`` it is, for a message: *one face*."""
        outer = self.ceiling, self.allowed
        if self.spent + steps < self.ceiling:
            self.ceiling, self.allowed = self.spent + steps, f"{what} takes more than {steps:,} steps to work out"
        try:
            yield
        finally:
            self.ceiling, self.allowed = outer


METER = Meter()


def weight(value: Any) -> int:
    """The steps of comparing a value, or of writing it down: those of all that is in it, however deep. Charged."""
    kind = type(value)
    if kind in _ATOMS:
        return 1
    if kind is str:
        METER.charge(len(value) >> 4)
        return 1 + (len(value) >> 4)
    total, room = 0, METER.limit - METER.spent
    waiting = [value]
    while waiting:
        member = waiting.pop()
        kind = type(member)
        total += 1
        if kind is str:
            total += len(member) >> 4
        elif kind in _ATOMS:
            continue
        elif kind is dict:
            waiting += member
            waiting += member.values()
        elif isinstance(member, list | tuple):
            waiting += member
        elif hasattr(kind, "weighs"):
            waiting += member.weighs()
        if total + len(waiting) > room:
            METER.charge(room + 1)
    METER.charge(total)
    return total


def made(value: Any) -> Any:
    """A value that an expression has made, charged for; with all that it holds it is no larger than `MAX_SIZE`.

    Raises:
        TooCostlyError: it is.
    """
    kind = type(value)
    if kind is str:
        size = len(value)
        METER.charge(size >> 4)
    elif isinstance(value, list | tuple | dict):
        size = _members(value)
        METER.charge(size)
    else:
        return value
    if size > MAX_SIZE:
        raise TooCostlyError(f"a value is longer than {MAX_SIZE} characters or members")
    return value


def _members(value: list[Any] | tuple[Any, ...] | dict[Any, Any]) -> int:
    """How many members a value has with those of the lists in it; what is in the members of data is not looked for."""
    size = 0
    waiting: list[Any] = [value]
    while waiting and size <= MAX_SIZE:
        holder = waiting.pop()
        size += len(holder)
        members = holder.values() if isinstance(holder, dict) else holder
        if size <= MAX_SIZE and not _CONTAINERS.isdisjoint(map(type, members)):
            waiting += [member for member in members if type(member) in _CONTAINERS]
    return size


def text_of(value: Any) -> str:
    """A value as text, charged for.

    Raises:
        TooCostlyError: it would be longer than `MAX_SIZE`.
    """
    if type(value) is not str:
        if type(value) not in _ATOMS:
            weight(value)
        value = str(value)
    if len(value) > MAX_SIZE:
        raise TooCostlyError(f"a text is longer than {MAX_SIZE} characters")
    return value  # type: ignore[no-any-return]
