"""YAML text to a tree, event by event.

A game's files are shared between strangers, so the reader takes the YAML a person writes by hand and refuses
the rest at its line: aliases and anchors (a few lines of them can stand for billions), tags (they name types
to construct), several documents, control characters, deep nesting, and files beyond the limits below.
"""

from pathlib import Path
from typing import Any

from generator.problem import Problem
from generator.source.tree import Mapping, Node, Scalar, Sequence

MAX_BYTES = 8 * 1024 * 1024
MAX_NODES = 400_000
MAX_DEPTH = 40

RULE = "yaml-syntax"


class _Refused(Exception):
    """Stops the reading; carries the problem."""

    def __init__(self, problem: Problem):
        self.problem = problem


def read_file(path: Path, shown: str | None = None) -> tuple[Node | None, list[Problem]]:
    """Read a YAML file.

    Args:
        path: the file.
        shown: its name in messages; ``path`` itself if None.

    Returns:
        The tree (None where the file is empty or cannot be read) and the problems found.
    """
    name = shown or str(path)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            limit = MAX_BYTES // (1024 * 1024)
            return None, [
                Problem(name, 1, 1, "error", RULE, f"the file has {size:,} bytes; the limit is {limit} MiB",
                        "split it over several games, or shorten it")
            ]  # fmt: skip
        data = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        return None, [Problem(name, 1, 1, "error", RULE, f"cannot read the file: {reason}")]
    return read_bytes(data, name)


def read_bytes(data: bytes, name: str) -> tuple[Node | None, list[Problem]]:
    """Like `read_file`, of bytes at hand."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        message = f"byte 0x{data[error.start]:02X} is not UTF-8"
        return None, [Problem(name, line, column, "error", RULE, message, "save the file as UTF-8")]
    return read_text(text, name)


def read_text(text: str, name: str) -> tuple[Node | None, list[Problem]]:
    """Like `read_file`, of text at hand."""
    builder = _Builder(name)
    try:
        return builder.build(text), builder.problems
    except _Refused as refusal:
        return None, [*builder.problems, refusal.problem]


class _Builder:
    """Builds the tree from the parser's events, without recursion."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self.root: Node | None = None
        self.stack: list[Sequence | Mapping] = []
        self.pending: list[Scalar | None] = []  # the key that waits for its value, one a level
        self.ignored = 0  # level at which the value of a repeated key is being skipped
        self.nodes = 0

    def build(self, text: str) -> Node | None:
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            for event in yaml.parse(text, loader):
                self._take(event, yaml)
        except yaml.reader.ReaderError as error:
            line, column = _place(text, error.position)
            message = f"character U+{ord_of(error.character):04X} is not allowed in YAML"
            raise _Refused(self._problem(line, column, message, "delete it")) from None
        except yaml.MarkedYAMLError as error:
            raise _Refused(self._syntax(error)) from None
        return self.root

    def _syntax(self, error: Any) -> Problem:
        mark = error.problem_mark or error.context_mark
        message = error.problem or "this is not YAML"
        if error.context:
            message += f" ({error.context})"
        hint = ""
        if "'\\t'" in message or "tab" in message:
            message, hint = "a tab where YAML wants spaces", "indent with spaces"
        elif "mapping values are not allowed" in message:
            hint = "quote the text if it holds a colon followed by a space"
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        return self._problem(line, column, message, hint)

    def _problem(self, line: int, column: int, message: str, hint: str = "", rule: str = RULE) -> Problem:
        return Problem(self.name, line, column, "error", rule, message, hint)

    def _refuse(self, mark: Any, message: str, hint: str = "") -> None:
        raise _Refused(self._problem(mark.line + 1, mark.column + 1, message, hint))

    def _take(self, event: Any, yaml: Any) -> None:
        mark = event.start_mark
        if isinstance(event, yaml.ScalarEvent):
            self._check_node(event, mark)
            value = event.value
            if not value.isprintable():
                self._check_text(value, mark)
            self._add(Scalar(value, not event.style, mark.line + 1, mark.column + 1))
        elif isinstance(event, yaml.SequenceStartEvent):
            self._check_node(event, mark)
            self._open(Sequence([], mark.line + 1, mark.column + 1), mark)
        elif isinstance(event, yaml.MappingStartEvent):
            self._check_node(event, mark)
            self._open(Mapping({}, {}, mark.line + 1, mark.column + 1), mark)
        elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
            self.stack.pop()
            self.pending.pop()
        elif isinstance(event, yaml.AliasEvent):
            self._refuse(mark, f"the alias *{event.anchor} is not allowed", "write the value out")
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            self._refuse(mark, "a second document starts here", "one file holds one document: delete the ---")

    def _check_node(self, event: Any, mark: Any) -> None:
        if event.anchor:
            self._refuse(mark, f"the anchor &{event.anchor} is not allowed", "write the value out where it is used")
        if event.tag and event.tag != "!":
            self._refuse(mark, f"the tag {event.tag} is not allowed", "delete it; the field decides what a value is")
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self._refuse(mark, f"the file holds more than {MAX_NODES:,} values", "split it")

    def _check_text(self, value: str, mark: Any) -> None:
        for character in value:
            code = ord(character)
            if code < 32 and character not in "\n\t" or 127 <= code < 160 or 0xD800 <= code < 0xE000:
                self._refuse(mark, f"the text holds the control character U+{code:04X}", "delete it")

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
            parent.items.append(node)
            return
        key = self.pending[-1]
        if key is None:
            if not isinstance(node, Scalar):
                raise _Refused(self._problem(node.line, node.column, "a key must be a plain word"))
            self.pending[-1] = node
            return
        self.pending[-1] = None
        first = parent.keys.get(key.text)
        if first is not None:
            message = f"the key {key.text!r} stands here again; it is first at line {first.line}"
            self.problems.append(self._problem(key.line, key.column, message, "keep one of the two", "duplicate-key"))
            return
        parent.keys[key.text] = key
        parent.values[key.text] = node


def ord_of(character: object) -> int:
    """The code point of what PyYAML's reader reports: a number or a character."""
    return character if isinstance(character, int) else ord(str(character)[0])


def _place(text: str, position: int) -> tuple[int, int]:
    before = text[:position]
    return before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
