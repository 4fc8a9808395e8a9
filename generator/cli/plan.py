"""``pnp plan``."""

from pathlib import Path

from generator.cli.columns import aligned
from generator.cli.ending import carried_out
from generator.cli.progress import progress_bar
from generator.cli.reporting import one_line, say
from generator.printing.box import Party, print_box
from generator.printing.order import Choice, SheetLayout, require_language
from generator.printing.plan import Share, choose_mode, plan
from generator.project import Project
from generator.refusal import require_sound
from generator.workspace.build import check_game


def run(
    name: str, players: int, mode: str | None, choice: Choice, project: Project, *, paper: str, out: Path, printed: bool
) -> int:
    """Tell what a game for so many players needs, and print it if wanted; the exit status."""

    def command() -> int:
        with progress_bar() as progress:
            keep = choice.kept(project, name)
            checked = check_game(project, name, progress=progress, keep=keep, ink=choice.ink, whole=False)
        require_sound(checked.problems, "nothing was planned")
        require_language(checked.game, choice)
        language = choice.language_of(checked.game)
        party = Party(players, choose_mode(checked.game, players, mode), named=mode is not None)
        shares = plan(checked, players, party.mode, SheetLayout(paper), language)
        say(_table(shares))
        if printed:
            file, sheets = print_box(project, checked, shares, party, language=language, paper=paper, out=out)
            say(one_line(f"{sheets} sheets in {file}"))
        return 0

    return carried_out(command, out)


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
