"""Places in a text: lines and columns as problems count them, and as the protocol does (UTF-16, unless agreed on)."""

import re
from collections.abc import Callable

from msgspec import Struct

from generator.core.textfile import LINE_BREAK

UnitCount = Callable[[str], int]  # how long the client thinks that a text is

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'')
_PLAIN = re.compile(r"[^\s,\[\]{}#:](?:[^,\[\]{}\s#:]|:(?!\s|$)|(?<!\s)#|[ \t]+(?![#\s]|$))*")
_LOOSE = re.compile(r"\S(?:[^:\n#]|:(?!\s|$)|(?<!\s)#)*?(?=\s*(?:$|:(?:\s|$)|\s#))")


class Lines(Struct, frozen=True):
    """A text by its lines. Lines and columns count from 0 here, columns by characters."""

    lines: list[str]
    count: UnitCount

    @classmethod
    def of(cls, text: str, count: UnitCount) -> "Lines":
        """The lines of a text, whatever its line breaks are."""
        return cls(LINE_BREAK.split(text.removeprefix("\ufeff")), count)

    def line(self, number: int) -> str:
        """A line; empty beyond the end."""
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    def units(self, line: int, column: int) -> int:
        """A column as the client counts."""
        return self.count(self.line(line)[:column])

    def column(self, line: int, units: int) -> int:
        """A column of the client's in characters."""
        column = passed = 0
        for sign in self.line(line):
            if passed >= units:
                break
            passed += self.count(sign)
            column += 1
        return column

    def token_end(self, line: int, column: int) -> int:
        """The column behind the value or key that starts at a place; at least one further on, where a line goes on."""
        text = self.line(line)
        flow = _in_flow(text[:column])
        for form in (_QUOTED, _PLAIN if flow else _LOOSE):
            found = form.match(text, column)
            if found:
                return found.end()
        return min(column + 1, max(len(text), column))


def _in_flow(before: str) -> bool:
    """Whether brackets or braces are open behind the beginning of a line, as far as it tells."""
    bare = _QUOTED.sub("", before)
    return bare.count("{") + bare.count("[") > bare.count("}") + bare.count("]")
