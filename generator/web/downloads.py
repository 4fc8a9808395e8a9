"""Files to save, made by the code behind the commands, in separate processes: byte for byte what those write."""

from collections.abc import Sequence
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec.structs import replace

from generator.check.build import Progress
from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import NotFound, WrongUse, require_sound
from generator.printing.order import (
    BlankOrder,
    BoxOrder,
    RenderOrder,
    check_printer,
    nothing_to_print,
)
from generator.printing.print_cache import PrintTask


class Part(StrEnum):
    """What is made of an order: sheets, backs that have a file of their own, or cut lines, packed."""

    sheets = ".pdf"
    backs = "-backs.pdf"
    cut = "-cut.zip"


class Download(NamedTuple):
    """A file that was made."""

    name: str
    content: bytes


def sheets(progress: Progress, project: Project, game: str, order: RenderOrder | BlankOrder, part: Part) -> Download:
    """Make what `pnp render` or `pnp blank` writes of kinds that share one file; of a whole game, an archive of all.

    Raises:
        Refusal: as the command refuses.
    """
    from generator.printing.blanks import blank_tasks
    from generator.printing.print_games import layouts_of
    from generator.printing.render import print_tasks

    check_printer(order.layout)
    checked = order.choice.check(project, game, order.scope, progress)
    require_sound(checked.problems, "nothing was printed")
    with scratch() as folder:
        order = replace(order, out=folder, layout=layouts_of([checked], order)[game])
        tasks: Sequence[PrintTask] = (
            blank_tasks(checked, order) if isinstance(order, BlankOrder) else print_tasks(checked, order, progress)
        )
        printed = [file for task in tasks if (file := task()) is not None]
        if not printed:
            raise nothing_to_print([checked.game], order.choice)
        if order.choice.kinds:
            return part_of(printed[0].file, printed[0].beside, part)
        return Download(f"{game}.zip", packed([path for file in printed for path in file.written]))


def box(progress: Progress, project: Project, game: str, order: BoxOrder, part: Part) -> Download:
    """Make what `pnp plan --render` writes of a game.

    Raises:
        Refusal: as the command refuses.
    """
    from generator.printing.box import print_box
    from generator.printing.box_account import plan_box

    plan = plan_box(project, game, order.players, order.mode, order.choice, order.layout, progress, printed=True)
    with scratch() as folder:
        printed = print_box(project, plan, folder)
        return part_of(printed.file, printed.beside, part)


def forged_sheets(
    progress: Progress, project: Project, game: str, order: RenderOrder, text: str, gone: tuple[str, ...], part: Part
) -> Download:
    """Make what `pnp generate --render` prints of new items.

    Args:
        progress: notified of the work as it goes.
        project: the folders.
        game: theirs.
        order: their one kind, their ids, and how they are printed.
        text: the items as they would be written in a file.
        gone: the ids of the items whose place they take.
        part: what of it.

    Raises:
        Refusal: they do not fit their faces, or break a rule.
    """
    from generator.model.load import load_game
    from generator.printing.forged import print_forged

    loaded, _ = load_game(project.game_folder(game), f"{project.data.as_posix()}/{game}")
    with scratch() as folder:
        for printed in print_forged(project, loaded, replace(order, out=folder), text, gone, progress):
            return part_of(printed.file, printed.beside, part)
    raise NotFound("there is nothing to print")


def part_of(file: Path, beside: Sequence[Path], part: Part) -> Download:
    """A part of what was printed: sheets, and what lies beside them.

    Raises:
        WrongUse: there is no such part.
    """
    cuts = [path for path in beside if path.suffix in (".svg", ".dxf")]
    if part == Part.cut:
        if not cuts:
            raise WrongUse("no machine cuts this: cut lines come with cut=svg or cut=dxf")
        return Download(f"{file.stem}-cut.zip", packed(cuts))
    files = [file] if part == Part.sheets else [path for path in beside if path not in cuts]
    if not files:
        raise WrongUse("these components have no backs, or none in a separate file: they come with backs=separate")
    return Download(files[0].name, files[0].read_bytes())


def packed(files: Sequence[Path]) -> bytes:
    """Files in one archive, the same bytes for the same files."""
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as writer:
        for path in files:
            writer.writestr(ZipInfo(path.name), path.read_bytes(), ZIP_DEFLATED)
    return archive.getvalue()
