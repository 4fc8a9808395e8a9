"""A game that was checked before, checked again: what a change cannot touch is remembered.

It finds what `generator.project.game_check` finds, which looks at everything; that is its slow twin in the tests.
"""

from functools import cache, partial
from pathlib import Path

from generator.core.choices import InkName
from generator.core.folders import Project
from generator.core.notes import note_all, noting
from generator.core.problem import Problem
from generator.model.budget import METER, ExhaustedError
from generator.model.load import load_game
from generator.project.beyond import check_forge, check_lab_of
from generator.project.check_parts import COVER, Progress
from generator.project.checked import Checked
from generator.project.drawing_anew import edition_of, look_at_items, renderer_for
from generator.project.drawn_check import check_drawn, check_edition
from generator.project.game_check import worth_of
from generator.project.memory import Memory
from generator.project.procedures import derived_of, granted, unfit_procedures
from generator.project.text_signs import check_signs
from generator.read.made import making
from generator.read.reader import remembering
from generator.rules.apply import check_balance
from generator.rules.kit import check_plan
from generator.rules.rulebook import Rulebook, open_rulebook

_RULES = ("game.yaml", "balance.yaml")


def check_again(
    project: Project, name: str, memory: Memory, progress: Progress | None, keep: str, *, whole: bool = True
) -> Checked:
    """What `check_game` finds of a game in full ink, by doing what changed. For ``whole`` see there."""
    with remembering(memory.trees), making(memory.made):
        return _check(project, name, memory, progress, keep, whole=whole)


def _check(
    project: Project, name: str, memory: Memory, progress: Progress | None, keep: str, *, whole: bool
) -> Checked:
    game, problems = load_game(project.game_folder(name), f"{project.data}/{name}")
    look_at_items(game, memory)
    derived = derived_of(game)
    problems += unfit_procedures(game, derived, memory)
    renderer = renderer_for(project, game, derived, InkName.full, memory)
    known = memory.world
    book = cache(
        lambda: memory.remember(("book", known.data(*_RULES) if known is not None else ""), lambda: open_rulebook(game))
    )
    renderer.rules = cache(lambda: {rule.name: rule.settings for rule in book().rules})
    checked = Checked(game, problems, [], renderer, memory=memory)
    checked.frame = known.frame(renderer.notes["theme"], granted(game)) if known is not None else ""
    if game.kinds:  # without them every rule and every text would be at a loss
        try:
            with METER.allowance(worth_of(game), "all that the game works out"):
                _check_within(checked, book(), project.common_file(COVER), keep, progress, whole=whole)
        except ExhaustedError as stop:
            checked.problems.append(Problem(game.file, 1, 1, "error", "too-costly", str(stop), "ask for less"))
        checked.problems += check_forge(checked, book, whole=whole)
        checked.problems += check_lab_of(checked, worth_of(game)) if whole else []
    checked.problems = sorted(dict.fromkeys(checked.problems))  # mostly in order already
    return checked


def _check_within(
    checked: Checked, book: Rulebook, cover: Path, keep: str, progress: Progress | None, *, whole: bool
) -> None:
    """Find what is wrong with the rules, the plan and all that is drawn.

    Raises:
        ExhaustedError: that takes more work than the game is worth.
    """
    game, renderer, memory = checked.game, checked.renderer, checked.memory
    known = memory.world.data("game.yaml") if memory.world is not None else ""
    entries = "entry", known
    found, checked.waived = check_balance(game, book, examples=whole, remember=memory.remember, told=known)
    checked.problems += [
        *found,
        *memory.remember(("plan", known), lambda: tuple(check_plan(game, partial(memory.within, entries)))),
    ]
    if not any(kind.template for kind in game.kinds.values()):  # a game of data alone needs no theme
        return
    with noting() as noted:
        note_all(renderer.notes["theme"])
        check_drawn(checked, cover, keep, progress)
    checked.problems += check_signs(renderer)
    if not whole:
        return
    shown = sorted(name for sort, name in noted if sort == "picture")
    for ink in (InkName.low, *([InkName.colour] if renderer.theme.palette else [])):
        check_edition(checked, edition_of(checked, ink), cover, shown)
