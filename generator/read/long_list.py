"""A file that is one long list, member by member, so that memory does not grow with what is not kept of it."""

from collections.abc import Callable, Iterator
from pathlib import Path

from generator.core.problem import Problem
from generator.core.textfile import read_bytes_of
from generator.read.kept_text import BlockText, TextPlace
from generator.read.reader import Builder, ReadError, read_bytes
from generator.read.tree import MIB, Limits, Mapping, Node, Scalar, Sequence

RULE = "yaml-syntax"
_COLUMNS = 1 << 32
LARGE = MIB // 2  # bytes: fewer cannot hold more values than are allowed; of a larger file's members places are kept


class LongList:
    """The members of a file that is one list, in order, each with what is to be kept of it.

    Of a mapping in a large file that is a `LaterMapping`. What is wrong with the file is known when all are read.
    """

    def __init__(
        self, path: Path, shown: str, within: Path | None, limits: Limits, tells: Callable[[bytes], bool] | None = None
    ) -> None:
        """Read the file; see `read_file`. What ``tells`` says of its bytes is in ``told_apart``."""
        self.root: Node | None = None  # without its members, where it is a list; None where nothing can be read
        self.problems: list[Problem] = []
        self.refused = False  # the file cannot be read as a whole, so that no member of it counts
        self._text: BlockText | None = None
        self._members: list[Node] = []
        self._builder = Builder(shown, limits)
        data, self.problems = read_bytes_of(path, shown, limits.bytes, RULE, within, limits.advice)
        self.told_apart = data is not None and tells is not None and tells(data)
        if data is not None and len(data) <= LARGE:
            self.root, self.problems = read_bytes(data, shown)
            self._members = self.root.items if isinstance(self.root, Sequence) else []
        elif data is not None:
            text = BlockText(data)
            del data
            self.problems = text.refused(shown, RULE)
            if not self.problems:
                self._text = text
                self._open(text)
        self.refused = bool(self.problems) and self.root is None

    def __iter__(self) -> Iterator[tuple[Node, Node]]:
        if self._text is None:
            yield from ((node, node) for node in self._members)
            return
        builder, text = self._builder, self._text
        try:
            for _ in self._steps:
                while builder.given:
                    node, end = builder.given.pop()
                    yield node, _later(node, end, text) if isinstance(node, Mapping) else node
        except ReadError as refusal:
            builder.problems.append(refusal.problem)
            self.refused = True
        if text.unseen and not self.refused:
            builder.see_unread(text.whole())
        self.problems = builder.problems

    def _open(self, text: BlockText) -> None:
        """Read as far as the root, or all of it where that is not a list."""
        builder = self._builder
        builder.gives = True
        self._steps = builder.steps(text.stream(), text)
        try:
            for _ in self._steps:
                if isinstance(builder.root, Sequence):
                    break
        except ReadError as refusal:
            builder.problems.append(refusal.problem)
            builder.root = None
        self.root, self.problems = builder.root, builder.problems


class LaterMapping(Mapping):
    """A mapping of a large file that is read again where somebody looks into it: the places alone are kept."""

    __slots__ = ("_end", "_text", "plain")

    _text: BlockText
    _end: int  # the line and the column, in one number
    plain: bool  # whether no value in it may hold an icon or a mark

    @property
    def keys(self) -> dict[str, Scalar]:  # type: ignore[override]
        """See `Mapping`."""
        return self._read().keys

    @property
    def values(self) -> dict[str, Node]:  # type: ignore[override]
        """See `Mapping`."""
        return self._read().values

    def _read(self) -> Mapping:
        if self._text.latest is not None and self._text.latest[0] is self:
            return self._text.latest[1]
        builder = Builder("")
        builder.first_line = self.line
        root = builder.build(self._text.between((self.line - 1, self.column - 1), divmod(self._end, _COLUMNS)))
        assert isinstance(root, Mapping)  # as it was the first time
        self._text.latest = self, root
        return root


def _later(node: Mapping, end: TextPlace, text: BlockText) -> "LaterMapping":
    later = LaterMapping.__new__(LaterMapping)
    later.line, later.column, later._end, later._text = node.line, node.column, end[0] * _COLUMNS + end[1], text
    later.plain = text.plain
    return later
