"""Answers of the runs before, each with what it rested on, as one file of the cache holds them for a game.

A question is identified by its digest, what answers rested on is written once for all of them, and an answer is
unpacked when it is asked for: most of reading a file is reading JSON.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple

from generator.check.inputs import Inputs, digest_of
from generator.core.notes import Dependency
from generator.core.problem import Problem
from generator.draw.scope import FaceFault
from generator.rules.apply import RuleVerdict
from generator.rules.kit import TriedEntry

_STRUCTS = (Problem, FaceFault, RuleVerdict, TriedEntry)
_MADE: dict[str, Callable[..., Any]] = {  # of parts, by the name of what they make
    "tuple": lambda *parts: parts,
    "list": lambda *parts: list(parts),
    "dict": lambda *pairs: dict(pairs),
    "Fraction": Fraction,
    **{one.__name__: one for one in _STRUCTS},
}
_ATOMS = (str, int, float, bool, type(None))


class NotPlain(Exception):
    """An answer that JSON cannot hold."""


def as_plain(answer: Any) -> Any:
    """An answer as lists of lists that begin with the name of what they are.

    Raises:
        NotPlain: it holds what has no name here.
    """
    kind = type(answer)
    if kind in _ATOMS:
        return answer
    if kind in (tuple, list):
        return [kind.__name__, *map(as_plain, answer)]
    if kind is dict:
        return ["dict", *map(as_plain, answer.items())]
    if kind is Fraction:
        return ["Fraction", answer.numerator, answer.denominator]
    if isinstance(answer, str) and isinstance(answer, Enum):
        return answer.value
    if kind not in _STRUCTS:
        raise NotPlain(kind.__name__)
    return [kind.__name__, *map(as_plain, astuple(answer))]


def from_plain(plain: Any) -> Any:
    """The answer again."""
    if type(plain) is not list:
        return plain
    return _MADE[plain[0]](*map(from_plain, plain[1:]))


_RUNS = 3  # in which an answer is not asked for before it is forgotten
Dependencies = tuple[tuple[Dependency, str], ...]


class MemoEntry(Struct):
    """An answer, and what it rested on."""

    number: int
    dependencies: Dependencies
    answer: Any
    steps: int  # that it took
    used: int  # the round


class _StoredAnswer(NamedTuple):
    """An answer as it lies in the file."""

    question: str
    rests: int  # on which of the sets
    answer: Any
    steps: int
    number: int
    age: int  # runs in which nobody asked


class AnswerFile:
    """What a file holds; nothing where there is none, or it is of another form."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.numbers = 0  # of answers that were given ever
        self.shown: dict[bytes, tuple[str, ...]] = {}  # see `Inputs`
        self._answers: dict[str, list[_StoredAnswer]] = {}
        self._notes: list[tuple[Dependency, str]] = []
        self._sets: list[list[int]] = []
        self._stand: dict[int, bool] = {}  # whether what is in a set is as it was

    @classmethod
    def read(cls, data: bytes | None) -> "AnswerFile":
        """Read the file, if there is one."""
        answers = cls()
        try:
            if data is not None:
                answers._fill(json.loads(data))
        except (ValueError, TypeError, KeyError, RecursionError):
            return cls()
        return answers

    def _fill(self, held: Any) -> None:
        self._notes = [((sort, name), digest) for sort, name, digest in held["notes"]]
        self._sets, self.numbers = held["sets"], held["numbers"]
        self.shown = {bytes.fromhex(content): tuple(names) for content, names in held["shown"].items()}
        for entry in held["answers"]:
            stored = _StoredAnswer(*entry)
            self._answers.setdefault(stored.question, []).append(stored)

    def find(self, question: Hashable, inputs: Inputs) -> MemoEntry | None:
        """The answer to a question, where all that it rested on is as it was."""
        if not self._answers:
            return None
        for stored in self._answers.get(digest_of(repr(question)), ()):
            if self._stands(stored.rests, inputs):
                try:
                    answer = from_plain(stored.answer)
                except (ValueError, TypeError, KeyError, RecursionError):
                    return None
                return MemoEntry(stored.number, self._dependencies(stored.rests), answer, stored.steps, 0)
        return None

    def _stands(self, number: int, inputs: Inputs) -> bool:
        stands = self._stand.get(number)
        if stands is None:
            notes = self._notes
            stands = all(inputs.digest(notes[note][0]) == notes[note][1] for note in self._sets[number])
            self._stand[number] = stands
        return stands

    def _dependencies(self, number: int) -> Dependencies:
        return tuple([self._notes[note] for note in self._sets[number]])

    def packed(
        self,
        new_entries: Mapping[Hashable, Iterable[MemoEntry]],
        numbers: int,
        pictures: Mapping[bytes, tuple[str, ...]],
    ) -> bytes:
        """What the next run is to find: what was given in this one, and what others will ask for again."""
        answers, item_names = list[_StoredAnswer](), set[str]()
        notes, sets = dict[tuple[Dependency, str], int](), dict[tuple[int, ...], int]()

        def rests(on: Dependencies) -> int:
            key = tuple([notes.setdefault(dependency, len(notes)) for dependency in on])
            return sets.setdefault(key, len(sets))

        for question, entries in new_entries.items():
            name = digest_of(repr(question))
            for entry in entries:
                try:
                    plain = as_plain(entry.answer)
                except NotPlain:
                    break
                item_names.add(f"{name} {entry.number}")
                answers.append(_StoredAnswer(name, rests(entry.dependencies), plain, entry.steps, entry.number, 0))
        for stored in (stored for some in self._answers.values() for stored in some):
            if stored.age < _RUNS and f"{stored.question} {stored.number}" not in item_names:
                answers.append(stored._replace(rests=rests(self._dependencies(stored.rests)), age=stored.age + 1))
        return json.dumps({
            "numbers": numbers, "notes": [(*note, digest) for note, digest in notes], "sets": list(sets),
            "shown": {content.hex(): names for content, names in pictures.items()}, "answers": answers,
        }).encode()  # fmt: skip
