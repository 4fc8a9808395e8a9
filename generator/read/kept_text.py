"""The text of a large file, kept small: blocks of whole lines, compressed, from which any place can be read again."""

import re
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from generator.core.problem import Problem
from generator.core.textfile import BOM, LINE_BREAK, decoded, forbidden_character
from generator.read.tree import SIGNS, Mapping
from generator.read.yaml_slips import UNSEEN

_MARKED = re.compile(SIGNS.encode())

BLOCK = 1 << 14  # bytes; a block ends with the line being read then

TextPlace = tuple[int, int]  # line and column, from 0 as YAML's parser counts them


class BlockText:
    """A text in blocks. Who reads it as a file (`yaml.parse`) asks `stream`."""

    def __init__(self, data: bytes) -> None:
        """Keep a file's bytes; `refused` says whether they are a text at all."""
        data = data.removeprefix(BOM)
        self._blocks: list[bytes] = []
        self._first: list[int] = []  # the line that each block begins with, from 0
        self.plain = True  # whether there is nothing in it that may be an icon, a mark, or written as an escape
        self.unseen = False  # whether a sign in it may be taken for a comment
        self._lines: tuple[int, list[str]] = -1, []  # the lines of the block that was last asked for
        self.latest: tuple[object, Mapping] | None = None  # what was last read of it again, and for whom
        line = 0
        for start, end in pairwise(_cuts(data)):
            block = data[start:end]
            self._first.append(line)
            self._blocks.append(zlib.compress(block, 1))
            line += len(LINE_BREAK.findall(block.decode("utf-8", "replace"))) if b"\r" in block else block.count(b"\n")
            self.unseen = self.unseen or UNSEEN.search(block) is not None
            self.plain = self.plain and not (b"\\" in block or _MARKED.search(block))

    def refused(self, shown: str, rule: str) -> list[Problem]:
        """What is wrong with its characters: the first that is not UTF-8, else the first that no text may hold."""
        forbidden: list[Problem] = []
        for line, block in zip(self._first, self._blocks, strict=True):
            text, problems = decoded(zlib.decompress(block), shown, rule)
            if text is not None and not forbidden:
                forbidden = _further(forbidden_character(text, shown, rule), line)
            if text is None:
                return _further(problems, line)
        return forbidden

    def stream(self) -> "_Stream":
        """The text as a file of bytes."""
        return _Stream(iter(self._blocks))

    def whole(self) -> str:
        """All of it."""
        return b"".join(map(zlib.decompress, self._blocks)).decode("utf-8")

    def between(self, start: TextPlace, end: TextPlace) -> str:
        """The text from one place to another, with spaces for what is before it on its first line."""
        number = bisect_right(self._first, start[0]) - 1
        lines = self._of(number)[start[0] - self._first[number] : end[0] - self._first[number] + 1]
        while start[0] + len(lines) <= end[0] and number + 1 < len(self._first):
            number += 1
            lines += self._of(number)[: end[0] - self._first[number] + 1]
        if start[0] + len(lines) > end[0]:  # a parser counts a line more behind the last one
            lines[-1] = lines[-1][: end[1]]
        lines[0] = " " * start[1] + lines[0][start[1] :]
        return "\n".join(lines)

    def _of(self, number: int) -> list[str]:
        """The lines of a block; behind its last line break comes nothing, if another follows."""
        if self._lines[0] != number:
            lines = LINE_BREAK.split(zlib.decompress(self._blocks[number]).decode("utf-8"))
            if number + 1 < len(self._blocks):
                lines.pop()
            self._lines = number, lines
        return self._lines[1]


class _Stream:
    """Blocks one after the other."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks

    def read(self, _size: int = -1) -> bytes:
        """The next block; nothing at the end. A parser takes more than it asked for."""
        return zlib.decompress(next(self._blocks, _EMPTY))


_EMPTY = zlib.compress(b"")


def _cuts(data: bytes) -> Iterator[int]:
    """Where blocks begin and end: behind a line."""
    at = 0
    while at < len(data):
        yield at
        newline = data.rfind(b"\n", at, at + BLOCK)
        if newline < 0:
            newline = data.find(b"\n", at + BLOCK)
        at = len(data) if newline < 0 else newline + 1
    yield len(data)


def _further(problems: list[Problem], lines: int) -> list[Problem]:
    """Problems this many lines further down."""
    from msgspec.structs import replace

    return [replace(problem, line=problem.line + lines) for problem in problems]
