"""All faces of a kind."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.web.answering import page
from generator.web.asking import Asked

PUBLIC = True


def kind(request: Request) -> Response:
    """The faces of a kind, each with the name of its item."""
    asked = Asked(request)
    shown, language = asked.kind, asked.language
    with asked.workshop.lock:
        pages = len(asked.snapshot.pages(shown.name, language).faces) if shown.prose else 0
    return page(
        request,
        "gallery.html",
        checked=asked.checked,
        game=asked.game,
        kind=shown,
        language=language,
        pages=pages,
        names=[item.called(language, asked.game.language) for item in shown.items],
        number=asked.workshop.number(asked.game.name),
    )


ROUTES = (Route("/{game}/{kind}/", kind),)
