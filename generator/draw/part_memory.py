"""What a part of a template drew, to be taken again where all that it reads is the same.

Cards are many and what stands on them repeats: a picture, a row of an effect, a caption; and what is in no language is
looked through but once. What a part reads is identified by its expressions (`reads`), so that two faces that agree in
it get the same marks; these are values that never change.
A part that found something wrong is not remembered, as that is told of each item; nor is one that reads what cannot be
compared. The steps that it took are counted each time, so that a file is refused with or without a memory.
"""

from collections.abc import Callable, Collection
from enum import Enum
from types import FunctionType
from typing import Any, NamedTuple

from generator.core.notes import DependencySet, note_all, noted_now, noting
from generator.draw.attribute_expressions import Reads
from generator.draw.marks.marks import Mark, Matrix
from generator.draw.scope import MAX_REPEATS, FaceScope
from generator.model.budget import METER
from generator.model.numerals import has_comma
from generator.model.values import Record

MOST_PARTS = 2_048  # results that a part remembers
WARM = 200  # faces before it is worth finding out what a part reads, and the room to remember it
LONG = 40  # parts in a part, from which on it is remembered at once where it is only looked through: languages share it
SHORT = 16  # members of a tuple that is identified by what it holds
GIVEN_UP = 1 << 62
TRIAL = 312  # faces asked for after which a memory that hardly ever helps is given up
WORTH = 10  # it helps if one of so many is known

_ABSENT = object()
_ATOMS = frozenset((str, int, bool, type(None)))


class _Incomparable(Exception):
    """A value that is not to be distinguished from others by what it holds."""


class _Same:
    """A long tuple, such as what was worked out about an item once: equal to nothing but itself, as comparing it would
    take longer than most of what is made of it."""

    __slots__ = ("_value",)

    def __init__(self, value: tuple[Any, ...]) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other._value is self._value

    def __hash__(self) -> int:
        return id(self._value)


class _PartDrawing(NamedTuple):
    marks: tuple[Mark, ...]
    repeats: int
    steps: int
    notes: DependencySet | None  # None where nobody took notes


class PartMemory:
    """What one part of a template drew, by what it read."""

    __slots__ = ("_asked", "_fields", "_hits", "_known", "_long", "_names", "_theme", "_tries", "_whole")

    def __init__(self, *, whole: bool = False) -> None:
        """Begin with nothing known.

        Args:
            whole: the part is all of a repetition, whose members have a memory of their own: it is remembered only if
                that is long.
        """
        self._names: list[str] | None = None  # what the part reads: names; None as long as nobody has asked
        self._fields: list[tuple[str, list[str]]] = []  # and fields of names
        self._known: dict[tuple[object, ...], _PartDrawing] = {}
        self._theme: object = None  # pictures, fonts and words come from it
        self._tries = self._asked = self._hits = 0
        self._whole, self._long = whole, False

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
        if not scope.remembers or self._tries >= GIVEN_UP:
            draw(scope, matrix)
            return
        scope.parts += 1
        key = self._key(scope, matrix, read)
        noted = key is not None and noted_now() is not None
        drawing = None if key is None else self._known.get(key)
        if drawing is not None and self._again(scope, drawing, noted=noted):
            return
        marks, findings, repeats, left = len(scope.marks), len(scope.findings), scope.repeats, METER.balance
        parts, variables = scope.parts, scope.variables
        notes: DependencySet | None = None
        if noted:
            with noting() as notes:
                draw(scope, matrix)
        else:
            draw(scope, matrix)
        if key is None and not self._long and scope.parts - parts >= LONG:
            self._long, scope.variables = True, variables
            key = self._key(scope, matrix, read)
        if key is not None and len(scope.findings) == findings:
            if len(self._known) >= MOST_PARTS:
                self._known.clear()
            drawn = tuple(scope.marks[marks:])
            self._known[key] = _PartDrawing(drawn, scope.repeats - repeats, left - METER.balance, notes)

    def _again(self, scope: FaceScope, drawing: _PartDrawing, *, noted: bool) -> bool:
        """Take what was drawn before; whether that can be, as it may cost too much, or what it rests on be unknown."""
        marks, repeats, steps, notes = drawing
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
        """All that the drawing depends on; None where that cannot be determined, or is hardly ever the same."""
        tries = self._tries = self._tries + 1
        # What is only looked through is remembered sooner: it has no marks, which take the room.
        if (self._whole or tries < WARM) and (scope.draws or not self._long):
            return None
        if self._names is None and not self._learn(read()):
            return None
        if scope.theme is not self._theme:
            self._theme = scope.theme
            self._known.clear()
        self._asked += 1
        if self._asked == TRIAL and self._hits * WORTH < TRIAL:
            self._give_up()
            return None
        variables = scope.variables
        values = [variables.get(name, _ABSENT) for name in self._names or ()]
        for name, fields in self._fields:
            holder = variables.get(name, _ABSENT)
            if isinstance(holder, Record):
                held = holder.held  # that the part reads it was noted when it was drawn
                values += [held.get(field, _ABSENT) for field in fields]
            elif isinstance(holder, tuple) and hasattr(holder, "_fields"):
                values += [getattr(holder, field) if field in holder._fields else holder for field in fields]
            else:
                values += [holder, *[_ABSENT] * (len(fields) - 1)]
        kinds = tuple(map(type, values))
        if not _ATOMS.issuperset(kinds):
            try:
                values = [
                    value if kind in _ATOMS else _told(value, scope) for value, kind in zip(values, kinds, strict=True)
                ]
            except _Incomparable:
                return None
        return (matrix, scope.draws, *kinds, *values)

    def _learn(self, reads: Reads | None) -> bool:
        """Take what the part reads; whether anybody can say."""
        if reads is None:
            self._give_up()
            return False
        paths = sorted(reads)
        self._names = [path[0] for path in paths if len(path) == 1]
        holders = dict.fromkeys(path[0] for path in paths if len(path) > 1)
        self._fields = [(name, [path[1] for path in paths if path[0] == name and len(path) > 1]) for name in holders]
        return True

    def _give_up(self) -> None:
        self._tries = GIVEN_UP
        self._known.clear()


def _told(value: Any, scope: FaceScope) -> object:
    """A value that is not an atom, to be compared. Of what templates may call, its name says what it gives."""
    if value is _ABSENT:
        return value
    return scope.language if type(value) is FunctionType else _frozen(value, has_comma(scope.language))


def _frozen(value: Any, comma: bool = False) -> object:  # noqa: FBT001, FBT002
    """A value as one that is equal to another only if they look the same wherever they are printed."""
    kind = type(value)
    if kind in _ATOMS:
        return value, kind
    if kind is float:
        return value or repr(value), kind, comma
    if isinstance(value, Enum):
        return value
    if isinstance(value, tuple) and len(value) > SHORT:
        return _Same(value)
    if isinstance(value, list | tuple):
        return kind, _all_frozen(value, comma)
    if isinstance(value, Record):
        return Record, tuple(value.held), _all_frozen(value.held.values(), comma)
    if kind is dict:
        return kind, tuple(value), _all_frozen(value.values(), comma)
    raise _Incomparable


def _all_frozen(values: Collection[Any], comma: bool) -> tuple[object, ...]:  # noqa: FBT001
    kinds = tuple(map(type, values))
    if _ATOMS.issuperset(kinds):
        return kinds, tuple(values)
    return tuple([_frozen(value, comma) for value in values])
