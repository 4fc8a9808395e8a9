"""What a part of a template drew, to be taken again where all that it reads is the same.

Cards are many and what stands on them repeats: a picture, a row of an effect, a caption. What a part reads is told by
its expressions (`reads`), so that two faces that agree in it get the same marks; these are values that never change.
A part that found something wrong is not remembered, as that is told of each item; nor is one that reads what cannot be
compared. The steps that it took are counted each time, so that a file is refused with or without a memory.
"""

import re
from collections.abc import Callable, Collection, Iterable
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
from generator.notes import NotedSet, note_all, noted_now, noting

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
    notes: NotedSet | None  # None where nobody took notes


class PartMemory:
    """What one part of a template drew, by what it read."""

    __slots__ = ("_fields", "_hits", "_known", "_names", "_theme", "_tries")

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._names: list[str] = []  # what the part reads: names,
        self._fields: list[tuple[str, list[str]]] = []  # and fields of names
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
        key = self._key(scope, matrix, read) if scope.remembers and self._tries < GIVEN_UP else None
        if key is None:
            draw(scope, matrix)
            return
        noted = noted_now() is not None
        found = self._known.get(key)
        if found is not None and self._again(scope, found, noted=noted):
            return
        marks, findings, repeats, left = len(scope.marks), len(scope.findings), scope.repeats, METER.balance
        notes: NotedSet | None = None
        if noted:
            with noting() as notes:
                draw(scope, matrix)
        else:
            draw(scope, matrix)
        if len(scope.findings) == findings:
            if len(self._known) >= MOST_PARTS:
                self._known.clear()
            drawn = tuple(scope.marks[marks:])
            self._known[key] = _Drawn(drawn, scope.repeats - repeats, left - METER.balance, notes)

    def _again(self, scope: FaceScope, found: _Drawn, *, noted: bool) -> bool:
        """Take what was drawn before; whether that can be, as it may cost too much, or what it rests on be unknown."""
        marks, repeats, steps, notes = found
        if scope.repeats + repeats > MAX_REPEATS or METER.balance < steps or (noted and notes is None):
            return False
        self._hits += 1
        METER.work(steps)
        scope.repeats += repeats
        scope.marks += marks
        if notes:
            note_all(notes)
        return True

    def _key(self, scope: FaceScope, matrix: Matrix, read: Callable[[], Reads | None]) -> tuple[object, ...] | None:
        """All that the drawing depends on; None where that cannot be told, or is hardly ever the same."""
        tries = self._tries = self._tries + 1
        if tries < WARM:
            return None
        if tries == WARM and not self._learn(read()):
            return None
        if scope.theme is not self._theme:
            self._theme = scope.theme
            self._known.clear()
        if tries == TRIAL and self._hits * WORTH < TRIAL:
            self._give_up()
            return None
        variables = scope.variables
        values = [variables.get(name, _ABSENT) for name in self._names]
        for name, fields in self._fields:
            holder = variables.get(name, _ABSENT)
            if isinstance(holder, Record):
                held = holder.held  # that the part reads it was noted when it was drawn
                values += [held.get(field, _ABSENT) for field in fields]
            else:
                values += [holder] * len(fields)
        kinds = tuple(map(type, values))
        if not _ATOMS.issuperset(kinds):
            try:
                values = [
                    value if kind in _ATOMS else _told(value, scope) for value, kind in zip(values, kinds, strict=True)
                ]
            except _Incomparable:
                return None
        return (matrix, scope.draws, *kinds, *values)

    def _learn(self, found: Reads | None) -> bool:
        """Take what the part reads; whether anybody can say."""
        if found is None:
            self._give_up()
            return False
        paths = sorted(found)
        self._names = [path[0] for path in paths if len(path) == 1]
        holders = dict.fromkeys(path[0] for path in paths if len(path) > 1)
        self._fields = [(name, [path[1] for path in paths if path[0] == name and len(path) > 1]) for name in holders]
        return True

    def _give_up(self) -> None:
        self._tries = GIVEN_UP
        self._known.clear()


def _told(value: Any, scope: FaceScope) -> object:
    """A value that is no atom, so that it can be compared. Of what templates may call, its name says what it gives."""
    if value is _ABSENT:
        return value
    return scope.language if type(value) is FunctionType else _frozen(value)


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
        return kind, _all_frozen(value)
    if isinstance(value, Record):
        return Record, tuple(value.held), _all_frozen(value.held.values())
    if kind is dict:
        return kind, tuple(value), _all_frozen(value.values())
    raise _Incomparable


def _all_frozen(values: Collection[Any]) -> tuple[object, ...]:
    kinds = tuple(map(type, values))
    if _ATOMS.issuperset(kinds):
        return kinds, tuple(values)
    return tuple([_frozen(value) for value in values])


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
