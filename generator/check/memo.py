"""Memo of a game's checks: answers with their dependencies, used again while these are what they were.

Dependencies are noted while an answer is worked out (`notes`), and are compared by content: the verifying traces of
build systems. An answer that takes others depends on all that these depend on. Several answers to a question are
kept, so that a change that is taken back costs nothing.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from generator.check.file_states import FileStates
from generator.check.inputs import FileInputs, Inputs, TreeDigests, digest_of
from generator.core.notes import Dependency, note_all, noting
from generator.core.problem import Problem
from generator.draw.renderer import Renderer
from generator.draw.scope import FaceFault
from generator.model.budget import METER
from generator.read.pieces import ParseMemo, making
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


AnswerType = TypeVar("AnswerType")
_ANSWERS = 4  # kept to a question
_MOST = 40_000  # questions, after which answers that were not used for some time go
_ROUNDS = 8


class Memo:
    """Answers about one game; until `begin`, those of a single check, during which no file changes."""

    def __init__(self, file: AnswerFile | None = None) -> None:
        """Begin with the answers that an earlier run stored, or none."""
        self._kept = file or AnswerFile()
        self.inputs = Inputs()
        self.give_way: Callable[[], None] = lambda: None  # called before each piece of work
        self._made = ParseMemo()
        self.renderers: dict[str, Renderer] = {}  # those of the round before, by edition
        self.drawn_with = ""  # the digest of all that they rest on
        self.token = 0  # tells the answer that was given last from all others
        self._digests: TreeDigests = {}
        self._answers: dict[Hashable, list[MemoEntry]] = {}
        self._round = 0
        self._numbers = self._kept.numbers
        self._shown = dict(self._kept.shown)  # see `Inputs`

    def begin(self, states: FileStates, data: Path) -> None:
        """Follow the files of a game, the folder of whose data is given, as they are now."""
        self._round += 1
        if len(self._answers) > _MOST or len(self._digests) > _MOST:
            self._forget_unused()
        self.inputs = FileInputs(states, data, self._shown, self._digests)

    @property
    def is_lasting(self) -> bool:
        """Whether other checks follow, for which answers are kept."""
        return self._round > 0

    def reading(self) -> AbstractContextManager[None]:
        """Let nothing be read again that was read before."""
        return making(self._made) if self.is_lasting else nullcontext()

    def remember(self, question: Hashable, answer_it: Callable[[], AnswerType], *, once: bool = False) -> AnswerType:
        """The answer to a question: what is known, if all that it rests on is as it was, else what ``answer_it`` finds.

        What is given must not be changed. Exceptions are not answers.

        Args:
            question: all that the answer rests on and that is not noted.
            answer_it: works the answer out.
            once: no check asks this twice, so that a single one need not keep the answer.
        """
        if once and not self.is_lasting:
            return answer_it()
        inputs = self.inputs
        entries = self._answers.setdefault(question, [])
        entry = next((candidate for candidate in entries if _stands(candidate, inputs)), None)
        if entry is None:
            entry = self._kept.find(question, inputs)
            if entry is not None:
                self._add(entries, entry)
        if entry is not None and entry.steps <= METER.balance:  # else it ends where it would by working
            entry.used, self.token = self._round, entry.number
            METER.work(entry.steps)
            note_all([note for note, _ in entry.dependencies])
            return entry.answer  # type: ignore[no-any-return]
        self.give_way()
        before = METER.balance
        with noting() as noted:
            answer = answer_it()
        steps = before - METER.balance
        self._numbers += 1
        dependencies = tuple((note, inputs.digest(note)) for note in noted)
        self._add(entries, MemoEntry(self._numbers, dependencies, answer, steps, self._round))
        self.token = self._numbers
        return answer

    def packed(self) -> bytes | None:
        """What the next run may remember; None where it is what this one began with."""
        new = self._numbers > self._kept.numbers
        return self._kept.packed(self._answers, self._numbers, self._shown) if new else None

    def _add(self, entries: list[MemoEntry], entry: MemoEntry) -> None:
        entries.insert(0, entry)
        del entries[_ANSWERS:]

    def within(self, frame: Hashable, question: Hashable, answer_it: Callable[[], AnswerType]) -> AnswerType:
        """The answer to a part of what is asked."""
        return self.remember((frame, question), answer_it)

    def _forget_unused(self) -> None:
        for question, entries in list(self._answers.items()):
            entries[:] = [entry for entry in entries if entry.used >= self._round - _ROUNDS]
            if not entries:
                del self._answers[question]
        self._digests.clear()


def _stands(entry: MemoEntry, inputs: Inputs) -> bool:
    digest_of = inputs.digests.get  # ten thousands are asked for after a change
    return all((digest_of(note) or inputs.digest(note)) == digest for note, digest in entry.dependencies)
