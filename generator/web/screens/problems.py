"""What is wrong with a game."""

from itertools import groupby

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.core.problem import as_json
from generator.web.answering import Tab, page, sent
from generator.web.asking import judged
from generator.web.faults import addresses

TAB = Tab("problems", "problems", 80)


def problems(request: Request) -> Response:
    """The problems as a page, file by file."""
    asked = judged(request)
    found = asked.checked.problems
    return page(
        request,
        "problems.html",
        checked=asked.checked,
        game=asked.game,
        problems=found,
        files=[(file, list(of_file)) for file, of_file in groupby(found, lambda problem: problem.file)],
        waived=asked.checked.waived,
        address_of=addresses(asked.game, found),
    )


def listed(request: Request) -> Response:
    """The problems as `pnp check --format json` writes them."""
    asked = judged(request)
    return sent(request, f"{as_json(asked.checked.problems)}\n".encode(), "application/json")


ROUTES = (Route("/{game}/problems", problems), Route("/{game}/problems.json", listed))
