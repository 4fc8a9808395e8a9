"""What is wrong with a game."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.problem import as_json
from generator.web.answering import Tab, page, sent
from generator.web.asking import Asked

TAB = Tab("problems", "problems", 80)


def problems(request: Request) -> Response:
    """The problems as a page."""
    asked = Asked(request)
    return page(request, "problems.html", checked=asked.checked, game=asked.game, problems=asked.checked.problems)


def listed(request: Request) -> Response:
    """The problems as `pnp check --format json` writes them."""
    asked = Asked(request)
    return sent(request, f"{as_json(asked.checked.problems)}\n".encode(), "application/json")


ROUTES = (Route("/{game}/problems", problems), Route("/{game}/problems.json", listed))
