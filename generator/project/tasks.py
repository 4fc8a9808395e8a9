"""What a check of a game asks, task by task; any process may do any of them, and what was found before is remembered.

A task gives problems. Its parts are questions to the memory, each with all that it rests on and that is not noted while
it is worked out: the frame (description, style, words, templates), a kind, a language, an item's digest.
"""

from functools import partial

from msgspec import field
from msgspec.structs import replace

from generator.core.choices import InkName
from generator.core.problem import Problem
from generator.project.beyond import check_forge, check_lab_of
from generator.project.check_scope import WHOLE
from generator.project.drawing_anew import edition_of
from generator.project.drawn_tasks import DrawnTasks
from generator.project.procedures import code_problems
from generator.project.task import CODE, EDITION, FORGE, LAB, PLAN, PROCEDURES, RULES, SIGNS, Kept, Reported, Task
from generator.project.text_signs import check_signs
from generator.rules.apply import check_balance
from generator.rules.kit import check_plan

STEPS = 3_000_000  # of work that a game's expressions and faces may ask for
STEPS_AN_ITEM = 10_000  # the shipped games take 3,000


class GameTasks(DrawnTasks):
    """The tasks of a game as far as it is looked at."""

    editions: dict[InkName, "GameTasks"] = field(default_factory=dict)

    @property
    def worth(self) -> int:
        """The steps that checking the game may take: a few seconds' worth, and some more for each item."""
        return STEPS + STEPS_AN_ITEM * sum(len(kind.items) for kind in self.checked.game.kinds.values())

    def all(self) -> list[Task]:
        """All of them, in the order in which what they find counts."""
        game, whole = self.checked.game, self.scope.whole
        asking = [kind for kind in self.kinds if kind.derived or kind.procedure is not None]
        tasks = [Task(CODE, lambda: list(code_problems(game)))]
        tasks += [Task(PROCEDURES, partial(self.fit, kind), kind.name) for kind in asking]
        if not game.kinds:  # every rule and every text would be at a loss
            return tasks
        tasks.append(Task(RULES, self._rules))
        if self.scope.planned:
            tasks.append(Task(PLAN, self._plan))
        if any(kind.template for kind in game.kinds.values()):  # a game of data alone needs no theme
            tasks += [*self.drawn(), Task(SIGNS, lambda: list(check_signs(self.checked.renderer, self.kinds)))]
            tasks += [Task(EDITION, partial(self._edition, ink), ink=ink) for ink in self.other_inks()]
        if whole:
            tasks.append(Task(FORGE, lambda: check_forge(self.checked, self.book), counted=False))
            tasks.append(Task(LAB, lambda: check_lab_of(self.checked, self.worth), counted=False))
        return tasks

    def other_inks(self) -> list[InkName]:
        """The editions that are looked at besides."""
        theme = self.checked.renderer.theme
        if not self.scope.whole or theme.ink.name != InkName.full:
            return []
        return [InkName.low, InkName.colour] if theme.palette else [InkName.low]

    def _rules(self) -> list[Problem]:
        game, memory = self.checked.game, self.checked.memory
        kinds = None if self.scope.whole else {kind.name for kind in self.kinds}
        found, self.checked.waived = check_balance(
            game, self.book(), examples=self.scope.whole, remember=memory.remember, told=self._described, kinds=kinds
        )
        return found

    def _plan(self) -> list[Problem]:
        asked = "plan", self._described
        work = partial(check_plan, self.checked.game, self._entries)
        return list(self.checked.memory.remember(asked, lambda: tuple(work())))

    def edition(self, ink: InkName) -> "GameTasks":
        """The tasks of an edition, drawn as far as it may differ from full ink."""
        if ink not in self.editions:
            renderer = edition_of(self.checked, ink)
            other = replace(self.checked, problems=[], waived=[], renderer=renderer, faces={}, pages={})
            self.editions[ink] = replace(self, checked=other, scope=WHOLE, kept=Kept(), progress=None)
        return self.editions[ink]

    def _edition(self, ink: InkName) -> list[Problem]:
        """What is wrong with an edition."""
        found = Reported([])
        for task in self.edition(ink).drawn():
            found.take(task, task.work())
        return found.problems
