"""What a check of a game asks, task by task; any process may do any of them, and what was found before is remembered.

A task gives problems. Its parts are questions to the memo, each with all that it rests on and that is not noted while
it is worked out: the frame (description, style, words, templates), a kind, a language, an item's digest.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from msgspec import field, structs

from generator.check.drawn_tasks import DrawnTasks
from generator.check.memo import Memo
from generator.check.procedures import granted
from generator.check.result import CheckResult
from generator.check.scope import EDITION, FORGE, LAB, PLAN, RULES, SIGNS, WHOLE, FaceSelection, ProblemReport, Task
from generator.check.text_signs import check_signs
from generator.check.verdict import UsedWaiver
from generator.core.choices import InkName
from generator.core.folders import Project, shipped_common
from generator.core.notes import Remember, noting
from generator.core.problem import Problem
from generator.draw.renderer import Derive, Renderer, open_renderer
from generator.model.budget import METER, ExhaustedError
from generator.model.game import Game
from generator.rules.apply import check_balance
from generator.rules.kit import check_plan
from generator.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from generator.forge.spec import ForgeSpec

_FORGE = ("game.yaml", "balance.yaml", "forge.yaml")
_LAB = ("game.yaml", "balance.yaml", "lab.yaml")


def check_forge(checked: CheckResult, book: Callable[[], Rulebook]) -> list[Problem]:
    """What is wrong with the description of how new items are made, which is tried out."""
    game, memo = checked.game, checked.memo
    if not (game.folder / "forge.yaml").exists():
        return []

    def read() -> "tuple[ForgeSpec, list[Problem]]":
        from generator.forge.spec import read_forge

        return read_forge(game)

    def alone(kind: str, remember: Remember) -> list[Problem]:
        """What is wrong with one of them."""
        from generator.forge.examination import examine_forge

        # What its own items hold beside texts is in the question: nobody need note who looks at them.
        alike = structs.replace(game, kinds={**game.kinds, kind: replace(game.kinds[kind])})
        return examine_forge(alike, book().rules, book().problems, kind, read_before()[0], remember)[1]

    files = memo.inputs.data(*_FORGE)
    read_before = partial(memo.remember, ("forge as read", files), read)
    kinds, problems = memo.remember(("forge", files), lambda: _entries(*read_before()))
    all_problems = list(problems)
    for kind in kinds:
        if game.kinds[kind].unsure or kind in game.unread:
            continue
        question = "forge", kind, files, memo.inputs.values_digest(game.kinds[kind])
        all_problems += memo.remember(question, partial(alone, kind, partial(memo.within, question)))
    return all_problems


def _entries(spec: "ForgeSpec", problems: list[Problem]) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """The kinds of which there are new items, and what is wrong with the file."""
    return tuple(entry.kind for entry in spec.entries.values()), tuple(problems)


def check_lab_of(checked: CheckResult, worth: int) -> list[Problem]:
    """What is wrong with the questions that the game's lab asks, and which answers are not as it expects.

    ``worth`` is how many steps that may take.
    """
    game, memo = checked.game, checked.memo
    if not (game.folder / "lab.yaml").exists():
        return []
    from generator.lab.answers import check_lab

    files = memo.inputs.data(*_LAB)
    try:
        with METER.allowance(worth, "all that lab.yaml asks for"):
            return memo.remember(("lab", files), lambda: check_lab(game, partial(memo.within, ("lab", files))))
    except ExhaustedError as stop:
        file = game.file.removesuffix("game.yaml") + "lab.yaml"
        return [Problem(file, 1, 1, "error", "too-costly", str(stop), "ask for less")]


def renderer_for(project: Project, game: Game, derived: dict[str, Derive], ink: InkName, memo: Memo) -> Renderer:
    """What draws a game."""
    now = memo.inputs.templates + granted(game)
    if memo.drawn_with != now:
        memo.renderers.clear()
        memo.drawn_with = now
    known = memo.renderers.get(ink.value)
    if known is not None:
        for kind in game.kinds.values():
            kind.derived = {name: of for name, of in kind.derived.items() if of in derived}
        return replace(known, game=game, derived=derived, views={})
    with noting() as notes:
        renderer = open_renderer(
            game, project.templates_for(game.templates), project.common, derived, ink, shipped_common()
        )
    renderer.notes["theme"] = notes
    memo.renderers[ink.value] = renderer
    return renderer


def edition_of(checked: CheckResult, ink: InkName) -> Renderer:
    """What draws another edition, reduced to what may differ from full ink."""
    renderers, full, name = checked.memo.renderers, checked.renderer, f"{ink.value}, reduced"
    if name not in renderers:
        renderers[name] = full.in_ink(ink)
    return replace(renderers[name], game=full.game, derived=full.derived, rules=full.rules, views={})


STEPS = 4_000_000  # of work that a game's expressions and faces may ask for
STEPS_AN_ITEM = 14_000  # the shipped games take 7,000 at most


class GameTasks(DrawnTasks):
    """The tasks of a game as far as it is examined."""

    editions: dict[InkName, "GameTasks"] = field(default_factory=dict)

    @property
    def worth(self) -> int:
        """The steps that checking the game may take: a few seconds' worth, and some more for each item."""
        return STEPS + STEPS_AN_ITEM * sum(len(kind.items) for kind in self.checked.game.kinds.values())

    def all(self) -> list[Task]:
        """All of them, in the order in which what they find counts."""
        game, whole = self.checked.game, self.scope.whole
        if not game.kinds:  # every rule and every text would be at a loss
            return []
        tasks = [Task(RULES, self._rules)]
        if self.scope.planned:
            tasks.append(Task(PLAN, self._plan))
        if any(kind.template for kind in game.kinds.values()):  # a game of data alone needs no theme
            tasks += [*self.drawn(), Task(SIGNS, lambda: list(check_signs(self.checked.renderer, self.kinds)))]
            tasks += [Task(EDITION, partial(self._edition, ink), ink=ink, behind=True) for ink in self.other_inks()]
        if whole:
            tasks.append(Task(FORGE, lambda: check_forge(self.checked, self.book), counted=False, behind=True))
            tasks.append(Task(LAB, lambda: check_lab_of(self.checked, self.worth), counted=False, behind=True))
        return tasks

    def other_inks(self) -> list[InkName]:
        """The editions that are examined besides."""
        theme = self.checked.renderer.theme
        if not self.scope.whole or theme.ink.name != InkName.full:
            return []
        return [InkName.low, InkName.colour] if theme.palette else [InkName.low]

    def _rules(self) -> list[Problem]:
        game, memo = self.checked.game, self.checked.memo
        kinds = None if self.scope.whole else {kind.name for kind in self.kinds}
        problems, waived = check_balance(
            game, self.book(), examples=self.scope.whole, remember=memo.remember, told=self._described, kinds=kinds
        )
        self.checked.waived = [UsedWaiver.of_item(*waiver) for waiver in waived]
        return problems

    def _plan(self) -> list[Problem]:
        question = "plan", self._described
        examine = partial(check_plan, self.checked.game, self._entries)
        return list(self.checked.memo.remember(question, lambda: tuple(examine())))

    def edition(self, ink: InkName) -> "GameTasks":
        """The tasks of an edition, drawn as far as it may differ from full ink."""
        if ink not in self.editions:
            renderer = edition_of(self.checked, ink)
            checked = structs.replace(self.checked, problems=[], waived=[], renderer=renderer, faces={}, pages={})
            scope = structs.replace(WHOLE, bleed=self.scope.bleed, joined=self.scope.joined)
            self.editions[ink] = structs.replace(
                self, checked=checked, scope=scope, kept=FaceSelection(), progress=None
            )
        return self.editions[ink]

    def _edition(self, ink: InkName) -> list[Problem]:
        """What is wrong with an edition."""
        report = ProblemReport([])
        for task in self.edition(ink).drawn():
            report.take(task, task.work())
        return report.problems
