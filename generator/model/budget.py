"""What the work that strangers' files ask for may cost: counted in steps, refused beyond an allowance.

A step is about what Python does in a microsecond. Steps are counted, never timed, so that a file is refused everywhere
or nowhere. Allowances lie in one another: an expression's in that of the face or the rules it belongs to.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

EXPRESSION = 100_000  # steps of one evaluation
MAX_SIZE = 10_000  # characters of a text, members of a list and of all lists in it
COMPILING = 1_000  # steps that reading an expression stands for

_CONTAINERS = frozenset((list, tuple, dict))
_ROWS, _SIZED = (list, tuple), (list, tuple, dict)  # a union written where it is asked for is made again each time
_ATOMS = frozenset((int, float, bool, type(None)))


class ExpressionError(ValueError):
    """The expression cannot be read, or asks for what is not there; the message and the hint are for its author."""

    text = ""  # the expression, where more than one may be meant

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class TooCostlyError(ExpressionError):
    """The expression asks for more work than anything that is printed needs."""


class ExhaustedError(Exception):
    """The allowance of more than one expression is spent: of a face, of a game's rules. No other is worked out."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.place: tuple[int, int] | None = None  # line and column of what was being worked out


class Meter:
    """Counts steps, downwards: one for the process, which works out one thing at a time."""

    __slots__ = ("allowed", "given", "left", "rest")

    def __init__(self) -> None:
        self.left = self.given = 0  # steps that the expression at hand may still take, of how many
        self.rest = sys.maxsize  # that the allowance around it held when it began
        self.allowed = ""  # what that is, for a message

    def begin(self, steps: int = 1) -> None:
        """Start on an expression."""
        rest = self.rest = self.rest - steps - self.given + self.left
        self.left = self.given = EXPRESSION if rest > EXPRESSION else rest
        if rest < 0:
            raise ExhaustedError(self.allowed)

    def charge(self, steps: int) -> None:
        """Count steps of the expression at hand, before they are gone.

        Raises:
            TooCostlyError: it may not take so many.
            ExhaustedError: what it belongs to may not.
        """
        left = self.left = self.left - steps
        if left < 0:
            if self.given < EXPRESSION:
                raise ExhaustedError(self.allowed)
            raise TooCostlyError(f"this takes more than {EXPRESSION:,} steps to work out")

    def work(self, steps: int) -> None:
        """Count steps of what is not an expression, such as a part of a face that is drawn.

        Raises:
            ExhaustedError: what it belongs to may not take so many.
        """
        rest = self.rest = self.rest - steps
        if rest < 0:
            raise ExhaustedError(self.allowed)

    @property
    def balance(self) -> int:
        """The steps that the allowance at hand still holds."""
        return self.rest - self.given + self.left

    @contextmanager
    def allowance(self, steps: int, what: str) -> Iterator[None]:
        """Let the work inside take this many steps at most. ``what`` it is, for a message: *one face*."""
        self._settle()
        outer, allowed = self.rest, self.allowed
        if steps < outer:
            self.rest, self.allowed = steps, f"{what} takes more than {steps:,} steps to work out"
        before = self.rest
        try:
            yield
        finally:
            self._settle()
            self.rest, self.allowed = outer - before + self.rest, allowed

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """Let something else be worked out inside, to which the allowance at hand is nothing."""
        held = self.left, self.given, self.rest, self.allowed
        self.left, self.given, self.rest, self.allowed = 0, 0, sys.maxsize, ""
        try:
            yield
        finally:
            self.left, self.given, self.rest, self.allowed = held

    def _settle(self) -> None:
        """Take off what the last expression took."""
        self.rest -= self.given - self.left
        self.left = self.given = 0


METER = Meter()


def weight(value: Any) -> int:
    """The steps of comparing a value, or of writing it down: those of all that is in it, however deep. Charged."""
    kind = type(value)
    if kind in _ATOMS:
        return 1
    if kind is str:
        METER.charge(len(value) >> 4)
        return 1 + (len(value) >> 4)
    total, room = 0, METER.left
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
        elif isinstance(member, _ROWS):
            waiting += member
        elif hasattr(kind, "weighs"):
            waiting += member.weighs()
        if total + len(waiting) > room:
            METER.charge(max(room, 0) + 1)
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
    elif kind not in _ATOMS and isinstance(value, _SIZED):
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
    kind = type(value)
    if kind is not str:
        if kind not in _ATOMS:
            weight(value)
        value = str(value)
    if len(value) > MAX_SIZE:
        raise TooCostlyError(f"a text is longer than {MAX_SIZE} characters")
    return value  # type: ignore[no-any-return]
