"""Memo of a game's checks: answers with their dependencies, used again while these are what they were.

Dependencies are noted while an answer is worked out (`notes`), and are compared by content: the verifying traces of
build systems. An answer that takes others depends on all that these depend on. Several answers to a question are
kept, so that a change that is taken back costs nothing.
"""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TypeVar

from generator.check.file_states import FileStates
from generator.check.inputs import FileInputs, Inputs, TreeDigests
from generator.check.kept_answers import AnswerFile, MemoEntry
from generator.core.notes import note_all, noting
from generator.draw.renderer import Renderer
from generator.model.budget import METER
from generator.read.pieces import ParseMemo, making

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
