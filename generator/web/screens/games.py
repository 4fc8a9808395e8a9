"""The games of the project, and the kinds of each."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.web.answering import page, tongue_of
from generator.web.asking import Asked

PUBLIC = True


def games(request: Request) -> Response:
    """All games."""
    asked, tongue = Asked(request), tongue_of(request)
    known = {name: asked.workshop.known(name) for name in asked.workshop.games()}
    titles = {name: one.game.title.in_language(tongue, one.game.language) for name, one in known.items() if one}
    return page(request, "games.html", titles=titles)


def game(request: Request) -> Response:
    """One game: its kinds."""
    asked = Asked(request)
    return page(request, "game.html", checked=asked.checked, game=asked.game, language=asked.language)


ROUTES = (Route("/", games), Route("/{game}/", game))
