"""Work divided among the processors there are: processes are forked off this one, which takes part in the work itself.

A fork has all that was read already, and shares its memory until one side writes to it: nothing is handed over but the
results. It is safe only while no thread runs, whose locks it would copy; with threads, and where the system cannot
fork, all is done here. What a process failed to do, because it raised an error or was killed, is done here again: so
it ends, and says, what it would have without processes.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TypeVar

from generator.core.pool import ProcessPool

T = TypeVar("T")
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
def _pool(tasks: Sequence[Callable[[], object]], workers: int) -> Iterator[ProcessPool]:
    """Give a pool that has begun with the tasks; at the end none of its processes is left."""
    pool = ProcessPool(tasks, workers)
    try:
        pool.start()
        yield pool
    finally:
        pool.close()
