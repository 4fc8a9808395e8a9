"""The games that are printed, checked: those of which it is not known what comes of the order.

And what there is to print of them, for the processes that checked them.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from generator.core.folders import Project
from generator.core.problem import NotFound, Refusal, require_sound
from generator.project.build import Progress, open_check
from generator.project.check_together import CheckedTogether, looked_at
from generator.project.checked import Checked
from generator.project.printing.blanks import blank_tasks, has_blank
from generator.project.printing.kept import UNPRINTED, Printed, PrintTask
from generator.project.printing.order import BlankOrder, RenderOrder, SheetLayout, choose_games, choose_kinds
from generator.project.printing.proof import get_ready
from generator.project.printing.render import files_of, print_tasks
from generator.project.printing.slots import cut_by_hand, sheet_grid

if TYPE_CHECKING:
    from generator.cli.render import PrintOrder, PrintRun, Told

Layouts = Mapping[str, SheetLayout]  # by game
ToPrint = CheckedTogether[Printed | None, Layouts]


class PrintBatch(NamedTuple):
    """What is printed of a game in a language."""

    checked: Checked
    order: RenderOrder
    tasks: Sequence[PrintTask]
    kinds: list[str]  # of each, the first that it prints


def batches_of(
    printable: Sequence[tuple[Checked, SheetLayout]], order: "PrintOrder", run: "PrintRun", progress: Progress | None
) -> list[PrintBatch]:
    """What is printed, language by language of game by game."""
    return [
        _batch(checked, layout, replace(order, choice=choice), run, progress)
        for checked, layout in printable
        for choice in run.choices(checked.game, order.choice)
    ]


def print_batches(
    looked: ToPrint, batches: Sequence[PrintBatch], printable: Sequence[tuple[Checked, SheetLayout]]
) -> list[Printed | None]:
    """Print, with all processes; what came of each task, in their order."""
    tasks = [task for batch in batches for task in batch.tasks]
    kinds = [(batch.checked.game.name, kind) for batch in batches for kind in batch.kinds]
    return looked.go_on({checked.game.name: layout for checked, layout in printable}, tasks, kinds)


def _batch(
    checked: Checked, layout: SheetLayout, order: "PrintOrder", run: "PrintRun", progress: Progress | None
) -> PrintBatch:
    """Printing the sheets of a game, and the blank forms of those kinds that have any; or forms alone."""
    if isinstance(order, BlankOrder):
        return PrintBatch(checked, RenderOrder(order.choice), blank_tasks(checked, order), [])
    order = replace(order, layout=layout)
    chosen, choice = choose_kinds(checked.game, order.choice), order.choice
    kinds = [sharing[0].name for sharing in files_of(chosen, choice).values()]
    tasks = print_tasks(checked, order, progress, jobs=run.processes)
    forms = [kind.name for kind in chosen if has_blank(kind)] if run.blanks else []
    if forms:
        wanted = replace(choice, kinds=tuple(forms), items=())
        tasks += blank_tasks(checked, BlankOrder(wanted, order.layout.of_forms, order.out))
    return PrintBatch(checked, order, tasks, kinds + forms)


@contextmanager
def checked_games(
    names: Sequence[str],
    order: RenderOrder,
    project: Project,
    progress: Progress | None,
    told: "Told",
) -> Iterator[ToPrint]:
    """Check games, with processes that may `print_batches` of them, each what it has drawn.

    Raises:
        Refusal: a game is not there.
    """
    choice, run = order.choice, told.run
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
    with looked_at(checks, run.processes, later if told.items else None, ready) as looked:
        yield looked


def chosen_games(checks: Sequence[Checked], order: RenderOrder, told: "Told") -> list[Checked]:
    """Those of the games that have what is asked for.

    Raises:
        Refusal: a game lacks it.
    """
    try:
        chosen = choose_games([checked.game for checked in checks], order.choice, named=told.named)
    except NotFound:
        if told.known and not told.named:  # where others have it, none need have
            return []
        # it may be in what could not be read
        require_sound(sorted(problem for checked in checks for problem in checked.problems), UNPRINTED)
        raise
    names = {game.name for game in chosen}
    return [checked for checked in checks if checked.game.name in names]


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
