"""``pnp plan``."""

# What a box came to may be known: what checks and prints is imported where it is not.
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from generator.check.cache import open_cache
from generator.cli.ending import expected_of, open_made, progress_bar
from generator.cli.print_options import BoxOptions
from generator.cli.render import tell_unmarked
from generator.cli.reporting import aligned, one_line, report, tell_elsewhere
from generator.core.folders import Project
from generator.printing.order import Choice, SheetLayout, check_printer
from generator.printing.print_cache import PrintedFile, PrintShelf

if TYPE_CHECKING:
    from generator.printing.box_account import BoxPlan
    from generator.printing.least import LeastOfKind
    from generator.printing.plan import PlannedSheets


def run(given: BoxOptions, players: int) -> None:
    """Report what a game for this many players needs, and print it if wanted."""
    if not given.render:
        box = _planned(given, players)
        tell_elsewhere(box.checked.elsewhere)
        report("\n".join(_lines(box)))
        return
    check_printer(given.layout)
    shelf = _shelf(given, players)
    kept = shelf.take([given.game]).get(given.game)
    if kept is not None:
        tell_elsewhere(kept.verdict.elsewhere)
        report("\n".join(kept.said))
        (printed,) = kept.put_in_place()
    else:
        printed = _print(given, players, shelf)
    tell_unmarked([printed])
    shelf.close()
    if given.opened:
        open_made([printed.file])


def _print(given: BoxOptions, players: int, shelf: PrintShelf) -> PrintedFile:
    """Plan a box, tell of it and print it."""
    from generator.printing.box import print_box

    box = _planned(given, players)
    checked, lines = box.checked, _lines(box)
    tell_elsewhere(checked.elsewhere)
    report("\n".join(lines))
    printed = print_box(given.project, box, given.out)
    lines += (one_line(box.says("plan-file", number=printed.sheets, file=printed.file.as_posix())),)
    report(lines[-1])
    shelf.keep(checked.verdict, lines, [printed])
    return printed


def _shelf(given: BoxOptions, players: int) -> PrintShelf:
    """Where it is known what came of the same box before."""
    cache, layout = open_cache(given.cache, used=not given.no_cache), given.layout
    question = "box", str(given.out), f"{players} {given.mode}", repr(given.choice), repr(layout)
    return PrintShelf(cache, given.project, given.out, layout, *question)


def _planned(given: BoxOptions, players: int) -> "BoxPlan":
    from generator.printing.box_account import plan_box

    with progress_bar(lambda: expected_of(given.project, [given.game], ["checking"])) as progress:
        return plan_box(given.project, given.game, players, given.mode, given.choice, given.layout, progress)


def _lines(box: "BoxPlan") -> tuple[str, ...]:
    return _table(box), _effort(box)


def run_least(name: str, choice: Choice, project: Project, layout: SheetLayout) -> None:
    """Tell the least that each way to play takes."""
    from generator.printing.box_account import check_for_box
    from generator.printing.least import least_of_modes

    with progress_bar(lambda: expected_of(project, [name], ["checking"])) as progress:
        checked = check_for_box(project, name, choice, layout, progress)
    tell_elsewhere(checked.elsewhere)
    found = least_of_modes(checked, choice, layout)
    game, language = checked.game, choice.language_of(checked.game)
    says = partial(checked.renderer.theme.words.say, language=language, fallback=game.language)
    heads = [f"{game.mode_name(one.mode, language)} ({one.players})".strip() for one in found]
    rows = [(says("plan-kind"), *(cell for head in heads for cell in (head, says("plan-sheets"))))]
    kinds = [kind for kind in game.kinds if any(kind in one.kinds for one in found)]
    rows += [(kind, *(cell for one in found for cell in _least(one.kinds.get(kind)))) for kind in kinds]
    rows.append((says("plan-total"), *(cell for one in found for cell in ("", str(one.sheets)))))
    report(aligned(rows, right=tuple(range(1, 1 + 2 * len(found)))))
    report(one_line(f"* {says('plan-ours')}"))


def _least(one: "LeastOfKind | None") -> tuple[str, str]:
    """Components, marked where the number is ours, and sheets."""
    return ("–", "–") if one is None else (f"{one.components}{'*' if one.ours else ''}", str(one.sheets))


def _table(box: "BoxPlan") -> str:
    says, total = box.says, box.account
    rows = [tuple(says(f"plan-{column}") for column in ("kind", "components", "sheets", "cuts", "source", "why"))]
    for each in box.planned:
        alone = len(each.shares) == 1
        for share in each.shares:
            source = says("plan-ours" if share.ours else "plan-game")
            sheets, cuts = (str(each.sheets), _cuts(each, says)) if alone else ("", "")
            rows.append((share.kind.name, str(share.components), sheets, cuts, source, share.why))
        if not alone:
            rows.append((f"= {each.name}", "", str(each.sheets), _cuts(each, says), "", says("plan-shared")))
    rows.append((says("plan-total"), str(total.components), str(total.sheets), str(total.cuts), "", ""))
    return aligned(rows, right=(1, 2, 3))


def _cuts(each: "PlannedSheets", says: Callable[..., str]) -> str:
    """Straight cuts, and scissors where components are not rectangles."""
    straight = [str(each.cuts)] if each.cuts or not each.outlines else []
    return " + ".join([*straight, *([says("plan-scissors")] if each.outlines else [])])


def _effort(box: "BoxPlan") -> str:
    """Paper and work in all."""
    from generator.printing.box_account import CUT_SECONDS, FOLD_SECONDS, OUTLINE_SECONDS

    total, seconds = box.account, {"cut": CUT_SECONDS, "outline": OUTLINE_SECONDS, "fold": FOLD_SECONDS}
    work = {"cuts": total.cuts, "outlines": total.outlines, "folds": total.folds, "minutes": total.minutes}
    told = box.says("plan-paper", total.sheets, paper=box.layout.paper), box.says("plan-work", **work, **seconds)
    return "\n".join(map(one_line, told))
