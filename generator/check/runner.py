"""Carries out the tasks of a check, and puts together what they find: in their order, whoever carried them out."""

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from sys import maxsize
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.check.result import CheckResult
from generator.check.scope import EDITION, FORGE, LAB, PAGES, READ, RULES, ProblemReport, Task
from generator.check.tasks import GameTasks
from generator.check.verdict import UsedWaiver
from generator.core.choices import InkName
from generator.core.notes import Dependency, noting
from generator.core.problem import Problem
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
