"""Places in a text, and what stands or is being written there.

Lines and columns are counted as problems count them, or as the protocol does: in UTF-16, unless agreed on. Three texts
are made one here too, line by line.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate, chain

from msgspec import Struct

from generator.core.textfile import LINE_BREAK
from generator.read.reader import read_text
from generator.read.tree import Mapping, Node, Scalar, locate

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
        text = self.line(line)
        passed = accumulate(map(self.count, text), initial=0)
        return next((column for column, before in enumerate(passed) if before >= units), len(text))

    def token_end(self, line: int, column: int) -> int:
        """The column behind the value or key that starts at a place; at least one further on, where a line goes on."""
        text = self.line(line)
        flow = _in_flow(text[:column])
        for form in (_QUOTED, _PLAIN if flow else _LOOSE):
            token = form.match(text, column)
            if token:
                return token.end()
        return min(column + 1, max(len(text), column))


def _in_flow(before: str) -> bool:
    """Whether brackets or braces are open behind the beginning of a line, as far as it tells."""
    bare = _QUOTED.sub("", before)
    return bare.count("{") + bare.count("[") > bare.count("}") + bare.count("]")


TreePath = tuple[str | int, ...]
MARK = "pnp0here0cursor"  # stands in for what is being written
_BREAKS = " \t,[]{}\"'"
_KEY_BEFORE = re.compile(r"(^|[{,]|- )\s*$")


class ScalarPlace(Struct, frozen=True):
    """A scalar of a tree: the path to it or, where it is a key, to its value."""

    path: TreePath
    scalar: Scalar
    is_key: bool


class Writing(Struct, frozen=True):
    """What is being written: the path to the mapping or value, and columns from 0 of what stands for it so far."""

    path: TreePath
    root: Node
    as_key: bool  # whether it may be a key
    start: int
    end: int


def scalars(node: Node, path: TreePath = ()) -> Iterator[ScalarPlace]:
    """All keys and values of a tree, in the order of the text."""
    if isinstance(node, Scalar):
        yield ScalarPlace(path, node, is_key=False)
    elif isinstance(node, Mapping):
        for key, value in node.values.items():
            yield ScalarPlace((*path, key), node.keys[key], is_key=True)
            yield from scalars(value, (*path, key))
    else:
        for number, member in enumerate(node.items):
            yield from scalars(member, (*path, number))


def scalar_at(root: Node | None, lines: Lines, line: int, column: int) -> ScalarPlace | None:
    """The key or value at a place; line and column from 0."""
    for position in scalars(root) if root is not None else ():
        node = position.scalar
        if node.line - 1 == line and node.column - 1 <= column <= lines.token_end(line, node.column - 1):
            return position
        if node.line - 1 > line:
            return None
    return None


def writing_at(lines: Lines, line: int, column: int) -> Writing | None:
    """What is being written at a place, by reading the text with a mark there; None where nobody can tell.

    What is below may be out of order while something is written: then only what is above is examined.
    """
    text = lines.line(line)
    start = column
    while start > 0 and text[start - 1] not in _BREAKS:
        start -= 1
    end = column
    while end < len(text) and text[end] not in _BREAKS + ":":
        end += 1
    before, after = text[:start], text[end:]
    is_key = after.lstrip().startswith(":")
    marks = [MARK] if is_key else [f"{MARK}: ", MARK] if _KEY_BEFORE.search(before) else [MARK, f"{MARK}: "]
    below = lines.lines[line + 1 :]
    for mark, lines_below in chain(((mark, below) for mark in marks), ((mark, []) for mark in marks)):
        changed = "\n".join([*lines.lines[:line], before + mark + after, *lines_below])
        root, _ = read_text(changed, "")
        position = (
            next((candidate for candidate in scalars(root) if MARK in candidate.scalar.text), None)
            if root is not None
            else None
        )
        if root is not None and position is not None:
            path = position.path[:-1] if position.is_key else position.path
            alone = position.is_key or (
                not before.strip(" -") and not isinstance(locate(root, position.path[:-1]), Mapping)
            )
            return Writing(path, root, alone, start, end)
    return None


def merged(base: str, mine: str, theirs: str) -> str | None:
    """The text in which both changes are made; None where they touch the same lines and differ.

    Where lines next to each other were changed by one and the other, each is taken from who changed it, if all three
    have as many lines there; if lines came or went too, nobody can tell which belong together.
    """
    if mine == theirs or base == theirs:
        return mine
    if base == mine:
        return theirs
    old, ours, others = (text.split("\n") for text in (base, mine, theirs))
    in_ours, in_others = _same(old, ours), _same(old, others)
    result: list[str] = []
    i = j = k = 0
    while i < len(old) or j < len(ours) or k < len(others):
        if i < len(old) and in_ours.get(i) == j and in_others.get(i) == k:
            result.append(old[i])
            i, j, k = i + 1, j + 1, k + 1
            continue
        after = i  # the next line that all three have
        while after < len(old) and not (in_ours.get(after, -1) >= j and in_others.get(after, -1) >= k):
            after += 1
        ends = (in_ours[after], in_others[after]) if after < len(old) else (len(ours), len(others))
        lines = _brought_together(old[i:after], ours[j : ends[0]], others[k : ends[1]])
        if lines is None:
            return None
        result += lines
        i, (j, k) = after, ends
    return "\n".join(result)


def _same(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """The places of lines that are kept, by the old ones."""
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return {block.a + step: block.b + step for block in blocks for step in range(block.size)}


def _brought_together(old: list[str], ours: list[str], others: list[str]) -> list[str] | None:
    if ours == others or old == others:
        return ours
    if old == ours:
        return others
    if not len(old) == len(ours) == len(others):
        return None
    lines = []
    for was, mine, theirs in zip(old, ours, others, strict=True):
        if was not in (mine, theirs) and mine != theirs:
            return None
        lines.append(theirs if was == mine else mine)
    return lines
