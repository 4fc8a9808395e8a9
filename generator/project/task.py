"""A task of a check, what of what it draws is kept, and how the problems that tasks find become those of a game."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from generator.core.choices import InkName
from generator.core.problem import Problem
from generator.model.game import Kind

Progress = Callable[[str, int, int], None]  # what is being done, how much of it is done, of how much
ProblemPlace = tuple[str, int, int, str, str]
OWN_LANGUAGE = "*"
PROCEDURES, RULES, PLAN, FRONTS, DRAWN, OWN, SIGNS = "procedures", "rules", "plan", "fronts", "drawn", "own", "signs"
CODE, EDITION, FORGE, LAB = "code", "edition", "forge", "lab"
COVER = "cover.svg"  # in templates/common


class Kept(NamedTuple):
    """Which faces are kept for printing."""

    language: str = ""  # ``*``: the game's own; empty: none
    kinds: tuple[str, ...] = ()  # all if empty

    def has(self, kind: Kind, language: str, own: str) -> bool:
        """Whether those of a kind are kept in a language."""
        wanted = language == self.language or (self.language == OWN_LANGUAGE and language == own)
        return wanted and (not self.kinds or kind.name in self.kinds)


class Task(NamedTuple):
    """A question about a game."""

    sort: str
    work: Callable[[], list[Problem]]
    kind: str = ""
    language: str = ""  # of fronts in one
    ink: InkName = InkName.full
    keeps: bool = False  # what was drawn
    faces: int = 0  # how long it takes
    whole: bool = True  # it is all the fronts of a kind
    counted: bool = True  # its steps are among those that the game may take


class Reported(Struct):
    """What is wrong, as tasks tell it in their order: what was said is not said again."""

    problems: list[Problem]
    fronts: dict[str, dict[ProblemPlace, str]] = {}  # by kind, what was said of fronts and in which language

    def take(self, task: Task, found: list[Problem]) -> None:
        """Add what a task found: of fronts not what another language shares, of own texts and editions what is new."""
        if task.sort == FRONTS:
            said = self.fronts.setdefault(task.kind, {})
            self.problems += [one for one in found if said.setdefault(place_of(one), task.language) == task.language]
        elif task.sort in (OWN, EDITION):
            told = {place_of(problem) for problem in self.problems}
            new = [one for one in found if place_of(one) not in told]
            self.problems += {place_of(one): one for one in reversed(new)}.values() if task.sort == OWN else new
        else:
            self.problems += found


def place_of(problem: Problem) -> ProblemPlace:
    """Where a problem is, and its rule: what two languages share is said once."""
    lacking = problem.message.partition(" is missing")[0] if problem.rule == "missing-field" else ""  # at one place
    return problem.file, problem.line, problem.column, problem.rule, lacking
