"""Carries out the tasks of a check, and puts together what they find: in their order, whoever carried them out."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from mmap import mmap
from pathlib import Path
from sys import maxsize
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.check.result import CheckResult
from generator.check.scope import EDITION, FORGE, LAB, PAGES, READ, RULES, ProblemReport, Task
from generator.check.tasks import GameTasks
from generator.check.verdict import UsedWaiver
from generator.core.choices import InkName
from generator.core.cores import can_fork, divided
from generator.core.notes import Dependency, noting
from generator.core.problem import Problem, has_errors
from generator.model.budget import METER, ExhaustedError

OF_FILES = {".md": PAGES, "forge.yaml": FORGE, "lab.yaml": LAB}  # tasks that a person waits for who changes these
_WORTH = "all that the game works out"


class Findings(NamedTuple):
    """What came of a task: plain values, which another process can hand over."""

    problems: list[Problem]
    read: frozenset[str]  # the kinds whose items were asked for
    shown: frozenset[str]  # the pictures
    steps: int
    waived: tuple[UsedWaiver, ...] = ()


class GameCheck(Struct):
    """A check of a game that was read."""

    game: GameTasks
    read: list[Problem]  # what was wrong when it was read
    tasks: list[Task]

    @property
    def checked(self) -> CheckResult:
        """The game; its problems are added when all is put together."""
        return self.game.checked

    def run_task(self, number: int) -> Findings:
        """Carry out a task. It may take as many steps as all of them, so that its steps are the same for whoever does.

        What goes beyond that has found nothing.
        """
        task, checked = self.tasks[number], self.checked
        worth = self.game.worth if task.counted else maxsize
        with noting() as noted, METER.set_aside():
            try:
                with METER.allowance(worth, _WORTH):
                    problems = task.work()
                    steps = worth - METER.balance
            except ExhaustedError:
                problems, steps = [], worth + 1
        waived = tuple(checked.waived) if task.sort == RULES else ()
        read = frozenset(name for sort, name in noted if sort == READ)
        return Findings(problems, read, self._shown(noted), steps if task.counted else 0, waived)

    def _shown(self, noted: Iterable[Dependency]) -> frozenset[str]:
        """The pictures that were shown, if anybody wants to know; with what they show, where it is at hand."""
        names = {name for sort, name in noted if sort == "picture"} if self.game.other_inks() else set[str]()
        return frozenset(names if self.checked.memo.is_lasting else map(str, self._with_theirs(names)))

    def _with_theirs(self, names: Iterable[str]) -> list[Path]:
        """Pictures with those that they show."""
        from generator.draw.svg.drawing import all_shown

        return all_shown(names, self.checked.renderer.theme.roots)

    def front(self, files: Collection[Path]) -> list[int]:
        """The tasks that a person waits for who has changed these files."""
        awaited = {sort for ending, sort in OF_FILES.items() if any(path.name.endswith(ending) for path in files)}
        return [number for number, task in enumerate(self.tasks) if not task.behind or task.sort in awaited]

    def merge(self, run_task: Callable[[int], Findings], numbers: Collection[int] | None = None) -> CheckResult:
        """Merge what the tasks find; ``run_task`` is called in their order, as long as steps are left.

        With ``numbers``, the others are left aside, for a later call.
        """
        checked, steps_left = self.checked, self.game.worth
        read, pictures = set[str](), set(self._shown(checked.renderer.notes["theme"]))
        report = ProblemReport(list(self.read))
        for number, task in enumerate(self.tasks):
            if (task.counted and steps_left < 0) or (numbers is not None and number not in numbers):
                continue
            findings = run_task(number)
            read |= findings.read
            pictures |= findings.shown
            steps_left -= findings.steps
            if steps_left < 0 and task.counted:
                report.problems.append(self._too_costly())
                continue
            if task.sort == RULES:
                checked.waived = list(findings.waived)
            problems = findings.problems
            if task.sort == EDITION:
                problems = self._of_edition(task.ink, problems, sorted(pictures))
            report.take(task, problems)
        if steps_left < 0:  # which faces were drawn by then is a matter of who drew them
            checked.faces.clear()
            checked.pages.clear()
        checked.problems = report.problems
        self._set_apart(read)
        checked.problems = sorted(dict.fromkeys(checked.problems))  # mostly in order already
        return checked

    def _set_apart(self, read: Iterable[str]) -> None:
        """Take from the problems those that a print does not stand on, and count the errors among them.

        Kinds are ``read`` whose items what is drawn asked for.
        """
        checked, scope, book = self.checked, self.game.scope, self.game.book
        if not scope.whole:
            problems = dict.fromkeys([*checked.problems, *book().problems])
            checked.problems, elsewhere = scope.parted(problems, checked.game, book(), read)
            checked.elsewhere = sum(problem.level == "error" for problem in elsewhere)

    def _too_costly(self) -> Problem:
        file, worth = self.checked.game.file, self.game.worth
        message = f"{_WORTH} takes more than {worth:,} steps to work out"
        return Problem(file, 1, 1, "error", "too-costly", message, "ask for less")

    def _of_edition(self, ink: InkName, problems: list[Problem], pictures: list[str]) -> list[Problem]:
        """What is wrong with an edition, and with the pictures that are shown in full ink."""
        checked, renderer, inputs = self.checked, self.game.edition(ink).checked.renderer, self.checked.memo.inputs

        def examine_pictures() -> tuple[Problem, ...]:
            """What is wrong, with this ink, with the pictures that are shown in full ink, or with their variants."""
            from generator.draw.svg.drawing import otherwise

            paths = otherwise(self._with_theirs(pictures), renderer.theme.ink)
            drawn = [renderer.theme.drawing(path) for path in paths]
            return tuple(problem for drawing in drawn if isinstance(drawing, list) for problem in drawing)

        digests = tuple(inputs.digest(("picture", name)) for name in pictures)
        question = "pictures", ink.value, checked.frame, tuple(pictures), digests
        problems = [*problems, *checked.memo.remember(question, examine_pictures)]
        edition = "low ink" if ink == InkName.low else "in colour"
        return [replace(problem, message=f"{problem.message} ({edition})") for problem in problems]


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
