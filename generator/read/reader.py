"""YAML text to a tree, event by event.

A game's files are shared between strangers, so the reader takes the YAML a person writes by hand and refuses
the rest at its line: aliases and anchors (a few lines of them can stand for billions), tags (they name types
to construct), several documents, control characters, deep nesting, and files beyond the limits below.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from generator.core.problem import Problem
from generator.core.textfile import FORBIDDEN, decoded, forbidden_character, read_text_file
from generator.read.kept_text import BlockText, TextPlace
from generator.read.pieces import Tree, made_before
from generator.read.tree import MAX_BYTES, USUAL, Limits, Mapping, Node, Scalar, Sequence, excerpt
from generator.read.yaml_slips import QUOTES, explain, odd_space, touching, without_hyphen

MAX_DEPTH = 40
MAX_KEY = 120  # characters; messages name keys in full

RULE = "yaml-syntax"
YAML_TAG = "tag:yaml.org,2002:"  # what ``!!`` stands for
_COMMENT = re.compile(r"^[^#\n]*:[ \t]+(#\S.*)$", re.M)  # in place of a value
QUOTE_BRACKETS = "a text with braces or brackets needs quotes"


class ReadError(Exception):
    """Stops the reading; carries the problem."""

    def __init__(self, problem: Problem):
        self.problem = problem


def read_file(path: Path, shown: str | None = None, within: Path | None = None) -> tuple[Node | None, list[Problem]]:
    """Read a YAML file.

    Args:
        path: the file.
        shown: its name in messages; ``path`` itself if None.
        within: the folder that the file must not lead out of, even by a symbolic link.

    Returns:
        The tree (None where the file is empty or cannot be read) and the problems found.
    """
    name = shown or path.as_posix()
    text, problems = read_text_file(path, name, MAX_BYTES, RULE, within, USUAL.advice)
    return (None, problems) if text is None else read_text(text, name)


def read_bytes(data: bytes, name: str) -> tuple[Node | None, list[Problem]]:
    """Like `read_file`, of given bytes."""
    text, problems = decoded(data, name, RULE)
    return (None, problems) if text is None else read_text(text, name)


def read_text(text: str, name: str) -> tuple[Node | None, list[Problem]]:
    """Like `read_file`, of a given text."""
    before = made_before()
    return _read_whole(text, name) if before is None else before.trees.read(text, name, _read_whole)


_BEFOREHAND: dict[str, Tree] = {}  # by what tells texts apart
_RECORDING: list[bool] = []


@contextmanager
def recording() -> Iterator[dict[str, Tree]]:
    """Note the trees of sound texts that are read in the block, for where reading takes long: see `read_beforehand`."""
    _RECORDING.append(True)
    try:
        yield _BEFOREHAND
    finally:
        _RECORDING.pop()
        _BEFOREHAND.clear()


def read_beforehand(trees: dict[str, Tree]) -> None:
    """Take trees that `recording` gave for those of the same texts from now on."""
    _BEFOREHAND.update(trees)


def _read_whole(text: str, name: str) -> Tree:
    if not _BEFOREHAND and not _RECORDING:
        return _read_anew(text, name)
    key = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()  # of files that are told by another name there too
    tree = _BEFOREHAND.get(key)
    if tree is None:
        tree = _read_anew(text, name)
        if _RECORDING and not tree[1]:
            _BEFOREHAND[key] = tree
    return tree[0], list(tree[1])


def _read_anew(text: str, name: str) -> Tree:
    if problems := forbidden_character(text, name, RULE):
        return None, problems
    builder = Builder(name)
    try:
        return builder.build(text), builder.problems
    except ReadError as refusal:
        return None, [*builder.problems, refusal.problem]


class Builder:
    """Builds the tree from the parser's events, without recursion."""

    def __init__(self, name: str, limits: Limits = USUAL) -> None:
        self.name = name
        self.limits, self.most = limits, limits.nodes
        self.problems: list[Problem] = []
        self.root: Node | None = None
        self.stack: list[Sequence | Mapping] = []
        self.pending: list[Scalar | None] = []  # the key that waits for its value, one a level
        self.nodes = 0
        self.first_line = 1  # the number of the text's first line
        self.gives = False  # whether members of a list at the root are given out, and not kept
        self.given: list[tuple[Node, TextPlace]] = []  # those that wait to be taken, and where each ends
        self.empty: dict[int, Scalar] = {}  # values that are not written, by their lines
        self.split: dict[int, tuple[int, Problem]] = {}  # items without a hyphen: their problem, and another one

    def build(self, text: str) -> Node | None:
        """The tree of a text. Raises as `steps` does."""
        for _ in self.steps(text, None):
            pass
        self.see_unread(text)
        return self.root

    def see_unread(self, text: str) -> None:
        """Report what YAML takes for comments: texts that begin with #, read as they are meant; a # without a space."""
        for slip in touching(text):
            self.problems.append(self._problem(slip.line + self.first_line - 1, *slip[1:]))
        for match in _COMMENT.finditer(text):
            line = text.count("\n", 0, match.start()) + self.first_line
            node = self.empty.get(line)
            if node is not None:
                node.text, node.column = match[1].rstrip(), match.start(1) - match.start() + 1
                message = "nothing is written here: YAML takes a text that begins with # for a comment"
                hint = "put the text in quotes, or write a space after the # of a comment"
                self.problems.append(self._problem(line, node.column, message, hint))

    def steps(self, source: Any, text: BlockText | None) -> Iterator[None]:
        """Read on, event by event; ``text`` holds the text where ``source`` is a stream of it.

        Raises:
            Refused: it is not YAML, or none that is read.
        """
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        take = self._taker(yaml)
        try:
            parser = loader(source)
            try:
                while (event := parser.get_event()) is not None:
                    take(event)
                    if self.given or (self.gives and len(self.stack) < 2):  # at what lies deeper nobody looks
                        yield
            finally:
                parser.dispose()
        except yaml.MarkedYAMLError as error:
            advice = explain(error, source if text is None else text.whole())
            raise ReadError(self._problem(*advice)) from None

    def _problem(self, line: int, column: int, message: str, hint: str = "", rule: str = RULE) -> Problem:
        return Problem(self.name, line, column, "error", rule, message, hint)

    def _refuse(self, mark: Any, message: str, hint: str = "") -> None:
        raise ReadError(self._problem(mark.line + self.first_line, mark.column + 1, message, hint))

    def _taker(self, yaml: Any) -> Callable[[Any], None]:
        """What takes the parser's events."""
        scalar, starts = yaml.ScalarEvent, (yaml.SequenceStartEvent, yaml.MappingStartEvent)
        ends = (yaml.SequenceEndEvent, yaml.MappingEndEvent)

        def take(event: Any) -> None:
            kind, mark = type(event), event.start_mark
            line, column = mark.line + self.first_line, mark.column + 1
            if kind is scalar:
                self.nodes += 1
                if event.anchor or event.tag or self.nodes > self.most:
                    self._check_node(event, mark)
                value = event.value
                # Written with an escape, for as a character it would not have come so far.
                if not value.isprintable() and (forbidden := FORBIDDEN.search(value)):
                    self._refuse(mark, f"the text holds the character U+{ord(forbidden[0]):04X}", "delete it")
                node = Scalar(value, not event.style, line, column)
                if not value and node.plain:
                    self.empty[line] = node
                self._add(node)
            elif kind in starts:
                self.nodes += 1
                self._check_node(event, mark)
                is_list = kind is starts[0]
                self._open(Sequence([], line, column) if is_list else Mapping({}, {}, line, column), mark)
            elif kind in ends:
                self._close(event.end_mark)
            elif kind is yaml.AliasEvent:
                self._refuse(
                    mark, "an unquoted text cannot start with *; aliases are not read", f"{QUOTES}, or write it out"
                )
            elif kind is yaml.DocumentStartEvent and self.root is not None:
                self._refuse(mark, "a second document starts here", "one file holds one document: delete the ---")

        return take

    def _close(self, mark: Any) -> None:
        node = self.stack.pop()
        self.pending.pop()
        if id(node) in self.split and isinstance(node, Mapping) and len(node.keys) < 2:  # a key again, and no new item
            at, again = self.split[id(node)]
            self.problems[at] = again
            if isinstance(members := self.stack[-1], Sequence):
                members.items[:] = [member for member in members.items if member is not node]
            return
        if self.gives and len(self.stack) == 1 and isinstance(self.stack[0], Sequence):
            self.given.append((node, (mark.line, mark.column)))

    def _check_node(self, event: Any, mark: Any) -> None:
        if event.anchor:
            hint = "write the value out where it is used; or quote the text"
            self._refuse(mark, f"the anchor &{event.anchor[:40]} is not allowed", hint)
        if event.tag and event.tag != "!":
            tag = event.tag.replace(YAML_TAG, "!!")[:40]
            self._refuse(mark, f"the tag {tag} is not allowed", "delete it; or quote the text")
        if self.nodes > self.most:
            self._refuse(mark, f"the file holds more than {self.most:,} values", self.limits.advice)

    def _key(self, node: Node) -> Scalar:
        if not isinstance(node, Scalar):
            raise ReadError(self._problem(node.line, node.column, "a key must be a plain word", QUOTE_BRACKETS))
        if len(node.text) > MAX_KEY:
            raise ReadError(self._problem(node.line, node.column, f"a key has at most {MAX_KEY} characters"))
        unseen = next((at for at, sign in enumerate(node.text) if sign.isspace() and sign != " "), None)
        if node.plain and unseen is not None:
            raise ReadError(self._problem(*odd_space(node.line, node.column + unseen, node.text[unseen])))
        if node.plain and not node.text.isprintable():
            message = f"the key {excerpt(node.text)} holds a space that is none to YAML, or something unseen"
            raise ReadError(self._problem(node.line, node.column, message, "type it again"))
        return node

    def _open(self, node: Sequence | Mapping, mark: Any) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self._refuse(mark, f"nested more than {MAX_DEPTH} deep")
        self._add(node)
        self.stack.append(node)
        self.pending.append(None)

    def _add(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        if isinstance(parent, Sequence):
            if not self.gives or len(self.stack) > 1:
                parent.items.append(node)
            elif isinstance(node, Scalar):
                self.given.append((node, (0, 0)))
            return
        key = self.pending[-1]
        if key is None:
            self.pending[-1] = self._key(node)
            return
        self.pending[-1] = None
        first = parent.keys.get(key.text)
        if first is not None:
            message = f"the key {key.text!r} is repeated here; it is first at line {first.line}"
            again = self._problem(key.line, key.column, message, "rename one of the two, or delete it", "duplicate-key")
            if self._is_item(parent, key.text):
                self._start_item(parent, key, node, again)
            else:
                self.problems.append(again)
            return
        parent.keys[key.text] = key
        parent.values[key.text] = node

    def _is_item(self, parent: Mapping, key: str) -> bool:
        """Whether a key that is in a mapping again seems to begin the next item of a list, without its hyphen."""
        in_list = len(self.stack) > 1 and isinstance(self.stack[-2], Sequence)
        return in_list and len(parent.keys) > 1 and key == next(iter(parent.keys))

    def _start_item(self, before: Mapping, key: Scalar, node: Node, again: Problem) -> None:
        """Go on with a new item, as it was meant."""
        written = f"{key.text}: {node.text}" if isinstance(node, Scalar) else f"{key.text}:"
        new = Mapping({key.text: key}, {key.text: node}, key.line, key.column)
        self.split[id(new)] = len(self.problems), again
        self.problems.append(self._problem(*without_hyphen(key.line, key.column, written)))
        self.stack[-1], members = new, self.stack[-2]
        if self.gives and len(self.stack) == 2:
            self.given.append((before, (key.line - self.first_line, key.column - 1)))
        elif isinstance(members, Sequence):
            members.items.append(new)
