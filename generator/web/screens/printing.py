"""What to print and how: a kind's items, paper, backs, ink and all else that the press takes, and the PDF of it."""

from urllib.parse import urlencode

from generator.core.problem import NotFound, WrongUse
from generator.web.faults import by_item
from generator.web.glimpses import pixels
from generator.web.press_fields import press_fields
from generator.web.screens import Response, Tab, WorkshopRequest, get

TAB = Tab("print-title", "print", 35)
MOST_SHOWN = 400  # items to choose from


@get("/{game}/print", only=("kind", "lang", "item"), press="render")
def printing(request: WorkshopRequest) -> Response:
    """The page; what is asked for is in the address of the PDF as it is in its own."""
    kinds = {kind.name: kind for kind in request.game.kinds.values() if kind.printed and kind.items}
    if not kinds:
        raise NotFound(f"{request.game.name} has nothing to print yet")
    name = request.text("kind") or next(iter(kinds))
    if name not in kinds:
        raise WrongUse(f"kind is {name[:40]!r}; known: {', '.join(kinds)}")
    kind = kinds[name]
    wanted, items = {"lang": request.printed_language, **request.press_query}, request.texts("item")
    query = [(key, value) for key, value in wanted.items() if value] + [("item", item) for item in items]
    problems = [each for item_problems in by_item(kind, request.checked.problems).values() for each in item_problems]
    return request.page(
        "printing.html",
        kind=kind,
        kinds=kinds,
        wanted=wanted,
        items=items,
        most=MOST_SHOWN,
        query=urlencode(query),
        fields=press_fields(request, [kind]),
        pixels=pixels(kind, 1),
        problems=[each for each in problems if each.level == "error"],
    )
