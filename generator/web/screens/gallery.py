"""All faces of a kind."""

from starlette.responses import JSONResponse

from generator.core.problem import WrongUse, without_notes
from generator.editing.forms import titles_in
from generator.web.faults import by_item, levels
from generator.web.glimpses import ON_SITES, USUAL, WIDTHS, pixels
from generator.web.pictured import PictureChoice
from generator.web.screens import Response, WorkshopRequest, get
from generator.web.sieve import Sieve, fields_of, values_of

SITE = True
MOST_WORDS = 200  # characters of a filter
MANY = 60  # faces, from which on only those near the window are laid out


@get("/{game}/{kind}/", waits=False)
def kind(request: WorkshopRequest) -> Response:
    """The faces of a kind, each with the name of its item."""
    shown_kind, sieve = request.kind, sieve_of(request)
    faults = by_item(shown_kind, without_notes(request.checked.problems))
    meant = [item for item in shown_kind.items if sieve.lets(item, faults)]
    if "application/json" in request.http.headers.get("accept", ""):
        return JSONResponse([item.id for item in meant], headers={"cache-control": "no-store", "vary": "accept"})
    pictured = PictureChoice(request)
    unread = request.unread
    usual = ON_SITES if request.http.scope.get("site") else USUAL
    size = request.number("size", 1, len(WIDTHS), usual)
    with request.turn:
        pages = len(request.snapshot.pages(shown_kind.name, pictured.languages[0]).faces) if shown_kind.prose else 0
        inks = request.checked.renderer.theme.inks
    # With scripts a filter hides and shows what is there; without them the page comes again. So all are sent.
    hidden = {item.id for item in shown_kind.items} - {item.id for item in meant}
    return request.page(
        "gallery.html",
        language=pictured.languages[0],
        pictured=pictured,
        sieve=sieve,
        fields=fields_of(shown_kind),
        called=titles_in(shown_kind, request.tongue, request.game.language),
        values=values_of(shown_kind, sieve.field) if sieve.field else [],
        faults=faults,
        held=shown_kind.name in request.workshop.held(request.game.name),
        unread=unread,
        levels=levels,
        hidden=hidden,
        inks=inks,
        size=size,
        usual=usual,
        pixels=pixels(shown_kind, size),
        part=request.part(shown_kind.items, faults),
        many=len(shown_kind.items) > MANY,
        pages=pages,
        copies=sum(item.copies for item in shown_kind.items),
    )


def sieve_of(request: WorkshopRequest) -> Sieve:
    """The filter of the query."""
    terms = {name: (request.text(name, "") or "")[:MOST_WORDS] for name in ("q", "field", "value")}
    if terms["field"] and terms["field"] not in (*request.kind.fields, "copies"):
        raise WrongUse(f"{request.kind.name} has no field {terms['field']!r}; known: {', '.join(request.kind.fields)}")
    return Sieve(terms["q"], terms["field"], terms["value"], request.yes("wrong"))
