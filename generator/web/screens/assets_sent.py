"""The files that all pages share."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.core.problem import NotFound
from generator.web.answering import sent
from generator.web.assets import PREFIX, TYPES, held, stamp

PUBLIC = True


def file(request: Request) -> Response:
    """One of them."""
    name, files = request.path_params["name"], held()
    if name not in files:
        raise NotFound("there is no such file")
    lasting = request.path_params["stamp"] == stamp()
    return sent(request, files[name], TYPES["." + name.rpartition(".")[2]], lasting=lasting)


ROUTES = (Route(PREFIX + "/{stamp}/{name:path}", file),)
