"""The box: who plays, on which paper, with which backs; what it will take, why, and all of it as one PDF."""

from generator.core.problem import Refusal, has_errors
from generator.printing.box_account import CUT_SECONDS, FOLD_SECONDS, OUTLINE_SECONDS, planned_box
from generator.printing.order import Choice, check_printer
from generator.web.glimpses import parties
from generator.web.press_fields import press_fields
from generator.web.screens import Response, Tab, WorkshopRequest, get

SITE = True
TAB = Tab("box", "box", 40)
EXAMPLE = 'plan:\n  - {kind: %s, sets: "1", source: ours, why: {%s: the whole deck}}\n'


@get("/{game}/box", only=("players", "mode", "lang"), press="plan")
def box(request: WorkshopRequest) -> Response:
    """The page; of a game without a plan, what it lacks."""
    game = request.game
    if not game.plan or has_errors([problem for problem in request.checked.problems if problem.file == game.file]):
        first = next((kind.name for kind in game.kinds.values() if kind.printed), "cards")
        return request.page("box_none.html", planned=bool(game.plan), example=EXAMPLE % (first, game.language))
    wanted, plan, refusal, layout = request.press_query, None, "", request.shown_layout
    players = request.number("players", 1, 99, min(parties(game), key=lambda number: abs(number - 3)))
    options = {"players": str(players), "mode": request.text("mode") or "", "lang": request.printed_language, **wanted}
    try:
        check_printer(layout)
        choice = Choice(language=options["lang"], ink=request.press.edition)
        with request.turn:
            plan = planned_box(request.checked, players, options["mode"] or None, choice, layout)
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
        fields=press_fields(request, [kind for kind in game.kinds.values() if kind.printed]),
        has_backs=any(kind.back for kind in game.kinds.values()),
        seconds=(CUT_SECONDS, OUTLINE_SECONDS, FOLD_SECONDS),
    )
