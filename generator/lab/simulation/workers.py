"""Processes that play parts of a job. Each has a pipe to the one that started it, and ends when that pipe does."""

import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from typing import cast

from generator.core.problem import Refusal
from generator.lab.simulation.job import GamesPart, Job, play_part
from generator.lab.simulation.totals import Totals

PATIENCE = 2  # seconds for a process to end by itself


def played_by(workers: int, job: Job, parts: Iterable[GamesPart]) -> Generator[Totals, None, None]:
    """The parts as processes play them, in any order they are done.

    A part whose process died is played by another one, and here when there is none left. However this ends, the
    processes are gone afterwards.
    """
    waiting, again = iter(parts), deque[GamesPart]()
    crew = _Crew(workers, job)
    try:
        for line in list(crew.at_work):
            crew.give(line, next(waiting, None))
        while crew.at_work:
            for line in crew.heard():
                part = crew.at_work[line]
                try:
                    done = line.recv()
                except (EOFError, OSError):  # it died
                    crew.lose(line)
                    again += [part] if part else []
                    continue
                if isinstance(done, Refusal):
                    raise done
                crew.give(line, again.popleft() if again else next(waiting, None))
                yield done
        yield from (play_part(job, part) for part in (*again, *waiting))
    finally:
        crew.dismiss()


class _Crew:
    """The processes, and the part at which each works."""

    def __init__(self, workers: int, job: Job) -> None:
        self.at_work: dict[Connection, GamesPart | None] = {}
        self.processes: list[SpawnProcess] = []
        context = get_context("spawn")  # a fork would copy the threads' locks of a progress bar, and every open pipe
        with _uninterrupted():
            for _ in range(workers):
                line, far_end = context.Pipe()
                process = context.Process(target=_work, args=(far_end, job), daemon=True)
                process.start()
                far_end.close()
                self.processes.append(process)
                self.at_work[line] = None

    def give(self, line: Connection, part: GamesPart | None) -> None:
        """Let a process play a part; with none left it is done."""
        if part is None:
            self.lose(line)
            return
        self.at_work[line] = part
        with suppress(OSError):  # it died; hearing from it tells
            line.send(part)

    def heard(self) -> list[Connection]:
        """The lines on which something was said, after waiting for it."""
        return cast(list[Connection], wait(list(self.at_work)))

    def lose(self, line: Connection) -> None:
        """No more is wanted of a process."""
        line.close()
        del self.at_work[line]

    def dismiss(self) -> None:
        """End all processes, also in the middle of a part."""
        for line in list(self.at_work):
            self.lose(line)
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join(PATIENCE)


def _work(line: Connection, job: Job) -> None:
    """Play what is asked for until nobody asks any more."""
    try:
        while True:
            part = line.recv()
            try:
                line.send(play_part(job, part))
            except Refusal as refusal:
                line.send(refusal)
    except (EOFError, OSError):
        return  # whoever asked has ended, or is done


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes started meanwhile take no notice of an interrupt, which a terminal sends to all: this one ends them.

    One that comes meanwhile is not lost: it waits until the block ends.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows, where nothing of this is handed on
        yield
        return
    ensure_running()  # it lifts the mask once it has started its process
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
