"""``pnp render`` and ``pnp blank``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from generator.catalog.game import Game
from generator.catalog.load import games_written_in
from generator.choices import Backs
from generator.cli.check import closing_lines
from generator.cli.columns import aligned
from generator.cli.ending import carried_out
from generator.cli.opening import open_made
from generator.cli.progress import expected_of, progress_bar
from generator.cli.reporting import as_text, note, one_line, report, stop, told_of_removed
from generator.cores import cores_here, divided
from generator.printing.blanks import blank_tasks, has_blank
from generator.printing.manifest import NAME, layout_of
from generator.printing.order import (
    BlankOrder,
    Choice,
    RenderOrder,
    SheetLayout,
    check_printer,
    choose_games,
    choose_kinds,
    cut_by_hand,
    sheet_grid,
)
from generator.printing.render import UNPRINTED, Printed, PrintTask, mark_printed, print_tasks
from generator.project import Project
from generator.refusal import Refusal, require_sound
from generator.sheet.grid import LAYOUT_VERSION
from generator.workspace.build import Checked, Progress, check_game
from generator.workspace.paths import Examined
from generator.workspace.verdict import verdict_of

_OLD_LAYOUT = (
    "is of sheets printed by an older layout: faces are compared as ever, but cut lines and backs of those sheets fit"
    f" none of layout {LAYOUT_VERSION}"
)
_BY_HAND = "is too large to lie between the cutter's marks; it is printed without them, to be cut by hand"


@dataclass(frozen=True, slots=True)
class PrintRun:
    """How much is printed at once, and by how many processes."""

    jobs: int | None = None  # one a core if None
    every_language: bool = False
    blanks: bool = False  # blank forms too
    items: bool = True  # and not blank forms alone
    whole: bool = False  # all is checked that `pnp check` checks, and it is told

    @property
    def processes(self) -> int:
        """How many processes may work."""
        return self.jobs or cores_here()

    def choices(self, game: Game, choice: Choice) -> list[Choice]:
        """What is taken of a game, language by language."""
        if not self.every_language:
            return [choice]
        return [replace(choice, language=language) for language in game.languages]


def run_render(
    games: list[str], order: RenderOrder, project: Project, run: PrintRun, *, marks_printed: bool, opened: bool
) -> int:
    """Check all games, then print them; the exit status."""

    def command() -> int:
        check_printer(order.layout)
        if order.changed_since is not None and layout_of(order.changed_since) < LAYOUT_VERSION:
            note(one_line(f"{order.changed_since} {_OLD_LAYOUT}"))
        printed: list[Printed] = []
        with progress_bar(_expected(games, order.choice, project)) as progress:
            printable = _printable(games, order.choice, order.layout, project, progress, run)
            batches: list[tuple[Checked, RenderOrder, list[PrintTask]]] = []
            for checked, layout in printable:
                for choice in run.choices(checked.game, order.choice):
                    own = replace(order, layout=layout, choice=choice)
                    blanks = _blanks_of(checked, own) if run.blanks else []
                    batches.append((checked, own, [*print_tasks(checked, own, progress), *blanks]))
            done = iter(divided([task for _, _, tasks in batches for task in tasks], run.processes))
            for checked, own, tasks in batches:
                made = [one for one in islice(done, len(tasks)) if one is not None]
                printed += made
                if marks_printed:
                    file = project.data / checked.game.name / NAME
                    mark_printed(checked, own, {kind for one in made for kind in one.kinds}, file)
        if not printed and order.changed_since is not None:
            report("nothing has changed since then: there is nothing to print")
            return 0
        return _tell(printed, opened=opened)

    return carried_out(command, order.out)


def _blanks_of(checked: Checked, order: RenderOrder) -> list[PrintTask]:
    """Printing the blank forms of those kinds that have any."""
    kinds = tuple(kind.name for kind in choose_kinds(checked.game, order.choice) if has_blank(kind))
    choice = replace(order.choice, kinds=kinds, items=())
    return [*blank_tasks(checked, BlankOrder(choice, order.layout.paper, order.out))] if kinds else []


def default_printer(name: str, profiles: Path, backs: Backs) -> str | None:
    """The printer that a project goes by, where it shifts such backs; None where it is not measured, which is told."""
    if backs in (Backs.none, Backs.fold):
        return None
    try:
        check_printer(SheetLayout(backs=backs, printer=name, printers=profiles))
    except Refusal as error:
        note(one_line(f"{error}; pnp.yaml asks for it, and backs are not shifted"))
        return None
    return name


def run_blank(games: list[str], order: BlankOrder, project: Project, run: PrintRun, *, opened: bool) -> int:
    """Check all games, then print blank forms of them; the exit status."""

    def command() -> int:
        with progress_bar(_expected(games, order.choice, project)) as progress:
            checks = _printable(games, order.choice, SheetLayout(order.paper), project, progress, run)
            tasks = [
                task
                for checked, _ in checks
                for choice in run.choices(checked.game, order.choice)
                for task in blank_tasks(checked, replace(order, choice=choice))
            ]
            printed = divided(tasks, run.processes)
        return _tell(printed, opened=opened)

    return carried_out(command, order.out)


def _expected(games: list[str], choice: Choice, project: Project) -> Callable[[], list[str]]:
    """What the progress bar goes by: games that are not there are told later."""
    return lambda: expected_of(project, _names(games, choice, project), ["checking", "printing"], choice.kinds)


def _names(games: list[str], choice: Choice, project: Project) -> list[str]:
    """The games to look at: those that are named, else those in the language that is demanded."""
    return list(dict.fromkeys(games)) or games_written_in(project, choice.language)


def _printable(
    games: list[str],
    choice: Choice,
    layout: SheetLayout,
    project: Project,
    progress: Progress | None,
    run: PrintRun,
) -> list[tuple[Checked, SheetLayout]]:
    """Check the games: those to print, and how their sheets are laid out, once all of them can be printed."""
    names = _names(games, choice, project)
    checks = [
        check_game(
            project,
            name,
            progress=progress,
            keep=choice.kept(project, name) if run.items else "",
            kinds=choice.kinds,
            ink=choice.ink,
            whole=run.whole,
            jobs=run.processes,
        )
        for name in names
    ]
    chosen = {game.name for game in choose_games([one.game for one in checks], choice, named=bool(games))}
    checks = [checked for checked in checks if checked.game.name in chosen]
    problems = sorted(dict.fromkeys(problem for checked in checks for problem in checked.problems))
    require_sound(problems, UNPRINTED)
    for problem in problems:
        note(as_text(problem))
    if run.whole:
        verdicts = [verdict_of(checked) for checked in checks]
        report("\n".join(closing_lines(problems, [Examined([], [one], [one]) for one in verdicts])))
    layouts = [cut_by_hand(checked.game, choice, layout) for checked in checks]
    for checked, own in zip(checks, layouts, strict=True):
        for kind in choose_kinds(checked.game, choice):
            sheet_grid(kind, own)  # too large for the paper: said before anything is written
        for name in own.cutting.by_hand if own.cutting else ():
            note(one_line(f"{checked.game.name}/{name} {_BY_HAND}"))
    return list(zip(checks, layouts, strict=True))


def _tell(printed: list[Printed], *, opened: bool) -> int:
    """Say what was printed, and open it where that is wanted; the exit status."""
    if not printed:
        return stop("there is nothing to print: no item, or copies: 0 at all of them")
    report(table(printed))
    if removed := told_of_removed([path for one in printed for path in one.removed]):
        note(removed)
    if opened:
        open_made([one.file for one in printed])
    return 0


def table(printed: list[Printed]) -> str:
    """What was printed, a line a file: kind, components, sheets, file, seconds; and the ink, where it was asked for.

    Several files have a line of what they come to.
    """
    rows: list[tuple[str, ...]] = [("kind", "components", "sheets", "file", "seconds")]
    rows += [(f"{p.game}/{p.kind}", str(p.components), str(p.sheets), str(p.file), f"{p.seconds:.2f}") for p in printed]
    if any(p.ink for p in printed):
        ink = [("ink %", "most on a sheet"), *(_ink(p.ink) for p in printed)]
        rows = [(*row, *more) for row, more in zip(rows, ink, strict=True)]
    if len(printed) > 1:
        sums = (sum(p.components for p in printed), sum(p.sheets for p in printed))
        total = ("in all", *map(str, sums), "", f"{sum(p.seconds for p in printed):.2f}")
        rows.append((*total, *[""] * (len(rows[0]) - len(total))))
    return aligned(rows, right=(1, 2, 4, 5, 6), gives_way=(3, 0))


def _ink(pages: Sequence[float]) -> tuple[str, str]:
    return f"{100 * sum(pages) / max(len(pages), 1):.1f}", f"{100 * max(pages, default=0.0):.1f}"
