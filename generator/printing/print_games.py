"""Check games and print them in one round: a task is a file of sheets, from the check of its kinds to its PDF.

Other processes print into a folder beside the sheets; nothing is put in place before all games are found sound.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.check.build import Progress, open_check
from generator.check.result import CheckResult
from generator.check.runner import GameCheck, SheetFile, check_and_print
from generator.check.scope import EVERY_LANGUAGE, Scope
from generator.core.atomic import folders_for
from generator.core.cores import divided
from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import NotFound, Refusal, WrongUse, require_sound
from generator.printing.blanks import blank_tasks, has_blank
from generator.printing.order import (
    BlankOrder,
    PrintOrder,
    PrintRun,
    RenderOrder,
    SheetLayout,
    choose_games,
    choose_kinds,
)
from generator.printing.print_cache import UNPRINTED, PrintedFile, PrintTask
from generator.printing.proof import get_ready
from generator.printing.render import files_of, print_tasks
from generator.printing.slots import cut_by_hand, sheet_grid

TaskKey = tuple[str, str | None, int]  # the game, the language that is demanded, the place among the tasks of both


class PrintBatch(NamedTuple):
    """What is printed of a game in a language."""

    checked: CheckResult
    order: RenderOrder
    tasks: Sequence[PrintTask]
    kinds: Sequence[tuple[str, ...]]  # those of each file

    @property
    def by_key(self) -> dict[TaskKey, PrintTask]:
        """The tasks by their keys."""
        name, language = self.checked.game.name, self.order.choice.language
        return {(name, language, number): task for number, task in enumerate(self.tasks)}


class CheckedGames(Struct, frozen=True):
    """Games as checked, and files of them that are printed already, in a folder of their own."""

    checked: list[CheckResult]
    folder: Path = Path()
    printed: Mapping[Hashable, PrintedFile] = {}


@contextmanager
def checked_games(
    names: Sequence[str], order: PrintOrder, project: Project, run: PrintRun, scope: Scope, progress: Progress | None
) -> Iterator[CheckedGames]:
    """Check games, and print of them what several processes can print meanwhile.

    Raises:
        Refusal: a game is not there.
    """
    choice, shows_items = order.choice, isinstance(order, RenderOrder)
    checks = [
        open_check(
            project, name, progress=progress, kinds=choice.kinds, ink=choice.ink, scope=scope,
            keep="" if not shows_items else EVERY_LANGUAGE if run.every_language else choice.to_keep(project, name),
        )
        for name in names
    ]  # fmt: skip
    with ExitStack() as stack:
        folder, files = Path(), list[SheetFile[PrintedFile]]()
        if isinstance(order, RenderOrder) and run.processes > 1:
            with suppress(Refusal, OSError):  # it is raised when that is printed in its turn
                stack.enter_context(folders_for([order.out / "sheets"]))
                folder = stack.enter_context(scratch(order.out))
                files = _files(checks, replace(order, out=folder), run)
        checked, printed = check_and_print(checks, files, run.processes)
        yield CheckedGames(checked, folder, printed)


def _files(checks: Sequence[GameCheck], order: RenderOrder, run: PrintRun) -> list[SheetFile[PrintedFile]]:
    """The files of sheets, each in all languages and with its blank forms.

    Raises:
        Refusal: a game lacks what is printed, or it does not fit the paper.
    """
    games = [check.checked for check in checks]
    layouts = layouts_of(choose_printable(games, order, named=False), order)
    if order.preflight:
        get_ready()
    files: list[SheetFile[PrintedFile]] = []
    for number, checked in enumerate(games):
        first_kinds: dict[str, str] = {}  # of the file that a kind is in
        prints: dict[str, dict[Hashable, PrintTask]] = {}
        printable = [(checked, layouts[checked.game.name])] if checked.game.name in layouts else []
        for batch in batches_of(printable, order, replace(run, jobs=1), None):
            for kinds, (key, task) in zip(batch.kinds, batch.by_key.items(), strict=True):
                first = first_kinds.setdefault(kinds[0], kinds[0])
                first_kinds = dict.fromkeys(kinds, first) | first_kinds
                prints.setdefault(first, {})[key] = task
        for first, tasks in prints.items():
            files.append(
                SheetFile(number, frozenset(kind for kind in first_kinds if first_kinds[kind] == first), tasks)
            )
    return files


def batches_of(
    printable: Sequence[tuple[CheckResult, SheetLayout]], order: PrintOrder, run: PrintRun, progress: Progress | None
) -> list[PrintBatch]:
    """What is printed, language by language of game by game."""
    return [
        _batch(checked, layout, replace(order, choice=choice), run, progress)
        for checked, layout in printable
        for choice in run.choices(checked.game, order.choice)
    ]


def print_batches(
    games: CheckedGames, batches: Sequence[PrintBatch], out: Path, run: PrintRun
) -> list[list[PrintedFile]]:
    """Put in place what is printed already, and print the rest with all processes; what came of each batch."""
    tasks = {key: task for batch in batches for key, task in batch.by_key.items()}
    results: dict[TaskKey, PrintedFile | None] = {
        key: games.printed[key].moved(games.folder, out) for key in tasks if key in games.printed
    }
    waiting = [key for key in tasks if key not in results]
    results |= zip(waiting, divided([tasks[key] for key in waiting], run.processes), strict=True)
    return [[printed for key in batch.by_key if (printed := results[key]) is not None] for batch in batches]


def _batch(
    checked: CheckResult, layout: SheetLayout, order: PrintOrder, run: PrintRun, progress: Progress | None
) -> PrintBatch:
    """Printing the sheets of a game, and the blank forms of those kinds that have any; or forms alone."""
    order = replace(order, layout=layout)
    if isinstance(order, BlankOrder):
        return PrintBatch(checked, RenderOrder(order.choice), blank_tasks(checked, order), [])
    chosen, choice = choose_kinds(checked.game, order.choice), order.choice
    kinds = [tuple(kind.name for kind in sharing) for sharing in files_of(chosen, choice).values()]
    tasks = print_tasks(checked, order, progress, jobs=run.processes)
    forms = [kind.name for kind in chosen if has_blank(kind)] if run.blanks else []
    if forms:
        form_choice = replace(choice, kinds=tuple(forms), items=())
        tasks += blank_tasks(checked, BlankOrder(form_choice, order.layout, order.out))
    return PrintBatch(checked, order, tasks, [*kinds, *((form,) for form in forms)])


def choose_printable(checks: Sequence[CheckResult], order: PrintOrder, *, named: bool) -> list[CheckResult]:
    """Those of the games that have what is asked for.

    Raises:
        Refusal: a game lacks it that was named, or all do.
    """
    try:
        chosen = choose_games([checked.game for checked in checks], order.choice, named=named)
    except NotFound:
        # it may be in what could not be read
        require_sound(sorted(problem for checked in checks for problem in checked.problems), UNPRINTED)
        raise
    names = {game.name for game in chosen}
    return [checked for checked in checks if checked.game.name in names]


def layouts_of(checks: Sequence[CheckResult], order: PrintOrder) -> dict[str, SheetLayout]:
    """How the sheets of the games are laid out, of those kinds that are printed.

    Raises:
        Refusal: a component does not fit the paper, which is to be said before anything is written.
    """
    layouts: dict[str, SheetLayout] = {}
    choice, texts, prints = order.choice, 0, has_blank if isinstance(order, BlankOrder) else None
    for game in (checked.game for checked in checks):
        layouts[game.name] = cut_by_hand(game, choice, order.layout, prints)
        for kind in filter(prints, choose_kinds(game, choice)):
            sheet_grid(kind, layouts[game.name])
            texts += kind.prose is not None
    if order.layout.booklet and checks and choice.kinds and not texts:
        raise WrongUse(f"--booklet: it is for running text, such as rules, not for {', '.join(choice.kinds)}")
    return layouts
