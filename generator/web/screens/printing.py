"""What to print and how: a kind's items, paper, backs, ink and all else that the press takes, and the PDF of it."""

from typing import Any
from urllib.parse import urlencode

from generator.core.choices import Backs, JoinName, Marks, PrintInk, TrimName
from generator.core.problem import NotFound, WrongUse
from generator.model.own_sheets import known_sheets
from generator.web.faults import by_item
from generator.web.glimpses import pixels
from generator.web.screens import Response, Tab, WorkshopRequest, get
from generator.web.screens.box import chosen_printer, printers_by_name
from generator.web.screens.downloads import SHEETS

TAB = Tab("print-title", "print", 35)
_OTHERS = ("trim", "marks", "copies", "bleed", "gutter", "bleed-backs", "join", "on-sheet", "skip", "start-at")
_SWITCHES = ("bleed-outside", "name-paper", "per-sheet", "booklet")
MOST_SHOWN = 400  # items to choose from


@get("/{game}/print", only=("kind", *SHEETS))
def printing(request: WorkshopRequest) -> Response:
    """The page; what is asked for is in the address of the PDF as it is in its own."""
    kinds = {kind.name: kind for kind in request.game.kinds.values() if kind.printed and kind.items}
    if not kinds:
        raise NotFound(f"{request.game.name} has nothing to print yet")
    name = request.text("kind") or next(iter(kinds))
    if name not in kinds:
        raise WrongUse(f"kind is {name[:40]!r}; known: {', '.join(kinds)}")
    kind = kinds[name]
    options, items = _options(request), request.texts("item")
    shifts = options["backs"] in ("long", "short", "separate")  # else those whose profile shifts whole pages
    printers = [name for name, each in printers_by_name(request).items() if shifts or any(each.front)]
    if options["printer"] not in printers:  # it was chosen for backs, which are not wanted any more
        options["printer"] = ""
    query = [(key, value) for key, value in options.items() if value] + [("item", item) for item in items]
    problems = [each for item_problems in by_item(kind, request.checked.problems).values() for each in item_problems]
    return request.page(
        "printing.html",
        kind=kind,
        kinds=kinds,
        wanted=options,
        items=items,
        most=MOST_SHOWN,
        query=urlencode(query),
        papers=request.papers,
        printers=printers,
        sheets=list(known_sheets(request.workshop.project.data)),
        inks=[*request.inks, (PrintInk.none.value, request.say("ink-none"))],
        choices={"backs": list(Backs), "marks": list(Marks), "trim": list(TrimName), "join": list(JoinName)},
        pixels=pixels(kind, 1),
        problems=[each for each in problems if each.level == "error"],
    )


def _options(request: WorkshopRequest) -> dict[str, Any]:
    """Each option as the address or the project has it; what neither says is empty, but for what pages always say."""
    backs = request.choice("backs", Backs(request.defaults.get("backs", Backs.none)))
    return {
        "lang": request.printed_language,
        "paper": request.paper,
        "ink": request.printed_ink.value,
        "backs": backs.value,
        **{name: request.text(name, request.defaults.get(name, "")) for name in _OTHERS},
        **{name: "1" if request.yes(name) else "" for name in _SWITCHES},
        "printer": chosen_printer(request, backs) or "",
    }
