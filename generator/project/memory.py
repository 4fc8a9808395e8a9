"""Answers that were worked out before, each with what it rests on; an answer is used again where that is as it was.

What an answer rests on was noted while it was worked out (`notes`), and is told by content: these are the
verifying traces of build systems. An answer that rests on others rests on all that these rest on. Several answers to a
question are kept, so that a change that is taken back costs nothing.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from generator.core.notes import note_all, noting
from generator.draw.renderer import Renderer
from generator.model.budget import METER
from generator.project.kept_answers import KeptAnswers, Trace
from generator.project.world import World
from generator.read.file_size import MAX_NODES
from generator.read.made import MadeBefore, making
from generator.read.pieces import Trees
from generator.read.reader import remembering
from generator.read.tree import Node

Recalled = TypeVar("Recalled")
_ANSWERS = 4  # kept to a question
_MOST = 60_000  # answers, after which those that were not used for some time go
_ROUNDS = 8


class Memory:
    """What is remembered of one game, for as long as the program runs."""

    def __init__(self, kept: KeptAnswers | None = None) -> None:
        """Begin with what an earlier run kept, or nothing; until `begin` it is of one check: no file changes."""
        self._kept = kept or KeptAnswers()
        self.world: World | None = None
        self.give_way: Callable[[], None] = lambda: None  # called before each piece of work
        self.trees = Trees(MAX_NODES)
        self.made = MadeBefore()
        self.renderers: dict[str, Renderer] = {}  # those of the round before, by edition
        self.drawn_with = ""  # the digest of all that they rest on
        self.token = 0  # tells the answer that was given last from all others
        self.digests: dict[int, tuple[Node, str]] = {}  # of trees, by their identity
        self._answers: dict[Hashable, list[Trace]] = {}
        self._count = self._round = 0
        self._numbers = self._kept.numbers

    def begin(self, world: World) -> None:
        """Go by the files as they are now."""
        self.world = world
        self._round += 1
        if self._count > _MOST or len(self.digests) > _MOST:
            self._forget_unused()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Let nothing be read again that was read before."""
        if self.world is None:
            yield
            return
        with remembering(self.trees), making(self.made):
            yield

    def remember(self, question: Hashable, work: Callable[[], Recalled]) -> Recalled:
        """The answer to a question: what is known, if all that it rests on is as it was, else what ``work`` finds.

        What is given must not be changed. Exceptions are no answers.

        Args:
            question: all that the answer rests on and that is not noted.
            work: works the answer out.
        """
        world = self.world
        known = self._answers.setdefault(question, [])
        trace = next((one for one in known if world is None or _stands(one, world)), None)
        if trace is None and world is not None:
            trace = self._kept.find(question, world)
            if trace is not None:
                self._add(known, trace)
        if trace is not None and trace.steps <= METER.balance:  # else it ends where it would by working
            trace.used, self.token = self._round, trace.number
            METER.work(trace.steps)
            note_all([note for note, _ in trace.rested_on])
            return trace.answer  # type: ignore[no-any-return]
        self.give_way()
        before = METER.balance
        with noting() as noted:
            answer = work()
        steps = before - METER.balance
        self._numbers += 1
        rested_on = tuple((note, "" if world is None else world.digest(note)) for note in noted)
        self._add(known, Trace(self._numbers, rested_on, answer, steps, self._round))
        self.token = self._numbers
        return answer

    def kept(self, shown: Mapping[bytes, tuple[str, ...]]) -> bytes | None:
        """What the next run may remember; None where it is what this one began with. For ``shown`` see `World`."""
        new = self._numbers > self._kept.numbers
        return self._kept.packed(self._answers, self._numbers, shown) if new else None

    def _add(self, known: list[Trace], trace: Trace) -> None:
        known.insert(0, trace)
        self._count += 1 - len(known[_ANSWERS:])
        del known[_ANSWERS:]

    def within(self, asked: Hashable, question: Hashable, work: Callable[[], Recalled]) -> Recalled:
        """The answer to a part of what is asked."""
        return self.remember((asked, question), work)

    def _forget_unused(self) -> None:
        for question, traces in list(self._answers.items()):
            traces[:] = [trace for trace in traces if trace.used >= self._round - _ROUNDS]
            if not traces:
                del self._answers[question]
        self._count = sum(map(len, self._answers.values()))
        self.digests.clear()


def _stands(trace: Trace, world: World) -> bool:
    known = world.known.get  # ten thousands are asked for after a change
    return all((known(note) or world.digest(note)) == digest for note, digest in trace.rested_on)
