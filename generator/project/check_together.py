"""Games checked at once, by several processes, which may go on with what they drew: they print it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Generic, TypeVar

from msgspec import Struct

from generator.core.cores import HERE, Going, divided, two_rounds
from generator.project.checked import Checked
from generator.project.runner import Findings, GameCheck

WORTH_PROCESSES = 100  # faces, which take about a seventh of a second; below, processes gain next to nothing

TaskNumber = tuple[int, int]  # of the check, and in it
U = TypeVar("U")
V = TypeVar("V")


class CheckedTogether(Struct, Generic[U, V], frozen=True):
    """Games as checked, and the processes that did it, where they are still there."""

    checked: list[Checked]
    keepers: dict[tuple[str, str], int]  # by game and kind, the task whose process keeps its faces
    going: Going[Findings, U, V] | None
    jobs: int

    def go_on(self, value: V, tasks: Sequence[Callable[[], U]], kinds: Sequence[tuple[str, str]]) -> list[U]:
        """Work on these tasks with as many processes; what they give, in their order.

        Args:
            value: what ``later`` gets, which gives the same tasks in other processes.
            tasks: the tasks.
            kinds: whose faces each of them takes, as game and kind.
        """
        if self.going is None:
            return divided(tasks, self.jobs)
        return self.going.again(value, tasks, [self.keepers.get(kind) for kind in kinds])


def check_together(checks: Sequence[GameCheck], jobs: int) -> list[Checked]:
    """Carry out checks with as many processes at most; the games as checked."""
    looked: CheckedTogether[object, object]
    with looked_at(checks, jobs) as looked:
        return looked.checked


@contextmanager
def looked_at(
    checks: Sequence[GameCheck],
    jobs: int,
    later: Callable[[V], Sequence[Callable[[], U]]] | None = None,
    meanwhile: Callable[[], object] | None = None,
) -> Iterator[CheckedTogether[U, V]]:
    """Carry out checks with as many processes at most.

    Args:
        checks: what is to be found out about each of the games.
        jobs: how many processes may work at once.
        later: what processes may be asked for next, each with the faces that it keeps; see `two_rounds`. Where only
            this process keeps any, the others are let go of: it may have need of new ones.
        meanwhile: what this process does first, where others have begun.
    """
    shares = later is not None and jobs > 1
    apart = _apart(checks, shares=shares) if jobs > 1 else []
    if shares and sum(checks[check].tasks[number].keeps for check, number in apart) < 2:
        shares, apart = False, _apart(checks, shares=False)
    if sum(checks[check].tasks[number].faces for check, number in apart) < WORTH_PROCESSES:
        shares, apart = False, []
    tasks = [partial(checks[check].look, number) for check, number in apart]
    with ExitStack() as stack:
        going: Going[Findings, U, V] = stack.enter_context(two_rounds(tasks, later if shares else None, jobs - 1))
        if tasks and meanwhile is not None:
            meanwhile()
        found = {one: checks[one[0]].look(one[1]) for one in _here(checks, apart)} if apart else {}
        found |= dict(zip(apart, going.finish(), strict=True))
        if not shares:
            stack.close()
        checked = [
            one.conclude(partial(_found, found, check) if apart else one.look) for check, one in enumerate(checks)
        ]
        yield CheckedTogether(checked, _keepers(checks, apart), going if shares else None, jobs)


def _apart(checks: Sequence[GameCheck], *, shares: bool) -> list[TaskNumber]:
    """The tasks that any process may carry out; what takes longest is begun first, or the others would wait for it.

    Faces may be kept by whoever draws them if it ``shares`` the printing; those of a kind of several tasks stay here.
    """
    found = [
        (check, number)
        for check, one in enumerate(checks)
        for number, task in enumerate(one.tasks)
        if not task.keeps or (shares and task.whole)
    ]
    return sorted(found, key=lambda one: checks[one[0]].tasks[one[1]].counted)


def _here(checks: Sequence[GameCheck], apart: Sequence[TaskNumber]) -> list[TaskNumber]:
    """The tasks that are left to this process."""
    others = set(apart)
    every = ((check, number) for check, one in enumerate(checks) for number in range(len(one.tasks)))
    return [one for one in every if one not in others]


def _found(found: Mapping[TaskNumber, Findings], check: int, number: int) -> Findings:
    return found[check, number]


def _keepers(checks: Sequence[GameCheck], apart: Sequence[TaskNumber]) -> dict[tuple[str, str], int]:
    """Which task keeps the faces of a kind, by its place among those that any process may carry out."""
    keepers: dict[tuple[str, str], int] = {}
    for check, number in _here(checks, apart):
        keepers[checks[check].checked.game.name, checks[check].tasks[number].kind] = HERE
    for turn, (check, number) in enumerate(apart):
        task = checks[check].tasks[number]
        if task.keeps:
            keepers[checks[check].checked.game.name, task.kind] = turn
    return keepers
