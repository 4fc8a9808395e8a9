"""Blank forms: which frame, which picture, how many, with a picture of the first sheet."""

from generator.core.problem import NotFound, Refusal
from generator.draw.renderer import Side
from generator.pdf.face_svg import face_svg
from generator.printing.blanks import BlankSheet, first_sheet, has_blank
from generator.printing.order import BlankOrder, Choice, SheetLayout
from generator.web.press_fields import press_fields
from generator.web.screens import Response, Tab, WorkshopRequest, get, sent

TAB = Tab("blank", "blank", 30, of_kind=True)
MOST_FORMS, MOST_PAGES = 999, 100


FORMS = ("pages", "count", "style", "art")


@get("/{game}/{kind}/blank", only=("lang", *FORMS), press="blank")
def blank(request: WorkshopRequest) -> Response:
    """The page; of a kind that has no blank forms, why."""
    kind, game = request.kind, request.game
    if not has_blank(kind) or not kind.printed:
        other_kinds = [other_kind for other_kind in game.kinds.values() if has_blank(other_kind) and other_kind.printed]
        return request.page("blank_none.html", others=other_kinds)
    sheet, refusal = None, ""
    choice = Choice((kind.name,), language=request.demanded, ink=request.press.edition)
    order = blank_order(request, choice, request.shown_layout)
    try:
        with request.turn:
            sheet = first_sheet(request.checked, kind, order)
    except Refusal as error:
        refusal = str(error)
    query = {name: value for name in FORMS if (value := request.text(name))}
    return request.page(
        "blank.html",
        order=order,
        sheet=sheet,
        sheets=_sheets(sheet, order),
        refusal=refusal,
        query=query | {name: value for name, value in request.press_query.items() if value},
        fields=press_fields(request, [kind]),
        pictures=sorted({str(item.fields["art"]) for item in kind.items if item.fields.get("art")}),
        most=MOST_FORMS,
        most_pages=MOST_PAGES,
        language=request.language,
    )


def blank_order(request: WorkshopRequest, choice: Choice, layout: SheetLayout) -> BlankOrder:
    """The forms that options ask for, of the kind, in the language and ink of a choice, on such sheets."""
    return BlankOrder(
        choice,
        layout,
        pages=request.number("pages", 1, MOST_PAGES, 1),
        count=request.number("count", 1, MOST_FORMS, 0) or None,
        style=request.text("style"),
        art=request.text("art"),
    )


def _sheets(sheet: BlankSheet | None, order: BlankOrder) -> int:
    """Count the sheets of paper that the forms take, the guide among them."""
    if sheet is None or order.count is None:
        return order.pages
    guides = 1 if sheet.has_guide else 0
    return -(-(sheet.count + guides) // sheet.slots)


@get("/{game}/{kind}/blank/form.svg", only=("lang", "style", "art", "side", "ink"))
def form(request: WorkshopRequest) -> Response:
    """One form as a picture."""
    kind = request.kind
    side: Side = "guide" if request.text("side") == "guide" else request.layout.front(kind)
    if not has_blank(kind) or not kind.printed:
        raise NotFound(f"{kind.name}: there is no blank form of this")
    with request.turn:
        renderer = request.snapshot.renderer(request.ink)
        if renderer.template(kind, side) is None:
            raise NotFound(f"{kind.name}: there is no such form")
        style = request.text("style", next(iter(kind.blank_styles), "")) or ""
        if side == "guide":
            face, _ = renderer.blank(kind, request.language, side=side)
        else:
            face, _ = renderer.blank(kind, request.language, style=style, art=request.text("art"), side=side)
        return sent(request.http, face_svg(face, kind.name, request.language), "image/svg+xml")
