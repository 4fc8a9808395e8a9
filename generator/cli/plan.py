"""``pnp plan``."""

from collections.abc import Callable
from functools import partial

from generator.cli.columns import aligned
from generator.cli.ending import carried_out, open_made
from generator.cli.print_options import BoxOptions
from generator.cli.progress import expected_of, progress_bar
from generator.cli.reporting import one_line, report, tell_elsewhere
from generator.core.folders import Project
from generator.project.build import check_game
from generator.project.printing.box import print_box
from generator.project.printing.box_account import (
    CUT_SECONDS,
    OUTLINE_SECONDS,
    BoxAccount,
    account_of,
    box_scope,
    plan_box,
)
from generator.project.printing.least import LeastOfKind, kinds_of, least_of_modes
from generator.project.printing.order import Choice, SheetLayout
from generator.project.printing.plan import PlannedSheets


def run(given: BoxOptions, players: int) -> int:
    """Tell what a game for so many players needs, and print it if wanted; the exit status."""
    project, layout, out = given.project, given.layout, given.out

    def command() -> int:
        with progress_bar(lambda: expected_of(project, [given.game], ["checking"])) as progress:
            box = plan_box(project, given.game, players, given.mode, given.choice, layout, progress)
        tell_elsewhere(box.checked.elsewhere)
        words = box.checked.renderer.theme.words
        says = partial(words.say, language=box.language, fallback=box.checked.game.language)
        report(_table(box.planned, says))
        report(_effort(account_of(box.planned), layout.paper, says))
        if given.render:
            file, sheets = print_box(
                project, box.checked, box.planned, box.party, language=box.language, layout=box.layout, out=out
            )
            report(one_line(says("plan-file", number=sheets, file=file.as_posix())))
            if given.opened:
                open_made([file])
        return 0

    return carried_out(command, out)


def run_least(name: str, choice: Choice, project: Project, layout: SheetLayout) -> int:
    """Tell the least that each way to play takes; the exit status."""

    def command() -> int:
        with progress_bar(lambda: expected_of(project, [name], ["checking"])) as progress:
            keep = choice.kept(project, name)
            scope = box_scope(choice, layout)
            checked = check_game(project, name, progress=progress, keep=keep, ink=choice.ink, scope=scope)
        tell_elsewhere(checked.elsewhere)
        found = least_of_modes(checked, choice, layout)
        game, language = checked.game, choice.language_of(checked.game)
        says = partial(checked.renderer.theme.words.say, language=language, fallback=game.language)
        heads = [f"{game.mode_name(one.mode, language)} ({one.players})".strip() for one in found]
        rows = [(says("plan-kind"), *(cell for head in heads for cell in (head, says("plan-sheets"))))]
        for kind in kinds_of(found, game.kinds):
            cells = [_least(one.kinds.get(kind.name)) for one in found]
            rows.append((kind.name, *(cell for pair in cells for cell in pair)))
        rows.append((says("plan-total"), *(cell for one in found for cell in ("", str(one.sheets)))))
        report(aligned(rows, right=tuple(range(1, 1 + 2 * len(found)))))
        report(one_line(f"* {says('plan-ours')}"))
        return 0

    return carried_out(command)


def _least(one: LeastOfKind | None) -> tuple[str, str]:
    """Components, marked where the number is ours, and sheets."""
    return ("–", "–") if one is None else (f"{one.components}{'*' if one.ours else ''}", str(one.sheets))


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
    total = account_of(planned)
    rows.append((says("plan-total"), str(total.components), str(total.sheets), str(total.cuts), "", ""))
    return aligned(rows, right=(1, 2, 3))


def _cuts(each: PlannedSheets, says: Callable[..., str]) -> str:
    """Straight cuts, and scissors where components are no rectangles."""
    straight = [str(each.cuts)] if each.cuts or not each.outlines else []
    return " + ".join([*straight, *([says("plan-scissors")] if each.outlines else [])])


def _effort(box: BoxAccount, paper: str, says: Callable[..., str]) -> str:
    """Paper and work in all."""
    work = {"cuts": box.cuts, "outlines": box.outlines, "minutes": box.minutes}
    return "\n".join(
        one_line(text)
        for text in (
            says("plan-paper", number=box.sheets, paper=paper),
            says("plan-work", **work, cut=CUT_SECONDS, outline=OUTLINE_SECONDS),
        )
    )
