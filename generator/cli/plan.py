"""``pnp plan``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.progress import progress_bar
from generator.cli.render import REFUSALS, aligned, refused
from generator.cli.reporting import as_text, tally
from generator.printing.order import Order
from generator.printing.plan import Share, choose_mode, plan
from generator.printing.render import print_box
from generator.problem import has_errors
from generator.project import NotFound, Project
from generator.workspace.build import OWN_LANGUAGE, Checked, check_game
from generator.workspace.cover import COVER, CoverRow, draw_cover, ways

if TYPE_CHECKING:
    from generator.marks.marks import Face


def run(name: str, players: int, mode: str | None, order: Order, data: Path, templates: Path, *, printed: bool) -> int:
    """Tell what a game for so many players needs, and print it if wanted; the exit status."""
    project = Project(data, templates)
    try:
        with progress_bar() as progress:
            keep = order.language or OWN_LANGUAGE
            checked = check_game(project, name, progress=progress, keep=keep, ink=order.ink)
        if has_errors(checked.problems):
            print("\n".join(map(as_text, checked.problems)), file=sys.stderr)
            print(f"{tally(checked.problems)}; nothing was planned", file=sys.stderr)
            return 1
        if order.language and order.language not in checked.game.languages:
            known = ", ".join(checked.game.languages)
            raise NotFound(f"{name} is not written in {order.language!r}; its languages: {known}")
        language = order.language or checked.game.language
        chosen = choose_mode(checked.game, players, mode)
        shares = plan(checked, players, chosen, order, language)
        print(_table(shares))
        if printed:
            name = f"box-{players}-players" + (f"-{mode}" if mode else "")
            cover = _cover(project, checked, shares, players, chosen, language)
            file, sheets = print_box(checked, name, [(share.kind, list(share.picks)) for share in shares], order, cover)
            print(f"{sheets} sheets in {file}")
    except REFUSALS as error:
        return refused(error, order)
    return 0


def _table(shares: list[Share]) -> str:
    rows = [("kind", "components", "sheets", "cuts", "source", "why")]
    for share in shares:
        sheets = share.sheets
        cuts = "scissors" if share.outlined else str(share.cuts * sheets)
        source = "our setting" if share.ours else "the game"
        rows.append((share.kind.name, str(share.components), str(sheets), cuts, source, share.why))
    total = sum(share.sheets for share in shares)
    components = sum(share.components for share in shares)
    rows.append(("in all", str(components), str(total), "", "", ""))
    return aligned(rows, right=(1, 2, 3))


def _cover(project: Project, checked: Checked, shares: list[Share], players: int, mode: str, language: str) -> "Face":
    rows = [
        CoverRow(
            share.entry, share.kind, share.components, share.sheets,
            ways(outlined=share.outlined, whole=len(share.grid.slots) == 1, creased=share.creased),
            share.why, share.ours,
        )
        for share in shares
    ]  # fmt: skip
    cover, problems = draw_cover(checked.renderer, project.common_file(COVER), rows, players, mode, language)
    if has_errors(problems):
        raise NotFound(as_text(next(problem for problem in problems if problem.level == "error")))
    return cover
