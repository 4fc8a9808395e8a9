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
from generator.printing.order import Choice, SheetLayout, check_printer, cut_by_hand, require_language
from generator.printing.plan import PlannedSheets, choose_mode, plan
from generator.project import Project
from generator.refusal import require_sound
from generator.workspace.build import check_game

CUT_SECONDS, OUTLINE_SECONDS = 10, 30  # by hand and without haste: our own measure


def run(
    name: str,
    players: int,
    mode: str | None,
    choice: Choice,
    project: Project,
    *,
    layout: SheetLayout,
    out: Path,
    printed: bool,
    opened: bool,
) -> int:
    """Tell what a game for so many players needs, and print it if wanted; the exit status."""

    def command() -> int:
        check_printer(layout)
        with progress_bar(lambda: expected_of(project, [name], ["checking"])) as progress:
            keep = choice.kept(project, name)
            checked = check_game(project, name, progress=progress, keep=keep, ink=choice.ink, whole=False)
        require_sound(checked.problems, "nothing was planned")
        require_language(checked.game, choice)
        language = choice.language_of(checked.game)
        party = Party(players, choose_mode(checked.game, players, mode), named=mode is not None)
        own = cut_by_hand(checked.game, choice, layout)
        planned = plan(checked, players, party.mode, own, language)
        says = partial(checked.renderer.theme.words.say, language=language, fallback=checked.game.language)
        report(_table(planned, says))
        report(_effort(planned, layout.paper, says))
        if printed:
            file, sheets = print_box(project, checked, planned, party, language=language, layout=own, out=out)
            report(one_line(says("plan-file", number=sheets, file=file)))
            if opened:
                open_made([file])
        return 0

    return carried_out(command, out)


def _table(planned: list[PlannedSheets], says: Callable[..., str]) -> str:
    rows = [tuple(says(f"plan-{column}") for column in ("kind", "components", "sheets", "cuts", "source", "why"))]
    for each in planned:
        alone = len(each.shares) == 1
        for share in each.shares:
            source = says("plan-ours" if share.ours else "plan-game")
            sheets, cuts = (str(each.sheets), _cuts(each, says)) if alone else ("", "")
            rows.append((share.kind.name, str(share.components), sheets, cuts, source, share.why))
        if not alone:
            rows.append((f"= {each.name}", "", str(each.sheets), _cuts(each, says), "", says("plan-shared")))
    components = sum(share.components for each in planned for share in each.shares)
    total = sum(each.sheets for each in planned)
    all_cuts = sum(each.cuts for each in planned)
    rows.append((says("plan-total"), str(components), str(total), str(all_cuts), "", ""))
    return aligned(rows, right=(1, 2, 3))


def _cuts(each: PlannedSheets, says: Callable[..., str]) -> str:
    """Straight cuts, and scissors where components are no rectangles."""
    straight = [str(each.cuts)] if each.cuts or not each.outlines else []
    return " + ".join([*straight, *([says("plan-scissors")] if each.outlines else [])])


def _effort(planned: list[PlannedSheets], paper: str, says: Callable[..., str]) -> str:
    """Paper and work in all."""
    sheets, cuts = sum(each.sheets for each in planned), sum(each.cuts for each in planned)
    outlines = sum(each.outlines for each in planned)
    minutes = round((cuts * CUT_SECONDS + outlines * OUTLINE_SECONDS) / 60)
    return "\n".join(
        one_line(text)
        for text in (
            says("plan-paper", number=sheets, paper=paper),
            says("plan-work", cuts=cuts, outlines=outlines, minutes=minutes, cut=CUT_SECONDS, outline=OUTLINE_SECONDS),
        )
    )
