"""What a check of a game asks, task by task; any process may do any of them, and what was found before is remembered.

A task gives problems. Its parts are questions to the memory, each with all that it rests on and that is not noted while
it is worked out: the frame (description, style, words, templates), a kind, a language, an item's digest.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.core.choices import InkName
from generator.core.notes import Remember, take_note
from generator.core.problem import Problem
from generator.draw.marks.marks import Face
from generator.draw.renderer import Side
from generator.draw.scope import FaceFault
from generator.model.budget import METER
from generator.model.game import Kind
from generator.project.beyond import check_forge, check_lab_of
from generator.project.check_scope import WHOLE, Scope
from generator.project.checked import Checked
from generator.project.drawing_anew import edition_of
from generator.project.item_digests import item_digest
from generator.project.own_texts import check_own_texts
from generator.project.procedures import unfit_of
from generator.project.text_signs import check_signs
from generator.rules.apply import check_balance
from generator.rules.kit import check_plan, sizes_planned
from generator.rules.rulebook import Rulebook

Progress = Callable[[str, int, int], None]  # what is being done, how much of it is done, of how much
ProblemPlace = tuple[str, int, int, str]
Faults = tuple[tuple[int, FaceFault], ...]  # by the position of the item
OWN_LANGUAGE = "*"
PROCEDURES, RULES, PLAN, FRONTS, DRAWN, OWN, SIGNS = "procedures", "rules", "plan", "fronts", "drawn", "own", "signs"
EDITION, FORGE, LAB = "edition", "forge", "lab"
CHUNK = 500  # faces, of which a task has no more where a kind has more
MOST_FACES = 10_000  # kept of a kind in a language; of a larger one each is drawn again when it is printed
COVER = "cover.svg"  # in templates/common
PAGES = 20  # faces that running text takes as long as
STEPS = 3_000_000  # of work that a game's expressions and faces may ask for
STEPS_AN_ITEM = 10_000  # the shipped games take 3,000


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


class FaceRun(NamedTuple):
    """Faces of a kind in a language, by the positions of their items."""

    language: str
    positions: Sequence[int]
    keeps: bool


class GameTasks(Struct):
    """The tasks of a game as far as it is looked at."""

    checked: Checked
    book: Callable[[], Rulebook]
    scope: Scope
    cover: Path  # the template of covers
    kept: Kept
    progress: Progress | None = None
    fits: dict[str, list[Problem]] = {}  # by kind what it asks for and cannot have
    editions: "dict[InkName, GameTasks]" = {}

    @property
    def worth(self) -> int:
        """The steps that checking the game may take: a few seconds' worth, and some more for each item."""
        return STEPS + STEPS_AN_ITEM * sum(len(kind.items) for kind in self.checked.game.kinds.values())

    @property
    def kinds(self) -> list[Kind]:
        """The kinds that are looked at."""
        return self.scope.kinds_of(self.checked.game)

    def all(self) -> list[Task]:
        """All of them, in the order in which what they find counts."""
        game, whole = self.checked.game, self.scope.whole
        asking = [kind for kind in self.kinds if kind.derived or kind.procedure is not None]
        tasks = [Task(PROCEDURES, partial(self.fit, kind), kind.name) for kind in asking]
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

    def drawn(self) -> Iterator[Task]:
        """All that is ever drawn with the renderer's ink."""
        scope = self.scope
        for kind in self.kinds:
            if not kind.printed:
                continue
            if kind.prose:
                for language in scope.languages_of(self.checked.game):
                    keeps = self.kept.has(kind, language, self.checked.game.language)
                    look = partial(self._pages, kind, language, keeps=keeps)
                    yield Task(DRAWN, look, kind.name, keeps=keeps, faces=PAGES)
                continue
            for side in scope.sides_of(kind):
                yield from self._faces_of(kind, side)
            if kind.net and scope.planned:
                yield Task(DRAWN, partial(self._boxes, kind), kind.name)
            if scope.forms and kind.blank:
                yield Task(DRAWN, partial(self._forms, kind), kind.name)
        yield Task(OWN, self._own_texts)
        if scope.whole:
            yield Task(OWN, self._covers)

    def fit(self, kind: Kind) -> list[Problem]:
        """What a kind asks for by name and can't have; it is rid of it. To be called before it is drawn."""
        if kind.name not in self.fits:
            with METER.set_aside():  # it is done by every process that draws the kind
                found = unfit_of(self.checked.game, kind, self.checked.renderer.derived, self.checked.memory)
                self.fits[kind.name] = list(found)
        return self.fits[kind.name]

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

    @property
    def _described(self) -> str:
        """Tells the game's description from all others."""
        world = self.checked.memory.world
        return world.data("game.yaml") if world is not None else ""

    @property
    def _entries(self) -> Remember:
        """Gives what an entry of the plan comes to, if it was found before."""
        return partial(self.checked.memory.within, ("entry", self._described))

    def _asked(self, what: str, *more: Hashable) -> tuple[Hashable, ...]:
        """A question about what the renderer draws."""
        renderer = self.checked.renderer
        how = "reduced" if renderer.of_ink else "whole"
        return what, renderer.theme.ink.name, how, self.checked.frame, *more

    def _faces_of(self, kind: Kind, side: Side) -> Iterator[Task]:
        """Tasks of one side of a kind: one for all languages, which share pictures and words, unless items are many."""
        own, fronts = self.checked.game.language, side == "front"
        positions = [position for position, item in enumerate(kind.items) if self.scope.takes(item)]
        runs = [
            FaceRun(language, positions[start : start + CHUNK], fronts and keeps and len(positions) <= MOST_FACES)
            for language in self.scope.languages_of(self.checked.game)
            for keeps in [self.kept.has(kind, language, own)]
            for start in range(0, len(positions) or 1, CHUNK)
        ]
        total = sum(len(run.positions) for run in runs)
        groups = [runs] if total <= CHUNK else [[run] for run in runs]
        for group in groups:
            keeps, faces = any(run.keeps for run in group), sum(len(run.positions) for run in group)
            whole = len(groups) == 1
            yield Task(
                FRONTS if fronts else DRAWN,
                partial(self._faces, kind, side, group),
                kind.name,
                "" if whole else group[0].language,
                keeps=keeps,
                faces=faces,
                whole=whole,
            )

    def _faces(self, kind: Kind, side: Side, runs: Sequence[FaceRun]) -> list[Problem]:
        self.fit(kind)
        usable, found = self._usable(kind, side)
        said: set[ProblemPlace] = set()  # what two languages share is said once
        for run in runs if usable else ():
            problems = dict.fromkeys(self._faulty(kind, side, run))
            found += [problem for problem in problems if place_of(problem) not in said]
            said.update(place_of(problem) for problem in problems if side == "front")
        return found

    def _usable(self, kind: Kind, side: Side) -> tuple[bool, list[Problem]]:
        """Whether the template of a kind can be used, and what is wrong with it. It is not read if that is known."""
        renderer = self.checked.renderer

        def work() -> tuple[bool, tuple[Problem, ...]]:
            return renderer.template(kind, side) is not None, renderer.wrong[kind.name, side, kind.net]

        asked = self._asked("template", kind.name, side, kind.filled)
        usable, problems = self.checked.memory.remember(asked, work)
        return usable, list(problems)

    def _faulty(self, kind: Kind, side: Side, run: FaceRun) -> list[Problem]:
        """What is wrong with faces of a kind on one side in one language; they are drawn to be kept, if wanted."""
        checked, renderer, memory = self.checked, self.checked.renderer, self.checked.memory
        language, items = run.language, kind.items
        kept = checked.faces.setdefault((kind.name, language), {}) if run.keeps else None

        def work() -> tuple[Faults, tuple[int, ...]]:
            take_note("items", kind.name)
            faults: list[tuple[int, FaceFault]] = []
            tokens = []
            for position in run.positions:
                if (position + 1) % 50 == 0 and self.progress is not None:
                    self.progress(f"checking {kind.name}", position + 1, len(items))
                if items[position].broken:
                    tokens.append(0)
                    continue
                faults += [(position, fault) for fault in self._faults(kind, side, language, position, kept)]
                tokens.append(memory.token)
            return tuple(faults), tuple(tokens)

        if memory.world is None:
            faults, tokens = work()
        else:
            some = self.scope.items, run.positions[0] if run.positions else 0, len(run.positions)
            faults, tokens = memory.remember(self._asked("faces", kind.name, language, side, kind.filled, some), work)
        if memory.world is not None and not renderer.of_ink:
            for position, token in zip(run.positions, tokens, strict=True):
                key = kind.name, position
                checked.tokens[key] = (*checked.tokens.get(key, ()), token)
        return [renderer.told(fault, kind, items[position], language, side) for position, fault in faults]

    def _faults(
        self, kind: Kind, side: Side, language: str, position: int, kept: dict[int, Face] | None
    ) -> list[FaceFault]:
        """What is wrong with one face."""
        item, memory = kind.items[position], self.checked.memory

        def work() -> list[FaceFault]:
            face, faults = self.checked.renderer.drawn(kind, item, language, draws=kept is not None, side=side)
            if kept is not None:
                kept[position] = face
            return faults

        if memory.world is None:
            return work()
        digest = item_digest(item, memory.digests)
        return memory.remember(self._asked("face", kind.name, language, side, kind.filled, digest), work)

    def _pages(self, kind: Kind, language: str, *, keeps: bool) -> list[Problem]:
        checked, memory = self.checked, self.checked.memory
        usable, found = self._usable(kind, "front")
        if usable and keeps:
            laid = checked.pages[kind.name, language] = checked.renderer.pages(kind, language)
            found += laid.problems
        elif usable:
            asked = self._asked("pages", kind.name, language, memory.world.texts() if memory.world is not None else "")
            found += memory.remember(asked, lambda: checked.renderer.pages(kind, language, draws=False).problems)
        if self.progress is not None:
            self.progress(f"checking {kind.name}", 1, 1)
        return found

    def _boxes(self, kind: Kind) -> list[Problem]:
        """What is wrong with a box of paper in the sizes in which the plan has it, at the places of its items."""
        self.fit(kind)
        checked, memory = self.checked, self.checked.memory
        usable, found = self._usable(kind, "front")

        def work() -> list[Problem]:
            sizes = sizes_planned(checked.game, kind, self._entries)
            asked = self._asked("sized boxes", kind.name, tuple(sized.filled for sized in sizes))
            return memory.remember(asked, partial(self._sized, kind, sizes))

        return [*found, *memory.remember(self._asked("boxes", kind.name, kind.filled), work)] if usable else found

    def _sized(self, kind: Kind, sizes: Sequence[Kind]) -> list[Problem]:
        """What is wrong with a box of paper in some sizes."""
        take_note("items", kind.name)
        take_note("places", kind.name)
        return [
            problem
            for sized in sizes
            for item in kind.items
            if not item.broken
            for language in self.scope.languages_of(self.checked.game)
            for problem in self.checked.renderer.face(sized, item, language, draws=False)[1]
        ]

    def _forms(self, kind: Kind) -> list[Problem]:
        """Forms hold words of the templates' own, which have to fit; that an item is missing is no fault of theirs."""
        self.fit(kind)
        wanted: dict[Side, object] = {"front": True, "shaped": kind.shaped, "guide": kind.blank_guide}
        found, sides = list[Problem](), list[Side]()
        for side in (side for side, is_wanted in wanted.items() if is_wanted):
            usable, problems = self._usable(kind, side)
            found += problems
            sides += [side] if usable else []
        languages = self.scope.languages_of(self.checked.game)

        def work() -> tuple[Problem, ...]:
            problems: list[Problem] = []
            for language in languages:
                for side in sides:
                    for style in (kind.blank_styles or ("",)) if side != "guide" else ("",):
                        problems += self.checked.renderer.blank(kind, language, style=style, side=side)[1]
            told = ("text-overflow", "missing-glyph", "off-the-face")
            return tuple(problem for problem in problems if problem.rule in told)

        asked = self._asked("blanks", kind.name, kind.filled, languages)
        return [*found, *self.checked.memory.remember(asked, work)]

    def _own_texts(self) -> list[Problem]:
        renderer = self.checked.renderer
        remember = partial(self.checked.memory.within, self._asked("own"))
        return [*renderer.problems[: renderer.opened], *check_own_texts(renderer, self.scope, remember)]

    def _covers(self) -> list[Problem]:
        asked, memory = self._asked("covers"), self.checked.memory

        def work() -> tuple[Problem, ...]:
            from generator.project.cover import check_covers

            return tuple(check_covers(self.checked.renderer, self.cover, partial(memory.within, asked), self._entries))

        return list(memory.remember(asked, work))

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
    return problem.file, problem.line, problem.column, problem.rule
