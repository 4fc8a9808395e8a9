"""A game that was checked before, checked again: what a change cannot touch is remembered.

It finds what `generator.workspace.game_check` finds, which looks at everything; that is its slow twin in the tests.
"""

from functools import cache, partial
from pathlib import Path

from generator.balance.apply import check_balance
from generator.balance.kit import check_plan
from generator.balance.rulebook import Rulebook, open_rulebook
from generator.catalog.budget import METER, ExhaustedError
from generator.catalog.load import load_game
from generator.choices import InkName
from generator.notes import note_all, noting
from generator.problem import Problem
from generator.project import Project
from generator.source.made import making
from generator.source.reader import remembering
from generator.workspace.beyond import check_forge, check_lab_of
from generator.workspace.check_parts import COVER, Progress
from generator.workspace.check_scope import WHOLE, Scope
from generator.workspace.checked import Checked
from generator.workspace.drawing_anew import edition_of, look_at_items, renderer_for
from generator.workspace.drawn_check import check_drawn, check_edition
from generator.workspace.game_check import set_apart, worth_of
from generator.workspace.memory import Memory
from generator.workspace.procedures import derived_of, granted, unfit_procedures
from generator.workspace.text_signs import check_signs

_RULES = ("game.yaml", "balance.yaml")


def check_again(
    project: Project, name: str, memory: Memory, progress: Progress | None, keep: str, *, scope: Scope = WHOLE
) -> Checked:
    """What `check_game` finds of a game in full ink, by doing what changed. For ``scope`` see there."""
    with remembering(memory.trees), making(memory.made):
        return _check(project, name, memory, progress, keep, scope)


def _check(project: Project, name: str, memory: Memory, progress: Progress | None, keep: str, scope: Scope) -> Checked:
    game, problems = load_game(project.game_folder(name), f"{project.data}/{name}")
    look_at_items(game, memory)
    derived = derived_of(game)
    problems += unfit_procedures(game, derived, memory, scope)
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
            with noting() as noted, METER.allowance(worth_of(game), "all that the game works out"):
                _check_within(checked, book(), project.common_file(COVER), keep, progress, scope)
        except ExhaustedError as stop:
            checked.problems.append(Problem(game.file, 1, 1, "error", "too-costly", str(stop), "ask for less"))
        if scope.whole:
            checked.problems += [*check_forge(checked, book), *check_lab_of(checked, worth_of(game))]
        set_apart(checked, scope, book, noted)
    checked.problems = sorted(dict.fromkeys(checked.problems))  # mostly in order already
    return checked


def _check_within(
    checked: Checked, book: Rulebook, cover: Path, keep: str, progress: Progress | None, scope: Scope
) -> None:
    """Find what is wrong with the rules, the plan and all that is drawn.

    Raises:
        ExhaustedError: that takes more work than the game is worth.
    """
    game, renderer, memory = checked.game, checked.renderer, checked.memory
    known = memory.world.data("game.yaml") if memory.world is not None else ""
    entries = "entry", known
    kinds = None if scope.whole else {kind.name for kind in scope.kinds_of(game)}
    found, checked.waived = check_balance(
        game, book, examples=scope.whole, remember=memory.remember, told=known, kinds=kinds
    )
    checked.problems += found
    if scope.planned:
        checked.problems += memory.remember(
            ("plan", known), lambda: tuple(check_plan(game, partial(memory.within, entries)))
        )
    if not any(kind.template for kind in game.kinds.values()):  # a game of data alone needs no theme
        return
    with noting() as noted:
        note_all(renderer.notes["theme"])
        check_drawn(checked, scope, cover, keep, progress)
    checked.problems += check_signs(renderer, scope.kinds_of(game))
    if not scope.whole:
        return
    shown = sorted(name for sort, name in noted if sort == "picture")
    for ink in (InkName.low, *([InkName.colour] if renderer.theme.palette else [])):
        check_edition(checked, edition_of(checked, ink), cover, shown)
