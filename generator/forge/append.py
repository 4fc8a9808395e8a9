"""New items in a file of items, at its end or in place of others; all other bytes stay as they are."""

import re
from collections.abc import Sequence
from pathlib import Path

from generator.core.atomic import target_of
from generator.core.problem import Infeasible, WrongUse
from generator.core.rewriting import bytes_of
from generator.model.game import Item, Kind
from generator.read.reader import read_bytes
from generator.read.tree import Sequence as SequenceNode


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
    if before is not None and not isinstance(before, SequenceNode):
        raise NotAppendable("it is not a list of items")
    if before is not None and not before.items:
        old, before = _without_brackets(old, before.line), None
    newline = b"\r\n" if b"\r\n" in old else b"\n"
    indent = " " * (before.column - 1) if before else ""
    lines = [(indent + line if line else "").encode() for line in text.splitlines()]
    gap = b"" if not old or old.endswith(newline * 2) else newline if old.endswith(newline) else newline * 2
    new = old + gap + newline.join(lines) + newline
    after, problems = read_bytes(new, "")
    known = len(before.items) if before else 0
    if problems or not isinstance(after, SequenceNode) or len(after.items) <= known:
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


def replaced_in(path: Path, old: bytes, kind: Kind, gone: Sequence[Item], made: Sequence[str]) -> bytes:
    """The bytes of a kind's file with new items in the place of some; all other lines stay, comments among them.

    Args:
        path: the file, for messages.
        old: what it holds.
        kind: its items.
        gone: those that go.
        made: what comes, each the text of an item, not indented, or nothing.

    Raises:
        Infeasible: an item does not stand on lines of its own.
    """
    lines = old.splitlines(keepends=True)
    newline = b"\r\n" if b"\r\n" in old else b"\n"
    starts = [item.node.line - 1 for item in kind.items]
    for item, text in sorted(zip(gone, made, strict=True), key=lambda pair: -pair[0].node.line):
        start = item.node.line - 1
        indent, dash, _ = lines[start].partition(b"-")
        if starts.count(start) > 1 or not dash or indent.strip():
            raise Infeasible(f"{item.id} does not begin a line of its own in {path.as_posix()}; put it there first")
        end = min((other for other in starts if other > start), default=len(lines))
        while not lines[end - 1].strip() or lines[end - 1].lstrip().startswith(b"#"):
            end -= 1  # what is behind it is not its own
        remarks = [line for line in lines[start:end] if line.lstrip().startswith(b"#")]
        lines[start:end] = remarks + [indent + line.encode() + newline for line in text.splitlines()]
    new = b"".join(lines)
    after, problems = read_bytes(new, "")
    count = len(after.items) if isinstance(after, SequenceNode) else 0
    if problems or count != len(kind.items) - sum(not text for text in made):
        raise Infeasible(f"{path.as_posix()} could not be read with the new items in it; add them by hand")
    return new


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
