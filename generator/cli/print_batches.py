"""What there is to print of checked games, for the processes that checked them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from generator.project.build import Checked, Progress
from generator.project.check_together import CheckedTogether
from generator.project.printing.blanks import blank_tasks, has_blank
from generator.project.printing.order import BlankOrder, RenderOrder, SheetLayout, choose_kinds
from generator.project.printing.printed import Printed, PrintTask
from generator.project.printing.render import files_of, print_tasks

if TYPE_CHECKING:
    from generator.cli.render import PrintRun

Layouts = Mapping[str, SheetLayout]  # by game
ToPrint = CheckedTogether[Printed | None, Layouts]


class PrintBatch(NamedTuple):
    """What is printed of a game in a language."""

    checked: Checked
    order: RenderOrder
    tasks: list[PrintTask]
    kinds: list[str]  # of each, the first that it prints


def batches_of(
    printable: Sequence[tuple[Checked, SheetLayout]], order: RenderOrder, run: "PrintRun", progress: Progress | None
) -> list[PrintBatch]:
    """What is printed, language by language of game by game."""
    return [
        _batch(checked, replace(order, layout=layout, choice=choice), run, progress)
        for checked, layout in printable
        for choice in run.choices(checked.game, order.choice)
    ]


def print_batches(
    looked: ToPrint, batches: Sequence[PrintBatch], printable: Sequence[tuple[Checked, SheetLayout]]
) -> list[Printed | None]:
    """Print, with all the processes that there are; what came of each task, in their order."""
    tasks = [task for batch in batches for task in batch.tasks]
    kinds = [(batch.checked.game.name, kind) for batch in batches for kind in batch.kinds]
    return looked.go_on({checked.game.name: layout for checked, layout in printable}, tasks, kinds)


def _batch(checked: Checked, order: RenderOrder, run: "PrintRun", progress: Progress | None) -> PrintBatch:
    """Printing the sheets of a game, and the blank forms of those kinds that have any."""
    chosen, choice = choose_kinds(checked.game, order.choice), order.choice
    kinds = [sharing[0].name for sharing in files_of(chosen, choice).values()]
    tasks = print_tasks(checked, order, progress, jobs=run.processes)
    forms = [kind.name for kind in chosen if has_blank(kind)] if run.blanks else []
    if forms:
        wanted = replace(choice, kinds=tuple(forms), items=())
        tasks += blank_tasks(checked, BlankOrder(wanted, order.layout.of_forms, order.out))
    return PrintBatch(checked, order, tasks, kinds + forms)
