"""Run the checks of games with several processes, which also print files of sheets with the faces that they draw."""

from collections.abc import Callable, Mapping, Sequence
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
    """A file of sheets, with what is to be printed into it and beside it."""

    check: int  # of its game
    kinds: frozenset[str]
    prints: Sequence[Callable[[], T | None]]


class WorkUnit(NamedTuple, Generic[T]):
    """What one process does at a stretch: some tasks, and a file of sheets with the faces that these keep."""

    tasks: Sequence[TaskNumber]
    file: SheetFile[T] | None
    weight: tuple[int, int]  # what takes longest is begun first, or the others would wait for it


UnitResult = tuple[list[Findings], list[T | None]]


def check_together(checks: Sequence[GameCheck], jobs: int) -> list[CheckResult]:
    """Run checks with as many processes at most; the games as checked."""
    return check_and_print(checks, [], jobs)[0]


def check_and_print(
    checks: Sequence[GameCheck], files: Sequence[SheetFile[T]], jobs: int
) -> tuple[list[CheckResult], list[list[T | None]]]:
    """Run checks with as many processes at most, and print.

    Args:
        checks: the games, as they were read.
        files: what is printed of them if no error is found by then; each kind is in one of them.
        jobs: how many processes may work at once.

    Returns:
        The games as checked; for each file what its prints gave: None for those that are to be carried out yet.
    """
    units = _units(checks, files) if jobs > 1 and can_fork() else []
    if sum(checks[check].tasks[number].faces for unit in units for check, number in unit.tasks) < WORTH_PROCESSES:
        units = []
    findings, printed = _run_units(checks, units, jobs) if units else ({}, {})
    checked = [one.merge(partial(_found, checks, findings, check)) for check, one in enumerate(checks)]
    return checked, [printed.get(id(file), [None] * len(file.prints)) for file in files]


def _run_units(
    checks: Sequence[GameCheck], units: Sequence[WorkUnit[T]], jobs: int
) -> tuple[dict[TaskNumber, Findings], dict[int, list[T | None]]]:
    """Run units with several processes; findings by task, and what was printed by the identity of the file."""
    tasks = {(check, number) for check, one in enumerate(checks) for number in range(len(one.tasks))}
    own = sorted(tasks.difference(*(unit.tasks for unit in units)))  # those whose faces this process keeps
    findings: dict[TaskNumber, Findings] = {}

    def run_own() -> None:
        findings.update({(check, number): checks[check].run_task(number) for check, number in own})

    with mmap(-1, 1) as flag:  # other than 0 once an error is found, by whichever process
        flag[0] = any(check.game.scope.whole and has_errors(check.read) for check in checks)
        work = [partial(_run_unit, checks, unit, flag) for unit in units]
        results: list[UnitResult[T]] = divided(work, jobs, run_own if own else None)
    for unit, (some, _) in zip(units, results, strict=True):
        findings |= zip(unit.tasks, some, strict=True)
    return findings, {id(unit.file): prints for unit, (_, prints) in zip(units, results, strict=True)}


def _units(checks: Sequence[GameCheck], files: Sequence[SheetFile[T]]) -> list[WorkUnit[T]]:
    """What any process may do; faces that are kept for no file of several stay with this one."""
    by_kind = {(file.check, kind): file for file in files for kind in file.kinds} if len(files) > 1 else {}
    tasks: dict[int, list[TaskNumber]] = {id(file): [] for file in by_kind.values()}
    units: list[WorkUnit[T]] = []
    for check, one in enumerate(checks):
        for number, task in enumerate(one.tasks):
            if not task.keeps:
                heavy = task.sort == RULES or not task.counted or task.sort == EDITION
                units.append(WorkUnit([(check, number)], None, (0 if heavy else 2, 0)))
            elif (check, task.kind) in by_kind:
                tasks[id(by_kind[check, task.kind])].append((check, number))
    for file in files if by_kind else ():
        faces = sum(checks[check].tasks[number].faces for check, number in tasks[id(file)])
        units.append(WorkUnit(tasks[id(file)], file, (1, -faces)))
    return sorted(units, key=lambda unit: unit.weight)


def _run_unit(checks: Sequence[GameCheck], unit: WorkUnit[T], flag: mmap) -> UnitResult[T]:
    findings = [checks[check].run_task(number) for check, number in unit.tasks]
    if any(has_errors(found.problems) for found in findings):
        flag[0] = 1
    printed: list[T | None] = []
    for print_file in unit.file.prints if unit.file is not None else ():
        printed.append(None)
        if not flag[0]:
            with suppress(Exception):  # it is raised when that is printed again, in its turn
                printed[-1] = print_file()
    return findings, printed


def _found(checks: Sequence[GameCheck], findings: Mapping[TaskNumber, Findings], check: int, number: int) -> Findings:
    return findings[check, number] if (check, number) in findings else checks[check].run_task(number)
