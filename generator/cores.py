"""Work divided among the processors there are: processes are forked off this one, which takes part in the work itself.

A fork has all that was read already, and shares its memory until one side writes to it: nothing is handed over but the
results. It is safe only while no thread runs, whose locks it would copy; with threads, and where the system cannot
fork, all is done here. What a process failed to do, because it raised an error or was killed, is done here again: so
it ends, and says, what it would have without processes.
"""

import os
import signal
import struct
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

from generator.atomic import sweep_again

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")
PATIENCE = 2.0  # seconds for a process to end by itself
_QUOTA = "/sys/fs/cgroup/cpu.max"
_TO_END = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_NUMBER = struct.Struct("<I")
_MOST = 1_000  # numbers that any pipe holds; nobody has more tasks


def cores_here() -> int:
    """How many processors this process may use: by its affinity, and by the quota of its group where there is one."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError), open(_QUOTA, encoding="ascii") as file:
        quota, period = file.read().split()
        count = min(count, -(-int(quota) // int(period)))
    return max(count, 1)


def divided(tasks: Sequence[Callable[[], T]], jobs: int) -> list[T]:
    """What each of these tasks gives, in their order.

    Args:
        tasks: begun in their order. A task may change files and nothing else, as it may be done elsewhere; and pickle
            must be able to take down what it gives.
        jobs: how many processes may work on them at once, this one among them.

    Raises:
        Exception: that of the first task that raises one; some of those behind it may be done already.
    """
    with begun(tasks, min(jobs, len(tasks)) - 1) as finish:
        return finish()


def foreseen(tasks: Sequence[Callable[[], T]], workers: int) -> list[T | None]:
    """What other processes make of these tasks, in their order, while this one waits.

    None for a task that was not done: nobody can be had for it, it raised an error, or it gives that. See `divided`.
    """
    if not tasks or not _can_fork():
        return [None] * len(tasks)
    crew = _Crew(tasks)
    try:
        crew.hire(workers)
        done: dict[int, T] = crew.results()
        return [done.get(number) for number in range(len(tasks))]
    finally:
        crew.dismiss()


@contextmanager
def begun(tasks: Sequence[Callable[[], T]], helpers: int) -> Iterator[Callable[[], list[T]]]:
    """Have other processes begin with tasks, while the block does something else.

    Args:
        tasks: see `divided`.
        helpers: how many processes may work on them, besides this one.

    Yields:
        What joins in, and gives what `divided` does once all is done. To be called once, in the block, at whose end no
        process is left.
    """
    if helpers < 1 or not tasks or not _can_fork():
        yield lambda: [task() for task in tasks]
        return
    crew = _Crew(tasks)

    def finish() -> list[T]:
        done: dict[int, T] = crew.join_in()
        done |= crew.results()
        return [done[number] if number in done else task() for number, task in enumerate(tasks)]

    try:
        crew.hire(helpers)
        yield finish
    finally:
        crew.dismiss()


def _can_fork() -> bool:
    # macOS has fork, but its own libraries break in one. Where a crew is at work, all processors have something to do.
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1 and not _Crew.at_work


class _Crew:
    """Processes that take one task after the other, as the one that hires them does."""

    at_work: ClassVar[int] = 0  # crews of this process

    def __init__(self, tasks: Sequence[Callable[[], Any]]) -> None:
        self.tasks = tasks
        self.to_do, fill = os.pipe()  # numbers of tasks: whoever reads one has taken it
        os.write(fill, b"".join(_NUMBER.pack(number) for number in range(min(len(tasks), _MOST))))
        os.close(fill)
        self.end_seen, self.end = os.pipe()  # the second closes with this process, however it ends
        self.lines: dict[int, Connection] = {}  # by process, where its results are read
        _Crew.at_work += 1

    def hire(self, workers: int) -> None:
        """Start processes; fewer where the system has no room for so many."""
        from multiprocessing.connection import Pipe  # where all is done by one process, it is not needed

        with suppress(OSError):
            for _ in range(workers):
                read, write = Pipe(duplex=False)
                held = signal.pthread_sigmask(signal.SIG_BLOCK, _TO_END)
                try:
                    process = os.fork()
                    if not process:
                        self._work(write, held)
                    self.lines[process] = read
                finally:
                    write.close()
                    signal.pthread_sigmask(signal.SIG_SETMASK, held)

    def join_in(self) -> dict[int, Any]:
        """Do tasks here until none is left, or one fails; what they gave, by their numbers."""
        done: dict[int, Any] = {}
        while (number := self._take()) is not None:
            with suppress(Exception):  # it is raised when the task is done again in its turn
                done[number] = self.tasks[number]()
            if number not in done:
                self._leave_the_rest()
        return done

    def results(self) -> dict[int, Any]:
        """What the others did, once they are through.

        Whoever has something to tell is heard at once: a pipe is soon full, and its process would stand still.
        """
        from multiprocessing.connection import wait

        done: dict[int, Any] = {}
        while self.lines:
            told = wait(self.lines.values())
            for process, line in list(self.lines.items()):
                if line in told:
                    try:
                        number, value = line.recv()
                        done[number] = value
                    except (EOFError, OSError):
                        self._bury(process)
        return done

    def dismiss(self) -> None:
        """End the processes that are left, in the middle of their work."""
        for process in self.lines:
            _send(process, signal.SIGTERM)
        last = monotonic() + PATIENCE
        while self.lines and monotonic() < last:
            for process in list(self.lines):
                if _ended(process, os.WNOHANG) is not None:
                    self._forget(process)
            sleep(0.01 if self.lines else 0)
        for process in list(self.lines):
            _send(process, signal.SIGKILL)
            self._bury(process)
        for pipe in (self.to_do, self.end_seen, self.end):
            os.close(pipe)
        _Crew.at_work -= 1

    def _take(self) -> int | None:
        number = os.read(self.to_do, _NUMBER.size)
        return _NUMBER.unpack(number)[0] if number else None

    def _leave_the_rest(self) -> None:
        while self._take() is not None:
            pass

    def _bury(self, process: int) -> None:
        if _ended(process):
            sweep_again()  # what it was writing is left
        self._forget(process)

    def _forget(self, process: int) -> None:
        self.lines.pop(process).close()

    def _work(self, line: "Connection", held: Iterable[int]) -> NoReturn:
        """In a process of the crew: do tasks until none is left, one fails, or nobody waits for it any more."""
        status = 1
        try:
            for number in _TO_END:
                signal.signal(number, _end)
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
            os.close(self.end)
            threading.Thread(target=_end_with, args=(self.end_seen,), daemon=True).start()
            self._tell_all(line)
            status = 0
        finally:
            os._exit(status)

    def _tell_all(self, line: "Connection") -> None:
        while (number := self._take()) is not None:
            try:
                line.send((number, self.tasks[number]()))
            except BaseException:
                self._leave_the_rest()
                raise


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
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _end_with(end_seen: int) -> None:
    os.read(end_seen, 1)
    os.kill(os.getpid(), signal.SIGTERM)
