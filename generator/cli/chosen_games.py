"""The games that are printed, checked: those of which it is not known what comes of the order."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.choices import InkName
from generator.printing.order import Choice, RenderOrder, SheetLayout, choose_games, choose_kinds
from generator.printing.slots import cut_by_hand, sheet_grid
from generator.project import Project
from generator.refusal import NotFound
from generator.workspace.build import Checked, Progress, check_game
from generator.workspace.kept_check import check_kept

if TYPE_CHECKING:
    from generator.cli.render import Told


def chosen_games(
    names: Sequence[str], order: RenderOrder, project: Project, progress: Progress | None, told: "Told"
) -> list[Checked]:
    """Check the games; those that have what is asked for.

    Raises:
        Refusal: a game is not there, or lacks what is asked for.
    """
    checks = [_checked(name, order, project, progress, told) for name in names]
    chosen = _chosen(checks, order.choice, told)
    return [checked for checked in checks if checked.game.name in chosen]


def layouts_of(checks: Sequence[Checked], order: RenderOrder) -> dict[str, SheetLayout]:
    """How the sheets of the games are laid out.

    Raises:
        Refusal: a component does not fit the paper, which is to be said before anything is written.
    """
    layouts = {checked.game.name: cut_by_hand(checked.game, order.choice, order.layout) for checked in checks}
    for checked in checks:
        for kind in choose_kinds(checked.game, order.choice):
            sheet_grid(kind, layouts[checked.game.name])
    return layouts


def _checked(name: str, order: RenderOrder, project: Project, progress: Progress | None, told: "Told") -> Checked:
    """A game as read and checked. Who prints single items works on them: then what stayed as it was is remembered."""
    choice = order.choice
    if choice.items and choice.ink == InkName.full:
        return check_kept(project, name, told.cache, order.out, progress, whole=told.whole, looker=told.looker)
    keep = choice.kept(project, name) if told.items else ""
    return check_game(
        project,
        name,
        progress=progress,
        keep=keep,
        kinds=choice.kinds,
        ink=choice.ink,
        whole=told.whole,
        jobs=told.processes,
    )


def _chosen(checks: Sequence[Checked], choice: Choice, told: "Told") -> set[str]:
    """The names of the games that have what is asked for; where others have it, none need have."""
    if not checks:
        return set()
    try:
        return {game.name for game in choose_games([one.game for one in checks], choice, named=told.named)}
    except NotFound:
        if told.named or not told.known:
            raise
        return set()
