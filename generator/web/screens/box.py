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
def box(asked: WorkshopRequest) -> Response:
    """The page; of a game without a plan, what it lacks."""
    game = asked.game
    if not game.plan or has_errors([one for one in asked.checked.problems if one.file == game.file]):
        first = next((kind.name for kind in game.kinds.values() if kind.printed), "cards")
        return asked.page(
            "box_none.html",
            planned=bool(game.plan),
            example=EXAMPLE % (first, game.language),
        )
    wanted, plan, refusal = _wanted(asked), None, ""
    layout = replace(asked.layout, backs=Backs(wanted["backs"]), printer=wanted["printer"] or None, printers=PRINTERS)
    try:
        check_printer(layout)
        choice = Choice(language=wanted["lang"], ink=asked.ink)
        with asked.turn:
            plan = planned_box(asked.checked, int(wanted["players"]), wanted["mode"] or None, choice, layout)
    except Refusal as error:
        refusal = str(error)
    return asked.page(
        "box.html",
        plan=plan,
        account=plan.account if plan else None,
        most_sheets=max((each.sheets for each in plan.planned), default=1) if plan else 1,
        refusal=refusal,
        wanted=wanted,
        query={name: value for name, value in wanted.items() if value},
        possible=parties(game),
        printers=known_printers(asked),
        papers=asked.papers,
        has_backs=any(kind.back for kind in game.kinds.values()),
        inks=asked.inks,
        seconds=(CUT_SECONDS, OUTLINE_SECONDS, FOLD_SECONDS),
    )


def _wanted(asked: WorkshopRequest) -> dict[str, str]:
    """What is asked for, as options of the PDF's address; empty where it is not."""
    players = asked.number("players", 1, 99, min(parties(asked.game), key=lambda number: abs(number - 3)))
    backs = asked.choice("backs", Backs(asked.defaults.get("backs", Backs.none)))
    printer = wanted_printer(asked, backs) if backs not in (Backs.none, Backs.fold) else None
    return {
        "players": str(players),
        "mode": asked.text("mode") or "",
        "lang": asked.printed_language,
        "paper": asked.paper,
        "backs": backs.value,
        "printer": printer or "",
        "ink": asked.ink.value,
    }


def wanted_printer(asked: WorkshopRequest, backs: Backs) -> str | None:
    """The printer of ``?printer=``; else the project's where it shifts such backs, but not on a site."""
    usual = None if asked.workshop.terms.site else asked.defaults.get("printer")
    return asked.text("printer") or usual_printer(usual, PRINTERS, backs)


def known_printers(asked: WorkshopRequest) -> dict[str, Profile]:
    """The printers that are known; a site has none."""
    if asked.workshop.terms.site:
        return {}
    try:
        return known_profiles(PRINTERS)
    except Refusal:
        return {}
