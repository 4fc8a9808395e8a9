"""What to print and how: a kind's items, paper, backs, ink and all else that the press takes, and the PDF of it."""

from typing import Any
from urllib.parse import urlencode

from generator.core.choices import Backs, JoinName, Marks, PrintInk, TrimName
from generator.core.problem import NotFound, WrongUse
from generator.model.own_sheets import known_sheets
from generator.web.faults import by_item
from generator.web.glimpses import pixels
from generator.web.screens import Response, Tab, WorkshopRequest, get
from generator.web.screens.box import known_printers, wanted_printer
from generator.web.screens.downloads import SHEETS

TAB = Tab("print-title", "print", 35)
_OTHERS = ("trim", "marks", "copies", "bleed", "gutter", "bleed-backs", "join", "on-sheet", "skip", "start-at")
_SWITCHES = ("bleed-outside", "name-paper", "per-sheet", "booklet")
MOST_SHOWN = 400  # items to choose from


@get("/{game}/print", only=("kind", *SHEETS))
def printing(asked: WorkshopRequest) -> Response:
    """The page; what is asked for is in the address of the PDF as it is in its own."""
    kinds = {kind.name: kind for kind in asked.game.kinds.values() if kind.printed and kind.items}
    if not kinds:
        raise NotFound(f"{asked.game.name} has nothing to print yet")
    name = asked.text("kind") or next(iter(kinds))
    if name not in kinds:
        raise WrongUse(f"kind is {name[:40]!r}; known: {', '.join(kinds)}")
    kind = kinds[name]
    wanted, items = _wanted(asked), asked.texts("item")
    shifts = wanted["backs"] in ("long", "short", "separate")  # else those whose profile shifts whole pages
    printers = [name for name, one in known_printers(asked).items() if shifts or any(one.front)]
    if wanted["printer"] not in printers:  # it was chosen for backs, which are not wanted any more
        wanted["printer"] = ""
    query = [(key, value) for key, value in wanted.items() if value] + [("item", item) for item in items]
    problems = [one for found in by_item(kind, asked.checked.problems).values() for one in found]
    return asked.page(
        "printing.html",
        kind=kind,
        kinds=kinds,
        wanted=wanted,
        items=items,
        most=MOST_SHOWN,
        query=urlencode(query),
        papers=asked.papers,
        printers=printers,
        sheets=list(known_sheets(asked.workshop.project.data)),
        inks=[*asked.inks, (PrintInk.none.value, asked.say("ink-none"))],
        choices={"backs": list(Backs), "marks": list(Marks), "trim": list(TrimName), "join": list(JoinName)},
        pixels=pixels(kind, 1),
        problems=[one for one in problems if one.level == "error"],
    )


def _wanted(asked: WorkshopRequest) -> dict[str, Any]:
    """Each option as the address or the project has it; what neither says is empty, but for what pages always say."""
    backs = asked.choice("backs", Backs(asked.defaults.get("backs", Backs.none)))
    return {
        "lang": asked.printed_language,
        "paper": asked.paper,
        "ink": asked.printed_ink.value,
        "backs": backs.value,
        **{name: asked.text(name, asked.defaults.get(name, "")) for name in _OTHERS},
        **{name: "1" if asked.yes(name) else "" for name in _SWITCHES},
        "printer": wanted_printer(asked, backs) or "",
    }
