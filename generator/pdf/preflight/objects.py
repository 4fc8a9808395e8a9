"""Values out of pypdf's objects, for files that may say anything anywhere."""

from typing import Any

TOO_COSTLY = "too-costly"  # the rule against files that take more to read than they may


class Unreadable(Exception):
    """Why a file, or a page of it, can't be examined: the rule broken, what is wrong, what to do."""

    def __init__(self, rule: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.rule, self.message, self.hint = rule, message, hint


class DamagedFile(Unreadable):
    """What breaks the rules of PDF files; programs that draw them may guess what was meant."""

    def __init__(self, message: str) -> None:
        super().__init__("damaged", message, "make it again, or load it again")


def value(holder: Any, key: str) -> Any:
    """What a dictionary says under a key; None where it says nothing, or is not a dictionary."""
    if not isinstance(holder, dict):
        return None
    entry = holder.get(key)
    if entry is not None and not isinstance(entry, dict | list | str | float | int):
        entry = entry.get_object()
    return None if entry is None or type(entry).__name__ == "NullObject" else entry


def resolve(item: Any) -> Any:
    """An object itself where there may be a reference to it."""
    return item.get_object() if hasattr(item, "get_object") else item


def number(item: Any) -> float | None:
    """A number, within reason; None for anything else."""
    item = resolve(item)
    if isinstance(item, bool) or not isinstance(item, int | float):
        try:
            return None if item is None or isinstance(item, str | bytes | dict | list) else float(item)
        except (TypeError, ValueError, OverflowError):
            return None
    return float(item) if -1e9 < item < 1e9 else None


def numbers(item: Any, count: int) -> list[float] | None:
    """A list of this many numbers; None for anything else."""
    item = resolve(item)
    if not isinstance(item, list) or len(item) != count:
        return None
    values = [number(member) for member in item]
    return [member for member in values if member is not None] if None not in values else None


def unpack_stream(stream: Any) -> bytes:
    """A stream's bytes, its filters undone; none where it is not a stream. It is not kept in memory."""
    if not hasattr(stream, "get_data"):
        return b""
    data = stream.get_data()
    if hasattr(stream, "decoded_self"):
        stream.decoded_self = None
    return data.encode("latin-1", "replace") if isinstance(data, str) else bytes(data)


def box_of(entry: Any, key: str) -> list[float] | None:
    """Left, lower, right, upper of a box, which may name its corners in any order; None where there is none."""
    box = numbers(value(entry, key), 4)
    return box and [min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])]
