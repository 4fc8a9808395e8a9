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
def kind(asked: WorkshopRequest) -> Response:
    """The faces of a kind, each with the name of its item."""
    shown, sieve = asked.kind, sieve_of(asked)
    faults = by_item(shown, without_notes(asked.checked.problems))
    meant = [item for item in shown.items if sieve.lets(item, faults)]
    if "application/json" in asked.request.headers.get("accept", ""):
        return JSONResponse([item.id for item in meant], headers={"cache-control": "no-store", "vary": "accept"})
    pictured = PictureChoice(asked)
    unread = asked.unread
    usual = ON_SITES if asked.request.scope.get("site") else USUAL
    size = asked.number("size", 1, len(WIDTHS), usual)
    with asked.turn:
        pages = len(asked.snapshot.pages(shown.name, pictured.languages[0]).faces) if shown.prose else 0
        inks = asked.checked.renderer.theme.inks
    # With scripts a filter hides and shows what is there; without them the page comes again. So all are sent.
    hidden = {item.id for item in shown.items} - {item.id for item in meant}
    return asked.page(
        "gallery.html",
        language=pictured.languages[0],
        pictured=pictured,
        sieve=sieve,
        fields=fields_of(shown),
        called=titles_in(shown, asked.tongue, asked.game.language),
        values=values_of(shown, sieve.field) if sieve.field else [],
        faults=faults,
        held=shown.name in asked.workshop.held(asked.game.name),
        unread=unread,
        levels=levels,
        hidden=hidden,
        inks=inks,
        size=size,
        usual=usual,
        pixels=pixels(shown, size),
        part=asked.part(shown.items, faults),
        many=len(shown.items) > MANY,
        pages=pages,
        copies=sum(item.copies for item in shown.items),
    )


def sieve_of(asked: WorkshopRequest) -> Sieve:
    """What the query asks for."""
    told = {name: (asked.text(name, "") or "")[:MOST_WORDS] for name in ("q", "field", "value")}
    if told["field"] and told["field"] not in (*asked.kind.fields, "copies"):
        raise WrongUse(f"{asked.kind.name} has no field {told['field']!r}; known: {', '.join(asked.kind.fields)}")
    return Sieve(told["q"], told["field"], told["value"], asked.yes("wrong"))
