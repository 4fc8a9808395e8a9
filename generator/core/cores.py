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
from typing import Generic, TypeVar

from generator.core.crew import Crew

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")
HERE = -1  # in place of a task's number: this process
_QUOTA = "/sys/fs/cgroup/cpu.max"


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
    going: Going[T, object, object]
    with two_rounds(tasks, None, min(jobs, len(tasks)) - 1) as going:
        return going.finish()


def foreseen(tasks: Sequence[Callable[[], T]], workers: int) -> list[T | None]:
    """What other processes make of these tasks, in their order, while this one waits.

    None for a task that was not done: nobody can be had for it, it raised an error, or it gives that. See `divided`.
    """
    if not tasks or not _can_fork():
        return [None] * len(tasks)
    crew = Crew(tasks, workers)
    try:
        crew.hire()
        done: dict[int, T] = crew.results()
        return [done.get(number) for number in range(len(tasks))]
    finally:
        crew.dismiss()


class Going(Generic[T, U, V]):
    """Two rounds of tasks, begun; see `two_rounds`."""

    def __init__(self, tasks: Sequence[Callable[[], T]], crew: Crew | None) -> None:
        self._tasks, self._crew = tasks, crew

    def finish(self) -> list[T]:
        """Join in the first round; what `divided` gives. To be called once."""
        done: dict[int, T] = {} if self._crew is None else self._crew.join_in() | self._crew.results()
        return [done[number] if number in done else task() for number, task in enumerate(self._tasks)]

    def again(self, value: V, tasks: Sequence[Callable[[], U]], wishes: Sequence[int | None]) -> list[U]:
        """Do the second round, after the first; what `divided` gives. To be called once.

        Args:
            value: what ``later`` is called with in the other processes; pickle must be able to take it down.
            tasks: what ``later`` gives for it.
            wishes: for each of them, the number of that of the first round whose process has what it takes: it does
                the task, unless another one has nothing else to do. None: any process, `HERE`: this one.
        """
        done: dict[int, U] = {} if self._crew is None else self._crew.second_round(value, tasks, wishes)
        return [done[number] if number in done else task() for number, task in enumerate(tasks)]


@contextmanager
def two_rounds(
    tasks: Sequence[Callable[[], T]], later: Callable[[V], Sequence[Callable[[], U]]] | None, helpers: int
) -> Iterator[Going[T, U, V]]:
    """Have other processes begin with tasks while the block does something else; they work on others later, with all
    that they kept in mind. At its end no process is left.

    Each may do any task of the second round, and what those of the first left in its memory is but of use to it.

    Args:
        tasks: see `divided`.
        later: gives the tasks of the second round, for what is known after the first; it is called in the processes.
            None where there is no second round.
        helpers: how many processes may work in addition to this one.
    """
    if helpers < 1 or not tasks or not _can_fork():
        yield Going(tasks, None)
        return
    crew = Crew(tasks, helpers, later)
    try:
        crew.hire()
        yield Going(tasks, crew)
    finally:
        crew.dismiss()


def _can_fork() -> bool:
    # macOS has fork, but its own libraries break in one. Where a crew is at work, all processors have something to do.
    return hasattr(os, "fork") and sys.platform != "darwin" and threading.active_count() == 1 and not Crew.at_work
