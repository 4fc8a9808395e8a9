"""Answers that were worked out before, each with what it rests on; an answer is used again where that is as it was.

What an answer rests on was noted while it was worked out (`notes`), and is identified by content: these are the
verifying traces of build systems. An answer that rests on others rests on all that these rest on. Several answers to a
question are kept, so that a change that is taken back costs nothing.
"""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from generator.core.notes import note_all, noting
from generator.core.problem import Problem
from generator.draw.marks.marks import Face
from generator.draw.renderer import Renderer, Side
from generator.model.budget import METER
from generator.model.game import Game, Kind
from generator.project.file_states import FileStates
from generator.project.judge import UsedWaiver
from generator.project.kept_answers import KeptAnswers, Trace
from generator.project.world import KnownDigests, World
from generator.read.made import MadeBefore, making

if TYPE_CHECKING:
    from generator.draw.pages import Laid

Recalled = TypeVar("Recalled")
_ANSWERS = 4  # kept to a question
_MOST = 40_000  # questions, after which answers that were not used for some time go
_ROUNDS = 8


class Memory:
    """What is remembered of one game, for as long as the program runs."""

    def __init__(self, kept: KeptAnswers | None = None) -> None:
        """Begin with what an earlier run kept, or nothing; until `begin` it is of one check: no file changes."""
        self._kept = kept or KeptAnswers()
        self.world: World | None = None
        self.give_way: Callable[[], None] = lambda: None  # called before each piece of work
        self._made = MadeBefore()
        self.renderers: dict[str, Renderer] = {}  # those of the round before, by edition
        self.drawn_with = ""  # the digest of all that they rest on
        self.token = 0  # tells the answer that was given last from all others
        self._digests: KnownDigests = {}
        self._answers: dict[Hashable, list[Trace]] = {}
        self._round = 0
        self._numbers = self._kept.numbers
        self._shown = dict(self._kept.shown)  # see `World`

    def begin(self, states: FileStates, data: Path) -> None:
        """Follow the files of a game, the folder of whose data is given, as they are now."""
        self._round += 1
        if len(self._answers) > _MOST or len(self._digests) > _MOST:
            self._forget_unused()
        self.world = World(states, data, self._shown, self._digests)

    def data(self, *names: str) -> str:
        """The digest of files of the game's data; empty as long as no file changes."""
        return "" if self.world is None else self.world.data(*names)

    def reading(self) -> AbstractContextManager[None]:
        """Let nothing be read again that was read before."""
        return nullcontext() if self.world is None else making(self._made)

    def remember(self, question: Hashable, work: Callable[[], Recalled]) -> Recalled:
        """The answer to a question: what is known, if all that it rests on is as it was, else what ``work`` finds.

        What is given must not be changed. Exceptions are not answers.

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

    def kept(self) -> bytes | None:
        """What the next run may remember; None where it is what this one began with."""
        new = self._numbers > self._kept.numbers
        return self._kept.packed(self._answers, self._numbers, self._shown) if new else None

    def _add(self, known: list[Trace], trace: Trace) -> None:
        known.insert(0, trace)
        del known[_ANSWERS:]

    def within(self, asked: Hashable, question: Hashable, work: Callable[[], Recalled]) -> Recalled:
        """The answer to a part of what is asked."""
        return self.remember((asked, question), work)

    def _forget_unused(self) -> None:
        for question, traces in list(self._answers.items()):
            traces[:] = [trace for trace in traces if trace.used >= self._round - _ROUNDS]
            if not traces:
                del self._answers[question]
        self._digests.clear()


def _stands(trace: Trace, world: World) -> bool:
    known = world.known.get  # ten thousands are asked for after a change
    return all((known(note) or world.digest(note)) == digest for note, digest in trace.rested_on)


class Checked(Struct):
    """A game as read and checked, with the faces that were drawn on the way."""

    game: Game
    problems: list[Problem]
    waived: list[UsedWaiver]
    renderer: Renderer
    faces: dict[tuple[str, str], dict[int, Face]] = {}  # by kind and language, by position
    pages: "dict[tuple[str, str], Laid]" = {}  # of running text, by kind and language
    memory: Memory = field(default_factory=Memory)
    frame: str = ""  # says what every face rests on; see `World.frame`
    tokens: dict[tuple[str, int], tuple[int, ...]] = {}  # by kind and position: tell faces apart
    elsewhere: int = 0  # errors that came up in what was not asked about

    def in_full(self) -> "Checked":
        """The same with faces in full ink, none of them drawn yet if these are not."""
        renderer = self.renderer.in_full()
        return self if renderer is self.renderer else replace(self, renderer=renderer, faces={}, pages={})

    def front(self, kind: Kind, position: int, language: str, side: Side = "front") -> Face:
        """The front of the item at this position of its kind, as it was kept or else drawn now."""
        known, kept = self.game.kinds.get(kind.name), None
        if side == "front" and kind.net is (known.net if known else None):  # a box may be wanted for fewer components
            kept = self.faces.get((kind.name, language), {}).get(position)
        return kept or self.renderer.face(kind, kind.items[position], language, side=side)[0]
