"""Answers of the runs before, each with what it rested on, as one file of the cache holds them for a game.

A question is told by its digest, what answers rested on is written once for all of them, and an answer is unpacked when
it is asked for: most of reading a file is reading JSON.
"""

import json
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from generator.core.notes import NotedThing
from generator.project.digests import digest_of
from generator.project.plain_answers import NotPlain, as_plain, from_plain
from generator.project.world import World

_RUNS = 3  # in which an answer is not asked for before it is forgotten
RestedOn = tuple[tuple[NotedThing, str], ...]


class Trace(Struct):
    """An answer, and what it rested on."""

    number: int
    rested_on: RestedOn
    answer: Any
    steps: int  # that it took
    used: int  # the round


class _Kept(NamedTuple):
    """An answer as it lies in the file."""

    question: str
    rests: int  # on which of the sets
    answer: Any
    steps: int
    number: int
    age: int  # runs in which nobody asked


class KeptAnswers:
    """What a file holds; nothing where there is none, or it is of another form."""

    def __init__(self, data: bytes | None = None) -> None:
        """Read the file."""
        self.numbers = 0  # of answers that were given ever
        self.shown: dict[bytes, tuple[str, ...]] = {}  # see `World`
        self._answers: dict[str, list[_Kept]] = {}
        self._notes: list[tuple[NotedThing, str]] = []
        self._sets: list[list[int]] = []
        self._stand: dict[int, bool] = {}  # whether what is in a set is as it was
        try:
            if data is not None:
                self._read(json.loads(data))
        except (ValueError, TypeError, KeyError, RecursionError):
            self.__init__()  # type: ignore[misc]

    def _read(self, held: Any) -> None:
        self._notes = [((sort, name), digest) for sort, name, digest in held["notes"]]
        self._sets, self.numbers = held["sets"], held["numbers"]
        self.shown = {bytes.fromhex(content): tuple(names) for content, names in held["shown"].items()}
        for entry in held["answers"]:
            kept = _Kept(*entry)
            self._answers.setdefault(kept.question, []).append(kept)

    def find(self, question: Hashable, world: World) -> Trace | None:
        """The answer to a question, where all that it rested on is as it was."""
        if not self._answers:
            return None
        for kept in self._answers.get(digest_of(repr(question)), ()):
            if self._stands(kept.rests, world):
                try:
                    return Trace(kept.number, self._rested_on(kept.rests), from_plain(kept.answer), kept.steps, 0)
                except (ValueError, TypeError, KeyError, RecursionError):
                    return None
        return None

    def _stands(self, number: int, world: World) -> bool:
        known = self._stand.get(number)
        if known is None:
            notes = self._notes
            known = all(world.digest(notes[one][0]) == notes[one][1] for one in self._sets[number])
            self._stand[number] = known
        return known

    def _rested_on(self, number: int) -> RestedOn:
        return tuple([self._notes[one] for one in self._sets[number]])

    def packed(
        self, given: Mapping[Hashable, Iterable[Trace]], numbers: int, shown: Mapping[bytes, tuple[str, ...]]
    ) -> bytes:
        """What the next run is to find: what was given in this one, and what others will ask for again."""
        answers, found = list[_Kept](), set[str]()
        notes, sets = dict[tuple[NotedThing, str], int](), dict[tuple[int, ...], int]()

        def rests(on: RestedOn) -> int:
            key = tuple([notes.setdefault(one, len(notes)) for one in on])
            return sets.setdefault(key, len(sets))

        for question, traces in given.items():
            name = digest_of(repr(question))
            for trace in traces:
                try:
                    plain = as_plain(trace.answer)
                except NotPlain:
                    break
                found.add(f"{name} {trace.number}")
                answers.append(_Kept(name, rests(trace.rested_on), plain, trace.steps, trace.number, 0))
        for kept in (kept for some in self._answers.values() for kept in some):
            if kept.age < _RUNS and f"{kept.question} {kept.number}" not in found:
                answers.append(kept._replace(rests=rests(self._rested_on(kept.rests)), age=kept.age + 1))
        return json.dumps({
            "numbers": numbers, "notes": [(*note, digest) for note, digest in notes], "sets": list(sets),
            "shown": {content.hex(): names for content, names in shown.items()}, "answers": answers,
        }).encode()  # fmt: skip
