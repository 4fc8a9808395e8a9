"""``pnp plan``."""

# What a box came to may be known: what checks and prints is imported where it is not.
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from generator.check.cache import Cache
from generator.cli.ending import expected_of, open_made, progress_bar
from generator.cli.render import tell_warnings
from generator.cli.reporting import aligned, one_line, report, tell_elsewhere, tell_unread
from generator.core.choices import paper_title
from generator.core.folders import Project
from generator.printing.order import BoxOrder, Choice, SheetLayout, check_printer
from generator.printing.print_cache import PrintedFile, PrintShelf

if TYPE_CHECKING:
    from generator.model.game import Game, Kind
    from generator.printing.box_account import BoxPlan, LeastOfKind
    from generator.printing.plan import PlannedSheets


def run(order: BoxOrder, project: Project, cache: Cache, *, prints: bool, opened: bool) -> int | None:
    """Report what a box takes, and print it if wanted.

    Returns:
        1 where a list left out a text that cannot be read.
    """
    if not prints:
        box = _planned(order, project, printed=False)
        tell_elsewhere(box.checked.elsewhere)
        report("\n".join(_lines(box)))
        return _tell_unread(box.checked.game, box.language)
    check_printer(order.layout)
    # where it is known what came of the same box before
    question = "box", str(order.out), f"{order.players} {order.mode}", repr(order.choice), repr(order.layout)
    shelf = PrintShelf(cache, project, order.out, order.layout, *question)
    stored = shelf.take([order.game]).get(order.game)
    if stored is not None:
        tell_elsewhere(stored.verdict.elsewhere)
        report("\n".join(stored.said))
        (printed,) = stored.put_in_place()
    else:
        printed = _print(order, project, shelf)
    tell_warnings([printed])
    shelf.close()
    if opened:
        open_made([printed.file])
    return None


def _tell_unread(game: "Game", language: str) -> int | None:
    from generator.printing.plan import unread_in_box

    return tell_unread(game.name, [kind.name for kind in unread_in_box(game, language)])


def _print(order: BoxOrder, project: Project, shelf: PrintShelf) -> PrintedFile:
    """Plan a box, tell of it and print it."""
    from generator.printing.box import print_box

    box = _planned(order, project, printed=True)
    checked, lines = box.checked, _lines(box)
    tell_elsewhere(checked.elsewhere)
    report("\n".join(lines))
    printed = print_box(project, box, order.out)
    lines += (one_line(box.says("plan-file", number=printed.sheets, file=printed.file.as_posix())),)
    report(lines[-1])
    shelf.keep(checked.verdict, lines, [printed])
    return printed


def _planned(order: BoxOrder, project: Project, *, printed: bool) -> "BoxPlan":
    from generator.printing.box_account import plan_box

    with progress_bar(lambda: expected_of(project, [order.game], ["checking"])) as progress:
        box = project, order.game, order.players, order.mode, order.choice, order.layout
        return plan_box(*box, progress, printed=printed)


def _lines(box: "BoxPlan") -> tuple[str, ...]:
    return _table(box), _effort(box)


def run_least(name: str, choice: Choice, project: Project, layout: SheetLayout) -> int | None:
    """Tell the least that each way to play takes; returns as `run`."""
    from generator.printing.box_account import check_for_box, least_of_modes

    with progress_bar(lambda: expected_of(project, [name], ["checking"])) as progress:
        checked = check_for_box(project, name, choice, layout, progress)
    tell_elsewhere(checked.elsewhere)
    modes = least_of_modes(checked, choice, layout)
    game, language = checked.game, choice.language_of(checked.game)
    says = partial(checked.renderer.theme.words.say, language=language, fallback=game.language)
    heads = [f"{game.mode_name(mode.mode, language)} ({mode.players})".strip() for mode in modes]
    rows = [(says("plan-kind"), says("plan-title"), *(cell for head in heads for cell in (head, says("plan-sheets"))))]
    kinds = [kind for kind in game.kinds.values() if any(kind.name in mode.kinds for mode in modes)]
    rows += [
        (
            *names_of(kind, language, game.language),
            *(cell for mode in modes for cell in _least(mode.kinds.get(kind.name))),
        )
        for kind in kinds
    ]
    rows.append((says("plan-total"), "", *(cell for mode in modes for cell in ("", str(mode.sheets)))))
    report(aligned(rows, right=tuple(range(2, 2 + 2 * len(modes))), gives_way=(1,)))
    report(one_line(f"* {says('plan-ours')}"))
    return _tell_unread(game, language)


def names_of(kind: "Kind", language: str, usual: str) -> tuple[str, str]:
    """What a kind is called in files, and what players call it in a language, or else in the game's usual one."""
    return kind.name, " ".join(str(kind.title.in_language(language, usual)).split())


def _least(least: "LeastOfKind | None") -> tuple[str, str]:
    """Components, marked where the number is ours, and sheets."""
    return ("–", "–") if least is None else (f"{least.components}{'*' if least.ours else ''}", str(least.sheets))


def _table(box: "BoxPlan") -> str:
    says, total = box.says, box.account
    rows = [
        tuple(says(f"plan-{column}") for column in ("kind", "title", "components", "sheets", "cuts", "source", "why"))
    ]
    for each in box.planned:
        alone = len(each.shares) == 1
        for share in each.shares:
            source = says("plan-ours" if share.ours else "plan-game")
            sheets, cuts = (str(each.sheets), _cuts(each, says)) if alone else ("", "")
            names = names_of(share.kind, box.language, box.checked.game.language)
            rows.append((*names, str(share.components), sheets, cuts, source, share.why))
        if not alone:
            rows.append((f"= {each.name}", "", "", str(each.sheets), _cuts(each, says), "", says("plan-shared")))
    rows.append((says("plan-total"), "", str(total.components), str(total.sheets), str(total.cuts), "", ""))
    return aligned(rows, right=(2, 3, 4), gives_way=(1,))


def _cuts(each: "PlannedSheets", says: Callable[..., str]) -> str:
    """Straight cuts, and scissors where components are not rectangles."""
    straight = [str(each.cuts)] if each.cuts or not each.outlines else []
    return " + ".join([*straight, *([says("plan-scissors")] if each.outlines else [])])


def _effort(box: "BoxPlan") -> str:
    """Paper and work in all."""
    from generator.printing.box_account import CUT_SECONDS, FOLD_SECONDS, OUTLINE_SECONDS

    total, seconds = box.account, {"cut": CUT_SECONDS, "outline": OUTLINE_SECONDS, "fold": FOLD_SECONDS}
    effort = {"cuts": total.cuts, "outlines": total.outlines, "folds": total.folds, "minutes": total.minutes}
    lines = (
        box.says("plan-paper", total.sheets, paper=paper_title(box.layout.paper)),
        box.says("plan-work", **effort, **seconds),
    )
    return "\n".join(map(one_line, lines))
