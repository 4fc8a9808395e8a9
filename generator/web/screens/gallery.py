"""All faces of a kind."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.core.problem import WrongUse
from generator.project.editing.forms import titles_in
from generator.web.answering import tongue_of
from generator.web.asking import Asked
from generator.web.faults import addresses, by_item, levels
from generator.web.glimpses import ON_SITES, USUAL, WIDTHS, pixels
from generator.web.held import unreadable
from generator.web.pictured import Pictured
from generator.web.sieve import Sieve, fields_of, values_of

PUBLIC = True
MOST_WORDS = 200  # characters of a filter
MANY = 60  # faces, from which on only those near the window are laid out


def kind(request: Request) -> Response:
    """The faces of a kind, each with the name of its item."""
    asked = Asked(request, waits=False)
    shown, sieve = asked.kind, sieve_of(asked)
    faults = by_item(shown, asked.checked.problems)
    meant = [item for item in shown.items if sieve.lets(item, faults)]
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse([item.id for item in meant], headers={"cache-control": "no-store", "vary": "accept"})
    pictured = Pictured(asked)
    unread = unreadable(asked.snapshot, shown.file) or unreadable(asked.snapshot, asked.game.file)
    usual = ON_SITES if request.scope.get("site") else USUAL
    size = asked.number("size", 1, len(WIDTHS), usual)
    with asked.turn:
        pages = len(asked.snapshot.pages(shown.name, pictured.languages[0]).faces) if shown.prose else 0
        inks = asked.checked.renderer.theme.inks
    # With scripts a filter hides and shows what is there; without them the page comes again. So all are sent.
    hidden = {item.id for item in shown.items} - {item.id for item in meant}
    return asked.page(
        "gallery.html",
        kind=shown,
        language=pictured.languages[0],
        pictured=pictured,
        sieve=sieve,
        fields=fields_of(shown),
        called=titles_in(shown, tongue_of(request), asked.game.language),
        values=values_of(shown, sieve.field) if sieve.field else [],
        faults=faults,
        held=shown.name in asked.workshop.held(asked.game.name),
        unread=unread,
        address_of=addresses(asked.game, unread, asked.workshop.templates_of(asked.game)),
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


def sieve_of(asked: Asked) -> Sieve:
    """What the query asks for."""
    told = {name: (asked.text(name, "") or "")[:MOST_WORDS] for name in ("q", "field", "value")}
    if told["field"] and told["field"] not in (*asked.kind.fields, "copies"):
        raise WrongUse(f"{asked.kind.name} has no field {told['field']!r}; known: {', '.join(asked.kind.fields)}")
    return Sieve(told["q"], told["field"], told["value"], asked.yes("wrong"))


ROUTES = (Route("/{game}/{kind}/", kind),)
