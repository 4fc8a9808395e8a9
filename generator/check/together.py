"""Run the checks of games with several processes, which also print files of sheets with the faces that they draw."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from mmap import mmap
from typing import Generic, NamedTuple, TypeVar

from generator.check.result import CheckResult
from generator.check.runner import Findings, GameCheck
from generator.check.scope import EDITION, RULES
from generator.core.cores import can_fork, divided
from generator.core.problem import has_errors

WORTH_PROCESSES = 100  # faces, which take about a seventh of a second; below, processes gain next to nothing

TaskNumber = tuple[int, int]  # of the check, and in it
T = TypeVar("T")


class SheetFile(NamedTuple, Generic[T]):
    """A file of sheets, with what is to be printed into it and beside it, each by a key of its own."""

    check: int  # of its game
    kinds: frozenset[str]
    prints: Mapping[Hashable, Callable[[], T | None]]


class WorkUnit(NamedTuple, Generic[T]):
    """What one process does at a stretch: some tasks, and the prints of a file with the faces that these keep."""

    tasks: Sequence[TaskNumber]
    prints: Mapping[Hashable, Callable[[], T | None]]
    weight: tuple[int, int]  # what takes longest is begun first, or the others would wait for it


UnitResult = tuple[dict[TaskNumber, Findings], dict[Hashable, T]]


def check_together(checks: Sequence[GameCheck], jobs: int) -> list[CheckResult]:
    """Run checks with as many processes at most; the games as checked."""
    return check_and_print(checks, [], jobs)[0]


def check_and_print(
    checks: Sequence[GameCheck], files: Sequence[SheetFile[T]], jobs: int
) -> tuple[list[CheckResult], dict[Hashable, T]]:
    """Run checks with as many processes at most, and print.

    Args:
        checks: the games, as they were read.
        files: what is printed of them if no error is found by then; each kind is in one of them.
        jobs: how many processes may work at once.

    Returns:
        The games as checked; what the prints gave, by key: those that are to be carried out yet are not among them.
    """
    units = _units(checks, files) if jobs > 1 and can_fork() else []
    if sum(checks[check].tasks[number].faces for unit in units for check, number in unit.tasks) < WORTH_PROCESSES:
        units = []
    findings, printed = _run_units(checks, units, jobs)

    def run_task(check: int, number: int) -> Findings:
        return findings.get((check, number)) or checks[check].run_task(number)

    return [check.merge(partial(run_task, place)) for place, check in enumerate(checks)], printed


def _run_units(checks: Sequence[GameCheck], units: Sequence[WorkUnit[T]], jobs: int) -> UnitResult[T]:
    """Run units with several processes, and in this one the tasks of no unit, whose faces it keeps."""
    findings: dict[TaskNumber, Findings] = {}
    printed: dict[Hashable, T] = {}
    if not units:
        return findings, printed
    tasks = {(place, number) for place, check in enumerate(checks) for number in range(len(check.tasks))}
    own = sorted(tasks.difference(*(unit.tasks for unit in units)))

    def run_own() -> None:
        findings.update({(check, number): checks[check].run_task(number) for check, number in own})

    with mmap(-1, 1) as flag:  # other than 0 once an error is found, by whichever process
        flag[0] = any(check.game.scope.whole and has_errors(check.read) for check in checks)
        work = [partial(_run_unit, checks, unit, flag) for unit in units]
        for unit_findings, unit_printed in divided(work, jobs, run_own if own else None):
            findings |= unit_findings
            printed |= unit_printed
    return findings, printed


def _units(checks: Sequence[GameCheck], files: Sequence[SheetFile[T]]) -> list[WorkUnit[T]]:
    """What any process may do; faces that are kept for no file of several stay with this one."""
    places = {(file.check, kind): place for place, file in enumerate(files) for kind in file.kinds}
    places = places if len(files) > 1 else {}
    tasks: list[list[TaskNumber]] = [[] for _ in files]
    units: list[WorkUnit[T]] = []
    for place, check in enumerate(checks):
        for number, task in enumerate(check.tasks):
            if not task.keeps:
                heavy = task.sort == RULES or not task.counted or task.sort == EDITION
                units.append(WorkUnit([(place, number)], {}, (0 if heavy else 2, 0)))
            elif (place, task.kind) in places:
                tasks[places[place, task.kind]].append((place, number))
    for file, own in zip(files if places else (), tasks, strict=False):
        units.append(WorkUnit(own, file.prints, (1, -sum(checks[place].tasks[number].faces for place, number in own))))
    return sorted(units, key=lambda unit: unit.weight)


def _run_unit(checks: Sequence[GameCheck], unit: WorkUnit[T], flag: mmap) -> UnitResult[T]:
    findings = {(check, number): checks[check].run_task(number) for check, number in unit.tasks}
    if any(has_errors(task_findings.problems) for task_findings in findings.values()):
        flag[0] = 1
    printed: dict[Hashable, T] = {}
    for key, print_file in unit.prints.items():
        with suppress(Exception):  # it is raised when that is printed again, in its turn
            if not flag[0] and (result := print_file()) is not None:
                printed[key] = result
    return findings, printed
