"""Blank forms: which frame, which picture, how many, with a picture of the first sheet."""

from generator.core.problem import NotFound, Refusal
from generator.draw.renderer import Side
from generator.pdf.face_svg import face_svg
from generator.printing.blanks import BlankSheet, first_sheet, has_blank
from generator.printing.order import BlankOrder, Choice
from generator.web.screens import Response, Tab, WorkshopRequest, get, sent

TAB = Tab("blank", "blank", 30, of_kind=True)
MOST_FORMS, MOST_PAGES = 999, 100


@get("/{game}/{kind}/blank", only=("lang", "ink", "paper", "pages", "count", "style", "art"))
def blank(asked: WorkshopRequest) -> Response:
    """The page; of a kind that has no blank forms, why."""
    kind, game = asked.kind, asked.game
    if not has_blank(kind) or not kind.printed:
        others = [other for other in game.kinds.values() if has_blank(other) and other.printed]
        return asked.page("blank_none.html", others=others)
    sheet, refusal = None, ""
    order = blank_order(asked, Choice((kind.name,), language=asked.demanded, ink=asked.ink))
    try:
        with asked.turn:
            sheet = first_sheet(asked.checked, kind, order)
    except Refusal as error:
        refusal = str(error)
    query = {name: value for name in ("paper", "style", "art", "count", "pages") if (value := asked.text(name))}
    return asked.page(
        "blank.html",
        order=order,
        sheet=sheet,
        sheets=_sheets(sheet, order),
        refusal=refusal,
        query=query,
        papers=asked.papers,
        inks=asked.inks,
        pictures=sorted({str(item.fields["art"]) for item in kind.items if item.fields.get("art")}),
        most=MOST_FORMS,
        most_pages=MOST_PAGES,
        language=asked.language,
    )


def blank_order(asked: WorkshopRequest, choice: Choice) -> BlankOrder:
    """The forms that options ask for, of the kind, in the language and ink of a choice."""
    return BlankOrder(
        choice,
        asked.layout,
        pages=asked.number("pages", 1, MOST_PAGES, 1),
        count=asked.number("count", 1, MOST_FORMS, 0) or None,
        style=asked.text("style"),
        art=asked.text("art"),
    )


def _sheets(sheet: BlankSheet | None, order: BlankOrder) -> int:
    """How many sheets of paper the forms take, the guide among them."""
    if sheet is None or order.count is None:
        return order.pages
    guides = 1 if sheet.has_guide else 0
    return -(-(sheet.count + guides) // sheet.slots)


@get("/{game}/{kind}/blank/form.svg", only=("lang", "style", "art", "side", "ink"))
def form(asked: WorkshopRequest) -> Response:
    """One form as a picture."""
    kind = asked.kind
    side: Side = "guide" if asked.text("side") == "guide" else asked.layout.front(kind)
    if not has_blank(kind) or not kind.printed:
        raise NotFound(f"{kind.name}: there is no blank form of this")
    with asked.turn:
        renderer = asked.snapshot.renderer(asked.ink)
        if renderer.template(kind, side) is None:
            raise NotFound(f"{kind.name}: there is no such form")
        style = asked.text("style", next(iter(kind.blank_styles), "")) or ""
        if side == "guide":
            face, _ = renderer.blank(kind, asked.language, side=side)
        else:
            face, _ = renderer.blank(kind, asked.language, style=style, art=asked.text("art"), side=side)
        return sent(asked.request, face_svg(face, kind.name, asked.language), "image/svg+xml")
