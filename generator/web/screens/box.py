"""The box: who plays, on which paper, with which backs; what it will take, why, and all of it as one PDF."""

from pathlib import Path

from msgspec.structs import replace

from generator.core.choices import Backs
from generator.core.problem import Refusal, has_errors
from generator.printing.box_account import CUT_SECONDS, FOLD_SECONDS, OUTLINE_SECONDS, planned_box
from generator.printing.order import Choice, check_printer, usual_printer
from generator.printing.profiles import Profile, known_profiles
from generator.web.glimpses import parties
from generator.web.screens import Response, Tab, WorkshopRequest, get

SITE = True
TAB = Tab("box", "box", 40)
PRINTERS = Path("printers.yaml")
EXAMPLE = 'plan:\n  - {kind: %s, sets: "1", source: ours, why: {%s: the whole deck}}\n'


@get("/{game}/box", only=("players", "mode", "lang", "ink", "paper", "backs", "printer"))
def box(request: WorkshopRequest) -> Response:
    """The page; of a game without a plan, what it lacks."""
    game = request.game
    if not game.plan or has_errors([problem for problem in request.checked.problems if problem.file == game.file]):
        first = next((kind.name for kind in game.kinds.values() if kind.printed), "cards")
        return request.page("box_none.html", planned=bool(game.plan), example=EXAMPLE % (first, game.language))
    options, plan, refusal = _options(request), None, ""
    layout = replace(
        request.layout, backs=Backs(options["backs"]), printer=options["printer"] or None, printers=PRINTERS
    )
    try:
        check_printer(layout)
        choice = Choice(language=options["lang"], ink=request.ink)
        with request.turn:
            plan = planned_box(request.checked, int(options["players"]), options["mode"] or None, choice, layout)
    except Refusal as error:
        refusal = str(error)
    return request.page(
        "box.html",
        plan=plan,
        account=plan.account if plan else None,
        most_sheets=max((each.sheets for each in plan.planned), default=1) if plan else 1,
        refusal=refusal,
        wanted=options,
        query={name: value for name, value in options.items() if value},
        possible=parties(game),
        printers=printers_by_name(request),
        papers=request.papers,
        has_backs=any(kind.back for kind in game.kinds.values()),
        inks=request.inks,
        seconds=(CUT_SECONDS, OUTLINE_SECONDS, FOLD_SECONDS),
    )


def _options(request: WorkshopRequest) -> dict[str, str]:
    """The options of the PDF's address; empty where nothing is asked for."""
    players = request.number("players", 1, 99, min(parties(request.game), key=lambda number: abs(number - 3)))
    backs = request.choice("backs", Backs(request.defaults.get("backs", Backs.none)))
    printer = chosen_printer(request, backs) if backs not in (Backs.none, Backs.fold) else None
    return {
        "players": str(players),
        "mode": request.text("mode") or "",
        "lang": request.printed_language,
        "paper": request.paper,
        "backs": backs.value,
        "printer": printer or "",
        "ink": request.ink.value,
    }


def chosen_printer(request: WorkshopRequest, backs: Backs) -> str | None:
    """The printer of ``?printer=``; else the project's where it shifts such backs, but not on a site."""
    usual = None if request.workshop.terms.site else request.defaults.get("printer")
    return request.text("printer") or usual_printer(usual, PRINTERS, backs)


def printers_by_name(request: WorkshopRequest) -> dict[str, Profile]:
    """The printers that are known; a site has none."""
    if request.workshop.terms.site:
        return {}
    try:
        return known_profiles(PRINTERS)
    except Refusal:
        return {}
