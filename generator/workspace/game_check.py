"""A read game, checked: its rules, its plan, all that is ever drawn of it, its forge and its lab."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from generator.balance.apply import check_balance
from generator.balance.kit import check_plan
from generator.balance.rulebook import Rulebook
from generator.catalog.budget import METER, ExhaustedError
from generator.catalog.game import Game
from generator.choices import InkName
from generator.cores import begun
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
from generator.workspace.other_inks import wrong_pictures
from generator.workspace.text_signs import check_signs

if TYPE_CHECKING:
    from generator.workspace.checked import Checked

STEPS = 3_000_000  # of work that a game's expressions and faces may ask for
STEPS_AN_ITEM = 10_000  # the shipped games take 3,000
WORTH_PROCESSES = 100  # faces, which take about a seventh of a second; below, processes gain next to nothing
EDITION, ELSEWHERE = "edition", "elsewhere"


@dataclass(slots=True)
class GameCheck:
    """What is to be found out about a game, and how."""

    checked: "Checked"  # the problems are added to it
    book: Callable[[], Rulebook]
    cover: Path  # the template of covers
    kept: Kept
    progress: Progress | None
    whole: bool  # see `check_game`
    editions: "dict[InkName, Checked]" = field(default_factory=dict)

    def run(self, jobs: int) -> bool:
        """Find what is wrong, with so many processes at most.

        Returns:
            Whether all was found. If not, the game takes more work than it is worth: as how far it is looked at
            then depends on the order, it is to be read anew and checked by one process.
        """
        game, checked, apart = self.checked.game, self.checked, self._apart() if jobs > 1 else []
        afterwards = self._afterwards()
        here = os.getpid()
        tasks = [partial(look_apart, checked, part, worth_of(game), here) for part in apart]
        tasks += [partial(look_apart, checked, part, None, here) for part in afterwards if apart]
        with begun(tasks, jobs - 1 if apart else 0) as finish:
            try:
                with METER.allowance(worth_of(game), "all that the game works out"):
                    found, checked.waived = check_balance(game, self.book(), examples=self.whole)
                    checked.problems += [*found, *check_plan(game)]
                    self._look(apart, finish if apart else None)
            except ExhaustedError as stop:
                if apart:
                    return False
                checked.problems.append(Problem(game.file, 1, 1, "error", "too-costly", str(stop), "ask for less"))
        for part in afterwards if not apart else ():
            checked.problems += part.look()
        return True

    def _look(self, apart: list[GamePart], finish: Callable[[], list[Findings]] | None) -> None:
        checked = self.checked
        if not any(kind.template for kind in checked.game.kinds.values()):  # a game of data alone needs no theme
            return
        found: dict[tuple[str, str, str], list[list[Problem]]] = {}
        if finish is not None:
            kept = [(part, part.look()) for part in self._drawn(CHUNK) if part.keeps]
            others = [take_note(checked, findings) for findings in finish()]
            checked.problems += [problem for problems in others[len(apart) :] for problem in problems]
            for part, problems in [*kept, *zip(apart, others, strict=False)]:
                found.setdefault(part.of, []).append(problems)
            self._tell(checked, [(part, found[part.of].pop(0)) for part in self._drawn(CHUNK)])
        else:
            self._tell(checked, ((part, part.look()) for part in self._drawn(BY_LANGUAGE)))
        checked.problems += check_signs(checked.renderer)
        for ink in self._other_inks():
            key = EDITION, "", ink.value
            self._tell_edition(ink, found[key].pop(0) if key in found else self._edition(ink))

    def _drawn(self, chunk: int) -> list[GamePart]:
        return list(drawn_parts(self.checked, self.cover, self.kept, self.progress, chunk))

    def _apart(self) -> list[GamePart]:
        """The parts that other processes may look at; none where it is not worth it."""
        if not any(kind.template for kind in self.checked.game.kinds.values()):
            return []
        parts = [part for part in self._drawn(CHUNK) if not part.keeps]
        if sum(part.faces for part in parts) < WORTH_PROCESSES:
            return []
        return [*parts, *(GamePart((EDITION, "", ink), partial(self._edition, ink)) for ink in self._other_inks())]

    def _afterwards(self) -> list[GamePart]:
        """What is looked at whatever the rest takes."""
        checked, forge, lab = self.checked, (ELSEWHERE, "", "forge"), (ELSEWHERE, "", "lab")
        parts = [GamePart(forge, lambda: check_forge(checked, self.book, whole=self.whole))]
        return [*parts, GamePart(lab, lambda: check_lab_of(checked, worth_of(checked.game)))] if self.whole else parts

    def _other_inks(self) -> list[InkName]:
        theme = self.checked.renderer.theme
        if not self.whole or theme.ink.name != InkName.full:
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
        self._tell(other, ((part, part.look()) for part in drawn_parts(other, self.cover, Kept(), None, BY_LANGUAGE)))
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


def worth_of(game: Game) -> int:
    """The steps that checking a game may take: a few seconds' worth, and some more for each item."""
    return STEPS + STEPS_AN_ITEM * sum(len(kind.items) for kind in game.kinds.values())
