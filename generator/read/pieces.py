"""Trees that were read before: a text that was read is not read again, nor an entry of a list that stays as it was.

A file of items is a list whose entries begin with a hyphen in the first column. Each is read by itself and kept by its
text; where it is now only moves its lines. What is wrong, or laid out in another way, is read as a whole: so a
mistake is reported with the very words that reading the whole file finds.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from msgspec import Struct

from generator.core.problem import Problem
from generator.read.tree import MAX_NODES, Mapping, Node, Scalar, Sequence

Tree = tuple[Node | None, list[Problem]]
TreeReader = Callable[[str, str], Tree]

_ENTRY = re.compile(r"^-(?=[ \n])", re.MULTILINE)
_ODD = re.compile(r"\r(?!\n)|^(---|\.\.\.|%)", re.MULTILINE)  # more than a plain list
_PLAIN = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*")  # blank lines and comments
_MOST_TEXTS = 256
_ROUNDS = 3  # in which an entry is not met before it is forgotten


class _Piece(Struct):
    """An entry of a list as it was read last."""

    node: Node
    line: int  # the line of its text's beginning, from 0
    values: int
    met: int  # the round


class Trees:
    """The trees of texts. Nobody may change what it gives."""

    def __init__(self, most_values: int) -> None:
        """Take how many values a file may hold; larger ones are read as a whole."""
        self._most = most_values
        self._texts: dict[tuple[str, str], tuple[Node | None, tuple[Problem, ...]]] = {}
        self._pieces: dict[str, dict[str, _Piece]] = {}  # by file and text
        self._rounds: dict[str, int] = {}

    def read(self, text: str, name: str, whole: TreeReader) -> Tree:
        """The tree of a text and what is wrong with it, as ``whole`` would read it."""
        key = name, text
        entry = self._texts.get(key)
        if entry is None:
            pieced = self._by_pieces(text, name, whole)
            root, problems = (pieced, []) if pieced is not None else whole(text, name)
            for stale in list(self._texts)[: len(self._texts) - _MOST_TEXTS + 1]:
                del self._texts[stale]
            entry = self._texts[key] = root, tuple(problems)
        else:
            self._texts[key] = self._texts.pop(key)  # used last
        return entry[0], list(entry[1])

    def _by_pieces(self, text: str, name: str, whole: TreeReader) -> Sequence | None:
        """The list that a text is, entry by entry; None where it is to be read as a whole."""
        starts = [match.start() for match in _ENTRY.finditer(text)]
        if len(starts) < 2 or _ODD.search(text) or not _PLAIN.fullmatch(text, 0, starts[0]):
            return None
        round_ = self._rounds[name] = self._rounds.get(name, 0) + 1
        pieces = self._pieces.setdefault(name, {})
        line, items, values = text.count("\n", 0, starts[0]), list[Node](), 1
        first = line + 1
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            part = text[start:end]
            piece = pieces.get(part)
            if piece is None:
                root, problems = whole(part, name)
                if problems or not isinstance(root, Sequence) or len(root.items) != 1:
                    return None
                piece = pieces[part] = _Piece(moved(root.items[0], line), line, _count(root.items[0]), round_)
            elif piece.line != line:
                piece.node, piece.line = moved(piece.node, line - piece.line), line
            piece.met = round_
            values += piece.values
            if values > self._most:
                return None
            items.append(piece.node)
            line += part.count("\n")
        if len(pieces) > 2 * len(items) + 64:
            for stale in [part for part, piece in pieces.items() if piece.met < round_ - _ROUNDS]:
                del pieces[stale]
        return Sequence(items, first, 1)


def moved(node: Node, lines: int) -> Node:
    """The same tree, this many lines further down."""
    if not lines:
        return node
    if isinstance(node, Scalar):
        return Scalar(node.text, node.plain, node.line + lines, node.column)
    if isinstance(node, Sequence):
        return Sequence([moved(child, lines) for child in node.items], node.line + lines, node.column)
    keys = {key: Scalar(at.text, at.plain, at.line + lines, at.column) for key, at in node.keys.items()}
    values = {key: moved(child, lines) for key, child in node.values.items()}
    return Mapping(keys, values, node.line + lines, node.column)


def _count(node: Node) -> int:
    """The values that a tree holds, keys counted in."""
    if isinstance(node, Scalar):
        return 1
    if isinstance(node, Sequence):
        return 1 + sum(map(_count, node.items))
    return 1 + len(node.keys) + sum(map(_count, node.values.values()))


OfBefore = TypeVar("OfBefore")
_MOST = 20_000  # answers, after which the one that was not asked for longest goes


class ParseMemo:
    """What was made, by what it was made of. Nobody may change it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.trees = Trees(MAX_NODES)
        self.kept: OrderedDict[Hashable, tuple[object, Any]] = OrderedDict()  # with what is held, used last comes last


_MADE: ContextVar[ParseMemo | None] = ContextVar("made", default=None)


@contextmanager
def making(before: ParseMemo) -> Iterator[None]:
    """Let what was made or read before be made or read no more."""
    token = _MADE.set(before)
    try:
        yield
    finally:
        _MADE.reset(token)


made_before = _MADE.get  # what is kept, if anything is


def made_of(key: Hashable, held: object, make: Callable[[], OfBefore]) -> OfBefore:
    """What is made of something, from before or now.

    Args:
        key: tells all that it is made of; things that are told apart by identity are to be ``held``.
        held: these things, which live as long as what was made of them is kept.
        make: makes it.
    """
    before = made_before()
    if before is None:
        return make()
    entry = before.kept.get(key)
    if entry is None:
        entry = before.kept[key] = held, make()
        if len(before.kept) > _MOST:
            before.kept.popitem(last=False)
    else:
        before.kept.move_to_end(key)
    return entry[1]
