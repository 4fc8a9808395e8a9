"""A read game, checked: its rules, its plan, all that is ever drawn of it, its forge and its lab."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from generator.balance.apply import check_balance
from generator.balance.kit import check_plan
from generator.balance.rulebook import Rulebook
from generator.catalog.budget import METER, ExhaustedError
from generator.catalog.game import Game
from generator.choices import InkName
from generator.notes import NotedSet, NotedThing, noting
from generator.problem import Problem
from generator.workspace.beyond import check_forge, check_lab_of
from generator.workspace.check_parts import (
    BY_LANGUAGE,
    CHUNK,
    FRONTS,
    OWN,
    Findings,
    GamePart,
    Kept,
    Progress,
    drawn_parts,
    look_apart,
    place_of,
    take_note,
)
from generator.workspace.check_scope import READ, Scope
from generator.workspace.fitting import FIT, UNFIT, asks, fitting, unless_unfit
from generator.workspace.memory import Memory
from generator.workspace.other_inks import wrong_pictures
from generator.workspace.procedures import unfit_procedures
from generator.workspace.text_signs import check_signs

if TYPE_CHECKING:
    from generator.workspace.checked import Checked

STEPS = 3_000_000  # of work that a game's expressions and faces may ask for
STEPS_AN_ITEM = 10_000  # the shipped games take 3,000
EDITION, ELSEWHERE, RULES = "edition", "elsewhere", "rules"


class GameCheck(Struct):
    """What is to be found out about a game, and how."""

    checked: "Checked"  # the problems are added to it
    book: Callable[[], Rulebook]
    cover: Path  # the template of covers
    kept: Kept
    progress: Progress | None
    scope: Scope  # what is looked at
    anew: "Callable[[], Checked]"  # reads the game once more, and checks it alone
    editions: "dict[InkName, Checked]" = {}
    here: list[GamePart] = []  # once it is divided, what this process has to look at
    apart: list[GamePart] = []  # what any process may look at
    found_here: list[tuple[GamePart, list[Problem]]] = []
    noted_here: NotedSet = field(default_factory=NotedSet)
    steps_left: int = 0  # of those that the game may take
    taken: int = 0  # by parts that this process looked at by themselves

    def divide(self, *, shares: bool) -> Sequence[Callable[[], Findings]]:
        """What processes may look at besides this one, as tasks.

        Args:
            shares: faces may be kept by whoever looks at them. A kind of more than one part is left to this process.
        """
        self.here, self.apart = [], []
        if not any(kind.template for kind in self.checked.game.kinds.values()):
            return []
        for part in self._drawn(CHUNK):
            (self.here if part.keeps and not (shares and part.whole) else self.apart).append(part)
        self.apart += [GamePart((EDITION, "", ink), partial(self._edition, ink)) for ink in self._other_inks()]
        fronts = {part.of[1] for part in (*self.here, *self.apart) if _is_fronts(part)}
        kinds = self.scope.kinds_of(self.checked.game)
        others = [kind for kind in kinds if kind.name not in fronts and asks(kind)]
        # What takes longest is begun first: else one process would be at it while the others wait.
        tasks: list[Callable[[], Findings]] = [
            *(partial(look_apart, self.checked, part, None) for part in self._afterwards()),
            *(partial(fitting, self.checked, kind) for kind in others),
            self._apply_rules_apart,
            *(partial(self._look_apart, part) for part in self.apart),
        ]
        return [partial(unless_unfit, self.checked, task) for task in tasks]

    def _look_apart(self, part: GamePart) -> Findings:
        """Look at a part: all of them in one process may take no more than the game. Raises as `look_apart` does.

        What procedures make of items is tried out where their fronts are drawn next.
        """
        if not self._fits(part):
            return UNFIT
        findings = look_apart(self.checked, part, worth_of(self.checked.game) - self.taken)
        self.taken += findings.steps
        return findings

    def _fits(self, part: GamePart) -> bool:
        """Whether what a kind asks for is for its items, where all its fronts are drawn next."""
        return not _is_fronts(part) or fitting(self.checked, self.checked.game.kinds[part.of[1]]).sound

    def run(self) -> None:
        """Find what is wrong, alone."""
        game, checked = self.checked.game, self.checked
        with noting() as noted:
            checked.problems += unfit_procedures(game, checked.renderer.derived, Memory(), self.scope)
            if not game.kinds:  # every rule and every text would be at a loss
                return
            try:
                with METER.allowance(worth_of(game), "all that the game works out"):
                    checked.problems += self._apply_rules()
                    if any(kind.template for kind in game.kinds.values()):  # a game of data alone needs no theme
                        self._conclude(((part, part.look()) for part in self._drawn(BY_LANGUAGE)), {})
            except ExhaustedError as stop:
                problem = Problem(game.file, 1, 1, "error", "too-costly", str(stop), "ask for less")
                checked.problems.append(problem)
            for part in self._afterwards():
                checked.problems += part.look()
        set_apart(checked, self.scope, self.book, noted)

    def look_here(self) -> bool:
        """Look at what this process is to look at, once the game is divided.

        Returns:
            Whether all was found. If not, the game takes more work than it is worth, and how far it is looked at
            depends on the order; or a kind is to be rid of what it asks for before anything is drawn of it. Then it is
            to be read anew and checked by one process.
        """
        try:
            return unless_unfit(self.checked, self._look_here).sound
        except ExhaustedError:
            return False

    def _look_here(self) -> Findings:
        if not all(map(self._fits, self.here)):
            return UNFIT
        with METER.allowance(worth_of(self.checked.game), "all that the game works out"):
            with noting() as self.noted_here:
                self.found_here = [(part, part.look()) for part in self.here]
            self.steps_left = METER.left_over()
        return FIT

    def put_together(self, findings: Sequence[Findings]) -> bool:
        """Add what the tasks of `divide` found; whether all was found, see `look_here`."""
        if not all(one.sound for one in findings):
            return False
        checked, found = self.checked, dict[tuple[str, str, str], list[list[Problem]]]()
        try:
            with noting() as noted, METER.allowance(self.steps_left, "all that the game works out"):
                others = [take_note(checked, one) for one in findings]
                beside = len(others) - len(self.apart) - 1  # of what is looked at whatever the rest takes
                checked.problems += others[beside]
                kinds, waived = checked.game.kinds, findings[beside].waived
                checked.waived = [(kinds[kind].items[at], rule, reason) for kind, at, rule, reason in waived]
                for part, problems in [*self.found_here, *zip(self.apart, others[beside + 1 :], strict=True)]:
                    found.setdefault(part.of, []).append(problems)
                self._conclude([(part, found[part.of].pop(0)) for part in self._drawn(CHUNK)], found)
        except ExhaustedError:
            return False
        checked.problems += [problem for problems in others[:beside] for problem in problems]
        set_apart(checked, self.scope, self.book, [*noted, *self.noted_here])
        return True

    def _drawn(self, chunk: int) -> Iterator[GamePart]:
        return drawn_parts(self.checked, self.scope, self.cover, self.kept, self.progress, chunk)

    def _apply_rules(self) -> list[Problem]:
        game, scope = self.checked.game, self.scope
        kinds = None if scope.whole else {kind.name for kind in scope.kinds_of(game)}
        found, self.checked.waived = check_balance(game, self.book(), examples=scope.whole, kinds=kinds)
        return [*found, *check_plan(game)] if scope.planned else found

    def _apply_rules_apart(self) -> Findings:
        """What applying the rules comes to, for whoever asked for it. Raises as `look_apart` does."""
        findings = self._look_apart(GamePart((RULES, "", ""), self._apply_rules))
        wanted = {id(item) for item, _, _ in self.checked.waived}
        places = {
            id(item): (kind.name, position)
            for kind in (self.checked.game.kinds.values() if wanted else ())
            for position, item in enumerate(kind.items)
            if id(item) in wanted
        }
        return findings._replace(
            waived=[(*places[id(item)], rule, reason) for item, rule, reason in self.checked.waived]
        )

    def _conclude(
        self,
        drawn: Iterable[tuple[GamePart, list[Problem]]],
        found: dict[tuple[str, str, str], list[list[Problem]]],
    ) -> None:
        """Add what is wrong with what is drawn, and what editions lack beside it: as it was found, or as it is now."""
        self._tell(self.checked, drawn)
        self.checked.problems += check_signs(self.checked.renderer, self.scope.kinds_of(self.checked.game))
        for ink in self._other_inks():
            key = EDITION, "", ink.value
            self._tell_edition(ink, found[key].pop(0) if key in found else self._edition(ink))

    def _afterwards(self) -> list[GamePart]:
        """What is looked at whatever the rest takes."""
        if not self.scope.whole:
            return []
        checked, forge, lab = self.checked, (ELSEWHERE, "", "forge"), (ELSEWHERE, "", "lab")
        return [
            GamePart(forge, lambda: check_forge(checked, self.book)),
            GamePart(lab, lambda: check_lab_of(checked, worth_of(checked.game))),
        ]

    def _other_inks(self) -> list[InkName]:
        theme = self.checked.renderer.theme
        if not self.scope.whole or theme.ink.name != InkName.full:
            return []
        return [InkName.low, InkName.colour] if theme.palette else [InkName.low]

    def _tell(self, checked: "Checked", found: Iterable[tuple[GamePart, list[Problem]]]) -> None:
        """Add the problems of what is drawn; what two languages of a kind share is said once."""
        said: dict[str, set[tuple[str, int, int, str]]] = {}
        for (sort, kind, _), group in groupby(found, key=lambda pair: pair[0].of):
            problems = [problem for _, some in group for problem in some]
            if sort == FRONTS:
                told = said.setdefault(kind, set())
                checked.problems += [problem for problem in problems if place_of(problem) not in told]
                told.update(map(place_of, problems))
            elif sort == OWN:
                checked.problems += checked.renderer.problems
                told = {place_of(problem) for problem in checked.problems}
                for problem in problems:
                    if place_of(problem) not in told:
                        told.add(place_of(problem))
                        checked.problems.append(problem)
            else:
                checked.problems += problems

    def _edition(self, ink: InkName) -> list[Problem]:
        """What is wrong with an edition, drawn as far as it may differ from full ink."""
        other = self._other(ink)
        self._tell(
            other,
            ((part, part.look()) for part in drawn_parts(other, self.scope, self.cover, Kept(), None, BY_LANGUAGE)),
        )
        return other.problems

    def _tell_edition(self, ink: InkName, found: list[Problem]) -> None:
        """Add what is wrong with an edition alone."""
        checked = self.checked
        problems = [*found, *wrong_pictures(self._other(ink).renderer)]
        said = "low ink" if ink == InkName.low else "in colour"
        told = {place_of(problem) for problem in checked.problems}
        checked.problems += [
            replace(problem, message=f"{problem.message} ({said})")
            for problem in problems
            if place_of(problem) not in told
        ]

    def _other(self, ink: InkName) -> "Checked":
        if ink not in self.editions:
            renderer = self.checked.renderer.in_ink(ink)
            self.editions[ink] = replace(self.checked, problems=[], waived=[], renderer=renderer, faces={}, pages={})
        return self.editions[ink]


def set_apart(checked: "Checked", scope: Scope, book: Callable[[], Rulebook], noted: Iterable[NotedThing]) -> None:
    """Take from the problems of a game those that a print does not stand on, and count the errors among them.

    ``noted`` is what was noted while the game was looked at.
    """
    if scope.whole:
        return
    read = [*checked.problems, *book().problems]
    asked = [name for sort, name in noted if sort == READ]
    checked.problems, elsewhere = scope.parted(dict.fromkeys(read), checked.game, book(), asked)
    checked.elsewhere = sum(problem.level == "error" for problem in elsewhere)


def _is_fronts(part: GamePart) -> bool:
    """Whether it is all the fronts of a kind."""
    return part.of[0] == FRONTS and part.whole


def worth_of(game: Game) -> int:
    """The steps that checking a game may take: a few seconds' worth, and some more for each item."""
    return STEPS + STEPS_AN_ITEM * sum(len(kind.items) for kind in game.kinds.values())
