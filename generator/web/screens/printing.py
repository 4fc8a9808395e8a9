"""What to print and how: a kind's items, paper, backs, ink and all else that the press takes, and the PDF of it."""

from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.core.choices import Backs, JoinName, Marks, PrintInk, TrimName
from generator.core.problem import NotFound, WrongUse
from generator.model.own_sheets import known_sheets
from generator.web.answering import Tab, say_of
from generator.web.asking import Asked
from generator.web.faults import addresses, by_item
from generator.web.glimpses import pixels
from generator.web.screens.box import known_printers
from generator.web.screens.downloads import SHEETS

PUBLIC = True
TAB = Tab("print-title", "print", 35)
MOST_SHOWN = 400  # items to choose from


def printing(request: Request) -> Response:
    """The page; what is asked for is in the address of the PDF as it is in its own."""
    asked, say = Asked(request), say_of(request)
    asked.only("kind", *SHEETS)
    kinds = {kind.name: kind for kind in asked.game.kinds.values() if kind.printed and kind.items}
    if not kinds:
        raise NotFound(f"{asked.game.name} has nothing to print yet")
    name = asked.text("kind") or next(iter(kinds))
    if name not in kinds:
        raise WrongUse(f"kind is {name[:40]!r}; known: {', '.join(kinds)}")
    kind = kinds[name]
    wanted, items = _wanted(asked), asked.texts("item")
    printers = _printers(asked, wanted["backs"])
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
        inks=[(ink, say("ink-" + ink)) for ink in (*asked.checked.renderer.theme.inks, PrintInk.none)],
        choices={"backs": list(Backs), "marks": list(Marks), "trim": list(TrimName), "join": list(JoinName)},
        pixels=pixels(kind, 1),
        number_of_change=asked.workshop.number(asked.game.folder.name),
        problems=[one for one in problems if one.level == "error"],
        address_of=addresses(asked.game, problems, asked.workshop.templates_of(asked.game)),
    )


def _printers(asked: Asked, backs: str) -> list[str]:
    """The printers whose profile counts: it shifts such backs, or whole pages."""
    known = known_printers(asked)
    return [name for name in known if backs in ("long", "short", "separate") or any(known[name].front)]


def _wanted(asked: Asked) -> dict[str, Any]:
    """Each option as the address has it; what is as by default is empty, but for what pages always say."""
    return {
        "lang": asked.shown_language,
        "paper": asked.paper,
        "ink": asked.printed_ink.value,
        "backs": asked.choice("backs", Backs(asked.defaults.get("backs", Backs.none))).value,
        "printer": asked.text("printer", ""),
        "trim": asked.text("trim", ""),
        "marks": asked.text("marks", ""),
        "copies": asked.text("copies", ""),
        "bleed": asked.text("bleed", ""),
        "gutter": asked.text("gutter", ""),
        "bleed-backs": asked.text("bleed-backs", ""),
        "bleed-outside": "1" if asked.yes("bleed-outside") else "",
        "join": asked.text("join", ""),
        "on-sheet": asked.text("on-sheet", ""),
        "name-paper": "1" if asked.yes("name-paper") else "",
        "skip": asked.text("skip", ""),
        "start-at": asked.text("start-at", ""),
        "per-sheet": "1" if asked.yes("per-sheet") else "",
        "booklet": "1" if asked.yes("booklet") else "",
    }


ROUTES = (Route("/{game}/print", printing),)
