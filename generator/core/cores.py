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
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar, cast

from generator.core.leftovers import sweep_again

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")
PATIENCE = 2.0  # seconds for a process to end by itself
_TO_END = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_NUMBER = struct.Struct("<I")
_MOST = 1_000  # numbers that any pipe holds
_QUOTA = "/sys/fs/cgroup/cpu.max"


def cores_here() -> int:
    """How many processors this process may use: by its affinity, and by the quota of its group where there is one."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError), open(_QUOTA, encoding="ascii") as file:
        quota, period = file.read().split()
        count = min(count, -(-int(quota) // int(period)))
    return max(count, 1)


def divided(tasks: Sequence[Callable[[], T]], jobs: int, first: Callable[[], object] | None = None) -> list[T]:
    """What each of these tasks gives, in their order.

    Args:
        tasks: begun in their order. A task may change files and nothing else, as it may be done elsewhere; and pickle
            must be able to take down what it gives.
        jobs: how many processes may work on them at once, this one among them.
        first: what this process does before it joins in, where there are others.

    Raises:
        Exception: that of the first task that raises one; some of those behind it may be done already.
    """
    done: dict[int, T] = {}
    helpers = min(jobs - 1, len(tasks) if first is not None else len(tasks) - 1)
    if helpers > 0 and can_fork():
        with _pool(tasks, helpers) as pool:
            if first is not None:
                first()
            done = pool.do_tasks() | pool.results()
    return [done[number] if number in done else task() for number, task in enumerate(tasks)]


def foreseen(tasks: Sequence[Callable[[], T]], workers: int) -> list[T | None]:
    """What other processes make of these tasks, in their order, while this one waits.

    None for a task that was not done: nobody can be had for it, it raised an error, or it gives that. See `divided`.
    """
    if not tasks or not can_fork():
        return [None] * len(tasks)
    with _pool(tasks, workers) as pool:
        done: dict[int, T] = pool.results()
    return [done.get(number) for number in range(len(tasks))]


def can_fork() -> bool:
    """Whether other processes may be had for work."""
    # macOS has fork, but its own libraries break in one. Where a pool is at work, all processors have something to do.
    return (
        hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1 and not ProcessPool.at_work
    )


@contextmanager
def _pool(tasks: Sequence[Callable[[], object]], workers: int) -> Iterator["ProcessPool"]:
    """Give a pool that has begun with the tasks; at the end none of its processes is left."""
    pool = ProcessPool(tasks, workers)
    try:
        pool.start()
        yield pool
    finally:
        pool.close()


class ProcessPool:
    """Processes that take tasks from one pipe, as the one that starts them does."""

    at_work: ClassVar[int] = 0  # pools of this process

    def __init__(self, tasks: Sequence[Callable[[], Any]], workers: int) -> None:
        self._tasks, self._workers = tasks, workers
        self._queue, fill = os.pipe()  # whoever reads a number has taken it, in any process
        os.write(fill, b"".join(map(_NUMBER.pack, range(min(len(tasks), _MOST)))))
        os.close(fill)
        self._end_seen, self._end = os.pipe()  # the second closes with this process, however it ends
        self._lines: dict[int, Connection] = {}  # by process, where its results are read
        ProcessPool.at_work += 1

    def start(self) -> None:
        """Start processes; fewer where the system has no room for all."""
        from multiprocessing.connection import Pipe  # where all is done by one process, it is not needed

        with suppress(OSError):
            for _ in range(self._workers):
                ours, theirs = Pipe(duplex=False)
                held = signal.pthread_sigmask(signal.SIG_BLOCK, _TO_END)
                try:
                    process = os.fork()
                    if not process:
                        self._work_in_child(theirs, held)
                    self._lines[process] = ours
                finally:
                    theirs.close()
                    signal.pthread_sigmask(signal.SIG_SETMASK, held)

    def do_tasks(self) -> dict[int, Any]:
        """Do tasks here until none is left, or one fails; their results, by number."""
        results: dict[int, Any] = {}
        for number in self._take():
            with suppress(Exception):  # it is raised when the task is done again in its turn
                results[number] = self._tasks[number]()
            if number not in results:
                self._skip_rest()
        return results

    def results(self) -> dict[int, Any]:
        """The results of the other processes by number, once they are through.

        Whoever has something to report is heard at once: a pipe is soon full, and its process would stop.
        """
        from multiprocessing.connection import wait

        results: dict[int, Any] = {}
        lines = {line: process for process, line in self._lines.items()}
        while lines:
            for line in cast("list[Connection]", wait(list(lines))):
                try:
                    number, result = line.recv()
                except (EOFError, OSError):
                    self._bury(lines.pop(line))
                else:
                    results[number] = result
        return results

    def close(self) -> None:
        """End the processes that are left, in the middle of their work."""
        for process in self._lines:
            _send(process, signal.SIGTERM)
        last = monotonic() + PATIENCE
        while self._lines and monotonic() < last:
            for process in list(self._lines):
                if _status(process, os.WNOHANG) is not None:
                    self._forget(process)
            sleep(0.01 if self._lines else 0)
        for process in list(self._lines):
            _send(process, signal.SIGKILL)
            self._bury(process)
        for pipe in (self._queue, self._end_seen, self._end):
            os.close(pipe)
        ProcessPool.at_work -= 1

    def _take(self) -> Iterator[int]:
        """Take tasks until none is left: a number stands for every thousandth from it on."""
        while taken := os.read(self._queue, _NUMBER.size):
            yield from range(_NUMBER.unpack(taken)[0], len(self._tasks), _MOST)

    def _skip_rest(self) -> None:
        while os.read(self._queue, _NUMBER.size):
            pass

    def _bury(self, process: int) -> None:
        if _status(process):
            sweep_again()  # what it was writing is left
        self._forget(process)

    def _forget(self, process: int) -> None:
        self._lines.pop(process).close()

    def _work_in_child(self, line: "Connection", held: Iterable[int]) -> NoReturn:
        """In another process: do tasks until none is left, one fails, or nobody waits for it any more."""
        status = 1
        try:
            for sign in _TO_END:
                signal.signal(sign, _end)
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
            os.close(self._end)
            threading.Thread(target=_end_with, args=(self._end_seen,), daemon=True).start()
            for number in self._take():
                try:
                    line.send((number, self._tasks[number]()))
                except BaseException:
                    self._skip_rest()
                    raise
            status = 0
        finally:
            os._exit(status)


def _send(process: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)


def _status(process: int, options: int = 0) -> int | None:
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
