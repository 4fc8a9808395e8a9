"""What a part of a template drew, to be taken again where all that it reads is the same.

Cards are many and what stands on them repeats: a picture, a row of an effect, a caption. What a part reads is told by
its expressions (`reads`), so that two faces that agree in it get the same marks; these are values that never change.
A part that found something wrong is not remembered, as that is told of each item; nor is one that reads what cannot be
compared. The steps that it took are counted each time, so that a file is refused with or without a memory.
"""

import re
from collections.abc import Callable, Iterable
from enum import Enum
from types import FunctionType
from typing import Any, NamedTuple

from jinja2 import TemplateError, nodes

from generator.catalog.budget import METER
from generator.catalog.compiled import parse_expression
from generator.catalog.expressions import ENVIRONMENT
from generator.catalog.values import Record
from generator.face.attribute_expressions import braces, is_dynamic
from generator.face.scope import MAX_REPEATS, FaceScope
from generator.marks.marks import Mark, Matrix
from generator.notes import NotedSet, not_noting, note_all, noting

MOST_PARTS = 2_048  # results that a part remembers
WARM = 200  # faces before it is worth finding out what a part reads, and the room to remember it
GIVEN_UP = 1 << 62
TRIAL = 512  # faces after which a memory that hardly ever helps is given up
WORTH = 16  # it helps if one of so many is known

NamePath = tuple[str, ...]  # a name, or a name and a field of it
Reads = frozenset[NamePath]
LANGUAGE: NamePath = ("lang",)

_DOTTED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)+")
_ABSENT = object()
_ATOMS = frozenset((str, int, bool, type(None)))
_UNSURE = frozenset(("items", "rule"))  # what they give may change while a program runs


class _Incomparable(Exception):
    """A value that is not to be told from others by what it holds."""


class _Drawn(NamedTuple):
    marks: tuple[Mark, ...]
    repeats: int
    steps: int
    notes: NotedSet


class PartMemory:
    """What one part of a template drew, by what it read."""

    __slots__ = ("_hits", "_known", "_paths", "_theme", "_tries")

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._paths: list[NamePath] | None = None
        self._known: dict[tuple[object, ...], _Drawn] = {}
        self._theme: object = None  # pictures, fonts and words come from it
        self._tries = self._hits = 0

    def draw(
        self,
        scope: FaceScope,
        matrix: Matrix,
        draw: Callable[[FaceScope, Matrix], None],
        read: Callable[[], Reads | None],
    ) -> None:
        """Do what ``draw`` would, by taking what it did before where it would do the same.

        Args:
            scope: the face.
            matrix: where the part lies.
            draw: draws the part.
            read: tells all that it reads; None where nobody can say.
        """
        key = None
        if scope.remembers and self._tries < GIVEN_UP:
            with not_noting():  # what the part reads was noted when it was drawn
                key = self._key(scope, matrix, read)
        if key is None:
            draw(scope, matrix)
            return
        found = self._known.get(key)
        if found is not None and scope.repeats + found.repeats <= MAX_REPEATS and METER.balance >= found.steps:
            self._hits += 1
            METER.work(found.steps)
            scope.repeats += found.repeats
            scope.marks += found.marks
            note_all(found.notes)
            return
        marks, findings, repeats, left = len(scope.marks), len(scope.findings), scope.repeats, METER.balance
        with noting() as notes:
            draw(scope, matrix)
        if len(scope.findings) == findings:
            if len(self._known) >= MOST_PARTS:
                self._known.clear()
            drawn = tuple(scope.marks[marks:])
            self._known[key] = _Drawn(drawn, scope.repeats - repeats, left - METER.balance, notes)

    def _key(self, scope: FaceScope, matrix: Matrix, read: Callable[[], Reads | None]) -> tuple[object, ...] | None:
        """All that the drawing depends on; None where that cannot be told, or is hardly ever the same."""
        tries = self._tries = self._tries + 1
        if tries < WARM:
            return None
        if tries == WARM:
            found = read()
            self._paths = None if found is None else sorted(found)
        if scope.theme is not self._theme:
            self._theme = scope.theme
            self._known.clear()
        paths = self._paths
        if paths is None or (tries == TRIAL and self._hits * WORTH < TRIAL):
            self._tries = GIVEN_UP
            self._known.clear()
            return None
        key: list[object] = [matrix, scope.draws]
        variables = scope.variables
        try:
            for path in paths:
                value = variables.get(path[0], _ABSENT)
                if isinstance(value, Record) and len(path) == 2:
                    value = value[path[1]] if path[1] in value else _ABSENT  # noqa: SIM401 - a record has no get
                kind = type(value)
                if kind in _ATOMS:
                    key += (value, kind)
                elif value is _ABSENT:
                    key.append(_ABSENT)
                elif kind is FunctionType:  # of those that templates are given, by its name and what it goes by
                    key.append(scope.language)
                else:
                    key.append(_frozen(value))
        except _Incomparable:
            return None
        return tuple(key)


def _frozen(value: Any) -> object:
    """A value as one that is equal to another only if they look the same wherever they are printed."""
    kind = type(value)
    if kind in _ATOMS:
        return value, kind
    if kind is float:
        return value or repr(value), kind
    if isinstance(value, Enum):
        return value
    if isinstance(value, list | tuple):
        return kind, tuple([_frozen(member) for member in value])
    if isinstance(value, Record):
        return Record, tuple([(name, _frozen(member)) for name, member in value])
    if kind is dict:
        return kind, tuple([(name, _frozen(member)) for name, member in value.items()])
    raise _Incomparable


def reads(texts: Iterable[str]) -> Reads | None:
    """All that the expressions in these attributes of a template read; None where nobody can say."""
    found: set[NamePath] = set()
    for text in texts:
        expressions = [text[start + 2 : stop - 2] for start, stop in braces(text)] if is_dynamic(text) else []
        for expression in expressions:
            paths = expression_reads(expression)
            if paths is None:
                return None
            found |= paths
    return frozenset(found)


def expression_reads(text: str) -> Reads | None:
    """All that an expression reads: names, or fields of them; None where nobody can say."""
    text = text.strip()
    if _DOTTED.fullmatch(text):
        return frozenset((tuple(text.split(".")[:2]),))
    try:
        waiting: list[nodes.Node] = [parse_expression(text, ENVIRONMENT)]
    except TemplateError:
        return None
    found: set[NamePath] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name):
            found.add((node.node.name, node.attr))
        elif isinstance(node, nodes.Name):
            found.add((node.name,))
        else:
            waiting += node.iter_child_nodes()
    names = {path[0] for path in found}
    return None if names & _UNSURE else frozenset(found)
