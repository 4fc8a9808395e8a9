"""New items at the end of a file of items, whose own bytes stay as they are."""

import re
from pathlib import Path

from generator.core.atomic import target_of
from generator.core.refusal import Infeasible, WrongUse
from generator.core.rewriting import bytes_of
from generator.read.reader import read_bytes
from generator.read.tree import Sequence


class NotAppendable(ValueError):
    """Items cannot be put at the end of the file; the message says why."""


EMPTY = re.compile(rb"\[[ \t]*\]")  # a list with nothing in it, as it can be written on one line


def appended(old: bytes, text: str) -> bytes:
    """``old`` with ``text`` after it, in the file's own way of ending lines and indenting its list.

    Args:
        old: the file: nothing, comments only, or a list of items.
        text: comments and items, each line ended by a newline, not indented.

    Raises:
        NotAppendable: what would come out cannot be read as the old list with more items.
    """
    before, problems = read_bytes(old, "")
    if problems:
        raise NotAppendable(f"line {problems[0].line}: {problems[0].message}")
    if before is not None and not isinstance(before, Sequence):
        raise NotAppendable("it is no list of items")
    if before is not None and not before.items:
        old, before = _without_brackets(old, before.line), None
    newline = b"\r\n" if b"\r\n" in old else b"\n"
    indent = " " * (before.column - 1) if before else ""
    lines = [(indent + line if line else "").encode() for line in text.splitlines()]
    gap = b"" if not old or old.endswith(newline * 2) else newline if old.endswith(newline) else newline * 2
    new = old + gap + newline.join(lines) + newline
    after, problems = read_bytes(new, "")
    known = len(before.items) if before else 0
    if problems or not isinstance(after, Sequence) or len(after.items) <= known:
        reason = problems[0].message if problems else "its list does not go on at the end"
        raise NotAppendable(f"with the new items it could not be read: {reason}")
    return new


def _without_brackets(old: bytes, line: int) -> bytes:
    """The file without the brackets of its empty list, after which nothing could be put."""
    lines = old.splitlines(keepends=True)
    shorter = EMPTY.sub(b"", lines[line - 1], count=1)
    if shorter == lines[line - 1]:
        raise NotAppendable("its list is empty, but written over several lines; delete its brackets")
    return b"".join([*lines[: line - 1], *([shorter] if shorter.strip() else []), *lines[line:]])


def appended_to(path: Path, old: bytes, text: str) -> bytes:
    """As `appended`, for a file that is there or not.

    Raises:
        Infeasible: nothing can be put at its end; why, is said.
    """
    try:
        return appended(old, text)
    except NotAppendable as error:
        raise Infeasible(f"cannot append to {path.as_posix()}: {error}") from None


def read_to_append(path: Path) -> bytes:
    """The bytes of a file, none where it is not there, or is a stream that new bytes are written into.

    Raises:
        WrongUse: nothing can be put there.
        OSError: it cannot be read.
    """
    try:
        stream = target_of(path).stream
    except OSError as error:
        raise WrongUse(f"cannot append to {path.as_posix()}: {error.strerror}") from None
    return b"" if stream else bytes_of(path)
