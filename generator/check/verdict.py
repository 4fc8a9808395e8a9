"""Verdicts on games as plain values, and as JSON for the cache: reading one needs nothing that checks or draws."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from generator.core.problem import Problem

if TYPE_CHECKING:
    from generator.model.game import Item

_Answer = TypeVar("_Answer")


class UsedWaiver(NamedTuple):
    """A waiver that was used, and its place."""

    file: str
    line: int
    column: int
    of: str  # the rule
    item: str
    reason: str
    kind: str

    @classmethod
    def of_item(cls, item: "Item", rule: str, reason: str) -> "UsedWaiver":
        """That of an item."""
        node = item.where("waive", rule)
        return cls(item.file, node.line, node.column, rule, item.id, reason, item.kind)


class GameVerdict(Struct, frozen=True):
    """What was found wrong with a game, and what was examined."""

    game: str
    problems: tuple[Problem, ...]
    waived: tuple[UsedWaiver, ...]
    kinds: int  # that have items
    items: int
    languages: tuple[str, ...]
    files: tuple[str, ...]  # those of the kinds, as named in messages
    elsewhere: int = 0  # errors that came up in what was not asked about


def as_answer(value: object, written: Callable[[Any], object] | None = None) -> bytes:
    """A value as JSON; ``written`` is how what is of no sort of JSON is written."""
    return json.dumps(msgspec.to_builtins(value, enc_hook=written)).encode()


def read_answer(
    answer: bytes | None, sort: type[_Answer], read: Callable[[type, Any], Any] | None = None
) -> _Answer | None:
    """The value that JSON holds, as `as_answer` wrote it; None where it is of another form."""
    try:
        return msgspec.convert(json.loads(answer), sort, dec_hook=read) if answer is not None else None
    except (ValueError, RecursionError, msgspec.MsgspecError):
        return None
