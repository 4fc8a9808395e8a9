"""What is wrong with a game."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.core.problem import as_json
from generator.web.answering import Tab, page, sent
from generator.web.asking import judged
from generator.web.faults import addresses, by_file, causes

TAB = Tab("problems", "problems", 80)


def problems(request: Request) -> Response:
    """The problems as a page, causes first, then file by file."""
    asked = judged(request)
    found = asked.checked.problems
    first = causes(found)
    files, others = by_file([problem for problem in found if problem not in first])
    return page(
        request,
        "problems.html",
        checked=asked.checked,
        game=asked.game,
        problems=found,
        first=first,
        files=files,
        others=others,
        waived=asked.checked.waived,
        address_of=addresses(asked.game, found, asked.workshop.templates_of(asked.game)),
    )


def listed(request: Request) -> Response:
    """The problems as `pnp check --format json` writes them."""
    asked = judged(request)
    return sent(request, f"{as_json(asked.checked.problems)}\n".encode(), "application/json")


ROUTES = (Route("/{game}/problems", problems), Route("/{game}/problems.json", listed))
