"""Games checked at once, by several processes, which may go on with what they drew: they print it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Generic, TypeVar

from msgspec import Struct

from generator.core.cores import HERE, Going, divided, two_rounds
from generator.model.budget import ExhaustedError
from generator.project.check_parts import Findings
from generator.project.checked import Checked
from generator.project.game_check import GameCheck

WORTH_PROCESSES = 100  # faces, which take about a seventh of a second; below, processes gain next to nothing

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
            value: what ``later`` is told, which gives the same tasks in other processes.
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
    tasks = [check.divide(shares=shares) if jobs > 1 else [] for check in checks]
    if shares and sum(part.keeps for check in checks for part in check.apart) < 2:
        shares, tasks = False, [check.divide(shares=False) for check in checks]
    if sum(part.faces for check in checks for part in check.apart) < WORTH_PROCESSES:
        shares, tasks = False, [[] for _ in checks]
    flat, keepers = [task for some in tasks for task in some], dict[tuple[str, str], int]()
    with ExitStack() as stack:
        going: Going[Findings, U, V] = stack.enter_context(two_rounds(flat, later if shares else None, jobs - 1))
        if flat and meanwhile is not None:
            meanwhile()
        sound = [_begin(check, divided=bool(some)) for check, some in zip(checks, tasks, strict=True)]
        found, at = _finished(going) if any(sound) else None, 0
        for number, (check, some) in enumerate(zip(checks, tasks, strict=True)):
            keepers |= _keepers(check, at + len(some) - len(check.apart))
            if some:
                sound[number] = sound[number] and found is not None and check.put_together(found[at : at + len(some)])
            at += len(some)
        if not shares:
            stack.close()
        checked = [check.checked if is_sound else check.anew() for check, is_sound in zip(checks, sound, strict=True)]
        for one in checked:
            one.problems = sorted(dict.fromkeys(one.problems))  # mostly in order already
        yield CheckedTogether(checked, keepers, going if shares else None, jobs)


def _finished(going: Going[Findings, U, V]) -> list[Findings] | None:
    """What the tasks found; None if a game takes more work than it is worth."""
    try:
        return going.finish()
    except ExhaustedError:
        return None


def _begin(check: GameCheck, *, divided: bool) -> bool:
    """Look at what is not left to any process; whether all of that was found."""
    if divided:
        return check.look_here()
    check.run()
    return True


def _keepers(check: GameCheck, first: int) -> dict[tuple[str, str], int]:
    """Which task keeps the faces of a kind, those of what is apart being numbered from ``first`` on."""
    game = check.checked.game.name
    kept = {(game, part.of[1]): HERE for part in check.here}
    return kept | {(game, part.of[1]): first + number for number, part in enumerate(check.apart) if part.keeps}
