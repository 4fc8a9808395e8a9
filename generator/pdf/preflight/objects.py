"""Values out of pypdf's objects, for files that may say anything anywhere."""

from collections.abc import Hashable
from typing import Any

from msgspec import Struct

TOO_COSTLY = "too-costly"  # the rule against files that take more to read than they may


class Unreadable(Exception):
    """Why a file, or a page of it, can't be examined: the rule broken, what is wrong, what to do."""

    def __init__(self, rule: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.rule, self.message, self.hint = rule, message, hint


class Damaged(Unreadable):
    """What breaks the rules of PDF files; programs that draw them may guess what was meant."""

    def __init__(self, message: str) -> None:
        super().__init__("damaged", message, "make it again, or load it again")


class Allowance(Struct):
    """How much drawing is examined in a file. A small file may unpack to any size, and place forms without end."""

    bytes: int = 100_000_000  # unpacked
    steps: int = 5_000_000  # words of content, and sums of forms that are placed
    marks: int = 50_000_000  # operators, those of a form wherever it is placed: what it takes to draw the pages

    def take(self, count: int = 0, steps: int = 0, marks: int = 0) -> None:
        """Use some of it. Raises `Unreadable` where there is no more."""
        self.bytes -= count
        self.steps -= steps
        self.marks -= marks
        if self.bytes < 0 or self.steps < 0 or self.marks < 0:
            most = f"{MOST.bytes // 1_000_000} MB, {MOST.steps // 1_000_000} million words"
            message = f"there is more drawing in the file than is read ({most})"
            raise Unreadable(TOO_COSTLY, message, "split the file, or draw in fewer steps what is drawn so often")


MOST = Allowance()


def value(holder: Any, key: str) -> Any:
    """What a dictionary says under a key; None where it says nothing, or is not a dictionary."""
    if not isinstance(holder, dict):
        return None
    found = holder.get(key)
    if found is not None and not isinstance(found, dict | list | str | float | int):
        found = found.get_object()
    return None if found is None or type(found).__name__ == "NullObject" else found


def resolved(item: Any) -> Any:
    """An object itself where there may be a reference to it."""
    return item.get_object() if hasattr(item, "get_object") else item


def identity(holder: Any, key: str) -> Hashable:
    """What tells one object from all others of the file."""
    found = holder.get(key) if isinstance(holder, dict) else None
    number = getattr(found, "idnum", None)
    return ("object", number) if number is not None else ("inline", id(found))


def number(item: Any) -> float | None:
    """A number, within reason; None for anything else."""
    item = resolved(item)
    if isinstance(item, bool) or not isinstance(item, int | float):
        try:
            return None if item is None or isinstance(item, str | bytes | dict | list) else float(item)
        except (TypeError, ValueError, OverflowError):
            return None
    return float(item) if -1e9 < item < 1e9 else None


def numbers(item: Any, count: int) -> list[float] | None:
    """A list of this many numbers; None for anything else."""
    item = resolved(item)
    if not isinstance(item, list) or len(item) != count:
        return None
    found = [number(member) for member in item]
    return [member for member in found if member is not None] if None not in found else None


def unpacked(stream: Any, allowance: Allowance | None = None) -> bytes:
    """A stream's bytes, its filters undone; none where it is not a stream. It is not kept in memory."""
    if not hasattr(stream, "get_data"):
        return b""
    data = stream.get_data()
    if hasattr(stream, "decoded_self"):
        stream.decoded_self = None
    data = data.encode("latin-1", "replace") if isinstance(data, str) else bytes(data)
    if allowance is not None:
        allowance.take(len(data))
    return data
