"""What a check of a game asks, task by task; any process may do any of them, and what was found before is remembered.

A task gives problems. Its parts are questions to the memory, each with all that it rests on and that is not noted while
it is worked out: the frame (description, style, words, templates), a kind, a language, an item's digest.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from msgspec import field, structs

from generator.core.choices import InkName
from generator.core.folders import Project, shipped_common
from generator.core.notes import Remember, noting
from generator.core.problem import Problem
from generator.draw.renderer import Derive, Renderer, open_renderer
from generator.model.budget import METER, ExhaustedError
from generator.model.fields import TextField
from generator.model.game import Game, Kind
from generator.project.check_scope import (
    EDITION,
    FORGE,
    LAB,
    PLAN,
    RULES,
    SIGNS,
    WHOLE,
    Kept,
    Reported,
    Task,
)
from generator.project.drawn_tasks import DrawnTasks
from generator.project.judge import UsedWaiver
from generator.project.memory import Checked, Memory
from generator.project.procedures import granted
from generator.project.text_signs import check_signs
from generator.project.world import digest_of
from generator.rules.apply import check_balance
from generator.rules.kit import check_plan
from generator.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from generator.forge.spec import ForgeSpec

_FORGE = ("game.yaml", "balance.yaml", "forge.yaml")
_LAB = ("game.yaml", "balance.yaml", "lab.yaml")


def check_forge(checked: Checked, book: Callable[[], Rulebook]) -> list[Problem]:
    """What is wrong with the description of how new items are made, which is tried out."""
    game, memory = checked.game, checked.memory
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

    files = memory.data(*_FORGE)
    read_before = partial(memory.remember, ("forge as read", files), read)
    kinds, problems = memory.remember(("forge", files), lambda: _entries(*read_before()))
    found = list(problems)
    for kind in kinds:
        if game.kinds[kind].unsure or kind in game.unread:
            continue
        asked = "forge", kind, files, _without_texts(game.kinds[kind]) if memory.world is not None else ""
        found += memory.remember(asked, partial(alone, kind, partial(memory.within, asked)))
    return found


def _entries(spec: "ForgeSpec", problems: list[Problem]) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """The kinds of which there are new items, and what is wrong with the file."""
    return tuple(entry.kind for entry in spec.entries.values()), tuple(problems)


def _without_texts(kind: Kind) -> str:
    """A digest of what the items of a kind hold beside texts: new items follow it, and take up no text of theirs."""
    names = [name for name, field in kind.fields.items() if not isinstance(field, TextField)]
    held = ([*item.keys, item.copies, *(repr(item.fields.get(name)) for name in names)] for item in kind.all_items)
    return digest_of(repr((kind.is_broken, kind.partial)), *(repr(one) for one in held))


def check_lab_of(checked: Checked, worth: int) -> list[Problem]:
    """What is wrong with the questions that the game's lab asks, and which answers are not as it expects.

    ``worth`` is how many steps that may take.
    """
    game, memory = checked.game, checked.memory
    if not (game.folder / "lab.yaml").exists():
        return []
    from generator.lab.answers import check_lab

    files = memory.data(*_LAB)
    try:
        with METER.allowance(worth, "all that lab.yaml asks for"):
            return memory.remember(("lab", files), lambda: check_lab(game, partial(memory.within, ("lab", files))))
    except ExhaustedError as stop:
        file = game.file.removesuffix("game.yaml") + "lab.yaml"
        return [Problem(file, 1, 1, "error", "too-costly", str(stop), "ask for less")]


def look_at_items(game: Game, memory: Memory) -> None:
    """Tell the memory of a game's items; from now on it is noted who looks at which."""
    if memory.world is None:
        return
    for kind in game.kinds.values():
        memory.world.know(kind)
        kind.watched = True


def renderer_for(project: Project, game: Game, derived: dict[str, Derive], ink: InkName, memory: Memory) -> Renderer:
    """What draws a game."""
    now = memory.world.templates + granted(game) if memory.world is not None else ""
    if memory.drawn_with != now:
        memory.renderers.clear()
        memory.drawn_with = now
    known = memory.renderers.get(ink.value)
    if known is not None:
        for kind in game.kinds.values():
            kind.derived = {name: of for name, of in kind.derived.items() if of in derived}
        return replace(known, game=game, derived=derived, views={})
    with noting() as notes:
        renderer = open_renderer(
            game, project.templates_for(game.templates), project.common, derived, ink, shipped_common()
        )
    renderer.notes["theme"] = notes
    memory.renderers[ink.value] = renderer
    return renderer


def edition_of(checked: Checked, ink: InkName) -> Renderer:
    """What draws another edition, reduced to what may differ from full ink."""
    known, full, name = checked.memory.renderers, checked.renderer, f"{ink.value}, reduced"
    if name not in known:
        known[name] = full.in_ink(ink)
    return replace(known[name], game=full.game, derived=full.derived, rules=full.rules, views={})


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
            tasks += [Task(EDITION, partial(self._edition, ink), ink=ink) for ink in self.other_inks()]
        if whole:
            tasks.append(Task(FORGE, lambda: check_forge(self.checked, self.book), counted=False))
            tasks.append(Task(LAB, lambda: check_lab_of(self.checked, self.worth), counted=False))
        return tasks

    def other_inks(self) -> list[InkName]:
        """The editions that are examined besides."""
        theme = self.checked.renderer.theme
        if not self.scope.whole or theme.ink.name != InkName.full:
            return []
        return [InkName.low, InkName.colour] if theme.palette else [InkName.low]

    def _rules(self) -> list[Problem]:
        game, memory = self.checked.game, self.checked.memory
        kinds = None if self.scope.whole else {kind.name for kind in self.kinds}
        found, waived = check_balance(
            game, self.book(), examples=self.scope.whole, remember=memory.remember, told=self._described, kinds=kinds
        )
        self.checked.waived = [UsedWaiver.of_item(*one) for one in waived]
        return found

    def _plan(self) -> list[Problem]:
        asked = "plan", self._described
        work = partial(check_plan, self.checked.game, self._entries)
        return list(self.checked.memory.remember(asked, lambda: tuple(work())))

    def edition(self, ink: InkName) -> "GameTasks":
        """The tasks of an edition, drawn as far as it may differ from full ink."""
        if ink not in self.editions:
            renderer = edition_of(self.checked, ink)
            other = structs.replace(self.checked, problems=[], waived=[], renderer=renderer, faces={}, pages={})
            scope = structs.replace(WHOLE, bleed=self.scope.bleed, joined=self.scope.joined)
            self.editions[ink] = structs.replace(self, checked=other, scope=scope, kept=Kept(), progress=None)
        return self.editions[ink]

    def _edition(self, ink: InkName) -> list[Problem]:
        """What is wrong with an edition."""
        found = Reported([])
        for task in self.edition(ink).drawn():
            found.take(task, task.work())
        return found.problems
