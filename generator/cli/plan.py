"""``pnp plan``."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from generator.cli.columns import aligned
from generator.cli.ending import carried_out
from generator.cli.opening import open_made
from generator.cli.progress import expected_of, progress_bar
from generator.cli.reporting import one_line, report
from generator.printing.box import Party, print_box
from generator.printing.order import Choice, SheetLayout, require_language
from generator.printing.plan import Share, choose_mode, plan
from generator.project import Project
from generator.refusal import require_sound
from generator.workspace.build import check_game


def run(
    name: str,
    players: int,
    mode: str | None,
    choice: Choice,
    project: Project,
    *,
    paper: str,
    out: Path,
    printed: bool,
    opened: bool,
) -> int:
    """Tell what a game for so many players needs, and print it if wanted; the exit status."""

    def command() -> int:
        with progress_bar(lambda: expected_of(project, [name], ["checking"])) as progress:
            keep = choice.kept(project, name)
            checked = check_game(project, name, progress=progress, keep=keep, ink=choice.ink, whole=False)
        require_sound(checked.problems, "nothing was planned")
        require_language(checked.game, choice)
        language = choice.language_of(checked.game)
        party = Party(players, choose_mode(checked.game, players, mode), named=mode is not None)
        shares = plan(checked, players, party.mode, SheetLayout(paper), language)
        says = partial(checked.renderer.theme.words.say, language=language, fallback=checked.game.language)
        report(_table(shares, says))
        if printed:
            file, sheets = print_box(project, checked, shares, party, language=language, paper=paper, out=out)
            report(one_line(says("plan-file", number=sheets, file=file)))
            if opened:
                open_made([file])
        return 0

    return carried_out(command, out)


def _table(shares: list[Share], says: Callable[[str], str]) -> str:
    rows = [tuple(says(f"plan-{column}") for column in ("kind", "components", "sheets", "cuts", "source", "why"))]
    for share in shares:
        sheets = share.sheets
        cuts = says("plan-scissors") if share.outlined else str(share.cuts * sheets)
        source = says("plan-ours" if share.ours else "plan-game")
        rows.append((share.kind.name, str(share.components), str(sheets), cuts, source, share.why))
    total = sum(share.sheets for share in shares)
    components = sum(share.components for share in shares)
    rows.append((says("plan-total"), str(components), str(total), "", "", ""))
    return aligned(rows, right=(1, 2, 3))
