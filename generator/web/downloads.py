"""Files to save, made by the code behind the commands, in separate processes: byte for byte what those write."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from msgspec.structs import replace

from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import NotFound, require_sound
from generator.draw.renderer import Side
from generator.forge.generate_options import GenerateOptions
from generator.project.build import Checked, Progress
from generator.project.printing.order import (
    BlankOrder,
    Choice,
    RenderOrder,
    SheetLayout,
    check_printer,
    choose_kinds,
)
from generator.project.printing.slots import sheet_grid

MOST_KEPT = 64_000_000  # bytes


class Download(NamedTuple):
    """A file that was made."""

    name: str
    content: bytes


class KeptDownloads:
    """The files that were made last, while all that they were made of stays as it is."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, Download] = OrderedDict()
        self._lock = Lock()

    def of(self, question: object, make: Callable[[], Download]) -> Download:
        """The answer to a question, which holds all that it rests on."""
        with self._lock:
            if question in self._kept:
                self._kept.move_to_end(question)
                return self._kept[question]
        made = make()
        with self._lock:
            self._kept[question] = made
            while sum(len(one.content) for one in self._kept.values()) > MOST_KEPT:
                self._kept.popitem(last=False)
        return made


def sheets(progress: Progress, project: Project, game: str, order: RenderOrder, side: Side) -> Download:
    """What `pnp render` writes of kinds that share one file; the separate file of their backs where those are wanted.

    Raises:
        Refusal: as the command refuses.
    """
    from generator.project.printing.render import render

    check_printer(order.layout)
    checked = _checked(progress, project, game, order)
    for kind in choose_kinds(checked.game, order.choice):
        sheet_grid(kind, order.layout)
    with scratch() as folder:
        for made in render(checked, replace(order, out=folder), progress):
            others = [path for path in made.file.parent.iterdir() if path != made.file]
            for file in [made.file] if side == "front" else others:
                return Download(file.name, file.read_bytes())
            raise NotFound("these components have no backs")
    raise NotFound("there is nothing to print: no item, or copies: 0 at all of them")


def blank_forms(progress: Progress, project: Project, game: str, order: BlankOrder) -> Download:
    """What `pnp blank` writes of one kind.

    Raises:
        Refusal: as the command refuses.
    """
    from generator.project.printing.blanks import blank_tasks

    checked = _checked(progress, project, game, order)
    with scratch() as folder:
        for task in blank_tasks(checked, replace(order, out=folder)):
            file = task().file
            return Download(file.name, file.read_bytes())
    raise NotFound("there is no blank form of this")


def box(
    progress: Progress, project: Project, game: str, players: int, mode: str | None, choice: Choice, layout: SheetLayout
) -> Download:
    """What `pnp plan --render` writes.

    Raises:
        Refusal: as the command refuses.
    """
    from generator.project.printing.box import print_box
    from generator.project.printing.box_account import plan_box

    plan = plan_box(project, game, players, mode, choice, layout, progress)
    with scratch() as folder:
        file = print_box(project, plan, folder).file
        return Download(file.name, file.read_bytes())


def new_items(progress: Progress, project: Project, options: GenerateOptions) -> Download:  # noqa: ARG001 - as all are called
    """What `pnp generate` writes.

    Raises:
        Refusal: as the command refuses.
    """
    from generator.forge.make_items import make_items

    return Download(f"{options.kind}-forged.yaml", make_items(options, project).text.encode())


def _checked(progress: Progress, project: Project, game: str, order: RenderOrder | BlankOrder) -> Checked:
    checked = order.choice.check(project, game, order.scope, progress)
    require_sound(checked.problems, "nothing was printed")
    return checked
