"""Processes forked off this one, that take one task after the other, in one round of work or in two.

A crew is asked by `cores` alone, which says when there may be one. Each process has what was read before it was forked
off, and in the second round what it made in the first.
"""

import os
import signal
import struct
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, cast

from generator.core.leftovers import sweep_again

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Call = Callable[[], Any]
Later = Callable[[Any], Sequence[Call]]

PATIENCE = 2.0  # seconds for a process to end by itself
_TO_END = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_NUMBER = struct.Struct("<I")
_MOST = 1_000  # numbers that any pipe holds; nobody has more tasks


class _Queue:
    """Numbers of tasks in a pipe: whoever reads one has taken it, in any process."""

    def __init__(self) -> None:
        self._take, self._fill = os.pipe()
        self._open = True

    def fill(self, numbers: Sequence[int]) -> None:
        """Put in all that there will be: from then on nobody waits for more."""
        os.write(self._fill, b"".join(map(_NUMBER.pack, numbers[:_MOST])))
        self.seal()

    def seal(self) -> None:
        """Put in nothing from this process."""
        if self._open:
            os.close(self._fill)
            self._open = False

    def take(self) -> int | None:
        """One of the numbers; None if none is left."""
        number = os.read(self._take, _NUMBER.size)
        return _NUMBER.unpack(number)[0] if number else None

    def close(self) -> None:
        """Let go of it in this process."""
        self.seal()
        os.close(self._take)


class Crew:
    """Processes that take one task after the other, as the one that hires them does.

    With ``later`` there is a second round, in which each prefers some tasks: they are what ``later`` gives for a value
    that is told them, the same in every process.
    """

    at_work: ClassVar[int] = 0  # crews of this process

    def __init__(self, tasks: Sequence[Call], workers: int, later: Later | None = None) -> None:
        self._tasks, self._workers, self._later = tasks, workers, later
        self._first = _Queue()
        self._first.fill(range(len(tasks)))
        # Of the second round: one for each process, the last but one for this one; then what anybody may take.
        self._second = [_Queue() for _ in range(workers + 2)] if later is not None else []
        self._end_seen, self._end = os.pipe()  # the second closes with this process, however it ends
        self._lines: dict[int, Connection] = {}  # by process, where its results are read
        self._numbers: dict[int, int] = {}  # that processes have in the crew
        self._done_by: dict[int, int] = {}  # tasks of the first round, by whom
        Crew.at_work += 1

    def hire(self) -> None:
        """Start processes; fewer where the system has no room for all."""
        from multiprocessing.connection import Pipe  # where all is done by one process, it is not needed

        with suppress(OSError):
            for number in range(self._workers):
                ours, theirs = Pipe(duplex=self._later is not None)
                held = signal.pthread_sigmask(signal.SIG_BLOCK, _TO_END)
                try:
                    process = os.fork()
                    if not process:
                        self._work(theirs, number, held)
                    self._lines[process], self._numbers[process] = ours, number
                finally:
                    theirs.close()
                    signal.pthread_sigmask(signal.SIG_SETMASK, held)

    def join_in(self) -> dict[int, Any]:
        """Do tasks here until none is left, or one fails; what they gave, by their numbers."""
        return _do_here(self._tasks, [self._first])

    def results(self) -> dict[int, Any]:
        """What the others did, once they are through."""
        found = self._hear()
        self._done_by = {number: self._numbers[process] for number, (process, _) in found.items()}
        return {number: value for number, (_, value) in found.items()}

    def second_round(self, value: Any, tasks: Sequence[Call], wishes: Sequence[int | None]) -> dict[int, Any]:
        """Do the second round together; what it gave, by numbers. What is lacking failed.

        Args:
            value: what the others get.
            tasks: what ``later`` gives for it.
            wishes: for each, the task of the first round whose process had better do it; None: anybody.
        """
        here = self._workers
        asked = [here + 1 if wish is None else self._done_by.get(wish, here) for wish in wishes]
        for turn, queue in enumerate(self._second):
            queue.fill([number for number, wanted in enumerate(asked) if wanted == turn])
        for line in self._lines.values():
            with suppress(OSError):  # it has ended
                line.send(value)
        done = _do_here(tasks, self._queues_of(here))
        return done | {number: value for number, (_, value) in self._hear().items()}

    def dismiss(self) -> None:
        """End the processes that are left, in the middle of their work."""
        for process in self._lines:
            _send(process, signal.SIGTERM)
        last = monotonic() + PATIENCE
        while self._lines and monotonic() < last:
            for process in list(self._lines):
                if _ended(process, os.WNOHANG) is not None:
                    self._forget(process)
            sleep(0.01 if self._lines else 0)
        for process in list(self._lines):
            _send(process, signal.SIGKILL)
            self._bury(process)
        for queue in (self._first, *self._second):
            queue.close()
        for pipe in (self._end_seen, self._end):
            os.close(pipe)
        Crew.at_work -= 1

    def _hear(self) -> dict[int, tuple[int, Any]]:
        """What the others report until they have finished a round, by the number of the task, and who did it.

        Whoever has something to report is heard at once: a pipe is soon full, and its process would stop.
        """
        from multiprocessing.connection import wait

        done: dict[int, tuple[int, Any]] = {}
        lines = {line: process for process, line in self._lines.items()}
        while lines:
            for line in cast("list[Connection]", wait(list(lines))):
                try:
                    told = line.recv()
                except (EOFError, OSError):
                    self._bury(lines.pop(line))
                    continue
                if told is None:
                    del lines[line]
                else:
                    done[told[0]] = lines[line], told[1]
        return done

    def _queues_of(self, number: int) -> list[_Queue]:
        """The queues of the second round, in the order in which a process takes from them: that of others last."""
        own, common = self._second[number], self._second[-1]
        return [own, common, *(queue for queue in self._second if queue not in (own, common))]

    def _bury(self, process: int) -> None:
        if _ended(process):
            sweep_again()  # what it was writing is left
        self._forget(process)

    def _forget(self, process: int) -> None:
        self._lines.pop(process).close()

    def _work(self, line: "Connection", number: int, held: Iterable[int]) -> NoReturn:
        """In a process of the crew: do tasks until none is left, one fails, or nobody waits for it any more."""
        status = 1
        try:
            for sign in _TO_END:
                signal.signal(sign, _end)
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
            os.close(self._end)
            for queue in self._second:
                queue.seal()
            threading.Thread(target=_end_with, args=(self._end_seen,), daemon=True).start()
            _tell_all(line, self._tasks, [self._first])
            if self._later is not None:
                line.send(None)
                _tell_all(line, self._later(line.recv()), self._queues_of(number))
            status = 0
        finally:
            os._exit(status)


def _do_here(tasks: Sequence[Call], queues: Sequence[_Queue]) -> dict[int, Any]:
    done: dict[int, Any] = {}
    for queue in queues:
        while (number := queue.take()) is not None:
            with suppress(Exception):  # it is raised when the task is done again in its turn
                done[number] = tasks[number]()
            if number not in done:
                _leave_the_rest(queues)
    return done


def _tell_all(line: "Connection", tasks: Sequence[Call], queues: Sequence[_Queue]) -> None:
    for queue in queues:
        while (number := queue.take()) is not None:
            try:
                line.send((number, tasks[number]()))
            except BaseException:
                _leave_the_rest(queues)
                raise


def _leave_the_rest(queues: Sequence[_Queue]) -> None:
    for queue in queues:
        while queue.take() is not None:
            pass


def _send(process: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)


def _ended(process: int, options: int = 0) -> int | None:
    """How a process ended, 0 if as it should; None if it has not. Where our caller ignores such news, nobody knows."""
    try:
        ended, status = os.waitpid(process, options)
    except ChildProcessError:
        return 1
    return status if ended else None


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    """Stop what is being done, once: what it opened is closed and removed on the way out."""
    for number in _TO_END:
        signal.signal(number, _pass_over)  # one may be on its way: Python complains where such a one is ignored
    raise KeyboardInterrupt


def _pass_over(_number: int, _frame: FrameType | None) -> None:
    """Do nothing about a signal."""


def _end_with(end_seen: int) -> None:
    os.read(end_seen, 1)
    os.kill(os.getpid(), signal.SIGTERM)
