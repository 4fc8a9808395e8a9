"""``pnp render`` and ``pnp blank``."""

# What an order came to may be known: what checks and prints is imported where it is not.
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from generator.check.paths import PathReport
from generator.cli.check import closing_lines
from generator.cli.ending import expected_of, open_made, progress_bar
from generator.cli.reporting import (
    aligned,
    as_lines,
    as_text,
    counted,
    note,
    one_line,
    removed_note,
    report,
    tell_elsewhere,
)
from generator.core.folders import Project
from generator.core.problem import NotFound, require_sound, without_notes
from generator.printing.order import (
    Choice,
    PrintOrder,
    PrintRun,
    RenderOrder,
    SheetLayout,
    check_printer,
    names_of_games,
    nothing_to_print,
)
from generator.printing.print_cache import UNPRINTED, PrintedFile, PrintResult, PrintShelf, open_shelf

if TYPE_CHECKING:
    from generator.check.result import CheckResult
    from generator.printing.print_games import CheckedGames, PrintBatch

_OLD_LAYOUT = "faces are compared as ever, but cut lines and backs of those sheets fit none of layout"
BY_HAND = "is too large to lie between the cutter's marks; it is printed without them, to be cut by hand"


def run_render(
    games: list[str], order: PrintOrder, project: Project, run: PrintRun, *, opened: bool, marks_printed: bool = False
) -> None:
    """Check all games, then print them, or blank forms of them."""
    sheets = order if isinstance(order, RenderOrder) else RenderOrder(order.choice, order.layout, order.out)
    check_printer(sheets.layout)
    if sheets.changed_since is not None:
        _tell_of_layout(sheets.changed_since)
    shelf = open_shelf(run, project, order, lasting=not marks_printed and sheets.changed_since is None)
    printed_by_game: dict[str, list[PrintedFile]] = {}
    with progress_bar(_expected(games, order.choice, project)) as progress, ExitStack() as stack:
        names = names_of_games(games, order.choice, project)
        stored = shelf.take(names)
        unknown = [name for name in names if name not in stored]
        checked_now: CheckedGames | None = None
        if unknown:
            from generator.printing.print_games import batches_of, checked_games, print_batches

            scope = run.scope(order, marks_printed=marks_printed)
            checked_now = stack.enter_context(checked_games(unknown, order, project, run, scope, progress))
        printable = _printable(names, order, checked_now, stored, named=bool(games), whole=run.whole)
        printed_by_game |= {name: result.put_in_place() for name, result in stored.items()}
        batches = batches_of(printable, order, run, progress) if checked_now is not None else []
        outcomes = print_batches(checked_now, batches, order.out, run) if checked_now is not None else []
        for batch, files in zip(batches, outcomes, strict=True):
            if files or sheets is order:
                printed_by_game.setdefault(batch.checked.game.name, []).extend(files)
            if marks_printed:
                _mark_printed(project, batch, files)
        for checked, layout in printable:
            shelf.keep(checked.verdict, layout.by_hand, printed_by_game.get(checked.game.name, ()))
        printed = _in_order(names, printed_by_game, shelf)
    if not printed and sheets.changed_since is not None:
        report("nothing has changed since then: there is nothing to print")
        return
    if not printed:
        from generator.model.load import load_game

        raise nothing_to_print([load_game(project.game_folder(name), name)[0] for name in names], order.choice)
    _tell(printed, opened=opened)


def run_tidy(games: list[str], project: Project, out: Path, *, removes: bool) -> None:
    """List the sheets of kinds that are gone, and remove them if wanted."""

    from generator.printing.render import left_over

    stale = [path for name in games or project.games() for path in left_over(project, name, out)]
    for path in stale:
        if removes:
            path.unlink()
        report(one_line(path.as_posix()))
    if not stale:
        report("nothing is left of kinds that are gone")
    elif removes:
        note(removed_note(stale))
    else:
        note(f"{counted(len(stale), 'file')} of kinds that are gone; --yes removes them")


def _mark_printed(project: Project, batch: "PrintBatch", files: Sequence[PrintedFile]) -> None:
    from generator.printing.manifest import NAME
    from generator.printing.render import mark_printed

    file = project.data / batch.checked.game.name / NAME
    mark_printed(batch.checked, batch.order, {kind for printed in files for kind in printed.kinds}, file)


def _tell_of_layout(manifest: Path) -> None:
    """Say it where sheets were printed by an older layout."""
    from generator.printing.manifest import layout_of
    from generator.sheet.grid import LAYOUT_VERSION

    if layout_of(manifest) < LAYOUT_VERSION:
        message = f"is of sheets printed by an older layout: {_OLD_LAYOUT} {LAYOUT_VERSION}"
        note(one_line(f"{manifest} {message}"))


def _in_order(
    names: Sequence[str], printed_by_game: Mapping[str, list[PrintedFile]], shelf: PrintShelf
) -> list[PrintedFile]:
    """What was made, game by game; those that lack what was asked for are noted."""
    for name in names:
        if name not in printed_by_game:
            shelf.pass_over(name)
    shelf.close()
    return [printed for name in names for printed in printed_by_game.get(name, ())]


def _expected(games: list[str], choice: Choice, project: Project) -> Callable[[], list[str]]:
    """What the progress bar follows: games that are not there are reported later."""
    return lambda: expected_of(project, names_of_games(games, choice, project), ["checking", "printing"], choice.kinds)


def _printable(
    names: Sequence[str],
    order: PrintOrder,
    games: "CheckedGames | None",
    stored: Mapping[str, PrintResult],
    *,
    named: bool,
    whole: bool,
) -> "list[tuple[CheckResult, SheetLayout]]":
    """The games to print, and how their sheets are laid out, once all of them can be printed."""
    checks: list[CheckResult] = []
    if games is not None:
        from generator.printing.print_games import choose_printable, layouts_of

        try:
            checks = choose_printable(games.checked, order, named=named)
        except NotFound:
            if named or not stored:  # where others have it, none need have
                raise
    verdicts = {checked.game.name: checked.verdict for checked in checks}
    verdicts |= {name: result.verdict for name, result in stored.items() if result.verdict.languages}
    problems = sorted(dict.fromkeys(problem for verdict in verdicts.values() for problem in verdict.problems))
    require_sound(problems, UNPRINTED)
    for line in as_lines(without_notes(problems)):
        note(line)
    tell_elsewhere(sum(verdict.elsewhere for verdict in verdicts.values()))
    if whole:
        parts = [PathReport([], [verdicts[name]], [verdicts[name]]) for name in names if name in verdicts]
        report("\n".join(closing_lines(problems, parts)))
    layouts = layouts_of(checks, order) if checks else {}
    for game in names:
        by_hand = layouts[game].by_hand if game in layouts else ()
        for name in stored[game].said if game in stored else by_hand:
            note(one_line(f"{game}/{name} {BY_HAND}"))
    return [(checked, layouts[checked.game.name]) for checked in checks]


def _tell(printed: list[PrintedFile], *, opened: bool) -> None:
    """Say what was printed, and open it where that is wanted."""
    report(table(printed))
    tell_warnings(printed)
    if removed := removed_note([path for file in printed for path in file.removed]):
        note(removed)
    if opened:
        open_made([file.file for file in printed])


def tell_warnings(printed: Iterable[PrintedFile]) -> None:
    """Say what printed sheets had no room for."""
    for problem in dict.fromkeys(problem for file in printed for problem in file.warnings):
        note(as_text(problem))


def table(printed: list[PrintedFile]) -> str:
    """What was printed, one line per file: kind, components, sheets, file, seconds; and the ink, where it was asked
    for.

    Several files have a line of what they come to.
    """
    rows: list[tuple[str, ...]] = [("kind", "components", "sheets", "file", "seconds")]
    rows += [
        (f"{p.game}/{p.kind}", str(p.components), str(p.sheets), p.file.as_posix(), f"{p.seconds:.2f}") for p in printed
    ]
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
