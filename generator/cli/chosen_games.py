"""The games that are printed, checked: those of which it is not known what comes of the order."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from generator.cli.print_batches import Layouts, ToPrint, batches_of
from generator.core.choices import InkName
from generator.core.folders import Project
from generator.core.refusal import NotFound, Refusal, require_sound
from generator.project.build import Checked, Progress, open_check
from generator.project.check_together import CheckedTogether, looked_at
from generator.project.kept_check import check_kept
from generator.project.printing.order import Choice, RenderOrder, SheetLayout, choose_games, choose_kinds
from generator.project.printing.printed import UNPRINTED, PrintTask
from generator.project.printing.proof import get_ready
from generator.project.printing.slots import cut_by_hand, sheet_grid

if TYPE_CHECKING:
    from generator.cli.render import PrintRun, Told


@contextmanager
def checked_games(
    names: Sequence[str],
    order: RenderOrder,
    project: Project,
    progress: Progress | None,
    told: "Told",
    run: "PrintRun | None" = None,
) -> Iterator[ToPrint]:
    """Check games, with processes that may `print_batches` of them as ``run`` has it, each what it has drawn.

    Raises:
        Refusal: a game is not there.
    """
    choice = order.choice
    if choice.items and choice.ink == InkName.full:
        # Who prints single items works on them: what stayed as it was is remembered.
        kept = partial(check_kept, project, scope=told.scope)
        found = [kept(name, told.cache, told.looker, progress) for name in names]
        yield CheckedTogether(found, {}, None, told.processes)
        return
    checks = [
        open_check(
            project,
            name,
            progress=progress,
            keep=choice.kept(project, name) if told.items else "",
            kinds=choice.kinds,
            ink=choice.ink,
            scope=told.scope,
        )
        for name in names
    ]

    def later(layouts: Layouts) -> list[PrintTask]:
        assert run is not None
        games = [check.checked for check in checks]
        printable = [(checked, layouts[checked.game.name]) for checked in games if checked.game.name in layouts]
        return [task for batch in batches_of(printable, order, run, progress) for task in batch.tasks]

    def get_ready_to_print() -> None:
        """What else would be done when all wait for it: read what prints, and find out how sheets are laid out."""
        if order.preflight:
            get_ready()
        with suppress(Refusal):  # it is said in its turn
            layouts_of([check.checked for check in checks], order)

    ready = get_ready_to_print if told.items else None
    with looked_at(checks, told.processes, None if run is None else later, ready) as looked:
        yield looked


def chosen_games(checks: Sequence[Checked], order: RenderOrder, told: "Told") -> list[Checked]:
    """Those of the games that have what is asked for.

    Raises:
        Refusal: a game lacks it.
    """
    try:
        chosen = _chosen(checks, order.choice, told)
    except NotFound:  # it may stand in what could not be read
        require_sound(sorted(problem for checked in checks for problem in checked.problems), UNPRINTED)
        raise
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
