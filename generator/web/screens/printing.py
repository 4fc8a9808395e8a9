"""What to print and how; the sheets as they will come out, one after the other, front and back; and the files of them.

GET /GAME/print is the page, GET /GAME/print.png a side of a sheet (``sheet`` from 1, ``side=back``). Options: ``what``
(see `Printable`), those that say which, of `generator.web.prints.OWN`, and those of printing.
"""

from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.responses import RedirectResponse

from generator.core.choices import paper_size
from generator.core.problem import Problem, Refusal
from generator.printing.blanks import has_blank
from generator.printing.box import BoxSheets
from generator.printing.box_account import CUT_SECONDS, FOLD_SECONDS, OUTLINE_SECONDS
from generator.printing.reading import Booklet
from generator.web.faults import by_item
from generator.web.glimpses import parties, pixels
from generator.web.press_fields import press_fields
from generator.web.prints import MOST_FORMS, MOST_PAGES, OPTIONS, Printable, PrintRequest, edge_of
from generator.web.screens import Response, Tab, WorkshopRequest, get, path_of, sent
from generator.web.screens.forge import forged_runs

SITE = True
TABS = [Tab("print-title", "print", 35, under="print", needs="faces")]
MOST_SHOWN = 400  # items to choose from
EXAMPLE = 'plan:\n  - {kind: %s, sets: "1", source: ours, why: {%s: the whole deck}}\n'


def _asked(request: WorkshopRequest) -> PrintRequest:
    deal, kind = request.text("deal"), request.text("kind")
    runs = forged_runs(request, kind, parse_qsl(deal)) if deal and kind else ()
    return PrintRequest(request, runs)


@get("/{game}/print", only=OPTIONS, waits=False)
def printing(request: WorkshopRequest) -> Response:
    """The page; where there is nothing to print, why."""
    asked = _asked(request)
    game, lacks, problems = request.game, _lacks(asked), _in_the_way(asked)
    values: dict[str, Any] = {"files": None, "box": None, "refusal": ""}
    if not lacks and not problems:
        try:
            values |= _shown(request, asked)
        except Refusal as error:
            values["refusal"] = str(error)
    return request.page(
        "printing.html",
        asked=asked,
        lacks=lacks,
        problems=problems,
        order=asked.order,
        possible=parties(game),
        fields=press_fields(asked.request, asked.printed),
        most=MOST_SHOWN,
        most_forms=MOST_FORMS,
        most_pages=MOST_PAGES,
        pixels=pixels(asked.kind, 1) if asked.kind else (),
        example=EXAMPLE % (next((kind.name for kind in asked.printed), "cards"), game.language),
        seconds=(CUT_SECONDS, OUTLINE_SECONDS, FOLD_SECONDS),
        whats=[what for what in Printable if what != Printable.forged or asked.what == what],
        **values,
    )


def _lacks(asked: PrintRequest) -> str:
    """The key of the words that say what there would have to be for something to be printed; empty if it is there."""
    game, kind = asked.request.game, asked.kind
    if asked.what == Printable.box:
        return "" if game.plan else "box-none"
    if asked.what == Printable.forged and not asked.runs:
        return "print-no-cards"
    if asked.what == Printable.game or kind is None:
        return "" if any(each.printed and each.items for each in game.kinds.values()) else "print-none"
    if not kind.printed:
        return "blank-not-printed"
    if asked.what == Printable.blank and not has_blank(kind):
        return "blank-prose" if kind.prose else "blank-off"
    return "" if kind.items or asked.what != Printable.kind else "print-empty"


def _in_the_way(asked: PrintRequest) -> list[Problem]:
    """The errors for which nothing is printed: of the game's own file, and of the items."""
    problems = [each for each in asked.request.checked.problems if each.level == "error"]
    items = {id(each) for kind in asked.printed for some in by_item(kind, problems).values() for each in some}
    return [each for each in problems if id(each) in items or each.file == asked.request.game.file]


def _shown(request: WorkshopRequest, asked: PrintRequest) -> dict[str, Any]:
    """The sheets, and the one that is looked at."""
    files = asked.files()
    sheet = min(request.number("sheet", 1, 99_999, 1), files.sheet_count)
    shown, at = files.find(sheet)
    box = shown.box if isinstance(shown, BoxSheets) else None
    if box is None or at >= box.cover_sheets:  # a cover takes its time: its picture alone waits for it
        asked.sides(sheet)
    size = paper_size(asked.order.layout.paper)
    options = [
        (name, value) for name, value in request.params.multi_items() if value and name not in ("sheet", "side", "ui")
    ]
    return {
        "files": files,
        "box": box,
        "sheet": sheet,
        "title": shown.title,
        "size": size[::-1] if isinstance(shown, Booklet) else size,
        "sides": ("front", "back") if edge_of(shown) else ("front",),
        "options": options,
    }


@get("/{game}/print.png", only=OPTIONS, waits=False)
def picture(request: WorkshopRequest) -> Response:
    """A side of a sheet."""
    asked = _asked(request)
    content = asked.picture(request.number("sheet", 1, 99_999, 1), behind=request.side == "back")
    return sent(request.http, content, "image/png")


@get("/{game}/box")
def box(request: WorkshopRequest) -> Response:
    """Where boxes were printed before."""
    return _moved(request, "box")


@get("/{game}/{kind}/blank")
def blank(request: WorkshopRequest) -> Response:
    """Where blank forms were printed before."""
    return _moved(request, "blank", ("kind", request.path["kind"]))


def _moved(request: WorkshopRequest, what: str, *more: tuple[str, str]) -> Response:
    query = urlencode([("what", what), *more, *request.params.multi_items()])
    return RedirectResponse(f"{path_of(request.path['game'], 'print')}?{query}", 308)
