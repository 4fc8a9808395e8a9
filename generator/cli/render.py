"""``pnp render`` and ``pnp blank``."""

import sys
from collections.abc import Sequence
from pathlib import Path

from generator.catalog.load import languages_of
from generator.cli.progress import progress_bar
from generator.cli.reporting import as_text, say, stop, tally, told_of_removed
from generator.printing.manifest import NAME, write_manifest
from generator.printing.order import Order, check_printer, choose_kinds, cut_by_hand, sheet_grid
from generator.printing.proof import BreachError
from generator.printing.render import Printed, blank, printed_faces, render
from generator.problem import has_errors
from generator.project import NotFound, Project
from generator.workspace.build import OWN_LANGUAGE, Checked, check_game

REFUSALS = (NotFound, BreachError, OSError)  # what writing files may end with
_BY_HAND = "is too large to lie between the cutter's marks; it is printed without them, to be cut by hand"


def run(
    games: list[str], order: Order, data: Path, templates: Path, blank_pages: int = 0, *, mark_printed: bool = False
) -> int:
    """Check all games, then print them; the exit status. With ``blank_pages``, blank forms."""
    project = Project(data, templates)
    try:
        check_printer(order)
        with progress_bar() as progress:
            names = list(dict.fromkeys(games)) or _written_in(project, order.language)
            checks = [
                check_game(project, name, progress=progress, keep=order.language or OWN_LANGUAGE, ink=order.ink)
                for name in names
            ]
            chosen = _printable(checks, order, named=bool(games))
            problems = sorted(dict.fromkeys(problem for checked in chosen for problem in checked.problems))
            for problem in problems:
                print(as_text(problem), file=sys.stderr)
            if has_errors(problems):
                print(f"{tally(problems)}; nothing was printed", file=sys.stderr)
                return 1
            orders = [cut_by_hand(checked.game, order) for checked in chosen]
            for checked, own in zip(chosen, orders, strict=True):
                for kind in choose_kinds(checked.game, own):
                    sheet_grid(kind, own)  # too large for the paper: said before anything is written
                for name in own.by_hand:
                    print(f"{checked.game.name}/{name} {_BY_HAND}", file=sys.stderr)
            printed = []
            for checked, own in zip(chosen, orders, strict=True):
                made = blank(checked, own, blank_pages) if blank_pages else render(checked, own, progress)
                printed += list(made)
                if mark_printed:
                    _mark(project, checked, own, {one.kind for one in printed if one.game == checked.game.name})
    except REFUSALS as error:
        return refused(error, order)
    if not printed and order.changed_since is not None:
        say("nothing has changed since then: there is nothing to print")
        return 0
    if not printed:
        return stop("there is nothing to print: no item, or copies: 0 at all of them")
    say(table(printed))
    if removed := told_of_removed([path for one in printed for path in one.removed]):
        print(removed, file=sys.stderr)
    return 0


def refused(error: Exception, order: Order) -> int:
    """Say why an order was not carried out, one of `REFUSALS`; the exit status."""
    if isinstance(error, BreachError):
        for problem in error.problems:
            print(as_text(problem), file=sys.stderr)
        print(f"{tally(error.problems)}, which was not put in place", file=sys.stderr)
        return 1
    if isinstance(error, OSError):
        return stop(f"cannot write {error.filename or order.out}: {(error.strerror or str(error)).lower()}")
    return stop(str(error))


def _written_in(project: Project, language: str | None) -> list[str]:
    """All games in a language, or all where none is: then each of them tells that it is not."""
    names = project.games()
    fit = [name for name in names if language is None or language in languages_of(project.data / name)]
    return fit or names


def _mark(project: Project, checked: Checked, order: Order, kinds: set[str]) -> None:
    """Note in the game's ledger what its printed components show now."""
    game = checked.game
    language = order.language or game.language
    chosen = [kind for kind in choose_kinds(game, order) if kind.name in kinds]
    printed = {kind.name: {language: printed_faces(checked, kind, language, order)} for kind in chosen}
    write_manifest(project.data / game.name / NAME, printed)


def _printable(checks: list[Checked], order: Order, *, named: bool) -> list[Checked]:
    """The games that the order concerns: where none was named, those that have its kinds, items and language.

    Raises:
        NotFound: a game that was named, or all of them, lack what was ordered.
    """
    chosen, refused = [], None
    for checked in checks:
        try:
            choose_kinds(checked.game, order)
            chosen.append(checked)
        except NotFound as error:
            if named or (refused is None and len(checks) == 1):
                raise
            refused = error
    if not chosen and refused is not None:
        raise refused
    return chosen


def table(printed: list[Printed]) -> str:
    """What was printed, a line a file: kind, components, sheets, file, seconds; and the ink, where it was asked for."""
    rows: list[tuple[str, ...]] = [("kind", "components", "sheets", "file", "seconds")]
    rows += [(f"{p.game}/{p.kind}", str(p.components), str(p.sheets), str(p.file), f"{p.seconds:.2f}") for p in printed]
    if any(p.ink for p in printed):
        ink = [("ink %", "most on a sheet"), *(_ink(p.ink) for p in printed)]
        rows = [(*row, *more) for row, more in zip(rows, ink, strict=True)]
    return aligned(rows, right=(1, 2, 4, 5, 6))


def _ink(pages: Sequence[float]) -> tuple[str, str]:
    return f"{100 * sum(pages) / max(len(pages), 1):.1f}", f"{100 * max(pages, default=0.0):.1f}"


def aligned(rows: Sequence[Sequence[str]], right: tuple[int, ...]) -> str:
    """Rows of a table in columns; those named in ``right`` are numbers, and stand at the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(widths[column]) if column in right else cell.ljust(widths[column])
            for column, cell in enumerate(row)
        ).rstrip()
        for row in rows
    )
