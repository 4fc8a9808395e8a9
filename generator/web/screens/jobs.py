"""How far an errand is that somebody waits for: by the name that the asker gave it with ``?job=``."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.core.problem import NotFound
from generator.web.errands import Errands

PUBLIC = True


async def job(request: Request) -> Response:
    """One errand. It is ended when the request that waits for it is given up."""
    errands: Errands = request.app.state.errands
    state = errands.state(request.path_params["name"])
    if state is None:
        raise NotFound("there is no such errand, or it is done")
    return JSONResponse(state, headers={"cache-control": "no-store"})


ROUTES = (Route("/-/jobs/{name}", job),)
