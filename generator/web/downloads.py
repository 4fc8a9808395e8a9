"""Files to save, made by the code behind the commands, in separate processes: byte for byte what those write."""

from typing import NamedTuple

from msgspec.structs import replace

from generator.check.build import Progress
from generator.check.result import CheckResult
from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import NotFound, require_sound
from generator.draw.renderer import Side
from generator.printing.order import (
    BlankOrder,
    Choice,
    RenderOrder,
    SheetLayout,
    check_printer,
    choose_kinds,
    nothing_to_print,
)
from generator.printing.slots import sheet_grid


class Download(NamedTuple):
    """A file that was made."""

    name: str
    content: bytes


def sheets(progress: Progress, project: Project, game: str, order: RenderOrder, side: Side) -> Download:
    """Make the file that `pnp render` writes of kinds that share one file, or the separate file of their backs.

    Raises:
        Refusal: as the command refuses.
    """
    from generator.printing.render import render

    check_printer(order.layout)
    checked = _checked(progress, project, game, order)
    for kind in choose_kinds(checked.game, order.choice):
        sheet_grid(kind, order.layout)
    with scratch() as folder:
        for sheet_files in render(checked, replace(order, out=folder), progress):
            back_files = [path for path in sheet_files.file.parent.iterdir() if path != sheet_files.file]
            for file in [sheet_files.file] if side == "front" else back_files:
                return Download(file.name, file.read_bytes())
            raise NotFound("these components have no backs")
    raise nothing_to_print([checked.game], order.choice)


def blank_forms(progress: Progress, project: Project, game: str, order: BlankOrder) -> Download:
    """Make the file that `pnp blank` writes of one kind.

    Raises:
        Refusal: as the command refuses.
    """
    from generator.printing.blanks import blank_tasks

    checked = _checked(progress, project, game, order)
    with scratch() as folder:
        for task in blank_tasks(checked, replace(order, out=folder)):
            file = task().file
            return Download(file.name, file.read_bytes())
    raise NotFound("there is no blank form of this")


def box(
    progress: Progress, project: Project, game: str, players: int, mode: str | None, choice: Choice, layout: SheetLayout
) -> Download:
    """Make the file that `pnp plan --render` writes.

    Raises:
        Refusal: as the command refuses.
    """
    from generator.printing.box import print_box
    from generator.printing.box_account import plan_box

    plan = plan_box(project, game, players, mode, choice, layout, progress)
    with scratch() as folder:
        file = print_box(project, plan, folder).file
        return Download(file.name, file.read_bytes())


def forged_sheets(
    progress: Progress, project: Project, game: str, choice: Choice, text: str, gone: tuple[str, ...], paper: str
) -> Download:
    """Make the file that `pnp generate --render` prints of new items.

    Args:
        progress: notified of the work as it goes.
        project: the folders.
        game: theirs.
        choice: their one kind, their ids and the language of their sheets.
        text: the items as they would be written in a file.
        gone: the ids of the items whose place they take.
        paper: what they are printed on.

    Raises:
        Refusal: they do not fit their faces, or break a rule.
    """
    from generator.model.load import load_game
    from generator.printing.forged import print_forged

    loaded, _ = load_game(project.game_folder(game), f"{project.data.as_posix()}/{game}")
    with scratch() as folder:
        for sheet in print_forged(
            project, loaded, choice, text, replaced=gone, paper=paper, out=folder, progress=progress
        ):
            return Download(sheet.file.name, sheet.file.read_bytes())
    raise NotFound("there is nothing to print")


def _checked(progress: Progress, project: Project, game: str, order: RenderOrder | BlankOrder) -> CheckResult:
    checked = order.choice.check(project, game, order.scope, progress)
    require_sound(checked.problems, "nothing was printed")
    return checked
