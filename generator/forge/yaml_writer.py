"""Items as YAML in the house form: a field a line, what is short on one line, a blank line between items."""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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


class Signed(int):
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
    if isinstance(value, Signed):
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
    seen = re.sub(f"[{_UNSEEN}]", lambda found: f"\\u{ord(found[0]):04x}", escaped)
    return f'"{seen}"'
