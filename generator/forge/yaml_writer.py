"""Items as YAML in the usual form: a field a line, a blank line between items; appended to a file, or put in others'
place."""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from generator.core.atomic import target_of
from generator.core.problem import Infeasible, WrongUse
from generator.core.rewriting import bytes_of
from generator.model.game import Item, Kind
from generator.read.reader import read_bytes
from generator.read.tree import Sequence as SequenceNode

WIDTH = 80  # characters up to which a mapping or list stands on one line
LONGEST = 110  # characters up to which a text does; beyond, it is folded
FOLD = textwrap.TextWrapper(WIDTH + 8, break_long_words=False, break_on_hyphens=False)
# Control characters, those that turn the order of letters round, separators and the byte order mark: escaped in quotes.
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
FOLDED = re.compile(rf"[^\s{_UNSEEN}]+( [^\s{_UNSEEN}]+)*")
# Lines that a block keeps as they are: none begins or ends with a blank, and the last is not empty.
_LINE = rf"[^\s{_UNSEEN}](?:[^{_UNSEEN}]*[^\s{_UNSEEN}])?"
LINES = re.compile(rf"{_LINE}(\n+{_LINE})+")
PLAIN = re.compile(rf"[^\s\-?:,\[\]{{}}#&*!|>'\"%@`~={_UNSEEN}][^{_UNSEEN}]*")
MEANING = re.compile(
    r"(?i)[-+]?[\d.][\d_.,:eE+-]*|0[xob][0-9a-f_]+|null|true|false|yes|no|on|off|[yn]|[-+]?\.(inf|nan)"
)


class SignedNumber(int):
    """A number written with its sign, also where it is a gain: ``+3``."""


class Verbatim(str):
    """A value that stands as it is written: ``1.50``, ``true``."""

    __slots__ = ()


def as_yaml(fields: Mapping[str, Any]) -> str:
    """An item: ``- id: …`` and its other fields, in their order."""
    lines = [line for name, value in fields.items() for line in field_lines(name, value)]
    # An empty line of a text stays empty, however deep the text stands.
    return "\n".join((("- " if number == 0 else "  ") + line).rstrip() for number, line in enumerate(lines)) + "\n"


def field_lines(name: str, value: Any) -> Iterator[str]:
    """A field, on one line or several, not indented."""
    short = f"{name}: {flow(value)}"
    if isinstance(value, str) and len(short) > LONGEST and FOLDED.fullmatch(value):
        yield f"{name}: >-"
        yield from (f"  {line}" for line in FOLD.wrap(value))
    elif isinstance(value, str) and LINES.fullmatch(value):
        yield f"{name}: |-"
        yield from (f"  {line}" for line in value.split("\n"))
    elif not isinstance(value, Mapping | list | tuple):
        yield f"{name}: {scalar(value)}"
    elif not value or (len(short) <= WIDTH - 2 and not _rows(value) and not _has_lines(value)):
        yield short
    elif isinstance(value, Mapping):
        yield f"{name}:"
        for key, part in value.items():
            yield from (f"  {line}" for line in field_lines(key, part))
    else:
        yield f"{name}:"
        for member in value:
            yield from (f"  {line}" for line in member_lines(member))


def _rows(value: Any) -> bool:
    """Whether a value is a list of mappings: those stand one below another."""
    return isinstance(value, Sequence) and not isinstance(value, str) and any(isinstance(m, Mapping) for m in value)


def _has_lines(value: Any) -> bool:
    """Whether a text of several lines stands right in a mapping: it reads better as a block."""
    return isinstance(value, Mapping) and any(isinstance(m, str) and LINES.fullmatch(m) for m in value.values())


def member_lines(member: Any) -> Iterator[str]:
    """A member of a list with its hyphen, on one line or several, not indented."""
    line = flow(member)
    if not isinstance(member, Mapping):
        yield f"- {line}"
    elif len(member) == 1:
        yield f"- {line[1:-1]}"
    elif len(line) <= WIDTH - 4 and not _has_lines(member):
        yield f"- {line}"
    else:
        lines = [line for key, part in member.items() for line in field_lines(key, part)]
        yield from (("- " if number == 0 else "  ") + line for number, line in enumerate(lines))


def flow(value: Any) -> str:
    """A value on one line: ``{en: Toad, fr: Crapaud}``, ``[a, b]``."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value, flow=True)


def scalar(value: Any, *, flow: bool = False) -> str:
    """A single value, quoted where it would otherwise mean something else."""
    if isinstance(value, Verbatim):
        return str(value)
    if isinstance(value, SignedNumber):
        return f"{int(value):+d}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value}"
    return value if _plain(value, flow=flow) else _quoted(value)


def _plain(text: str, *, flow: bool) -> bool:
    if not PLAIN.fullmatch(text) or MEANING.fullmatch(text) or text != text.strip():
        return False
    if ": " in text or " #" in text or text.endswith(":"):
        return False
    return not (flow and re.search(r"[,\[\]{}?]", text))


def _quoted(text: str) -> str:
    """In double quotes, control characters and separators as escapes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    seen = re.sub(f"[{_UNSEEN}]", lambda match: f"\\u{ord(match[0]):04x}", escaped)
    return f'"{seen}"'


EMPTY = re.compile(rb"\[[ \t]*\]")  # a list with nothing in it, as it can be written on one line


def appended_to(path: PurePath, old: bytes, text: str) -> bytes:
    """``old`` with ``text`` after it, in the file's own way of ending lines and indenting its list.

    Args:
        path: the file, for messages.
        old: what it holds: nothing, comments only, or a list of items.
        text: comments and items, each line ended by a newline, not indented.

    Raises:
        Infeasible: what would come out cannot be read as the old list with more items.
    """
    refusal = f"cannot append to {path.as_posix()}:"
    before, problems = read_bytes(old, "")
    if problems:
        raise Infeasible(f"{refusal} line {problems[0].line}: {problems[0].message}")
    if before is not None and not isinstance(before, SequenceNode):
        raise Infeasible(f"{refusal} it is not a list of items")
    if before is not None and not before.items:
        lines = old.splitlines(keepends=True)
        shorter = EMPTY.sub(b"", lines[before.line - 1], count=1)  # after its brackets nothing could be put
        if shorter == lines[before.line - 1]:
            raise Infeasible(f"{refusal} its list is empty, but written over several lines; delete its brackets")
        lines[before.line - 1] = shorter if shorter.strip() else b""
        old, before = b"".join(lines), None
    newline = b"\r\n" if b"\r\n" in old else b"\n"
    indent = " " * (before.column - 1) if before else ""
    new_lines = [(indent + line if line else "").encode() for line in text.splitlines()]
    gap = b"" if not old or old.endswith(newline * 2) else newline if old.endswith(newline) else newline * 2
    new = old + gap + newline.join(new_lines) + newline
    after, problems = read_bytes(new, "")
    old_count = len(before.items) if before else 0
    if problems or not isinstance(after, SequenceNode) or len(after.items) <= old_count:
        reason = problems[0].message if problems else "its list does not go on at the end"
        raise Infeasible(f"{refusal} with the new items it could not be read: {reason}")
    return new


def replaced_in(path: Path, old: bytes, kind: Kind, replaced: Sequence[Item], texts: Sequence[str]) -> bytes:
    """The bytes of a kind's file with new items in the place of some; all other lines stay, comments among them.

    Args:
        path: the file, for messages.
        old: what it holds.
        kind: its items.
        replaced: those that go.
        texts: what comes, each the text of an item, not indented, or nothing.

    Raises:
        Infeasible: an item does not stand on lines of its own.
    """
    lines = old.splitlines(keepends=True)
    newline = b"\r\n" if b"\r\n" in old else b"\n"
    starts = [item.node.line - 1 for item in kind.items]
    for item, text in sorted(zip(replaced, texts, strict=True), key=lambda pair: -pair[0].node.line):
        start = item.node.line - 1
        indent, dash, _ = lines[start].partition(b"-")
        if starts.count(start) > 1 or not dash or indent.strip():
            raise Infeasible(f"{item.id} does not begin a line of its own in {path.as_posix()}; put it there first")
        end = min((next_start for next_start in starts if next_start > start), default=len(lines))
        while not lines[end - 1].strip() or lines[end - 1].lstrip().startswith(b"#"):
            end -= 1  # what is behind it is not its own
        remarks = [line for line in lines[start:end] if line.lstrip().startswith(b"#")]
        lines[start:end] = remarks + [indent + line.encode() + newline for line in text.splitlines()]
    new = b"".join(lines)
    after, problems = read_bytes(new, "")
    count = len(after.items) if isinstance(after, SequenceNode) else 0
    if problems or count != len(kind.items) - sum(not text for text in texts):
        raise Infeasible(f"{path.as_posix()} could not be read with the new items in it; add them by hand")
    return new


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
